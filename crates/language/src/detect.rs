//! From a text to its language, with a confidence and, for `und`, a reason.

use crate::chinese;
use crate::exponential::exp;
use crate::labels::{Label, UND, labels, of_script};
use crate::model::{Model, Scores};
use crate::script::dominant_among;
use crate::tokens::{Tokens, tokens};

/// The language of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detected {
    /// BCP 47 tag, with the script for languages that are written in several; `und` for none.
    pub tag: &'static str,
    /// Probability that the language of the tag is right, 0 to 1, as measured on texts of other sources.
    pub confidence: f64,
    /// Why the tag is `und`.
    pub reason: Option<Reason>,
}

/// Why a text has no language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It has no letters.
    NoLetters,
    /// It is in a script that no known language has.
    UnknownScript,
    /// It is code, names, numbers or encoded bytes.
    NoLanguage,
    /// It is too short to tell its language.
    Short,
    /// Several languages are as likely.
    Unsure,
}

impl Reason {
    /// The reason as rows and reports name it.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::NoLetters => "no-letters",
            Self::UnknownScript => "unknown-script",
            Self::NoLanguage => "no-language",
            Self::Short => "short",
            Self::Unsure => "unsure",
        }
    }
}

/// With less confidence the answer is `und`.
const LEAST_CONFIDENCE: f64 = 0.23;
/// A longer text is in no language only if that is this probable: lists of goods and manuals are.
const SURELY_NONE: f64 = 0.75;
/// An unsure text with fewer features (about four a letter) is short.
const SHORT_FEATURES: usize = 160;
/// Members of a group that are this close are not told apart: the more frequent one is taken.
const CLOSE: f64 = 1.1;
/// What a step of [`Label::tier`] adds to the logit of a text without features ...
const PRIOR: f64 = 0.2;
/// ... and the number of features that halves it.
const PRIOR_FEATURES: f64 = 400.0;
/// How much logits are sharpened: by number of features, with linear steps between. Up to 720 features
/// as `language calibrate` found; beyond, on pages of known language.
const SHARPNESS: &[(f64, f64)] = &[
    (0.0, 0.65),
    (30.0, 0.68),
    (90.0, 0.9),
    (180.0, 1.15),
    (360.0, 1.35),
    (720.0, 1.5),
    (1500.0, 1.6),
];
/// No confidence is higher: labels of texts are wrong as well.
const MOST: f64 = 0.999;
/// Confidence is told in steps of one ten-thousandth.
const DIGITS: f64 = 1e4;

/// Names the language of a text of any length.
#[must_use]
pub fn detect(text: &str) -> Detected {
    let und = |reason, confidence| Detected { tag: UND, confidence, reason: Some(reason) };
    let tokens = Tokens::from_text(text);
    let words = || tokens.words.iter().copied();
    let Some((script, share)) = dominant_among(words()) else {
        return und(Reason::NoLetters, MOST);
    };
    if tokens.are_addresses() {
        return und(Reason::NoLanguage, MOST);
    }
    // A script without labels has no language that the model could be wrong about.
    let range = of_script(script);
    if range.is_empty() {
        return und(Reason::UnknownScript, share.min(MOST));
    }
    let scores = Model::shipped().score(words(), script);
    if scores.features == 0 {
        return und(Reason::NoLetters, MOST);
    }
    let chances = chances(&scores);
    // Short texts without words of a language are names mostly, long ones are lists.
    let is_short = scores.features < SHORT_FEATURES;
    let found = choose(&labels()[range], &chances, if is_short { 0.0 } else { SURELY_NONE });
    // Letters of other scripts speak against a language whose script is all that is known of it.
    let confidence = ((found.1 * share.sqrt()).min(MOST) * DIGITS).round() / DIGITS;
    match found.0 {
        UND => und(Reason::NoLanguage, confidence),
        tag if confidence >= LEAST_CONFIDENCE => {
            let variant = tag.starts_with("zh-").then(|| chinese::variant(text)).flatten();
            Detected { tag: variant.unwrap_or(tag), confidence, reason: None }
        }
        _ if is_short => und(Reason::Short, 1.0 - confidence),
        _ => und(Reason::Unsure, 1.0 - confidence),
    }
}

