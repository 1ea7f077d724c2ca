//! `timing.json`: the only file of a corpus folder that knows the clock and the machine.

use std::time::{Instant, SystemTime};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::plan::Stamp;

/// When a run was made and how long it took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Timing {
    /// RFC 3339, UTC.
    pub(crate) started: String,
    pub(crate) finished: String,
    /// Wall seconds of this process; an earlier, interrupted part of the run is not in it.
    pub(crate) seconds: f64,
    pub(crate) jobs: usize,
    /// Shards an earlier, interrupted run had finished.
    pub(crate) resumed_shards: u32,
    /// Inputs as they were found, to recognise them without reading them again.
    pub(crate) inputs: Vec<Stamp>,
}

pub(crate) struct Clock {
    started: String,
    since: Instant,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { started: now(), since: Instant::now() }
    }

    pub(crate) fn stop(self, jobs: usize, resumed_shards: u32, inputs: Vec<Stamp>) -> Timing {
        Timing {
            started: self.started,
            finished: now(),
            seconds: self.since.elapsed().as_secs_f64(),
            jobs,
            resumed_shards,
            inputs,
        }
    }
}

#[allow(clippy::disallowed_methods)] // this is the room where the clock lives
fn now() -> String {
    let time = Timestamp::try_from(SystemTime::now()).unwrap_or_default();
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
