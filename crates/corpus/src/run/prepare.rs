//! What a run finds, and what it does about it: begin, go on, or leave everything as it is.

use std::fs::{self, File, TryLockError};
use std::io;

use super::claim;
use super::finished::Finished;
use super::plan::{Plan, read_plan};
use super::shard::Mark;
use super::spool::Spool;
use crate::config::Config;
use crate::folder::digest::digest_of;
use crate::folder::manifest::{Manifest, read_manifest};
use crate::folder::{Folder, Found, RunError, at, clear_labels, write_whole};
use crate::format::annotations::Annotations;
use crate::inputs::{self, Inputs};
use crate::timing::Timing;

/// Opens the annotations that the configuration names.
pub(super) fn annotations(config: &Config) -> Result<Option<Annotations>, RunError> {
    let Some(path) = &config.annotations else { return Ok(None) };
    let annotations = Annotations::open(path).map_err(|(path, error)| at(&path)(error))?;
    if annotations.is_empty() {
        return Err(RunError::NoAnnotations(path.clone()));
    }
    Ok(Some(annotations))
}

/// Lists the inputs, among them the standard input that was copied.
pub(super) fn list_inputs<'a>(
    config: &Config,
    folder: &'a Folder,
    found: Found,
) -> Result<(Inputs, Option<Spool<'a>>), RunError> {
    if !config.inputs.iter().any(|i| i == inputs::STDIN) {
        return Ok((inputs::list(&config.inputs, None)?, None));
    }
    let spool = Spool::fill(folder, found)?;
    let inputs = inputs::list(&config.inputs, Some(&folder.arriving()))?;
    Ok((inputs, Some(spool)))
}

/// What is to be done.
pub(super) enum Prepared {
    /// Nothing: the corpus stands there.
    AlreadyComplete(Box<Manifest>),
    /// What is missing behind the finished shards.
    Go { _lock: Option<File>, finished: Box<Finished> },
}

/// Decides, and makes the folder ready.
pub(super) fn prepare(
    folder: &Folder,
    found: Found,
    plan: &Plan,
    inputs: &mut Inputs,
    spool: Option<Spool<'_>>,
    overwrite: bool,
) -> Result<Prepared, RunError> {
    let root = folder.root();
    let other = |difference| RunError::OtherRun { folder: root.to_owned(), difference };
    let mut resume = false;
    match found {
        Found::Nothing | Found::Foreign => {}
        Found::Complete => {
            let stamps = read_timing(folder).map(|t| t.inputs);
            let difference = match read_manifest(root) {
                Ok(manifest) => {
                    match plan.differs_from_finished(&manifest, stamps.as_deref(), &inputs.files)? {
                        None => {
                            // Killed between the manifest and the last tidying.
                            folder.remove_partial().map_err(at(root))?;
                            return Ok(Prepared::AlreadyComplete(Box::new(manifest)));
                        }
                        Some(difference) if overwrite => {
                            claim::names_free(folder, &plan.config, Some(&manifest.config))?;
                            other(difference)
                        }
                        Some(difference) => other(difference),
                    }
                }
                Err(error) => error,
            };
            if !overwrite {
                return Err(difference);
            }
        }
        Found::Unfinished { begun } => match read_plan(folder)? {
            None if begun => {}
            None => claim::names_free(folder, &plan.config, None)?,
            Some(earlier) => match plan.differs_from(&earlier) {
                None => resume = true,
                Some(_) if overwrite => {
                    claim::names_free(folder, &plan.config, Some(&earlier.config))?;
                }
                Some(difference) => return Err(other(difference)),
            },
        },
    }
    begin(folder, plan, inputs, spool, resume)
}

fn begin(
    folder: &Folder,
    plan: &Plan,
    inputs: &mut Inputs,
    spool: Option<Spool<'_>>,
    resume: bool,
) -> Result<Prepared, RunError> {
    let earlier = earlier_config(folder)?;
    let mut formats = earlier.as_ref().map(|config| config.formats.clone()).unwrap_or_default();
    formats.extend(&plan.config.formats);
    if !resume {
        claim::inputs_outside(folder, inputs, &plan.config, &formats)?;
    }
    let lock = take(folder, inputs, spool)?;
    if resume {
        return Ok(Prepared::Go { _lock: lock, finished: Box::new(read_marks(folder)?) });
    }
    // As long as the manifest stands there, it is known whose labels they are.
    if earlier.is_some_and(|config| Folder::holds_labels(&config)) {
        clear_labels(folder.root())?;
    }
    folder.clear(&formats).map_err(at(folder.root()))?;
    let path = folder.plan();
    let json = serde_json::to_vec_pretty(plan).map_err(|e| at(&path)(e.into()))?;
    write_whole(&path, &json).map_err(at(&path))?;
    Ok(Prepared::Go { _lock: lock, finished: Box::default() })
}

/// Takes the folder for this run, if copying standard input did not before, and leaves of standard input what the run
/// reads.
fn take(
    folder: &Folder,
    inputs: &mut Inputs,
    spool: Option<Spool<'_>>,
) -> Result<Option<File>, RunError> {
    if let Some(spool) = spool {
        let lock = spool.keep()?;
        inputs.move_spool(&folder.spool());
        return Ok(lock);
    }
    folder.create().map_err(at(folder.root()))?;
    let lock = lock(folder)?;
    folder.forget_spool().map_err(at(folder.root()))?;
    Ok(Some(lock))
}

/// The configuration of the run whose folder this is.
fn earlier_config(folder: &Folder) -> Result<Option<Config>, RunError> {
    if let Ok(manifest) = read_manifest(folder.root()) {
        return Ok(Some(manifest.config));
    }
    Ok(read_plan(folder)?.map(|plan| plan.config))
}

/// Two runs into one folder would undo each other's work. The lock goes with the process.
pub(super) fn lock(folder: &Folder) -> Result<File, RunError> {
    let path = folder.lock();
    let file = File::create(&path).map_err(at(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(RunError::Locked(folder.root().to_owned())),
        // Some network file systems know no locks; that is no reason to refuse work.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// The consecutive finished shards, from the first, by their marks.
fn read_marks(folder: &Folder) -> Result<Finished, RunError> {
    let mut finished = Finished::default();
    for shard in 0.. {
        let path = folder.shard_mark(shard);
        match fs::read(&path) {
            Ok(json) => match serde_json::from_slice(&json) {
                Ok(mark) if folders_stand(folder, &mark)? => finished.resume(mark),
                _ => break,
            },
            Err(e) if e.kind() == io::ErrorKind::NotFound => break,
            Err(e) => return Err(at(&path)(e)),
        }
    }
    Ok(finished)
}

/// Files of one document each are not forced to disk one by one, which would take longer than all the rest: after
/// a power cut their folders may be worth less than their marks.
fn folders_stand(folder: &Folder, mark: &Mark) -> Result<bool, RunError> {
    for part in &mark.parts {
        let path = folder.root().join(&part.path);
        if path.is_dir() && digest_of(&path).map_err(at(&path))? != part.digest {
            return Ok(false);
        }
    }
    Ok(true)
}

fn read_timing(folder: &Folder) -> Option<Timing> {
    serde_json::from_slice(&fs::read(folder.timing()).ok()?).ok()
}
