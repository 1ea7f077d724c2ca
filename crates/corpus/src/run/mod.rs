//! A corpus run: archives in, a corpus folder out, in shards that are each complete or absent.
//!
//! The order of things on disk is what makes a run resumable: a shard's parts, then its mark; after
//! the last shard `quarantine.jsonl`, `report.html`, `timing.json` (with `timing.html`), and last of all `run.json`,
//! which makes the folder a complete corpus. `.partial/` holds everything unfinished and is gone
//! at the end.

mod claim;
mod feed;
mod finish;
mod folder;
mod gate;
mod pipeline;
mod plan;
mod seen;
mod shard;
pub(crate) mod timing;
mod watch;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

pub(crate) use pipeline::{INTERNAL_ERROR, derive_guarded};
pub use watch::{Unwatched, Watch};

pub(crate) use self::feed::{Cursor, Fed};
use self::folder::{Folder, Found};
pub(crate) use self::folder::{rename_whole, write_whole};
pub(crate) use self::pipeline::flow;
use self::pipeline::{Beside, process};
use self::plan::{Plan, read_plan};
use self::seen::Seen;
use self::shard::{Mark, ShardWriter};
use self::timing::{Clock, StepTime, Timing};
use crate::config::Config;
use crate::format::annotations::Annotations;
use crate::groups::Groups;
use crate::inputs::{self, InputError, Inputs};
use crate::joint::Hosts;
use crate::manifest::Manifest;
use crate::pages;
use crate::report;
use crate::revisits::Revisits;
use crate::write::digest_of;

/// What to run, and where to put it.
#[derive(Debug, Clone)]
pub struct Request {
    /// The whole configuration.
    pub config: Config,
    /// The corpus folder.
    pub output: PathBuf,
    /// Worker threads; at least one.
    pub jobs: usize,
    /// Replace what another run left in the folder.
    pub overwrite: bool,
}

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    /// The corpus was written.
    Complete(Box<Manifest>),
    /// The same command had finished before; nothing was touched.
    AlreadyComplete(Box<Manifest>),
    /// Stopped on request; the same command goes on from the last finished shard.
    Interrupted {
        /// Shards that are finished.
        shards: u32,
    },
}

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

pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> RunError {
    let path = path.to_owned();
    move |source| RunError::File { path, source }
}

/// Makes a corpus, or goes on with an interrupted one.
///
/// # Errors
/// Bad inputs before anything is written; a folder of another run; the first write that fails. After
/// a failed write the finished shards stay, and the same command goes on from there.
pub fn run(request: &Request, watch: &dyn Watch) -> Result<Ended, RunError> {
    let clock = Clock::start();
    let folder = Folder::new(&request.output);
    // Standard input is kept in the folder: what it was before counts.
    let found = folder.look().map_err(at(folder.root()))?;
    if found == Found::Foreign {
        if !request.overwrite {
            return Err(RunError::ForeignFolder(request.output.clone()));
        }
        claim::all_names_free(&folder, &request.config)?;
    }
    let inputs = list_inputs(&request.config, &folder)?;
    let annotations = annotations(&request.config)?;
    let digest = annotations.as_ref().map(|annotations| annotations.digest.clone());
    let plan = Plan::new(&request.config, &inputs.files, digest)?;
    match prepare(&folder, found, &plan, &inputs, request.overwrite)? {
        Prepared::AlreadyComplete(manifest) => Ok(Ended::AlreadyComplete(manifest)),
        Prepared::Go { _lock, marks } => {
            let job = Job { request, folder: &folder, inputs: &inputs, plan: &plan, watch };
            job.run(marks, annotations, clock)
        }
    }
}

fn annotations(config: &Config) -> Result<Option<Annotations>, RunError> {
    let Some(path) = &config.annotations else { return Ok(None) };
    let annotations = Annotations::open(path).map_err(|(path, error)| at(&path)(error))?;
    if annotations.is_empty() {
        return Err(RunError::NoAnnotations(path.clone()));
    }
    Ok(Some(annotations))
}

