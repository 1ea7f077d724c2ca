//! On-topic or off-topic: every capture whatever its status and type, judged as `scutch offtopic` judges it.
//!
//! A stage by host, whose gathering and judging belong to `scutch_topic`. The evidence of a URI-R are the verdicts on
//! its captures.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use scutch_archive::RecordKind;
use scutch_folder::config::Config;
use scutch_folder::config::scope::PLAIN_TEXT;
use scutch_folder::inputs::RecordPlace;
use scutch_folder::{RunError, at};
use scutch_page::{CharsetRule, Page};
use scutch_shuffle::{Evidence, Group, Settings, Shuffle, ShuffleError, Store, StoreWriter};
use scutch_topic::{
    CaptureObservation, CapturePlace, Gatherer, Grouping, HostGroup, Observer, Profile, Selection,
    SketchConfig, SketchStore, Status, Verdict, judge_all,
};
use serde::{Deserialize, Serialize};

use super::tables::Tables;
use super::visit::Visit;
use crate::table::keyed::{read_keyed, read_keyed_bytes};

/// Tables of what was observed: captures by host, and the bytes of their sketches by offset.
pub(super) const CAPTURES: &str = "captures";
const SKETCHES: &str = "sketches";
/// The table of verdicts by URI-R.
pub(super) const VERDICTS: &str = "verdicts";

/// Verdicts on the captures of one URI-R.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Verdicts(Vec<(RecordPlace, Status, Option<f32>)>);

impl Verdicts {
    /// Sorted, so that `get` can use binary search.
    pub(super) fn sort(&mut self) {
        self.0.sort_unstable_by_key(|(place, ..)| *place);
    }

    /// The verdict on a capture, and its score.
    pub(crate) fn get(&self, place: RecordPlace) -> Option<(Status, Option<f32>)> {
        let found = self.0.binary_search_by_key(&place, |(place, ..)| *place).ok()?;
        let (_, status, score) = self.0[found];
        Some((status, score))
    }
}

impl Group for Verdicts {
    fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    fn memory(&self) -> usize {
        size_of_val(&self.0[..])
    }
}

impl Evidence for Verdicts {
    fn memory(&self) -> usize {
        size_of_val(&self.0[..])
    }
}

/// What a run judges by.
pub(crate) struct TopicConfig<'a> {
    profile: Profile,
    sketch: SketchConfig,
    config: &'a Config,
}

impl<'a> TopicConfig<'a> {
    /// The profile that the configuration names, if it names one.
    pub(crate) fn new(config: &'a Config) -> Option<Self> {
        let profile = config.topic.as_deref().and_then(Profile::named)?;
        let mut sketch = profile.sketch.clone();
        // The limits of the run apply, so that a page opened by another stage can be reused.
        sketch.limits = config.page.clone();
        Some(Self { profile, sketch, config })
    }
}

/// Captures as they come in.
pub(crate) struct Topics<'a> {
    asked: &'a TopicConfig<'a>,
    gatherer: Gatherer<'a>,
    settings: Settings,
}

impl<'a> Topics<'a> {
    pub(crate) fn new(
        asked: &'a TopicConfig<'a>,
        jobs: usize,
        settings: Settings,
    ) -> Result<Self, RunError> {
        let limits = &asked.config.archive;
        let gatherer = Gatherer::new(&asked.sketch, limits, jobs, settings.clone());
        Ok(Self { asked, gatherer: gatherer.map_err(temporary)?, settings })
    }

    /// The sketches, which observers share.
    pub(crate) fn sketches(&self) -> Arc<SketchStore> {
        Arc::clone(self.gatherer.sketches())
    }

    /// Takes in a capture.
    pub(crate) fn fold(&mut self, observation: &CaptureObservation) -> Result<(), RunError> {
        self.gatherer.add(observation).map_err(temporary)
    }

    /// Writes captures and sketches as tables, for another job to take in.
    pub(super) fn write(self, tables: &mut Tables) -> Result<(), RunError> {
        let sketches = self.sketches();
        let grouped = self.gatherer.into_groups().map_err(temporary)?;
        tables.write(CAPTURES, |path, writer| {
            grouped.into_each(|host, group| writer.put(host, &group).map_err(at(path)))
        })?;
        tables.write(SKETCHES, |path, writer| {
            let mut from = 0_u64;
            sketches
                .copy(|bytes| {
                    // Of fixed width, so that the order of keys is that of offsets.
                    let written = writer.put_bytes(&format!("{from:016x}"), bytes);
                    from += bytes.len() as u64;
                    written
                })
                .map_err(at(path))
        })
    }

    /// Shows the captures of each host, with the sketches that they refer to.
    pub(super) fn each(
        self,
        mut show: impl FnMut(&str, &(HostGroup, Vec<u8>)) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let sketches = self.sketches();
        let grouped = self.gatherer.into_groups().map_err(temporary)?;
        grouped.into_each(|host, group: HostGroup| {
            show(host, &group.with_sketches(&sketches).map_err(temporary)?)
        })
    }

