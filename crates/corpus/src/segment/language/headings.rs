//! Words that tell a heading from the sentence behind it in one line (`headings.tsv`).

use rustc_hash::FxHashSet;

/// The words of a language. They are empty for languages without rows.
#[derive(Debug, Default)]
pub(in crate::segment) struct Headings {
    openers: FxHashSet<&'static str>,
    articles: FxHashSet<&'static str>,
    /// Begin sentences before nouns with a capital letter, too.
    before_nouns: FxHashSet<&'static str>,
    /// In small letters.
    joints: FxHashSet<String>,
    clauses: FxHashSet<&'static str>,
    conjunctions: FxHashSet<&'static str>,
    closings: FxHashSet<&'static str>,
    items: FxHashSet<&'static str>,
    bare: FxHashSet<&'static str>,
}

/// What a word with a capital letter says of the text before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::segment) enum Opener {
    /// It begins a sentence.
    Plain,
    /// It begins a sentence, before a noun with a capital letter, too.
    BeforeNoun,
    /// It begins sentences and titles.
    Article,
}

impl Headings {
    /// Adds the words of a row; the table's head says what the kinds mean.
    pub(super) fn add(&mut self, kind: &str, words: &'static str) {
        let set = match kind {
            "opener" => &mut self.openers,
            "article" => &mut self.articles,
            "noun" => &mut self.before_nouns,
            "clause" => &mut self.clauses,
            "and" => &mut self.conjunctions,
            "closing" => &mut self.closings,
            "item" => &mut self.items,
            "bare" => &mut self.bare,
            _ => return self.add_joints(words.split(' ')),
        };
        set.extend(words.split(' '));
        if matches!(kind, "opener" | "article" | "noun") {
            self.add_joints(words.split(' '));
        }
    }

    /// Adds words that a heading does not end with.
    pub(super) fn add_joints<'w>(&mut self, words: impl Iterator<Item = &'w str>) {
        let plain = |word: &str| word.trim_end_matches('\'').to_lowercase();
        self.joints.extend(words.map(plain));
    }

    /// Whether the language has rows.
    pub(in crate::segment) fn are_known(&self) -> bool {
        !self.openers.is_empty()
    }

    /// What a word with a capital letter says, if it begins sentences.
    pub(in crate::segment) fn opener(&self, word: &str) -> Option<Opener> {
        let opens = |words: &FxHashSet<&str>, opener| words.contains(word).then_some(opener);
        opens(&self.openers, Opener::Plain)
            .or_else(|| opens(&self.before_nouns, Opener::BeforeNoun))
            .or_else(|| opens(&self.articles, Opener::Article))
    }

    /// Whether a word is none that a heading ends with.
    pub(in crate::segment) fn is_joint(&self, word: &str) -> bool {
        self.joints.contains(&word.to_lowercase())
    }

    /// Whether a word stands in sentences, not in headings.
    pub(in crate::segment) fn is_of_clause(&self, word: &str) -> bool {
        self.clauses.contains(word)
    }

    /// Whether a word joins the one before it to another.
    pub(in crate::segment) fn is_conjunction(&self, word: &str) -> bool {
        self.conjunctions.contains(word)
    }

    /// Whether a word ends a letter, before a comma and a name.
    pub(in crate::segment) fn is_closing(&self, word: &str) -> bool {
        self.closings.contains(&*word.to_lowercase())
    }

    /// Whether a hyphen begins items, and no words of another speaker.
    pub(in crate::segment) fn has_hyphen_items(&self) -> bool {
        self.items.contains("-")
    }

    /// Whether a small letter stands for its capital at the beginning of a sentence.
    pub(in crate::segment) fn is_bare(&self, letter: &str) -> bool {
        self.bare.contains(letter)
    }
}