/// Reads the manifest of a complete corpus folder.
///
/// # Errors
/// When `run.json` is missing or is not ours.
pub fn read_manifest(folder: &Path) -> Result<Manifest, RunError> {
    let path = Folder::new(folder).manifest();
    let json = fs::read(&path).map_err(at(&path))?;
    serde_json::from_slice(&json).map_err(|source| RunError::Manifest { path, source })
}

/// Writes the manifest of a complete corpus folder anew, and its report.
pub(crate) fn write_manifest(root: &Path, manifest: &Manifest) -> Result<(), RunError> {
    finish::write_json(&Folder::new(root).manifest(), manifest)?;
    rewrite_report(root).map(drop)
}

/// Writes the report of a complete corpus folder anew.
///
/// # Errors
/// When the manifest cannot be read or the page cannot be written.
pub fn rewrite_report(root: &Path) -> Result<PathBuf, RunError> {
    let manifest = read_manifest(root)?;
    let path = Folder::new(root).report();
    write_whole(&path, report::render(&manifest).as_bytes())
        .map_err(at(&path))?;
    Ok(path)
}

/// Standard input cannot be read twice, so it is kept in `.partial/` while the run needs it.
fn list_inputs(config: &Config, folder: &Folder) -> Result<Inputs, RunError> {
    if !config.inputs.iter().any(|i| i == inputs::STDIN) {
        return Ok(inputs::list(&config.inputs, None)?);
    }
    let made = folder.look().map_err(at(folder.root()))? == Found::Nothing;
    folder.create().map_err(at(folder.root()))?;
    let path = folder.spool();
    let mut spool = File::create(&path).map_err(at(&path))?;
    io::copy(&mut io::stdin().lock(), &mut spool).map_err(at(&path))?;
    let listed = inputs::list(&config.inputs, Some(&path));
    if listed.is_err() && made {
        folder.clear(&[]).map_err(at(folder.root()))?;
        // Only an empty folder goes; a failure here would hide the error that matters.
        let _ = fs::remove_dir(folder.root());
    }
    Ok(listed?)
}

enum Prepared {
    AlreadyComplete(Box<Manifest>),
    Go { _lock: File, marks: Vec<Mark> },
}

