//! Repeated texts: a text that occurs in several places of a page is kept once.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::surroundings::Surroundings;
use crate::block::{Block, BlockKind, Container, is_post};
use crate::tree::{Attr, Tag};
use crate::{Label, Page, PageType, Reason};

/// Class words of quotations (phpBB, vBulletin, XenForo, SMF, MyBB, IP.Board, Discourse).
const QUOTATIONS: &[&str] = &[
    "quote",
    "quotation",
    "bbcode_quote",
    "bbCodeQuote",
    "bbCodeBlock--quote",
    "quotecontent",
    "quoteContainer",
    "ipsQuote",
    "mycode_quote",
];
/// Shorter texts (in bytes) may be equal by chance and are never copies.
const COPY_BYTES: usize = 60;
/// Most blocks of an element that can be the member of a list.
const MEMBER_BLOCKS: usize = 64;
/// Shorter texts (in characters) are numbers or marks and tell no member from another.
const LABEL_CHARS: u32 = 10;

/// Keeps the first of equal texts: versions of an article for wide and narrow screens, a post and
/// the quotations of it.
pub(super) fn leave_out(page: &Page, around: &Surroundings<'_>, labels: &mut [Label]) {
    // The place of the first of equal texts, and its number.
    let mut taken: FxHashMap<u64, (u32, usize)> = FxHashMap::default();
    let thread = page.page_type().is(PageType::Forum);
    let quotations = quotations(page);
    let mut quoted: FxHashSet<u32> = FxHashSet::default();
    let copy = |label: &mut Label| {
        *label = Label { content: false, score: label.score, reason: Reason::Copy };
    };
    for (index, block) in page.blocks().iter().enumerate() {
        // Only blocks that are content: a dropped teaser must not suppress the article itself.
        let Some(place) = place_of_copy(block, around, index) else { continue };
        if !labels[index].content {
            continue;
        }
        let (there, first) = *taken.entry(letters(&block.text)).or_insert((place, index));
        // Posts look alike, and quote each other.
        if there != place && (thread || !differs_in_member(page, labels, first, index)) {
            // The quotation around a copied post goes as a whole, unless somebody adds to it.
            copy(&mut labels[index]);
            quoted.extend(quotations[block.container as usize]);
        }
    }
    // What somebody added to it is not said elsewhere.
    for (block, label) in page.blocks().iter().zip(&*labels) {
        if label.content && block.text.len() >= COPY_BYTES {
            quotations[block.container as usize].iter().for_each(|at| {
                quoted.remove(at);
            });
        }
    }
    // Who is quoted there, and what was too short to be told for a copy.
    for (block, label) in page.blocks().iter().zip(labels) {
        let of_copy = quotations[block.container as usize].is_some_and(|at| quoted.contains(&at));
        let is_heading = matches!(block.kind, BlockKind::Heading(_));
        if label.content && of_copy && block.text.len() < COPY_BYTES && !is_heading {
            copy(label);
        }
    }
}

/// Signs that make another text of the same letters: of currencies, measures and sums.
const SIGNS: &[char] = &['$', '€', '£', '¥', '%', '‰', '°', '+', '=', '<', '>', '±', '×', '÷'];
/// Signs that are part of a number where they stand between two digits.
const WITHIN_NUMBERS: &[char] = &['.', ',', ':', '/', '-', '\''];
/// Dashes and the sign of minus: versions of one text have different ones.
const DASHES: &[char] =
    &['-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];

/// A hash of what makes a text another one: letters, digits, and signs at digits. Versions of one text
/// differ in quotation marks, dashes and spaces. Of lines that are mostly signs, such as pictures
/// made of characters, everything but spaces.
fn letters(text: &str) -> u64 {
    if text.is_ascii() {
        // Most texts, and bytes need no decoding.
        letters_of(text.bytes().map(char::from))
    } else {
        letters_of(text.chars().map(dash))
    }
}

fn letters_of(chars: impl Iterator<Item = char> + Clone) -> u64 {
    let (words, signs) = chars.clone().fold((0_usize, 0_usize), |(words, signs), c| {
        let is_sign = !c.is_alphanumeric() && !c.is_whitespace();
        (words + usize::from(c.is_alphanumeric()), signs + usize::from(is_sign))
    });
    let mut hasher = FxHasher::default();
    let mut chars = chars.peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        // Letters and spaces, which most characters are, need no look at what is around them.
        let is_told = match words > signs {
            true if c.is_alphanumeric() => true,
            true if c == ' ' => false,
            true => is_of_number(before, c, chars.peek().copied()) || SIGNS.contains(&c),
            false => !c.is_whitespace(),
        };
        if is_told {
            hasher.write_u32(u32::from(c.to_ascii_lowercase()));
        }
        before = c;
    }
    hasher.finish()
}

