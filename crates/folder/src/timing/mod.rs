//! `timing.json` and `timing.html`: the only files of a corpus that depend on clock and machine.
//!
//! They are kept apart from `run.json`, so that two runs of the same inputs have equal manifests.

mod meter;
mod stamp;

use std::fs;
use std::time::{Instant, SystemTime};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use self::meter::{Meter, SizeTime, Step, StepTime};
pub use self::stamp::{Stamp, stamp};
use crate::files::write_json;
use crate::{Folder, RunError};

/// Start, end and duration of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// When the process began: RFC 3339, UTC.
    pub started: String,
    /// When it ended: RFC 3339, UTC.
    pub finished: String,
    /// Wall seconds of this process, without earlier, interrupted parts of the run.
    pub seconds: f64,
    /// The number of workers.
    pub jobs: usize,
    /// Shards finished by an earlier, interrupted process.
    pub resumed_shards: u32,
    /// Stamps of the inputs, to recognise them without reading them again.
    pub inputs: Vec<Stamp>,
    /// Durations of the steps of joint detection, if there were any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepTime>,
}

impl Timing {
    /// The times of a finished run, if they can be read.
    pub fn read(folder: &Folder) -> Option<Self> {
        serde_json::from_slice(&fs::read(folder.timing()).ok()?).ok()
    }

    /// Writes the times of a run.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, folder: &Folder) -> Result<(), RunError> {
        write_json(&folder.timing(), self)
    }
}

/// A running clock.
pub struct Clock {
    started: String,
    since: Instant,
}

impl Clock {
    /// Starts the clock.
    pub fn start() -> Self {
        Self { started: now(), since: Instant::now() }
    }

    /// Stops the clock.
    pub fn stop(
        self,
        jobs: usize,
        resumed_shards: u32,
        inputs: Vec<Stamp>,
        steps: Vec<StepTime>,
    ) -> Timing {
        Timing {
            started: self.started,
            // The wall clock may be set meanwhile, so the duration has a clock of its own.
            finished: now(),
            seconds: self.since.elapsed().as_secs_f64(),
            jobs,
            resumed_shards,
            inputs,
            steps,
        }
    }
}

#[allow(clippy::disallowed_methods)] // this is the room where the clock lives
fn now() -> String {
    let time = Timestamp::try_from(SystemTime::now()).unwrap_or_default();
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
