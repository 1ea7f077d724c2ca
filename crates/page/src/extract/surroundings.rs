//! Sums over blocks and the elements around them, computed once per page.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use super::groups::Groups;
use super::inherited::Inherited;
use super::signpost::{self, BlockSigns};
use super::sums::Sum;
use crate::Page;
use crate::block::Wording;
use crate::block::{Block, BlockKind, Meanings};
use crate::tree::NodeId;

/// From this width on, a block with few links is running text even without a sentence end.
const LONG: f32 = 140.0;
/// From this width on with one.
const LONG_SENTENCE: f32 = 50.0;
/// Neighbours to each side in a window.
const WINDOW: usize = 4;
/// A container with more than this share of the text is the page itself: its class words say
/// nothing about a part of it.
const WHOLE_PAGE: f32 = 0.8;
/// Share of the mass that the core must hold.
const CORE: f32 = 0.65;

/// What features need to know about more than one block.
pub(super) struct Surroundings<'p> {
    page: &'p Page,
    pub(super) wordings: &'p [Wording],
    pub(super) inherited: Vec<Inherited>,
    pub(super) total: Sum,
    /// Sums over the blocks before each block, and over all: any range is one subtraction.
    sums: Vec<Sum>,
    /// For each container, the innermost one around it that holds more blocks.
    wider: Vec<u32>,
    /// Indices of the blocks with text.
    texts: Vec<usize>,
    /// For each block its position in `texts`; without text, that of the next block with text.
    places: Vec<usize>,
    lists: FxHashMap<NodeId, Sum>,
    // What only scores ask for is found out when they do: pages that have theirs already come here,
    // too.
    paths: OnceCell<Paths>,
    signs: OnceCell<Vec<BlockSigns>>,
    groups: OnceCell<Groups>,
}

/// The element paths of blocks, hashed.
struct Paths {
    of_blocks: Vec<u64>,
    /// Sums over the blocks of each path.
    sums: FxHashMap<u64, Sum>,
}

impl<'p> Surroundings<'p> {
    pub(super) fn new(page: &'p Page) -> Self {
        let blocks = page.blocks();
        let mut around = Self {
            page,
            wordings: page.wordings(),
            inherited: Vec::new(),
            total: Sum::default(),
            sums: Vec::with_capacity(blocks.len() + 1),
            wider: Vec::new(),
            texts: Vec::with_capacity(blocks.len()),
            places: Vec::with_capacity(blocks.len()),
            lists: FxHashMap::default(),
            paths: OnceCell::new(),
            signs: OnceCell::new(),
            groups: OnceCell::new(),
        };
        around.sum_up();
        around.inherit();
        around
    }

    /// What signposts say of each block.
    pub(super) fn signs(&self) -> &[BlockSigns] {
        self.signs.get_or_init(|| signpost::signs(self.page, |at| self.levels(at)[0]))
    }

    /// The elements that the page repeats.
    pub(super) fn groups(&self) -> &Groups {
        self.groups.get_or_init(|| Groups::new(self.page, self))
    }

    fn sum_up(&mut self) {
        for (index, block) in self.page.blocks().iter().enumerate() {
            self.sums.push(self.total);
            self.places.push(self.texts.len());
            if block.chars > 0 {
                self.texts.push(index);
            }
            let one = self.block_sum(index);
            self.total = self.total.add(one);
            if let Some(list) = block.list {
                let sum = self.lists.entry(list.list).or_default();
                *sum = sum.add(one);
            }
        }
        self.sums.push(self.total);
    }

    fn block_sum(&self, index: usize) -> Sum {
        let block = &self.page.blocks()[index];
        let chars = self.wordings[index].width;
        Sum {
            chars,
            links: chars * block.link_density(),
            running: if self.is_running_text(index) { chars } else { 0.0 },
            blocks: f32::from(u8::from(block.chars > 0)),
        }
    }

    /// Containers come after those around them, so one pass is enough.
    fn inherit(&mut self) {
        let containers = self.page.containers();
        for (index, container) in containers.iter().enumerate() {
            let parent = container.parent as usize;
            let above = self.inherited.get(parent).copied().unwrap_or_default();
            let sum = self.sum(index as u32);
            let whole_page = sum.chars >= WHOLE_PAGE * self.total.chars;
            self.inherited.push(above.with(container, whole_page));
            // Wrappers around the same blocks are one level.
            let same_as_parent = containers[parent].first == container.first
                && containers[parent].end == container.end;
            let wider = match index {
                0 => 0,
                _ if same_as_parent => self.wider[parent],
                _ => container.parent,
            };
            self.wider.push(wider);
        }
    }

