//! What the TimeMaps of a host have in common: texts that stand in several, and a sample of pages.

use std::io;

use rustc_hash::{FxHashMap, FxHashSet};

use super::timemap::{Redirect, TimeMap};
use crate::parts::neighbours::{Neighbours, url_hash};
use crate::sketch::store::{ContentRef, SketchStore};
use crate::sketch::{Content, Sketch};

/// Numbers of texts that stand in several TimeMaps, and in how many; a sample of the host's pages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spread {
    texts: FxHashMap<u64, u32>,
    pub(crate) neighbours: Neighbours,
}

impl Spread {
    /// Counts the texts of the TimeMaps of a host.
    pub fn count<'a>(timemaps: impl IntoIterator<Item = &'a TimeMap>) -> Self {
        let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
        for timemap in timemaps {
            // The page that a redirect leads to stands where it was captured, not here too.
            let own = timemap.mementos.iter();
            let own = own.filter(|m| !matches!(m.redirect, Some(Redirect::Followed(_))));
            let texts: FxHashSet<u64> =
                own.filter_map(|m| m.content).filter_map(ContentRef::text).collect();
            for text in texts {
                *counts.entry(text).or_default() += 1;
            }
        }
        // Nearly all texts are in one TimeMap only: those need no entry.
        counts.retain(|_, count| *count > 1);
        Self { texts: counts, neighbours: Neighbours::default() }
    }

    /// With a sample of the pages, whose sketches are read.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub(crate) fn with_neighbours<'a>(
        self,
        timemaps: impl IntoIterator<Item = &'a TimeMap>,
        sketches: &SketchStore,
    ) -> io::Result<Self> {
        let mut contents: FxHashMap<u64, Vec<(ContentRef, bool)>> = FxHashMap::default();
        for timemap in timemaps {
            contents.entry(url_hash(&timemap.url)).or_default().extend(distinct(timemap));
        }
        let neighbours = Neighbours::draw(&contents, |content| sketches.get(content))?;
        Ok(Self { neighbours, ..self })
    }

    /// In how many TimeMaps besides its own the text of a sketch stands.
    pub(crate) fn other_timemaps(&self, sketch: &Sketch) -> u32 {
        self.texts.get(&sketch.text_number()).map_or(0, |count| count - 1)
    }
}

/// The different contents of a TimeMap, and whether the server called them errors.
fn distinct(timemap: &TimeMap) -> Vec<(ContentRef, bool)> {
    let mut seen = FxHashSet::default();
    let mementos = timemap.mementos.iter().filter_map(|memento| {
        // The page that a redirect leads to stands where it was captured.
        let followed = matches!(memento.redirect, Some(Redirect::Followed(_)));
        let content = memento.content.filter(|c| c.kind() == Content::Words && !followed)?;
        let error = memento.status.is_some_and(|status| status >= 400);
        seen.insert(content.key()).then_some((content, error))
    });
    mementos.collect()
}
