//! Joint boilerplate detection: each page is compared with pages of its host and with its own snapshots.

use scutch_folder::config::Config;
use scutch_folder::timing::{Meter, Step};
use scutch_page::extract::Scoring;
use scutch_page::{Extraction, Method, Page, Recurring};
use scutch_template::compared::{Alone, Characters, Compared};
use scutch_template::label::{Labelled, NodeRules, by_blocks, media_labels};
use scutch_template::nodes::Doubt;
use scutch_template::{HostEvidence, Key, NodeLabel, Summary, TemplateFlag};

use super::hosts::{host_of, not_compared};
use super::labels::Labels;

/// What comparison with other pages of the host shows about a page.
pub(crate) struct Joint {
    pub(crate) group: Option<String>,
    /// A digit each for the page itself, two partners, the snapshot before and after.
    pub(crate) cross: String,
    /// Which pages these are, if the configuration asks for crosses.
    pub(crate) compared: Option<Compared>,
    /// What recurs in the titles of other pages of the host.
    pub(crate) titles: Recurring,
    /// Labels of all nodes, and the page with them, where the configuration asks for them.
    pub(crate) labels: Labels,
    /// What was left out of the comparison.
    pub(crate) flags: Vec<TemplateFlag>,
}

/// Labels a page by itself and by the pages of its host.
pub(crate) fn extract(
    page: &Page,
    key: Key,
    host: Option<&HostEvidence>,
    config: &Config,
    meter: &Meter,
) -> (Extraction, Joint) {
    let (name, template) = (host_of(&key.url), &config.template);
    let not_compared = not_compared(page);
    let none = HostEvidence::default();
    let pages = host.filter(|_| not_compared.is_none()).unwrap_or(&none);
    let kept = pages.get(&key);
    let mut scoring = scored(page, kept, config);
    let new;
    let summary = match kept {
        Some(kept) => kept,
        None => {
            new = Summary::new(key, page, scoring.labels()).prepared(page, template);
            &new
        }
    };
    let nodes = page.tree().len();
    let evidence = meter.time(Step::Cross, nodes, || pages.evidence_for(summary, &name, template));
    let label = || template.method.label(&mut scoring, page, summary, &evidence, template);
    let labelled = meter.time(Step::Label, nodes, label);
    let method = if labelled.is_some() { template.method.id() } else { Method::Page.id() };
    let doubt = Doubt { threshold: scoring.threshold(), width: template.undecided };
    let flags = flags(labelled.as_ref(), not_compared.is_none() && summary.is_too_large());
    let extraction = scoring.finish(method);
    let labelling = NodeLabelling { page, config, summary, evidence: &evidence, doubt };
    let labels = labelling.labels(labelled.map(|found| found.nodes), &extraction, not_compared);
    let of_blocks = || Characters::of_blocks(page, &extraction, doubt);
    let compared = template.crosses.then(|| Compared {
        characters: labels.characters.unwrap_or_else(of_blocks),
        ..compared(summary, &evidence, pages, not_compared)
    });
    let group = pages.group(summary).map(|number| format!("{name}/{number}"));
    let (cross, titles) = (cross_digits(&evidence), evidence.recurring_titles());
    (extraction, Joint { group, cross, compared, titles, labels, flags })
}

/// The scores of a page by itself, as the observation kept them if it did.
fn scored<'p>(page: &'p Page, kept: Option<&Summary>, config: &Config) -> Scoring<'p> {
    match kept {
        // Scoring a page costs more than reading its summary.
        Some(kept) => Scoring::from_scores(page, &config.extract, kept.typed, |at| kept.first(at)),
        None => Scoring::new(page, &config.extract),
    }
}

/// With which pages a page is compared, or why with none.
fn compared(
    summary: &Summary,
    evidence: &scutch_template::Evidence<'_>,
    pages: &HostEvidence,
    not_compared: Option<Alone>,
) -> Compared {
    let mut compared = Compared::with(summary, evidence);
    let none_kept = compared.reason == Some(Alone::NoOtherPage) && pages.has_unkept_pages(summary);
    compared.reason = not_compared.or(none_kept.then_some(Alone::NoOtherKept)).or(compared.reason);
    compared
}

/// What the labels of nodes are made from.
struct NodeLabelling<'a> {
    page: &'a Page,
    config: &'a Config,
    summary: &'a Summary,
    evidence: &'a scutch_template::Evidence<'a>,
    doubt: Doubt,
}

impl NodeLabelling<'_> {
    /// The labels that the configuration asks for. `by_words` are those of methods that label runs of words.
    fn labels(
        &self,
        by_words: Option<Vec<NodeLabel>>,
        extraction: &Extraction,
        not_compared: Option<Alone>,
    ) -> Labels {
        // Plain text has no elements, so there is no node to label.
        if not_compared == Some(Alone::PlainText) {
            return Labels::default();
        }
        let Self { page, config, summary, evidence, doubt } = *self;
        let nodes = || {
            let (line_numbers, cuts) = (extraction.config.line_numbers, Some(&extraction.cuts));
            let rules = NodeRules { doubt, line_numbers, cuts };
            // Methods that label blocks leave this empty: their nodes get the labels of the blocks.
            let by_words = by_words.filter(|nodes| !nodes.is_empty());
            by_words
                .unwrap_or_else(|| by_blocks(page, &extraction.labels, summary, evidence, rules))
        };
        let media =
            |nodes: &[NodeLabel]| media_labels(page, evidence, nodes, config.template.method);
        Labels::for_page(page, config, nodes, media)
    }
}

/// What was left out of the comparison of a page.
fn flags(labelled: Option<&Labelled>, too_large: bool) -> Vec<TemplateFlag> {
    let capped = labelled.is_some_and(|labelled| labelled.capped);
    let flags = [(capped, TemplateFlag::DiffCapped), (too_large, TemplateFlag::TooLarge)];
    flags.into_iter().filter_map(|(holds, flag)| holds.then_some(flag)).collect()
}

/// A digit for the page itself, and one for each place of a partner: 1 if there is one.
fn cross_digits(evidence: &scutch_template::Evidence<'_>) -> String {
    let partners = evidence.cross.iter().map(|page| if page.is_some() { '1' } else { '0' });
    std::iter::once('1').chain(partners).collect()
}
