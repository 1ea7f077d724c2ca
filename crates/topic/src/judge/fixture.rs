//! TimeMaps and hosts made of a few pages, for the tests of this folder.

use rustc_hash::FxHashMap;

use crate::collection::timemap::{Memento, TimeMap};
use crate::judge::texts::DistinctTexts;
use crate::parts::neighbours::{Neighbours, url_hash};
use crate::sketch::Sketch;
use crate::sketch::sketcher::tests::sketch;
use crate::sketch::store::SketchStore;

/// Paragraphs of twenty words. They share grammar words only, and no run of three words.
pub(super) const FERRY: &str = "<p>the night ferry sails again from the northern pier and carries \
    sixty passengers a trip although winter storms delay most</p>";
pub(super) const ORCHARD: &str = "<p>forty owners have signed leases for the neglected orchard \
    above the chapel on the hill where apples rotted for decades</p>";
pub(super) const CLOCK: &str = "<p>the hands of the town hall clock have pointed at ten past four \
    since lightning struck its copper dome yesterday</p>";

/// Captures of one URL with their sketches.
pub(super) struct Captured {
    timemap: TimeMap,
    sketches: FxHashMap<u64, Sketch>,
}

impl Captured {
    /// Captures in the order of `captures`: which of the pages each shows, and its status.
    pub(super) fn new(pages: &[&str], captures: &[(usize, u16)]) -> Self {
        let store = SketchStore::new().expect("a store");
        let keyed = pages.iter().zip(0..).map(|(html, key)| (key, sketch(html)));
        let sketches: FxHashMap<u64, Sketch> = keyed.collect();
        let mementos = captures.iter().map(|(page, status)| {
            let key = *page as u64;
            let content = store.add(key, &sketches[&key]).expect("written");
            Memento { status: Some(*status), content: Some(content), ..Memento::default() }
        });
        let mementos = mementos.collect();
        let url = "http://a.example/ferry".to_owned();
        Self { timemap: TimeMap { url, mementos, ..TimeMap::default() }, sketches }
    }

    /// Their texts, numbered in the order of their first captures.
    pub(super) fn texts(&self) -> DistinctTexts<'_> {
        DistinctTexts::new(&self.timemap, &self.sketches)
    }
}

/// The other pages of the host; the last one is an error of the server.
pub(super) fn host(pages: &[&str]) -> Neighbours {
    let store = SketchStore::new().expect("a store");
    let mut contents = FxHashMap::default();
    for (number, html) in pages.iter().enumerate() {
        let content = store.add(number as u64, &sketch(html)).expect("written");
        let url = url_hash(&format!("http://a.example/{number}"));
        contents.insert(url, vec![(content, number + 1 == pages.len())]);
    }
    Neighbours::draw(&contents, |content| store.get(content)).expect("read")
}