fn prepare(
    folder: &Folder,
    found: Found,
    plan: &Plan,
    inputs: &Inputs,
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
        Found::Unfinished => match read_plan(folder)? {
            None if folder.was_begun() => {}
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
    begin(folder, plan, inputs, resume)
}

fn begin(
    folder: &Folder,
    plan: &Plan,
    inputs: &Inputs,
    resume: bool,
) -> Result<Prepared, RunError> {
    let earlier = earlier_config(folder)?;
    let mut formats = earlier.as_ref().map(|config| config.formats.clone()).unwrap_or_default();
    formats.extend(&plan.config.formats);
    if !resume {
        claim::inputs_outside(folder, inputs, &plan.config, &formats)?;
    }
    folder.create().map_err(at(folder.root()))?;
    let lock = lock(folder)?;
    if resume {
        return Ok(Prepared::Go { _lock: lock, marks: read_marks(folder)? });
    }
    // As long as the manifest stands there, it is known whose labels they are.
    if earlier.is_some_and(|config| Folder::holds_labels(&config)) {
        pages::clear(folder.root())?;
    }
    if inputs.files.iter().any(inputs::InputFile::is_spool) {
        folder.clear_but_spool(&formats).map_err(at(folder.root()))?;
    } else {
        folder.clear(&formats).map_err(at(folder.root()))?;
    }
    folder.create().map_err(at(folder.root()))?;
    let lock = self::lock(folder)?;
    let path = folder.plan();
    let json = serde_json::to_vec_pretty(plan).map_err(|e| at(&path)(e.into()))?;
    write_whole(&path, &json).map_err(at(&path))?;
    Ok(Prepared::Go { _lock: lock, marks: Vec::new() })
}

/// The configuration of the run whose folder this is.
fn earlier_config(folder: &Folder) -> Result<Option<Config>, RunError> {
    if let Ok(manifest) = read_manifest(folder.root()) {
        return Ok(Some(manifest.config));
    }
    Ok(read_plan(folder)?.map(|plan| plan.config))
}

/// Two runs into one folder would undo each other's work. The lock goes with the process.
fn lock(folder: &Folder) -> Result<File, RunError> {
    let path = folder.lock();
    let file = File::create(&path).map_err(at(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(RunError::Locked(folder.root().to_owned())),
        // Some network file systems know no locks; that is no reason to refuse work.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// The marks of consecutive finished shards, from the first.
fn read_marks(folder: &Folder) -> Result<Vec<Mark>, RunError> {
    let mut marks = Vec::new();
    for shard in 0.. {
        let path = folder.shard_mark(shard);
        match fs::read(&path) {
            Ok(json) => match serde_json::from_slice(&json) {
                Ok(mark) if folders_stand(folder, &mark)? => marks.push(mark),
                _ => break,
            },
            Err(e) if e.kind() == io::ErrorKind::NotFound => break,
            Err(e) => return Err(at(&path)(e)),
        }
    }
    Ok(marks)
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

/// A run that may write.
struct Job<'a> {
    request: &'a Request,
    folder: &'a Folder,
    inputs: &'a Inputs,
    plan: &'a Plan,
    watch: &'a dyn Watch,
}

impl Job<'_> {
    fn run(
        &self,
        mut marks: Vec<Mark>,
        annotations: Option<Annotations>,
        clock: Clock,
    ) -> Result<Ended, RunError> {
        let resumed = u32::try_from(marks.len()).unwrap_or(u32::MAX);
        self.watch.started(&self.inputs.files, resumed);
        let read = std::thread::scope(|scope| -> Result<_, RunError> {
            // Reading the inputs a second time for their digests costs little beside extraction.
            let digests = scope.spawn(|| finish::input_entries(&self.inputs.files));
            let Some(steps) = self.shards(&mut marks, annotations)? else { return Ok(None) };
            let entries = digests.join().map_err(|_| RunError::Worker)?;
            Ok(Some((entries, steps)))
        })?;
        let Some((entries, steps)) = read else {
            return Ok(Ended::Interrupted { shards: marks.len() as u32 });
        };
        let manifest = self.finish(&marks, entries, resumed, clock, steps)?;
        Ok(Ended::Complete(Box::new(manifest)))
    }

    /// Writes the shards that are still missing; the times of steps. `None` when interrupted.
    fn shards(
        &self,
        marks: &mut Vec<Mark>,
        annotations: Option<Annotations>,
    ) -> Result<Option<Vec<StepTime>>, RunError> {
        let start = match marks.last() {
            None => Cursor::START,
            Some(Mark { next: Some(cursor), .. }) => *cursor,
            Some(Mark { next: None, .. }) => return Ok(Some(Vec::new())),
        };
        let mut seen = Seen::default();
        for mark in marks.iter() {
            mark.remember(&mut seen);
        }
        let config = &self.request.config;
        let (files, jobs) = (&self.inputs.files, self.request.jobs.max(1));
        let Some(groups) = Groups::gather(files, config, jobs, self.watch)? else {
            return Ok(None);
        };
        let revisits = Revisits::of(files, &config.scope, &config.archive);
        let beside = Beside { revisits, groups, annotations };
        let annotations = beside.annotations.as_ref();
        let create =
            |shard: usize| ShardWriter::create(self.folder, shard as u32, config, annotations);
        let mut writer = Some(create(marks.len())?);
        self.watch.begins("documents");
        let ended = flow(
            files,
            config,
            start,
            jobs,
            self.watch,
            |fed| process(fed, files, config, &beside),
            |delivered| {
                let Some(shard) = writer.as_mut() else { return Ok(()) };
                let before = shard.counts();
                for item in delivered.items {
                    shard.push(item, &mut seen)?;
                }
                let after = shard.counts();
                self.watch.written(after.0 - before.0, after.1 - before.1);
                let Some(close) = delivered.close else { return Ok(()) };
                if let Some(full) = writer.take().filter(|w| !w.is_empty() || marks.is_empty()) {
                    marks.push(full.finish(close)?);
                }
                if close.next.is_some() {
                    writer = Some(create(marks.len())?);
                }
                Ok(())
            },
        )?;
        let steps = || beside.groups.hosts.as_ref().map_or_else(Vec::new, Hosts::times);
        Ok(ended.then(steps))
    }
}
