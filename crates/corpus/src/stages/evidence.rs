//! What all stages found, for the rows.

use std::sync::Arc;

use scutch_archive::revisit::Unresolved;
use scutch_archive::{Capture, Record};
use scutch_folder::RunError;
use scutch_folder::config::rules::Rules;
use scutch_folder::config::select::Selection;
use scutch_folder::inputs::{Archives, RecordPlace};
use scutch_folder::timing::{Meter, StepTime};
use scutch_portal::PageVerdict;
use scutch_shuffle::{ShuffleError, Store};
use scutch_template::Key;

use super::chains::{Chains, Continuations};
use super::crawled::CrawlVerdicts;
use super::engine::{PartTables, Table};
use super::hosts::{Host, Hosts, host_of};
use super::opened::Opened;
use super::originals::{self, Bearer, Originals};
use super::page_cache::PageCache;
use super::reading::{CHAINS, CRAWLED, HOSTS, ORIGINALS, Reading, TOPICS};
use super::stage::Stage as _;
use super::tables::Tables;
use super::topics::{VERDICTS, Verdicts};

/// Evidence of the stages that the configuration asks for, and what rows are made by besides.
#[derive(Default)]
pub(crate) struct Evidence {
    pub(super) originals: Option<Store<Bearer>>,
    pub(super) hosts: Option<Store<Host>>,
    /// Hosts of which pages have taught something, in place of those in `hosts`.
    pub(super) taught: Option<Store<Host>>,
    pub(super) chains: Option<Store<Chains>>,
    pub(super) verdicts: Option<Store<Verdicts>>,
    /// What crawls decided, where an archive says so.
    pub(crate) crawled: Option<CrawlVerdicts>,
    pub(super) pages: PageCache,
    /// Content rules of portals.
    pub(crate) rules: Rules,
    /// Filters of captures.
    pub(crate) selection: Selection,
    /// Times of the steps of joint detection.
    pub(crate) meter: Meter,
}

impl Evidence {
    /// The evidence of rules and filters alone: no stage was asked for.
    pub(crate) fn of_rules(rules: Rules, selection: Selection) -> Self {
        Self { rules, selection, ..Self::default() }
    }

    /// Writes what stages found as tables. Rules and filters are those of the configuration.
    pub(crate) fn write(&self, tables: &mut Tables) -> Result<(), RunError> {
        write(tables, Originals::NAME, self.originals.as_ref())?;
        write(tables, Hosts::NAME, self.hosts.as_ref())?;
        write(tables, Continuations::NAME, self.chains.as_ref())?;
        write(tables, VERDICTS, self.verdicts.as_ref())?;
        self.crawled.as_ref().map_or(Ok(()), |crawled| crawled.write(tables))
    }

    /// What stages found, from tables, with the rules and filters of the configuration.
    pub(crate) fn read(tables: &Tables, reading: &Reading<'_>) -> Result<Self, RunError> {
        let config = reading.config;
        Ok(Self {
            originals: tables.read_store(Originals::NAME, reading.settings(ORIGINALS))?,
            hosts: tables.read_store(Hosts::NAME, reading.settings(HOSTS))?,
            chains: tables.read_store(Continuations::NAME, reading.settings(CHAINS))?,
            verdicts: tables.read_store(VERDICTS, reading.settings(TOPICS))?,
            crawled: CrawlVerdicts::read(tables, reading)?,
            // The configuration was checked: its rules mean something.
            rules: Rules::new(&config.portals).unwrap_or_default(),
            selection: Selection::new(&config.scope.select).unwrap_or_default(),
            ..Self::default()
        })
    }

    /// What stages found, from the files of parts; `crawled`: verdicts of crawls were met.
    ///
    /// # Errors
    /// When two files are of one table and part.
    pub(crate) fn of_parts(
        tables: &PartTables<'_>,
        reading: &Reading<'_>,
        crawled: bool,
    ) -> Result<Self, ShuffleError> {
        let config = reading.config;
        let rules = Rules::new(&config.portals).unwrap_or_default();
        let (hosts, crawls) = (reading.settings(HOSTS), reading.settings(CRAWLED));
        let is_joint = config.is_joint();
        let taught = is_joint && config.template.learns_from_others();
        let of_crawls = || -> Result<CrawlVerdicts, ShuffleError> {
            let later = tables.store(Table::LaterPages, &crawls)?;
            Ok(CrawlVerdicts::of_stores(tables.store(Table::Crawled, &crawls)?, later))
        };
        let memory = |parts| reading.settings(parts);
        let originals = config.scope.takes_revisits();
        let originals = originals.then(|| tables.store(Table::Originals, &memory(ORIGINALS)));
        let chains = rules.continue_articles();
        let chains = chains.then(|| tables.store(Table::Chains, &memory(CHAINS)));
        let verdicts = config.topic.is_some();
        let verdicts = verdicts.then(|| tables.store(Table::Verdicts, &memory(TOPICS)));
        Ok(Self {
            originals: originals.transpose()?,
            hosts: is_joint.then(|| tables.store(Table::Hosts, &hosts)).transpose()?,
            taught: taught.then(|| tables.store(Table::Taught, &hosts)).transpose()?,
            chains: chains.transpose()?,
            verdicts: verdicts.transpose()?,
            crawled: crawled.then(of_crawls).transpose()?,
            rules,
            selection: Selection::new(&config.scope.select).unwrap_or_default(),
            ..Self::default()
        })
    }

