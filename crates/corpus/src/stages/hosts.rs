//! Joint boilerplate detection: each page is compared with pages of its host and with its own snapshots.
//!
//! A stage by host. Titles and other things that recur on a host belong to its evidence, too.

use std::time::Instant;

use scutch_archive::Capture;
use scutch_learn::{hashed, mixed};
use scutch_page::extract::Scoring;
use scutch_page::{Extraction, Method, Page, Recurring};
use scutch_shuffle::{Evidence, Group, Store};
use scutch_template::label::{NodeRules, by_blocks, media_labels};
use scutch_template::nodes::Doubt;
use scutch_template::retrain::Lessons;
use scutch_template::{HostEvidence, HostPages, Key, NodeLabel, Summary, TemplateFlag};
use serde::{Deserialize, Serialize};

use super::labels::Labels;
use super::stage::Stage;
use super::visit::Visit;
use crate::config::Config;
use crate::row::crosses::{Alone, Characters, Compared};
use crate::timing::{Meter, Step};

/// Gathers the pages of each host.
pub(crate) struct Hosts<'a> {
    pub(crate) config: &'a Config,
    pub(crate) meter: &'a Meter,
}

/// What is gathered of a host.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Pages(HostPages);

impl Group for Pages {
    fn merge(&mut self, other: Self) {
        self.0.merge(other.0);
    }

    fn memory(&self) -> usize {
        self.0.memory()
    }
}

/// What the pages of a host say about one of them.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Host(pub(crate) HostEvidence);

impl Evidence for Host {
    fn memory(&self) -> usize {
        self.0.memory()
    }
}

impl Stage for Hosts<'_> {
    type Observation = Summary;
    type Group = Pages;
    type Evidence = Host;
    const NAME: &'static str = "hosts";

    fn observe(&self, visit: &Visit<'_>) -> Vec<(String, Summary)> {
        self.summary(visit).into_iter().collect()
    }

    fn fold(group: &mut Pages, observation: Summary) {
        group.0.add(observation);
    }

    fn conclude(&self, group: Pages) -> Host {
        self.meter.time(Step::Group, 0, || Host(group.0.conclude()))
    }
}

impl Hosts<'_> {
    /// What is kept of a page, and its host.
    fn summary(&self, visit: &Visit<'_>) -> Option<(String, Summary)> {
        let since = Instant::now();
        let key = capture_key(visit.capture()?);
        let page = &visit.opened()?.page;
        let nodes = page.tree().len();
        // Nearly zero if another stage has opened the page before.
        self.meter.note(Step::Parse, nodes, since.elapsed());
        // Blank pages resemble each other and would displace real partners.
        if not_compared(page).is_some() {
            return None;
        }
        let host = host_of(&key.url);
        let config = self.config;
        let summarise = || {
            let scoring = Scoring::new(page, &config.extract);
            Summary::new(key, page, scoring.labels()).prepared(page, &config.template)
        };
        Some((host, self.meter.time(Step::Summarise, nodes, summarise)))
    }
}

/// What one page teaches methods that learn: a stage that needs the evidence of [`Hosts`].
pub(crate) struct Teaching<'a> {
    pub(crate) config: &'a Config,
    pub(crate) meter: &'a Meter,
    pub(crate) hosts: &'a Store<Host>,
}

/// What the pages of a host teach.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct HostLessons(pub(crate) Lessons);

impl Group for HostLessons {
    fn merge(&mut self, other: Self) {
        self.0.merge(other.0);
    }

    fn memory(&self) -> usize {
        self.0.memory()
    }
}

impl Evidence for HostLessons {
    fn memory(&self) -> usize {
        self.0.memory()
    }
}

impl Stage for Teaching<'_> {
    type Observation = Lessons;
    type Group = HostLessons;
    type Evidence = HostLessons;
    const NAME: &'static str = "lessons";

    fn observe(&self, visit: &Visit<'_>) -> Vec<(String, Lessons)> {
        self.lessons(visit).into_iter().collect()
    }

    fn fold(group: &mut HostLessons, observation: Lessons) {
        group.0.merge(observation);
    }

    fn conclude(&self, group: HostLessons) -> HostLessons {
        group
    }
}

impl Teaching<'_> {
    /// The lessons of a page. Pages that are not kept for comparison teach nothing.
    fn lessons(&self, visit: &Visit<'_>) -> Option<(String, Lessons)> {
        let since = Instant::now();
        let key = capture_key(visit.capture()?);
        let host = host_of(&key.url);
        // An error of the store shows when the evidence is looked up for the row of the same record.
        let pages = self.hosts.get(&host).ok().flatten()?;
        let summary = pages.0.get(&key)?;
        let page = &visit.opened()?.page;
        let template = &self.config.template;
        let evidence = pages.0.evidence_for(summary, &host, template);
        let lessons = template.method.lessons(page, summary, &evidence, template)?;
        self.meter.note(Step::Lesson, page.tree().len(), since.elapsed());
        Some((host, lessons))
    }
}