/// Probability that a text is in the language of a primary code. 0 for languages that the model does
/// not know in the script of the text.
#[must_use]
pub fn chance(text: &str, code: &str) -> f64 {
    let Some((script, share)) = dominant_among(tokens(text)) else { return 0.0 };
    let chances = chances(&Model::shipped().score(tokens(text), script));
    let of_code = labels()[of_script(script)].iter().zip(chances);
    let of_code = of_code.filter(|(label, _)| label.primary() == code);
    of_code.map(|(_, chance)| chance).sum::<f64>() * share.sqrt()
}

/// The most probable label with its chance; `und` only from the chance `none` on. Of a group whose
/// members are not told apart, the most frequent member.
fn choose(labels: &[Label], chances: &[f64], none: f64) -> (&'static str, f64) {
    let pairs = || labels.iter().zip(chances).filter(|(l, c)| l.tag != UND || **c >= none);
    let best = pairs().max_by(|a, b| a.1.total_cmp(b.1));
    let Some((label, chance)) = best else { return (UND, 0.0) };
    let is_close = |(l, c): &(&Label, &f64)| {
        let same = label.group.is_some() && l.group == label.group;
        same && l.tier > label.tier && **c * CLOSE >= *chance
    };
    let frequent = pairs().filter(is_close).max_by(|a, b| a.1.total_cmp(b.1));
    let (label, _) = frequent.unwrap_or((label, chance));
    // Simplified and traditional characters are one language.
    let same = labels.iter().zip(chances).filter(|(l, _)| l.primary() == label.primary());
    (label.tag, same.map(|(_, chance)| chance).sum())
}

