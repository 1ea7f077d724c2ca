//! Features of the second score: what the first scores of the blocks around a block say.

use rustc_hash::FxHashMap;

use super::kind::Kind;
use super::row::scaled_log;
use super::surroundings::Surroundings;
use crate::Page;
use crate::Reason;
use crate::block::{Block, BlockKind, CellPlace};
use crate::tree::NodeId;

/// Neighbours to each side that are looked at.
const REACH: usize = 4;
/// Blocks narrower than this say little by themselves.
const SHORT: f32 = 60.0;
/// Weight of a block in means: long blocks count more, but not in proportion to their width.
fn mass(width: f32) -> f32 {
    width.sqrt()
}

macro_rules! features {
    ($($reason:ident: $($variant:ident $name:literal),+;)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(usize)]
        enum Feature { $($($variant,)+)+ }

        const NAMED: &[(&str, Reason)] = &[$($(($name, Reason::$reason),)+)+];
    };
}

features! {
    Length: Bias "bias", Short "short", Tiny "tiny", Heading "heading", Item "list-item",
        Cell "cell", Caption "caption", Linked "linked";
    Kind: Own "own", OwnShort "own-short", OwnLinked "own-linked", OwnHeading "own-heading";
    Neighbours: Previous "previous", Next "next", SecondPrevious "second-previous",
        SecondNext "second-next", Window "window", Lowest "lowest-neighbour",
        ShortPrevious "short-previous", ShortNext "short-next", ShortWindow "short-window",
        ShortLowest "short-lowest-neighbour", HeadingNext "heading-next",
        HeadingBody "heading-body", Before "mass-before", After "mass-after", Inside "inside";
    Container: Inner "inner", Middle "middle", Outer "outer", ShortInner "short-inner",
        ShortMiddle "short-middle", InCore "in-core", AroundCore "around-core",
        FarFromCore "far-from-core", CoreScore "core-score", CoreShare "core-share",
        OutsideCore "outside-core-of-score", PageScore "page-score", PageMass "page-mass";
    Repetition: Path "path", List "list", Table "table", MainPath "main-path",
        MainInner "main-inner", MainMiddle "main-middle", NearMain "near-main",
        FarFromMain "far-from-main", BehindMain "behind-main";
}

/// Names of the features that are equal for all blocks of a page.
const PAGE: [&str; 8] = [
    "page-article",
    "page-product",
    "page-forum",
    "page-listing",
    "page-home",
    "page-core-running",
    "page-core-mass",
    "page-links",
];

/// How many features of the second score there are besides those of the first.
pub(super) const COUNT: usize = NAMED.len() + PAGE.len();

/// Name of each feature, in order.
pub(super) fn names() -> Vec<String> {
    let own = NAMED.iter().map(|(name, _)| format!("context-{name}"));
    own.chain(PAGE.iter().map(|name| (*name).to_owned())).collect()
}

/// The reason group of a feature.
pub(super) fn reason(feature: usize) -> Reason {
    NAMED.get(feature).map_or(Reason::Container, |(_, reason)| *reason)
}

/// The context features of one block.
#[derive(Debug, Clone)]
pub(super) struct Row(pub(super) [f32; COUNT]);

impl Row {
    fn set(&mut self, feature: Feature, value: f32) {
        self.0[feature as usize] = value;
    }
}

/// Where most of the page's content is.
struct Main {
    path: u64,
    inner: u32,
    middle: u32,
    /// Steps from each block back to the last block of the main text, 0 in it.
    before: Vec<u32>,
    /// Steps forward to the next one.
    after: Vec<u32>,
}

/// A weighted mean.
#[derive(Debug, Clone, Copy, Default)]
struct Mean {
    sum: f32,
    mass: f32,
}

impl Mean {
    fn add(&mut self, score: f32, mass: f32) {
        self.sum += score * mass;
        self.mass += mass;
    }

