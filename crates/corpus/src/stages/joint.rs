//! Pages beside pages: all inputs are read once before the first row, so that each page can be compared with
//! pages of its host and with its own snapshots.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use scutch_archive::{Capture, capture};
use scutch_learn::{hashed, mixed};
use scutch_page::extract::Scoring;
use scutch_page::{Extraction, Method, Page, Recurring};
use scutch_template::label::{NodeRules, by_blocks, media_labels};
use scutch_template::nodes::Doubt;
use scutch_template::retrain::Lessons;
use scutch_template::{Evidence, HostEvidence, HostPages, Key, NodeLabel, Summary, TemplateFlag};

use crate::config::Config;
use crate::flow::{Cursor, Fed, Watch, flow};
use crate::folder::RunError;
use crate::inputs::InputFile;
use crate::row::crosses::{Alone, Characters, Compared};
use crate::stages::labels::Labels;
use crate::stages::opened::{Opened, open};
use crate::stages::revisits::Revisits;
use crate::stages::shelf::Shelf;
use crate::timing::{Meter, Step, StepTime};

/// The pages of all hosts that others are compared with.
#[derive(Debug)]
pub(crate) struct Hosts {
    hosts: BTreeMap<String, HostEvidence>,
    /// Pages that are read again for their rows.
    shelf: Shelf,
    meter: Meter,
}

/// What the pages beside a page show.
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

/// What became of the first reading.
pub(crate) enum Gathered {
    /// The configuration asks for no joint evidence.
    NotAsked,
    /// The user interrupted it.
    Interrupted,
    Hosts(Hosts),
}

impl Gathered {
    pub(crate) fn hosts(self) -> Option<Hosts> {
        match self {
            Self::Hosts(hosts) => Some(hosts),
            Self::NotAsked | Self::Interrupted => None,
        }
    }
}

impl Hosts {
    /// Reads the inputs, where the configuration asks for joint evidence.
    pub(crate) fn gather(
        files: &[InputFile],
        revisits: Option<&Revisits>,
        config: &Config,
        jobs: usize,
        watch: &dyn Watch,
    ) -> Result<Gathered, RunError> {
        if !config.is_joint() {
            return Ok(Gathered::NotAsked);
        }
        let mut pages: BTreeMap<String, HostPages> = BTreeMap::new();
        let (meter, shelf) = (Meter::default(), Shelf::default());
        // What fails here fails again when its row is derived, and is named there.
        let look = |fed| {
            let summary = || summary(fed, revisits, config, &shelf, &meter);
            catch_unwind(AssertUnwindSafe(summary)).ok().flatten()
        };
        watch.begins("what pages share");
        let ended = flow(files, config, Cursor::START, jobs, watch, look, |delivered| {
            for (host, summary) in delivered.items.into_iter().flatten() {
                pages.entry(host).or_default().add(summary);
            }
            Ok(())
        })?;
        if !ended {
            return Ok(Gathered::Interrupted);
        }
        let hosts = meter.time(Step::Group, 0, || {
            pages.into_iter().map(|(host, pages)| (host, pages.conclude())).collect()
        });
        let mut hosts = Self { hosts, shelf, meter };
        if config.template.learns_from_others()
            && !hosts.learn(files, revisits, config, jobs, watch)?
        {
            return Ok(Gathered::Interrupted);
        }
        Ok(Gathered::Hosts(hosts))
    }

    /// A reading of its own for methods that learn from the pages themselves. False when interrupted.
    fn learn(
        &mut self,
        files: &[InputFile],
        revisits: Option<&Revisits>,
        config: &Config,
        jobs: usize,
        watch: &dyn Watch,
    ) -> Result<bool, RunError> {
        let mut lessons: BTreeMap<String, Lessons> = BTreeMap::new();
        let look = |fed| {
            let lessons = || self.lessons(fed, revisits, config);
            catch_unwind(AssertUnwindSafe(lessons)).ok().flatten()
        };
        watch.begins("what hosts teach");
        let ended = flow(files, config, Cursor::START, jobs, watch, look, |delivered| {
            for (host, page) in delivered.items.into_iter().flatten() {
                lessons.entry(host).or_default().merge(page);
            }
            Ok(())
        })?;
        for (host, lessons) in lessons {
            if let Some(partners) = self.hosts.get_mut(&host) {
                self.meter.time(Step::Learn, 0, || partners.learn(lessons, &config.template));
            }
        }
        Ok(ended)
    }