/// Probabilities of the labels: softmax of the sharpened logits with what is known of the web.
fn chances(scores: &Scores) -> Vec<f64> {
    let features = scores.features as f64;
    let sharpness = sharpness(features);
    let prior = PRIOR * PRIOR_FEATURES / (PRIOR_FEATURES + features);
    let sharpened = scores.logits.iter().zip(&labels()[scores.first..]);
    let sharpened: Vec<f64> =
        sharpened.map(|(logit, label)| logit * sharpness + prior * f64::from(label.tier)).collect();
    // Only differences count, and the largest power must not overflow.
    let most = sharpened.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = sharpened.iter().map(|logit| exp(logit - most)).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

fn sharpness(features: f64) -> f64 {
    let at = SHARPNESS.partition_point(|(from, _)| *from <= features);
    let Some((to, high)) = SHARPNESS.get(at) else { return SHARPNESS[SHARPNESS.len() - 1].1 };
    let (from, low) = SHARPNESS[at - 1];
    low + (high - low) * (features - from) / (to - from)
}

/// What a model makes of a text, for fitting its sharpness: the labels of its script with their logits,
/// and the number of features.
#[must_use]
pub fn measure(model: &Model<'_>, text: &str) -> Option<(Vec<(&'static str, f64)>, usize)> {
    let (script, _) = dominant_among(tokens(text))?;
    let scores = model.score(tokens(text), script);
    let tags = labels()[scores.first..].iter().map(|label| label.tag);
    Some((tags.zip(scores.logits).collect(), scores.features))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::script::Script;

    #[test]
    fn languages_are_named_with_their_script_where_there_are_several() {
        for (text, expected) in [
            ("The ferry to the islands left the harbour ten minutes late this morning.", "en"),
            ("Der Nebel lichtete sich erst am späten Vormittag, und die Fähre fuhr ab.", "de"),
            ("A komp tíz perc késéssel hagyta el a kikötőt ma reggel.", "hu"),
            ("Kompa sot në mëngjes u nis nga porti me dhjetë minuta vonesë.", "sq"),
            ("Паром вышел из гавани сегодня утром с опозданием на десять минут.", "ru"),
            ("Трајект је јутрос напустио луку са десет минута закашњења.", "sr-Cyrl"),
            ("渡轮今天早上晚了十分钟离开港口。", "zh-Hans"),
            ("渡輪今天早上晚了十分鐘離開港口。", "zh-Hant"),
            ("フェリーは今朝十分遅れて港を出た。", "ja"),
            ("Το πλοίο έφυγε από το λιμάνι με δέκα λεπτά καθυστέρηση.", "el"),
        ] {
            assert_eq!(detect(text).tag, expected, "{text}");
        }
    }

    #[test]
    fn texts_in_no_language_say_why() {
        for (text, reason) in [
            ("", Reason::NoLetters),
            ("12 345 — 67 %", Reason::NoLetters),
            ("https://example.org/news/today www.example.org", Reason::NoLetters),
            ("ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", Reason::UnknownScript),
            (
                "let mut x = vec![0u8; len]; for i in 0..n { x[i] = buf[i] ^ 0xff; }",
                Reason::NoLanguage,
            ),
            ("3f8a9c01-77de-4b2a b64: aGVsbG8gd29ybGQ= ZXhhbXBsZQ== x9Kq2LmZ", Reason::NoLanguage),
            ("menu", Reason::Short),
            (
                "metro taxi hotel bar radio video taxi hotel metro bar auto film opera",
                Reason::Unsure,
            ),
        ] {
            let found = detect(text);
            assert_eq!((found.tag, found.reason), (UND, Some(reason)), "{text}");
        }
    }

    #[test]
    fn close_members_of_a_group_yield_to_the_most_frequent() {
        let label = |tag, tier, group| Label::new(tag, Script::Latn, tier, group);
        let labels =
            [label("nb", 2, Some("nor")), label("nn", 1, Some("nor")), label("da", 2, None)];
        for (chances, expected) in [
            ([0.47, 0.50, 0.03], "nb"),
            ([0.20, 0.70, 0.10], "nn"),
            ([0.50, 0.40, 0.10], "nb"),
            ([0.30, 0.30, 0.40], "da"),
        ] {
            assert_eq!(choose(&labels, &chances, 0.0).0, expected, "{chances:?}");
        }
        assert_eq!(choose(&[], &[], 0.0).0, UND);
    }

    #[test]
    fn longer_texts_are_in_no_language_only_if_that_is_probable() {
        let label = |tag| Label::new(tag, Script::Latn, 1, None);
        let labels = [label("en"), label(UND)];
        for (chances, expected) in [([0.45, 0.55], "en"), ([0.2, 0.8], UND), ([0.7, 0.3], "en")] {
            assert_eq!(choose(&labels, &chances, SURELY_NONE).0, expected, "{chances:?}");
        }
    }

    #[test]
    fn sharpness_goes_in_steps_that_meet() {
        for pair in SHARPNESS.windows(2) {
            assert!(pair[0].0 < pair[1].0);
            assert!((sharpness(pair[1].0) - pair[1].1).abs() < 1e-9);
        }
        assert_eq!(sharpness(1e9), SHARPNESS[SHARPNESS.len() - 1].1);
    }

    #[test]
    fn every_reason_has_an_id_of_its_own() {
        use Reason::*;
        let ids: std::collections::BTreeSet<&str> =
            [NoLetters, UnknownScript, NoLanguage, Short, Unsure].map(Reason::id).into();
        assert_eq!(ids.len(), 5);
    }

    #[test]
    fn languages_have_chances_by_their_primary_codes() {
        let text = "Der Nebel lichtete sich erst am späten Vormittag, und die Fähre fuhr ab.";
        assert!(chance(text, "de") > 0.9);
        for code in ["en", "ru", "frr", "und", ""] {
            assert!(chance(text, code) < 0.05, "{code}");
        }
        assert!(chance("渡輪今天早上晚了十分鐘離開港口。", "zh") > 0.6);
        assert_eq!(chance("12 345", "de"), 0.0);
    }

    proptest! {
        #[test]
        fn every_text_has_an_answer(text in "\\PC{0,200}") {
            let found = detect(&text);
            prop_assert!((0.0..=1.0).contains(&found.confidence));
            prop_assert_eq!(found.tag == UND, found.reason.is_some());
        }
    }
}
