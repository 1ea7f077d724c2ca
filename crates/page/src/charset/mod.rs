//! From bytes to text.
//!
//! The order of evidence, strongest first:
//!
//! 1. a byte order mark,
//! 2. byte patterns of UTF-16 and ISO-2022-JP,
//! 3. valid UTF-8,
//! 4. a label (HTTP, then document, else an archive's guess) that the detector confirms, or that a
//!    multi-byte encoding proves by decoding without error,
//! 5. the detector.
//!
//! A label never wins against bytes that contradict it, because archives are full of wrong labels.
//!
//! ```
//! use scutch_page::{CharsetSource, Hints, charset};
//!
//! let decoded = charset::decode("gr\u{fc}n".as_bytes(), &Hints::default());
//! assert_eq!((decoded.charset, decoded.source), ("utf-8", CharsetSource::Utf8));
//! ```

mod detect;
mod label;
mod mojibake;
mod pattern;
mod source;

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use self::label::Label;
pub use self::source::CharsetSource;
use crate::hints::CharsetRule;
use crate::{Hints, PageFlag};

/// A decoded document.
#[derive(Debug, Clone)]
pub struct Decoded<'a> {
    /// The text, without byte order mark.
    pub text: Cow<'a, str>,
    /// WHATWG name of the encoding, in lower case.
    pub charset: &'static str,
    /// What decided it.
    pub source: CharsetSource,
    /// What was noteworthy.
    pub flags: Vec<PageFlag>,
}

/// Decodes `bytes`. Never fails: invalid bytes become U+FFFD, with a flag. A document that is no
/// text in any charset is flagged, too.
pub fn decode<'a>(bytes: &'a [u8], hints: &Hints<'_>) -> Decoded<'a> {
    let mut decoded = by_rule(bytes, hints);
    if !pattern::is_text(bytes, &decoded.text) {
        decoded.flags.push(PageFlag::NotText);
    }
    decoded
}

/// Decodes by the rule of the hints.
fn by_rule<'a>(bytes: &'a [u8], hints: &Hints<'_>) -> Decoded<'a> {
    let mut flags = Vec::new();
    let labels = label::labels(bytes, hints, &mut flags);
    if hints.charset_rule == CharsetRule::Strict {
        return strict(bytes, &labels, flags);
    }
    // The detector weighs encodings by the languages of the country.
    let tld = hints.url.and_then(scutch_url::top_level_domain);
    let (encoding, source) = decide(bytes, &labels, tld.as_deref());
    // ASCII bytes contradict no label of an ASCII-compatible encoding.
    let alike = bytes.is_ascii() && encoding.is_ascii_compatible();
    let overruled =
        |label: &&'static Encoding| **label != *encoding && !(alike && label.is_ascii_compatible());
    // With nothing but ASCII the label was not overruled by anything.
    if labels.iter().any(|l| overruled(&l.encoding)) && source != CharsetSource::Ascii {
        flags.push(PageFlag::CharsetLabelOverruled);
    }
    let (text, had_errors) = encoding.decode_with_bom_removal(bytes);
    if had_errors {
        flags.push(PageFlag::CharsetErrors);
    }
    let text = without_mojibake(text, &mut flags);
    Decoded { text, charset: name(encoding), source, flags }
}

/// The text, repaired if it had been misread before it was stored.
fn without_mojibake<'a>(text: Cow<'a, str>, flags: &mut Vec<PageFlag>) -> Cow<'a, str> {
    if !mojibake::is_found(&text) {
        return text;
    }
    flags.push(PageFlag::Mojibake);
    match mojibake::repaired(&text) {
        Some(repaired) => {
            flags.push(PageFlag::MojibakeRepaired);
            Cow::Owned(repaired)
        }
        None => text,
    }
}

