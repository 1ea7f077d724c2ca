//! Words and phrases that tell the type of a page: a data table.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

/// LookupPlace and type of each list of the table, in the order of their counts.
pub(super) const LISTS: &[&str] = &[
    "address article",
    "address forum",
    "address product",
    "address collection",
    "address listing",
    "address documentation",
    "address service",
    "body article",
    "body forum",
    "body product",
    "body collection",
    "body listing",
    "body documentation",
    "body service",
    "system forum",
    "system documentation",
    "system shop",
    "system site",
    "system blog",
    "title article",
    "title forum",
    "title product",
    "title collection",
    "title listing",
    "title documentation",
    "title service",
    "phrase cart",
    "phrase rating",
    "phrase detail",
    "phrase choose",
    "phrase pages",
    "phrase more",
    "phrase reply",
    "phrase thread",
    "phrase docs",
    "phrase offer",
    "phrase reading",
];

/// Longest word or phrase that is looked up, in bytes.
const LONGEST: usize = 64;
/// Most words of a phrase that more words may follow.
const WORDS: usize = 4;

/// A set of lists, one bit each.
pub(super) type Lists = u64;

/// Where a word is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LookupPlace {
    Address,
    Body,
    System,
    Title,
    Phrase,
}

/// The lists of a word as it is, and where more words follow.
#[derive(Debug, Clone, Copy, Default)]
struct WordLists {
    whole: Lists,
    open: Lists,
}

#[derive(Debug, Default)]
struct Table {
    places: [FxHashMap<&'static str, WordLists>; 5],
    /// First words of all phrases: most texts start with none of them, and are done.
    first: FxHashSet<&'static str>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table::default();
    for line in include_str!("../../../data/type-words.tsv").lines() {
        let Some((name, words)) = line.split_once('\t') else { continue };
        let Some(list) = LISTS.iter().position(|list| *list == name) else { continue };
        let place = place(name);
        for word in words.split(" | ") {
            let (word, open) = word.strip_suffix('*').map_or((word, false), |word| (word, true));
            if place == LookupPlace::Phrase {
                table.first.insert(first_word(word));
            }
            let entry = table.places[place as usize].entry(word.trim_end()).or_default();
            entry.whole |= 1 << list;
            entry.open |= u64::from(open) << list;
        }
    }
    table
});

fn place(list: &str) -> LookupPlace {
    match list.split(' ').next() {
        Some("address") => LookupPlace::Address,
        Some("body") => LookupPlace::Body,
        Some("system") => LookupPlace::System,
        Some("title") => LookupPlace::Title,
        _ => LookupPlace::Phrase,
    }
}

/// The lists that hold a word in lower case.
pub(super) fn word(place: LookupPlace, word: &str) -> Lists {
    if word.len() > LONGEST {
        return 0;
    }
    TABLE.places[place as usize].get(word).map_or(0, |entry| entry.whole)
}

/// The lists that hold a short text, or its first words. `buffer` is reused.
pub(super) fn phrase(text: &str, buffer: &mut String) -> Lists {
    let text = text.trim();
    let start = &text[..text.floor_char_boundary(LONGEST)];
    lower(start, buffer);
    // This check answers most texts without hashing every prefix.
    if !TABLE.first.contains(first_word(buffer)) {
        return 0;
    }
    let phrases = &TABLE.places[LookupPlace::Phrase as usize];
    if text.len() <= LONGEST {
        // With and without the mark: "More…" and "Sort by:" are both in the table.
        let whole = phrases.get(buffer.trim_end_matches([':', '!', '?', '…']));
        if let Some(entry) = whole.or_else(|| phrases.get(buffer.as_str())) {
            return entry.whole;
        }
    }
    let ends = buffer.match_indices(' ').map(|(at, _)| at).take(WORDS);
    let open = ends.filter_map(|end| phrases.get(buffer[..end].trim_end_matches(':')));
    open.map(|entry| entry.open).fold(0, |all, lists| all | lists)
}

/// The first word of a phrase, which may end in a mark.
fn first_word(text: &str) -> &str {
    text.split([' ', ':', '!', '?', '…']).next().unwrap_or_default()
}

fn lower(text: &str, buffer: &mut String) {
    buffer.clear();
    if text.is_ascii() {
        buffer.push_str(text);
        buffer.make_ascii_lowercase();
    } else {
        buffer.extend(text.chars().flat_map(char::to_lowercase));
    }
}

/// Counts how often each list was hit.
#[derive(Debug, Clone)]
pub(super) struct Tally(pub(super) [f32; LISTS.len()]);

impl Tally {
    pub(super) fn new() -> Self {
        Self([0.0; LISTS.len()])
    }

    pub(super) fn add(&mut self, lists: Lists) {
        let mut rest = lists;
        while rest != 0 {
            self.0[rest.trailing_zeros() as usize] += 1.0;
            rest &= rest - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(lists: Lists) -> Vec<&'static str> {
        let all = LISTS.iter().enumerate();
        all.filter(|(at, _)| lists & (1 << at) != 0).map(|(_, name)| *name).collect()
    }

    #[test]
    fn every_line_of_the_table_is_a_list() {
        let table = include_str!("../../../data/type-words.tsv");
        let lines: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
        for line in &lines {
            let (name, words) = line.split_once('\t').expect("a tab");
            assert!(LISTS.contains(&name), "{name}");
            for word in words.split(" | ") {
                assert!(word.len() <= LONGEST && word == word.to_lowercase(), "{name}: {word}");
            }
        }
        assert_eq!(lines.len(), LISTS.len());
    }

    #[test]
    fn phrases_are_found_whole_and_at_the_beginning() {
        let mut buffer = String::new();
        for (text, expected) in [
            ("Add to Cart", vec!["phrase cart"]),
            ("Sort by: price", vec!["phrase choose"]),
            ("In den Warenkorb!", vec!["phrase cart"]),
            ("Add to the fire", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(names(phrase(text, &mut buffer)), expected, "{text}");
        }
        assert_eq!(names(word(LookupPlace::System, "phpbb")), ["system forum"]);
        assert!(names(word(LookupPlace::Address, "forum")).contains(&"address forum"));
    }
}
