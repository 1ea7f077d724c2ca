//! Prepares a run: begin, resume, or leave a finished corpus alone.

use std::fs::{self, File, TryLockError};
use std::io;

use scutch_archive::{PathKind, SourcePool, path_kind};
use scutch_folder::config::Config;
use scutch_folder::digest::digest_of;
use scutch_folder::inputs::{self, InputError, Inputs, Unreadable};
use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::mark::Mark;
use scutch_folder::plan::Plan;
use scutch_folder::timing::Timing;
use scutch_folder::{Folder, Found, Other, RunError, at, clear_labels, clear_records};

use super::claim;
use super::finished::Finished;
use super::spool::Spool;
use crate::format::annotations::Annotations;

/// Opens the configured annotations.
pub(super) fn annotations(config: &Config) -> Result<Option<Annotations>, RunError> {
    let Some(path) = &config.annotations else { return Ok(None) };
    let annotations = Annotations::open(path).map_err(|(path, error)| at(&path)(error))?;
    if annotations.is_empty() {
        return Err(RunError::NoAnnotations(path.clone()));
    }
    Ok(Some(annotations))
}

/// The inputs of a run, with the copy of standard input if that is among them.
pub(super) struct Listed<'a> {
    pub(super) inputs: Inputs,
    spool: Option<Spool<'a>>,
}

impl Listed<'_> {
    /// Inputs that are listed already, none of them standard input.
    pub(super) fn without_stdin(inputs: Inputs) -> Self {
        Self { inputs, spool: None }
    }
}

/// Lists the inputs. Standard input is copied to a file first.
pub(super) fn list_inputs<'a>(
    config: &Config,
    folder: &'a Folder,
    found: Found,
    pool: &SourcePool,
) -> Result<Listed<'a>, RunError> {
    if !config.inputs.iter().any(|i| i == inputs::STDIN) {
        return Ok(Listed { inputs: inputs::list_pooled(config, None, pool)?, spool: None });
    }
    let spool = Some(Spool::fill(folder, found)?);
    let inputs = inputs::list_pooled(config, Some(&folder.arriving()), pool)?;
    Ok(Listed { inputs, spool })
}

/// What remains to be done.
pub(super) enum Prepared {
    /// Nothing: the corpus is complete.
    AlreadyComplete(Box<Manifest>),
    /// The shards after the finished ones. The lock is held until the run ends.
    Go { _lock: Option<File>, finished: Box<Finished> },
}

/// What the request says of the folder and of the inputs.
#[derive(Clone, Copy)]
pub(super) struct Preparing<'a> {
    pub(super) overwrite: bool,
    pub(super) unreadable: Unreadable,
    pub(super) pool: &'a SourcePool,
}

/// Decides what to do and prepares the folder.
pub(super) fn prepare(
    folder: &Folder,
    found: Found,
    plan: &Plan,
    listed: &mut Listed<'_>,
    how: Preparing<'_>,
) -> Result<Prepared, RunError> {
    let overwrite = how.overwrite;
    let mut resume = false;
    match found {
        Found::Nothing | Found::Foreign => {}
        Found::Complete => {
            if let Some(manifest) = finished(folder, plan, &listed.inputs, how)? {
                return Ok(Prepared::AlreadyComplete(Box::new(manifest)));
            }
        }
        Found::Unfinished { begun } => match Plan::read(folder)? {
            // A run that was killed before it wrote its plan: there is nothing to resume.
            None if begun => {}
            None => claim::names_free(folder, &plan.config, None)?,
            Some(earlier) => match plan.differs_from(&earlier) {
                // Of a merge no reading knows where its shards end, and the other way round.
                None => resume = plan.merged == earlier.merged,
                // What could not be read then is read now: from the start, as its rows come first.
                Some(_) if plan.reads_more_than(&earlier) => {}
                Some(_) if overwrite => {
                    claim::names_free(folder, &plan.config, Some(&earlier.config))?;
                }
                Some(difference) => return Err(other_run(folder, difference)),
            },
        },
    }
    begin(folder, plan, listed, how.pool, resume)
}

/// The manifest of a finished corpus, if this run would make the same one. `None` if the corpus may be
/// replaced.
fn finished(
    folder: &Folder,
    plan: &Plan,
    inputs: &Inputs,
    how: Preparing<'_>,
) -> Result<Option<Manifest>, RunError> {
    let overwrite = how.overwrite;
    let manifest = match read_manifest(folder.root()) {
        Ok(manifest) => manifest,
        // A manifest of another version cannot be compared, but it may be replaced on request.
        Err(_) if overwrite => return Ok(None),
        Err(error) => return Err(error),
    };
    if let Some(unread) = manifest.inputs.iter().find(|entry| entry.unreadable.is_some()) {
        if plan.can_complete(&manifest, inputs, how.pool) {
            return Ok(None);
        }
        // A folder without some inputs is complete only for who wanted it so.
        if how.unreadable == Unreadable::Fail {
            let why = unread.unreadable.clone().unwrap_or_default();
            let (path, source) = (unread.path.clone(), io::Error::other(why));
            return Err(InputError::Unreadable { path, source }.into());
        }
    }
    let stamps = Timing::read(folder).map(|timing| timing.inputs);
    match plan.differs_from_finished(&manifest, stamps.as_deref(), &inputs.files)? {
        None => {
            // The run may have been killed right after the manifest was written.
            folder.remove_partial().map_err(at(folder.root()))?;
            Ok(Some(manifest))
        }
        Some(_) if overwrite => {
            claim::names_free(folder, &plan.config, Some(&manifest.config))?;
            claim::card_free(folder, &manifest)?;
            Ok(None)
        }
        Some(difference) => Err(other_run(folder, difference)),
    }
}