/// A character, dashes of all kinds taken for one.
fn dash(c: char) -> char {
    if !c.is_ascii() && DASHES.contains(&c) { '-' } else { c }
}

/// Whether a sign before a digit is part of its number.
fn is_of_number(before: char, sign: char, after: Option<char>) -> bool {
    after.is_some_and(|after| after.is_ascii_digit())
        && match before {
            '0'..='9' => WITHIN_NUMBERS.contains(&sign),
            _ => sign == '-' && !before.is_alphanumeric(),
        }
}

/// Whether two equal texts belong to two members of a list that differ otherwise: the terms below
/// each coupon, the question in each row of a survey. Slides doubled by a script differ in nothing.
fn differs_in_member(page: &Page, labels: &[Label], first: usize, copy: usize) -> bool {
    let blocks = page.blocks();
    let places = [first, copy].map(|at| blocks[at].container);
    let Some(members) = members(page, places) else { return false };
    let [others, own] = members.map(|at| {
        let container = &page.containers()[at as usize];
        container.first as usize..container.end as usize
    });
    let is_repeated =
        |at: usize| blocks[others.clone()].iter().any(|other| other.text == blocks[at].text);
    let is_text = |at: &usize| labels[*at].content || labels[*at].reason == Reason::Copy;
    own.filter(is_text).any(|at| blocks[at].chars >= LABEL_CHARS && !is_repeated(at))
}

/// The outermost elements that are around one of two places but not around both. `None` if any of
/// them looks different from its counterpart, or is large.
fn members(page: &Page, mut places: [u32; 2]) -> Option<[u32; 2]> {
    let tree = page.tree();
    let look = |at: u32| {
        let container = &page.containers()[at as usize];
        (container.tag, tree.attr(container.node, Attr::CLASS))
    };
    let mut members = None;
    while places[0] != places[1] {
        let is_large = |at: u32| {
            let container = &page.containers()[at as usize];
            (container.end - container.first) as usize > MEMBER_BLOCKS
        };
        // Comparing large elements would make the work on a page quadratic.
        if places.iter().any(|at| is_large(*at)) || look(places[0]) != look(places[1]) {
            return None;
        }
        members = Some(places);
        places = places.map(|at| page.containers()[at as usize].parent);
    }
    members
}

