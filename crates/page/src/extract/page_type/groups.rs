//! Elements that a page repeats: posts of a thread, cards of products, teasers, rows.

use rustc_hash::FxHashMap;

use crate::Page;
use crate::block::{BlockKind, Container, Meaning};
use crate::extract::surroundings::{Sum, Surroundings};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Elements that look the same: same names and first class words from the root down.
#[derive(Debug, Clone, Copy, Default)]
struct Group {
    members: f32,
    sum: Sum,
    pictured: f32,
    priced: f32,
    dated: f32,
    headed: f32,
    linked: f32,
    talk: f32,
    goods: f32,
}

/// What is measured of a group.
const MEASURES: [&str; 12] = [
    "members", "share", "length", "links", "running", "pictured", "priced", "dated", "headed",
    "linked", "talk", "goods",
];
/// The groups that are measured: those with most of something.
const CHOSEN: [&str; 5] = ["posts", "cards", "offers", "entries", "dates"];

pub(super) const COUNT: usize = MEASURES.len() * CHOSEN.len();

pub(super) fn names() -> impl Iterator<Item = String> {
    CHOSEN.iter().flat_map(|group| MEASURES.iter().map(move |what| format!("{group}-{what}")))
}

/// Counts before each block of the page.
pub(super) struct Before {
    pub(super) prices: Vec<u32>,
    pub(super) dates: Vec<u32>,
    pub(super) headings: Vec<u32>,
}

impl Before {
    pub(super) fn new(page: &Page, priced: &[bool], dated: &[bool]) -> Self {
        let count = |is: &dyn Fn(usize) -> bool| {
            let mut sum = 0;
            let step = |index: usize| {
                let before = sum;
                sum += u32::from(index < page.blocks().len() && is(index));
                before
            };
            (0..=page.blocks().len()).map(step).collect()
        };
        let heading = |index: usize| matches!(page.blocks()[index].kind, BlockKind::Heading(_));
        Self {
            prices: count(&|index| priced[index]),
            dates: count(&|index| dated[index]),
            headings: count(&heading),
        }
    }
}

fn any(before: &[u32], container: &Container) -> f32 {
    f32::from(u8::from(before[container.end as usize] > before[container.first as usize]))
}

/// Measures the groups; `pictures` counts those before each node.
pub(super) fn measure(
    page: &Page,
    around: &Surroundings<'_>,
    before: &Before,
    pictures: &[u32],
) -> [f32; COUNT] {
    let groups = groups(page, around, before, pictures);
    let total = around.total.chars.max(1.0);
    let best = |worth: &dyn Fn(&Group) -> f32| {
        let mut best = Group::default();
        for group in groups.iter().filter(|group| group.members > 1.5) {
            if worth(group) > worth(&best) {
                best = *group;
            }
        }
        values(&best, total)
    };
    let chosen = [
        best(&|group| group.sum.running_share() * group.sum.chars),
        best(&|group| group.pictured.min(group.linked)),
        best(&|group| group.priced),
        best(&|group| group.sum.link_density() * group.sum.chars),
        best(&|group| group.dated),
    ];
    let mut values = [0.0; COUNT];
    for (slot, value) in values.iter_mut().zip(chosen.into_iter().flatten()) {
        *slot = value;
    }
    values
}

fn values(group: &Group, total: f32) -> [f32; MEASURES.len()] {
    let members = group.members.max(1.0);
    [
        group.members,
        group.sum.chars / total,
        group.sum.chars / members,
        group.sum.link_density(),
        group.sum.running_share(),
        group.pictured / members,
        group.priced / members,
        group.dated / members,
        group.headed / members,
        group.linked / members,
        group.talk / members,
        group.goods / members,
    ]
}

/// All groups, in the order of their first members: outer before inner.
fn groups(page: &Page, around: &Surroundings<'_>, before: &Before, pictures: &[u32]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut places: FxHashMap<u64, usize> = FxHashMap::default();
    let mut looks: Vec<u64> = Vec::with_capacity(page.containers().len());
    for (index, container) in page.containers().iter().enumerate() {
        let above = looks.get(container.parent as usize).copied().unwrap_or(0);
        looks.push(look(page.tree(), container, above));
        let own = |node: NodeId| pictures[node.index()];
        let shown = own(page.tree().end(container.node)) > own(container.node);
        if (container.end - container.first < 2 && !shown) || is_frame(around, index) {
            continue;
        }
        let place = *places.entry(looks[index]).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Group::default());
        }
        let group = &mut groups[place];
        let sum = around.sum(index as u32);
        let near = around.near(index as u32);
        let one = |holds: bool| f32::from(u8::from(holds));
        group.members += 1.0;
        group.sum = group.sum.add(sum);
        group.pictured += one(shown);
        group.linked += one(sum.link_density() > 0.0);
        group.priced += any(&before.prices, container);
        group.dated += any(&before.dates, container);
        group.headed += any(&before.headings, container);
        group.talk += one(near.has(Meaning::Forum) || near.has(Meaning::Comment));
        group.goods += one(near.has(Meaning::Product));
    }
    groups
}

/// Whether a container lies in what frames a page.
fn is_frame(around: &Surroundings<'_>, container: usize) -> bool {
    let inside = around.inherited[container];
    [Tag::Nav, Tag::Footer, Tag::Header, Tag::Aside].iter().any(|tag| inside.within(*tag))
}

/// A number for the look of an element: that of the one around it, its name, and the letters that its first
/// class begins with.
fn look(tree: &Tree, container: &Container, above: u64) -> u64 {
    let mut look = above.rotate_left(7) ^ (container.tag as u64 + 1);
    let class = tree.attr(container.node, Attr::CLASS).unwrap_or_default();
    let letters = class.trim_start().bytes().take_while(u8::is_ascii_alphabetic).take(24);
    for letter in letters {
        look = look.rotate_left(5) ^ u64::from(letter.to_ascii_lowercase());
        look = look.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    look.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
