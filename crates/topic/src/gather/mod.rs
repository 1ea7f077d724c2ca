//! Captures to a collection.
//!
//! An [`Observer`] makes observations, in whatever thread. A [`Gatherer`] folds them by host.
//! Neither the order of observations nor the number of threads changes the collection.

mod observer;

use std::io;
use std::sync::Arc;

use scutch_archive::post::{Pairs, Sent};
use scutch_archive::{Damage, Limits, Record};
use scutch_shuffle::{Grouped, Settings, Shuffle};

pub use observer::{FileCapture, Observer, hints};

use crate::collection::host::{HostGroup, host_key};
use crate::collection::list::{Loss, Selection};
use crate::collection::observation::CaptureObservation;
use crate::collection::timemap::Grouping;
use crate::collection::{Collection, Parts};
use crate::sketch::config::SketchConfig;
use crate::sketch::store::SketchStore;

/// Bytes of records that wait for observing at a time.
const BATCH_BYTES: usize = 16 << 20;
/// Records that wait for observing at a time.
const BATCH_RECORDS: usize = 512;

/// A record that waits for observing.
struct Waiting {
    file: u32,
    /// Name of its file, where its date cannot be read.
    name: Option<String>,
    record: Record<'static>,
}

/// Takes captures in, in any order, and makes a collection of them.
pub struct Gatherer<'a> {
    config: &'a SketchConfig,
    limits: &'a Limits,
    jobs: usize,
    settings: Settings,
    sketches: Arc<SketchStore>,
    hosts: Shuffle<HostGroup>,
    losses: Vec<Loss>,
    waiting: Vec<Waiting>,
    waiting_bytes: usize,
    /// Records of the file that is read, where requests are looked for.
    pairs: Option<Pairs<Option<CaptureObservation>>>,
    file: u32,
}

impl<'a> Gatherer<'a> {
    /// Begins a collection. `limits` cap what is read of a record, `jobs` threads observe records,
    /// and captures take as much memory as `settings` allow.
    ///
    /// # Errors
    /// When there can be no temporary file for sketches.
    pub fn new(
        config: &'a SketchConfig,
        limits: &'a Limits,
        jobs: usize,
        settings: Settings,
    ) -> io::Result<Self> {
        Ok(Self {
            config,
            limits,
            jobs: jobs.max(1),
            hosts: Shuffle::new("captures", settings.clone()),
            settings,
            sketches: Arc::new(SketchStore::new()?),
            losses: Vec::new(),
            waiting: Vec::new(),
            waiting_bytes: 0,
            pairs: None,
            file: 0,
        })
    }

    /// Makes what was sent with POST and PUT part of the URI-R of the answer, so that answers to a
    /// form are not captures of one page.
    #[must_use]
    pub fn with_sent(mut self) -> Self {
        self.pairs = Some(Pairs::default());
        self
    }

    /// The store that observers of this collection share.
    pub fn sketches(&self) -> &Arc<SketchStore> {
        &self.sketches
    }

    /// Notes a byte range of the file `name` that cannot be read.
    pub fn damage(&mut self, name: &str, damage: &Damage) {
        self.losses.push(Loss {
            file: name.to_owned(),
            offset: Some(damage.offset),
            reason: damage.cause.id(),
            sentence: damage.cause.sentence().to_owned(),
        });
    }

    /// Notes what is wrong with an input besides damage.
    pub fn loss(&mut self, loss: Loss) {
        self.losses.push(loss);
    }

    /// Takes in a capture that an [`Observer`] with the store of this collection observed.
    ///
    /// # Errors
    /// When a temporary file cannot be written, or the captures of its host take more than
    /// the budget.
    pub fn add(&mut self, observation: &CaptureObservation) -> io::Result<()> {
        let host = host_key(observation.url());
        self.hosts.update(&host, |group| group.push(observation)).map_err(io::Error::other)
    }

