//! *Foreign* text: strings from archives (hosts, media types, file names), which may hold anything.
//!
//! maud escapes markup. This module removes what would still disturb the text around a string:
//! control characters, direction overrides, and sheer length.

use maud::{Markup, html};
use scutch_foreign::steers;

/// Characters of a foreign string shown.
const SHOWN: usize = 72;
/// Characters of a foreign string kept for its tooltip.
const KEPT: usize = 400;
/// Characters of a path kept: Linux opens none longer (`PATH_MAX`).
const LONGEST_PATH: usize = 4096;

/// A foreign string as plain text, for tooltips and sentences; `(none)` for an empty one.
pub fn plain(text: &str) -> String {
    if text.is_empty() { "(none)".to_owned() } else { spelled(text, KEPT, disturbs, "…") }
}

/// A foreign path, long enough to be opened.
pub fn path(text: &str) -> String {
    spelled(text, LONGEST_PATH, disturbs, "…")
}

/// A foreign string as an isolated run; a long one is cut, with more of it in the tooltip.
pub fn shown(text: &str) -> Markup {
    let long = text.chars().nth(SHOWN).is_some();
    let short = spelled(text, SHOWN, disturbs, "…");
    html! {
        @if text.is_empty() {
            span.none { "(none)" }
        } @else if long {
            // `bdi` keeps right-to-left names from reordering the numbers beside them.
            bdi title=(plain(text)) { (short) }
        } @else {
            bdi { (short) }
        }
    }
}

/// Foreign text of several lines, for `pre`; at most `most` characters.
pub fn lines(text: &str, most: usize) -> String {
    spelled(text, most, |c| c != '\n' && disturbs(c), "\n…")
}

/// `text` with disturbing characters as `\u{..}`, and `cut` in place of what follows `most` characters.
fn spelled(text: &str, most: usize, disturbs: impl Fn(char) -> bool, cut: &str) -> String {
    // A character has at most four bytes; a text of megabytes must not reserve them all.
    let mut out = String::with_capacity(text.len().min(most * 4));
    for (i, c) in text.chars().enumerate() {
        if i == most {
            out.push_str(cut);
            break;
        }
        if disturbs(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character may change how the text around it is shown.
fn disturbs(c: char) -> bool {
    steers(c)
        // Invisible characters, and those that break lines.
        || matches!(c, '\u{200B}'..='\u{200D}' | '\u{2028}' | '\u{2029}')
        || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
        // The last two code points of every plane are non-characters.
        || (c as u32 & 0xFFFE) == 0xFFFE
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn disturbing_characters_are_spelled_out() {
        let cases = [
            ("example.org", "example.org"),
            ("a\u{202E}b", "a\\u{202e}b"),
            ("a\0b\n", "a\\u{0}b\\u{a}"),
            ("a\u{FEFF}\u{1FFFE}", "a\\u{feff}\\u{1fffe}"),
            ("přílivé.cz", "přílivé.cz"),
            ("", "(none)"),
        ];
        for (text, expected) in cases {
            assert_eq!(plain(text), expected);
        }
    }

    #[test]
    fn long_text_is_cut_and_markup_is_inert() {
        let long = "x".repeat(100_000);
        assert!(plain(&long).chars().count() <= KEPT + 1);
        assert_eq!(path(&long).chars().count(), LONGEST_PATH + 1);
        let html = shown(&long).into_string();
        assert!(html.len() < 1_000 && html.contains('…'), "{}", html.len());
        assert_eq!(shown("<b>&\"").into_string(), "<bdi>&lt;b&gt;&amp;&quot;</bdi>");
    }

    #[test]
    fn only_strings_that_are_cut_have_a_tooltip() {
        assert!(!shown(&"x".repeat(SHOWN)).into_string().contains("title="));
        assert!(shown(&"x".repeat(SHOWN + 1)).into_string().contains("title="));
    }

    #[test]
    fn lines_keep_their_breaks() {
        assert_eq!(lines("a = 1\nb\u{202E}", 100), "a = 1\nb\\u{202e}");
        assert_eq!(lines("aaaa", 2), "aa\n…");
    }

    proptest! {
        #[test]
        fn nothing_that_disturbs_is_left(text in any::<String>()) {
            prop_assert!(!plain(&text).chars().any(disturbs));
            prop_assert!(!path(&text).chars().any(disturbs));
            prop_assert!(!lines(&text, 50).chars().any(|c| c != '\n' && disturbs(c)));
        }
    }
}
