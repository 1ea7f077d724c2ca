//! The folder that a job writes, and the file in it that says that it is complete.
//!
//! All files are written in `.partial/` and moved behind the last one. The marker comes last: a
//! folder with it is complete. A job that was killed begins anew.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::{PathKind, path_kind, uninterrupted};
use scutch_folder::inputs::{Share, Span};
use scutch_folder::{Folder, Other, RunError, ShareError, at, place_whole, write_json};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::run::plan::Plan;
use crate::run::prepare::lock;

/// Version of the markers and of the files beside them.
pub(super) const FORMAT: u64 = 2;

/// What says that a folder is complete, and of which run it is.
pub(super) trait Marker: Serialize + DeserializeOwned {
    /// Name of its file.
    const NAME: &'static str;
    /// Files and folders that may stand beside it.
    const FILES: &'static [&'static str];
    /// What the folder holds, for errors.
    const HOLDS: &'static str;

    fn plan(&self) -> &Plan;

    /// The share of the inputs, and where it begins and ends; `None` for all of them.
    fn share(&self) -> Option<(Share, Span)>;
}

/// The folder of a job.
pub(super) struct JobFolder {
    folder: Folder,
}

/// A folder before its job.
pub(super) enum Opened {
    /// The same job has finished before.
    Complete,
    /// Empty, and locked until this value goes.
    Empty { _lock: File },
}

impl JobFolder {
    pub(super) fn new(root: &Path) -> Self {
        Self { folder: Folder::new(root) }
    }

    /// The folder of unfinished files.
    pub(super) fn unfinished(&self) -> PathBuf {
        self.folder.partial()
    }

    /// Locks and empties the folder, unless the same job has finished before. `differs` compares the
    /// marker of a finished one.
    pub(super) fn open<M: Marker>(
        &self,
        overwrite: bool,
        differs: impl FnOnce(&M) -> Option<Other>,
    ) -> Result<Opened, RunError> {
        let (folder, root) = (&self.folder, self.folder.root());
        if path_kind(root).map_err(at(root))? == Some(PathKind::File) {
            return Err(RunError::OutputFile(root.to_owned()));
        }
        if self.is_finished(overwrite, differs)? {
            // The job may have been killed right behind its marker.
            folder.remove_partial().map_err(at(root))?;
            return Ok(Opened::Complete);
        }
        folder.create().map_err(at(root))?;
        let lock = lock(folder)?;
        self.clear::<M>().map_err(at(root))?;
        Ok(Opened::Empty { _lock: lock })
    }

    /// Whether the same job has finished before. False where its folder may be emptied.
    fn is_finished<M: Marker>(
        &self,
        overwrite: bool,
        differs: impl FnOnce(&M) -> Option<Other>,
    ) -> Result<bool, RunError> {
        let root = self.folder.root();
        let path = root.join(M::NAME);
        if path_kind(&path).map_err(at(&path))?.is_none() {
            return match self.is_foreign().map_err(at(root))? {
                true => Err(ShareError::Foreign(root.to_owned()).into()),
                false => Ok(false),
            };
        }
        // A marker of another version cannot be compared, but it may be replaced on request.
        match read_marker::<M>(root).map(|marker| differs(&marker)) {
            Ok(None) => Ok(true),
            _ if overwrite => Ok(false),
            Ok(Some(difference)) => {
                Err(ShareError::OtherJob { folder: root.to_owned(), difference }.into())
            }
            Err(error) => Err(error),
        }
    }

