//! Word weights: what the words of a block, of the heading before it, of class names around it and
//! of its link's address say about it.
//!
//! A weight argues for content (above 0) or boilerplate (below 0) and was fitted on pages with
//! known text. The table only has words that occur on several hosts: "Related" and `sidebar`, but
//! not one site's own names. In an unknown language all weights are 0 and the other features
//! decide.

mod words;

use rustc_hash::FxHashMap;
use scutch_learn::{decimal, fields};

use self::words::WordPlace;
use crate::Page;
use crate::Reason;
use crate::block::BlockKind;
use crate::tree::Attr;

/// Names of the features, each with its reason.
pub(super) const FEATURES: [(&str, Reason); 5] = [
    ("words-text", Reason::Wording),
    ("words-heading", Reason::Signpost),
    ("words-near", Reason::ClassWords),
    ("words-far", Reason::ClassWords),
    ("words-link", Reason::LinkDensity),
];
/// What each of [`FEATURES`] is.
pub(super) const SENTENCES: [&str; COUNT] = [
    "Weights of the words of the block.",
    "Weights of the words of the heading before it.",
    "Weights of class words of the elements next to it.",
    "Weights of class words of the elements farther around it.",
    "Weights of the words of its link's address.",
];
/// How many features there are.
pub(super) const COUNT: usize = FEATURES.len();

/// Sums are divided by this.
const SCALE: f32 = 4.0;
/// Bound of a feature in both directions.
const BOUND: f32 = 2.0;

/// The index in [`FEATURES`] of the feature to which the words of a place count.
fn feature(place: WordPlace) -> usize {
    match place {
        WordPlace::Short | WordPlace::Long | WordPlace::Whole => 0,
        WordPlace::Heading | WordPlace::WholeHeading => 1,
        WordPlace::Near => 2,
        WordPlace::Far => 3,
        WordPlace::Link => 4,
    }
}

/// A table of word weights.
#[derive(Debug, Default)]
pub struct Lexicon {
    places: [FxHashMap<String, f32>; WordPlace::ALL.len()],
}

/// Weights of known words.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    weights: f32,
    words: f32,
}

impl Sum {
    fn add(&mut self, other: Self) {
        self.weights += other.weights;
        self.words += other.words;
    }

    /// Divided by the root of the count: more words say more, but not each as much.
    fn value(self) -> f32 {
        (self.weights / self.words.max(1.0).sqrt() / SCALE).clamp(-BOUND, BOUND)
    }
}

type Sums = [Sum; COUNT];

impl Lexicon {
    /// Reads lines of place, word and weight separated by tabs; other lines are skipped.
    pub fn read(table: &str) -> Self {
        let mut lexicon = Self::default();
        for line in table.lines() {
            let mut fields = fields(line, b'\t');
            let (place, word) = (fields.next(), fields.next());
            let place = WordPlace::ALL.iter().find(|known| Some(known.name()) == place);
            let weight = fields.next().and_then(decimal);
            if let (Some(place), Some(word), Some(weight)) = (place, word, weight) {
                lexicon.places[*place as usize].insert(word.to_owned(), weight);
            }
        }
        lexicon
    }

    /// The features of each block; 0 for blocks without text.
    pub(super) fn rows(&self, page: &Page) -> Vec<[f32; COUNT]> {
        let mut buffer = String::new();
        // Names are looked up once per container: one can hold thousands of blocks.
        let elements = self.elements(page, &mut buffer);
        let mut heading = Sums::default();
        let mut rows = Vec::with_capacity(page.blocks().len());
        for block in page.blocks() {
            if block.chars == 0 {
                rows.push([0.0; COUNT]);
                continue;
            }
            // A heading speaks for all blocks behind it, up to the next heading.
            let mut sums = heading;
            let mut add = |place, word: &str| sums[feature(place)].add(self.look_up(place, word));
            words::visit_block(page, block, &mut buffer, &mut add);
            for (container, place) in words::around(page, block) {
                sums[feature(place)].add(elements[container][usize::from(place == WordPlace::Far)]);
            }
            if matches!(block.kind, BlockKind::Heading(_)) {
                heading = Sums::default();
                let mut add =
                    |place, word: &str| heading[feature(place)].add(self.look_up(place, word));
                words::visit_heading(&block.text, &mut buffer, &mut add);
            }
            rows.push(sums.map(Sum::value));
        }
        rows
    }

