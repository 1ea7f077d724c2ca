//! Counts of element signatures over many pages. Inventories of parts of a crawl can be merged in
//! any order.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use scutch_page::{NodeId, Tree};
use std::hash::{Hash as _, Hasher as _};

use super::{pair, signature};

/// Variants that are counted.
// Some portals give every element of every page an id of its own.
const MAX_VARIANTS: usize = 1 << 21;
/// Signatures that are kept, for the same reason; each takes a few hundred bytes.
const MAX_ROWS: usize = if cfg!(test) { 64 } else { 1 << 18 };
/// Examples of one signature.
const MAX_EXAMPLES: usize = 3;
/// Characters of one example.
const EXAMPLE_CHARS: usize = 60;

/// What is known of the elements of one signature. Characters never include white space.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TagRow {
    /// Number of elements.
    pub count: u64,
    /// Number of pages with such elements.
    pub pages: u64,
    /// Characters of their text.
    pub text: u64,
    /// Characters of their text that are in no element below them.
    pub own_text: u64,
    /// Number of elements below them.
    pub descendants: u64,
    /// Number of elements with none below.
    pub leaves: u64,
    /// Number of elements inside the content root of their page.
    pub in_root: u64,
    /// Characters of text of these.
    pub text_in_root: u64,
    /// Characters of text of these that are in no element below them.
    pub own_in_root: u64,
    /// Texts by their sampling hashes, of which the smallest are kept.
    pub examples: BTreeMap<u64, String>,
}

/// The tags of a set of pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inventory {
    /// Number of pages.
    pub pages: u64,
    /// Whether signatures include that of the parent.
    pairs: bool,
    /// Rows by signature.
    pub rows: BTreeMap<String, TagRow>,
    /// Elements whose signatures came when [`Self::rows`] was full.
    pub left_out: u64,
    /// Signatures of content roots, with their numbers of pages.
    pub roots: BTreeMap<String, u64>,
    /// Hashes of variants, and of those with text.
    pub(super) variants: FxHashSet<u64>,
    pub(super) with_text: FxHashSet<u64>,
}

impl Inventory {
    /// An inventory of no page. With `pairs`, elements are told apart by their parents too.
    pub fn new(pairs: bool) -> Self {
        Self { pairs, ..Self::default() }
    }

    /// Adds a page with its content roots. `url` decides which examples are sampled.
    pub fn add(&mut self, tree: &Tree, roots: &[NodeId], url: &str) {
        self.pages += 1;
        // As a set: a page counts once, however many roots of one signature it has.
        let kinds: BTreeSet<String> = roots.iter().map(|root| signature(tree, *root)).collect();
        for kind in kinds {
            *self.roots.entry(kind).or_default() += 1;
        }
        let sums = TextSums::new(tree);
        let mut on_page: FxHashMap<String, ()> = FxHashMap::default();
        for id in tree.all().filter(|id| tree.tag(*id).is_some()) {
            let text = sums.text(tree, id);
            self.add_variant(tree, id, text > 0);
            // Variants are counted even where there is no room for a row.
            let signature = if self.pairs { pair(tree, id) } else { signature(tree, id) };
            if !self.has_room(&signature) {
                self.left_out += 1;
                continue;
            }
            let row = self.rows.entry(signature.clone()).or_default();
            row.pages += u64::from(on_page.insert(signature, ()).is_none());
            let is_in_root = roots.iter().any(|root| tree.contains(*root, id));
            row.add(&sums, tree, id, is_in_root);
            row.sample_example(tree, id, url);
        }
    }

    fn has_room(&self, signature: &str) -> bool {
        self.rows.len() < MAX_ROWS || self.rows.contains_key(signature)
    }

    /// Counts an element by its name and all its attributes.
    fn add_variant(&mut self, tree: &Tree, id: NodeId, with_text: bool) {
        let mut hasher = FxHasher::default();
        tree.name(id).hash(&mut hasher);
        for (attr, value) in tree.attrs(id) {
            (tree.attr_name(attr), value).hash(&mut hasher);
        }
        let variant = hasher.finish();
        if self.variants.len() < MAX_VARIANTS {
            self.variants.insert(variant);
        }
        if with_text && self.with_text.len() < MAX_VARIANTS {
            self.with_text.insert(variant);
        }
    }

