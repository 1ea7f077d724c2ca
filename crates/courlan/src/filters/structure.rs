//! Paths that content systems use for lists, uploads and archives rather than for articles.

use super::words::is_one_of;
use crate::text::starts_with_any_case;

/// Whether a URL leads into the structure of a site: lists, uploads, archives by date.
pub(super) fn is_site_structure(url: &str) -> bool {
    let bytes = url.as_bytes();
    let mut start = None;
    for at in memchr::memchr_iter(b'/', bytes) {
        if start.is_some_and(|start| is_structure_segment(&bytes[start..at])) {
            return true;
        }
        start = Some(at + 1);
    }
    is_below_taxonomy(bytes) || ends_in_numbers(bytes)
}

/// A whole path segment that content systems use for what is no article.
fn is_structure_segment(segment: &[u8]) -> bool {
    // No word of the list is shorter or longer: most segments end here.
    if !(4..=11).contains(&segment.len()) {
        return false;
    }
    match segment[0].to_ascii_lowercase() {
        b'w' => {
            is_one_of(segment, &["wp-admin", "wp-content", "wp-includes", "wp-json", "wp-themes"])
        }
        b'p' => is_one_of(segment, &["page", "paged"]),
        b's' => is_one_of(segment, &["seite", "search", "suche"]),
        b'g' => ["galler", "galer"].iter().any(|stem| {
            starts_with_any_case(segment, 0, stem)
                && (1..=2).contains(&(segment.len() - stem.len()))
                && segment[stem.len()..].iter().all(u8::is_ascii_alphabetic)
        }),
        _ => is_one_of(
            segment,
            &["labels", "archives", "uploads", "modules", "attachment", "oembed"],
        ),
    }
}

/// One segment behind `tag`, `category` and so on.
fn is_below_taxonomy(bytes: &[u8]) -> bool {
    // One slash at the end is optional in the expression.
    let bytes = bytes.strip_suffix(b"/").unwrap_or(bytes);
    let Some(slash) = memchr::memrchr(b'/', bytes) else { return false };
    if slash + 1 == bytes.len() {
        return false;
    }
    let front = &bytes[..slash];
    let Some(mark) = front.iter().rposition(|b| matches!(b, b'/' | b'_' | b'-')) else {
        return false;
    };
    let word = &front[mark + 1..];
    if !(3..=10).contains(&word.len()) {
        return false;
    }
    let category = word.len() > 7
        && word.len() <= 9
        && matches!(word[0].to_ascii_lowercase(), b'c' | b'k')
        && starts_with_any_case(word, 1, "ategor")
        && word[7..].iter().all(u8::is_ascii_alphabetic);
    category
        || is_one_of(word, &["tag", "tags", "schlagwort", "cat", "kat", "author", "autor", "user"])
}

/// Ends in `/12/34/` or `/2024/`.
fn ends_in_numbers(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let Some(rest) = bytes.strip_suffix(b"/") else { return false };
    let Some((rest, digits)) = number_segment(rest) else { return false };
    let after_other = |rest: &[u8]| rest.last().is_some_and(|b| !b.is_ascii_digit());
    // A year alone, or two numbers of any length.
    (digits == 4 && after_other(rest))
        || number_segment(rest).is_some_and(|(rest, _)| after_other(rest))
}

/// A last segment of digits only: what stands before its slash, and how many.
fn number_segment(bytes: &[u8]) -> Option<(&[u8], usize)> {
    let digits = bytes.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let rest = bytes[..bytes.len() - digits].strip_suffix(b"/")?;
    (digits > 0).then_some((rest, digits))
}
