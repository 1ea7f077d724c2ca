//! Elements that a page repeats: posts of a thread, product cards, teasers, rows.

use rustc_hash::FxHashMap;

use super::price;
use super::sums::Sum;
use super::surroundings::Surroundings;
use crate::Page;
use crate::block::{BlockKind, Container, Meaning, has_year};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Narrower blocks can be labels, prices or dates.
pub(super) const SHORT: f32 = 60.0;
/// Fewest members of a group that blocks are told of.
const FEWEST: f32 = 3.0;

/// Elements that look the same: equal tags and first class words from the root down.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Group {
    pub(super) members: f32,
    pub(super) sum: Sum,
    /// Members that hold a picture, a price, a date, a heading, a link.
    pub(super) pictured: f32,
    pub(super) priced: f32,
    pub(super) dated: f32,
    pub(super) headed: f32,
    pub(super) linked: f32,
    /// Members whose classes speak of posts or comments, or of products.
    pub(super) talk: f32,
    pub(super) goods: f32,
}

impl Group {
    /// Adds a member, given as index and container.
    fn add(
        &mut self,
        around: &Surroundings<'_>,
        running: &RunningCounts,
        (index, container): (usize, &Container),
        pictured: bool,
    ) {
        let sum = around.sum(index as u32);
        let near = around.near(index as u32);
        let one = |holds: bool| f32::from(u8::from(holds));
        self.members += 1.0;
        self.sum = self.sum.add(sum);
        self.pictured += one(pictured);
        self.linked += one(sum.link_density() > 0.0);
        self.priced += one(any(&running.prices, container));
        self.dated += one(any(&running.dates, container));
        self.headed += one(any(&running.headings, container));
        self.talk += one(near.has(Meaning::Forum) || near.has(Meaning::Comment));
        self.goods += one(near.has(Meaning::Product));
    }
}

/// The groups of a page in the order of their first members, outer before inner.
#[derive(Debug, Clone)]
pub(super) struct Groups {
    pub(super) all: Vec<Group>,
    pub(super) counts: RunningCounts,
    /// For each container, the innermost group around it with enough members.
    around: Vec<Option<u32>>,
}

/// Running counts: how many of something stand before each block, and on the whole page.
#[derive(Debug, Clone)]
pub(super) struct RunningCounts {
    pub(super) prices: Vec<u32>,
    pub(super) dates: Vec<u32>,
    pub(super) headings: Vec<u32>,
    /// Pictures before each tree node.
    pub(super) pictures: Vec<u32>,
}

impl RunningCounts {
    fn new(page: &Page, around: &Surroundings<'_>) -> Self {
        let blocks = page.blocks();
        let count = |is: &dyn Fn(usize) -> bool| {
            let mut sum = 0;
            let step = |index: usize| {
                let before = sum;
                sum += u32::from(index < blocks.len() && is(index));
                before
            };
            (0..=blocks.len()).map(step).collect()
        };
        // Prices and dates in running text say nothing of an element's purpose.
        let short = |index: usize| (1.0..SHORT).contains(&around.wordings[index].width);
        let digits = |index: usize| around.wordings[index].digits;
        let tree = page.tree();
        Self {
            prices: count(&|at| short(at) && digits(at) > 0 && price::is_in(&blocks[at].text)),
            dates: count(&|at| short(at) && digits(at) >= 4 && has_year(&blocks[at].text)),
            headings: count(&|at| matches!(blocks[at].kind, BlockKind::Heading(_))),
            pictures: running_count(tree, |id| tree.tag(id) == Some(Tag::Img)),
        }
    }

    /// Whether a block holds a price.
    pub(super) fn is_price(&self, block: usize) -> bool {
        self.prices[block + 1] > self.prices[block]
    }
}

/// How many nodes for which `is` holds stand before each node, and in the whole tree.
pub(super) fn running_count(tree: &Tree, is: impl Fn(NodeId) -> bool) -> Vec<u32> {
    let mut counts = Vec::with_capacity(tree.len() + 1);
    let mut count = 0;
    for id in tree.all() {
        counts.push(count);
        count += u32::from(is(id));
    }
    counts.push(count);
    counts
}