    /// For each container, sums of its words as seen from near and from far.
    fn elements(&self, page: &Page, buffer: &mut String) -> Vec<[Sum; 2]> {
        let tree = page.tree();
        // Pages repeat a few class values.
        let mut classes: FxHashMap<&str, [Sum; 2]> = FxHashMap::default();
        let sums = page.containers().iter().map(|container| {
            let class = tree.attr(container.node, Attr::CLASS).unwrap_or_default();
            let mut sums = *classes.entry(class).or_insert_with(|| {
                let mut sums = [Sum::default(); 2];
                words::visit_name(class, buffer, &mut |word| self.add_name(&mut sums, word));
                sums
            });
            words::visit_id(tree, container.node, buffer, &mut |word| {
                self.add_name(&mut sums, word);
            });
            sums
        });
        sums.collect()
    }

    /// Adds a word of a name as seen from near and from far.
    fn add_name(&self, sums: &mut [Sum; 2], word: &str) {
        sums[0].add(self.look_up(WordPlace::Near, word));
        sums[1].add(self.look_up(WordPlace::Far, word));
    }

    fn look_up(&self, place: WordPlace, word: &str) -> Sum {
        let weight = self.places[place as usize].get(word);
        weight.map_or(Sum::default(), |weight| Sum { weights: *weight, words: 1.0 })
    }
}

/// Calls `visit` with block index, place name and word for every word that a table could hold:
/// input for fitting one.
pub(super) fn words(page: &Page, visit: &mut dyn FnMut(usize, &'static str, &str)) {
    let mut buffer = String::new();
    let mut heading: Option<&str> = None;
    for (at, block) in page.blocks().iter().enumerate().filter(|(_, block)| block.chars > 0) {
        let mut seen = |place: WordPlace, word: &str| visit(at, place.name(), word);
        words::visit_block(page, block, &mut buffer, &mut seen);
        if let Some(heading) = heading {
            words::visit_heading(heading, &mut buffer, &mut seen);
        }
        for (container, place) in words::around(page, block) {
            let node = page.containers()[container].node;
            words::visit_element(page.tree(), node, &mut buffer, &mut |word| seen(place, word));
        }
        if matches!(block.kind, BlockKind::Heading(_)) {
            heading = Some(&block.text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn all_lines_of_the_shipped_table_are_read() {
        let table = include_str!("../../../data/words.tsv");
        let lines = table.lines().filter(|line| !line.starts_with('#')).count();
        let known: Vec<usize> = Lexicon::read(table).places.iter().map(FxHashMap::len).collect();
        assert_eq!(known.iter().sum::<usize>(), lines);
        assert!(known.iter().all(|count| *count > 0), "{known:?}");
    }

    #[test]
    fn each_place_has_its_weights() {
        let table = "# a comment\nshort\tshare\t-2\nheading\trelated\t-4\nnear\tsidebar\t-1.5\nfar\tsidebar\t-1\nlink\ttag\t-3";
        let lexicon = Lexicon::read(table);
        let html = "<div class=sidebar><h2>Related</h2><div><p>Share it</p></div>
            <ul><li><a href='https://a.example/tag/sidebar'>Sidebar</a></li></ul></div>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let rows = lexicon.rows(&page);
        assert_eq!(
            rows,
            [
                [0.0, 0.0, -0.375, 0.0, 0.0],
                [-0.5, -1.0, 0.0, -0.25, 0.0],
                [0.0, -1.0, 0.0, -0.25, -0.75]
            ]
        );
    }
}