/// What comparison with other pages of the host shows about a page.
pub(crate) struct Joint {
    pub(crate) group: Option<String>,
    /// A digit each for the page itself, two partners, the snapshot before and after.
    pub(crate) cross: String,
    /// Which pages these are.
    pub(crate) compared: Compared,
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
    let name = host_of(&key.url);
    let not_compared = not_compared(page);
    let none = HostEvidence::default();
    let pages = host.filter(|_| not_compared.is_none()).unwrap_or(&none);
    // Scores kept by the observation are reused: scoring a page costs more than reading its summary.
    let kept = pages.get(&key);
    let mut scoring = match kept {
        Some(kept) => Scoring::from_scores(page, &config.extract, kept.typed, |at| kept.first(at)),
        None => Scoring::new(page, &config.extract),
    };
    let new;
    let summary = match kept {
        Some(kept) => kept,
        None => {
            let summary = Summary::new(key, page, scoring.labels());
            new = summary.prepared(page, &config.template);
            &new
        }
    };
    let asked = config.template.method;
    let nodes = page.tree().len();
    let cross = || pages.evidence_for(summary, &name, &config.template);
    let evidence = meter.time(Step::Cross, nodes, cross);
    let label = || asked.label(&mut scoring, page, summary, &evidence, &config.template);
    let labelled = meter.time(Step::Label, nodes, label);
    let mut compared = Compared::with(summary, &evidence);
    let none_kept = compared.reason == Some(Alone::NoOtherPage) && pages.has_unkept_pages(summary);
    compared.reason = not_compared.or(none_kept.then_some(Alone::NoOtherKept)).or(compared.reason);
    let method = if labelled.is_some() { asked.id() } else { Method::Page.id() };
    let doubt = Doubt { threshold: scoring.threshold(), width: config.template.undecided };
    let capped = labelled.as_ref().is_some_and(|labelled| labelled.capped);
    let flags = flags(capped, not_compared.is_none() && summary.is_too_large());
    let extraction = scoring.finish(method);
    let labels = match not_compared {
        // Plain text has no elements, so there is no node to label.
        Some(Alone::PlainText) => Labels::default(),
        _ => {
            let by_words = labelled.map(|labelled| labelled.nodes);
            let labelling = NodeLabelling { page, config, summary, evidence: &evidence, doubt };
            labelling.labels(by_words, &extraction)
        }
    };
    let group = pages.group(summary).map(|number| format!("{name}/{number}"));
    let cross = self::cross(&evidence);
    compared.characters =
        labels.characters.unwrap_or_else(|| Characters::of_blocks(page, &extraction, doubt));
    let titles = evidence.recurring_titles();
    (extraction, Joint { group, cross, compared, titles, labels, flags })
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
    fn labels(&self, by_words: Option<Vec<NodeLabel>>, extraction: &Extraction) -> Labels {
        let Self { page, config, summary, evidence, doubt } = *self;
        let nodes = || {
            let rules = NodeRules { doubt, line_numbers: extraction.config.line_numbers };
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
fn flags(capped: bool, too_large: bool) -> Vec<TemplateFlag> {
    let flags = [(capped, TemplateFlag::DiffCapped), (too_large, TemplateFlag::TooLarge)];
    flags.into_iter().filter_map(|(holds, flag)| holds.then_some(flag)).collect()
}

/// Why a page is not compared, whatever others there are. Pages without text, or without elements, resemble each other,
/// and say nothing of others.
fn not_compared(page: &Page) -> Option<Alone> {
    let is_blank = page.blocks().iter().all(|block| block.chars == 0);
    let is_plain = page.tree().is_empty();
    is_blank.then_some(Alone::EmptyPage).or(is_plain.then_some(Alone::PlainText))
}

fn cross(evidence: &scutch_template::Evidence<'_>) -> String {
    let partners = evidence.cross.iter().map(|page| if page.is_some() { '1' } else { '0' });
    std::iter::once('1').chain(partners).collect()
}

/// The same capture has the same key in the first and in the second reading, in whatever file it is.
pub(crate) fn capture_key(capture: &Capture<'_>) -> Key {
    // Headers count as well: the same bytes read as another encoding are another page.
    let headers = [capture.content_type.as_deref(), capture.guessed_charset.as_deref()];
    let headers = headers.map(|text| hashed(text.unwrap_or_default().as_bytes()));
    let content = hashed(&capture.payload.content);
    let record = headers.into_iter().fold(content, |hash, header| mixed(hash ^ header));
    let time = capture.date.map_or(0, |date| date.unix_ms);
    Key { url: capture.url.to_owned(), time, record }
}

/// By what pages are compared with each other: the host, whatever the scheme. An address without one, such as `urn:` and `file:`,
/// stands for itself: it has snapshots, but no partners.
pub(crate) fn host_of(url: &str) -> String {
    let host = scutch_url::host(url).or_else(|| authority(url));
    host.and_then(|host| scutch_url::bare_host(&host)).unwrap_or_else(|| url.to_owned())
}

/// The host of an address of another scheme than those of the web, such as `ftp` (RFC 3986, section 3).
fn authority(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let authority = rest.split(['/', '?', '#']).next().filter(|_| is_scheme)?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let port = |port: &str| port.bytes().all(|digit| digit.is_ascii_digit());
    let host = host.rsplit_once(':').filter(|(_, end)| port(end)).map_or(host, |(host, _)| host);
    Some(host.to_owned())
}