/// The error for a folder of another run.
fn other_run(folder: &Folder, difference: Other) -> RunError {
    RunError::OtherRun { folder: folder.root().to_owned(), difference }
}

/// Locks and clears the folder, or reads the finished shards of a run to resume.
fn begin(
    folder: &Folder,
    plan: &Plan,
    listed: &mut Listed<'_>,
    pool: &SourcePool,
    resume: bool,
) -> Result<Prepared, RunError> {
    let earlier = earlier_config(folder)?;
    let mut formats = earlier.as_ref().map(|config| config.formats.clone()).unwrap_or_default();
    formats.extend(&plan.config.formats);
    // A resumed run was checked when it began.
    if !resume {
        claim::inputs_outside(folder, &listed.inputs, &plan.config, &formats)?;
    }
    let lock = take(folder, listed, pool)?;
    if resume {
        return Ok(Prepared::Go { _lock: lock, finished: Box::new(read_marks(folder)?) });
    }
    // Before the manifest is removed: it tells that the labels are ours.
    if earlier.as_ref().is_some_and(Folder::holds_labels) {
        clear_labels(folder.root())?;
    }
    if earlier.is_some_and(|config| config.corpus.is_some()) {
        clear_records(folder.root())?;
    }
    folder.clear(&formats).map_err(at(folder.root()))?;
    plan.write(folder)?;
    Ok(Prepared::Go { _lock: lock, finished: Box::default() })
}

/// Locks the folder for this run, unless copying standard input already did, and keeps only the copy of
/// standard input that the run reads.
fn take(
    folder: &Folder,
    listed: &mut Listed<'_>,
    pool: &SourcePool,
) -> Result<Option<File>, RunError> {
    if let Some(spool) = listed.spool.take() {
        let lock = spool.keep()?;
        // It is read under its new name from now on.
        pool.forget(&folder.arriving());
        listed.inputs.move_spool(&folder.spool());
        return Ok(lock);
    }
    folder.create().map_err(at(folder.root()))?;
    let lock = lock(folder)?;
    folder.forget_spool().map_err(at(folder.root()))?;
    Ok(Some(lock))
}

/// The configuration of the earlier run in the folder, if there was one.
fn earlier_config(folder: &Folder) -> Result<Option<Config>, RunError> {
    match read_manifest(folder.root()) {
        Ok(manifest) => return Ok(Some(manifest.config)),
        // A manifest that is there must not count as none: its files would stay beside the new ones.
        Err(RunError::File { path, source }) if source.kind() != io::ErrorKind::NotFound => {
            return Err(RunError::File { path, source });
        }
        Err(_) => {}
    }
    Ok(Plan::read(folder)?.map(|plan| plan.config))
}

/// Locks the folder: two runs would undo each other's work. The system releases the lock when the
/// process ends, however it ends.
pub(super) fn lock(folder: &Folder) -> Result<File, RunError> {
    let path = folder.lock();
    let file = File::create(&path).map_err(at(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(RunError::Locked(folder.root().to_owned())),
        // Some network file systems have no locks. Working without one is better than refusing.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Reads the completion marks of consecutive shards, from the first.
fn read_marks(folder: &Folder) -> Result<Finished, RunError> {
    let mut finished = Finished::default();
    for shard in 0.. {
        let path = folder.shard_mark(shard);
        match fs::read(&path) {
            Ok(json) => match Mark::from_json(&json) {
                // A broken mark ends the list. Its shard is written again.
                Some(mark) if finished.continues(&mark) && folders_stand(folder, &mark)? => {
                    finished.resume(mark);
                }
                _ => break,
            },
            Err(e) if e.kind() == io::ErrorKind::NotFound => break,
            Err(e) => return Err(at(&path)(e)),
        }
    }
    Ok(finished)
}

/// Whether the folders of a finished shard are intact. Their files are not synced one by one, which would
/// take longer than the whole run, so a power cut can leave a mark without its files.
fn folders_stand(folder: &Folder, mark: &Mark) -> Result<bool, RunError> {
    for part in &mark.parts {
        let path = folder.root().join(&part.path);
        let found = path_kind(&path).map_err(at(&path))?;
        if found == Some(PathKind::Folder) && digest_of(&path).map_err(at(&path))? != part.digest {
            return Ok(false);
        }
    }
    Ok(true)
}
