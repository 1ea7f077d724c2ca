//! Why a run cannot be made, or a corpus folder not be read.

use std::io;
use std::path::{Path, PathBuf};

use crate::folder::names::PARTIAL;
use crate::inputs::InputError;

/// In which way the output folder belongs to another run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Other {
    /// Another version of the tool.
    Tool(String),
    /// Another configuration.
    Configuration,
    /// Other input files, or the same with other content.
    Inputs,
}

impl std::fmt::Display for Other {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tool(tool) => write!(f, "made by {tool}"),
            Self::Configuration => f.write_str("made with another configuration"),
            Self::Inputs => f.write_str("made from other inputs"),
        }
    }
}

/// Why a run cannot be made or cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The inputs cannot be read; nothing was written.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The output folder holds another run.
    #[error("{folder}: holds another corpus, {difference}")]
    OtherRun {
        /// The output folder.
        folder: PathBuf,
        /// What is different about it.
        difference: Other,
    },
    /// The output folder holds files that are no corpus.
    #[error("{0}: the output folder is not empty and holds no corpus of ours")]
    ForeignFolder(PathBuf),
    /// A file stands where the output folder would.
    #[error("{0}: names a file, where a folder is to be written")]
    OutputFile(PathBuf),
    /// A file was named for a corpus.
    #[error("{0}: names a file, and a corpus is a folder")]
    NoFolder(PathBuf),
    /// A file that is not of a corpus of ours stands where the run would write.
    #[error("{folder}: {name} in it is not of a corpus of ours, and would be overwritten")]
    Taken {
        /// The output folder.
        folder: PathBuf,
        /// The name in the folder.
        name: String,
    },
    /// An input would be cleared away with what an earlier run left.
    #[error("{input}: is an input, and lies inside the output folder {folder}")]
    InputInside {
        /// The input.
        input: PathBuf,
        /// The output folder.
        folder: PathBuf,
    },
    /// The folder for a copy is there already.
    #[error("{0}: exists; a copy goes to a new folder")]
    Exists(PathBuf),
    /// The corpus holds no rows that could be read again.
    #[error("{0}: holds no rows; make the corpus with --format parquet or jsonl among others")]
    NoRows(PathBuf),
    /// Labels of nodes are asked for that were not kept.
    #[error("{0}: no labels of nodes were kept; run `scutch template --nodes`")]
    NotLabelled(PathBuf),
    /// Duplicates are to be left out that were never sought.
    #[error("{0}: duplicates were not sought in this corpus; run `scutch dedup` first")]
    NotSearched(PathBuf),
    /// The annotations hold no sentence that a run wrote.
    #[error(
        "{0}: no sentence with an id of ours (`# sent_id = ID.pN.sN`); have the files of --format conllu annotated"
    )]
    NoAnnotations(PathBuf),
    /// Another process writes there.
    #[error("{0}: another scutch is writing this corpus")]
    Locked(PathBuf),
    /// Reading or writing a file failed.
    #[error("{path}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's own words.
        source: io::Error,
    },
    /// What the caller gave to write into cannot be written.
    #[error(transparent)]
    Output(io::Error),
    /// A worker thread died.
    #[error("a worker thread died; this is a fault of the program")]
    Worker,
    /// A file of the corpus folder cannot be understood.
    #[error("{path}: not written by this version of scutch")]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

impl RunError {
    /// Whether there is no room for a file.
    pub fn is_full(&self) -> bool {
        matches!(self, Self::File { source, .. } | Self::Output(source) if is_full(source.kind()))
    }

    /// Whether whoever reads the output has seen enough.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Whether the same command goes on behind what it has done.
    pub fn is_resumable(&self) -> bool {
        // A shard stands there until it is finished.
        matches!(self, Self::File { path, .. } if path.iter().any(|name| name == PARTIAL))
    }
}

pub(crate) fn is_full(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(kind, StorageFull | QuotaExceeded | FileTooLarge)
}

pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> RunError {
    let path = path.to_owned();
    move |source| RunError::File { path, source }
}
