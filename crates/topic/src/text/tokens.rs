//! The tokens of a text, as measures count them.

use rust_stemmers::Stemmer;
use rustc_hash::FxHashSet;
use scutch_learn::{fnv1a, mixed};
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

use crate::text::language;

/// How a text is cut into tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tokenizer {
    /// Runs of letters, digits and `_` in lower case; characters of scripts that write no spaces
    /// (Han, kana, Hangul, Thai, Lao, Burmese) one by one.
    #[default]
    Words,
    /// The same runs, whatever the script.
    Runs,
}

impl Tokenizer {
    /// Every tokenizer.
    pub const ALL: &'static [Self] = &[Self::Words, Self::Runs];

    /// The tokenizer of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|tokenizer| tokenizer.name() == name)
    }

    /// The name on the command line and in profiles.
    pub fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Runs => "runs",
        }
    }
}

/// Settings for how a text becomes tokens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preprocess {
    /// How the text is cut.
    pub tokenizer: Tokenizer,
    /// Cut words to their stems, by the rules of the text's language.
    pub stem: bool,
    /// Words that are left out.
    pub stopwords: Stopwords,
    /// Match stop words against stems rather than words, as the OTMT does.
    pub stop_after_stem: bool,
}

/// Words that are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Stopwords {
    /// No word is left out.
    #[default]
    Keep,
    /// The stop words of the text's language, from `data/stopwords.tsv`.
    OfLanguage,
    /// These words.
    Listed(FxHashSet<String>),
}

/// Calls `take` with each token of `text`, in order.
///
/// ```
/// use scutch_topic::{Tokenizer, tokens};
///
/// let mut found = Vec::new();
/// tokens("The River, rose-again", Tokenizer::Words, |token| found.push(token.to_owned()));
/// assert_eq!(found, ["the", "river", "rose", "again"]);
/// ```
pub fn tokens(text: &str, tokenizer: Tokenizer, mut take: impl FnMut(&str)) {
    // Letters with combining marks and precomposed letters must give one token.
    let normal: String;
    let text = if text.is_ascii() || is_nfc(text) {
        text
    } else {
        normal = text.nfc().collect();
        &normal
    };
    let mut word = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c.to_ascii_lowercase());
        } else if c == '\u{ad}' {
            // A soft hyphen is inside a word, where a line may be broken.
        } else if !c.is_ascii() && c.is_alphanumeric() {
            let alone = tokenizer == Tokenizer::Words && writes_no_spaces(c);
            if alone {
                flush(&mut word, &mut take);
            }
            // Lower case may be several characters, as for `İ`.
            word.extend(c.to_lowercase());
            if alone {
                flush(&mut word, &mut take);
            }
        } else {
            flush(&mut word, &mut take);
        }
    }
    flush(&mut word, &mut take);
}

fn flush(word: &mut String, take: &mut impl FnMut(&str)) {
    if !word.is_empty() {
        take(word);
        word.clear();
    }
}

/// Scripts without spaces between words: Thai and Lao, Burmese, kana, Han, Hangul, and Han beyond
/// the first plane. Korean has spaces, but particles that cling to words.
fn writes_no_spaces(c: char) -> bool {
    matches!(u32::from(c),
        0x0e00..=0x0eff | 0x1000..=0x109f | 0x3040..=0x30ff | 0x3400..=0x9fff
        | 0xac00..=0xd7a3 | 0x2_0000..=0x3_ffff)
}

impl Preprocess {
    /// Whether the language of a text changes its tokens.
    pub(crate) fn reads_language(&self) -> bool {
        self.stem || self.stopwords == Stopwords::OfLanguage
    }

    /// Calls `take` with each token that is left of `text`, which is in `language` (ISO 639-3).
    pub fn run(&self, text: &str, language: Option<&str>, mut take: impl FnMut(&str)) {
        let stemmer = self.stem.then(|| language::stemmer(language)).flatten();
        let of_language = match self.stopwords {
            Stopwords::OfLanguage => language::stopwords(language),
            Stopwords::Keep | Stopwords::Listed(_) => None,
        };
        tokens(text, self.tokenizer, |token| {
            // Stop words are matched before or after stemming, which the publications do
            // differently.
            let stemmed = stemmer.as_ref().map(|s: &Stemmer| s.stem(token));
            let stem = stemmed.as_deref().unwrap_or(token);
            let compared = if self.stop_after_stem { stem } else { token };
            let left_out = match &self.stopwords {
                Stopwords::Keep => false,
                Stopwords::OfLanguage => of_language.is_some_and(|words| words.contains(compared)),
                Stopwords::Listed(words) => words.contains(compared),
            };
            if !left_out {
                take(stem);
            }
        });
    }
}

/// The number of a token: FNV-1a with a mixing step, since the upper bits of FNV-1a hardly depend
/// on the last letters.
pub fn token_id(token: &str) -> u64 {
    mixed(fnv1a(token.bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str, tokenizer: Tokenizer) -> Vec<String> {
        let mut all = Vec::new();
        tokens(text, tokenizer, |token| all.push(token.to_owned()));
        all
    }

    #[test]
    fn words_of_many_scripts() {
        for (text, expected) in [
            ("The River, rose-again: 24_7!", &["the", "river", "rose", "again", "24_7"][..]),
            ("Zusam\u{ad}men E\u{301}TE\u{301}", &["zusammen", "été"]),
            ("東京tower", &["東", "京", "tower"]),
            ("ไทย", &["ไ", "ท", "ย"]),
            ("  \n", &[]),
        ] {
            assert_eq!(list(text, Tokenizer::Words), expected, "{text}");
        }
        assert_eq!(list("東京tower", Tokenizer::Runs), ["東京tower"]);
    }

    #[test]
    fn stems_and_stop_words() {
        let preprocess =
            Preprocess { stem: true, stopwords: Stopwords::OfLanguage, ..Preprocess::default() };
        let mut all = Vec::new();
        preprocess.run("The ferries were leaving", Some("eng"), |t| all.push(t.to_owned()));
        assert_eq!(all, ["ferri", "leav"]);
    }
}