    /// Takes in captures that [`each`](Self::each) has shown.
    pub(super) fn add(
        &mut self,
        host: &str,
        (group, sketches): &(HostGroup, Vec<u8>),
    ) -> Result<(), RunError> {
        // The captures count from the start of their sketches, wherever these lie now.
        let base = self.sketches().append(sketches).map_err(temporary)?;
        self.gatherer.add_group(host, group, base).map_err(temporary)
    }

    /// Takes in the captures and sketches of tables.
    pub(super) fn load(&mut self, tables: &Tables) -> Result<(), RunError> {
        let (Some(captures), Some(sketches)) = (tables.path(CAPTURES), tables.path(SKETCHES))
        else {
            return Ok(());
        };
        let (store, mut base) = (self.sketches(), None);
        read_keyed_bytes(&sketches, |_, bytes| {
            // Pieces are appended one behind the other, so the place of the first is enough.
            let begins = store.append(bytes).map_err(temporary)?;
            base = base.or(Some(begins));
            Ok(())
        })?;
        // Without sketches no capture refers to one.
        let base = base.unwrap_or_default();
        read_keyed::<HostGroup>(&captures, |host, group| {
            self.gatherer.add_group(host, &group, base).map_err(temporary)
        })
    }

    /// Judges all TimeMaps.
    pub(crate) fn conclude(self, jobs: usize) -> Result<Store<Verdicts>, RunError> {
        let Self { asked, gatherer, settings } = self;
        let gathered = gatherer.finish(Vec::new(), Grouping::Exact, Selection::All);
        let gathered = gathered.map_err(temporary)?;
        // Judged per URI-R, stored per address as archived: rows look up the address of their
        // capture.
        let mut verdicts: Shuffle<Verdicts> = Shuffle::new(VERDICTS, settings.clone());
        judge_all(&gathered, &asked.profile, jobs, |timemap, judged| {
            for (memento, verdict) in timemap.mementos.iter().zip(&judged.verdicts) {
                let found = (place_of(memento.place), verdict.status, score(verdict));
                verdicts
                    .update(&memento.url, |group| group.0.push(found))
                    .map_err(io::Error::other)?;
            }
            Ok(())
        })
        .map_err(temporary)?;
        let mut store = StoreWriter::new(VERDICTS, settings);
        verdicts.finish()?.into_each(|url, mut found| {
            found.sort();
            store.put(url, found)
        })?;
        Ok(store.finish()?)
    }
}

/// Observes captures for threads that share it. Each thread takes an observer of its own while it works, since these
/// remember hashes of words.
pub(crate) struct Observers<'a> {
    asked: &'a TopicConfig<'a>,
    store: &'a SketchStore,
    idle: Mutex<Vec<Observer<'a>>>,
}

impl<'a> Observers<'a> {
    pub(crate) fn new(asked: &'a TopicConfig<'a>, store: &'a SketchStore) -> Self {
        Self { asked, store, idle: Mutex::new(Vec::new()) }
    }

    /// What a record is to the collection. A page that is open already is not read again.
    pub(crate) fn observe(
        &self,
        visit: &Visit<'_>,
    ) -> Result<Option<CaptureObservation>, RunError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let (asked, store) = (self.asked, self.store);
        let new = || Observer::new(&asked.sketch, &asked.config.archive, store);
        // The lock is held while one is taken out, not while it works.
        let mut observer = idle().pop().unwrap_or_else(new);
        let input = visit.place.input;
        let observed = match visit.record.kind() {
            RecordKind::Revisit => observer.record(input, visit.record),
            _ => match visit.capture() {
                Some(capture) => observer.capture(input, capture, self.page(visit)),
                None => Ok(None),
            },
        };
        idle().push(observer);
        observed.map_err(temporary)
    }

    /// The page, where joint detection has read it as this stage would.
    fn page<'v>(&self, visit: &'v Visit<'_>) -> Option<&'v Page> {
        let opened = visit.opened_before()?;
        let is_html = opened.mime.essence.as_deref() != Some(PLAIN_TEXT);
        let same_charset = self.asked.config.charset_rule == CharsetRule::default();
        Some(&opened.page).filter(|_| is_html && same_charset)
    }
}

fn place_of(place: CapturePlace) -> RecordPlace {
    let CapturePlace { file, offset, inner_offset } = place;
    RecordPlace { input: file, offset, inner_offset }
}

/// A spill file keeps its own error, which says whether the disk is full; all else is of the file of sketches.
fn temporary(error: io::Error) -> RunError {
    match error.downcast::<ShuffleError>() {
        Ok(spilled) => spilled.into(),
        Err(error) => at(Path::new("temporary file for sketches"))(error),
    }
}

/// Probability of being off-topic where that is learned, else the share of measures that say so.
fn score(verdict: &Verdict) -> Option<f32> {
    if let Some(probability) = verdict.probability {
        return Some(probability as f32);
    }
    let computed = verdict.scores.iter().filter(|score| score.value.is_some());
    let (off, all) = computed.fold((0, 0), |(off, all), score| {
        (off + usize::from(score.status() == Status::Off), all + 1)
    });
    (all > 0).then(|| off as f32 / all as f32)
}