    fn paths(&self) -> &Paths {
        self.paths.get_or_init(|| {
            let mut hashes: Vec<u64> = Vec::with_capacity(self.page.containers().len());
            for container in self.page.containers() {
                let above = hashes.get(container.parent as usize).copied().unwrap_or(0);
                let mixed = above.rotate_left(7) ^ (container.tag as u64 + 1);
                hashes.push(mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            }
            // Headings are told apart from text in the same element.
            let path = |block: &Block| {
                let heading = u64::from(matches!(block.kind, BlockKind::Heading(_)));
                hashes[block.container as usize] ^ heading
            };
            let of_blocks: Vec<u64> = self.page.blocks().iter().map(path).collect();
            let mut sums: FxHashMap<u64, Sum> = FxHashMap::default();
            for (index, path) in of_blocks.iter().enumerate() {
                let sum = sums.entry(*path).or_default();
                *sum = sum.add(self.block_sum(index));
            }
            Paths { of_blocks, sums }
        })
    }

    /// Whether a block reads as part of a text: long enough, few links, no heading.
    pub(super) fn is_running_text(&self, index: usize) -> bool {
        let (block, wording) = (&self.page.blocks()[index], &self.wordings[index]);
        let enough = if wording.sentences > 0 { LONG_SENTENCE } else { LONG };
        wording.width >= enough
            && block.link_density() < 0.4
            && !matches!(block.kind, BlockKind::Heading(_))
    }

    /// Sums over the blocks of a container.
    pub(super) fn sum(&self, container: u32) -> Sum {
        let container = &self.page.containers()[container as usize];
        self.sums[container.end as usize].minus(self.sums[container.first as usize])
    }

    /// Share of the page's text before a block.
    pub(super) fn share_before(&self, index: usize) -> f32 {
        self.sums[index].chars / self.total.chars.max(1.0)
    }

    /// Three containers around a block, each with more blocks than the one before.
    pub(super) fn levels(&self, index: usize) -> [u32; 3] {
        let own = self.page.blocks()[index].container;
        let containers = self.page.containers();
        // An element with nothing but the block says no more than the block.
        let lone = |c: u32| containers[c as usize].end - containers[c as usize].first <= 1;
        let inner = if lone(own) { self.wider[own as usize] } else { own };
        let middle = self.wider[inner as usize];
        [inner, middle, self.wider[middle as usize]]
    }

    /// Meanings of a container and of the two elements around it.
    pub(super) fn near(&self, container: u32) -> Meanings {
        let containers = self.page.containers();
        let own = &containers[container as usize];
        let parent = &containers[own.parent as usize];
        let grandparent = &containers[parent.parent as usize];
        own.meanings.or(parent.meanings).or(grandparent.meanings)
    }

    /// The `n`th block with text before this one.
    pub(super) fn before(&self, index: usize, n: usize) -> Option<usize> {
        self.places[index].checked_sub(n).map(|place| self.texts[place])
    }

    /// The `n`th block with text after this one.
    pub(super) fn after(&self, index: usize, n: usize) -> Option<usize> {
        self.texts.get(self.places[index] + n).copied()
    }

    /// Shares of running text and of links among the neighbours, without the block itself.
    pub(super) fn window(&self, index: usize) -> (f32, f32) {
        let place = self.places[index];
        let first = self.texts[place.saturating_sub(WINDOW)];
        let last = self.texts[(place + WINDOW).min(self.texts.len() - 1)];
        let sum = self.sums[last + 1].minus(self.sums[first]).minus(self.block_sum(index));
        (sum.running_share(), sum.link_density())
    }

    /// Sums over the innermost list the block is in.
    pub(super) fn list_of(&self, index: usize) -> Option<Sum> {
        let list = self.page.blocks()[index].list?;
        self.lists.get(&list.list).copied()
    }

    /// The hashed path of elements down to a block.
    pub(super) fn path(&self, index: usize) -> u64 {
        self.paths().of_blocks[index]
    }

    /// Sums over the blocks with the same path of elements.
    pub(super) fn same_path(&self, index: usize) -> Sum {
        self.paths().sums.get(&self.path(index)).copied().unwrap_or_default()
    }

    /// Width of each block that is running text, 0 for others: mass for [`Surroundings::core`].
    pub(super) fn running_text(&self) -> Vec<f32> {
        (0..self.wordings.len()).map(|index| self.block_sum(index).running).collect()
    }

    /// The innermost container that holds most of the mass.
    pub(super) fn core(&self, mass: &[f32]) -> Core {
        let mut before = Vec::with_capacity(mass.len() + 1);
        let mut sum = 0.0;
        for one in mass {
            before.push(sum);
            sum += one;
        }
        before.push(sum);
        let mut core = 0;
        for (index, container) in self.page.containers().iter().enumerate() {
            let inside = before[container.end as usize] - before[container.first as usize];
            // In document order, a later container that still holds most of it lies in this one.
            if inside >= CORE * sum && sum > 0.0 {
                core = index as u32;
            }
        }
        Core { container: core, share: self.sum(core).chars / self.total.chars.max(1.0) }
    }

    /// How often the core must be widened until it holds the block; 0 in the core.
    pub(super) fn distance(&self, core: Core, index: usize) -> usize {
        let containers = self.page.containers();
        let mut at = core.container as usize;
        let mut steps = 0;
        loop {
            let container = &containers[at];
            if (container.first as usize..container.end as usize).contains(&index) || at == 0 {
                return steps;
            }
            at = self.wider[at] as usize;
            steps += 1;
        }
    }
}

/// The innermost container that holds most of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Core {
    pub(super) container: u32,
    /// Its share of all text of the page.
    pub(super) share: f32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    const LONG: &str =
        "The ferry left ten minutes late, with everybody who had waited for it on the pier.";

