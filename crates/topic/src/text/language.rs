//! Languages: detection, stemmers, stop words.

use std::sync::OnceLock;

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::{FxHashMap, FxHashSet};

/// Characters that are given to the detector. More rarely change its answer, and cost time.
const SAMPLE_CHARS: usize = 1500;
/// Fewest characters: for shorter texts the detector guesses.
const LEAST_CHARS: usize = 80;

/// The language of a text (ISO 639-3 where something here depends on it) and the confidence, 0 to 1.
/// `None` for short texts and for texts in no language.
pub(crate) fn detect(text: &str) -> Option<(&'static str, f64)> {
    // By characters: a cut by bytes might fall within one.
    let end = text.char_indices().nth(SAMPLE_CHARS).map_or(text.len(), |(at, _)| at);
    let sample = &text[..end];
    if sample.chars().count() < LEAST_CHARS {
        return None;
    }
    let found = scutch_language::detect(sample);
    let code = found.tag.split('-').next().unwrap_or(found.tag);
    let long = || LONG.iter().find(|(short, _)| *short == code).map_or(code, |(_, long)| long);
    found.reason.is_none().then(|| (long(), found.confidence))
}

/// Codes of ISO 639-3 for languages with a stemmer or with stop words; others keep the shortest code.
#[rustfmt::skip]
const LONG: &[(&str, &str)] = &[
    ("en", "eng"), ("ar", "ara"), ("da", "dan"), ("nl", "nld"), ("fi", "fin"), ("fr", "fra"),
    ("de", "deu"), ("el", "ell"), ("hu", "hun"), ("it", "ita"), ("nb", "nob"), ("nn", "nno"),
    ("pt", "por"), ("ro", "ron"), ("ru", "rus"), ("es", "spa"), ("sv", "swe"), ("ta", "tam"),
    ("tr", "tur"), ("pl", "pol"), ("cs", "ces"),
];

/// Whether two detected languages are the same, or so near that the detector confuses them.
pub(crate) fn is_close(one: &str, other: &str) -> bool {
    let short =
        |code: &'_ str| LONG.iter().find(|(_, long)| *long == code).map(|(short, _)| *short);
    scutch_language::is_close(short(one).unwrap_or(one), short(other).unwrap_or(other))
}

/// The stemmer of a language, if there is one. An unknown language is taken for English.
pub(crate) fn stemmer(language: Option<&str>) -> Option<Stemmer> {
    let algorithm = match language.unwrap_or("eng") {
        "eng" => Algorithm::English,
        "ara" => Algorithm::Arabic,
        "dan" => Algorithm::Danish,
        "nld" => Algorithm::Dutch,
        "fin" => Algorithm::Finnish,
        "fra" => Algorithm::French,
        "deu" => Algorithm::German,
        "ell" => Algorithm::Greek,
        "hun" => Algorithm::Hungarian,
        "ita" => Algorithm::Italian,
        // The stemmer was made for Bokmål; Nynorsk shares most endings.
        "nob" | "nno" => Algorithm::Norwegian,
        "por" => Algorithm::Portuguese,
        "ron" => Algorithm::Romanian,
        "rus" => Algorithm::Russian,
        "spa" => Algorithm::Spanish,
        "swe" => Algorithm::Swedish,
        "tam" => Algorithm::Tamil,
        "tur" => Algorithm::Turkish,
        _ => return None,
    };
    Some(Stemmer::create(algorithm))
}

type Stopwords = FxHashMap<&'static str, FxHashSet<&'static str>>;

/// The stop words of a language, if there are any. An unknown language is taken for English.
pub(crate) fn stopwords(language: Option<&str>) -> Option<&'static FxHashSet<&'static str>> {
    static TABLE: OnceLock<Stopwords> = OnceLock::new();
    TABLE.get_or_init(|| rows().collect()).get(language.unwrap_or("eng"))
}

/// Stop words of all languages.
pub(crate) fn all_stopwords() -> impl Iterator<Item = &'static str> {
    rows().flat_map(|(_, words)| words)
}

fn rows() -> impl Iterator<Item = (&'static str, FxHashSet<&'static str>)> {
    let lines = include_str!("../../data/stopwords.tsv").lines();
    let rows = lines.filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once('\t'));
    rows.map(|(language, words)| (language, words.split(' ').collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_whole() {
        let lines =
            include_str!("../../data/stopwords.tsv").lines().filter(|l| !l.starts_with('#'));
        assert_eq!(rows().count(), lines.count());
    }

    #[test]
    fn languages_that_the_detector_confuses_are_close() {
        for (one, other, close) in [
            ("eng", "eng", true),
            ("eng", "deu", false),
            ("nob", "nno", true),
            ("nob", "dan", false),
            ("hr", "sr", true),
            ("ja", "zh", false),
        ] {
            assert_eq!(is_close(one, other), close, "{one} {other}");
            assert_eq!(is_close(other, one), close, "{other} {one}");
        }
    }

    #[test]
    fn every_stop_word_table_is_of_a_language_and_in_lower_case() {
        for language in ["eng", "deu", "fra", "spa", "ita", "por", "nld", "hun", "rus"] {
            let words = stopwords(Some(language)).expect(language);
            assert!(words.len() > 30, "{language}");
            assert!(words.iter().all(|w| !w.is_empty() && w.to_lowercase() == **w));
        }
        assert!(stopwords(None).unwrap().contains("the"));
    }

    #[test]
    fn stemmers_and_stop_words_are_found_by_the_codes_of_the_detector() {
        for (short, long) in LONG {
            assert!(scutch_language::is_known(short), "{short}");
            assert!(stemmer(Some(long)).is_some() || stopwords(Some(long)).is_some(), "{long}");
        }
        for (language, _) in rows() {
            assert!(LONG.iter().any(|(_, long)| *long == language), "{language}");
        }
    }

    #[test]
    fn short_texts_have_no_language() {
        assert_eq!(detect("Hello"), None);
        let text = "The ferry to the islands left the harbour ten minutes late this morning, \
                    and nobody on board seemed to mind.";
        assert_eq!(detect(text).map(|(code, _)| code), Some("eng"));
    }
}
