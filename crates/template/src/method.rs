//! Methods by name: which one labels the blocks of a page.

use schemars::JsonSchema;
use scutch_page::extract::Scoring;
use scutch_page::{Page, Reason};
use serde::{Deserialize, Serialize};

use crate::config::TemplateConfig;
use crate::cross::CrossRule;
use crate::host::Evidence;
use crate::joint;
use crate::nodes::{NodeLabel, block_shares, by_patterns};
use crate::patterns::Class;
use crate::retrain::{Learner, Lesson, Lessons, by_context, relabel};
use crate::summary::Summary;

/// A method of joint boilerplate detection. All but `learned` and `occurrence` begin with bit patterns of words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Trees and a network that correct the single-page score by partners and snapshots.
    #[default]
    Learned,
    /// Bit patterns of the thesis; what they leave open stays open, and is not in the text.
    T001,
    /// Bit patterns of the thesis; what they leave open is boilerplate.
    T002,
    /// Five nearest neighbours trained on the nodes that the patterns decide; a node and its siblings.
    T003,
    /// The same with the layer above.
    T004,
    /// The same with two layers above.
    T005,
    /// Random forest trained on what the patterns decide, with two layers above.
    T006,
    /// Bit patterns; what they leave open is content between two dense siblings that are content.
    Context,
    /// Bit patterns; what they leave open is content.
    KeepInvalid,
    /// What no more than half of the partners of the template have is content.
    Occurrence,
}

/// What a method made of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Labelled {
    /// The nodes by whose labels blocks were labelled, of methods that compare words.
    pub nodes: Vec<NodeLabel>,
    /// Pages were not compared to the end: it would have cost too much work.
    pub capped: bool,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 10] = [
        Self::Learned,
        Self::T001,
        Self::T002,
        Self::T003,
        Self::T004,
        Self::T005,
        Self::T006,
        Self::Context,
        Self::KeepInvalid,
        Self::Occurrence,
    ];

    /// Name and version.
    pub fn id(self) -> &'static str {
        match self {
            Self::Learned => joint::METHOD,
            Self::T001 => "template-t001/5",
            Self::T002 => "template-t002/5",
            Self::T003 => "template-t003/5",
            Self::T004 => "template-t004/5",
            Self::T005 => "template-t005/5",
            Self::T006 => "template-t006/5",
            Self::Context => "template-context/5",
            Self::KeepInvalid => "template-keep-invalid/5",
            Self::Occurrence => "template-occurrence/5",
        }
    }

    /// Whether summaries must keep words.
    pub fn compares_words(self) -> bool {
        !matches!(self, Self::Learned | Self::Occurrence)
    }

    /// Who is compared with whom unless something else is asked for: the methods that the thesis tried have its cross.
    pub fn cross(self) -> CrossRule {
        match self {
            Self::T001 | Self::T002 | Self::T003 | Self::T004 | Self::T005 | Self::T006 => {
                CrossRule::Thesis
            }
            Self::Learned | Self::Context | Self::KeepInvalid | Self::Occurrence => {
                CrossRule::Repaired
            }
        }
    }

    /// What learns from the nodes that the patterns decide.
    pub(crate) fn learner(self) -> Option<Learner> {
        match self {
            Self::T003 => Some(Learner::Neighbours { layers: 1 }),
            Self::T004 => Some(Learner::Neighbours { layers: 2 }),
            Self::T005 => Some(Learner::Neighbours { layers: 3 }),
            Self::T006 => Some(Learner::Forest),
            _ => None,
        }
    }

    /// Labels the blocks of a page by the pages beside it. `None` where it has no cross: then nothing has changed.
    pub fn label(
        self,
        scoring: &mut Scoring<'_>,
        page: &Page,
        summary: &Summary,
        evidence: &Evidence<'_>,
        config: &TemplateConfig,
    ) -> Option<Labelled> {
        let lone = match self {
            Self::Learned => evidence.partners.is_empty(),
            _ => evidence.cross[0].is_none(),
        };
        if lone {
            return None;
        }
        let mut labelled = Labelled::default();
        let shares = match self {
            Self::Learned => {
                return joint::rescore(scoring, page, summary, evidence).then_some(labelled);
            }
            Self::Occurrence => occurrence(summary, evidence),
            _ => {
                labelled = self.compared(page, summary, evidence, config);
                block_shares(page, &labelled.nodes)
            }
        };
        scoring.apply_shares(&shares, Reason::Partners);
        Some(labelled)
    }

    /// What the page has to teach other pages of its host. None where the method does not learn from other pages.
    pub fn lessons(
        self,
        page: &Page,
        summary: &Summary,
        evidence: &Evidence<'_>,
        config: &TemplateConfig,
    ) -> Option<Lessons> {
        let learner = self.learner().filter(|_| config.lesson == Lesson::Host)?;
        let Labelled { nodes, .. } = by_patterns(page, evidence, config);
        Some(Lessons::of(page, &summary.key, &nodes, learner, config))
    }

    /// The nodes by their bits, and what the method makes of them. Empty without a cross.
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
            relabel(page, &summary.key, nodes, learner, evidence.judges, config);
        }
        match self {
            Self::T002 => settle(nodes, Class::Boilerplate),
            Self::KeepInvalid => settle(nodes, Class::Content),
            Self::Context => by_context(page, nodes),
            _ => {}
        }
        labelled
    }
}

