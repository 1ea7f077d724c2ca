//! What words and class names say about a date: published, changed, or something else.

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::date_tokens::Habits;
use super::field::Field;
use super::written;
use crate::Page;
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Longest block that can label the date in the next one, in characters.
const LABEL_CHARS: u32 = 30;
/// Greatest distance in bytes between words of first publication and their date.
const FIRST_BYTES: usize = 16;
/// Bytes behind a date in which its verb is searched.
const TRAIL_BYTES: usize = 32;
/// Most bytes between a word and the date that it speaks of.
const NEXT_BYTES: usize = 12;
/// Most nodes of a block that are searched for the date's element.
const INSIDE_NODES: usize = 60;
/// Longest element that belongs to a date, in bytes.
const INSIDE_BYTES: usize = 400;

/// Words in class names, ids and properties of elements that show dates.
const NAMES: &[(&str, Field)] = &[
    ("modified", Field::Modified),
    ("updated", Field::Modified),
    ("lastmod", Field::Modified),
    ("aktualisiert", Field::Modified),
    ("date", Field::Published),
    ("dates", Field::Published),
    ("datum", Field::Published),
    ("fecha", Field::Published),
    ("dateline", Field::Published),
    ("datetime", Field::Published),
    ("timestamp", Field::Published),
    ("time", Field::Published),
    ("pubdate", Field::Published),
    ("published", Field::Published),
    ("publish", Field::Published),
    ("posted", Field::Published),
    ("postdate", Field::Published),
    ("entrydate", Field::Published),
    ("submitted", Field::Published),
    ("byline", Field::Published),
];

/// What the names of an element and of the two around it say about a date inside.
pub(super) fn name_around(tree: &Tree, node: NodeId) -> Option<Field> {
    std::iter::once(node).chain(tree.ancestors(node)).take(3).find_map(|node| date_name(tree, node))
}

/// What the name of the element around a date within a block says.
pub(super) fn name_inside(tree: &Tree, node: NodeId, date: &str) -> Option<Field> {
    let inside = tree.descendants(node).take(INSIDE_NODES);
    let mut named = inside.filter_map(|id| Some((id, date_name(tree, id)?)));
    named.find(|(id, _)| short_text(tree, *id).contains(date)).map(|(_, field)| field)
}

/// The text of a small element, or the beginning of a large one.
fn short_text(tree: &Tree, id: NodeId) -> String {
    let mut text = String::new();
    for node in tree.descendants(id).take(INSIDE_NODES) {
        let part = tree.text(node);
        text.push_str(&part[..part.floor_char_boundary(INSIDE_BYTES)]);
        if text.len() > INSIDE_BYTES {
            break;
        }
    }
    text
}

/// What the name of one element says. "Modified" beats "date": `class="date modified"`.
fn date_name(tree: &Tree, node: NodeId) -> Option<Field> {
    if tree.tag(node) == Some(Tag::Time) {
        return Some(Field::Published);
    }
    [Attr::CLASS, Attr::ID, Attr::ITEMPROP].into_iter().find_map(|attr| {
        // Longer values come from utility classes, not from names.
        let value = tree.attr(node, attr).filter(|v| v.len() < 200)?.to_ascii_lowercase();
        let words = value.split(|c: char| !c.is_alphanumeric());
        let fields = words.filter_map(|word| {
            NAMES.iter().find(|(known, _)| *known == word).map(|(_, field)| *field)
        });
        fields.reduce(|a, b| if a == Field::Modified { a } else { b })
    })
}

/// What words say about a date next to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// It is this date of the page.
    Date(Field),
    /// It is the date of first publication, given beside a later one.
    First,
    /// It is some other date, such as the day a forum member joined.
    Other,
}

impl Lead {
    pub(super) fn field(self) -> Option<Field> {
        match self {
            Self::Date(field) => Some(field),
            Self::First => Some(Field::Published),
            Self::Other => None,
        }
    }
}

