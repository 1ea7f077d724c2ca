//! Dates in `time` elements and custom elements, which may be those of other texts.

use super::candidate::{Candidate, Source};
use super::field::Field;
use super::found::{CANDIDATES, Found};
use super::{declared_date, listed, published};
use crate::tree::{Attr, NodeId, Tree};
use crate::{Extraction, Page};

/// Words in names of custom elements that show a time, such as `relative-time`.
const NAMES: &[&str] = &["time", "date", "ago"];
/// Most times of a page that are read.
const MOST_TIMES: usize = 1000;

/// The times of a page in order.
pub(super) struct Times<'p> {
    page: &'p Page,
    /// Node of the last block of the content.
    end: Option<NodeId>,
    all: Vec<Time>,
}

struct Time {
    rank: u8,
    look: u64,
    /// The parent element.
    around: Option<NodeId>,
    /// The date as precise as written.
    date: String,
    day: String,
}

impl<'p> Times<'p> {
    pub(super) fn new(page: &'p Page, extraction: &Extraction) -> Self {
        let mut blocks = page.blocks().iter().zip(&extraction.labels);
        let end = blocks
            .rfind(|(block, label)| label.content && block.chars > 0)
            .map(|(block, _)| block.node);
        Self { page, end, all: Vec::new() }
    }

    fn tree(&self) -> &'p Tree {
        self.page.tree()
    }

    /// Adds the time of an attribute. Behind the content, in teasers and comments, it gets a low
    /// rank.
    pub(super) fn push(&mut self, id: NodeId, value: &str) {
        let Some(date) = declared_date::parse(value).filter(|_| self.all.len() < MOST_TIMES) else {
            return;
        };
        let before_end = self.end.is_none_or(|end| id <= end);
        // `pubdate` was in HTML 5 drafts until 2011 and still marks the date of the article.
        let rank = match (self.tree().attr(id, Attr::PUBDATE).is_some(), before_end) {
            (true, _) => 27,
            (false, true) => 45,
            (false, false) => 90,
        };
        let day = date.chars().take(published::DAY).collect();
        let (look, around) = (listed::look_hash(self.tree(), id), self.tree().parent(id));
        self.all.push(Time { rank, look, around, date, day });
    }

    /// Adds the time of a custom element, whose visible text is written by a script.
    pub(super) fn push_custom(&mut self, id: NodeId) {
        if !NAMES.iter().any(|word| self.tree().name(id).contains(word)) {
            return;
        }
        let mut values = [Attr::DATETIME, Attr::PUBLISHDATE, Attr::TS].into_iter();
        if let Some(value) = values.find_map(|attr| self.tree().attr(id, attr)) {
            self.push(id, value);
        }
    }

    /// Passes the times on; those of list items become implausible.
    pub(super) fn settle(self, found: &mut Found) {
        // Several times in one element (created, reviewed, updated) belong to one text.
        let mut around = None;
        let apart = self.all.iter().filter(|time| around.replace(time.around) != Some(time.around));
        let items = listed::item_looks(self.page, apart.map(|time| (time.look, &time.day)));
        let (of_items, own): (Vec<Time>, Vec<Time>) =
            self.all.into_iter().partition(|time| items.contains(&time.look));
        for Time { rank, date, .. } in own {
            found.push(Field::Published, rank, Source::Html, published::MARKED, &date);
        }
        for Time { date, .. } in of_items.into_iter().take(CANDIDATES) {
            let candidate = Candidate::new(date, Source::Html, published::MARKED);
            let implausible = (Field::Published.name(), candidate);
            // A hundred items of one day are shown once.
            if !found.implausible.contains(&implausible) {
                found.implausible.push(implausible);
            }
        }
    }
}