    fn page(html: &str) -> Page {
        Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
    }

    #[test]
    fn neighbours_are_blocks_with_text() {
        let page = page("<p>a</p><img src=x.jpg><p>b<p>c");
        let around = Surroundings::new(&page);
        assert_eq!(page.blocks().len(), 4);
        for (index, n, before, after) in [
            (0, 1, None, Some(2)),
            (0, 2, None, Some(3)),
            (2, 1, Some(0), Some(3)),
            (3, 1, Some(2), None),
            (3, 2, Some(0), None),
            (3, 3, None, None),
        ] {
            assert_eq!(around.before(index, n), before, "{n} before {index}");
            assert_eq!(around.after(index, n), after, "{n} after {index}");
        }
    }

    #[test]
    fn levels_hold_more_and_more_blocks() {
        let page = page("<main><section><div><p>a</p></div><p>b</section><p>c</main><p>d");
        let around = Surroundings::new(&page);
        let blocks = |container: u32| {
            let container = &page.containers()[container as usize];
            container.end - container.first
        };
        assert_eq!(around.levels(0).map(blocks), [2, 3, 4]);
        // At the root the last level repeats.
        assert_eq!(around.levels(3).map(blocks), [4, 4, 4]);
    }

    #[test]
    fn running_text_is_long_and_hardly_linked() {
        let linked = format!("<a href=/a>{LONG}</a>");
        for (html, expected) in [
            (format!("<p>{LONG}"), true),
            (format!("<h2>{LONG}</h2>"), false),
            (format!("<p>{linked}"), false),
            (format!("<p>{linked} {LONG} {LONG}"), true),
            ("<p>The ferry left ten minutes late.".to_owned(), false),
            (format!("<p>{}", "no stop here ".repeat(12)), true),
            (format!("<p>{}", "no stop here ".repeat(8)), false),
        ] {
            let page = page(&html);
            assert_eq!(Surroundings::new(&page).is_running_text(0), expected, "{html}");
        }
    }

    #[test]
    fn the_core_is_the_innermost_element_with_most_of_the_mass() {
        let page = page(&format!("<p>Menu<div><div><p>{LONG}<p>{LONG}</div><p>Share</div><p>End"));
        let around = Surroundings::new(&page);
        let core = around.core(&around.running_text());
        let container = &page.containers()[core.container as usize];
        assert_eq!((container.first, container.end), (1, 3));
        let distances: Vec<usize> = (0..5).map(|at| around.distance(core, at)).collect();
        assert_eq!(distances, [2, 0, 0, 1, 2]);
        // Without any mass the page is its own core.
        assert_eq!(around.core(&[0.0; 5]).container, 0);
    }

    #[test]
    fn a_window_leaves_out_its_block() {
        let page = page(&format!("<p><a href=/>Home</a><p>{LONG}<p><a href=/b>Next</a>"));
        let around = Surroundings::new(&page);
        assert_eq!(around.window(1), (0.0, 1.0));
        let (running, links) = around.window(0);
        assert!(running > 0.9 && links < 0.1, "{running} {links}");
    }

    #[test]
    fn blocks_at_one_path_are_summed_together() {
        let page = page("<ul><li>a b<li>c d e</ul><p>f<h2>g</h2>");
        let around = Surroundings::new(&page);
        assert_eq!(around.path(0), around.path(1));
        assert_ne!(around.path(1), around.path(2));
        assert_eq!((around.same_path(0).blocks, around.same_path(2).blocks), (2.0, 1.0));
        assert_eq!(around.list_of(0).map(|sum| sum.blocks), Some(2.0));
        assert!(around.list_of(2).is_none());
    }

    #[test]
    fn shares_before_blocks_rise_from_nothing() {
        let page = page(&format!("<p>{LONG}<p>{LONG}<p>{LONG}<p>{LONG}"));
        let around = Surroundings::new(&page);
        let shares: Vec<f32> = (0..4).map(|at| around.share_before(at)).collect();
        assert_eq!(shares, [0.0, 0.25, 0.5, 0.75]);
    }
}
