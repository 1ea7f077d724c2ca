//! The partners of a row: as the corpus names them, or found again.

use std::sync::{Arc, Mutex, PoisonError};

use scutch_folder::config::Config;
use scutch_page::Page;
use scutch_page::extract::Scoring;
use scutch_template::compared::{Alone, Compared, Neighbour};
use scutch_template::{HostEvidence, HostPages, Key, Summary};

use super::PLACES;
use crate::source::PageCapture;

/// A page that another is compared with.
#[derive(Debug, Clone, PartialEq)]
pub struct Partner {
    /// Its place: up, down, prev or next.
    pub place: &'static str,
    /// Address, time and similarity.
    pub neighbour: Neighbour,
}

/// The partners of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Partners {
    /// By place, as in [`PLACES`].
    pub all: [Option<Partner>; 4],
    /// Why there are none, as a sentence.
    pub reason: Option<&'static str>,
    /// Rows of the host that were looked through, of so many; `None` where the corpus names the partners.
    pub among: Option<(usize, usize)>,
}

impl Partners {
    /// The partners in the column `joint_json` of a row, if the corpus has it.
    pub fn stored(joint_json: &str) -> Option<Self> {
        serde_json::from_str::<Compared>(joint_json).ok().map(|compared| Self::new(&compared, None))
    }

    fn new(compared: &Compared, among: Option<(usize, usize)>) -> Self {
        let mut all = PLACES.map(|_| None);
        for (at, (place, neighbour)) in compared.neighbours().into_iter().enumerate() {
            all[at] = neighbour.map(|neighbour| Partner { place, neighbour: neighbour.clone() });
        }
        let reason = compared.reason.and_then(|reason: Alone| Alone::sentence_of(reason.id()));
        Self { all, reason, among }
    }
}

/// Pages of a host, ready to be compared.
#[derive(Debug)]
pub struct Host {
    evidence: HostEvidence,
    /// Pages looked through, of so many.
    among: (usize, usize),
}

impl Host {
    /// Compares pages of a host with each other; it has `all` in the corpus.
    pub fn new(
        pages: impl Iterator<Item = (PageCapture, Page)>,
        all: usize,
        config: &Config,
    ) -> Self {
        let (mut host, mut count) = (HostPages::default(), 0);
        for (capture, page) in pages {
            count += 1;
            // Blank pages resemble each other and would displace real partners, as in a run.
            if page.blocks().iter().any(|block| block.chars > 0) {
                host.add(summary(&capture, &page, config));
            }
        }
        Self { evidence: host.conclude(), among: (count, all) }
    }

    /// The partners of a page.
    pub fn partners(&self, capture: &PageCapture, page: &Page, config: &Config) -> Partners {
        let summary = summary(capture, page, config);
        let evidence = self.evidence.evidence_for(&summary, &capture.site(), &config.template);
        Partners::new(&Compared::with(&summary, &evidence), Some(self.among))
    }
}

/// Hosts that are kept.
const MOST_HOSTS: usize = 2;

/// The hosts looked at last, each with the rows that were looked through.
#[derive(Debug, Default)]
pub struct Hosts(Mutex<Vec<(Vec<usize>, Arc<Host>)>>);

impl Hosts {
    /// The host of some rows, kept or made. While one is made, others are answered.
    pub fn get(&self, rows: &[usize], make: impl FnOnce() -> Host) -> Arc<Host> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, host)) = kept().iter().find(|(known, _)| known == rows) {
            return host.clone();
        }
        // Made without the lock: reading a host takes long, and other hosts are shown meanwhile.
        let host = Arc::new(make());
        let mut kept = kept();
        // Another request may have made it meanwhile.
        if let Some((_, host)) = kept.iter().find(|(known, _)| known == rows) {
            return host.clone();
        }
        if kept.len() >= MOST_HOSTS {
            kept.remove(0);
        }
        kept.push((rows.to_owned(), host.clone()));
        host
    }
}

fn summary(capture: &PageCapture, page: &Page, config: &Config) -> Summary {
    let place = capture.place;
    let key = Key {
        url: capture.url.clone(),
        time: capture.unix_ms,
        // It tells captures of one address and time apart.
        record: scutch_learn::hashed(format!("{place:?}").as_bytes()),
    };
    let scoring = Scoring::without_reasons(page, &config.extract);
    Summary::new(key, page, scoring.labels()).prepared(page, &config.template)
}