    /// Adds the inventory of other pages.
    pub fn merge(&mut self, other: Self) {
        self.pages += other.pages;
        self.left_out += other.left_out;
        for (signature, row) in other.rows {
            if self.has_room(&signature) {
                self.rows.entry(signature).or_default().merge(row);
            } else {
                self.left_out += row.count;
            }
        }
        for (signature, pages) in other.roots {
            *self.roots.entry(signature).or_default() += pages;
        }
        extend_to_limit(&mut self.variants, other.variants);
        extend_to_limit(&mut self.with_text, other.with_text);
    }
}

/// Adds hashes up to the limit.
fn extend_to_limit(all: &mut FxHashSet<u64>, more: FxHashSet<u64>) {
    // Sorted, so that the hashes within the limit do not depend on the order of a set.
    let mut more: Vec<u64> = more.into_iter().collect();
    more.sort_unstable();
    for hash in more {
        if all.len() >= MAX_VARIANTS {
            return;
        }
        all.insert(hash);
    }
}

impl TagRow {
    fn add(&mut self, sums: &TextSums, tree: &Tree, id: NodeId, is_in_root: bool) {
        let (text, descendants) = (sums.text(tree, id), sums.elements(tree, id));
        self.count += 1;
        self.text += text;
        self.own_text += sums.own[id.index()];
        self.descendants += descendants;
        self.leaves += u64::from(descendants == 0);
        if is_in_root {
            self.in_root += 1;
            self.text_in_root += text;
            self.own_in_root += sums.own[id.index()];
        }
    }

    /// Keeps the text of an element as an example if its hash is among the smallest. The hash
    /// depends on the page alone, not on the order of pages.
    fn sample_example(&mut self, tree: &Tree, id: NodeId, url: &str) {
        let mut hasher = FxHasher::default();
        (url, id.index()).hash(&mut hasher);
        let hash = hasher.finish();
        let is_sampled = self.examples.len() < MAX_EXAMPLES
            || self.examples.last_key_value().is_some_and(|(last, _)| hash < *last);
        // Before the text is built, because most elements are not sampled.
        if !is_sampled {
            return;
        }
        let mut text = String::new();
        for node in tree.descendants(id) {
            let words = tree.text(node).split_whitespace();
            words.for_each(|word| text.extend([word, " "]));
            if text.chars().count() > EXAMPLE_CHARS {
                break;
            }
        }
        let text: String = text.trim().chars().take(EXAMPLE_CHARS).collect();
        if !text.is_empty() {
            self.examples.insert(hash, text);
            self.limit_examples();
        }
    }

    fn limit_examples(&mut self) {
        while self.examples.len() > MAX_EXAMPLES {
            self.examples.pop_last();
        }
    }

    fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.pages += other.pages;
        self.text += other.text;
        self.own_text += other.own_text;
        self.descendants += other.descendants;
        self.leaves += other.leaves;
        self.in_root += other.in_root;
        self.text_in_root += other.text_in_root;
        self.own_in_root += other.own_in_root;
        self.examples.extend(other.examples);
        self.limit_examples();
    }
}

/// Running sums over the nodes in document order: the sum of a subtree is one subtraction.
struct TextSums {
    text: Vec<u64>,
    elements: Vec<u64>,
    /// Text directly in each element.
    own: Vec<u64>,
}

impl TextSums {
    fn new(tree: &Tree) -> Self {
        let mut sums = Self { text: vec![0], elements: vec![0], own: vec![0; tree.len()] };
        let (mut text, mut elements) = (0, 0);
        for id in tree.all() {
            let chars = tree.text(id).chars().filter(|c| !c.is_whitespace()).count() as u64;
            if let Some(parent) = tree.parent(id) {
                sums.own[parent.index()] += chars;
            }
            text += chars;
            elements += u64::from(tree.tag(id).is_some());
            sums.text.push(text);
            sums.elements.push(elements);
        }
        sums
    }

    fn text(&self, tree: &Tree, id: NodeId) -> u64 {
        self.text[tree.end(id).index()] - self.text[id.index()]
    }

    /// Number of elements below an element.
    fn elements(&self, tree: &Tree, id: NodeId) -> u64 {
        self.elements[tree.end(id).index()] - self.elements[id.index()] - 1
    }
}