/// Whether an element is a quotation, by its tag or by its class.
fn is_quotation(page: &Page, container: &Container) -> bool {
    let (tree, id) = (page.tree(), container.node);
    // Old forums put each post into a `blockquote` of its own.
    if container.tag == Tag::Blockquote {
        return !is_post(tree, id);
    }
    let class = tree.attr(id, Attr::CLASS).unwrap_or_default();
    // All of these words have the letter, and few others.
    memchr::memchr2(b'q', b'Q', class.as_bytes()).is_some()
        && tree
            .classes(id)
            .any(|word| QUOTATIONS.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// For each container, the innermost quotation that it is or lies in.
fn quotations(page: &Page) -> Vec<Option<u32>> {
    let mut inside: Vec<Option<u32>> = Vec::with_capacity(page.containers().len());
    for (at, container) in page.containers().iter().enumerate() {
        let around = inside.get(container.parent as usize).copied().flatten();
        inside.push(if is_quotation(page, container) { Some(at as u32) } else { around });
    }
    inside
}

/// The place of a block that would be a copy of an equal one at another place: the element around
/// it. Within one element repetition is intended. Tables and code need everything that is in them,
/// and sections their headings.
pub(super) fn place_of_copy(block: &Block, around: &Surroundings<'_>, index: usize) -> Option<u32> {
    let is_part = matches!(block.kind, BlockKind::Cell | BlockKind::Code | BlockKind::Heading(_));
    (!is_part && block.text.len() >= COPY_BYTES).then(|| around.levels(index)[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tests::kept;
    use crate::{Hints, Limits};

    #[test]
    fn of_a_quotation_that_is_a_copy_nothing_is_left() {
        let post =
            "The ferry left ten minutes late, with everybody who had waited for it on the pier.";
        for [open, close] in
            [["<blockquote>", "</blockquote>"], ["<div class=bbcode_quote>", "</div>"]]
        {
            let quoted = format!("{open}<p>Ada said:<p>{post}<p>So it did.{close}");
            let thread = format!(
                "<div class=post><p>{post}</div><blockquote class=postcontent>{quoted}<p>I saw it.</blockquote>\
                 <div class=post>{open}<p>Bo said:<p>I saw it, and so did the keeper of the light and his two dogs.{close}\
                 <p>I did not.</div>"
            );
            let bo = "I saw it, and so did the keeper of the light and his two dogs.";
            let rest = [post, "I saw it.", "Bo said:", bo, "I did not."];
            assert_eq!(kept(&thread, PageType::Forum), rest, "{open}");
        }
    }

    #[test]
    fn what_is_said_of_each_of_a_list_stays() {
        let terms = "Not valid with other offers. One coupon for each customer and visit, please.";
        let coupon = |off: &str| {
            format!("<li class=coupon><b>{off} on each repair</b><div><p>{terms}</div>")
        };
        let [ten, twenty] = ["Ten percent", "Twenty percent"].map(coupon);
        let list = format!("<ul>{ten}{twenty}</ul>");
        assert_eq!(kept(&list, PageType::Service).len(), 4);
        for other in [
            // A slide that is doubled, one for other screens, a post.
            format!("<ul>{ten}{ten}</ul>"),
            format!("<ul>{ten}{}</ul>", twenty.replace("=coupon", "=wide")),
            format!("<ul>{ten}{}</ul>", twenty.replace("Twenty percent on each repair", "20 %")),
        ] {
            assert_eq!(kept(&other, PageType::Service).len(), 3, "{other}");
        }
        assert_eq!(kept(&list, PageType::Forum).len(), 3);
    }

    #[test]
    fn large_elements_are_no_members_of_lists() {
        let text =
            "The ferry left ten minutes late, with everybody who had waited for it on the pier.";
        let column = |of: &str| format!("<div><p>{of}{}</div>", format!("<p>{text}").repeat(99));
        let columns = ["What we had to say.", "What else we had to say."].map(column).concat();
        assert_eq!(kept(&columns, PageType::Article).len(), 1 + 99 + 1);
    }

    #[test]
    fn cells_code_headings_and_short_texts_are_no_copies() {
        let long = "The ferry left ten minutes late, with everybody who had waited for it.";
        for (html, expected) in [
            (format!("<p>{long}"), true),
            ("<p>The ferry left late.".to_owned(), false),
            (format!("<h2>{long}</h2>"), false),
            (format!("<pre>{long}</pre>"), false),
            (format!("<table><tr><td>{long}<td>a<tr><td>b<td>c</table>"), false),
            (format!("<ul><li>{long}</ul>"), true),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let around = Surroundings::new(&page);
            let place = place_of_copy(&page.blocks()[0], &around, 0);
            assert_eq!(place.is_some(), expected, "{html}");
        }
    }

    #[test]
    fn versions_differ_in_marks_and_spaces() {
        let one = "\u{201c}Nobody wants to stand on a pier that may not hold,\u{201d} she said on Monday.";
        let other =
            "\"Nobody wants to stand on a pier that may not\u{a0}hold\", she said on Monday.";
        for (second, blocks) in [(other, 3), (&*other.replace("Monday", "Tuesday"), 4)] {
            let html = format!("<div class=a><p>{one}<p>a</div><div class=b><p>{second}<p>b</div>");
            assert_eq!(kept(&html, PageType::Article).len(), blocks, "{second}");
        }
    }

    #[test]
    fn a_text_said_twice_in_one_element_stays() {
        let long = "The ferry left ten minutes late, with everybody who had waited for it.";
        let refrain = format!("<div><p>{long}<p>And then it came back.<p>{long}</div>");
        assert_eq!(kept(&refrain, PageType::Article).len(), 3);
        let versions =
            format!("<div class=wide><p>{long}<p>a</div><div class=narrow><p>{long}<p>b</div>");
        assert_eq!(kept(&versions, PageType::Article).len(), 3);
    }

    #[test]
    fn texts_that_differ_in_numbers_or_signs_are_no_copies() {
        let rate =
            |n: &str| format!("The bank of the harbour has set its rate to {n} for the year.");
        for (one, other) in [
            (rate("1.5 percent"), rate("15 percent")),
            (rate("-5 percent"), rate("5 percent")),
            (rate("\u{2212}5"), rate("5")),
            (rate("5 $"), rate("5 \u{20ac}")),
            (rate("1:5"), rate("1/5")),
            ("\u{1f30a}".repeat(20), "\u{1f30b}".repeat(20)),
            ("/\\_".repeat(30), "\\/_".repeat(30)),
            (format!("{}a", "-=".repeat(40)), format!("{}a", "=-".repeat(40))),
        ] {
            assert_ne!(letters(&one), letters(&other), "{one} {other}");
        }
        let [one, other] = ["1.5", "15"].map(rate);
        let html = format!("<div class=a><p>{one}<p>a</div><div class=b><p>{other}<p>b</div>");
        assert_eq!(kept(&html, PageType::Article).len(), 4);
        for (one, other) in [
            (rate("-5"), rate("\u{2212}5")),
            (rate("5\u{a0}%"), rate("5%")),
            (rate("5 \u{2013} 6"), rate("5 - 6")),
            (rate("\u{201c}5\u{201d}"), rate("\"5\"")),
            (rate("5."), rate("5")),
            ("/\\_".repeat(30), "/\\ _".repeat(30)),
        ] {
            assert_eq!(letters(&one), letters(&other), "{one} {other}");
        }
    }
}
