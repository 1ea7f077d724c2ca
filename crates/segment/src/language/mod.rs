//! What is known of a language: how treebanks of Universal Dependencies cut its words, its
//! abbreviations and its clitics. All of it lies in tables (`data/`).

mod tables;

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

/// The languages that have a row in `conventions.tsv`, by their primary subtag.
static LANGUAGES: LazyLock<FxHashMap<&'static str, Language>> = LazyLock::new(tables::languages);
/// Signs of several characters that are one token.
static SIGNS: LazyLock<FxHashSet<&'static str>> = LazyLock::new(tables::signs);

/// Where an abbreviation stands, so whether a sentence may end with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Abbreviation {
    /// Before what it belongs to: it ends no sentence.
    Before,
    /// Behind a name or number: a sentence ends if the next word usually begins one.
    Either,
    /// It may end a sentence.
    End,
}

/// The rules of a language.
#[derive(Debug, Default)]
pub(super) struct Language {
    /// Full stops of abbreviations, initials and ordinals belong to the word.
    pub(super) keeps_stops: bool,
    /// A number with a full stop is an ordinal.
    pub(super) has_ordinals: bool,
    /// So it is before a capital letter, too: all nouns have one.
    pub(super) has_capital_nouns: bool,
    /// The number of an item keeps its full stop.
    pub(super) keeps_items: bool,
    /// Hyphens belong to the word.
    pub(super) keeps_hyphens: bool,
    /// A hyphen at the beginning belongs to the word.
    pub(super) keeps_first_hyphen: bool,
    /// A hyphen at the end belongs to the word.
    pub(super) keeps_last_hyphen: bool,
    /// A hyphen between two numbers belongs to them.
    pub(super) keeps_ranges: bool,
    /// An ellipsis of full stops is one token.
    pub(super) joins_dots: bool,
    /// Several exclamation or question marks are one token.
    pub(super) joins_marks: bool,
    /// A colon joins an ending to a word.
    pub(super) joins_colons: bool,
    abbreviations: FxHashMap<&'static str, Abbreviation>,
    /// Ends of abbreviations, with the same meaning.
    endings: Vec<(&'static str, Abbreviation)>,
    starters: FxHashSet<&'static str>,
    affixes: FxHashSet<(Affix, &'static str)>,
    /// Clitics behind a word, longer ones first.
    backs: Vec<&'static str>,
    /// Second words of contractions, longer ones first.
    contractions: Vec<&'static str>,
}

/// A kind of word part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Affix {
    /// Keeps the hyphen behind it.
    Prefix,
    /// Keeps the hyphen before it.
    Suffix,
    /// A unit behind a number.
    Unit,
    /// A clitic before another word, with its mark.
    Front,
    /// A word with the form of a clitic that stays whole.
    Whole,
}

impl Language {
    /// The rules for a language tag, if its language has any.
    pub(super) fn from_tag(tag: &str) -> Option<&'static Self> {
        LANGUAGES.get(tag.split(['-', '_']).next().unwrap_or(tag))
    }

    /// What a word with a full stop behind it abbreviates.
    pub(super) fn abbreviation(&self, word: &str) -> Option<Abbreviation> {
        // Longer than any abbreviation: most words of a text need no look-up.
        if word.len() > 24 {
            return None;
        }
        let found = self.abbreviations.get(word);
        let found = found.or_else(|| self.abbreviations.get(uncapitalised(word)?.as_str()));
        let ending = || self.endings.iter().find(|(ending, _)| word.ends_with(ending));
        found.or_else(|| ending().map(|(_, meaning)| meaning)).copied()
    }

    /// Whether a word usually begins a sentence.
    pub(super) fn is_starter(&self, word: &str) -> bool {
        self.starters.contains(word)
    }

    /// Whether a part of a word, in small letters, is of a kind.
    pub(super) fn has(&self, kind: Affix, part: &str) -> bool {
        let affixes: &FxHashSet<(Affix, &str)> = &self.affixes;
        affixes.contains(&(kind, part))
    }

    /// The length of a clitic at the end of a word in small letters.
    pub(super) fn back_clitic(&self, word: &str) -> Option<usize> {
        longest_end(&self.backs, word)
    }

    /// Whether two words are written as one token with an apostrophe.
    pub(super) fn has_contractions(&self) -> bool {
        !self.contractions.is_empty()
    }

    /// The length of the second word of a contraction in small letters.
    pub(super) fn contraction(&self, word: &str) -> Option<usize> {
        longest_end(&self.contractions, word)
    }
}

/// Whether signs are one token though they differ.
pub(super) fn is_sign(signs: &str) -> bool {
    SIGNS.contains(signs)
}

/// The word with a small first letter; `None` if it has one.
fn uncapitalised(word: &str) -> Option<String> {
    let first = word.chars().next().filter(|c| c.is_uppercase())?;
    Some(first.to_lowercase().chain(word.chars().skip(1)).collect())
}

/// The length of the first of some endings that a longer word has.
fn longest_end(endings: &[&str], word: &str) -> Option<usize> {
    let is_end = |ending: &&&str| word.len() > ending.len() && word.ends_with(**ending);
    endings.iter().find(is_end).map(|ending| ending.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_found_by_their_first_subtag() {
        let found = ["de", "de-AT", "pt_BR", "xx", ""].map(|tag| Language::from_tag(tag).is_some());
        assert_eq!(found, [true, true, true, false, false]);
    }

    #[test]
    fn abbreviations_may_be_capitalised() {
        let german = Language::from_tag("de").expect("German");
        let found =
            ["vgl", "Vgl", "Hauptstr", "usw", "co", "Haus"].map(|word| german.abbreviation(word));
        assert_eq!(found[..3], [Some(Abbreviation::Before); 3]);
        assert_eq!(found[3..], [Some(Abbreviation::End), None, None]);
    }

    #[test]
    fn every_language_has_starters_and_abbreviations() {
        for (tag, language) in LANGUAGES.iter() {
            // Both written forms of Norwegian share what the tables say of one.
            assert!(!language.starters.is_empty(), "{tag}");
            assert!(!language.abbreviations.is_empty(), "{tag}");
        }
    }
}
