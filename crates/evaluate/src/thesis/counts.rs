//! What the tables count: nodes of pages that have a cross. A node that no label covers is an error.

use scutch_learn::Counts;
use scutch_template::Method;
use scutch_template::patterns::Class;

use super::names::{display_name, method};
use crate::gold::GoldPage;
use crate::run::{RunScores, ScoredPage, accuracy, f1, for_boilerplate, precision, recall};
use crate::score::Outcome;

/// Methods that are scored on the nodes that t001 decides: they learn from these.
const DECIDED: [Method; 5] = [Method::T001, Method::T003, Method::T004, Method::T005, Method::T006];

/// A page under a method and under t001, which found a cross for it.
#[derive(Clone, Copy)]
struct PagePair<'p> {
    gold: &'p GoldPage,
    page: &'p ScoredPage,
    patterns: &'p ScoredPage,
    /// Whether only those nodes count that the patterns decide.
    on_decided: bool,
}

/// Counts of one method.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NodeCounts {
    pub(super) counts: Counts,
    pub(super) pages: usize,
    /// Pages of which there is no label.
    pub(super) missing: usize,
    pub(super) nodes: usize,
    /// Nodes that no label covers.
    pub(super) unaligned: usize,
}

impl NodeCounts {
    fn from_page(page: PagePair<'_>) -> Self {
        let mut labels = Self { pages: 1, ..Self::default() };
        labels.missing = usize::from(page.page.missing);
        for (wanted, outcome) in page.nodes() {
            labels.nodes += 1;
            labels.unaligned += usize::from(outcome == Outcome::Unaligned);
            let found = match outcome {
                Outcome::Labelled(class) => class == Class::Content,
                Outcome::Unaligned => !wanted,
            };
            labels.counts.add(wanted, found, 1.0);
        }
        labels
    }

    pub(super) fn sum<'l>(all: impl Iterator<Item = &'l Self>) -> Self {
        all.fold(Self::default(), |mut sum, labels| {
            sum.counts += labels.counts;
            sum.pages += labels.pages;
            sum.missing += labels.missing;
            sum.nodes += labels.nodes;
            sum.unaligned += labels.unaligned;
            sum
        })
    }
}

impl PagePair<'_> {
    /// The nodes that count: whether they should be content, and what became of them.
    fn nodes(&self) -> impl Iterator<Item = (bool, Outcome)> {
        let outcomes = self.page.score.outcomes.iter().zip(&self.patterns.score.outcomes);
        let nodes = self.gold.text_nodes.iter().zip(outcomes);
        nodes.filter_map(|(node, (outcome, by_pattern))| {
            let open = *by_pattern == Outcome::Labelled(Class::Invalid);
            node.wanted().filter(|_| !(self.on_decided && open)).map(|wanted| (wanted, *outcome))
        })
    }
}

/// A method with what it made of each page.
pub(super) struct Test {
    pub(super) name: String,
    /// `None` for labels of another tool.
    pub(super) method: Option<Method>,
    /// In the order of the gold.
    pub(super) pages: Vec<NodeCounts>,
    pub(super) pooled: NodeCounts,
}

impl Test {
    /// Counts of a run on the nodes of a run of t001.
    pub(super) fn new(gold: &[GoldPage], scored: &RunScores, patterns: &RunScores) -> Self {
        let pages = by_page(gold, scored, patterns);
        let pooled = NodeCounts::sum(pages.iter());
        let folder = scored.title.strip_prefix(&scored.name).unwrap_or_default();
        let (name, method) = (display_name(&scored.name) + folder, method(&scored.name));
        Self { name, method, pages, pooled }
    }
}

/// The counts of a method by page, in the order of the gold; nothing of pages without a cross.
fn by_page(gold: &[GoldPage], scored: &RunScores, patterns: &RunScores) -> Vec<NodeCounts> {
    let on_decided = method(&scored.name).is_some_and(|method| DECIDED.contains(&method));
    let pages = gold.iter().zip(&scored.pages).zip(&patterns.pages);
    let pages = pages.map(|((gold, page), patterns)| match patterns.is_alone() {
        true => NodeCounts::default(),
        false => NodeCounts::from_page(PagePair { gold, page, patterns, on_decided }),
    });
    pages.collect()
}

/// A share of what is counted; none where it would be one of nothing.
pub(super) type Measure = fn(&Counts) -> Option<f64>;

/// The measures in the order of table 4.2.
pub(super) const MEASURES: [(&str, Measure); 7] = [
    ("accuracy", accuracy),
    ("content precision", precision),
    ("content recall", recall),
    ("content F1", f1),
    ("boilerplate precision", |counts| precision(&for_boilerplate(*counts))),
    ("boilerplate recall", |counts| recall(&for_boilerplate(*counts))),
    ("boilerplate F1", |counts| f1(&for_boilerplate(*counts))),
];
