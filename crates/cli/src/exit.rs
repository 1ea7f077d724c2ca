//! Exit codes: the one table.

/// How the program ends. The numbers are a promise to scripts (see the user guide). All fit: POSIX
/// shells keep 8 bits, and use those above 128 for signals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done. Quarantined records are counted and named, and do not change that.
    Done = 0,
    /// It could not be done.
    Failed = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// Done, but `--strict` found losses.
    Losses = 3,
    /// Checked, and found damage.
    Damage = 4,
    /// Done, but nothing passed the filters.
    Nothing = 5,
    /// Interrupted; the same command resumes the run.
    Interrupted = 130,
}

/// A command line that clap accepts, but that makes no sense.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(pub(crate) String);

/// An error that brings its hint along: what a user can do about it.
#[derive(Debug, thiserror::Error)]
#[error("{sentence}")]
pub(crate) struct Advised {
    pub(crate) sentence: String,
    pub(crate) hint: String,
    pub(crate) exit: Exit,
}

impl Advised {
    /// An error that says why something could not be done.
    pub(crate) fn failed(sentence: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), hint: hint.into(), exit: Exit::Failed }
    }
}
