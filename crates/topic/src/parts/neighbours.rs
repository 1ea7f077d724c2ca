//! What other pages of a host show: joint evidence of its frame, and of texts that are another
//! page's.
//!
//! A sample of TimeMaps is kept, drawn by the hashes of their URLs, and of each a few contents. The
//! sample depends on the host alone, whatever the order of its captures.

use std::io;

use rustc_hash::{FxHashMap, FxHashSet};
use scutch_learn::hashed;

use super::views::View;
use crate::measure::sequence::{resemblance, smallest_runs};
use crate::sketch::Sketch;
use crate::sketch::blocks::block_number;
use crate::sketch::store::ContentRef;

/// TimeMaps of the sample: one bit each.
const MOST_TIMEMAPS: usize = 64;
/// Contents of each.
const MOST_CONTENTS: usize = 4;
/// Share of the other TimeMaps from which a block is frame.
const FRAME: f64 = 0.5;
/// Fewest of them.
const LEAST_PAGES: f64 = 2.0;
/// Number of other TimeMaps, and share of them, from which a block is frame of a section.
const SECTION: (f64, f64) = (4.0, 0.15);

/// The sample of a host.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Neighbours {
    /// Hashes of URLs, by bit.
    timemaps: Vec<u64>,
    /// In which TimeMaps a block stands, as bits.
    blocks: FxHashMap<u64, u64>,
    /// In which TimeMaps titles have a word, as bits.
    titles: FxHashMap<u64, u64>,
    /// In which TimeMaps most contents of the sample have a block, as bits.
    standing: FxHashMap<u64, u64>,
    texts: Vec<NeighbourText>,
}

/// The content of a page of the sample.
#[derive(Debug, Clone, PartialEq)]
struct NeighbourText {
    bit: u64,
    runs: Vec<u64>,
    /// The server called it an error.
    error: bool,
}

/// A content of the sample, before the frame of the host is known.
struct Drawn {
    bit: u64,
    sketch: Sketch,
    error: bool,
}

/// The other TimeMaps of the sample, as one of the host sees them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Others<'n> {
    neighbours: &'n Neighbours,
    own: u64,
    count: u32,
}

/// The hash by which URLs are drawn.
pub(crate) fn url_hash(url: &str) -> u64 {
    hashed(url.as_bytes())
}

impl Neighbours {
    /// Draws the sample of a host from the contents of each URL, by its hash; `read` gives their
    /// sketches. With each content goes whether the server called it an error.
    pub(crate) fn draw(
        timemaps: &FxHashMap<u64, Vec<(ContentRef, bool)>>,
        read: impl Fn(ContentRef) -> io::Result<Sketch>,
    ) -> io::Result<Self> {
        // A single page has no neighbours, which is most hosts.
        if timemaps.len() < 2 {
            return Ok(Self::default());
        }
        // By hash rather than by URL: the first URLs are often all of one section.
        let mut hashes: Vec<u64> = timemaps.keys().copied().collect();
        hashes.sort_unstable();
        hashes.truncate(MOST_TIMEMAPS);
        let mut neighbours = Self::default();
        let mut drawn = Vec::new();
        for (place, hash) in hashes.iter().enumerate() {
            let contents = &timemaps[hash];
            let step = contents.len().div_ceil(MOST_CONTENTS).max(1);
            let drawn_here = contents.len().div_ceil(step);
            let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
            for (content, error) in contents.iter().step_by(step) {
                let (bit, sketch) = (1 << place, read(*content)?);
                let blocks = sketch.evidence.blocks.iter();
                let blocks: FxHashSet<u64> =
                    blocks.map(|(_, tokens)| block_number(tokens)).collect();
                for block in blocks {
                    *neighbours.blocks.entry(block).or_default() |= bit;
                    *counts.entry(block).or_default() += 1;
                }
                for word in &sketch.evidence.title_terms {
                    *neighbours.titles.entry(*word).or_default() |= bit;
                }
                drawn.push(Drawn { bit, sketch, error: *error });
            }
            // A notice may stand on one capture of many pages; a frame stands on most.
            for (block, _) in counts.into_iter().filter(|(_, count)| 2 * count > drawn_here) {
                *neighbours.standing.entry(block).or_default() |= 1 << place;
            }
        }
        neighbours.timemaps = hashes;
        let texts = drawn.iter().map(|drawn| neighbours.text(drawn)).collect();
        Ok(Self { texts, ..neighbours })
    }

    fn text(&self, drawn: &Drawn) -> NeighbourText {
        // Content is what the frame of the host leaves. Only blocks of all pages show the frame.
        let view = View::new(&drawn.sketch, self.others_than(drawn.bit));
        NeighbourText { bit: drawn.bit, runs: view.sample, error: drawn.error }
    }

    /// The sample without a TimeMap.
    pub(crate) fn others(&self, url: &str) -> Others<'_> {
        // The sample was drawn in the order of hashes, so they are sorted.
        let own = self.timemaps.binary_search(&url_hash(url));
        self.others_than(own.map_or(0, |bit| 1 << bit))
    }

    fn others_than(&self, own: u64) -> Others<'_> {
        let count = self.timemaps.len() as u32 - own.count_ones();
        Others { neighbours: self, own, count }
    }
}

