//! Features of the second score: what the first scores of the blocks around a block say.

use super::declared_kind::DeclaredKind;
use super::main_text::MainText;
use super::row::scaled_log;
use super::score_sums::{REACH, ScoreSums};
use super::surroundings::{Core, Surroundings};
use crate::block::{Block, BlockKind};
use crate::{Page, Reason};

/// Blocks narrower than this say little by themselves.
const SHORT: f32 = 60.0;

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

/// What the features of a page's blocks are computed from.
struct Context<'a> {
    around: &'a Surroundings<'a>,
    sums: ScoreSums<'a>,
    /// The container of most content, by the first scores.
    core: Core,
    main: MainText,
    page_mass: f32,
    /// Values of the features that are equal for all blocks.
    shared: [f32; PAGE.len()],
}

/// The context features of all blocks in order; blocks without text have rows of zeros.
pub(super) fn rows<'r>(
    page: &'r Page,
    around: &'r Surroundings<'_>,
    scores: &'r [f32],
) -> impl Iterator<Item = Row> + 'r {
    let context = Context::new(page, around, scores);
    page.blocks().iter().enumerate().map(move |(index, block)| context.row(index, block))
}

fn flag(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

impl<'a> Context<'a> {
    fn new(page: &'a Page, around: &'a Surroundings<'a>, scores: &'a [f32]) -> Self {
        // Squared, so that many doubtful blocks do not outweigh a few sure ones.
        let content: Vec<f32> =
            scores.iter().zip(&around.wordings).map(|(s, w)| s * s * w.width).collect();
        let core = around.core(&content);
        let page_mass: f32 = content.iter().sum();
        let kind = DeclaredKind::from_page(page);
        let shared = [
            flag(kind.article),
            flag(kind.product),
            flag(kind.forum),
            flag(kind.listing),
            flag(kind.home),
            around.sum(core.container).running_share(),
            scaled_log(page_mass),
            around.total.link_density(),
        ];
        let main = MainText::find(around, scores, &content);
        let sums = ScoreSums::new(page, around, scores);
        Self { around, sums, core, main, page_mass, shared }
    }

    fn row(&self, index: usize, block: &Block) -> Row {
        let mut row = Row([0.0; COUNT]);
        if block.chars > 0 {
            self.own(&mut row, index, block);
            self.neighbours(&mut row, index, block);
            self.containers(&mut row, index, block);
            self.core(&mut row, index);
            self.main(&mut row, index);
            row.0[NAMED.len()..].copy_from_slice(&self.shared);
        }
        row
    }

    /// The block itself, seen through its first score.
    fn own(&self, row: &mut Row, index: usize, block: &Block) {
        let width = self.around.wordings[index].width;
        // A score of 0 or 1 would be infinite in log odds.
        let score = self.sums.score(index).clamp(0.001, 0.999);
        // Divided by five, log odds of most scores lie in the range of the other features.
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

    /// The scores of the blocks before and after.
    fn neighbours(&self, row: &mut Row, index: usize, block: &Block) {
        let around = self.around;
        let score = |i: Option<usize>| i.map_or(0.0, |i| self.sums.score(i) * 2.0 - 1.0);
        let previous = score(around.before(index, 1));
        let next = score(around.after(index, 1));
        row.set(Feature::Previous, previous);
        row.set(Feature::Next, next);
        row.set(Feature::SecondPrevious, score(around.before(index, 2)));
        row.set(Feature::SecondNext, score(around.after(index, 2)));
        let window = self.sums.window(index);
        row.set(Feature::Window, window);
        let highest = |steps: &dyn Fn(usize) -> Option<usize>| {
            (1..=REACH).map(|n| score(steps(n))).fold(-1.0, f32::max)
        };
        let lowest =
            highest(&|n| around.before(index, n)).min(highest(&|n| around.after(index, n)));
        row.set(Feature::Lowest, lowest);
        // Short blocks get copies of these features: for them the neighbours decide.
        if around.wordings[index].width < SHORT {
            row.set(Feature::ShortPrevious, previous);
            row.set(Feature::ShortNext, next);
            row.set(Feature::ShortWindow, window);
            row.set(Feature::ShortLowest, lowest);
        }
        // A heading is as good as the text below it.
        if matches!(block.kind, BlockKind::Heading(_)) {
            row.set(Feature::HeadingNext, next);
            row.set(Feature::HeadingBody, self.sums.below_heading(index));
        }
        let (before, after) = self.sums.before_and_after(index);
        row.set(Feature::Before, before);
        row.set(Feature::After, after);
        // Five percent, so that the first and last paragraph do not count as inside.
        row.set(Feature::Inside, flag(before > 0.05 && after > 0.05));
    }

    /// Where the block lies from the core, and what the core scores.
    fn core(&self, row: &mut Row, index: usize) {
        let distance = self.around.distance(self.core, index);
        let inside = self.sums.of_container(self.core.container).centred();
        row.set(Feature::InCore, flag(distance == 0));
        row.set(Feature::AroundCore, flag(distance == 1));
        row.set(Feature::FarFromCore, flag(distance > 3));
        row.set(Feature::CoreScore, if distance == 0 { inside } else { 0.0 });
        row.set(Feature::OutsideCore, if distance > 0 { inside } else { 0.0 });
        row.set(Feature::CoreShare, if distance > 0 { self.core.share } else { 0.0 });
        row.set(Feature::PageScore, self.sums.whole().centred());
        row.set(Feature::PageMass, scaled_log(self.page_mass));
    }

    /// Where the block lies from the main text.
    fn main(&self, row: &mut Row, index: usize) {
        let [inner, middle, _] = self.around.levels(index);
        row.set(Feature::MainPath, flag(self.around.path(index) == self.main.path));
        row.set(Feature::MainInner, flag(inner == self.main.inner));
        row.set(Feature::MainMiddle, flag(middle == self.main.middle));
        let distance = self.main.distance(index);
        row.set(Feature::NearMain, flag(distance <= 2));
        row.set(Feature::FarFromMain, flag(distance > 6));
        row.set(Feature::BehindMain, flag(self.main.is_behind(index)));
    }

    /// The scores within the elements around the block, its list and its table.
    fn containers(&self, row: &mut Row, index: usize, block: &Block) {
        let around = self.around;
        let [inner, middle, outer] =
            around.levels(index).map(|c| self.sums.of_container(c).centred());
        row.set(Feature::Inner, inner);
        row.set(Feature::Middle, middle);
        row.set(Feature::Outer, outer);
        if around.wordings[index].width < SHORT {
            row.set(Feature::ShortInner, inner);
            row.set(Feature::ShortMiddle, middle);
        }
        row.set(Feature::Path, self.sums.of_path(index).centred());
        row.set(Feature::List, self.sums.of_list(block).centred());
        row.set(Feature::Table, self.sums.of_table(block).centred());
    }
}
