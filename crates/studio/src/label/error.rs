//! Why labels cannot be kept.

use std::io;
use std::path::PathBuf;

use scutch_evaluate::GoldError;

/// Why labels cannot be read or written, or a change is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// A file cannot be read or written.
    #[error("{path}: cannot be read or written")]
    Io {
        /// The file.
        path: PathBuf,
        /// The words of the system.
        source: io::Error,
    },
    /// A line is none of ours.
    #[error("{path}: line {line}: {cause}")]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong with it.
        cause: String,
    },
    /// A file of ground truth cannot be read.
    #[error("{path}: is no ground truth")]
    Gold {
        /// The file.
        path: PathBuf,
        /// The line and what is wrong with it.
        source: GoldError,
    },
    /// Another process writes the journal.
    #[error(
        "{0}: another scutch studio is writing it; end that one, or choose another --annotator"
    )]
    Locked(PathBuf),
    /// A name that could be a path or hide in a list.
    #[error("{0:?}: a name of an annotator has letters, digits, - and _, at most 40")]
    Annotator(String),
    /// The pages were drawn by other settings.
    #[error(
        "{path}: was drawn with {found}, not with {asked}; leave these out, or choose another --labels"
    )]
    OtherPlan {
        /// The plan.
        path: PathBuf,
        /// Its settings.
        found: String,
        /// Those that were typed.
        asked: String,
    },
    /// Pages of the plan are not in the archives.
    #[error("{path}: {missing} of its pages are not in these archives, such as {url}")]
    OtherArchives {
        /// The plan.
        path: PathBuf,
        /// How many.
        missing: usize,
        /// The first of them.
        url: String,
    },
    /// An event that does not fit its page.
    #[error("{0}")]
    Refused(&'static str),
}

impl LabelError {
    pub(crate) fn at(path: &std::path::Path) -> impl Fn(io::Error) -> Self + '_ {
        |source| Self::Io { path: path.to_owned(), source }
    }
}
