//! The titles that a page declares, which confirm or reject its headings.

use rustc_hash::FxHashSet;

use super::parts::{outer_parts, plain};

/// A main heading with more than this share of its words in the declared title rewords it.
const REWORDED_SHARE: f32 = 0.9;
/// Share of a heading's words that other sources must contain to confirm it.
const CONFIRMING_SHARE: f32 = 1.0 / 3.0;
/// Share of the shortest source's words that the heading must contain: the heading "Discord" alone
/// does not confirm a title of 15 words.
const COVERED_SHARE: f32 = 1.0 / 8.0;
/// How far the declared titles confirm a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Confirmation {
    /// It equals a declared title, apart from what may be the site's name.
    Title,
    /// It equals a declared title without its first part.
    Rest,
    /// It shares enough words with them, or there are none.
    Words,
    /// Not at all.
    Nothing,
}

/// The titles that a page declares.
pub(super) struct Declared {
    words: FxHashSet<String>,
    /// Number of words of the shortest.
    least: usize,
    pub(super) titles: FxHashSet<String>,
    /// Titles without their first part.
    pub(super) rests: FxHashSet<String>,
}

impl Declared {
    pub(super) fn new(declared: &[impl AsRef<str>]) -> Self {
        let declared = || declared.iter().map(AsRef::as_ref);
        let plain_titles: Vec<String> = declared().map(plain).collect();
        let words = plain_titles.iter().flat_map(|title| title.split(' '));
        let words = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        // Empty titles would make the shortest one zero words long.
        let counts = plain_titles.iter().filter(|t| !t.is_empty()).map(|t| t.split(' ').count());
        let least = counts.min().unwrap_or(0);
        let parts = || declared().filter_map(outer_parts);
        let cut = parts().map(|(_, (_, without_last))| plain(without_last));
        Self {
            words,
            least,
            titles: plain_titles.into_iter().chain(cut).collect(),
            rests: parts().map(|((_, without_first), _)| plain(without_first)).collect(),
        }
    }

    /// Number of words that a heading of `count` words must share with the declared titles.
    fn enough(&self, count: usize) -> f32 {
        (CONFIRMING_SHARE * count as f32).max(COVERED_SHARE * self.least as f32)
    }

    /// Whether a heading only rewords a declared title.
    pub(super) fn holds_most_of(&self, heading: &str) -> bool {
        let shared = heading.split(' ').filter(|word| self.words.contains(*word)).count();
        shared as f32 > REWORDED_SHARE * heading.split(' ').count() as f32
    }

    /// Whether the declared titles have more than half of a heading's words.
    pub(super) fn holds_half_of(&self, heading: &str) -> bool {
        let shared = heading.split(' ').filter(|word| self.words.contains(*word)).count();
        self.words.is_empty() || shared * 2 > heading.split(' ').count()
    }

    /// How far the declared titles confirm a heading; `heading` as plain words.
    pub(super) fn confirm(&self, heading: &str) -> Confirmation {
        let count = heading.split(' ').count();
        let shared = heading.split(' ').filter(|word| self.words.contains(*word)).count();
        if self.titles.contains(heading) {
            Confirmation::Title
        } else if self.rests.contains(heading) {
            Confirmation::Rest
        } else if self.words.is_empty() || shared as f32 >= self.enough(count) {
            Confirmation::Words
        } else {
            Confirmation::Nothing
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_confirmed_by_whole_titles_parts_or_words() {
        let declared = Declared::new(&["The fog lifts over the harbour - Harbour Post"]);
        for (heading, title, rest, shared) in [
            ("the fog lifts over the harbour harbour post", true, false, false),
            ("the fog lifts over the harbour", true, false, false),
            ("harbour post", false, true, false),
            ("fog over the harbour", false, false, true),
            ("subscribe to our newsletter now", false, false, false),
        ] {
            let confirmation = declared.confirm(heading);
            assert_eq!(matches!(confirmation, Confirmation::Title), title, "{heading}");
            assert_eq!(matches!(confirmation, Confirmation::Rest), rest, "{heading}");
            assert_eq!(matches!(confirmation, Confirmation::Words), shared, "{heading}");
        }
    }

    #[test]
    fn without_declared_titles_every_heading_may_be_one() {
        let declared = Declared::new(&[""; 0]);
        assert!(matches!(declared.confirm("the fog"), Confirmation::Words));
    }

    #[test]
    fn one_word_of_many_confirms_nothing() {
        let title = "Discord is a place to talk with friends about all the things that you like";
        let declared = Declared::new(&[title]);
        assert!(matches!(declared.confirm("discord"), Confirmation::Nothing));
        assert!(declared.holds_most_of("friends talk about things"));
        assert!(!declared.holds_most_of("friends never talk about things"));
    }
}
