//! The quotation marks that browsers put around `q`, by language (CLDR, delimiters; HTML standard, rendering of quotes).

use crate::tree::{Attr, NodeId, Tree};

/// Marks around a quotation, and around one in another.
type Marks = [&'static str; 4];

/// English, and where no other is known.
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
/// Characters that are quotation marks: where the page has written one, browsers are told to show none.
const KNOWN: &[char] = &['"', '“', '”', '„', '‘', '’', '‚', '«', '»', '‹', '›', '「', '『', '\''];
/// Elements around a quotation in which a language is looked for, and nodes in it in which its first character is.
const REACH: usize = 64;
/// Characters of a text that are looked at for it.
const SPACE: usize = 256;

/// The marks around a quotation that has some others around it; none where the page has written its own.
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