/// Where words stand beside a date.
#[derive(Clone, Copy)]
enum Side {
    Before,
    Behind,
    /// Behind it, with nothing behind them.
    End,
}

/// The ends of kinds in the table that say where words stand.
const SIDES: [(Side, &str); 3] =
    [(Side::Behind, "-behind"), (Side::End, "-end"), (Side::Before, "")];

/// Words of one side by their first byte.
type Words = [Vec<(&'static str, Lead)>; 256];

static WORDS: LazyLock<[Words; 3]> = LazyLock::new(|| {
    let mut words = SIDES.map(|_| std::array::from_fn(|_| Vec::new()));
    let rows = include_str!("../../data/date-words.tsv").lines();
    let rows = rows.filter_map(|row| row.split_once('\t')).filter(|(k, _)| !k.starts_with('#'));
    for (kind, row) in rows {
        let side = |(side, end): &(Side, &str)| Some((kind.strip_suffix(end)?, *side));
        let (kind, side) = SIDES.iter().find_map(side).unwrap_or((kind, Side::Before));
        let lead = match kind {
            "first" => Lead::First,
            "modified" => Lead::Date(Field::Modified),
            "published" => Lead::Date(Field::Published),
            _ => Lead::Other,
        };
        for word in row.split(", ") {
            words[side as usize][usize::from(word.as_bytes()[0])].push((word, lead));
        }
    }
    words
});

/// Positions and meanings of all words of one side in a text.
fn words(side: Side, text: &str) -> impl Iterator<Item = (usize, &'static str, Lead)> {
    let words = &WORDS[side as usize];
    let bytes = text.as_bytes();
    bytes.iter().enumerate().flat_map(move |(at, first)| {
        let here = words[usize::from(*first)].iter();
        let here = here.filter(move |(word, _)| bytes[at..].starts_with(word.as_bytes()));
        here.filter(move |(word, _)| is_whole(text, at, word))
            .map(move |(word, lead)| (at, *word, *lead))
    })
}

/// What the words before a date say it is.
pub(super) fn lead(before: &str) -> Option<Lead> {
    // A weekday, a preposition or a name may stand between.
    let start = before.ceil_char_boundary(before.len().saturating_sub(60));
    let before = before[start..].to_lowercase();
    let found = words(Side::Before, &before);
    let found = found.map(|(at, word, lead)| ((at + word.len(), word.len()), lead));
    // The word nearest to the date decides, of several there the longest.
    let ((end, _), lead) = found.max_by_key(|(place, _)| *place)?;
    // With more words between, the earlier date belongs to something else.
    let far = lead == Lead::First && before.len() - end > FIRST_BYTES;
    Some(if far { Lead::Date(Field::Published) } else { lead })
}

/// Where the words begin that say what the date behind `before` is.
pub(super) fn start_of_lead(before: &str) -> Option<usize> {
    let small = before.to_lowercase();
    // Places in the small letters are those in the text only if nothing changed its length.
    let found = words(Side::Before, &small).filter(|_| small.len() == before.len());
    let dates = found.filter(|(_, _, lead)| lead.field().is_some());
    let place = dates.map(|(at, word, _)| (at + word.len(), Reverse(at))).max();
    place.map(|(_, Reverse(at))| at)
}

/// Where words begin that announce a date or an age, as in `Updated 3 hours ago`.
pub(super) fn start_of_age(text: &str) -> Option<usize> {
    let small = text.to_lowercase();
    let mut found = words(Side::Before, &small).filter(|_| small.len() == text.len());
    let is_number = |rest: &str| rest.trim_start_matches([':', ' ']).starts_with(char::is_numeric);
    let place = found.find(|(at, word, _)| *at > 0 && is_number(&small[at + word.len()..]));
    place.map(|(at, ..)| at)
}

/// What the words behind a date say it is: in languages with the verb last, or at the end of a text.
pub(super) fn trail(behind: &str) -> Option<Lead> {
    let near = behind[..behind.floor_char_boundary(TRAIL_BYTES)].to_lowercase();
    let verb = words(Side::Behind, &near).next().filter(|(at, word, _)| {
        // Words with a colon, and those before another date, speak of what follows them.
        let rest = behind.get(at + word.len()..).unwrap_or_default();
        let next = written::find(rest, Habits::default()).into_iter().next();
        next.is_none_or(|date| date.place.start > NEXT_BYTES)
    });
    let is_last = |(at, word, _): &(usize, &str, Lead)| {
        near.len() == behind.to_lowercase().len()
            && !near[at + word.len()..].contains(char::is_alphanumeric)
    };
    verb.or_else(|| words(Side::End, &near).find(is_last)).map(|(_, _, lead)| lead)
}

/// Whether a word stands for itself. Only ASCII letters are checked, since many scripts have no
/// spaces between words.
fn is_whole(text: &str, at: usize, word: &str) -> bool {
    let bounded = |c: Option<char>| c.is_none_or(|c| !c.is_alphabetic() || !c.is_ascii());
    bounded(text[..at].chars().next_back()) && bounded(text[at + word.len()..].chars().next())
}

/// What the previous block says about the date that begins block `at`.
pub(super) fn label(page: &Page, at: usize) -> Option<Lead> {
    let before = page.blocks().get(at.checked_sub(1)?)?;
    // A label with a date of its own has said what it had to say.
    let is_label =
        before.chars <= LABEL_CHARS && !before.hidden && !before.text.contains(char::is_numeric);
    is_label.then(|| lead(&before.text)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn words_before_a_date_say_what_it_is() {
        for (before, expected) in [
            ("Published on ", Some(Lead::Date(Field::Published))),
            ("Last updated: ", Some(Lead::Date(Field::Modified))),
            ("Veröffentlicht am ", Some(Lead::Date(Field::Published))),
            ("Aktualisiert am ", Some(Lead::Date(Field::Modified))),
            // The word nearest to the date counts.
            ("Published on Monday, updated on ", Some(Lead::Date(Field::Modified))),
            ("The fog of ", None),
            ("", None),
        ] {
            assert_eq!(lead(before), expected, "{before}");
        }
    }

    #[test]
    fn words_stand_for_themselves() {
        for (text, word, expected) in [
            ("updated on", "updated", true),
            ("outdated on", "dated", false),
            ("updatedat", "updated", false),
            ("更新updated:", "updated", true),
        ] {
            let at = text.find(word).expect("a word");
            assert_eq!(is_whole(text, at, word), expected, "{text}");
        }
    }

    #[test]
    fn names_of_elements_say_which_date_they_show() {
        for (html, expected) in [
            ("<p class=date>x", Some(Field::Published)),
            ("<p class='entry-date updated'>x", Some(Field::Modified)),
            ("<p id=last-modified>x", Some(Field::Modified)),
            ("<div class=pubdate><p>x", Some(Field::Published)),
            ("<p itemprop=datePublished>x", None),
            ("<p class=update>x", None),
            ("<p>x", None),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let found = name_around(page.tree(), page.blocks()[0].node);
            assert_eq!(found, expected, "{html}");
        }
    }

    #[test]
    fn the_element_of_a_date_may_lie_within_a_block() {
        let html =
            "<p>By Ada, <span class=posted>17 May 2019</span>, <time>18 May 2019</time> in Porto";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let node = page.blocks()[0].node;
        for (date, expected) in
            [("17 May 2019", true), ("18 May 2019", true), ("19 May 2019", false), ("Porto", false)]
        {
            assert_eq!(name_inside(page.tree(), node, date).is_some(), expected, "{date}");
        }
    }

    #[test]
    fn a_short_block_labels_the_date_behind_it() {
        let html = "<p>Updated<p>17 May 2019<p>Updated again after a long time, it says here<p>18 May 2019";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let labels: Vec<Option<Lead>> = (0..4).map(|at| label(&page, at)).collect();
        assert_eq!(labels, [None, Some(Lead::Date(Field::Modified)), None, None]);
    }
}
