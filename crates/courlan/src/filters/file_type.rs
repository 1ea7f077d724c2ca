//! What the ending of a file name promises.

use crate::text::word_starts;

/// Endings of files that may be pages.
const PAGE_ENDINGS: [&str; 21] = [
    "adp", "amp", "asp", "aspx", "cfm", "cgi", "do", "htm", "html", "htx", "jsp", "mht", "mhtml",
    "php", "phtml", "pl", "shtml", "stm", "txt", "xhtml", "xml",
];

/// Endings of files that are no pages, wherever they stand.
const FILE_TYPES: [&str; 32] = [
    "atom", "json", "css", "xml", "js", "jpg", "jpeg", "png", "svg", "gif", "tiff", "pdf", "ogg",
    "mp3", "m4a", "aac", "avi", "mp4", "mov", "webm", "webp", "flv", "ico", "pls", "zip", "tar",
    "gz", "iso", "swf", "woff", "eot", "ttf",
];

/// Whether a lower-case ending is that of a page.
pub(super) fn is_page_ending(ending: &str) -> bool {
    PAGE_ENDINGS.binary_search(&ending).is_ok()
}

/// `.pdf` and the like as a whole word, or `/img` and the like.
pub(super) fn has_file_type(text: &str) -> bool {
    let bytes = text.as_bytes();
    // The expression may match anywhere in the URL, in the host as well.
    for (at, &byte) in bytes.iter().enumerate() {
        if !matches!(byte, b'.' | b'/' | b'-') {
            continue;
        }
        let word = &bytes[at + 1..];
        let length = word.iter().take(5).take_while(|b| b.is_ascii_alphanumeric()).count();
        // No alternative is longer or shorter.
        if !(2..=4).contains(&length) {
            continue;
        }
        let behind = at + 1 + length;
        // `\b`: the word ends here.
        let ends = !word_starts(text, behind);
        let found = if byte == b'.' {
            ends && FILE_TYPES
                .iter()
                .any(|kind| word[..length].eq_ignore_ascii_case(kind.as_bytes()))
        } else {
            (ends || bytes[behind] == b'_')
                && ["img", "jpg", "png"]
                    .iter()
                    .any(|kind| word[..length].eq_ignore_ascii_case(kind.as_bytes()))
        };
        if found {
            return true;
        }
    }
    false
}