impl Groups {
    /// Finds the groups in one walk over the containers.
    pub(super) fn new(page: &Page, around: &Surroundings<'_>) -> Self {
        let running = RunningCounts::new(page, around);
        let mut all: Vec<Group> = Vec::new();
        let mut places: FxHashMap<u64, u32> = FxHashMap::default();
        let mut looks: Vec<u64> = Vec::with_capacity(page.containers().len());
        let mut groups: Vec<Option<u32>> = Vec::with_capacity(page.containers().len());
        for (index, container) in page.containers().iter().enumerate() {
            let above = looks.get(container.parent as usize).copied().unwrap_or(0);
            looks.push(look_hash(page.tree(), container, above));
            let pictures = |node: NodeId| running.pictures[node.index()];
            let pictured = pictures(page.tree().end(container.node)) > pictures(container.node);
            // One block without a picture is a line, not a card.
            if (container.end - container.first < 2 && !pictured) || is_frame(around, index) {
                groups.push(None);
                continue;
            }
            let place = *places.entry(looks[index]).or_insert(all.len() as u32);
            groups.push(Some(place));
            if place as usize == all.len() {
                all.push(Group::default());
            }
            all[place as usize].add(around, &running, (index, container), pictured);
        }
        let mut innermost: Vec<Option<u32>> = Vec::with_capacity(groups.len());
        for (own, container) in groups.into_iter().zip(page.containers()) {
            // A pair of equal columns is layout, not repetition.
            let own = own.filter(|group| all[*group as usize].members >= FEWEST);
            let above = innermost.get(container.parent as usize).copied().flatten();
            innermost.push(own.or(above));
        }
        Self { all, counts: running, around: innermost }
    }

    /// The innermost group around a container that has enough members.
    pub(super) fn around(&self, container: u32) -> Option<&Group> {
        self.around[container as usize].map(|group| &self.all[group as usize])
    }
}

/// Whether something that was counted stands within a container.
fn any(before: &[u32], container: &Container) -> bool {
    before[container.end as usize] > before[container.first as usize]
}

/// Whether a container lies in navigation, footer, header or aside.
fn is_frame(around: &Surroundings<'_>, container: usize) -> bool {
    let inside = around.inherited[container];
    [Tag::Nav, Tag::Footer, Tag::Header, Tag::Aside].iter().any(|tag| inside.within(*tag))
}

/// A hash of how an element looks: the look of its parent, its tag, and the letters that begin its
/// first class. Digits are left out, since they often number the members (`post-17`).
fn look_hash(tree: &Tree, container: &Container, above: u64) -> u64 {
    let mut look = above.rotate_left(7) ^ (container.tag as u64 + 1);
    let class = tree.attr(container.node, Attr::CLASS).unwrap_or_default();
    // Only the first class: later ones mark states such as `active` or `odd`.
    let letters = class.trim_start().bytes().take_while(u8::is_ascii_alphabetic).take(24);
    for letter in letters {
        look = look.rotate_left(5) ^ u64::from(letter.to_ascii_lowercase());
        look = look.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    look.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn what_is_repeated_is_told_of_its_group() {
        let card = "<li class=card><img src=a.jpg><h3><a href=b>A walking stick</a></h3><p>12 \u{20ac}</li>";
        let html = format!("<body><p>A text on its own.<p>Another.<ul>{}</ul>", card.repeat(4));
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let around = Surroundings::new(&page);
        let groups = around.groups();
        let group_of = |at: usize| groups.around(page.blocks()[at].container);
        assert!(group_of(0).is_none(), "{:?}", group_of(0));
        let group = group_of(3).expect("a group");
        assert_eq!(page.blocks()[3].text, "A walking stick");
        let found = [group.members, group.pictured, group.priced, group.linked, group.headed];
        assert_eq!(found, [4.0; 5]);
        assert!(groups.counts.is_price(4) && !groups.counts.is_price(3));
    }

    #[test]
    fn little_is_no_group() {
        for html in ["", " ", "A line.", "<img>", "<p>A text.", "<ul><li>a<li>b</ul>"] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let around = Surroundings::new(&page);
            let groups = around.groups();
            let group_of = |at: usize| groups.around(page.blocks()[at].container);
            assert!((0..page.blocks().len()).all(|at| group_of(at).is_none()), "{html}");
        }
    }

    #[test]
    fn a_block_is_told_of_the_innermost_group() {
        let rows = "<li>a b<p>c d</li>".repeat(5);
        let post = format!("<div class=post><p>One.<p>Two.<ul>{rows}</ul></div>");
        let html = format!("<body>{}", post.repeat(3));
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let around = Surroundings::new(&page);
        let members = |at: usize| {
            around.groups().around(page.blocks()[at].container).map(|group| group.members)
        };
        assert_eq!(page.blocks()[2].text, "a b");
        assert_eq!((members(0), members(2)), (Some(3.0), Some(15.0)));
    }
}
