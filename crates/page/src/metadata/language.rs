//! The language of the text: declared by the page, checked by a detector.

use whatlang::{Info, Lang, Script, detect};

use super::candidate::Metadata;
use super::field::Field;
use super::found::Found;
use crate::{Block, BlockKind, Extraction, Page};

/// Characters given to the detector: more hardly change its result, but take time.
const SAMPLE_CHARS: usize = 1000;
/// With fewer characters the detector guesses.
const LEAST_CHARS: usize = 60;
/// From this confidence on, the detector overrules the page.
const SURE: f64 = 0.9;

/// Languages that the detector finds in texts of others, and that hardly any page is written in.
const RARE: &[Lang] = &[Lang::Lat, Lang::Epo];
/// Languages that the detector does not know. It takes Albanian for French, with high confidence.
const UNKNOWN: &[&str] = &[
    "sq", "eu", "gl", "is", "ga", "gd", "mt", "lb", "ms", "sw", "bs", "br", "oc", "ast", "fo",
    "ku", "mg", "so", "ha", "ig", "yo", "ht", "mi", "sm", "fy", "rm", "fur", "sc", "co", "kk",
    "ky", "mn", "tg", "tt", "ba", "cv", "os", "ps", "sd", "ckb", "ug",
];
/// In an unknown language at least one letter in this many is not used by the known ones.
const OWN_LETTERS: usize = 100;

pub(super) fn choose(
    page: &Page,
    extraction: &Extraction,
    found: &mut Found,
    metadata: &mut Metadata,
) {
    let sample = sample(page, extraction);
    let declared = found.ranked(Field::Language).iter().find_map(|c| tag(&c.value));
    // `no` and `nb` are one language to the detector.
    let declares = |code: &str| declared.as_deref().is_some_and(|tag| primary(tag) == code);
    let detected = if sample.chars().count() >= LEAST_CHARS { detect(&sample) } else { None };
    let unknown = UNKNOWN.iter().any(|code| declares(code));
    // Texts in these languages are never taken for English, so English stays possible.
    let mistakes =
        |info: &Info| unknown && info.lang() != Lang::Eng && may_be_unknown(info.script(), &sample);
    let detected = detected.filter(|info| !mistakes(info));
    if let Some(info) = detected {
        let code = code(info.lang());
        let agrees = declares(code);
        let sure = info.confidence() >= SURE && !RARE.contains(&info.lang());
        // A page that declares nothing takes even an unsure guess.
        let decides = declared.is_none() || (!agrees && sure);
        let rank = if decides { 10 } else { 60 };
        let score = info.confidence() as f32;
        found.detect(Field::Language, rank, "whatlang", code, Some(score));
        if agrees || decides {
            metadata.language_score = Some(score);
        }
        if decides {
            metadata.language = Some(code.to_owned());
            return;
        }
    }
    metadata.language = declared;
}

/// Whether a text can be in one of [`UNKNOWN`]. Kazakh sites declare their Russian pages as Kazakh,
/// but letters tell the two apart. In Latin script they do not.
fn may_be_unknown(script: Script, text: &str) -> bool {
    let last_shared = match script {
        Script::Latin => return true,
        // Last letters of Russian, Ukrainian, Bulgarian and Serbian, and of Arabic.
        Script::Cyrillic => '\u{45f}',
        Script::Arabic => '\u{64a}',
        _ => return false,
    };
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    letters().filter(|c| *c > last_shared).count() * OWN_LETTERS >= letters().count()
}

/// The beginning of the text without code, which is in no language, unless there is nothing else.
fn sample(page: &Page, extraction: &Extraction) -> String {
    let is_code = |block: &&Block| block.kind == BlockKind::Code;
    let words = first_of(extraction.kept(page).filter(|block| !is_code(block)));
    let words = if words.trim().is_empty() { first_of(extraction.kept(page)) } else { words };
    let (han, latin) = words.chars().fold((0, 0), |(han, latin), c| {
        (han + usize::from(is_east_asian(c)), latin + usize::from(c.is_ascii_alphabetic()))
    });
    // Texts about technology are full of Latin names, and the detector follows the majority script.
    if han > 0 && han * LETTERS >= latin {
        return words.chars().filter(|c| !c.is_ascii_alphabetic()).collect();
    }
    words
}

/// Latin letters that carry as much text as one Chinese, Japanese or Korean character.
const LETTERS: usize = 3;

/// Whether a character belongs to the Chinese, Japanese or Korean script.
fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{20000}'..='\u{3134f}')
}

fn first_of<'p>(blocks: impl Iterator<Item = &'p Block>) -> String {
    let mut sample = String::new();
    let mut left = SAMPLE_CHARS;
    for block in blocks {
        if left > 0 {
            sample.extend(block.text.chars().take(left));
            sample.push(' ');
            left = left.saturating_sub(block.chars as usize);
        }
    }
    sample
}

