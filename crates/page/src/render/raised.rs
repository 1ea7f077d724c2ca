//! Superscripts in plain text: without a sign, 2 to the 30th would read as two hundred and thirty.

use std::borrow::Cow;

use crate::block::{Block, Span, SpanKind};

/// Characters of a number that are looked at.
const DIGITS: usize = 32;

/// The text of a block with a sign before superscripts that would change the number or word before
/// them: `2^30`, `10^-3`. Numbers of notes, and parts of prices and fractions, have a space before
/// them.
pub(super) fn text(block: &Block) -> Cow<'_, str> {
    let raised = block.spans.iter().filter(|span| span.kind == SpanKind::Sup);
    let mut links: Option<Vec<(u32, u32)>> = None;
    let mut sign = |span: &Span| {
        let links = links.get_or_insert_with(|| links_of(block));
        Some((span.start as usize, sign(&block.text, span, links)?))
    };
    let mut signs: Vec<(usize, char)> = raised.filter_map(&mut sign).collect();
    if signs.is_empty() {
        return Cow::Borrowed(&block.text);
    }
    signs.sort_unstable();
    let mut out = String::with_capacity(block.text.len() + signs.len());
    let mut done = 0;
    for (at, sign) in signs {
        out.push_str(&block.text[done..at]);
        out.push(sign);
        done = at;
    }
    out.push_str(&block.text[done..]);
    Cow::Owned(out)
}

/// Where the links of a block begin and end; they do not overlap.
fn links_of(block: &Block) -> Vec<(u32, u32)> {
    let links = block.spans.iter().filter(|span| span.kind == SpanKind::Link);
    let mut links: Vec<(u32, u32)> = links.map(|span| (span.start, span.end)).collect();
    links.sort_unstable();
    links
}

/// The sign before a superscript; `None` where its text may follow at once.
fn sign(text: &str, raised: &Span, links: &[(u32, u32)]) -> Option<char> {
    let (start, end) = (raised.start as usize, raised.end as usize);
    let (before, own) = (text.get(..start)?, text.get(start..end)?);
    let last = before.chars().next_back().filter(|last| last.is_alphanumeric())?;
    // Only numbers are read together with what is before them.
    let digits = own.trim_start_matches(['-', '\u{2212}', '+']);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    // A superscript that is a link is the number of a note.
    let nearest = links[..links.partition_point(|(first, _)| *first < raised.end)].last();
    if nearest.is_some_and(|(first, _)| *first >= raised.start) {
        return Some(' ');
    }
    // `m2` is how square metres are written in plain text. A note without a link looks the same.
    if !last.is_ascii_digit() {
        return None;
    }
    let mut before = before.chars().rev().take(DIGITS);
    let word = before.find(|c| !c.is_ascii_digit() && !".,".contains(*c));
    // `IP68` is a word, not a number that can have an exponent.
    let of_word = word.is_some_and(char::is_alphanumeric);
    let sign = if word == Some(' ') { before.next() } else { word };
    let after = text[end..].trim_start();
    let is_price = sign.is_some_and(is_currency) || after.starts_with(is_currency);
    let is_fraction = after.starts_with(['/', '\u{2044}']);
    Some(if of_word || is_price || is_fraction { ' ' } else { '^' })
}

/// Whether a character is a currency sign: of Unicode's block for them, or an older one.
fn is_currency(c: char) -> bool {
    matches!(c, '$' | '\u{a2}'..='\u{a5}' | '\u{20a0}'..='\u{20cf}')
}

#[cfg(test)]
mod tests {
    use crate::{Hints, Limits, Page};

    #[test]
    fn a_raised_number_stays_apart_from_what_it_is_raised_above() {
        for (html, text) in [
            ("2<sup>30</sup> bytes", "2^30 bytes"),
            ("10<sup>-3</sup> m", "10^-3 m"),
            ("1,024<sup>2</sup>", "1,024^2"),
            ("a 2<sup>n</sup> b", "a 2n b"),
            ("the 2<sup>nd</sup> of May", "the 2nd of May"),
            ("50 m<sup>2</sup>", "50 m2"),
            ("IP68<sup>2</sup> tested", "IP68 2 tested"),
            ("$19<sup>99</sup>", "$19 99"),
            ("19<sup>99</sup> \u{20ac}", "19 99 \u{20ac}"),
            ("1<sup>1</sup>/<sub>2</sub> cups", "1 1/2 cups"),
            ("seas<sup><a href=#n1>1</a></sup> and <sup>2</sup>", "seas 1 and 2"),
            ("seas<a href=#n1><sup>1</sup></a>", "seas 1"),
            ("seas.<sup><a href=#n1>1</a></sup>", "seas.1"),
            ("seas<sup><a href=#n1>[1]</a></sup>", "seas[1]"),
            ("<a href=/>2<sup>10</sup> bytes</a>", "2^10 bytes"),
            ("H<sub>2</sub>O", "H2O"),
        ] {
            let html = format!("<p>{html}");
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            assert_eq!(super::text(&page.blocks()[0]), text, "{html}");
        }
    }
}