    /// Takes in a record of the file `name`, which has this number. What is no capture of a page's
    /// address is passed over.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn record(&mut self, file: u32, name: &str, record: Record<'_>) -> io::Result<()> {
        self.waiting_bytes += record.block().len();
        let name = record.date().is_none().then(|| name.to_owned());
        self.waiting.push(Waiting { file, name, record: record.into_owned() });
        // Either limit: pages of a megabyte must not pile up, nor a million empty records.
        let full = self.waiting_bytes >= BATCH_BYTES || self.waiting.len() >= BATCH_RECORDS;
        if full { self.observe_waiting() } else { Ok(()) }
    }

    /// Takes in a memento that stands in a file of its own.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn file(&mut self, file: &FileCapture<'_>) -> io::Result<()> {
        // Single files are few and come one by one: no thread is started for them.
        let observation = Observer::new(self.config, self.limits, &self.sketches).file(file)?;
        self.add(&observation)
    }

    fn undated(&mut self, name: &str, record: &Record<'_>) {
        let written = record.header("WARC-Date").unwrap_or_default();
        self.losses.push(Loss {
            file: name.to_owned(),
            offset: Some(record.location().offset),
            reason: "date-unreadable",
            sentence: format!(
                "The date {written:?} cannot be read; the memento stands at the end of its TimeMap."
            ),
        });
    }

    /// Observes the records that wait, in parallel.
    fn observe_waiting(&mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        let share = waiting.len().div_ceil(self.jobs).max(1);
        let (config, limits, sketches) = (self.config, self.limits, &*self.sketches);
        let observed: Vec<io::Result<Observed>> = std::thread::scope(|scope| {
            // New threads for each batch: starting one takes far less time than a batch.
            let work = |part| move || observe_all(part, Observer::new(config, limits, sketches));
            let threads: Vec<_> =
                waiting.chunks(share).map(|part| scope.spawn(work(part))).collect();
            let failed = |_| Err(io::Error::other("a thread that observed captures failed"));
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(failed)).collect()
        });
        let mut records = waiting.iter();
        for part in observed {
            // Records and observations are in the same order, so that a loss finds its record.
            for (observation, waiting) in part?.into_iter().zip(&mut records) {
                if let (Some(_), Some(name)) = (&observation, &waiting.name) {
                    self.undated(name, &waiting.record);
                }
                self.observed(observation, waiting)?;
            }
        }
        Ok(())
    }

    /// Takes in what was observed of a record, once its request is known where that counts.
    fn observed(
        &mut self,
        observation: Option<CaptureObservation>,
        waiting: &Waiting,
    ) -> io::Result<()> {
        if std::mem::replace(&mut self.file, waiting.file) != waiting.file {
            self.end_file()?;
        }
        match &mut self.pairs {
            Some(pairs) => {
                let ready = pairs.push(&waiting.record, observation);
                self.add_all(ready)
            }
            None => observation.map_or(Ok(()), |observation| self.add(&observation)),
        }
    }

    /// Takes in what waits for requests that do not come any more.
    fn end_file(&mut self) -> io::Result<()> {
        let rest = self.pairs.as_mut().map(Pairs::finish).unwrap_or_default();
        self.add_all(rest)
    }

    fn add_all(
        &mut self,
        ready: Vec<(Option<CaptureObservation>, Option<Sent>)>,
    ) -> io::Result<()> {
        for (observation, sent) in ready {
            let Some(mut observation) = observation else { continue };
            if let Some(sent) = &sent {
                observation.take_sent(sent);
            }
            self.add(&observation)?;
        }
        Ok(())
    }

    /// Takes in captures of a host that another gatherer observed. Their sketches were
    /// [appended](SketchStore::append) to the store of this one, at `base`.
    ///
    /// # Errors
    /// As [`add`](Self::add), and when the group is not one that a gatherer made.
    pub fn add_group(&mut self, host: &str, group: &HostGroup, base: u64) -> io::Result<()> {
        let moved = group.moved(base).map_err(io::Error::other)?;
        self.hosts.add(host, moved).map_err(io::Error::other)
    }

    /// The captures of each host, to be taken in by another gatherer. Their sketches stay in the
    /// store.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn into_groups(mut self) -> io::Result<Grouped<HostGroup>> {
        self.observe_waiting()?;
        self.end_file()?;
        self.hosts.finish().map_err(io::Error::other)
    }

    /// The collection of everything taken in; `files` are the names of the files by number.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn finish(
        mut self,
        files: Vec<String>,
        grouping: Grouping,
        selection: Selection,
    ) -> io::Result<Collection> {
        self.observe_waiting()?;
        self.end_file()?;
        let Self { config, losses, hosts, sketches, settings, .. } = self;
        let compares_pages = config.evidence;
        let parts = Parts { files, losses, hosts, sketches, settings, compares_pages };
        let mut collection = Collection::new(parts, grouping, selection)?;
        if config.union {
            collection.count_union()?;
        }
        Ok(collection)
    }
}

/// One entry a record: what it is to the collection, if anything.
type Observed = Vec<Option<CaptureObservation>>;

fn observe_all(records: &[Waiting], mut observer: Observer<'_>) -> io::Result<Observed> {
    records.iter().map(|waiting| observer.record(waiting.file, &waiting.record)).collect()
}
