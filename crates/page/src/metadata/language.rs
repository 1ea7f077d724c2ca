//! The language of the text: declared by the page, weighed against what is measured.

use scutch_language::{Detected, chance, detect, is_close, is_known};

use super::candidate::{Metadata, Source};
use super::field::Field;
use super::found::Found;
use super::language_tags::{is_registered, primary, tag};
use crate::{Block, BlockKind, Extraction, Page, PageFlag};

/// Characters given to the detector: more hardly change its result, but take time.
const SAMPLE_CHARS: usize = 1000;
/// How often a declared language is right. English is what themes and templates declare until
/// somebody changes it.
const DECLARED: f64 = 0.95;
const DECLARED_ENGLISH: f64 = 0.9;
/// Languages of the table that the detector does not know are hardly declared by mistake. It takes
/// their texts for another small language, hardly ever for English.
const DECLARED_UNKNOWN: f64 = 0.9999;
/// The text is in the declared language at least as probably as this, whatever the detector makes of it.
const LEAST: f64 = 0.045;
/// Name of the detector among the origins of candidates.
const DETECTOR: &str = "scutch-language";

pub(super) fn choose(
    page: &Page,
    extraction: &Extraction,
    found: &mut Found,
    metadata: &mut Metadata,
) {
    let sample = sample(page, extraction);
    let measured = detect(&sample);
    let declared = found.ranked(Field::Language).iter().find_map(|c| tag(&c.value));
    metadata.language.clone_from(&declared);
    if let Some(reason) = measured.reason {
        if declared.is_none() {
            metadata.language_reason = Some(reason.id());
        }
        return;
    }
    // Rows have primary codes; the script is known from the text.
    let code = primary(measured.tag);
    let agrees = declared.as_deref().is_some_and(|tag| is_close(primary(tag), code));
    let wins = |tag: &str| outweighs(&measured, tag, chance(&sample, primary(tag)));
    let decides = !agrees && declared.as_deref().is_none_or(wins);
    let score = measured.confidence as f32;
    if decides {
        overrule(found, metadata, code);
    }
    if agrees || decides {
        let rank = if decides { 10 } else { 60 };
        found.detect(Field::Language, rank, DETECTOR, code, Some(score));
        // A close language that is declared is a better guess than the measured one, and has the
        // probability of its own.
        let close = declared.as_deref().filter(|_| agrees).map(primary).filter(|own| *own != code);
        let score = close.map_or(score, |own| chance(&sample, own) as f32);
        metadata.language_score = Some(score);
    } else {
        let known = super::Candidate::new(code.to_owned(), Source::Detector, DETECTOR);
        found.implausible.push((Field::Language.name(), known));
    }
}

/// Takes the measured language. What the page declares stays visible, but is no conflict.
fn overrule(found: &mut Found, metadata: &mut Metadata, code: &str) {
    if metadata.language.is_some() {
        metadata.flags.push(PageFlag::LanguageOverruled);
    }
    metadata.language = Some(code.to_owned());
    let Some(known) = found.fields.get_mut(Field::Language.name()) else { return };
    let differs = |tag: &str| !is_close(primary(tag), code);
    let wrong = known.extract_if(.., |(_, c)| tag(&c.value).is_none_or(|tag| differs(&tag)));
    let name = Field::Language.name();
    found.implausible.extend(wrong.map(|(_, candidate)| (name, candidate)));
}

