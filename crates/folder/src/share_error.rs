//! Why folders that several jobs wrote do not fit together.

use std::path::PathBuf;

use crate::inputs::Share;

/// How the run in the output folder differs from the requested one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Other {
    /// Another version of the tool.
    Tool(String),
    /// Another configuration: the first setting that differs, with both values; may be empty.
    Configuration(String),
    /// Other decisions on rows.
    Decisions,
    /// Other input files, or other content of the same files: the first of them, and what is with it; may be
    /// empty.
    Inputs(String),
    /// Another share of the same inputs.
    Shard,
}

impl std::fmt::Display for Other {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tool(tool) => write!(f, "made by {tool}"),
            Self::Configuration(first) => with(f, "made with another configuration", first),
            Self::Decisions => f.write_str("made with other decisions"),
            Self::Inputs(first) => with(f, "made from other inputs", first),
            Self::Shard => f.write_str("made of another shard of the inputs"),
        }
    }
}

/// Words, and behind them the first difference where it is known.
fn with(f: &mut std::fmt::Formatter<'_>, words: &str, first: &str) -> std::fmt::Result {
    f.write_str(words)?;
    if first.is_empty() { Ok(()) } else { write!(f, ": {first}") }
}

/// Why the work of several jobs cannot be shared, or brought together again.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// The output folder holds files that no job of this kind wrote.
    #[error("{0}: the output folder is not empty, and no job of this kind wrote it")]
    Foreign(PathBuf),
    /// The output folder holds the work of another job.
    #[error("{folder}: holds the work of another job, {difference}")]
    OtherJob {
        /// The output folder.
        folder: PathBuf,
        /// The first difference.
        difference: Other,
    },
    /// The folder was not written by the verb whose work is expected.
    #[error("{folder}: holds no {expected}")]
    NoSuch {
        /// The folder.
        folder: PathBuf,
        /// What was expected.
        expected: &'static str,
    },
    /// The folder was written in another version of the format.
    #[error("{folder}: written in version {found} of its format, and this scutch reads {known}")]
    Version {
        /// The folder.
        folder: PathBuf,
        /// Version of the folder.
        found: u64,
        /// Version that can be read.
        known: u64,
    },
    /// Two folders are of different runs.
    #[error("{folder}: does not go with {first}, because it was {difference}")]
    Differs {
        /// The folder.
        folder: PathBuf,
        /// What it is compared with.
        first: String,
        /// The first difference.
        difference: Other,
    },
    /// Two folders are of different numbers of shards.
    #[error("{folder}: holds shard {share}, and {first} one of {of} shards")]
    Count {
        /// The folder.
        folder: PathBuf,
        /// What it holds.
        share: Share,
        /// The first folder.
        first: PathBuf,
        /// Number of shards of the first folder.
        of: u32,
    },
    /// A shard is not among the folders.
    #[error("shard {0} is missing")]
    Missing(Share),
    /// A shard is among the folders twice.
    #[error("shard {share} is there twice: {first} and {second}")]
    Doubled {
        /// The shard.
        share: Share,
        /// The first folder.
        first: PathBuf,
        /// The second folder.
        second: PathBuf,
    },
    /// Two neighbours were cut at different places.
    #[error("{second}: does not begin where {first} ends")]
    Cut {
        /// The folder of the shard before.
        first: PathBuf,
        /// The folder of the shard behind.
        second: PathBuf,
    },
    /// A list of files names one that is not in its folder.
    #[error("{folder}: its list of files names `{}`, which is no file in it", .name.escape_debug())]
    Outside {
        /// The folder.
        folder: PathBuf,
        /// The name.
        name: String,
    },
    /// A file holds other bytes than were written.
    #[error("{0}: holds other bytes than were written")]
    Changed(PathBuf),
    /// A task has sent what another one cannot read.
    #[error(
        "the observations of {key} for {table} cannot be read: are all executors of one version?"
    )]
    Group {
        /// The table of evidence.
        table: &'static str,
        /// The key, such as a host.
        key: String,
    },
    /// The rows of a group did not come together.
    #[error(
        "the observations of {0} are not whole or not in order: the engine has not sorted them"
    )]
    Pieces(String),
    /// An executor of an engine sees other inputs than its driver, or is of another version.
    #[error("an executor cannot take part in the run of the driver, which was {0}")]
    Executor(Other),
    /// The tasks of an engine did not observe each share once.
    #[error("{found} shares were observed, and {of} were expected: the observations are not used")]
    Shares {
        /// How many were observed.
        found: usize,
        /// How many there are.
        of: u32,
    },
    /// Standard input can be read once only.
    #[error("standard input cannot be read by several jobs: name a file")]
    Stdin,
    /// Decisions are about row ids, which an engine gives to copies of a record behind all tasks.
    #[error("decisions are obeyed where a corpus folder is written: leave them out of rows alone")]
    Decisions,
    /// Annotations belong to row ids that only the whole run knows.
    #[error("annotations are merged by a run of all shards only: leave out --annotations")]
    Annotations,
}
