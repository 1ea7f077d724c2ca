//! *Foreign* text: strings that came out of archives (hosts, media types, file names) and may
//! hold anything. Escaping is maud's; here they lose what would disturb reading around them.

use maud::{Markup, html};

/// Characters of a foreign string shown; the rest is cut.
const SHOWN: usize = 72;
/// Characters of a foreign string kept for its tooltip.
const KEPT: usize = 400;
/// Characters of a path kept: Linux opens none longer (`PATH_MAX`).
const LONGEST_PATH: usize = 4096;

/// `text` with control characters and direction overrides spelled out, cut after `most` characters.
fn spelled(text: &str, most: usize) -> String {
    let mut out = String::with_capacity(text.len().min(most * 4));
    for (i, c) in text.chars().enumerate() {
        if i == most {
            out.push('…');
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

/// Whether a character may change how the text around it is shown: control characters, invisible or
/// direction-changing format characters (Unicode Bidi classes LRE to PDI), line separators and non-characters.
fn disturbs(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}')
        || matches!(c, '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
        || (c as u32 & 0xFFFE) == 0xFFFE
}

/// A foreign string as plain text, for tooltips and sentences.
pub(super) fn plain(text: &str) -> String {
    if text.is_empty() { "(none)".to_owned() } else { spelled(text, KEPT) }
}

/// A foreign path, long enough to be opened.
pub(super) fn path(text: &str) -> String {
    spelled(text, LONGEST_PATH)
}

/// A foreign string as an isolated run; a long one is cut, with more of it in the tooltip.
pub(super) fn shown(text: &str) -> Markup {
    let long = text.chars().nth(SHOWN).is_some();
    html! {
        @if text.is_empty() {
            span.none { "(none)" }
        } @else if long {
            bdi title=(plain(text)) { (spelled(text, SHOWN)) }
        } @else {
            bdi { (spelled(text, SHOWN)) }
        }
    }
}

/// Foreign text of several lines, for `pre`; at most `most` characters.
pub(super) fn lines(text: &str, most: usize) -> String {
    let mut out = String::with_capacity(text.len().min(most * 4));
    for (i, c) in text.chars().enumerate() {
        if i == most {
            out.push_str("\n…");
            break;
        }
        if c != '\n' && disturbs(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disturbing_characters_are_spelled_out() {
        let cases = [
            ("example.org", "example.org"),
            ("a\u{202E}b", "a\\u{202e}b"),
            ("a\0b\n", "a\\u{0}b\\u{a}"),
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
        let html = shown(&long).into_string();
        assert!(html.len() < 1_000 && html.contains('…'), "{}", html.len());
        assert_eq!(shown("<b>&\"").into_string(), "<bdi>&lt;b&gt;&amp;&quot;</bdi>");
    }

    #[test]
    fn lines_keep_their_breaks() {
        assert_eq!(lines("a = 1\nb\u{202E}", 100), "a = 1\nb\\u{202e}");
        assert_eq!(lines("aaaa", 2), "aa\n…");
    }
}
