//! The second look at each block: what the first scores of the blocks around it say.

use rustc_hash::FxHashMap;

use super::features::scaled_log;
use super::reason::Reason;
use super::surroundings::Surroundings;
use crate::Page;
use crate::block::{Block, BlockKind};
use crate::tree::NodeId;

/// Blocks to each side that a look around takes in.
const REACH: usize = 4;
/// Below this width a block says little by itself.
const SHORT: f32 = 60.0;
/// Weight of a width in means over blocks: long blocks count more, but not in proportion.
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
    Repetition: Path "path", List "list", Table "table";
}

/// How many features of context there are.
pub(super) const COUNT: usize = NAMED.len();

/// Name of each feature, in order.
pub(super) fn names() -> Vec<String> {
    NAMED.iter().map(|(name, _)| (*name).to_owned()).collect()
}

/// The reason that a feature counts towards; None where it is the block itself.
pub(super) fn reason(feature: usize) -> Option<Reason> {
    let own = Feature::Bias as usize..=Feature::OwnHeading as usize;
    (!own.contains(&feature)).then(|| NAMED[feature].1)
}

/// The features of one block.
#[derive(Debug, Clone)]
pub(super) struct Row(pub(super) [f32; COUNT]);

impl Row {
    fn set(&mut self, feature: Feature, value: f32) {
        self.0[feature as usize] = value;
    }
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

    /// Centred: 0 means undecided.
    fn centred(self) -> f32 {
        if self.mass <= 0.0 { 0.0 } else { (self.sum / self.mass).clamp(0.0, 1.0) * 2.0 - 1.0 }
    }
}

/// First scores with everything summed up over them.
struct Scored<'a> {
    page: &'a Page,
    around: &'a Surroundings<'a>,
    scores: &'a [f32],
    /// Means over the blocks before each block, and over all.
    sums: Vec<Mean>,
    paths: FxHashMap<u64, Mean>,
    lists: FxHashMap<NodeId, Mean>,
    tables: FxHashMap<NodeId, Mean>,
}

/// The features of context of all blocks that have text; others have rows of zeros.
pub(super) fn rows(page: &Page, around: &Surroundings<'_>, scores: &[f32]) -> Vec<Row> {
    let scored = Scored::new(page, around, scores);
    let content: Vec<f32> =
        scores.iter().zip(&around.wordings).map(|(s, w)| s * s * w.width).collect();
    let core = around.core(&content);
    let whole = scored.sums.last().copied().unwrap_or_default();
    let inside = scored.mean(core.container);
    let page_mass: f32 = content.iter().sum();
    let blocks = page.blocks().iter().enumerate();
    blocks
        .map(|(index, block)| {
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
            row
        })
        .collect()
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
            if let Some(cell) = block.cell {
                scored.tables.entry(cell.table).or_default().add(score, mass);
            }
        }
        scored.sums.push(sum);
        scored
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

    /// Mean of the blocks around, without the block itself.
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
        let table = block.cell.and_then(|c| self.tables.get(&c.table)).copied();
        row.set(Feature::Table, table.unwrap_or_default().centred());
    }
}