/// Decodes by the strict rule.
fn strict<'a>(bytes: &'a [u8], labels: &[Label], mut flags: Vec<PageFlag>) -> Decoded<'a> {
    let label = |source| labels.iter().find(|label| label.source == source);
    let http = label(CharsetSource::Http);
    let (encoding, source) =
        http.map_or((UTF_8, CharsetSource::Utf8), |label| (label.encoding, label.source));
    let (text, http_fails) = encoding.decode_with_bom_removal(bytes);
    if http_fails {
        flags.push(PageFlag::CharsetHttpFails);
    }
    if let Some(declared) = label(CharsetSource::Meta).filter(|label| label.encoding != encoding)
        && declared.encoding.decode_with_bom_removal(bytes).1
    {
        flags.push(PageFlag::CharsetDocumentFails);
    }
    // Flagged but not repaired: the rule looks at labels only. Under another label the mojibake is
    // an effect of the label and was not stored.
    if encoding == UTF_8 && mojibake::is_found(&text) {
        flags.push(PageFlag::Mojibake);
    }
    Decoded { text, charset: name(encoding), source, flags }
}

/// The encoding by the strongest evidence.
fn decide(bytes: &[u8], labels: &[Label], tld: Option<&str>) -> (&'static Encoding, CharsetSource) {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return (encoding, CharsetSource::Bom);
    }
    // Before the ASCII test: UTF-16 of markup and ISO-2022-JP consist of ASCII bytes.
    if let Some(encoding) = pattern::utf16(bytes).or_else(|| pattern::iso_2022_jp(bytes)) {
        return (encoding, source_of(encoding, labels, CharsetSource::Pattern));
    }
    if bytes.is_ascii() {
        // Nothing contradicts a label here; it is kept for the archivist, the text is the same.
        let label = labels.iter().find(|l| l.encoding.is_ascii_compatible());
        return label.map_or((UTF_8, CharsetSource::Ascii), |l| (l.encoding, l.source));
    }
    if pattern::is_utf8_or_nearly(bytes) {
        return (UTF_8, source_of(UTF_8, labels, CharsetSource::Utf8));
    }
    detect::weigh(bytes, labels, tld)
}

/// The first label that names `encoding`, else `otherwise`.
fn source_of(
    encoding: &'static Encoding,
    labels: &[Label],
    otherwise: CharsetSource,
) -> CharsetSource {
    labels.iter().find(|l| l.encoding == encoding).map_or(otherwise, |l| l.source)
}

