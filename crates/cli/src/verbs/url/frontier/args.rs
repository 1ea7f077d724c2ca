//! What can be typed behind the verbs of `scutch url frontier`.

use std::path::PathBuf;

use scutch_url::frontier::Status;

use crate::verbs::url::args::InputArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct AddArgs {
    /// File of the frontier; made where there is none.
    pub(super) frontier: PathBuf,
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Priority, from 0 (first) to 3.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(..=3))]
    pub(super) priority: u8,
    /// Links between a start of the crawl and these URLs.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) depth: u8,
}

#[derive(Debug, clap::Args)]
pub(crate) struct NextArgs {
    /// File of the frontier.
    pub(super) frontier: PathBuf,
    /// Most URLs.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(super) count: usize,
    /// Seconds between two URLs of one registrable domain.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds)]
    pub(super) delay: f64,
    #[command(flatten)]
    pub(super) lease: Lease,
    /// One JSON object per URL: url, depth, tries.
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DoneArgs {
    /// File of the frontier.
    pub(super) frontier: PathBuf,
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// They could not be fetched: they wait again, or are given up after --max-tries failures.
    #[arg(long)]
    pub(super) failed: bool,
    /// Failures after which a URL is given up.
    #[arg(long, value_name = "N", default_value_t = 3, requires = "failed")]
    pub(super) max_tries: u8,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StatsArgs {
    /// File of the frontier.
    pub(super) frontier: PathBuf,
    #[command(flatten)]
    pub(super) lease: Lease,
    /// One JSON object.
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DumpArgs {
    /// File of the frontier.
    pub(super) frontier: PathBuf,
    #[command(flatten)]
    pub(super) lease: Lease,
    /// Only URLs in this state.
    #[arg(long, value_enum, value_name = "STATE")]
    pub(super) status: Option<State>,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// One JSON object per URL.
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Lease {
    /// Seconds for which nobody else gets a URL that was handed out; then it waits again.
    #[arg(long, value_name = "SECONDS", default_value_t = 3600.0, value_parser = seconds)]
    pub(super) lease: f64,
}

/// States of URLs, as they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum State {
    Waiting,
    HandedOut,
    Done,
}

impl State {
    /// How a status is shown.
    pub(super) fn of(status: Status) -> State {
        match status {
            Status::HandedOut => State::HandedOut,
            Status::Visited => State::Done,
            // What the log has added is never unknown.
            Status::Waiting | Status::Unknown => State::Waiting,
        }
    }

    /// Its name.
    pub(super) fn id(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::HandedOut => "handed-out",
            State::Done => "done",
        }
    }
}

/// Seconds, not negative.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    // `inf` and `NaN` parse as numbers, and are no time.
    let fine = seconds.is_finite() && seconds >= 0.0;
    if fine { Ok(seconds) } else { Err("seconds must be finite and not negative".to_owned()) }
}
