//! Methods by name: which one labels the blocks of a page.

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use scutch_page::extract::Scoring;
use scutch_page::{NodeId, Page, Reason};
use serde::{Deserialize, Serialize};

use crate::annotate::{Around, annotate, cross_bits, runs};
use crate::config::TemplateConfig;
use crate::joint::{self, Evidence};
use crate::patterns::{Class, classify};
use crate::summary::Summary;
use crate::words::Words;

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
        config: TemplateConfig,
    ) -> bool {
        if evidence.partners.is_empty() {
            return false;
        }
        let shares = match self {
            Self::Learned => return joint::rescore(scoring, page, summary, evidence),
            Self::Occurrence => occurrence(summary, evidence),
            Self::T002 => by_patterns(page, evidence, config, |class| class == Class::Content),
            Self::KeepInvalid => {
                by_patterns(page, evidence, config, |class| class != Class::Boilerplate)
            }
        };
        scoring.rescore(|at, _| (shares[at], Reason::Partners));
        true
    }
}

/// Of each block the share of partners that do not have it.
fn occurrence(summary: &Summary, evidence: &Evidence<'_>) -> Vec<f32> {
    let count = evidence.partners.len().max(1) as f32;
    let without =
        |text: u64| evidence.partners.iter().filter(move |(page, _)| !page.has_text(text));
    summary.blocks.iter().map(|block| without(block.text).count() as f32 / count).collect()
}

/// Of each block the share of words that the patterns make content.
fn by_patterns(
    page: &Page,
    evidence: &Evidence<'_>,
    config: TemplateConfig,
    is_content: impl Fn(Class) -> bool,
) -> Vec<f32> {
    let words = Words::of(page.tree());
    let partner = |n: usize| evidence.partners.get(n).map(|(page, _)| page.words.as_slice());
    let snapshot = |n: usize| evidence.snapshots[n].map(|page| page.words.as_slice());
    let around: Around<'_> = [partner(0), partner(1), snapshot(0), snapshot(1)];
    let cross = cross_bits(&around);
    let bits = annotate(&words, &around, config.compare, config.diff);
    let places = Places::of(page);
    let mut counts = vec![(0usize, 0usize); page.blocks().len()];
    for run in runs(&words, &bits) {
        let content = classify(cross, run.bits).is_some_and(&is_content);
        if let Some(at) = places.block(page, run.node) {
            counts[at].0 += run.words * usize::from(content);
            counts[at].1 += run.words;
        }
    }
    counts.into_iter().map(|(content, all)| content as f32 / all.max(1) as f32).collect()
}

/// The blocks of each element.
struct Places {
    blocks: FxHashMap<NodeId, Vec<usize>>,
}

impl Places {
    fn of(page: &Page) -> Self {
        let mut blocks: FxHashMap<NodeId, Vec<usize>> = FxHashMap::default();
        for (at, block) in page.blocks().iter().enumerate().filter(|(_, block)| block.chars > 0) {
            blocks.entry(block.node).or_default().push(at);
        }
        Self { blocks }
    }

    /// The block that a text node belongs to: of the innermost element that has blocks, the one that holds its
    /// first word.
    fn block(&self, page: &Page, node: NodeId) -> Option<usize> {
        let blocks = page.tree().ancestors(node).find_map(|element| self.blocks.get(&element))?;
        let word = page.tree().text(node).split_whitespace().next().unwrap_or_default();
        let holds = |at: &&usize| page.blocks()[**at].text.contains(word);
        blocks.iter().find(holds).or(blocks.first()).copied()
    }
}
