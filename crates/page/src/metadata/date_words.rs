//! What words and the names of elements say about a date: published then, changed then, or something else.

use std::sync::LazyLock;

use super::Field;
use crate::Page;
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Characters of a block that can say which date stands in the next one.
const LABEL_CHARS: u32 = 30;
/// Nodes of a block among which the element of a date is looked for.
const INSIDE: usize = 60;
/// Bytes of an element after which a date in it is not its own.
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
    ("byline", Field::Published),
];

/// What the names of an element and of the two around it say about a date in it.
pub(super) fn around(tree: &Tree, node: NodeId) -> Option<Field> {
    std::iter::once(node).chain(tree.ancestors(node)).take(3).find_map(|node| date_name(tree, node))
}

/// What the element within a block says that holds a date.
pub(super) fn inside(tree: &Tree, node: NodeId, date: &str) -> Option<Field> {
    let inside = tree.descendants(node).take(INSIDE);
    let mut named = inside.filter_map(|id| Some((id, date_name(tree, id)?)));
    named.find(|(id, _)| short(tree, *id).contains(date)).map(|(_, field)| field)
}

/// The text of a small element, the beginning of a large one.
fn short(tree: &Tree, id: NodeId) -> String {
    let mut text = String::new();
    for node in tree.descendants(id).take(INSIDE) {
        let part = tree.text(node);
        text.push_str(&part[..part.floor_char_boundary(INSIDE_BYTES)]);
        if text.len() > INSIDE_BYTES {
            break;
        }
    }
    text
}

fn date_name(tree: &Tree, node: NodeId) -> Option<Field> {
    if tree.tag(node) == Some(Tag::Time) {
        return Some(Field::Published);
    }
    [Attr::CLASS, Attr::ID, Attr::ITEMPROP].into_iter().find_map(|attr| {
        let value = tree.attr(node, attr).filter(|v| v.len() < 200)?.to_ascii_lowercase();
        let words = value.split(|c: char| !c.is_alphanumeric());
        let fields = words.filter_map(|word| {
            NAMES.iter().find(|(known, _)| *known == word).map(|(_, field)| *field)
        });
        fields.reduce(|a, b| if a == Field::Modified { a } else { b })
    })
}

/// What words say about the date behind them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// It is this date of the page.
    Of(Field),
    /// It is another one: since when somebody is a member of a forum.
    Other,
}

impl Lead {
    pub(super) fn field(self) -> Option<Field> {
        match self {
            Self::Of(field) => Some(field),
            Self::Other => None,
        }
    }
}

/// What the words right before a date say it is.
pub(super) fn lead(before: &str) -> Option<Lead> {
    static LEADS: LazyLock<Vec<(&'static str, Lead)>> = LazyLock::new(|| {
        let rows = include_str!("../../data/date-words.tsv").lines();
        let rows = rows.filter_map(|row| row.split_once('\t')).filter(|(k, _)| !k.starts_with('#'));
        rows.flat_map(|(kind, words)| {
            let lead = match kind {
                "modified" => Lead::Of(Field::Modified),
                "published" => Lead::Of(Field::Published),
                _ => Lead::Other,
            };
            words.split(", ").map(move |word| (word, lead))
        })
        .collect()
    });
    // A weekday, a preposition or a name may stand between.
    let start = before.ceil_char_boundary(before.len().saturating_sub(60));
    let before = before[start..].to_lowercase();
    let last = |word: &str| {
        let at = before.rfind(word)?;
        let bounded = |c: Option<char>| c.is_none_or(|c| !c.is_alphabetic() || !c.is_ascii());
        let whole = bounded(before[..at].chars().next_back())
            && bounded(before[at + word.len()..].chars().next());
        whole.then_some(at + word.len())
    };
    let found = LEADS.iter().filter_map(|(word, lead)| Some((last(word)?, *lead)));
    found.max_by_key(|(end, _)| *end).map(|(_, lead)| lead)
}

/// What the block before says about the date that the block at `at` begins with.
pub(super) fn label(page: &Page, at: usize) -> Option<Lead> {
    let before = page.blocks().get(at.checked_sub(1)?)?;
    (before.chars <= LABEL_CHARS && !before.hidden).then(|| lead(&before.text)).flatten()
}