    /// Whether a capture is an article. The word of the crawl that stored it counts; of other
    /// captures that of a portal file. Where neither says anything, every page is one.
    pub(crate) fn is_article(&self, capture: &Capture<'_>) -> Result<bool, ShuffleError> {
        let crawled = self.crawled.as_ref().map(|crawled| crawled.on(capture.record));
        let verdict = crawled.transpose()?.flatten().map(PageVerdict::is_article);
        Ok(verdict.or_else(|| self.rules.is_article(capture)).unwrap_or(true))
    }

    /// The column of its portal that listed an article, where a crawl says so.
    pub(crate) fn column(&self, capture: &Capture<'_>) -> Result<Option<String>, ShuffleError> {
        self.crawled.as_ref().map_or(Ok(None), |crawled| crawled.column(capture.record))
    }

    /// Whether a capture is in the row of the first page of its article, by the word of the crawl
    /// that stored it.
    pub(crate) fn is_later_by_crawl(
        &self,
        capture: &Capture<'_>,
        place: RecordPlace,
    ) -> Result<bool, ShuffleError> {
        let crawled = self.crawled.as_ref();
        crawled.map_or(Ok(false), |crawled| crawled.is_later(capture.record, place))
    }

    /// Further pages of the article that a capture begins, by the same word: a list for each way to
    /// name the article.
    pub(crate) fn behind_by_crawl(
        &self,
        capture: &Capture<'_>,
    ) -> Result<Vec<Vec<RecordPlace>>, ShuffleError> {
        let crawled = self.crawled.as_ref();
        crawled.map_or(Ok(Vec::new()), |crawled| crawled.behind(capture.record))
    }

    /// Hosts as they were concluded, before their pages taught anything.
    pub(crate) fn hosts(&self) -> Option<&Store<Host>> {
        self.hosts.as_ref()
    }

    /// Whether pages are compared with those of their host.
    pub(crate) fn is_joint(&self) -> bool {
        self.hosts.is_some()
    }

    /// A revisit with the block of the capture it stands for, or why it stands for none; other
    /// records, and revisits where they are not asked for, as they are.
    pub(crate) fn resolved(
        &self,
        record: Record<'static>,
        archives: Archives<'_>,
    ) -> Result<Result<Record<'static>, Unresolved>, ShuffleError> {
        match &self.originals {
            Some(originals) => originals::resolved(record, originals, archives),
            None => Ok(Ok(record)),
        }
    }

    /// What the host of an address shows.
    pub(crate) fn host(&self, url: &str) -> Result<Option<Arc<Host>>, ShuffleError> {
        let Some(hosts) = &self.hosts else { return Ok(None) };
        let key = host_of(url);
        // Pages of some hosts taught nothing: then the host is as it was concluded.
        match self.taught.as_ref().map_or(Ok(None), |taught| taught.get(&key))? {
            Some(taught) => Ok(Some(taught)),
            None => hosts.get(&key),
        }
    }

    /// The articles of several pages on the host of an address.
    pub(crate) fn chains(&self, url: &str) -> Result<Option<Arc<Chains>>, ShuffleError> {
        self.chains.as_ref().map_or(Ok(None), |chains| chains.get(&host_of(url)))
    }

    /// The verdict on a capture of an address: its status, and its score.
    pub(crate) fn verdict(
        &self,
        url: &str,
        place: RecordPlace,
    ) -> Result<Option<(&'static str, Option<f32>)>, ShuffleError> {
        let Some(verdicts) = &self.verdicts else { return Ok(None) };
        let found = verdicts.get(url)?.and_then(|verdicts| verdicts.get(place));
        Ok(found.map(|(status, score)| (status.name(), score)))
    }

    /// The page of a capture, if it is still open from the observation.
    pub(crate) fn cached_page(&self, key: &Key) -> Option<Opened> {
        self.pages.take(key)
    }

    /// How long the steps of joint detection took.
    pub(crate) fn times(&self) -> Vec<StepTime> {
        if self.is_joint() { self.meter.steps() } else { Vec::new() }
    }
}

fn write<E: scutch_shuffle::Evidence>(
    tables: &mut Tables,
    stage: &str,
    store: Option<&Store<E>>,
) -> Result<(), RunError> {
    store.map_or(Ok(()), |store| tables.write_store(stage, store))
}
