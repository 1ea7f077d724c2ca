//! Codes of languages: tags of BCP 47, and what pages declare in their place.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Codes of three letters that say that a text is in no language, in several, or in one unknown
/// (ISO 639-2).
const NO_LANGUAGE: &[&str] = &["mis", "mul", "und", "zxx"];

/// The rows of the table: kind, code, and other codes of the same language.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let rows = include_str!("../../data/languages.tsv").lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| {
        let (kind, row) = row.split_once('\t')?;
        row.split_once('\t').map(|(code, others)| (kind, code, others))
    })
}

/// For each code of the table, the one that tags have.
static CODES: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
    let mut codes = FxHashMap::default();
    for (kind, code, others) in rows() {
        let others = others.split(' ');
        match kind {
            "long" => codes.extend(others.map(|code| (code, code))),
            _ => codes.extend(others.chain([code]).map(|other| (other, code))),
        }
    }
    codes
});

/// Whether a primary code is that of a language: one of ISO 639-1, or one of three letters that the
/// table has.
pub(super) fn is_registered(code: &str) -> bool {
    CODES.get(code).is_some_and(|known| *known == code)
}

/// A declared language as a tag: `en_US` and `EN-us` become `en-US`, `deu` and `at` become `de`.
/// `None` for anything that is no tag (BCP 47, section 2.1.1), and for codes of no language.
pub(super) fn tag(declared: &str) -> Option<String> {
    let first = declared.split([',', ';']).next()?.trim();
    let mut parts = first.split(['-', '_']);
    let language = parts.next()?.to_ascii_lowercase();
    let letters = |s: &str| s.bytes().all(|b| b.is_ascii_alphabetic());
    if !(2..=3).contains(&language.len()) || !letters(&language) {
        return None;
    }
    let mut tag = match CODES.get(language.as_str()) {
        Some(known) => (*known).to_owned(),
        None if language.len() == 2 && primary(&language) == language => return None,
        None if NO_LANGUAGE.contains(&language.as_str()) => return None,
        None => language,
    };
    for part in parts.take(3) {
        tag.push('-');
        match part.len() {
            2 if letters(part) => tag.push_str(&part.to_ascii_uppercase()),
            // Four letters are a script: `zh-Hant`.
            4 if letters(part) => {
                tag.push_str(&part[..1].to_ascii_uppercase());
                tag.push_str(&part[1..].to_ascii_lowercase());
            }
            3 | 5..=8 if part.bytes().all(|b| b.is_ascii_alphanumeric()) => tag.push_str(part),
            _ => {
                tag.pop();
                break;
            }
        }
    }
    Some(tag)
}

/// The primary language of a tag, by the code that is in use today.
pub(super) fn primary(tag: &str) -> &str {
    match tag.split('-').next().unwrap_or(tag) {
        "no" => "nb",
        "iw" => "he",
        "in" => "id",
        "ji" => "yi",
        "fil" => "tl",
        "mo" => "ro",
        "sh" => "sr",
        other => other,
    }
}

/// The BCP 47 tag of an ISO 639-3 code: its two-letter code where there is one.
pub fn language_tag(code: &str) -> &str {
    CODES.get(code).filter(|_| code.len() == 3).copied().unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_languages_become_tags() {
        for (declared, expected) in [
            ("en", Some("en")),
            ("en_US", Some("en-US")),
            ("EN-us", Some("en-US")),
            ("zh-hant-TW", Some("zh-Hant-TW")),
            ("de-CH-1996", Some("de-CH")),
            ("sl-rozaj", Some("sl-rozaj")),
            ("en, de", Some("en")),
            (" fr ;q=1", Some("fr")),
            ("deu", Some("de")),
            ("chi-hant_tw", Some("zh-Hant-TW")),
            ("cmn", Some("zh")),
            ("jp", Some("ja")),
            ("cz", Some("cs")),
            ("UA", Some("uk")),
            ("gr", Some("el")),
            ("dk", Some("da")),
            // Codes of languages, though of countries, too.
            ("br", Some("br")),
            ("se", Some("se")),
            ("iw", Some("iw")),
            ("frr", Some("frr")),
            ("qqx", Some("qqx")),
            ("xx", None),
            ("und", None),
            ("zxx", None),
            ("x", None),
            ("english", None),
            ("12", None),
            ("", None),
        ] {
            assert_eq!(tag(declared).as_deref(), expected, "{declared}");
        }
    }

    #[test]
    fn old_and_double_codes_are_those_in_use() {
        for (tag, expected) in [
            ("no", "nb"),
            ("nn-NO", "nn"),
            ("iw", "he"),
            ("in-ID", "id"),
            ("en-GB", "en"),
            ("", ""),
        ] {
            assert_eq!(primary(tag), expected, "{tag}");
        }
        for (code, expected) in
            [("deu", "de"), ("nob", "nb"), ("fur", "fur"), ("jp", "jp"), ("", "")]
        {
            assert_eq!(language_tag(code), expected, "{code}");
        }
    }

    #[test]
    fn codes_of_the_table_are_of_one_language() {
        let mut seen = std::collections::HashMap::new();
        for (kind, code, others) in rows() {
            assert!(["short", "long", "country"].contains(&kind), "{kind}");
            let length = if kind == "country" { 2 } else { 3 };
            assert!(others.split(' ').all(|other| other.len() == length), "{kind} {code}");
            assert!(code.len() == 2 || kind == "long", "{code}");
            for other in others.split(' ') {
                assert_eq!(seen.insert(other, code), None, "{other} is there twice");
            }
        }
        // A country with the code of a language would take it away.
        assert!(rows().all(|(_, code, _)| !seen.contains_key(code)));
    }

    #[test]
    fn codes_of_languages_are_registered() {
        for (code, expected) in
            [("de", true), ("frr", true), ("deu", false), ("jp", false), ("qqx", false)]
        {
            assert_eq!(is_registered(code), expected, "{code}");
        }
        let labels =
            scutch_language::fitting::labels().iter().map(scutch_language::fitting::Label::primary);
        let missing: Vec<_> = labels.filter(|code| !is_registered(code)).collect();
        assert_eq!(missing, ["und"]);
    }
}
