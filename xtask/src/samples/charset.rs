//! Text to bytes in the encodings of the old web, and whether a page's labels name the right one.

use anyhow::{Context, Result};
use encoding_rs::{Encoding, UTF_8};

/// The encoding with this label.
fn named(label: &str) -> Result<&'static Encoding> {
    Encoding::for_label(label.as_bytes()).with_context(|| format!("no encoding {label:?}"))
}

/// The text in the encoding; what it lacks becomes a numeric character reference, as browsers and
/// editors of the time wrote it.
pub(crate) fn encode(text: &str, charset: &str, bom: bool) -> Result<Vec<u8>> {
    let encoding = named(charset)?;
    let mut bytes = if bom && encoding == UTF_8 { b"\xEF\xBB\xBF".to_vec() } else { Vec::new() };
    bytes.extend_from_slice(&encoding.encode(text).0);
    Ok(bytes)
}

/// The encoding's name in lower case, for all of its labels.
pub(crate) fn canonical(charset: &str) -> Result<String> {
    Ok(named(charset)?.name().to_ascii_lowercase())
}

/// Encodings that a detector could name for pages of the samples.
const CANDIDATES: &[&str] = &[
    "utf-8",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1257",
    "iso-8859-2",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-7",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    "iso-8859-16",
    "koi8-r",
    "koi8-u",
    "macintosh",
    "ibm866",
    "shift_jis",
    "euc-jp",
    "euc-kr",
    "big5",
    "gbk",
];

/// Other encodings under which the same bytes are the same text: a detector that names one of
/// them has made no mistake that a reader could see.
pub(crate) fn equivalents(bytes: &[u8], charset: &str) -> Result<Vec<String>> {
    let own = named(charset)?;
    let decode = |encoding: &'static Encoding| {
        encoding.decode_without_bom_handling_and_without_replacement(bytes)
    };
    let text = decode(own);
    let mut names = Vec::new();
    for label in CANDIDATES {
        let other = named(label)?;
        if other != own && text.is_some() && decode(other) == text {
            names.push(other.name().to_ascii_lowercase());
        }
    }
    Ok(names)
}

/// `right` if every label names the encoding, `missing` without labels, otherwise `wrong`.
pub(crate) fn verdict(charset: &str, labels: &[Option<&str>]) -> Result<&'static str> {
    let encoding = named(charset)?;
    let mut given = labels.iter().flatten().peekable();
    if given.peek().is_none() {
        return Ok("missing");
    }
    for label in given {
        if named(label)? != encoding {
            return Ok("wrong");
        }
    }
    Ok("right")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_judged_by_what_they_mean() {
        assert_eq!(verdict("windows-1252", &[None, Some("iso-8859-1")]).unwrap(), "right");
        assert_eq!(verdict("koi8-r", &[None, None]).unwrap(), "missing");
        assert_eq!(verdict("koi8-r", &[Some("utf-8"), Some("koi8-r")]).unwrap(), "wrong");
    }

    #[test]
    fn bytes_can_be_the_same_text_in_several_encodings() {
        let bytes = encode("őrült", "iso-8859-2", false).unwrap();
        assert!(equivalents(&bytes, "iso-8859-2").unwrap().contains(&"windows-1250".to_owned()));
        assert!(!equivalents(&bytes, "iso-8859-2").unwrap().contains(&"windows-1252".to_owned()));
    }

    #[test]
    fn characters_that_an_encoding_lacks_become_references() {
        assert_eq!(encode("ő„", "iso-8859-2", false).unwrap(), b"\xF5&#8222;");
        assert_eq!(encode("é", "utf-8", true).unwrap(), b"\xEF\xBB\xBF\xC3\xA9");
    }
}
