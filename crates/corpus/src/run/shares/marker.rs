//! The folder that a job writes, and the file in it that says that it is complete.
//!
//! All files are written in `.partial/` and moved behind the last one. The marker comes last: a
//! folder with it is complete. A job that was killed begins anew.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::{PathKind, path_kind, uninterrupted};
use scutch_folder::inputs::{Share, Span};
use scutch_folder::plan::Plan;
use scutch_folder::shares::{Marker, read_marker};
use scutch_folder::{Folder, Other, RunError, ShareError, at, place_whole};

use crate::run::prepare::lock;

/// The folder of a job.
pub(super) struct JobFolder {
    folder: Folder,
    /// Name of the marker.
    marker: &'static str,
    /// Files and folders that may stand beside the marker.
    files: &'static [&'static str],
}

/// A folder before its job.
pub(super) enum Opened {
    /// The same job has finished before.
    Complete,
    /// Empty, and locked until this value goes.
    Empty { _lock: File },
}

impl JobFolder {
    pub(super) fn new<M: Marker>(root: &Path, files: &'static [&'static str]) -> Self {
        Self { folder: Folder::new(root), marker: M::NAME, files }
    }

    /// The folder of unfinished files.
    pub(super) fn unfinished(&self) -> PathBuf {
        self.folder.partial()
    }

    /// Locks and empties the folder, unless the same job has finished before. `differs` compares the
    /// marker of a finished one.
    pub(super) fn open(
        &self,
        overwrite: bool,
        differs: &dyn Fn(&Path) -> Result<Option<Other>, RunError>,
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
        self.clear().map_err(at(root))?;
        Ok(Opened::Empty { _lock: lock })
    }

    /// Whether the same job has finished before. False where its folder may be emptied.
    fn is_finished(
        &self,
        overwrite: bool,
        differs: &dyn Fn(&Path) -> Result<Option<Other>, RunError>,
    ) -> Result<bool, RunError> {
        let root = self.folder.root();
        let path = root.join(self.marker);
        if path_kind(&path).map_err(at(&path))?.is_none() {
            return match self.is_foreign().map_err(at(root))? {
                true => Err(ShareError::Foreign(root.to_owned()).into()),
                false => Ok(false),
            };
        }
        // A marker of another version cannot be compared, but it may be replaced on request.
        match differs(root) {
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
    fn clear(&self) -> io::Result<()> {
        for name in [self.marker].iter().chain(self.files) {
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
    pub(super) fn finish<M: Marker>(&self, marker: &M, files: &[&str]) -> Result<(), RunError> {
        self.place(files)?;
        let root = self.folder.root();
        marker.write(root)?;
        self.folder.remove_partial().map_err(at(root))
    }

    /// Moves files to their places.
    fn place(&self, files: &[&str]) -> Result<(), RunError> {
        for name in files {
            let path = self.folder.root().join(name);
            place_whole(&self.unfinished().join(name), &path).map_err(at(&path))?;
        }
        Ok(())
    }
}

/// The markers of all shares of one run, in their order.
///
/// # Errors
/// The first folder that does not fit to the others, or the first share that is missing.
pub(super) fn read_shares<M: Marker>(folders: &[PathBuf]) -> Result<Vec<(PathBuf, M)>, RunError> {
    let mut read: Vec<(Share, Span, PathBuf, M)> = Vec::new();
    for folder in folders {
        let marker = read_marker::<M>(folder)?;
        let Some((share, span)) = marker.share() else {
            return Err(ShareError::NoSuch { folder: folder.clone(), expected: M::HOLDS }.into());
        };
        // The order in which folders are named does not count.
        let place = read.partition_point(|(before, ..)| before.number <= share.number);
        read.insert(place, (share, span, folder.clone(), marker));
    }
    let shares = read.iter().map(|(share, span, folder, marker)| Read {
        share: *share,
        span: *span,
        folder,
        plan: marker.plan(),
    });
    fit(&shares.collect::<Vec<_>>())?;
    Ok(read.into_iter().map(|(.., folder, marker)| (folder, marker)).collect())
}

/// A share of the inputs that a folder holds.
struct Read<'a> {
    share: Share,
    span: Span,
    folder: &'a Path,
    plan: &'a Plan,
}

/// Fails unless these are all shares of one run.
fn fit(read: &[Read<'_>]) -> Result<(), ShareError> {
    let Some((first, others)) = read.split_first() else { return Ok(()) };
    others.iter().try_for_each(|other| same_run(first, other))?;
    complete(read)
}

fn same_run(first: &Read<'_>, other: &Read<'_>) -> Result<(), ShareError> {
    let folder = other.folder.to_owned();
    if let Some(difference) = first.plan.differs_from(other.plan) {
        let first = first.folder.display().to_string();
        return Err(ShareError::Differs { folder, first, difference });
    }
    if other.share.of != first.share.of {
        let (share, of, first) = (other.share, first.share.of, first.folder.to_owned());
        return Err(ShareError::Count { folder, share, first, of });
    }
    Ok(())
}

/// Every share once, and each begins where the one before ends.
fn complete(read: &[Read<'_>]) -> Result<(), ShareError> {
    let pairs = || read.iter().zip(&read[1..]);
    let folders =
        |first: &Read<'_>, second: &Read<'_>| (first.folder.to_owned(), second.folder.to_owned());
    if let Some((before, next)) = pairs().find(|(before, next)| before.share == next.share) {
        let (first, second) = folders(before, next);
        return Err(ShareError::Doubled { share: before.share, first, second });
    }
    let of = read.first().map_or(0, |first| first.share.of);
    for number in 1..=of {
        let there = read.get(number as usize - 1).map(|found| found.share.number);
        if there != Some(number) {
            return Err(ShareError::Missing(Share { number, of }));
        }
    }
    if let Some((before, next)) = pairs().find(|(before, next)| before.span.end != next.span.begin)
    {
        let (first, second) = folders(before, next);
        return Err(ShareError::Cut { first, second });
    }
    Ok(())
}
