//! On-topic or off-topic: all inputs are read once before the first row, every capture whatever its
//! status, and each TimeMap is judged as `scutch offtopic` judges it.
//!
//! Sketches wait in a temporary file; in memory stand some 300 bytes a capture until the TimeMaps are
//! judged, and about 40 behind that.

use std::path::Path;

use rustc_hash::FxHashMap;
use scutch_archive::{Item, Position};
use scutch_shuffle::Settings;
use scutch_topic::{
    CapturePlace, Collection, Gatherer, Grouping, Profile, Selection, Status, Verdict, judge_all,
};

use crate::config::Config;
use crate::flow::Watch;
use crate::folder::{RunError, at};
use crate::inputs::InputFile;
use crate::row::Row;

/// The verdicts on all captures.
#[derive(Debug, Default)]
pub(crate) struct Topics {
    /// Names of files to their numbers.
    files: FxHashMap<String, u32>,
    /// Place of a capture (file, offset, offset in the member) to its verdict.
    verdicts: FxHashMap<(u32, u64, u64), (Status, Option<f32>)>,
}

/// Records between two looks at whether the run is to stop.
const LOOK: u64 = 256;

impl Topics {
    /// Reads and judges the inputs under a profile. `None` when interrupted.
    pub(crate) fn gather(
        files: &[InputFile],
        profile: &Profile,
        config: &Config,
        jobs: usize,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, RunError> {
        let spool = |error| at(Path::new("temporary file for sketches"))(error);
        let mut sketch = profile.sketch.clone();
        sketch.limits = config.page.clone();
        let mut gatherer =
            Gatherer::new(&sketch, &config.archive, jobs, Settings::default()).map_err(spool)?;
        watch.begins("topics");
        for (number, file) in (0_u32..).zip(files) {
            // A file that cannot be opened is told where its rows are derived.
            let Ok(mut reader) = file.open(Position::START, &config.archive) else { continue };
            let mut count = 0_u64;
            while let Some(item) = reader.next() {
                if let Item::Record(record) = item {
                    gatherer.record(number, &file.name, record).map_err(spool)?;
                }
                count += 1;
                if count.is_multiple_of(LOOK) {
                    watch.reading(number as usize, reader.bytes_read());
                    if watch.interrupted() {
                        return Ok(None);
                    }
                }
            }
        }
        let names = files.iter().map(|file| file.name.clone()).collect();
        let gathered = gatherer.finish(names, Grouping::Exact, Selection::All).map_err(spool)?;
        Self::judged(&gathered, profile, jobs).map_err(spool).map(Some)
    }

    fn judged(gathered: &Collection, profile: &Profile, jobs: usize) -> std::io::Result<Self> {
        let files = gathered.files.iter().cloned().zip(0..).collect();
        let mut topics = Self { files, verdicts: FxHashMap::default() };
        judge_all(gathered, profile, jobs, |timemap, judged| {
            for (memento, verdict) in timemap.mementos.iter().zip(&judged.verdicts) {
                let CapturePlace { file, offset, inner_offset } = memento.place;
                let place = (file, offset, inner_offset);
                topics.verdicts.insert(place, (verdict.status, score(verdict)));
            }
            Ok(())
        })?;
        Ok(topics)
    }

    /// Writes the verdict on a capture into its row.
    pub(crate) fn fill(&self, row: &mut Row) {
        let Some(file) = self.files.get(&row.warc_file) else { return };
        let place = (*file, row.warc_offset, row.inner_offset);
        let Some((status, score)) = self.verdicts.get(&place) else { return };
        row.topic_status = Some(status.name().to_owned());
        row.topic_score = *score;
    }
}

/// Probability of being off-topic where that is learned, else the share of measures that say so.
fn score(verdict: &Verdict) -> Option<f32> {
    if let Some(probability) = verdict.probability {
        return Some(probability as f32);
    }
    let told = verdict.scores.iter().filter(|score| score.value.is_some());
    let (off, all) = told.fold((0, 0), |(off, all), score| {
        (off + usize::from(score.status() == Status::Off), all + 1)
    });
    (all > 0).then(|| off as f32 / all as f32)
}
