//! What went wrong while files were read, noted so that no reader can overlook it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::FileStamp;

/// Why what was read of a file cannot be relied on.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum SourceFault {
    /// The system could not read it.
    #[error("{path}: cannot be read at byte {offset}")]
    Unread {
        /// The file.
        path: PathBuf,
        /// Where reading failed, in bytes from the start of the file.
        offset: u64,
        /// The system's own words.
        source: Arc<io::Error>,
    },
    /// It is no longer the file that was opened.
    #[error("{path}: changed while it was read: {what}")]
    Changed {
        /// The file.
        path: PathBuf,
        /// What happened to it.
        what: &'static str,
    },
}

impl SourceFault {
    /// The fault without the name of the file, for lines that name it elsewhere.
    pub fn detail(&self) -> String {
        match self {
            Self::Unread { offset, source, .. } => {
                format!("cannot be read at byte {offset}: {source}")
            }
            Self::Changed { what, .. } => format!("changed while it was read: {what}"),
        }
    }
}

/// The first fault of each file, shared by everyone who reads them.
///
/// Readers salvage what they can behind a fault, and some look-ups only know "found" and "not
/// found". A fault that is noted here is seen by whoever asks at the end.
#[derive(Debug, Clone, Default)]
pub(super) struct Faults(Arc<Mutex<BTreeMap<PathBuf, SourceFault>>>);

impl Faults {
    /// Notes a fault, unless the file has one already: later ones follow from the first.
    pub(super) fn note(&self, path: &Path, fault: impl FnOnce(PathBuf) -> SourceFault) {
        self.lock().entry(path.to_owned()).or_insert_with(|| fault(path.to_owned()));
    }

    /// Compares a file with what it was when it was opened, and notes what happened to it.
    pub(super) fn look_for_change(&self, path: &Path, opened: &FileStamp) {
        let change = match FileStamp::now(path) {
            Ok(now) => now.change_since(opened),
            Err(_) => Some("it is gone"),
        };
        if let Some(what) = change {
            self.note(path, |path| SourceFault::Changed { path, what });
        }
    }

    /// The fault of a file, if it has one.
    pub(super) fn get(&self, path: &Path) -> Option<SourceFault> {
        self.lock().get(path).cloned()
    }

    /// The fault of the first file by path, if one has a fault.
    pub(super) fn first(&self) -> Option<SourceFault> {
        self.lock().values().next().cloned()
    }

    pub(super) fn forget(&self, path: &Path) {
        self.lock().remove(path);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<PathBuf, SourceFault>> {
        // A thread that panics elsewhere leaves a usable map.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