    /// What one page has to teach. Pages that the first reading has not kept teach nothing.
    fn lessons(
        &self,
        fed: Fed,
        revisits: Option<&Revisits>,
        config: &Config,
    ) -> Option<(String, Lessons)> {
        let since = Instant::now();
        let (Opened { page, .. }, key) = opened(fed, revisits, config)?;
        let host = host(&key.url);
        let partners = self.hosts.get(&host)?;
        let summary = partners.get(&key)?;
        let evidence = partners.evidence_for(summary, &host, &config.template);
        let method = config.template.method;
        let lessons = method.lessons(&page, summary, &evidence, &config.template)?;
        self.meter.note(Step::Lesson, page.tree().len(), since.elapsed());
        Some((host, lessons))
    }

    /// The page of a capture, if it is still known from the first reading.
    pub(crate) fn shelved(&self, key: &Key) -> Option<Opened> {
        self.shelf.take(key)
    }

    /// How long the steps took.
    pub(crate) fn times(&self) -> Vec<StepTime> {
        self.meter.steps()
    }

    /// Labels a page by itself and by the pages beside it.
    pub(crate) fn extract(&self, page: &Page, key: Key, config: &Config) -> (Extraction, Joint) {
        let host = host(&key.url);
        let (none, apart) = (HostEvidence::default(), apart(page));
        let partners = self.hosts.get(&host).filter(|_| apart.is_none()).unwrap_or(&none);
        // What the first reading kept of the page need not be found out again.
        let kept = partners.get(&key);
        let mut scoring = match kept {
            Some(kept) => {
                Scoring::from_scores(page, &config.extract, kept.typed, |at| kept.first(at))
            }
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
        let cross = || partners.evidence_for(summary, &host, &config.template);
        let evidence = self.meter.time(Step::Cross, nodes, cross);
        let label = || asked.label(&mut scoring, page, summary, &evidence, &config.template);
        let labelled = self.meter.time(Step::Label, nodes, label);
        let mut compared = Compared::with(summary, &evidence);
        if compared.reason == Some(Alone::NoOtherPage) && partners.has_unkept_pages(summary) {
            compared.reason = Some(Alone::NoOtherKept);
        }
        compared.reason = apart.or(compared.reason);
        let method = if labelled.is_some() { asked.id() } else { Method::Page.id() };
        let doubt = Doubt { threshold: scoring.threshold(), width: config.template.undecided };
        let capped = labelled.as_ref().is_some_and(|labelled| labelled.capped);
        let flags = [
            (capped, TemplateFlag::DiffCapped),
            (apart.is_none() && summary.is_too_large(), TemplateFlag::TooLarge),
        ];
        let flags = flags.into_iter().filter_map(|(holds, flag)| holds.then_some(flag)).collect();
        let extraction = scoring.finish(method);
        let nodes = || {
            let by_words = labelled.map(|l| l.nodes).filter(|nodes| !nodes.is_empty());
            let rules = NodeRules { doubt, line_numbers: extraction.config.line_numbers };
            by_words
                .unwrap_or_else(|| by_blocks(page, &extraction.labels, summary, &evidence, rules))
        };
        let media = |nodes: &[NodeLabel]| media_labels(page, &evidence, nodes, asked);
        let labels = match apart {
            Some(Alone::PlainText) => Labels::default(),
            _ => Labels::of(page, config, nodes, media),
        };
        let group = partners.group(summary).map(|number| format!("{host}/{number}"));
        let cross = self::cross(&evidence);
        compared.characters =
            labels.characters.unwrap_or_else(|| Characters::of_blocks(page, &extraction, doubt));
        let titles = evidence.recurring_titles();
        (extraction, Joint { group, cross, compared, titles, labels, flags })
    }
}

/// Why a page is not compared, whatever others there are. Pages without text, or without elements, resemble each other,
/// and say nothing of others.
fn apart(page: &Page) -> Option<Alone> {
    let is_blank = page.blocks().iter().all(|block| block.chars == 0);
    let is_plain = page.tree().is_empty();
    is_blank.then_some(Alone::EmptyPage).or(is_plain.then_some(Alone::PlainText))
}

fn cross(evidence: &Evidence<'_>) -> String {
    let beside = evidence.cross.iter().map(|page| if page.is_some() { '1' } else { '0' });
    std::iter::once('1').chain(beside).collect()
}

/// The same capture has the same key in the first and in the second reading, in whatever file it is.
pub(crate) fn key(capture: &Capture<'_>) -> Key {
    let said = [capture.content_type.as_deref(), capture.guessed_charset.as_deref()];
    let said = said.map(|text| hashed(text.unwrap_or_default().as_bytes()));
    let content = hashed(&capture.payload.content);
    let record = said.into_iter().fold(content, |hash, said| mixed(hash ^ said));
    let time = capture.date.map_or(0, |date| date.unix_ms);
    Key { url: capture.url.to_owned(), time, record }
}

/// By what pages are compared with each other: the host, whatever the scheme. An address without one, such as `urn:` and `file:`,
/// stands for itself: it has snapshots, but no partners.
pub(crate) fn host(url: &str) -> String {
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

/// The page of a record, if it is in scope and there is something to compare.
fn opened(fed: Fed, revisits: Option<&Revisits>, config: &Config) -> Option<(Opened, Key)> {
    let Fed::Record { record, .. } = fed else { return None };
    let record = match revisits {
        Some(revisits) => revisits.resolved(*record).ok()?,
        None => *record,
    };
    let capture = capture(&record, &config.archive).ok()?;
    let opened = open(&capture, config).ok()?;
    let key = key(&capture);
    apart(&opened.page).is_none().then_some((opened, key))
}

/// What is kept of a page of a host.
fn summary(
    fed: Fed,
    revisits: Option<&Revisits>,
    config: &Config,
    shelf: &Shelf,
    meter: &Meter,
) -> Option<(String, Summary)> {
    let since = Instant::now();
    let (opened, key) = opened(fed, revisits, config)?;
    let page = &opened.page;
    let nodes = page.tree().len();
    meter.note(Step::Parse, nodes, since.elapsed());
    let host = host(&key.url);
    let summary = || {
        let scoring = Scoring::new(page, &config.extract);
        Summary::new(key.clone(), page, scoring.labels()).prepared(page, &config.template)
    };
    let summary = meter.time(Step::Summarise, nodes, summary);
    shelf.put(key, opened);
    Some((host, summary))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_with_very_many_blocks_is_not_kept_for_others() {
        let archive = |blocks: usize| {
            let html = "<p>fog".repeat(blocks);
            let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}");
            let head = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/http";
            format!("{head}\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n", block.len())
        };
        let kept = [1000, 10_000].map(|blocks| {
            let file = tempfile::NamedTempFile::new().expect("temporary file");
            std::fs::write(file.path(), archive(blocks)).expect("written");
            let (path, name) = (file.path().to_owned(), "a.warc".to_owned());
            let files = [InputFile { path, name, size: 1, unreadable: None }];
            let gathered =
                Hosts::gather(&files, None, &Config::default(), 1, &crate::flow::Unwatched);
            let hosts = gathered.expect("reads").hosts().expect("pages are compared");
            hosts.hosts["a.example"].url_count()
        });
        assert_eq!(kept, [1, 0]);
    }
}
