//! Further pages of articles by the word of the crawl that stored them.
//!
//! Verdicts lie beside responses and name the article by its address. So records are joined twice:
//! by record id, which gives the place of each further page, and then by article.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use scutch_shuffle::{Evidence, Group};
use serde::{Deserialize, Serialize};

use crate::inputs::RecordPlace;

/// Further pages of one article at most, as [`super::chains`] has it.
const PAGES: usize = 1000;

/// What one response is in an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The first page.
    First,
    /// A further page: its number, the batch of its verdict, and where it is.
    Later(u32, Reverse<u32>, RecordPlace),
}

/// The pages of an article, by number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LaterPages {
    has_first: bool,
    /// Of two answers for one page that of the later batch counts, and of copies the first.
    pages: BTreeMap<u32, (Reverse<u32>, RecordPlace)>,
}

impl LaterPages {
    pub(super) fn add(&mut self, part: Part) {
        match part {
            Part::First => self.has_first = true,
            Part::Later(number, batch, place) => self.keep(number, (batch, place)),
        }
    }

    fn keep(&mut self, number: u32, page: (Reverse<u32>, RecordPlace)) {
        let kept = self.pages.entry(number).or_insert(page);
        *kept = page.min(*kept);
        if self.pages.len() > PAGES {
            self.pages.pop_last();
        }
    }

    /// Where the further pages are, in order.
    pub(super) fn places(&self) -> Vec<RecordPlace> {
        self.pages.values().map(|(_, place)| *place).collect()
    }

    /// Whether a response goes into the row of the first page.
    pub(super) fn is_joined(&self, place: RecordPlace) -> bool {
        self.has_first && self.pages.values().any(|(_, known)| *known == place)
    }
}

impl Group for LaterPages {
    fn merge(&mut self, other: Self) {
        self.has_first |= other.has_first;
        other.pages.into_iter().for_each(|(number, page)| self.keep(number, page));
    }

    fn memory(&self) -> usize {
        // Nodes of the tree are about half full.
        size_of::<Self>() + 2 * self.pages.len() * size_of::<(u32, Reverse<u32>, RecordPlace)>()
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

    fn later(number: u32, batch: u32, offset: u64) -> Part {
        Part::Later(number, Reverse(batch), place(offset))
    }

    fn pages(parts: &[Part]) -> LaterPages {
        let mut pages = LaterPages::default();
        parts.iter().for_each(|part| pages.add(*part));
        pages
    }

    #[test]
    fn pages_are_in_the_order_of_their_numbers_and_the_last_batch_counts() {
        let parts =
            [later(3, 1, 30), Part::First, later(2, 1, 20), later(2, 4, 25), later(3, 1, 31)];
        let all = pages(&parts);
        assert_eq!(all.places(), [place(25), place(30)]);
        assert!(all.is_joined(place(25)) && !all.is_joined(place(20)));
        // In any order, and however split.
        let reversed: Vec<_> = parts.iter().rev().copied().collect();
        assert_eq!(pages(&reversed), all);
        let (mut left, right) = (pages(&parts[..2]), pages(&parts[2..]));
        left.merge(right);
        assert_eq!(left, all);
    }

    #[test]
    fn pages_without_a_first_one_are_not_joined_and_their_number_is_bounded() {
        assert!(!pages(&[later(2, 1, 20)]).is_joined(place(20)));
        let many: Vec<_> = (2..2000).rev().map(|n| later(n, 1, u64::from(n))).collect();
        let places = pages(&many).places();
        assert_eq!((places.len(), places[0]), (PAGES, place(2)));
    }
}
