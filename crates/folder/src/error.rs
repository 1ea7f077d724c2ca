//! Errors of commands that write or read corpus folders.

use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::SourceFault;
use scutch_shuffle::ShuffleError;

use crate::decisions::DecisionError;
use crate::exclusion::ExclusionError;
use crate::inputs::InputError;
use crate::names::PARTIAL;
use crate::share_error::{Other, ShareError};

/// Why a corpus cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The inputs cannot be read. Nothing was written.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Decisions on rows cannot be obeyed. Nothing was written.
    #[error(transparent)]
    Decisions(#[from] DecisionError),
    /// A list of what must not be in a corpus cannot be obeyed. Nothing was written.
    #[error(transparent)]
    Exclusion(#[from] ExclusionError),
    /// An input could not be read to its end, or changed during the run. The run is unfinished.
    #[error(transparent)]
    Source(#[from] SourceFault),
    /// The output folder holds another run.
    #[error("{folder}: holds another corpus, {difference}")]
    OtherRun {
        /// The output folder.
        folder: PathBuf,
        /// The first difference.
        difference: Other,
    },
    /// The output folder holds files of another program.
    #[error("{0}: the output folder is not empty and holds no corpus of ours")]
    ForeignFolder(PathBuf),
    /// The output folder names an existing file.
    #[error("{0}: names a file, where a folder is to be written")]
    OutputFile(PathBuf),
    /// A file was named where a corpus folder is expected.
    #[error("{0}: names a file, and a corpus is a folder")]
    NoFolder(PathBuf),
    /// Nothing is where a corpus folder is expected.
    #[error("{0}: no such folder")]
    NoSuchFolder(PathBuf),
    /// A folder without a manifest, where a finished corpus is expected.
    #[error("{0}: no finished corpus, as it has no run.json")]
    NoManifest(PathBuf),
    /// The run would overwrite a file that no run of ours has written.
    #[error("{folder}: {name} in it is not of a corpus of ours, and would be overwritten")]
    Taken {
        /// The output folder.
        folder: PathBuf,
        /// The name in the folder.
        name: String,
    },
    /// An input lies in the output folder and would be removed with the earlier corpus.
    #[error("{input}: is an input, and lies inside the output folder {folder}")]
    InputInside {
        /// The input.
        input: PathBuf,
        /// The output folder.
        folder: PathBuf,
    },
    /// The folder for a copy exists already.
    #[error("{0}: exists already; a copy goes to a new folder")]
    Exists(PathBuf),
    /// The folder for a copy would lie in the corpus.
    #[error("{output}: lies inside {corpus}, the corpus to be copied")]
    Within {
        /// The folder of the copy.
        output: PathBuf,
        /// The corpus.
        corpus: PathBuf,
    },
    /// The corpus has no format whose rows can be read back.
    #[error("{0}: holds no rows; make the corpus with --format parquet or jsonl among others")]
    NoRows(PathBuf),
    /// The corpus has no stand-off rows.
    #[error("{0}: no stand-off corpus; one is made with --format standoff")]
    NotStandoff(PathBuf),
    /// The run took decisions on rows, whose file was not named.
    #[error("{0}: made with decisions on rows, whose file was not named")]
    NoDecisions(PathBuf),
    /// The run kept no labels of nodes.
    #[error("{0}: no labels of nodes were kept; run `scutch template --nodes`")]
    NotLabelled(PathBuf),
    /// The corpus was not searched for duplicates.
    #[error("{0}: duplicates were not sought in this corpus; run `scutch dedup` first")]
    NotSearched(PathBuf),
    /// The annotations contain no sentence id of ours.
    #[error(
        "{0}: no sentence with an id of ours (`# sent_id = ID.pN.sN`); have the files of --format conllu annotated"
    )]
    NoAnnotations(PathBuf),
    /// Another process is writing into the folder.
    #[error("{0}: another scutch is writing this corpus")]
    Locked(PathBuf),
    /// Reading or writing a file failed.
    #[error("{path}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Writing to the output stream of the caller failed.
    #[error(transparent)]
    Output(io::Error),
    /// What is kept of several records together cannot be written, read or held in memory.
    #[error(transparent)]
    Shuffle(#[from] ShuffleError),
    /// Folders of several jobs do not fit together.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// Standard input was named where inputs are read a second time.
    #[error("standard input can be read once only: name a file")]
    Stdin,
    /// The system starts no more threads.
    #[error("cannot start {jobs} threads")]
    Threads {
        /// How many were asked for.
        jobs: usize,
        /// The error of the system.
        source: io::Error,
    },
    /// A worker thread panicked.
    #[error("a worker thread died; this is a fault of the program")]
    Worker,
    /// A file of the corpus folder cannot be parsed.
    #[error("{path}: not written by this version of scutch")]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

impl RunError {
    /// Whether the disk or the quota is full.
    pub fn is_full(&self) -> bool {
        match self {
            Self::File { source, .. }
            | Self::Output(source)
            | Self::Shuffle(ShuffleError::File { source, .. }) => is_full(source.kind()),
            _ => false,
        }
    }

    /// Whether the reader of the output closed the pipe, which counts as success.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Whether the same command, run again, continues after the finished shards.
    pub fn is_resumable(&self) -> bool {
        // Unfinished shards are written in `.partial/`, and the finished ones stay.
        match self {
            Self::File { path, .. } => path.iter().any(|name| name == PARTIAL),
            // The next process gathers the evidence again.
            Self::Shuffle(_) | Self::Source(_) => true,
            _ => false,
        }
    }
}

/// Whether an error says that a file cannot grow.
pub fn is_full(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    // A file size limit (`ulimit -f`) looks like a full disk to the user.
    matches!(kind, StorageFull | QuotaExceeded | FileTooLarge)
}

/// Adds the path to an I/O error: `File::open(path).map_err(at(path))`.
pub fn at(path: &Path) -> impl FnOnce(io::Error) -> RunError {
    let path = path.to_owned();
    move |source| RunError::File { path, source }
}
