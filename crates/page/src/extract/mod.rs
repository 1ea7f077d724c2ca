//! Which blocks are the content of the page.
//!
//! Each block is measured twice: by itself with the elements around it, then in the context of
//! the first scores. The first score is linear, the second a vote of trees; both are tables. Rules that no score can
//! know make whole texts of the scored blocks. The extractor is known by `method` and will be
//! exchanged; what stays is page in, labels with score and reason out.

mod assemble;
mod context;
mod declared;
mod elsewhere;
mod features;
mod kind;
mod layout;
mod model;
mod page_type;
mod reason;
mod signpost;
mod surroundings;
mod wording;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use page_type::{PageType, Typed};
pub use reason::Reason;

use self::surroundings::Surroundings;
use crate::{Method, Page, PageFlag};

/// How extraction weighs errors against each other.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Both kinds of error weigh the same.
    #[default]
    Balanced,
    /// Rather lose content than keep boilerplate.
    Precision,
    /// Rather keep boilerplate than lose content.
    Recall,
    /// As balanced, leaving out the costlier passes.
    Fast,
}

impl Mode {
    /// The score from which a block is content.
    fn threshold(self) -> f32 {
        match self {
            Self::Balanced | Self::Fast => 0.5,
            Self::Precision => 0.7,
            Self::Recall => 0.25,
        }
    }
}

/// What to extract, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExtractConfig {
    /// How errors weigh. Default balanced.
    pub mode: Mode,
    /// Keep readers' comments. Default no.
    pub comments: bool,
    /// Keep tables. Default yes.
    pub tables: bool,
    /// Write link targets where the output format has links. Default yes.
    pub links: bool,
    /// Write images where the output format has them. Default yes.
    pub images: bool,
}

impl Default for ExtractConfig {
    fn default() -> Self {
        Self { mode: Mode::Balanced, comments: false, tables: true, links: true, images: true }
    }
}

/// The verdict on one block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    /// Whether the block is content.
    pub content: bool,
    /// From 0 (boilerplate) to 1 (content).
    pub score: f32,
    /// What decided.
    pub reason: Reason,
}

/// The verdicts on all blocks of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Extraction {
    /// One label per block, in the same order.
    pub labels: Vec<Label>,
    /// What was noteworthy.
    pub flags: Vec<PageFlag>,
    /// Name and version of the method.
    pub method: &'static str,
    /// What was asked for; the renderers follow it.
    pub config: ExtractConfig,
}

/// Labels the blocks of `page`.
pub fn extract(page: &Page, config: &ExtractConfig) -> Extraction {
    Scoring::new(page, config).finish(Method::Page.id())
}

/// Blocks that have scores and wait for the rules that make one text of them, so that who knows
/// more than the page tells may correct the scores.
pub struct Scoring<'p> {
    page: &'p Page,
    around: Surroundings<'p>,
    labels: Vec<Label>,
    config: ExtractConfig,
}

impl<'p> Scoring<'p> {
    /// Scores the blocks of a page by what the page tells.
    pub fn new(page: &'p Page, config: &ExtractConfig) -> Self {
        let around = Surroundings::new(page);
        page.typed_with(|| Typed::of(page, &around));
        let labels = if page.tree().is_empty() {
            let label = Label { content: true, score: 1.0, reason: Reason::PlainText };
            vec![label; page.blocks().len()]
        } else {
            score(page, &around, config.mode.threshold())
        };
        Self { page, around, labels, config: config.clone() }
    }

    /// A page that was scored before: `score` gives the score of each block with text by its number.
    pub fn again(page: &'p Page, config: &ExtractConfig, score: impl Fn(usize) -> f32) -> Self {
        let threshold = config.mode.threshold();
        let labels = page.blocks().iter().enumerate().map(|(at, block)| {
            let score = if block.chars > 0 { score(at) } else { 0.0 };
            Label { content: block.chars > 0 && score >= threshold, score, reason: Reason::Kind }
        });
        let labels = labels.collect();
        let around = Surroundings::new(page);
        page.typed_with(|| Typed::of(page, &around));
        Self { page, around, labels, config: config.clone() }
    }

    /// The labels so far, one per block.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Exchanges the scores; `score` gets the number of each block and its label.
    pub fn rescore(&mut self, mut score: impl FnMut(usize, &Label) -> (f32, Reason)) {
        let threshold = self.config.mode.threshold();
        for (at, label) in self.labels.iter_mut().enumerate() {
            if self.page.blocks()[at].chars > 0 {
                let (score, reason) = score(at, label);
                *label = Label { content: score >= threshold, score, reason };
            }
        }
    }

    /// Makes one text of the blocks; `method` is name and version of what gave the scores.
    pub fn finish(self, method: &'static str) -> Extraction {
        let Self { page, around, labels, config } = self;
        let mut extraction = Extraction { labels, flags: Vec::new(), method, config };
        if !page.tree().is_empty() {
            assemble::assemble(page, &around, &mut extraction);
        } else if page.blocks().is_empty() {
            extraction.flags.push(PageFlag::NoVisibleText);
        }
        extraction
    }
}

fn score(page: &Page, around: &Surroundings<'_>, threshold: f32) -> Vec<Label> {
    let rows = features::rows(page, around);
    let first = model::first(&rows);
    let context = context::rows(page, around, &first);
    let labels = rows.iter().zip(&context).zip(page.blocks()).map(|((row, context), block)| {
        if block.chars == 0 {
            return Label { content: false, score: 0.0, reason: Reason::Kind };
        }
        let (score, reason) = model::second(row, context, threshold);
        Label { content: score >= threshold, score, reason }
    });
    labels.collect()
}

/// Uses other trees than those shipped, for measuring; no effect once a page has been scored.
#[doc(hidden)]
pub fn use_trees(table: String) {
    model::use_trees(table);
}

/// Rows of feature values for fitting the weights: names, then one row per block of the first
/// score, or of the second when given the first scores.
#[doc(hidden)]
pub fn measure(page: &Page, first: Option<&[f32]>) -> (Vec<String>, Vec<Vec<f32>>) {
    let around = Surroundings::new(page);
    match first {
        None => {
            let rows = features::rows(page, &around);
            (features::names(), rows.iter().map(|row| row.0.to_vec()).collect())
        }
        Some(scores) => {
            let rows = context::rows(page, &around, scores);
            (context::names(), rows.iter().map(|row| row.0.to_vec()).collect())
        }
    }
}

/// What tells the type of a page, measured for growing trees: names and values.
#[doc(hidden)]
pub fn measure_type(page: &Page) -> (Vec<String>, Vec<f32>) {
    page_type::measure(page, &Surroundings::new(page))
}

/// What type of page it is.
pub(crate) fn page_type(page: &Page) -> Typed {
    Typed::of(page, &Surroundings::new(page))
}
