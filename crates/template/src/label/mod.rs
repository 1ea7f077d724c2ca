//! Labels of a page in the light of other pages of its host: of its blocks, of the nodes in them,
//! of its media.

mod by_blocks;
mod by_patterns;
mod media;
#[cfg(test)]
mod tests;

use scutch_page::extract::Scoring;
use scutch_page::{Page, Reason};

use crate::config::{Learner, Lesson, Method, TemplateConfig};
use crate::host::Evidence;
use crate::joint;
use crate::key::Key;
use crate::nodes::{NodeLabel, block_shares, content_parts};
use crate::patterns::Class;
use crate::retrain::{Judges, Lessons, by_context, relabel};
use crate::summary::Summary;
pub use by_blocks::{NodeRules, by_blocks};
use by_patterns::by_patterns;
pub use media::media_labels;

/// The labels a method gives the nodes of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Labelled {
    /// For methods that compare words: the nodes from which the labels of blocks were made.
    pub nodes: Vec<NodeLabel>,
    /// A comparison was cut short because it would have taken too many steps.
    pub capped: bool,
}

impl Method {
    /// Labels the blocks of a page by the other pages of its host. `None` if it has no partner;
    /// then nothing changes.
    pub fn label(
        self,
        scoring: &mut Scoring<'_>,
        page: &Page,
        summary: &Summary,
        evidence: &Evidence<'_>,
        config: &TemplateConfig,
    ) -> Option<Labelled> {
        let has_no_partner = match self {
            Self::Learned => evidence.partners.is_empty(),
            _ => evidence.cross[0].is_none(),
        };
        if has_no_partner {
            return None;
        }
        // Methods that compare words label nodes first; the other two label blocks at once.
        let mut labelled = Labelled::default();
        let shares = match self {
            Self::Learned => {
                let splits = joint::splits(page, summary, evidence);
                splits.into_iter().for_each(|(block, own)| scoring.cut(block, own));
                return joint::rescore(scoring, page, summary, evidence).then_some(labelled);
            }
            Self::Occurrence => occurrence(summary, evidence),
            _ => {
                labelled = self.compared(page, summary, evidence, config);
                let parts = content_parts(page, &labelled.nodes);
                parts.into_iter().for_each(|(block, own)| scoring.cut(block, own));
                block_shares(page, &labelled.nodes)
            }
        };
        scoring.apply_shares(&shares, Reason::Partners);
        Some(labelled)
    }

    /// The training rows that a page gives its host. `None` if the method does not learn from other
    /// pages.
    pub fn lessons(
        self,
        page: &Page,
        summary: &Summary,
        evidence: &Evidence<'_>,
        config: &TemplateConfig,
    ) -> Option<Lessons> {
        let learner = self.learner().filter(|_| config.lesson == Lesson::Host)?;
        // Rows are labelled by patterns alone: what a learner made of them must not train it.
        let Labelled { nodes, .. } = by_patterns(page, evidence, config);
        Some(Lessons::from_page(page, &summary.key, &nodes, learner, config))
    }

    /// The nodes of a page by their bit patterns, relabelled as the method does. Empty without a
    /// cross.
    fn compared(
        self,
        page: &Page,
        summary: &Summary,
        evidence: &Evidence<'_>,
        config: &TemplateConfig,
    ) -> Labelled {
        let mut labelled = by_patterns(page, evidence, config);
        let nodes = &mut labelled.nodes;
        if let Some(learner) = self.learner() {
            // A host whose pages taught nothing, such as one page alone, is learned from that page.
            let own;
            let judges = match evidence.judges.filter(|_| config.lesson == Lesson::Host) {
                Some(judges) => judges,
                None => {
                    own = own_judges(page, &summary.key, nodes, learner, config);
                    &own
                }
            };
            relabel(page, nodes, learner, judges);
        }
        match self {
            // The rest of the methods leave open what the patterns leave open.
            Self::T002 => settle(nodes, Class::Boilerplate),
            Self::KeepInvalid => settle(nodes, Class::Content),
            Self::Context => by_context(page, nodes),
            _ => {}
        }
        labelled
    }
}

/// A learner that is trained on the page alone, as in the thesis.
fn own_judges(
    page: &Page,
    key: &Key,
    nodes: &[NodeLabel],
    learner: Learner,
    config: &TemplateConfig,
) -> Judges {
    Lessons::from_page(page, key, nodes, learner, config).train(learner, config)
}

/// Gives `class` to all nodes that the patterns leave open.
fn settle(nodes: &mut [NodeLabel], class: Class) {
    for node in nodes.iter_mut().filter(|node| node.class == Class::Invalid) {
        (node.class, node.score) = (class, class.score());
    }
}

/// For each block the share of partners of its template that do not have its text.
fn occurrence(summary: &Summary, evidence: &Evidence<'_>) -> Vec<f32> {
    let count = evidence.template().count().max(1) as f32;
    let without = |text: u64| evidence.template().filter(move |page| !page.has_text(text));
    summary.blocks.iter().map(|block| without(block.text).count() as f32 / count).collect()
}