impl Others<'_> {
    /// Share of the other TimeMaps that have a block; 0 without any.
    pub(crate) fn share(&self, block: u64) -> f64 {
        self.share_of(self.neighbours.blocks.get(&block))
    }

    /// Whether a word is in titles of the whole host.
    pub(crate) fn is_site_name(&self, word: u64) -> bool {
        self.share_of(self.neighbours.titles.get(&word)) >= FRAME
    }

    fn share_of(&self, bits: Option<&u64>) -> f64 {
        let bits = bits.map_or(0, |bits| bits & !self.own);
        if self.count == 0 { 0.0 } else { f64::from(bits.count_ones()) / f64::from(self.count) }
    }

    /// Whether a block belongs to the frame of the host.
    pub(crate) fn is_frame(&self, block: u64) -> bool {
        let share = self.share_of(self.neighbours.standing.get(&block));
        // One other page with the same text may be a copy of this one.
        let pages = (share * f64::from(self.count)).round();
        // A menu of one section stands on a smaller share of the host: more pages have to show it.
        (share >= FRAME && pages >= LEAST_PAGES) || (share >= SECTION.1 && pages >= SECTION.0)
    }

    /// Number of other TimeMaps.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// How much nearer a text is to the content of another page than `anchor` is, 0 to 1.
    pub(crate) fn nearer(&self, text: &View, anchor: &View) -> f64 {
        let others = self.neighbours.texts.iter().filter(|other| other.bit & self.own == 0);
        let near = |view: &View, other: &NeighbourText| {
            // Contents of a few words are alike by chance.
            if view.sample.len().min(other.runs.len()) < 8 {
                return 0.0;
            }
            resemblance(&view.sample, &other.runs)
        };
        // Pages of one host may be alike throughout: what the anchor shares as well is no gain.
        let gains = others.map(|other| near(text, other) - near(anchor, other));
        gains.fold(0.0, f64::max)
    }

    /// Likeness of a text to what the host answers under addresses that it calls missing.
    pub(crate) fn like_error(&self, text: &View) -> f64 {
        // Errors under the page's own address count too: they look like those under any other.
        let errors = self.neighbours.texts.iter().filter(|other| other.error);
        errors.map(|other| resemblance(&text.sample, &other.runs)).fold(0.0, f64::max)
    }
}

/// The sample of a text's runs.
pub(crate) fn sample(tokens: &[u32]) -> Vec<u64> {
    if tokens.is_empty() { Vec::new() } else { smallest_runs(tokens) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::sketcher::tests::sketch;
    use crate::sketch::store::SketchStore;

    const TEXTS: [&str; 3] = [
        "the night ferry sails again from the northern pier and carries sixty passengers a trip",
        "forty owners have signed leases for the neglected orchard above the chapel on the hill",
        "the hands of the town hall clock have pointed at ten past four since the great storm",
    ];

    fn url(number: usize) -> String {
        format!("http://a.example/{number}")
    }

    fn page(text: &str) -> Sketch {
        sketch(&format!("<title>Gazette</title><p>Daily paper of the valley</p><p>{text}.</p>"))
    }

    /// A host with these texts, the last one given as an error.
    fn host(texts: &[&str]) -> Neighbours {
        let store = SketchStore::new().expect("a store");
        let mut contents = FxHashMap::default();
        for (number, text) in texts.iter().enumerate() {
            let content = store.add(number as u64, &page(text)).expect("written");
            let error = number + 1 == texts.len();
            contents.insert(url_hash(&url(number)), vec![(content, error)]);
        }
        Neighbours::draw(&contents, |content| store.get(content)).expect("read")
    }

    #[test]
    fn what_other_pages_share_is_frame() {
        let neighbours = host(&TEXTS);
        let others = neighbours.others(&url(0));
        assert_eq!(others.count(), 2);
        let sketch = page(TEXTS[0]);
        let frame: Vec<bool> =
            sketch.evidence.blocks.iter().map(|(_, t)| others.is_frame(block_number(t))).collect();
        assert_eq!(frame, [true, false]);
        assert!(sketch.evidence.title_terms.iter().all(|word| others.is_site_name(*word)));
        // A page that is not in the sample has all of it as others.
        assert_eq!(neighbours.others("http://a.example/new").count(), 3);
    }

    #[test]
    fn content_of_another_page_is_found() {
        let neighbours = host(&TEXTS);
        let others = neighbours.others(&url(0));
        let view = |text: &str| View::new(&page(text), others);
        assert!(others.nearer(&view(TEXTS[1]), &view(TEXTS[0])) > 0.9);
        assert_eq!(others.nearer(&view(TEXTS[0]), &view(TEXTS[0])), 0.0);
        assert!(others.like_error(&view(TEXTS[2])) > 0.9);
        assert!(others.like_error(&view(TEXTS[1])) < 0.1);
    }

    #[test]
    fn a_single_page_has_no_neighbours() {
        let neighbours = host(&TEXTS[..1]);
        let others = neighbours.others(&url(0));
        assert_eq!((others.count(), others.share(7)), (0, 0.0));
        assert!(!others.is_frame(7));
    }

    #[test]
    fn large_hosts_are_sampled() {
        let texts: Vec<String> = (0..200).map(|n| format!("{} number {n}", TEXTS[n % 3])).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let neighbours = host(&texts);
        assert_eq!(neighbours.timemaps.len(), MOST_TIMEMAPS);
        assert!(neighbours.timemaps.is_sorted());
        assert!(neighbours.texts.len() <= MOST_TIMEMAPS * MOST_CONTENTS);
    }
}
