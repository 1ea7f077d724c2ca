//! The mementos of a TimeMap as different texts and who has them.

use rustc_hash::FxHashMap;

use crate::collection::timemap::{Redirect, TimeMap};
use crate::sketch::Sketch;

/// A TimeMap with its sketches. Mementos with the same sketch share a text.
pub struct Group<'a> {
    timemap: &'a TimeMap,
    /// The different sketches, in the order of their first mementos.
    pub(crate) texts: Vec<&'a Sketch>,
    /// How many mementos have each.
    pub(crate) weights: Vec<u64>,
    /// The text of each memento.
    of: Vec<Option<usize>>,
}

impl<'a> Group<'a> {
    /// Puts a TimeMap and its sketches together.
    pub fn of(timemap: &'a TimeMap, sketches: &'a FxHashMap<u64, Sketch>) -> Self {
        let mut texts = Vec::new();
        let mut weights = Vec::new();
        let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
        let of = timemap.mementos.iter().map(|memento| {
            let key = memento.content?.key();
            let sketch = sketches.get(&key)?;
            let text = *numbers.entry(key).or_insert_with(|| {
                texts.push(sketch);
                weights.push(0);
                texts.len() - 1
            });
            weights[text] += 1;
            Some(text)
        });
        let of = of.collect();
        Self { timemap, texts, weights, of }
    }

    /// How many mementos there are.
    pub fn len(&self) -> usize {
        self.of.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// The text of a memento.
    pub fn text(&self, place: usize) -> Option<usize> {
        self.of[place]
    }

    /// The sketch of a memento.
    pub fn sketch(&self, place: usize) -> Option<&'a Sketch> {
        self.of[place].map(|text| self.texts[text])
    }

    /// The HTTP status of a memento; of a redirect that could be followed, that of its page.
    pub fn status(&self, place: usize) -> Option<u16> {
        match self.redirect(place) {
            Some(Redirect::Followed(status)) => status,
            _ => self.timemap.mementos[place].status,
        }
    }

    /// Where a memento leads, if it is a redirect.
    pub fn redirect(&self, place: usize) -> Option<Redirect> {
        self.timemap.mementos[place].redirect
    }

    /// Whether the date of a memento could be read.
    pub fn has_date(&self, place: usize) -> bool {
        self.timemap.mementos[place].unix_ms.is_some()
    }
}