    /// Whether files are there that no job of ours wrote.
    fn is_foreign(&self) -> io::Result<bool> {
        // A corpus that is half made has a lock, too, and a plan.
        if path_kind(&self.folder.plan())?.is_some() {
            return Ok(true);
        }
        if path_kind(&self.folder.lock())?.is_some() {
            return Ok(false);
        }
        match uninterrupted(|| fs::read_dir(self.folder.root())) {
            // A job killed right at its start leaves an empty `.partial/`.
            Ok(mut entries) => Ok(entries
                .any(|entry| !entry.is_ok_and(|entry| entry.path() == self.folder.partial()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes what an earlier job wrote, the marker first.
    fn clear<M: Marker>(&self) -> io::Result<()> {
        for name in [M::NAME].iter().chain(M::FILES) {
            let path = self.folder.root().join(name);
            match path_kind(&path)? {
                None => {}
                Some(PathKind::Folder) => uninterrupted(|| fs::remove_dir_all(&path))?,
                Some(_) => uninterrupted(|| fs::remove_file(&path))?,
            }
        }
        self.folder.clear_partial()
    }

    /// Moves the files to their places and writes the marker.
    pub(super) fn finish<M: Marker>(
        &self,
        marker: &M,
        files: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> Result<(), RunError> {
        let root = self.folder.root();
        for name in files {
            let path = root.join(&name);
            place_whole(&self.unfinished().join(&name), &path).map_err(at(&path))?;
        }
        write_json(&root.join(M::NAME), marker)?;
        self.folder.remove_partial().map_err(at(root))
    }
}

/// The marker of a complete folder.
///
/// # Errors
/// When the folder is not complete, or was written by something else or in another version.
pub(super) fn read_marker<M: Marker>(folder: &Path) -> Result<M, RunError> {
    let path = folder.join(M::NAME);
    let no_such = || ShareError::NoSuch { folder: folder.to_owned(), expected: M::HOLDS };
    let missing = || RunError::NoSuchFolder(folder.to_owned());
    let json = match fs::read(&path) {
        Ok(json) => json,
        // Of a folder that is none the system says `NotADirectory`.
        Err(error)
            if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            let is_there = folder.symlink_metadata().is_ok();
            return Err(if is_there { no_such().into() } else { missing() });
        }
        Err(error) => return Err(at(&path)(error)),
    };
    let value: Value = serde_json::from_slice(&json).map_err(|_| no_such())?;
    let found = value["format"].as_u64().ok_or_else(no_such)?;
    if found != FORMAT {
        let folder = folder.to_owned();
        return Err(ShareError::Version { folder, found, known: FORMAT }.into());
    }
    // From the bytes: stamps have numbers that a `Value` cannot hold.
    serde_json::from_slice(&json).map_err(|source| RunError::Manifest { path, source })
}

/// The markers of all shares of one run, in their order.
///
/// # Errors
/// The first folder that does not fit to the others, or the first share that is missing.
pub(super) fn read_shares<M: Marker>(folders: &[PathBuf]) -> Result<Vec<(PathBuf, M)>, RunError> {
    let mut read = Vec::new();
    for folder in folders {
        let marker = read_marker::<M>(folder)?;
        let Some((share, span)) = marker.share() else {
            return Err(ShareError::NoSuch { folder: folder.clone(), expected: M::HOLDS }.into());
        };
        read.push((share, span, folder.clone(), marker));
    }
    // The order in which folders are named does not count.
    read.sort_by_key(|(share, ..)| share.number);
    if let Some((first, others)) = read.split_first() {
        others.iter().try_for_each(|other| same_run(first, other))?;
        complete(&read)?;
    }
    Ok(read.into_iter().map(|(.., folder, marker)| (folder, marker)).collect())
}

/// A share of the inputs that a folder holds.
type Read<M> = (Share, Span, PathBuf, M);

fn same_run<M: Marker>(
    (first_share, _, first, first_marker): &Read<M>,
    (share, _, folder, marker): &Read<M>,
) -> Result<(), ShareError> {
    if let Some(difference) = first_marker.plan().differs_from(marker.plan()) {
        let (folder, first) = (folder.clone(), first.display().to_string());
        return Err(ShareError::Differs { folder, first, difference });
    }
    if share.of != first_share.of {
        let (folder, share, first) = (folder.clone(), *share, first.clone());
        return Err(ShareError::Count { folder, share, first, of: first_share.of });
    }
    Ok(())
}

/// Every share once, and each begins where the one before ends.
fn complete<M>(read: &[Read<M>]) -> Result<(), ShareError> {
    for ((share, _, first, _), (next, _, second, _)) in read.iter().zip(&read[1..]) {
        if share == next {
            let (first, second) = (first.clone(), second.clone());
            return Err(ShareError::Doubled { share: *share, first, second });
        }
    }
    let of = read.first().map_or(0, |(share, ..)| share.of);
    for number in 1..=of {
        let there = read.get(number as usize - 1).map(|(share, ..)| share.number);
        if there != Some(number) {
            return Err(ShareError::Missing(Share { number, of }));
        }
    }
    for ((_, span, first, _), (_, next, second, _)) in read.iter().zip(&read[1..]) {
        if span.end != next.begin {
            return Err(ShareError::Cut { first: first.clone(), second: second.clone() });
        }
    }
    Ok(())
}
