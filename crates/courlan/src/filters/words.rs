//! Words in paths: of adult pages, lists, content systems, imprints and index pages.

use crate::text::{starts_with_any_case, word_starts};

/// Words that stand for adult pages and live video, at the start of a name.
const ADULT: [&str; 18] = [
    "bild-kontakte",
    "bildkontakte",
    "fick",
    "gangbang",
    "incest",
    "live-cam",
    "live-cams",
    "live-chat",
    "livecam",
    "livecams",
    "livechat",
    "porn",
    "porno",
    "sexcam",
    "sexyerotic",
    "sexyerotik",
    "swinger",
    "xxx",
];

/// Whether a word of the URL stands for adult pages or live video.
pub(super) fn is_adult_or_video(url: &str) -> bool {
    let bytes = url.as_bytes();
    bytes.iter().enumerate().any(|(at, byte)| {
        // Only at the start of a word.
        matches!(byte, b'/' | b'_' | b'-')
            && bytes.get(at + 1).is_some_and(|b| b"bfgilpsx".contains(&b.to_ascii_lowercase()))
            && ADULT.iter().any(|word| {
                starts_with_any_case(bytes, at + 1, word) && !word_starts(url, at + 1 + word.len())
            })
    })
}

/// A token in any case against a list in lower case.
pub(super) fn is_one_of(token: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| token.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether a token announces lists of pages, in any case.
pub(super) fn is_navigation_word(token: &[u8]) -> bool {
    // From `cat` to `schlagwort`.
    (3..=10).contains(&token.len())
        && is_one_of(
            token,
            &[
                "archives",
                "author",
                "autor",
                "cat",
                "kat",
                "category",
                "kategorie",
                "page",
                "paged",
                "schlagwort",
                "seite",
                "tag",
                "tags",
                "topic",
                "topics",
                "user",
            ],
        )
}

/// The text without an ending of letters of the given lengths.
fn without_ending(text: &str, lengths: std::ops::RangeInclusive<usize>) -> &str {
    match text.rsplit_once('.') {
        Some((front, ending))
            if lengths.contains(&ending.len())
                && ending.bytes().all(|b| b.is_ascii_alphabetic()) =>
        {
            front
        }
        _ => text,
    }
}

/// The last segment is contact, privacy, login or imprint.
pub(super) fn is_legal_page(url: &str) -> bool {
    let url = url.strip_suffix('\n').unwrap_or(url);
    let url = url.strip_suffix('/').unwrap_or(url);
    let Some(slash) = url.rfind('/') else { return false };
    let last = &url[slash + 1..];
    [last, without_ending(last, 3..=4)].into_iter().any(|name| {
        let bytes = name.as_bytes();
        is_one_of(bytes, &["login", "impressum", "imprint"])
            || is_contact(bytes)
            || (starts_with_any_case(bytes, 0, "datenschutzerkl")
                && bytes.len() > 19
                && starts_with_any_case(bytes, bytes.len() - 4, "rung")
                && name.is_char_boundary(bytes.len() - 4)
                // One or two characters stand for `ä`, however it was written.
                && (1..=2).contains(&name[15..bytes.len() - 4].chars().count()))
    })
}

/// `contact`, `kontakt` and mixtures.
fn is_contact(word: &[u8]) -> bool {
    let c_or_k = |at: usize| matches!(word[at].to_ascii_lowercase(), b'c' | b'k');
    word.len() == 7
        && starts_with_any_case(word, 1, "onta")
        && word[6].eq_ignore_ascii_case(&b't')
        && c_or_k(0)
        && c_or_k(5)
}

/// `default`, `home` or `index` at most five characters from the start of the path.
pub(super) fn is_index_page(path: &str) -> bool {
    // The expression is anchored near the start: `/de/index.php` counts, `/article/index.html` does
    // not.
    path.char_indices().take(6).filter(|(_, c)| *c == '/').any(|(at, _)| {
        let rest = path[at + 1..].strip_suffix('\n').unwrap_or(&path[at + 1..]);
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        [rest, without_ending(rest, 3..=5)]
            .into_iter()
            .any(|name| is_one_of(name.as_bytes(), &["default", "home", "index"]))
    })
}