    fn minus(self, other: Self) -> Self {
        Self { sum: self.sum - other.sum, mass: self.mass - other.mass }
    }

    /// The mean moved from 0..1 to -1..1, so that 0 means undecided or unknown.
    fn centred(self) -> f32 {
        if self.mass <= 0.0 { 0.0 } else { (self.sum / self.mass).clamp(0.0, 1.0) * 2.0 - 1.0 }
    }
}

/// First scores with sums over everything that features refer to.
struct Scored<'a> {
    page: &'a Page,
    around: &'a Surroundings<'a>,
    scores: &'a [f32],
    /// Sums over the blocks before each block, and over all: any range is one subtraction.
    sums: Vec<Mean>,
    paths: FxHashMap<u64, Mean>,
    lists: FxHashMap<NodeId, Mean>,
    tables: FxHashMap<NodeId, Mean>,
}

/// The context features of all blocks in order; blocks without text have rows of zeros.
pub(super) fn rows<'r>(
    page: &'r Page,
    around: &'r Surroundings<'_>,
    scores: &'r [f32],
) -> impl Iterator<Item = Row> + 'r {
    let scored = Scored::new(page, around, scores);
    let content: Vec<f32> =
        scores.iter().zip(&around.wordings).map(|(s, w)| s * s * w.width).collect();
    let core = around.core(&content);
    let whole = scored.sums.last().copied().unwrap_or_default();
    let inside = scored.mean(core.container);
    let page_mass: f32 = content.iter().sum();
    let main = scored.main(&content);
    let kind = Kind::of(page);
    let known = [
        flag(kind.article),
        flag(kind.product),
        flag(kind.forum),
        flag(kind.listing),
        flag(kind.home),
        around.sum(core.container).running_share(),
        scaled_log(page_mass),
        around.total.link_density(),
    ];
    page.blocks().iter().enumerate().map(move |(index, block)| {
        let mut row = Row([0.0; COUNT]);
        if block.chars == 0 {
            return row;
        }
        scored.own(&mut row, index, block);
        scored.neighbours(&mut row, index, block);
        scored.containers(&mut row, index, block);
        let distance = around.distance(core, index);
        row.set(Feature::InCore, flag(distance == 0));
        row.set(Feature::AroundCore, flag(distance == 1));
        row.set(Feature::FarFromCore, flag(distance > 3));
        row.set(Feature::CoreScore, if distance == 0 { inside.centred() } else { 0.0 });
        row.set(Feature::OutsideCore, if distance > 0 { inside.centred() } else { 0.0 });
        row.set(Feature::CoreShare, if distance > 0 { core.share } else { 0.0 });
        row.set(Feature::PageScore, whole.centred());
        row.set(Feature::PageMass, scaled_log(page_mass));
        scored.near_main(&mut row, index, &main);
        row.0[NAMED.len()..].copy_from_slice(&known);
        row
    })
}

/// No such block before or after.
const FAR: u32 = u32::MAX;

/// Steps back to the last position that holds, 0 there.
fn distances(holds: impl Iterator<Item = bool>) -> Vec<u32> {
    let mut distance = FAR;
    let step = |holds: bool| {
        distance = if holds { 0 } else { distance.saturating_add(1) };
        distance
    };
    holds.map(step).collect()
}

/// The table cell of a block that is the cell's running text. Lists in cells count as lists.
fn cell_of(block: &Block) -> Option<CellPlace> {
    block.cell.filter(|_| block.kind == BlockKind::Cell)
}

