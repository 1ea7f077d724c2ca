//! The language of the text: what the page declares, checked by a detector.

use whatlang::{Info, Lang, Script, detect};

use super::candidate::Metadata;
use super::field::Field;
use super::found::Found;
use crate::{Block, BlockKind, Extraction, Page};

/// Characters of text the detector is given: more hardly changes its mind, but takes its time.
const SAMPLE_CHARS: usize = 1000;
/// Characters below which the detector guesses.
const LEAST_CHARS: usize = 60;
/// Confidence above which the detector is believed against the page.
const SURE: f64 = 0.9;

/// Languages that the detector finds in texts of others, and hardly a page is written in.
const RARE: &[Lang] = &[Lang::Lat, Lang::Epo];
/// Languages of many pages that the detector does not know: it takes Albanian for French and is sure of it.
const UNKNOWN: &[&str] = &[
    "sq", "eu", "gl", "is", "ga", "gd", "mt", "lb", "ms", "sw", "bs", "br", "oc", "ast", "fo",
    "ku", "mg", "so", "ha", "ig", "yo", "ht", "mi", "sm", "fy", "rm", "fur", "sc", "co", "kk",
    "ky", "mn", "tg", "tt", "ba", "cv", "os", "ps", "sd", "ckb", "ug",
];
/// One letter in so many is, in a language that the detector does not know, one that those it knows do not have.
const OWN_LETTERS: usize = 100;

pub(super) fn choose(
    page: &Page,
    extraction: &Extraction,
    found: &mut Found,
    metadata: &mut Metadata,
) {
    let sample = sample(page, extraction);
    let declared = found.ranked(Field::Language).iter().find_map(|c| tag(&c.value));
    let declares = |code: &str| declared.as_deref().is_some_and(|tag| primary(tag) == code);
    let detected = if sample.chars().count() >= LEAST_CHARS { detect(&sample) } else { None };
    let unknown = UNKNOWN.iter().any(|code| declares(code));
    // English is not what texts of these languages are taken for.
    let mistakes =
        |info: &Info| unknown && info.lang() != Lang::Eng && may_be_unknown(info.script(), &sample);
    let detected = detected.filter(|info| !mistakes(info));
    if let Some(info) = detected {
        let code = code(info.lang());
        let agrees = declares(code);
        let sure = info.confidence() >= SURE && !RARE.contains(&info.lang());
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

/// Whether a text in a script can be in one of [`UNKNOWN`]. Sites in Kazakh have pages in Russian that are declared alike,
/// but letters tell them apart; those of Latin languages do not.
fn may_be_unknown(script: Script, text: &str) -> bool {
    let last_shared = match script {
        Script::Latin => return true,
        // Russian, Ukrainian, Bulgarian, Serbian; Arabic.
        Script::Cyrillic => '\u{45f}',
        Script::Arabic => '\u{64a}',
        _ => return false,
    };
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    letters().filter(|c| *c > last_shared).count() * OWN_LETTERS >= letters().count()
}

/// The beginning of the text: its words, for code is in no language; where there is nothing else, the code.
fn sample(page: &Page, extraction: &Extraction) -> String {
    let is_code = |block: &&Block| block.kind == BlockKind::Code;
    let words = first_of(extraction.kept(page).filter(|block| !is_code(block)));
    let words = if words.trim().is_empty() { first_of(extraction.kept(page)) } else { words };
    let (han, latin) = words.chars().fold((0, 0), |(han, latin), c| {
        (han + usize::from(is_east_asian(c)), latin + usize::from(c.is_ascii_alphabetic()))
    });
    // Texts about technology are full of names: the detector goes by the script of most letters.
    if han > 0 && han * LETTERS >= latin {
        return words.chars().filter(|c| !c.is_ascii_alphabetic()).collect();
    }
    words
}

/// Latin letters that say as much as one Chinese, Japanese or Korean character.
const LETTERS: usize = 3;

/// Whether a character is one of the scripts of Chinese, Japanese or Korean.
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

/// `en_US` and `EN-us` become `en-US`; what is no tag is nothing (BCP 47, section 2.1.1).
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

/// The language without script and region; the detector does not tell the Norwegians apart.
fn primary(tag: &str) -> &str {
    match tag.split('-').next().unwrap_or(tag) {
        "no" | "nn" => "nb",
        "iw" => "he",
        "in" => "id",
        other => other,
    }
}

/// The detector speaks ISO 639-3; BCP 47 wants the two-letter code where there is one.
fn code(lang: Lang) -> &'static str {
    language_tag(lang.code())
}

/// The BCP 47 tag of an ISO 639-3 code: two letters where there are two.
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
