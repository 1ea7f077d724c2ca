//! The responses and verdicts of one record id, from whatever files, joined.

use scutch_folder::inputs::RecordPlace;
use scutch_folder::reasons::VerdictFault;
use scutch_portal::PageVerdict;
use scutch_shuffle::{Evidence, Group};
use serde::{Deserialize, Serialize};

use super::judged::Judged;
use crate::stages::later_pages::Part;
use crate::stages::response_key::ResponseKey;

/// What a record says of a record id.
#[derive(Debug, Clone)]
pub(crate) enum Word {
    Response(ResponseKey, RecordPlace),
    Verdict(Judged),
}

/// Different responses and verdicts of one id that are kept: ids are unique but for copies and
/// forgeries, and a crawl changes its mind a few times.
const KEPT: usize = 64;

/// The responses and verdicts of a record id, sorted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Crawled {
    responses: Vec<(ResponseKey, RecordPlace)>,
    verdicts: Vec<Judged>,
}

/// Adds a value to the smallest ones, once.
fn keep<T: Ord>(kept: &mut Vec<T>, value: T) {
    // The smallest, not the first: what is kept must not depend on the order of files.
    if let Err(place) = kept.binary_search(&value)
        && place < KEPT
    {
        kept.insert(place, value);
        kept.truncate(KEPT);
    }
}

impl Group for Crawled {
    fn merge(&mut self, other: Self) {
        other.responses.into_iter().for_each(|key| keep(&mut self.responses, key));
        other.verdicts.into_iter().for_each(|judged| keep(&mut self.verdicts, judged));
    }

    fn memory(&self) -> usize {
        let columns = self.verdicts.iter().filter_map(|judged| judged.column.as_ref());
        size_of::<Self>()
            + self.responses.capacity() * size_of::<(ResponseKey, RecordPlace)>()
            + self.verdicts.capacity() * size_of::<Judged>()
            + columns.map(String::capacity).sum::<usize>()
    }
}

impl Evidence for Crawled {
    fn memory(&self) -> usize {
        Group::memory(self)
    }
}

impl Crawled {
    /// Adds what a record says.
    pub(super) fn add(&mut self, word: Word) {
        match word {
            Word::Response(key, place) => keep(&mut self.responses, (key, place)),
            Word::Verdict(judged) => keep(&mut self.verdicts, judged),
        }
    }

    /// Whether a crawl said anything of the id. Most ids have responses alone.
    pub(super) fn has_verdicts(&self) -> bool {
        !self.verdicts.is_empty()
    }

    /// The verdict on a response that counts.
    pub(super) fn judged(&self, on: ResponseKey) -> Option<&Judged> {
        self.verdicts.iter().find(|judged| judged.on == on)
    }

    /// The input file of the response; of copies the first.
    pub(super) fn input(&self) -> u32 {
        self.responses.first().map_or(0, |(_, place)| place.input)
    }

    /// What the response is in an article, by each key of the article.
    pub(in crate::stages) fn parts(&self) -> Vec<(String, Part)> {
        let Some((on, place)) = self.responses.first() else { return Vec::new() };
        let Some(judged) = self.judged(*on) else { return Vec::new() };
        let is_first = judged.verdict() == Some(PageVerdict::Article);
        let (number, batch, place) = (judged.part.1, judged.batch, *place);
        let part = |input| match is_first {
            true => Part::First { input },
            false => Part::Later { input, number, batch, place },
        };
        let articles = judged.articles(place.input).into_iter();
        articles.map(|(key, input)| (key, part(input))).collect()
    }

    /// Why a verdict on these responses is not obeyed.
    pub(super) fn fault(&self, on: ResponseKey) -> Option<VerdictFault> {
        let mut responses = self.responses.iter().map(|(response, _)| response);
        if responses.clone().any(|response| *response == on) {
            None
        } else if self.responses.is_empty() {
            Some(VerdictFault::NoResponse)
        } else if responses.any(|response| response.url == on.url) {
            Some(VerdictFault::OtherDigest)
        } else {
            Some(VerdictFault::OtherUrl)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use proptest::prelude::*;

    use super::*;

    fn judged(batch: u32, page: u8, on: u64) -> Judged {
        let on = response(on, on);
        Judged { batch: Reverse(batch), page, part: (0, 0), first: 0, on, column: None }
    }

    fn response(url: u64, content: u64) -> ResponseKey {
        ResponseKey { url, content }
    }

    fn crawled(words: &[Word]) -> Crawled {
        let mut group = Crawled::default();
        words.iter().for_each(|word| group.add(word.clone()));
        group
    }

    #[test]
    fn the_last_verdict_on_the_same_response_counts() {
        let group = crawled(&[
            Word::Verdict(judged(1, 0, 7)),
            Word::Verdict(judged(3, 1, 7)),
            Word::Verdict(judged(2, 0, 7)),
            Word::Verdict(judged(9, 0, 8)),
        ]);
        let verdict = |on| group.judged(on).and_then(Judged::verdict);
        assert_eq!(verdict(response(7, 7)), Some(PageVerdict::Again));
        assert_eq!(verdict(response(7, 8)), None);
    }

    #[test]
    fn verdicts_that_contradict_their_response_are_faults() {
        use VerdictFault::{NoResponse, OtherDigest, OtherUrl};
        let group = crawled(&[
            Word::Response(response(1, 1), RecordPlace::default()),
            Word::Response(response(2, 2), RecordPlace::default()),
        ]);
        for (on, expected) in [
            (response(2, 2), None),
            (response(1, 2), Some(OtherDigest)),
            (response(3, 1), Some(OtherUrl)),
        ] {
            assert_eq!(group.fault(on), expected);
        }
        assert_eq!(crawled(&[]).fault(response(1, 1)), Some(NoResponse));
    }

    proptest! {
        #[test]
        fn groups_are_the_same_in_any_order(
            words in proptest::collection::vec((0_u32..4, 0_u8..3, 0_u64..90), 0..200),
            cut in 0_usize..200,
        ) {
            let words: Vec<Word> = words.into_iter().map(|(batch, page, on)| match page {
                0 => Word::Response(response(on, u64::from(batch)), RecordPlace::default()),
                _ => Word::Verdict(judged(batch, page, on)),
            }).collect();
            let (first, second) = words.split_at(cut.min(words.len()));
            let mut merged = crawled(second);
            merged.merge(crawled(first));
            let whole = crawled(&words);
            prop_assert_eq!(merged.responses, whole.responses);
            prop_assert_eq!(merged.verdicts, whole.verdicts);
        }
    }
}
