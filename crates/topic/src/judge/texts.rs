//! The different texts of a TimeMap. Mementos often share one, which is then compared once.

use rustc_hash::FxHashMap;

use crate::collection::timemap::{Redirect, TimeMap};
use crate::sketch::{Content, Sketch};

/// A TimeMap with its sketches. Mementos with the same content share a text.
pub(crate) struct DistinctTexts<'a> {
    timemap: &'a TimeMap,
    /// The different texts, in the order of their first mementos.
    pub(crate) texts: Vec<&'a Sketch>,
    /// The number of mementos with each.
    pub(crate) weights: Vec<u64>,
    /// The text of each memento.
    of_memento: Vec<Option<usize>>,
    /// The first and the last memento of each text.
    ends: Vec<(usize, usize)>,
}

impl<'a> DistinctTexts<'a> {
    /// Puts a TimeMap and its sketches together.
    pub(crate) fn new(timemap: &'a TimeMap, sketches: &'a FxHashMap<u64, Sketch>) -> Self {
        let mut texts = Vec::new();
        let mut weights = Vec::new();
        let mut ends: Vec<(usize, usize)> = Vec::new();
        let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
        let of_memento = timemap.mementos.iter().enumerate().map(|(index, memento)| {
            // Not by position in the store: equal contents may have been written twice.
            let key = memento.content?.key();
            let sketch = sketches.get(&key)?;
            let text = *numbers.entry(key).or_insert_with(|| {
                texts.push(sketch);
                weights.push(0);
                ends.push((index, index));
                texts.len() - 1
            });
            weights[text] += 1;
            ends[text].1 = index;
            Some(text)
        });
        let of_memento = of_memento.collect();
        Self { timemap, texts, weights, of_memento, ends }
    }

    /// Number of mementos.
    pub(crate) fn len(&self) -> usize {
        self.of_memento.len()
    }

    /// The text of a memento.
    pub(crate) fn text(&self, index: usize) -> Option<usize> {
        self.of_memento[index]
    }

    /// The sketch of a memento.
    pub(crate) fn sketch(&self, index: usize) -> Option<&'a Sketch> {
        self.of_memento[index].map(|text| self.texts[text])
    }

    /// The first capture of a text.
    pub(crate) fn first_capture(&self, text: usize) -> usize {
        self.ends[text].0
    }

    /// The last capture of a text.
    pub(crate) fn last_capture(&self, text: usize) -> usize {
        self.ends[text].1
    }

    /// Whether the server gave a text as an answer, not as an error, when it was first captured.
    pub(crate) fn answers(&self, text: usize) -> bool {
        // The same bytes may be served again under another status: the first one decides.
        self.status(self.ends[text].0).is_none_or(|status| status < 300)
    }

    /// Whether a text may be an anchor: a page with words that the server gave as an answer.
    pub(crate) fn is_usable(&self, text: usize) -> bool {
        self.texts[text].content == Content::Words && self.answers(text)
    }

    /// Whether the page is the front of its site.
    pub(crate) fn is_front(&self) -> bool {
        let url = &self.timemap.url;
        let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
        rest.split_once('/').is_none_or(|(_, path)| {
            matches!(path, "" | "index.html" | "index.htm" | "index.php" | "home")
        })
    }

    /// URI-R.
    pub(crate) fn url(&self) -> &'a str {
        &self.timemap.url
    }

    /// The HTTP status of a memento. Of a redirect that could be followed, the status of its
    /// target.
    pub(crate) fn status(&self, index: usize) -> Option<u16> {
        match self.redirect(index) {
            Some(Redirect::Followed(status)) => status,
            _ => self.timemap.mementos[index].status,
        }
    }

    /// Where a memento leads, if it is a redirect.
    pub(crate) fn redirect(&self, index: usize) -> Option<Redirect> {
        self.timemap.mementos[index].redirect
    }

    /// Whether the date of a memento could be read.
    pub(crate) fn has_date(&self, index: usize) -> bool {
        self.timemap.mementos[index].unix_ms.is_some()
    }
}
