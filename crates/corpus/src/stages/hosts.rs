//! The pages of each host: what a page is compared with, and what methods that learn are trained on.
//!
//! Stages by host. Titles and other things that recur on a host belong to its evidence, too.

use std::time::Instant;

use scutch_folder::config::Config;
use scutch_folder::timing::{Meter, Step};
use scutch_page::Page;
use scutch_page::extract::Scoring;
use scutch_shuffle::{Evidence, Group, Store};
use scutch_template::compared::Alone;
use scutch_template::retrain::Lessons;
use scutch_template::{HostEvidence, HostPages, Summary};
use serde::{Deserialize, Serialize};

use super::stage::Stage;
use super::visit::Visit;

/// A type of the template crate as a group or evidence of the shuffle: neither crate knows the other.
macro_rules! kept {
    ($(#[$doc:meta])* $name:ident($inner:ty): $($role:ident),+) => {
        $(#[$doc])*
        #[derive(Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub(crate) struct $name(pub(crate) $inner);

        $(kept!($role $name);)+
    };
    (Group $name:ident) => {
        impl Group for $name {
            fn merge(&mut self, other: Self) {
                self.0.merge(other.0);
            }

            fn memory(&self) -> usize {
                PER_HOST + self.0.memory()
            }
        }
    };
    (Evidence $name:ident) => {
        impl Evidence for $name {
            fn memory(&self) -> usize {
                PER_HOST + self.0.memory()
            }
        }
    };
}

/// Bytes that the maps of a host take before they hold much: a node of a B-tree has room for eleven.
const PER_HOST: usize = 1 << 10;

kept! {
    /// What is gathered of a host.
    #[derive(Default)]
    Pages(HostPages): Group
}

kept! {
    /// What the pages of a host say about one of them.
    #[derive(Clone)]
    Host(HostEvidence): Evidence
}

kept! {
    /// What the pages of a host teach.
    #[derive(Default)]
    HostLessons(Lessons): Group, Evidence
}

/// Gathers the pages of each host.
pub(crate) struct Hosts<'a> {
    pub(crate) config: &'a Config,
    pub(crate) meter: &'a Meter,
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
        let page = &visit.opened()?.page;
        let nodes = page.tree().len();
        // Nearly zero if another stage has opened the page before.
        self.meter.note(Step::Parse, nodes, since.elapsed());
        // Blank pages resemble each other and would displace real partners.
        if not_compared(page).is_some() {
            return None;
        }
        let key = visit.key()?.clone();
        let host = host_of(&key.url);
        let config = self.config;
        let summarise = || {
            // Reasons are kept for tables of nodes alone.
            let scoring = match config.template.nodes {
                true => Scoring::new(page, &config.extract),
                false => Scoring::without_reasons(page, &config.extract),
            };
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
        let key = visit.key()?;
        let host = host_of(&key.url);
        // An error of the store shows when the evidence is looked up for the row of the same record.
        let pages = self.hosts.get(&host).ok().flatten()?;
        let summary = pages.0.get(key)?;
        let page = &visit.opened()?.page;
        let template = &self.config.template;
        let evidence = pages.0.evidence_for(summary, &host, template);
        let lessons = template.method.lessons(page, summary, &evidence, template)?;
        self.meter.note(Step::Lesson, page.tree().len(), since.elapsed());
        Some((host, lessons))
    }
}

/// Why a page is not compared, whatever others there are. Pages without text, or without elements, resemble each other,
/// and say nothing of others.
pub(super) fn not_compared(page: &Page) -> Option<Alone> {
    let is_blank = page.blocks().iter().all(|block| block.chars == 0);
    let is_plain = page.tree().is_empty();
    is_blank.then_some(Alone::EmptyPage).or(is_plain.then_some(Alone::PlainText))
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