fn flag(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

impl<'a> Scored<'a> {
    fn new(page: &'a Page, around: &'a Surroundings<'a>, scores: &'a [f32]) -> Self {
        let mut scored = Self {
            page,
            around,
            scores,
            sums: Vec::with_capacity(scores.len() + 1),
            paths: FxHashMap::default(),
            lists: FxHashMap::default(),
            tables: FxHashMap::default(),
        };
        let mut sum = Mean::default();
        for (index, block) in page.blocks().iter().enumerate() {
            scored.sums.push(sum);
            let (score, mass) = (scores[index], scored.mass(index));
            sum.add(score, mass);
            scored.paths.entry(around.path(index)).or_default().add(score, mass);
            if let Some(list) = block.list {
                scored.lists.entry(list.list).or_default().add(score, mass);
            }
            if let Some(cell) = cell_of(block) {
                scored.tables.entry(cell.table).or_default().add(score, mass);
            }
        }
        scored.sums.push(sum);
        scored
    }

    /// The path and the containers that hold most of the content.
    fn main(&self, content: &[f32]) -> Main {
        let mut paths: FxHashMap<u64, f32> = FxHashMap::default();
        let mut inners: FxHashMap<u32, f32> = FxHashMap::default();
        let mut middles: FxHashMap<u32, f32> = FxHashMap::default();
        let (mut main, mut most) = ((0, 0, 0), (0.0, 0.0, 0.0));
        for (index, mass) in content.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
            let [inner, middle, _] = self.around.levels(index);
            let add = |sum: &mut f32| {
                *sum += mass;
                *sum
            };
            let path = self.around.path(index);
            let sums = (
                add(paths.entry(path).or_default()),
                add(inners.entry(inner).or_default()),
                add(middles.entry(middle).or_default()),
            );
            // A strict comparison takes the first to reach a sum: the order of the maps, which
            // differs between runs, plays no part.
            if sums.0 > most.0 {
                (most.0, main.0) = (sums.0, path);
            }
            if sums.1 > most.1 {
                (most.1, main.1) = (sums.1, inner);
            }
            if sums.2 > most.2 {
                (most.2, main.2) = (sums.2, middle);
            }
        }
        let in_main = |index: usize| {
            let of_main =
                self.around.path(index) == main.0 || self.around.levels(index)[0] == main.1;
            of_main && self.scores[index] > 0.6 && self.around.is_running_text(index)
        };
        let in_main: Vec<bool> = (0..content.len()).map(in_main).collect();
        let before = distances(in_main.iter().copied());
        let mut after = distances(in_main.iter().rev().copied());
        after.reverse();
        Main { path: main.0, inner: main.1, middle: main.2, before, after }
    }

    fn near_main(&self, row: &mut Row, index: usize, main: &Main) {
        let [inner, middle, _] = self.around.levels(index);
        row.set(Feature::MainPath, flag(self.around.path(index) == main.path));
        row.set(Feature::MainInner, flag(inner == main.inner));
        row.set(Feature::MainMiddle, flag(middle == main.middle));
        let distance = main.before[index].min(main.after[index]);
        row.set(Feature::NearMain, flag(distance <= 2));
        row.set(Feature::FarFromMain, flag(distance > 6));
        let behind = main.after[index] == FAR && main.before[index] > 1;
        row.set(Feature::BehindMain, flag(behind));
    }

    fn mass(&self, index: usize) -> f32 {
        mass(self.around.wordings[index].width)
    }

    fn mean(&self, container: u32) -> Mean {
        let container = &self.page.containers()[container as usize];
        self.sums[container.end as usize].minus(self.sums[container.first as usize])
    }

    fn own(&self, row: &mut Row, index: usize, block: &Block) {
        let width = self.around.wordings[index].width;
        // A score of 0 or 1 would be infinite in log odds.
        let score = self.scores[index].clamp(0.001, 0.999);
        let logit = (score / (1.0 - score)).ln() / 5.0;
        let heading = matches!(block.kind, BlockKind::Heading(_));
        let linked = block.link_density() > 0.5;
        row.set(Feature::Bias, 1.0);
        row.set(Feature::Short, flag(width < SHORT));
        row.set(Feature::Tiny, flag(width < 15.0));
        row.set(Feature::Heading, flag(heading));
        row.set(Feature::Item, flag(block.kind == BlockKind::ListItem));
        row.set(Feature::Cell, flag(block.kind == BlockKind::Cell));
        row.set(Feature::Caption, flag(block.kind == BlockKind::Caption));
        row.set(Feature::Linked, flag(linked));
        row.set(Feature::Own, logit);
        row.set(Feature::OwnShort, if width < SHORT { logit } else { 0.0 });
        row.set(Feature::OwnLinked, if linked { logit } else { 0.0 });
        row.set(Feature::OwnHeading, if heading { logit } else { 0.0 });
    }

    fn neighbours(&self, row: &mut Row, index: usize, block: &Block) {
        let around = self.around;
        let score = |i: Option<usize>| i.map_or(0.0, |i| self.scores[i] * 2.0 - 1.0);
        let previous = score(around.before(index, 1));
        let next = score(around.after(index, 1));
        row.set(Feature::Previous, previous);
        row.set(Feature::Next, next);
        row.set(Feature::SecondPrevious, score(around.before(index, 2)));
        row.set(Feature::SecondNext, score(around.after(index, 2)));
        let window = self.window(index);
        row.set(Feature::Window, window);
        let highest = |steps: &dyn Fn(usize) -> Option<usize>| {
            (1..=REACH).map(|n| score(steps(n))).fold(-1.0, f32::max)
        };
        let lowest =
            highest(&|n| around.before(index, n)).min(highest(&|n| around.after(index, n)));
        row.set(Feature::Lowest, lowest);
        if around.wordings[index].width < SHORT {
            row.set(Feature::ShortPrevious, previous);
            row.set(Feature::ShortNext, next);
            row.set(Feature::ShortWindow, window);
            row.set(Feature::ShortLowest, lowest);
        }
        if matches!(block.kind, BlockKind::Heading(_)) {
            row.set(Feature::HeadingNext, next);
            row.set(Feature::HeadingBody, self.below_heading(index));
        }
        let all = self.sums.last().map_or(0.0, |m| m.sum).max(1.0);
        let before = self.sums[index].sum / all;
        let after = 1.0 - self.sums[index + 1].sum / all;
        row.set(Feature::Before, before);
        row.set(Feature::After, after);
        row.set(Feature::Inside, flag(before > 0.05 && after > 0.05));
    }

    /// Mean over the neighbours, without the block itself.
    fn window(&self, index: usize) -> f32 {
        let first = self.around.before(index, REACH).unwrap_or(0);
        let last = self.around.after(index, REACH).unwrap_or(self.scores.len() - 1);
        let mut mean = self.sums[last + 1].minus(self.sums[first]);
        mean.add(self.scores[index], -self.mass(index));
        mean.centred()
    }

    /// The best score below a heading, up to the next heading.
    fn below_heading(&self, index: usize) -> f32 {
        let blocks = self.page.blocks();
        let below = (1..=REACH).map_while(|n| self.around.after(index, n));
        let below = below.take_while(|i| !matches!(blocks[*i].kind, BlockKind::Heading(_)));
        below.map(|i| self.scores[i] * 2.0 - 1.0).fold(-1.0, f32::max)
    }

    fn containers(&self, row: &mut Row, index: usize, block: &Block) {
        let around = self.around;
        let [inner, middle, outer] = around.levels(index).map(|c| self.mean(c).centred());
        row.set(Feature::Inner, inner);
        row.set(Feature::Middle, middle);
        row.set(Feature::Outer, outer);
        if around.wordings[index].width < SHORT {
            row.set(Feature::ShortInner, inner);
            row.set(Feature::ShortMiddle, middle);
        }
        let path = self.paths.get(&around.path(index)).copied().unwrap_or_default();
        row.set(Feature::Path, path.centred());
        let list = block.list.and_then(|l| self.lists.get(&l.list)).copied();
        row.set(Feature::List, list.unwrap_or_default().centred());
        let table = cell_of(block).and_then(|c| self.tables.get(&c.table)).copied();
        row.set(Feature::Table, table.unwrap_or_default().centred());
    }
}