/// Makes `class` of what is invalid.
fn settle(nodes: &mut [NodeLabel], class: Class) {
    for node in nodes.iter_mut().filter(|node| node.class == Class::Invalid) {
        (node.class, node.score) = (class, class.score());
    }
}

/// Of each block the share of partners of its template that do not have it.
fn occurrence(summary: &Summary, evidence: &Evidence<'_>) -> Vec<f32> {
    let count = evidence.template().count().max(1) as f32;
    let without = |text: u64| evidence.template().filter(move |page| !page.has_text(text));
    summary.blocks.iter().map(|block| without(block.text).count() as f32 / count).collect()
}

#[cfg(test)]
mod tests {
    use scutch_page::{ExtractConfig, Hints, Limits};

    use super::*;
    use crate::host::HostPages;
    use crate::key::Key;

    fn read(html: &str, number: u64) -> (Page, Summary) {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let key = Key { url: format!("http://a.example/{number}"), time: 0, record: number };
        let scoring = Scoring::new(&page, &ExtractConfig::default());
        let summary = Summary::new(key, &page, scoring.labels());
        (page, summary)
    }

    /// Of a host with several templates only the page's own says what is boilerplate.
    #[test]
    fn occurrence_counts_pages_of_the_template() {
        let story = |n: u64| {
            format!("<ul><li>Home of the sea</li></ul><h1>Day {n}</h1><p>Story {n} of it</p>")
        };
        let form = |n: u64| {
            format!("<table><tr><td>Price {n}<td>Weight {n}<tr><td><b>Sum {n}</b></table>")
        };
        let mut partners = HostPages::default();
        (0..3).for_each(|n| partners.add(read(&story(n), n).1));
        (3..15).for_each(|n| partners.add(read(&form(n), n).1));
        let partners = partners.conclude();
        let (page, own) = read(&story(0), 0);
        let method = Method::Occurrence;
        let mut config = TemplateConfig { method, ..TemplateConfig::default() };
        let evidence = partners.evidence_for(&own, "a.example", &config);
        let shares = occurrence(&own, &evidence);
        let texts = page.blocks().iter().zip(shares).filter(|(block, _)| block.chars > 0);
        assert_eq!(texts.map(|(_, share)| share).collect::<Vec<_>>(), [0.0, 1.0, 1.0]);
        config.threshold = Some(1.1);
        let evidence = partners.evidence_for(&own, "a.example", &config);
        let mut scoring = Scoring::new(&page, &ExtractConfig::default());
        assert!(method.label(&mut scoring, &page, &own, &evidence, &config).is_none());
    }
}
