//! A verdict as it is compared and kept: what it decides, and on which response.

use std::cmp::Reverse;

use scutch_archive::Record;
use scutch_learn::hashed;
use scutch_portal::{PageVerdict, Verdict};
use serde::{Deserialize, Serialize};

use super::keys::{bare, hex};
use crate::stages::response_key::ResponseKey;

/// A verdict on a response.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Judged {
    /// Verdicts of one response are ordered by it: the highest first.
    pub(super) batch: Reverse<u32>,
    /// Position in the table of verdicts. Of two in one batch the first in the table counts.
    pub(super) page: u8,
    /// Hash of the address of the article that the page belongs to, and the number of the page.
    /// Zero if the verdict names none.
    pub(super) part: (u64, u32),
    /// Hash of the record id of the article's first page; zero if the verdict names none.
    pub(super) first: u64,
    pub(super) on: ResponseKey,
    /// The column of the portal that listed the article.
    pub(super) column: Option<String>,
}

impl Judged {
    /// What was decided. `None` for a verdict that this program does not know.
    pub(super) fn verdict(&self) -> Option<PageVerdict> {
        PageVerdict::ALL.get(usize::from(self.page)).copied()
    }

    /// The keys of the article of a response in the input number `input`, each with the input that
    /// the pages of the article share: by the record of the first page, which is in whatever file,
    /// and else by address. An article is found by both, a further page by one.
    pub(super) fn articles(&self, input: u32) -> Vec<(String, u32)> {
        let by_first = (self.first != 0).then(|| (hex(self.first), 0));
        // Verdicts of older crawls: two crawls of one site have one address, but two files.
        let by_address = (self.part.0 != 0).then(|| (hex(self.part.0), input));
        match self.verdict() {
            Some(PageVerdict::Article) => by_first.into_iter().chain(by_address).collect(),
            Some(PageVerdict::Continuation) => by_first.or(by_address).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The verdict that a record holds.
    pub(super) fn new(record: &Record<'_>, verdict: &Verdict) -> Self {
        let place = PageVerdict::ALL.iter().position(|page| *page == verdict.page);
        let page = place.and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX);
        let on = ResponseKey::new(record, &verdict.digest);
        let article = verdict.article.as_deref().map_or(0, |article| hashed(article.as_bytes()));
        let part = (article, verdict.number.unwrap_or_default());
        let first = match verdict.page {
            PageVerdict::Article => record.header("WARC-Refers-To"),
            _ => verdict.first.as_deref(),
        };
        let first = first.map_or(0, |id| hashed(bare(id).as_bytes()));
        let column = verdict.column.clone();
        Self { batch: Reverse(verdict.batch), page, part, first, on, column }
    }
}
