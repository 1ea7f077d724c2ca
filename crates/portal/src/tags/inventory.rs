//! Signatures of many pages, counted. Inventories of parts of a crawl are merged, in any order.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use scutch_page::{NodeId, Tree};
use std::hash::{Hash as _, Hasher as _};

use super::{pair, signature};

/// Variants counted at most: beyond, a portal makes up a new one for each page.
const MOST: usize = 1 << 21;
/// Signatures kept at most, for the same reason; a few hundred bytes each.
const ROWS: usize = if cfg!(test) { 64 } else { 1 << 18 };
/// Examples of one signature.
const EXAMPLES: usize = 3;
/// Characters of one example.
const EXAMPLE: usize = 60;

/// What is known of the elements of one signature.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TagRow {
    /// Elements.
    pub count: u64,
    /// Pages with such elements.
    pub pages: u64,
    /// Characters of text in them, white space left out.
    pub text: u64,
    /// Characters of text that is in no element within them.
    pub own_text: u64,
    /// Elements within them.
    pub descendants: u64,
    /// Elements with none within.
    pub leaves: u64,
    /// Elements within the content root of their page.
    pub in_root: u64,
    /// Characters of text of these.
    pub text_in_root: u64,
    /// Characters of text that is in these and in no element within them.
    pub own_in_root: u64,
    /// Texts, by the lot that was drawn for them.
    pub examples: BTreeMap<u64, String>,
}

/// The tags of some pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inventory {
    /// Pages seen.
    pub pages: u64,
    /// Whether elements are told apart by their parents too.
    pairs: bool,
    /// Signatures with what is known of them.
    pub rows: BTreeMap<String, TagRow>,
    /// Elements whose signatures came when there was no room for more.
    pub left_out: u64,
    /// Signatures of content roots, with their pages.
    pub roots: BTreeMap<String, u64>,
    /// Variants seen, and those with text.
    pub(super) variants: FxHashSet<u64>,
    pub(super) with_text: FxHashSet<u64>,
}

impl Inventory {
    /// That of no page. With `pairs`, elements are told apart by their parents too.
    pub fn new(pairs: bool) -> Self {
        Self { pairs, ..Self::default() }
    }

    /// Adds a page; `roots` are its content roots, `url` decides which examples are drawn.
    pub fn add(&mut self, tree: &Tree, roots: &[NodeId], url: &str) {
        self.pages += 1;
        let kinds: BTreeSet<String> = roots.iter().map(|root| signature(tree, *root)).collect();
        for kind in kinds {
            *self.roots.entry(kind).or_default() += 1;
        }
        let sums = Sums::of(tree);
        let mut here: FxHashMap<String, ()> = FxHashMap::default();
        for id in tree.all().filter(|id| tree.tag(*id).is_some()) {
            let text = sums.text(tree, id);
            self.vary(tree, id, text > 0);
            let signature = if self.pairs { pair(tree, id) } else { signature(tree, id) };
            if !self.has_room(&signature) {
                self.left_out += 1;
                continue;
            }
            let row = self.rows.entry(signature.clone()).or_default();
            row.pages += u64::from(here.insert(signature, ()).is_none());
            let inside = roots.iter().any(|root| tree.contains(*root, id));
            row.add(&sums, tree, id, text, inside);
            row.show(tree, id, url);
        }
    }

    fn has_room(&self, signature: &str) -> bool {
        self.rows.len() < ROWS || self.rows.contains_key(signature)
    }

    fn vary(&mut self, tree: &Tree, id: NodeId, with_text: bool) {
        let mut hasher = FxHasher::default();
        tree.name(id).hash(&mut hasher);
        for (attr, value) in tree.attrs(id) {
            (tree.attr_name(attr), value).hash(&mut hasher);
        }
        let variant = hasher.finish();
        if self.variants.len() < MOST {
            self.variants.insert(variant);
        }
        if with_text && self.with_text.len() < MOST {
            self.with_text.insert(variant);
        }
    }

    /// Adds what was counted elsewhere.
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
        take_up_to_most(&mut self.variants, other.variants);
        take_up_to_most(&mut self.with_text, other.with_text);
    }
}

/// Adds the hashes that there is room for; sorted, so that it depends on them alone which these are.
fn take_up_to_most(all: &mut FxHashSet<u64>, more: FxHashSet<u64>) {
    let mut more: Vec<u64> = more.into_iter().collect();
    more.sort_unstable();
    for hash in more {
        if all.len() >= MOST {
            return;
        }
        all.insert(hash);
    }
}

impl TagRow {
    fn add(&mut self, sums: &Sums, tree: &Tree, id: NodeId, text: u64, inside: bool) {
        let descendants = sums.elements(tree, id);
        self.count += 1;
        self.text += text;
        self.own_text += sums.own[id.index()];
        self.descendants += descendants;
        self.leaves += u64::from(descendants == 0);
        if inside {
            self.in_root += 1;
            self.text_in_root += text;
            self.own_in_root += sums.own[id.index()];
        }
    }

    /// Keeps the example if the lot falls on it: the smallest hashes, whatever the order of pages.
    fn show(&mut self, tree: &Tree, id: NodeId, url: &str) {
        let mut hasher = FxHasher::default();
        (url, id.index()).hash(&mut hasher);
        let lot = hasher.finish();
        let drawn = self.examples.len() < EXAMPLES
            || self.examples.last_key_value().is_some_and(|(last, _)| lot < *last);
        if !drawn {
            return;
        }
        let mut text = String::new();
        for node in tree.descendants(id) {
            let words = tree.text(node).split_whitespace();
            words.for_each(|word| text.extend([word, " "]));
            if text.chars().count() > EXAMPLE {
                break;
            }
        }
        let text: String = text.trim().chars().take(EXAMPLE).collect();
        if !text.is_empty() {
            self.examples.insert(lot, text);
            self.draw();
        }
    }

    fn draw(&mut self) {
        while self.examples.len() > EXAMPLES {
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
        self.draw();
    }
}

/// Sums over the nodes before each node, so that those of a subtree are a difference.
struct Sums {
    text: Vec<u64>,
    elements: Vec<u64>,
    /// Text right in each element.
    own: Vec<u64>,
}

impl Sums {
    fn of(tree: &Tree) -> Self {
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

    /// Elements below, the element itself left out.
    fn elements(&self, tree: &Tree, id: NodeId) -> u64 {
        self.elements[tree.end(id).index()] - self.elements[id.index()] - 1
    }
}
