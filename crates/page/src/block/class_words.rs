//! What class and id words say about an element: a data table, looked up word by word.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

macro_rules! meanings {
    ($($variant:ident $name:literal),+ $(,)?) => {
        /// A meaning that class and id words can have.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Meaning { $(#[doc = concat!("Words listed under `", $name, "`.")] $variant),+ }

        impl Meaning {
            /// All meanings, as in the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name in the table.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

meanings! {
    Content "content", Paragraph "paragraph", Title "title", Navigation "navigation", Side "side",
    Related "related", Comment "comment", Share "share", Advert "advert", Footer "footer",
    Header "header", Notice "notice", Meta "meta", Caption "caption", Control "control",
    Product "product", Forum "forum", Gutter "gutter", Review "review",
}

/// A set of meanings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Meanings(u32);

impl Meanings {
    /// Whether `meaning` is in the set.
    pub fn has(self, meaning: Meaning) -> bool {
        self.0 & (1 << meaning as u8) != 0
    }

    /// The set with `meaning`.
    #[must_use]
    pub fn with(self, meaning: Meaning) -> Self {
        Self(self.0 | (1 << meaning as u8))
    }

    /// The set without `meaning`.
    #[must_use]
    pub fn without(self, meaning: Meaning) -> Self {
        Self(self.0 & !(1 << meaning as u8))
    }

    /// What is in either set.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Longest word in the table; longer words of a page are not looked up.
const LONGEST: usize = 24;

static WORDS: LazyLock<FxHashMap<&'static [u8], Meanings>> = LazyLock::new(|| {
    let mut words: FxHashMap<&'static [u8], Meanings> = FxHashMap::default();
    for line in include_str!("../../data/class-words.tsv").lines() {
        let Some((name, list)) = line.split_once('\t') else { continue };
        let Some(meaning) = Meaning::ALL.iter().find(|m| m.name() == name) else { continue };
        for word in list.split(' ') {
            let entry = words.entry(word.as_bytes()).or_default();
            *entry = entry.with(*meaning);
        }
    }
    words
});

/// What the words of a class or id value mean together.
pub(super) fn meanings(value: &str) -> Meanings {
    let mut found = Meanings::default();
    let mut word = [0_u8; LONGEST];
    let mut len = 0;
    let mut lower_before = false;
    // Generated class values can be as long as the page.
    for byte in value.bytes().take(2000) {
        // `articleBody` and `article-body` are the same two words.
        let starts = !byte.is_ascii_alphabetic() || (byte.is_ascii_uppercase() && lower_before);
        if starts {
            found = found.or(look_up(&word, len));
            len = 0;
        }
        lower_before = byte.is_ascii_lowercase();
        if byte.is_ascii_alphabetic() {
            if let Some(slot) = word.get_mut(len) {
                *slot = byte.to_ascii_lowercase();
            }
            len += 1;
        }
    }
    found.or(look_up(&word, len))
}

/// The meanings of one word; none of words that are longer than any in the table.
fn look_up(word: &[u8; LONGEST], len: usize) -> Meanings {
    let word = word.get(..len).filter(|word| !word.is_empty());
    word.and_then(|word| WORDS.get(word)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_has_a_meaning() {
        for line in include_str!("../../data/class-words.tsv").lines() {
            if line.starts_with('#') {
                continue;
            }
            let (name, list) = line.split_once('\t').expect("a tab");
            assert!(Meaning::ALL.iter().any(|m| m.name() == name), "{name}");
            assert!(list.split(' ').all(|w| !w.is_empty() && w.len() <= LONGEST), "{name}");
        }
    }

    #[test]
    fn values_are_cut_into_words() {
        for (value, expected) in [
            ("site-header__nav", vec![Meaning::Navigation, Meaning::Header]),
            ("articleBody", vec![Meaning::Content]),
            ("AdSlot relatedPosts", vec![Meaning::Related, Meaning::Advert]),
            ("customer-reviews", vec![Meaning::Review]),
            ("badge shadow preview", vec![]),
            ("", vec![]),
        ] {
            let found = meanings(value);
            let found: Vec<_> = Meaning::ALL.iter().copied().filter(|m| found.has(*m)).collect();
            assert_eq!(found, expected, "{value}");
        }
    }
}
