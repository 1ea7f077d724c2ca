//! Which blocks are the content of the page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Page, PageFlag};

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

/// Why a block was kept or dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Its own score decided.
    Score,
}

impl Reason {
    /// All reasons.
    pub const ALL: &'static [Self] = &[Self::Score];

    /// The reason id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Score => "score",
        }
    }

    /// The reason as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Score => "Text and link density decided.",
        }
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
    let label = Label { content: true, score: 0.5, reason: Reason::Score };
    Extraction {
        labels: vec![label; page.blocks().len()],
        flags: Vec::new(),
        method: "page/1",
        config: config.clone(),
    }
}
