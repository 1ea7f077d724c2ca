//! What the folders of jobs hold that share a run: the files that say that a folder is complete.

mod engine;
mod gathered;
mod part;

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

pub use self::engine::{EngineMarker, PartEntry, Table};
pub use self::gathered::{Gathered, KeyedEntry, Kind};
pub use self::part::{ListedInputs, Part};
use crate::files::write_json;
use crate::inputs::{Share, Span};
use crate::plan::Plan;
use crate::{RunError, ShareError, at};

/// Version of the markers and of the files beside them.
pub const FORMAT: u64 = 2;

/// What says that a folder is complete, and of which run it is.
pub trait Marker: Sized {
    /// Name of its file.
    const NAME: &'static str;
    /// What the folder holds, for errors.
    const HOLDS: &'static str;

    /// The run.
    fn plan(&self) -> &Plan;

    /// The share of the inputs, and where it begins and ends; `None` for all of them.
    fn share(&self) -> Option<(Share, Span)>;

    /// Reads the bytes of its file.
    ///
    /// # Errors
    /// When it is none.
    fn from_json(json: &[u8]) -> Result<Self, serde_json::Error>;

    /// Writes its file.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn write(&self, folder: &Path) -> Result<(), RunError>;
}

/// The marker of a complete folder.
///
/// # Errors
/// When the folder is not complete, or was written by something else or in another version.
pub fn read_marker<M: Marker>(folder: &Path) -> Result<M, RunError> {
    let path = folder.join(M::NAME);
    let json = marker_bytes(folder, &path, M::HOLDS)?;
    M::from_json(&json).map_err(|source| RunError::Manifest { path, source })
}

/// The bytes of a marker of this version.
fn marker_bytes(folder: &Path, path: &Path, expected: &'static str) -> Result<Vec<u8>, RunError> {
    let no_such = || ShareError::NoSuch { folder: folder.to_owned(), expected };
    let missing = || RunError::NoSuchFolder(folder.to_owned());
    let json = match fs::read(path) {
        Ok(json) => json,
        // Of a folder that is none the system says `NotADirectory`.
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            let is_there = folder.symlink_metadata().is_ok();
            return Err(if is_there { no_such().into() } else { missing() });
        }
        Err(error) => return Err(at(path)(error)),
    };
    // The marker is read from the bytes: stamps have numbers that a `Value` cannot hold.
    let value: Value = serde_json::from_slice(&json).map_err(|_| no_such())?;
    let found = value["format"].as_u64().ok_or_else(no_such)?;
    if found != FORMAT {
        let folder = folder.to_owned();
        return Err(ShareError::Version { folder, found, known: FORMAT }.into());
    }
    Ok(json)
}

/// Implements the methods that read and write a marker. The code that reads a plan is large: here it is
/// compiled once.
macro_rules! marker_file {
    () => {
        fn from_json(json: &[u8]) -> Result<Self, serde_json::Error> {
            serde_json::from_slice(json)
        }

        fn write(&self, folder: &Path) -> Result<(), RunError> {
            write_json(&folder.join(Self::NAME), self)
        }
    };
}

impl Marker for Gathered {
    const NAME: &'static str = "evidence.json";
    const HOLDS: &'static str = "groups of a shard, as `scutch gather --shard` writes them";

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn share(&self) -> Option<(Share, Span)> {
        self.shard.zip(self.span)
    }

    marker_file!();
}

impl Marker for Part {
    const NAME: &'static str = "part.json";
    const HOLDS: &'static str = "rows of a shard, as `scutch corpus --evidence` writes them";

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn share(&self) -> Option<(Share, Span)> {
        Some((self.shard, self.span))
    }

    marker_file!();
}

impl Marker for EngineMarker {
    const NAME: &'static str = "engine.json";
    const HOLDS: &'static str = "evidence that an engine has gathered";

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn share(&self) -> Option<(Share, Span)> {
        None
    }

    marker_file!();
}
