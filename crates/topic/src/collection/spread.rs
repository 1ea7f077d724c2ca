//! In how many TimeMaps of a host a text stands.

use rustc_hash::{FxHashMap, FxHashSet};

use super::timemap::{Redirect, TimeMap};
use crate::sketch::Sketch;

/// Numbers of texts that stand in several TimeMaps, and in how many.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spread(FxHashMap<u64, u32>);

impl Spread {
    /// Counts the texts of the TimeMaps of a host.
    pub fn count<'a>(timemaps: impl IntoIterator<Item = &'a TimeMap>) -> Self {
        let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
        for timemap in timemaps {
            // The page that a redirect leads to stands where it was captured, not here too.
            let own = timemap.mementos.iter();
            let own = own.filter(|m| !matches!(m.redirect, Some(Redirect::Followed(_))));
            let texts: FxHashSet<u64> = own
                .filter_map(|m| m.content)
                .filter_map(super::super::sketch::store::ContentRef::text)
                .collect();
            for text in texts {
                *counts.entry(text).or_default() += 1;
            }
        }
        // Nearly all texts are in one TimeMap only: those need no entry.
        counts.retain(|_, count| *count > 1);
        Self(counts)
    }

    /// In how many TimeMaps besides its own the text of a sketch stands.
    pub(crate) fn other_timemaps(&self, sketch: &Sketch) -> u32 {
        self.0.get(&sketch.text_number()).map_or(0, |count| count - 1)
    }
}
