//! Methods by name: which one labels the blocks of a page.

use schemars::JsonSchema;
use scutch_page::extract::Scoring;
use scutch_page::{Label, Page, Reason};
use serde::{Deserialize, Serialize};

use crate::config::TemplateConfig;
use crate::joint::{self, Evidence};
use crate::nodes::{NodeLabel, block_scores, by_blocks, by_patterns};
use crate::patterns::Class;
use crate::summary::Summary;

/// A method of joint boilerplate detection.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Trees that correct the single-page score by what partners and snapshots show.
    #[default]
    Learned,
    /// Bit patterns; what they leave open is not content. (Thesis, T001 and T002, which differ in what they call
    /// the rest.)
    T002,
    /// Bit patterns; what they leave open is content.
    KeepInvalid,
    /// What less than half of the partners have is content.
    Occurrence,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 4] = [Self::Learned, Self::T002, Self::KeepInvalid, Self::Occurrence];

    /// Name and version.
    pub fn id(self) -> &'static str {
        match self {
            Self::Learned => joint::METHOD,
            Self::T002 => "template-t002/1",
            Self::KeepInvalid => "template-keep-invalid/1",
            Self::Occurrence => "template-occurrence/1",
        }
    }

    /// Whether summaries must keep words.
    pub fn compares_words(self) -> bool {
        matches!(self, Self::T002 | Self::KeepInvalid)
    }

    /// Labels the blocks of a page by the pages beside it. No where it has no partner: then nothing has changed.
    pub fn label(
        self,
        scoring: &mut Scoring<'_>,
        page: &Page,
        summary: &Summary,
        evidence: &Evidence<'_>,
        config: &TemplateConfig,
    ) -> bool {
        if evidence.partners.is_empty() {
            return false;
        }
        let shares = match self {
            Self::Learned => return joint::rescore(scoring, page, summary, evidence),
            Self::Occurrence => occurrence(summary, evidence),
            Self::T002 | Self::KeepInvalid => {
                block_scores(page, &self.reclassed(by_patterns(page, evidence, config)))
            }
        };
        scoring.rescore(|at, _| (shares[at], Reason::Partners));
        true
    }

    /// The labelled nodes of a page, in document order. `labels` are those of its blocks, as the method has left them:
    /// where it labels blocks, or there is no cross, text nodes have the score of their block.
    pub fn nodes(
        self,
        page: &Page,
        labels: &[Label],
        summary: &Summary,
        evidence: &Evidence<'_>,
        config: &TemplateConfig,
    ) -> Vec<NodeLabel> {
        let nodes = if self.compares_words() {
            self.reclassed(by_patterns(page, evidence, config))
        } else {
            Vec::new()
        };
        if nodes.is_empty() { by_blocks(page, labels, summary, evidence) } else { nodes }
    }

    /// The classes that the method makes of those of the bit patterns.
    fn reclassed(self, mut nodes: Vec<NodeLabel>) -> Vec<NodeLabel> {
        let rest = if self == Self::KeepInvalid { Class::Content } else { Class::Boilerplate };
        for node in nodes.iter_mut().filter(|node| node.class == Class::Invalid) {
            (node.class, node.score) = (rest, rest.score());
        }
        nodes
    }
}

/// Of each block the share of partners that do not have it.
fn occurrence(summary: &Summary, evidence: &Evidence<'_>) -> Vec<f32> {
    let count = evidence.partners.len().max(1) as f32;
    let without =
        |text: u64| evidence.partners.iter().filter(move |(page, _)| !page.has_text(text));
    summary.blocks.iter().map(|block| without(block.text).count() as f32 / count).collect()
}