/// A declared language as a tag: `en_US` and `EN-us` become `en-US`. `None` for anything that is no
/// tag (BCP 47, section 2.1.1).
fn tag(declared: &str) -> Option<String> {
    let first = declared.split([',', ';']).next()?.trim();
    let mut parts = first.split(['-', '_']);
    let language = parts.next()?.to_ascii_lowercase();
    let letters = |s: &str| s.bytes().all(|b| b.is_ascii_alphabetic());
    if !(2..=3).contains(&language.len()) || !letters(&language) {
        return None;
    }
    let mut tag = language;
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

/// The primary language of a tag. The detector does not distinguish Norwegian languages.
fn primary(tag: &str) -> &str {
    match tag.split('-').next().unwrap_or(tag) {
        "no" | "nn" => "nb",
        "iw" => "he",
        "in" => "id",
        other => other,
    }
}

/// The tag of a detected language: the detector uses ISO 639-3, BCP 47 the shortest code.
fn code(lang: Lang) -> &'static str {
    language_tag(lang.code())
}

/// The BCP 47 tag of an ISO 639-3 code: its two-letter code where there is one.
pub fn language_tag(code: &str) -> &str {
    SHORT.iter().find(|(long, _)| *long == code).map_or(code, |(_, short)| short)
}

#[rustfmt::skip]
const SHORT: &[(&str, &str)] = &[
    ("afr", "af"), ("aka", "ak"), ("amh", "am"), ("ara", "ar"), ("aze", "az"), ("bel", "be"),
    ("ben", "bn"), ("bul", "bg"), ("cat", "ca"), ("ces", "cs"), ("cmn", "zh"), ("cym", "cy"),
    ("dan", "da"), ("deu", "de"), ("ell", "el"), ("eng", "en"), ("epo", "eo"), ("est", "et"),
    ("fin", "fi"), ("fra", "fr"), ("guj", "gu"), ("heb", "he"), ("hin", "hi"), ("hrv", "hr"),
    ("hun", "hu"), ("hye", "hy"), ("ind", "id"), ("ita", "it"), ("jav", "jv"), ("jpn", "ja"),
    ("kan", "kn"), ("kat", "ka"), ("khm", "km"), ("kor", "ko"), ("lat", "la"), ("lav", "lv"),
    ("lit", "lt"), ("mal", "ml"), ("mar", "mr"), ("mkd", "mk"), ("mya", "my"), ("nep", "ne"),
    ("nld", "nl"), ("nob", "nb"), ("ori", "or"), ("pan", "pa"), ("pes", "fa"), ("pol", "pl"),
    ("por", "pt"), ("ron", "ro"), ("rus", "ru"), ("sin", "si"), ("slk", "sk"), ("slv", "sl"),
    ("sna", "sn"), ("spa", "es"), ("srp", "sr"), ("swe", "sv"), ("tam", "ta"), ("tel", "te"),
    ("tgl", "tl"), ("tha", "th"), ("tuk", "tk"), ("tur", "tr"), ("ukr", "uk"), ("urd", "ur"),
    ("uzb", "uz"), ("vie", "vi"), ("yid", "yi"), ("zul", "zu"),
];

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
            ("x", None),
            ("english", None),
            ("12", None),
            ("", None),
        ] {
            assert_eq!(tag(declared).as_deref(), expected, "{declared}");
        }
    }

    #[test]
    fn languages_of_one_name_are_one_to_the_detector() {
        for (tag, expected) in [
            ("no", "nb"),
            ("nn-NO", "nb"),
            ("iw", "he"),
            ("in-ID", "id"),
            ("en-GB", "en"),
            ("", ""),
        ] {
            assert_eq!(primary(tag), expected, "{tag}");
        }
        for (code, expected) in [("deu", "de"), ("nob", "nb"), ("fur", "fur"), ("", "")] {
            assert_eq!(language_tag(code), expected, "{code}");
        }
    }

    #[test]
    fn every_language_of_the_detector_has_a_short_tag() {
        for lang in Lang::all() {
            assert_eq!(code(*lang).len(), 2, "{lang:?}");
        }
    }

    #[test]
    fn letters_tell_unknown_languages_of_shared_scripts() {
        for (script, text, expected) in [
            (Script::Latin, "Mjegulla u ngrit", true),
            (Script::Cyrillic, "Туман рассеялся этим утром", false),
            (Script::Cyrillic, "Тұман таңертең сейілді", true),
            (Script::Hebrew, "הערפל", false),
        ] {
            assert_eq!(may_be_unknown(script, text), expected, "{text}");
        }
    }
}
