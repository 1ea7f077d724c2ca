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
    ($($reason:ident: $($variant:ident $name:literal: $meaning:literal),+;)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(usize)]
        enum Feature { $($(#[doc = $meaning] $variant,)+)+ }

        /// What each of [`NAMED`] is, in a sentence.
        const MEANINGS: &[&str] = &[$($($meaning,)+)+];

        const NAMED: &[(&str, Reason)] = &[$($(($name, Reason::$reason),)+)+];
    };
}

features! {
    Length:
        Bias "bias": "Always 1.",
        Short "short": "It is narrower than 60 characters.",
        Tiny "tiny": "It is narrower than 15 characters.",
        Heading "heading": "It is a heading.",
        Item "list-item": "It is an item of a list.",
        Cell "cell": "It is a cell of a data table.",
        Caption "caption": "It is a caption.",
        Linked "linked": "More than half of it is linked.";
    Kind:
        Own "own": "Log odds of its first score.",
        OwnShort "own-short": "The same for short blocks.",
        OwnLinked "own-linked": "The same for linked blocks.",
        OwnHeading "own-heading": "The same for headings.";
    Neighbours:
        Previous "previous": "First score of the block before it.",
        Next "next": "First score of the block after it.",
        SecondPrevious "second-previous": "First score of the second block before it.",
        SecondNext "second-next": "First score of the second block after it.",
        Window "window": "Mean first score of the blocks near it.",
        Lowest "lowest-neighbour": "The best first score near it, on the worse of both sides.",
        ShortPrevious "short-previous": "As `previous`, for short blocks.",
        ShortNext "short-next": "As `next`, for short blocks.",
        ShortWindow "short-window": "As `window`, for short blocks.",
        ShortLowest "short-lowest-neighbour": "As `lowest-neighbour`, for short blocks.",
        HeadingNext "heading-next": "As `next`, for headings.",
        HeadingBody "heading-body": "Mean first score of what a heading stands over.",
        Before "mass-before": "Share of the page's content before it.",
        After "mass-after": "Share of the page's content after it.",
        Inside "inside": "There is content before and after it.";
    Container:
        Inner "inner": "Mean first score in the inner element around it.",
        Middle "middle": "Mean first score in the middle element.",
        Outer "outer": "Mean first score in the outer element.",
        ShortInner "short-inner": "As `inner`, for short blocks.",
        ShortMiddle "short-middle": "As `middle`, for short blocks.",
        InCore "in-core": "It is in the core, the element with most content.",
        AroundCore "around-core": "It is one element outside the core.",
        FarFromCore "far-from-core": "It is more than three elements outside the core.",
        CoreScore "core-score": "Mean first score of the core, for blocks in it.",
        CoreShare "core-share": "Share of the content in the core, for blocks outside it.",
        OutsideCore "outside-core-of-score": "Mean first score of the core, for blocks outside it.",
        PageScore "page-score": "Mean first score of the page.",
        PageMass "page-mass": "Content of the page, on a logarithmic scale.";
    Repetition:
        Path "path": "Mean first score of the blocks with the same path.",
        List "list": "Mean first score of its list.",
        Table "table": "Mean first score of its table.",
        MainPath "main-path": "It has the path of the main text.",
        MainInner "main-inner": "It is in the inner element of the main text.",
        MainMiddle "main-middle": "It is in the middle element of the main text.",
        NearMain "near-main": "It is at most two blocks from the main text.",
        FarFromMain "far-from-main": "It is more than six blocks from the main text.",
        BehindMain "behind-main": "It stands after the main text.";
}

/// The features that are equal for all blocks of a page, and what each is.
const PAGE: [(&str, &str); 8] = [
    ("page-article", "The page declares itself an article."),
    ("page-product", "The page declares itself a product."),
    ("page-forum", "The page declares itself a forum."),
    ("page-listing", "The page declares itself a listing."),
    ("page-home", "The page is the home of its site."),
    ("page-core-running", "Share of the core's text that is running text."),
    ("page-core-mass", "Content of the page, on a logarithmic scale."),
    ("page-links", "Share of the page's text that is linked."),
];

/// How many features of the second score there are besides those of the first.
pub(super) const COUNT: usize = NAMED.len() + PAGE.len();

/// Name of each feature, in order.
pub(super) fn names() -> Vec<String> {
    let own = NAMED.iter().map(|(name, _)| format!("context-{name}"));
    own.chain(PAGE.iter().map(|(name, _)| (*name).to_owned())).collect()
}

/// What each feature is, in a sentence, in the order of [`names`].
pub(super) fn sentences() -> Vec<String> {
    let of_page = PAGE.iter().map(|(_, sentence)| sentence);
    MEANINGS.iter().chain(of_page).map(|sentence| (*sentence).to_owned()).collect()
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
            scores.iter().zip(around.wordings).map(|(s, w)| s * s * w.width).collect();
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
