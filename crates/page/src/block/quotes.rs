//! The quotation marks that browsers put around `q`, by language (CLDR, delimiters; HTML standard,
//! rendering of quotes).

use crate::tree::{Attr, NodeId, Tree};

/// Marks around a quotation, and around one in another.
type Marks = [&'static str; 4];

/// Marks of English, and of languages that are not in the table.
const DEFAULT: Marks = ["“", "”", "‘", "’"];
const LOW: Marks = ["„", "“", "‚", "‘"];
const LOW_HIGH: Marks = ["„", "”", "‚", "’"];
const ANGLES: Marks = ["«", "»", "“", "”"];
const CORNERS: Marks = ["「", "」", "『", "』"];
const HIGH: Marks = ["”", "”", "’", "’"];

/// Languages, as the beginning of a tag, the longest first.
const LANGUAGES: &[(&str, Marks)] = &[
    ("zh-hant", CORNERS),
    ("zh-hk", CORNERS),
    ("zh-tw", CORNERS),
    ("bg", LOW),
    ("cs", LOW),
    ("da", DEFAULT),
    ("de-ch", ["«", "»", "‹", "›"]),
    ("de", LOW),
    ("el", ANGLES),
    ("es", ANGLES),
    ("fi", HIGH),
    ("fr", ["«", "»", "‹", "›"]),
    ("hr", LOW_HIGH),
    ("hu", ["„", "”", "»", "«"]),
    ("is", LOW),
    ("it", ANGLES),
    ("ja", CORNERS),
    ("lt", LOW),
    ("nb", ["«", "»", "‘", "’"]),
    ("nn", ["«", "»", "‘", "’"]),
    ("no", ["«", "»", "‘", "’"]),
    ("pl", ["„", "”", "«", "»"]),
    ("ro", ["„", "”", "«", "»"]),
    ("ru", ["«", "»", "„", "“"]),
    ("sk", LOW),
    ("sl", LOW),
    ("sr", LOW_HIGH),
    ("sv", HIGH),
    ("uk", ["«", "»", "„", "“"]),
];
/// Characters that are quotation marks. A page that writes its own tells browsers to show none.
const KNOWN: &[char] = &['"', '“', '”', '„', '‘', '’', '‚', '«', '»', '‹', '›', '「', '『', '\''];
/// Elements around a quotation that may declare its language; nodes in it that may hold its first
/// character.
const REACH: usize = 64;
/// Characters of a text node among which the first visible one is looked for.
const SPACE: usize = 256;

/// The marks around a quotation within `depth` others. `None` if the page writes its own.
pub(super) fn around(
    tree: &Tree,
    quotation: NodeId,
    depth: usize,
) -> Option<(&'static str, &'static str)> {
    let beginnings = tree.descendants(quotation).take(REACH).map(|id| tree.text(id).chars());
    let first = beginnings.flat_map(|text| text.take(SPACE)).find(|c| !c.is_whitespace())?;
    if KNOWN.contains(&first) {
        return None;
    }
    let tag = |id: NodeId| tree.attr(id, Attr::LANG).or_else(|| tree.attr(id, Attr::XML_LANG));
    let language = tree.ancestors(quotation).take(REACH).find_map(tag).unwrap_or_default();
    let begins = |prefix: &str| {
        let own = language.get(..prefix.len()).is_some_and(|own| own.eq_ignore_ascii_case(prefix));
        // `de` is the beginning of `de-AT`, but not of `del`.
        own && !language[prefix.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
    };
    let marks =
        LANGUAGES.iter().find(|(prefix, _)| begins(prefix)).map_or(DEFAULT, |(_, marks)| *marks);
    Some(if depth.is_multiple_of(2) { (marks[0], marks[1]) } else { (marks[2], marks[3]) })
}

/// Whether a text ends with a quotation mark.
pub(super) fn ends_with_one(text: &str) -> bool {
    text.ends_with(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::tree::Tag;

    fn marks(html: &str, depth: usize) -> Option<(&'static str, &'static str)> {
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        let quotation = tree.all().find(|id| tree.tag(*id) == Some(Tag::Q)).expect("a quotation");
        around(&tree, quotation, depth)
    }

    #[test]
    fn marks_are_those_of_the_language() {
        for (lang, first, second) in [
            ("en", ("\u{201c}", "\u{201d}"), ("\u{2018}", "\u{2019}")),
            ("de", ("\u{201e}", "\u{201c}"), ("\u{201a}", "\u{2018}")),
            ("de-CH", ("\u{ab}", "\u{bb}"), ("\u{2039}", "\u{203a}")),
            ("FR-fr", ("\u{ab}", "\u{bb}"), ("\u{2039}", "\u{203a}")),
            ("ja", ("\u{300c}", "\u{300d}"), ("\u{300e}", "\u{300f}")),
            ("zh-TW", ("\u{300c}", "\u{300d}"), ("\u{300e}", "\u{300f}")),
            // The letters begin another language's tag.
            ("dea", ("\u{201c}", "\u{201d}"), ("\u{2018}", "\u{2019}")),
            ("", ("\u{201c}", "\u{201d}"), ("\u{2018}", "\u{2019}")),
        ] {
            let html = format!("<div lang='{lang}'><q>a</q></div>");
            assert_eq!((marks(&html, 0), marks(&html, 1)), (Some(first), Some(second)), "{lang}");
            assert_eq!(marks(&html, 2), Some(first));
        }
    }

    #[test]
    fn pages_that_write_their_own_marks_get_no_others() {
        for html in ["<q>\"a\"</q>", "<q> \u{201e}a</q>", "<q><b>'a'</b></q>"] {
            assert_eq!(marks(html, 0), None, "{html}");
        }
        assert_eq!(marks("<q> </q>", 0), None, "nothing is quoted");
        assert!(ends_with_one("a \u{201c}") && !ends_with_one("a"));
    }
}
