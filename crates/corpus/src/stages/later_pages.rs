//! Further pages of articles by the word of the crawl that stored them.
//!
//! Verdicts lie beside responses and name the first page of the article by its record. So records are
//! joined twice: by record id, which gives the place of each further page, and then by article.
//! Verdicts of older crawls name the article by its address alone, which crawls of one site share:
//! there, pages of one input file belong together.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use scutch_folder::inputs::RecordPlace;
use scutch_shuffle::{Evidence, Group};
use serde::{Deserialize, Serialize};

/// Further pages of one article at most, as [`super::chains`] has it.
const PAGES: usize = 1000;

/// What one response is in an article. `input`: the number of the input file that the pages of the
/// article share; zero if they are known to be one whatever the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The first page.
    First { input: u32 },
    /// A further page: its number, the batch of its verdict, and where it is.
    Later { input: u32, number: u32, batch: Reverse<u32>, place: RecordPlace },
}

/// Pages by number. Of two answers for one page that of the later batch counts, and of copies the
/// first.
type Numbered = BTreeMap<u32, (Reverse<u32>, RecordPlace)>;

/// The pages of an article, by input file and number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LaterPages {
    /// Input files with a first page.
    firsts: BTreeSet<u32>,
    pages: BTreeMap<u32, Numbered>,
}

impl LaterPages {
    pub(super) fn add(&mut self, part: Part) {
        match part {
            Part::First { input } => {
                self.firsts.insert(input);
            }
            Part::Later { input, number, batch, place } => {
                keep(self.pages.entry(input).or_default(), number, (batch, place));
            }
        }
    }

    /// The input file whose first page the pages of a file follow: the same file, or the first one
    /// if that has none.
    fn owner(&self, input: u32) -> Option<u32> {
        self.firsts.get(&input).or(self.firsts.first()).copied()
    }

    /// Where the further pages behind the first page in an input file are, in order.
    pub(super) fn places(&self, input: u32) -> Vec<RecordPlace> {
        let mut all = self.pages.get(&input).cloned().unwrap_or_default();
        for (other, pages) in &self.pages {
            if *other != input && self.owner(*other) == Some(input) {
                for (number, page) in pages {
                    // A page in the file itself goes before that of another.
                    all.entry(*number).or_insert(*page);
                }
            }
        }
        all.values().map(|(_, place)| *place).collect()
    }

    /// Whether a response in an input file goes into the row of a first page.
    pub(super) fn is_joined(&self, input: u32, place: RecordPlace) -> bool {
        self.owner(input).is_some_and(|owner| self.places(owner).contains(&place))
    }
}

/// Keeps a page of a number, and the lowest numbers.
fn keep(pages: &mut Numbered, number: u32, page: (Reverse<u32>, RecordPlace)) {
    let kept = pages.entry(number).or_insert(page);
    *kept = page.min(*kept);
    if pages.len() > PAGES {
        pages.pop_last();
    }
}

impl Group for LaterPages {
    fn merge(&mut self, other: Self) {
        self.firsts.extend(other.firsts);
        for (input, pages) in other.pages {
            let own = self.pages.entry(input).or_default();
            pages.into_iter().for_each(|(number, page)| keep(own, number, page));
        }
    }

    fn memory(&self) -> usize {
        let pages: usize = self.pages.values().map(BTreeMap::len).sum();
        // Nodes of the trees are about half full.
        size_of::<Self>()
            + 2 * pages * size_of::<(u32, Reverse<u32>, RecordPlace)>()
            + 2 * self.pages.len() * size_of::<(u32, Numbered)>()
            + 2 * self.firsts.len() * size_of::<u32>()
    }
}

impl Evidence for LaterPages {
    fn memory(&self) -> usize {
        Group::memory(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(offset: u64) -> RecordPlace {
        RecordPlace { offset, ..RecordPlace::default() }
    }

    const FIRST: Part = Part::First { input: 0 };

    fn later(number: u32, batch: u32, offset: u64) -> Part {
        Part::Later { input: 0, number, batch: Reverse(batch), place: place(offset) }
    }

    /// The same in another file.
    fn within(input: u32, part: Part) -> Part {
        match part {
            Part::First { .. } => Part::First { input },
            Part::Later { number, batch, place, .. } => {
                Part::Later { input, number, batch, place: RecordPlace { input, ..place } }
            }
        }
    }

    fn pages(parts: &[Part]) -> LaterPages {
        let mut pages = LaterPages::default();
        parts.iter().for_each(|part| pages.add(*part));
        pages
    }

    #[test]
    fn pages_are_in_the_order_of_their_numbers_and_the_last_batch_counts() {
        let parts = [later(3, 1, 30), FIRST, later(2, 1, 20), later(2, 4, 25), later(3, 1, 31)];
        let all = pages(&parts);
        assert_eq!(all.places(0), [place(25), place(30)]);
        assert!(all.is_joined(0, place(25)) && !all.is_joined(0, place(20)));
        // In any order, and however split.
        let reversed: Vec<_> = parts.iter().rev().copied().collect();
        assert_eq!(pages(&reversed), all);
        let (mut left, right) = (pages(&parts[..2]), pages(&parts[2..]));
        left.merge(right);
        assert_eq!(left, all);
    }

    #[test]
    fn pages_without_a_first_one_are_not_joined_and_their_number_is_bounded() {
        assert!(!pages(&[later(2, 1, 20)]).is_joined(0, place(20)));
        let many: Vec<_> = (2..2000).rev().map(|n| later(n, 1, u64::from(n))).collect();
        let places = pages(&many).places(0);
        assert_eq!((places.len(), places[0]), (PAGES, place(2)));
    }

    #[test]
    fn pages_follow_the_first_page_of_their_own_file() {
        let at = |input, offset| RecordPlace { input, offset, ..RecordPlace::default() };
        let parts = [
            within(1, FIRST),
            within(1, later(2, 1, 20)),
            within(2, FIRST),
            // A higher batch of another crawl says nothing of this one.
            within(2, later(2, 9, 21)),
            within(2, later(3, 9, 31)),
            // A file without a first page.
            within(3, later(2, 9, 22)),
            within(3, later(4, 9, 42)),
        ];
        let all = pages(&parts);
        assert_eq!(all.places(1), [at(1, 20), at(3, 42)]);
        assert_eq!(all.places(2), [at(2, 21), at(2, 31)]);
        for (input, offset, is_joined) in
            [(1, 20, true), (2, 21, true), (2, 31, true), (3, 42, true), (3, 22, false)]
        {
            assert_eq!(all.is_joined(input, at(input, offset)), is_joined, "{input} {offset}");
        }
        let (mut left, right) = (pages(&parts[4..]), pages(&parts[..4]));
        left.merge(right);
        assert_eq!(left, all);
    }
}