/// WHATWG names in lower case; the standard's own spelling is mixed.
fn name(encoding: &'static Encoding) -> &'static str {
    const LOWER: &[(&str, &str)] = &[
        ("UTF-8", "utf-8"),
        ("IBM866", "ibm866"),
        ("ISO-8859-2", "iso-8859-2"),
        ("ISO-8859-3", "iso-8859-3"),
        ("ISO-8859-4", "iso-8859-4"),
        ("ISO-8859-5", "iso-8859-5"),
        ("ISO-8859-6", "iso-8859-6"),
        ("ISO-8859-7", "iso-8859-7"),
        ("ISO-8859-8", "iso-8859-8"),
        ("ISO-8859-8-I", "iso-8859-8-i"),
        ("ISO-8859-10", "iso-8859-10"),
        ("ISO-8859-13", "iso-8859-13"),
        ("ISO-8859-14", "iso-8859-14"),
        ("ISO-8859-15", "iso-8859-15"),
        ("ISO-8859-16", "iso-8859-16"),
        ("KOI8-R", "koi8-r"),
        ("KOI8-U", "koi8-u"),
        ("GBK", "gbk"),
        ("Big5", "big5"),
        ("EUC-JP", "euc-jp"),
        ("ISO-2022-JP", "iso-2022-jp"),
        ("Shift_JIS", "shift_jis"),
        ("EUC-KR", "euc-kr"),
        ("UTF-16BE", "utf-16be"),
        ("UTF-16LE", "utf-16le"),
    ];
    let name = encoding.name();
    LOWER.iter().find(|(mixed, _)| *mixed == name).map_or(name, |(_, lower)| lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case<'a>(bytes: &'a [u8], http: Option<&str>, url: Option<&str>) -> Decoded<'a> {
        decode(bytes, &Hints { url, http_content_type: http, ..Hints::default() })
    }

    #[test]
    fn names_are_lower_case() {
        for label in ["utf8", "latin1", "sjis", "big5", "gb18030", "koi8-u", "macintosh", "866"] {
            let encoding = Encoding::for_label(label.as_bytes()).expect(label);
            assert!(name(encoding).bytes().all(|b| !b.is_ascii_uppercase()), "{label}");
        }
    }

    #[test]
    fn bom_beats_every_label() {
        let found = case(b"\xef\xbb\xbfna\xc3\xafve", Some("text/html; charset=iso-8859-1"), None);
        assert_eq!((found.charset, found.source), ("utf-8", CharsetSource::Bom));
        assert_eq!(found.text, "na\u{ef}ve");
        assert_eq!(found.flags, [PageFlag::CharsetLabelOverruled]);
    }

    #[test]
    fn valid_utf8_beats_a_wrong_label() {
        let found = case("gr\u{fc}n".as_bytes(), Some("text/html; charset=windows-1252"), None);
        assert_eq!((found.charset, found.source), ("utf-8", CharsetSource::Utf8));
    }

    #[test]
    fn a_label_the_detector_confirms_is_the_source() {
        let bytes =
            b"<meta charset=iso-8859-1><p>Die T\xfcren \xf6ffnen sich sp\xe4ter f\xfcr alle.";
        let found = case(bytes, None, None);
        assert_eq!((found.charset, found.source), ("windows-1252", CharsetSource::Meta));
        assert!(found.text.contains("T\u{fc}ren"));
    }

    #[test]
    fn a_label_that_lies_loses() {
        let (bytes, ..) = encoding_rs::WINDOWS_1251
            .encode("Вчера вечером вода в реке снова поднялась, мост закрыли для движения.");
        let found = case(&bytes, Some("text/html; charset=iso-8859-1"), Some("http://a.ru/"));
        assert_eq!((found.charset, found.source), ("windows-1251", CharsetSource::Detector));
        assert!(found.flags.contains(&PageFlag::CharsetLabelOverruled));
    }

    #[test]
    fn unknown_labels_are_flagged() {
        let found = case(b"caf\xe9 cr\xe8me", Some("text/html; charset=klingon"), None);
        assert!(found.flags.contains(&PageFlag::CharsetLabelUnknown));
        assert_eq!(found.charset, "windows-1252");
    }

    #[test]
    fn ascii_keeps_its_label_or_is_utf8() {
        let both = case(b"<meta charset=iso-8859-1>plain", Some("text/html; charset=utf-8"), None);
        assert_eq!((both.charset, both.flags.len()), ("utf-8", 0));
        assert_eq!(case(b"plain", None, None).charset, "utf-8");
        let found = case(b"plain", Some("text/html; charset=windows-1250"), None);
        assert_eq!((found.charset, found.source), ("windows-1250", CharsetSource::Http));
    }

    #[test]
    fn the_strict_rule_asks_both_labels_and_never_the_detector() {
        let strict = |bytes: &[u8], http| {
            let rule = CharsetRule::Strict;
            let hints = Hints { http_content_type: http, charset_rule: rule, ..Hints::default() };
            let found = decode(bytes, &hints);
            (found.charset, found.flags)
        };
        let latin = b"gr\xfcn";
        let latin1 = Some("text/html; charset=iso-8859-1");
        assert_eq!(strict(latin, latin1), ("windows-1252", vec![]));
        assert_eq!(strict(latin, None), ("utf-8", vec![PageFlag::CharsetHttpFails]));
        let declared = b"<meta charset=utf-8>gr\xfcn";
        assert_eq!(strict(declared, latin1).1, [PageFlag::CharsetDocumentFails]);
        let unknown = Some("text/html; charset=klingon");
        assert_eq!(strict(b"plain", unknown).1, [PageFlag::CharsetLabelUnknown]);
    }

    #[test]
    fn what_an_archive_guessed_is_a_label_of_its_own() {
        let guessed = |bytes: &[u8], http, charset, charset_rule| {
            let hints = Hints {
                http_content_type: http,
                guessed_charset: Some(charset),
                charset_rule,
                ..Hints::default()
            };
            let found = decode(bytes, &hints);
            (found.charset, found.source, found.flags)
        };
        let (weighed, strict) = (CharsetRule::Weighed, CharsetRule::Strict);
        let (latin, html) = (b"caf\xe9 cr\xe8me".as_slice(), Some("text/html"));
        let fails = vec![PageFlag::CharsetHttpFails];
        for (label, source) in
            [("windows-1252", CharsetSource::Archive), ("\"latin1\"; x", CharsetSource::Archive)]
        {
            assert_eq!(guessed(latin, html, label, weighed), ("windows-1252", source, vec![]));
            let found = guessed(latin, html, label, strict);
            assert_eq!(found, ("utf-8", CharsetSource::Utf8, fails.clone()));
        }
        // The server's word goes before it, and it is no label that the strict rule could not know.
        let sent = Some("text/html; charset=iso-8859-1");
        let found = guessed(latin, sent, "big5", weighed);
        assert_eq!(found, ("windows-1252", CharsetSource::Http, vec![]));
        for declared in ["<meta charset=iso-8859-2>", "<?xml version='1.0' encoding='iso-8859-2'?>"]
        {
            let page =
                [declared.as_bytes(), b"<p>ksi\xea\xbfka i \xbf\xf3\xb3w".as_slice()].concat();
            let found = guessed(&page, html, "windows-1252", weighed);
            assert_eq!((found.0, found.1), ("iso-8859-2", CharsetSource::Meta), "{declared}");
        }
        assert_eq!(guessed(b"plain", html, "klingon", strict).2, []);
        assert_eq!(guessed(b"plain", html, "klingon", weighed).2, [PageFlag::CharsetLabelUnknown]);
    }

    #[test]
    fn what_is_no_text_is_told() {
        // Bytes at random, as compressed data has them.
        let next = |n: &u32| Some(n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        let noise: Vec<u8> =
            std::iter::successors(Some(1), next).map(|n| (n >> 24) as u8).take(4096).collect();
        for rule in [CharsetRule::Weighed, CharsetRule::Strict] {
            let found = decode(&noise, &Hints { charset_rule: rule, ..Hints::default() });
            assert!(found.flags.contains(&PageFlag::NotText));
        }
        // A manual with bold letters struck twice, an old page with one control too many.
        let manual = "N\u{8}NA\u{8}AM\u{8}ME\u{8}E".repeat(50);
        let old = b"gr\xfcn \x01 und blau, wie alle Boote".as_slice();
        for text in [manual.as_bytes(), old] {
            assert!(!case(text, None, None).flags.contains(&PageFlag::NotText));
        }
    }

    #[test]
    fn mojibake_is_told_and_read_back_where_all_of_it_can_be() {
        let stored = "<p>Die FÃ¤hre kam spÃ¤ter fÃ¼r alle, â€žheuteâ€œ.";
        let found = case(stored.as_bytes(), None, None);
        assert_eq!(found.text, "<p>Die Fähre kam später für alle, „heute“.");
        assert_eq!(found.flags, [PageFlag::Mojibake, PageFlag::MojibakeRepaired]);
        let mixed = format!("{stored}<p>Übrigens: später.");
        let found = case(mixed.as_bytes(), None, None);
        assert_eq!((&*found.text, &found.flags[..]), (&*mixed, &[PageFlag::Mojibake][..]));
        let strict = Hints { charset_rule: CharsetRule::Strict, ..Hints::default() };
        let found = decode(stored.as_bytes(), &strict);
        assert_eq!((&*found.text, &found.flags[..]), (stored, &[PageFlag::Mojibake][..]));
        let label = Some("text/html; charset=windows-1252");
        let mislabelled = Hints { http_content_type: label, ..strict };
        assert_eq!(
            decode("<p>Die Fähre kam später für alle, „heute“.".as_bytes(), &mislabelled).flags,
            []
        );
    }

    #[test]
    fn utf16_without_bom_is_seen() {
        let bytes: Vec<u8> =
            "<p>Gr\u{fc}n ist es</p>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let found = case(&bytes, None, None);
        assert_eq!((found.charset, found.source), ("utf-16le", CharsetSource::Pattern));
        assert!(found.text.contains("Gr\u{fc}n"));
    }
}