/// Whether a measured language is more probable than the one declared, of which the detector says how
/// probable it is by the text.
fn outweighs(measured: &Detected, declared: &str, chance: f64) -> bool {
    let right = match primary(declared) {
        "en" => DECLARED_ENGLISH,
        code if !is_known(code) && is_registered(code) && primary(measured.tag) != "en" => {
            DECLARED_UNKNOWN
        }
        _ => DECLARED,
    };
    measured.confidence * (1.0 - right) > chance.max(LEAST) * right
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Agreement, ExtractConfig, Hints, Limits, Method};

    #[test]
    fn declared_and_measured_languages_are_weighed() {
        for (declared, tag, confidence, chance, expected) in [
            ("en-US", "hu", 0.95, 0.0, true),
            ("en-US", "fr", 0.6, 0.01, true),
            ("en-US", "fr", 0.4, 0.01, false),
            ("en-US", "fr", 0.8, 0.15, false),
            ("de", "hu", 0.84, 0.0, false),
            ("de", "hu", 0.93, 0.0, true),
            ("frr", "fy", 0.995, 0.0, false),
            ("frr", "en", 0.99, 0.0, true),
            // Words of three letters that are in no table are as good as any declaration.
            ("qqx", "de", 0.97, 0.0, true),
        ] {
            let measured = Detected { tag, confidence, reason: None };
            let found = outweighs(&measured, declared, chance);
            assert_eq!(found, expected, "{declared} {tag} {confidence}");
        }
    }

    /// A page that declares a language, with a text in another or in the same.
    fn metadata(declared: &str, text: &str) -> Metadata {
        let markup = format!("<html{declared}><body><article><p>{text}</p></article>");
        let page = Page::parse(markup.as_bytes(), &Hints::default(), &Limits::default());
        page.metadata(&Method::AllText.extract(&page, &ExtractConfig::default()))
    }

    const HUNGARIAN: &str = "A komp tíz perc késéssel hagyta el ma reggel a kikötőt, de ez senkit \
        sem zavart a fedélzeten. A köd csak délelőtt oszlott fel, és a sziget végre láthatóvá vált.";

    #[test]
    fn a_theme_that_declares_english_is_flagged_and_no_conflict() {
        let found = metadata(" lang=en-US", HUNGARIAN);
        assert_eq!(found.language.as_deref(), Some("hu"));
        assert_eq!(found.flags, [PageFlag::LanguageOverruled]);
        assert!(found.language_score.is_some_and(|score| score > 0.9));
        let agreement = found.agreements().find(|(field, _)| *field == "language");
        assert_eq!(agreement, Some(("language", Agreement::Single)));
        // The declaration stays visible.
        assert!(found.candidates["language"].iter().any(|c| c.value == "en-US"));
    }

    #[test]
    fn languages_are_declared_or_measured_or_there_is_a_reason() {
        let code = "let mut x = vec![0u8; len]; for i in 0..n { x[i] = buf[i] ^ 0xff; }";
        for (declared, text, language, reason) in [
            ("", HUNGARIAN, Some("hu"), None),
            (" lang=hu-HU", HUNGARIAN, Some("hu-HU"), None),
            (" lang=de", code, Some("de"), None),
            ("", code, None, Some("no-language")),
            ("", "12 345", None, Some("no-letters")),
        ] {
            let found = metadata(declared, text);
            assert_eq!(found.language.as_deref(), language, "{declared} {text}");
            assert_eq!(found.language_reason, reason, "{declared} {text}");
        }
    }

    const GERMAN: &str = "Der Hafenmeister hat am Montag den Pier gesperrt, nachdem Taucher Risse in \
        drei der ältesten Pfeiler gefunden hatten. Die Fähren fahren vorerst vom Fischmarkt ab.";

    #[test]
    fn codes_of_three_letters_and_of_countries_are_those_of_languages() {
        for (declared, text, language, is_overruled) in [
            ("deu", GERMAN, "de", false),
            ("ger-AT", GERMAN, "de-AT", false),
            ("at", GERMAN, "de", false),
            ("hun", HUNGARIAN, "hu", false),
            // Themes of other countries.
            ("jp", GERMAN, "de", true),
            ("cz", GERMAN, "de", true),
            ("dk", HUNGARIAN, "hu", true),
            ("eng", HUNGARIAN, "hu", true),
            // No language has this code: nothing is declared.
            ("xx", HUNGARIAN, "hu", false),
            ("und", HUNGARIAN, "hu", false),
        ] {
            let found = metadata(&format!(" lang={declared}"), text);
            assert_eq!(found.language.as_deref(), Some(language), "{declared}");
            let flags = if is_overruled { &[PageFlag::LanguageOverruled][..] } else { &[] };
            assert_eq!(found.flags, flags, "{declared}");
            let agreement = found.agreements().find(|(field, _)| *field == "language");
            assert_ne!(agreement, Some(("language", Agreement::Differ)), "{declared}");
        }
    }

    #[test]
    fn of_close_languages_each_has_its_own_probability() {
        let text = "Lučki kapetan je u ponedjeljak zatvorio istočni gat nakon što su ronioci našli \
            pukotine u tri najstarija stupa. Trajekti za otoke kreću s ribarnice.";
        let sample = format!("{text} ");
        let measured = detect(&sample);
        for declared in ["hr", "sr", "bs"] {
            let found = metadata(&format!(" lang={declared}"), text);
            assert_eq!(found.language.as_deref(), Some(declared));
            let detected = found.candidates["language"].iter().find(|c| c.detail == DETECTOR);
            let detected = detected.expect("a measured language");
            let code = primary(measured.tag);
            assert_eq!(detected.value, code);
            let own = chance(&sample, declared);
            let score = f64::from(found.language_score.expect("a score"));
            let expected = if declared == code { measured.confidence } else { own };
            assert!((score - expected).abs() < 1e-6, "{declared}: {score}, {expected}");
            let agreement = found.agreements().find(|(field, _)| *field == "language");
            assert_eq!(agreement, Some(("language", Agreement::Agree)), "{declared}");
        }
    }
}
