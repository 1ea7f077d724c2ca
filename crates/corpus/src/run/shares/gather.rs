//! `scutch gather`: groups of a share of the inputs, and evidence of all shares.

use std::path::{Path, PathBuf};

use scutch_archive::uninterrupted;
use scutch_folder::inputs::{Segments, Share, Span, SpanReading};
use scutch_folder::{Other, RunError, ShareError, at};
use serde::{Deserialize, Serialize};

use super::engine::{self, EngineEvidence};
use super::marker::{FORMAT, JobFolder, Marker, Opened, read_marker, read_shares};
use super::{ShareEnded, Sources, reading};
use crate::flow::{Watch, Workers};
use crate::run::plan::Plan;
use crate::run::{Request, check_spill, segments_in};
use crate::stages::{Evidence, Observations, Reading, TABLES, Tables, gather_from, observe};
use crate::table::keyed::KeyedEntry;

/// What a folder of `scutch gather` holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// Partial groups of a share.
    Groups,
    /// What follows from the groups of all shares.
    Evidence,
}

/// `evidence.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Gathered {
    format: u64,
    kind: Kind,
    shard: Option<Share>,
    span: Option<Span>,
    /// Whether verdicts of crawls were met.
    verdicts: bool,
    plan: Plan,
    tables: std::collections::BTreeMap<String, KeyedEntry>,
}

/// Whether a folder holds groups of a shard.
pub fn holds_groups(folder: &Path) -> bool {
    read_marker::<Gathered>(folder).is_ok_and(|found| found.kind == Kind::Groups)
}

impl Marker for Gathered {
    const NAME: &'static str = "evidence.json";
    const FILES: &'static [&'static str] = &TABLES;
    const HOLDS: &'static str = "groups of a shard, as `scutch gather --shard` writes them";

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn share(&self) -> Option<(Share, Span)> {
        self.shard.zip(self.span)
    }
}

impl Gathered {
    fn new(plan: &Plan, share: Option<(Share, Span)>, verdicts: bool, tables: Tables) -> Self {
        let kind = if share.is_some() { Kind::Groups } else { Kind::Evidence };
        let (shard, span) = share.unzip();
        let (plan, tables) = (plan.clone(), tables.entries);
        Self { format: FORMAT, kind, shard, span, verdicts, plan, tables }
    }

    /// How a finished folder differs from that of a job.
    fn differs(&self, plan: &Plan, share: Option<Share>) -> Option<Other> {
        let difference = plan.differs_from(&self.plan);
        difference.or_else(|| (self.shard != share).then_some(Other::Shard))
    }

    /// Its tables, if they are as they were written.
    fn tables(&self, folder: &Path) -> Result<Tables, RunError> {
        let tables = Tables::written(folder, self.tables.clone());
        match tables.first_changed()? {
            Some(name) => Err(ShareError::Changed(folder.join(name)).into()),
            None => Ok(tables),
        }
    }
}

/// The evidence of a folder that goes with a plan. Relative names are those of files in `named_in`; an empty
/// path is the working folder.
///
/// # Errors
/// When the folder holds something else, or is of another run.
pub(super) fn evidence_for(
    plan: &Plan,
    folder: &Path,
    named_in: &Path,
) -> Result<FoundEvidence, RunError> {
    let expected = "evidence, as `scutch gather` and `scutch gather --merge` write it";
    // An engine marks its folders in another way, so that is asked where the first mark is missing.
    let found = match read_marker::<Gathered>(folder) {
        Err(RunError::Share(ShareError::NoSuch { folder, .. })) => {
            return match engine::read(plan, &folder, named_in) {
                Err(RunError::Share(ShareError::NoSuch { folder, .. })) => {
                    Err(ShareError::NoSuch { folder, expected }.into())
                }
                found => found.map(FoundEvidence::Parts),
            };
        }
        found => found?,
    };
    if found.kind != Kind::Evidence {
        return Err(ShareError::NoSuch { folder: folder.to_owned(), expected }.into());
    }
    if let Some(difference) = plan.observes_other_than(&found.plan, named_in) {
        let (folder, first) = (folder.to_owned(), "this run".to_owned());
        return Err(ShareError::Differs { folder, first, difference }.into());
    }
    found.tables(folder).map(FoundEvidence::Tables)
}

/// Evidence in whatever form.
pub(super) enum FoundEvidence {
    /// Tables, as [`merge_groups`] writes them.
    Tables(Tables),
    /// Files of parts, as an engine writes them.
    Parts(EngineEvidence),
}

impl FoundEvidence {
    pub(super) fn read(&self, reading: &Reading<'_>) -> Result<Evidence, RunError> {
        match self {
            Self::Tables(tables) => Evidence::read(tables, reading),
            Self::Parts(parts) => parts.read(reading),
        }
    }
}

/// Observes a share of the inputs and writes its groups; without a share all inputs, and the
/// evidence.
///
/// # Errors
/// Unreadable inputs; an output folder of another job; a record that goes on over the end of the
/// share; the first failed write. The same command begins anew.
pub fn gather(
    request: &Request,
    share: Option<Share>,
    watch: &dyn Watch,
) -> Result<ShareEnded, RunError> {
    let sources = Sources::of(&request.config)?;
    let output = JobFolder::new(&request.output);
    let differs = |found: &Gathered| found.differs(&sources.plan, share);
    let Opened::Empty { _lock } = output.open(request.overwrite, differs)? else {
        return Ok(ShareEnded::AlreadyComplete);
    };
    check_spill(request.spill.as_deref())?;
    watch.started(&sources.inputs.files, 0);
    let segments = segments(request, &output);
    let archives = sources.archives(&request.config, &segments);
    let workers = Workers { jobs: request.jobs.max(1), watch };
    let all = reading(archives, request, workers, output.unfinished());
    let job = GatherJob { all, plan: &sources.plan, output: &output };
    match share {
        Some(share) => job.observe_share(share),
        None => job.observe_all(),
    }
}

/// Merges the groups of all shares and writes the evidence. The configuration is that of the groups.
///
/// # Errors
/// Groups that do not fit together, or not to the inputs as they are now; else as [`gather()`].
pub fn merge_groups(
    folders: &[PathBuf],
    request: &Request,
    watch: &dyn Watch,
) -> Result<ShareEnded, RunError> {
    let shares = read_shares::<Gathered>(folders)?;
    let Some((first, gathered)) = shares.first() else {
        return Err(ShareError::Missing(Share::WHOLE).into());
    };
    let request = &Request { config: gathered.plan.config.clone(), ..request.clone() };
    // Revisits are read at their places, so the inputs must be those that were observed.
    let sources = Sources::of(&request.config)?;
    if let Some(difference) = sources.plan.differs_from(&gathered.plan) {
        let (folder, first) = (first.clone(), "the inputs as they are now".to_owned());
        return Err(ShareError::Differs { folder, first, difference }.into());
    }
    let output = JobFolder::new(&request.output);
    let differs = |found: &Gathered| found.differs(&sources.plan, None);
    let Opened::Empty { _lock } = output.open(request.overwrite, differs)? else {
        return Ok(ShareEnded::AlreadyComplete);
    };
    check_spill(request.spill.as_deref())?;
    watch.started(&sources.inputs.files, 0);
    let verdicts = shares.iter().any(|(_, gathered)| gathered.verdicts);
    let tables = shares.iter().map(|(folder, gathered)| gathered.tables(folder));
    let tables: Vec<Tables> = tables.collect::<Result<_, _>>()?;
    let segments = segments(request, &output);
    let archives = sources.archives(&request.config, &segments);
    let workers = Workers { jobs: request.jobs.max(1), watch };
    let all = reading(archives, request, workers, output.unfinished());
    GatherJob { all, plan: &sources.plan, output: &output }.conclude(&tables, verdicts)
}

/// A job that may write.
struct GatherJob<'a> {
    all: Reading<'a>,
    plan: &'a Plan,
    output: &'a JobFolder,
}

impl GatherJob<'_> {
    /// Writes the groups of a share.
    fn observe_share(&self, share: Share) -> Result<ShareEnded, RunError> {
        let archives = self.all.archives;
        let span = SpanReading::new(Span::of_share(archives, share));
        let reading = Reading { span: Some(&span), ..self.all.clone() };
        let mut tables = Tables::new(&self.output.unfinished());
        let Some(verdicts) = observe(&reading, &mut tables)? else {
            return Ok(ShareEnded::Interrupted);
        };
        // A record that goes on over the end of the share was read by nobody in whole.
        span.check(archives)?;
        archives.verify()?;
        self.finish(&Gathered::new(self.plan, Some((share, span.span)), verdicts, tables))
    }

    /// Writes the evidence of all inputs, by way of their groups.
    fn observe_all(&self) -> Result<ShareEnded, RunError> {
        let folder = self.output.unfinished().join("groups");
        uninterrupted(|| std::fs::create_dir_all(&folder)).map_err(at(&folder))?;
        // Through files like those of shares: one job and several make equal evidence.
        let mut groups = Tables::new(&folder);
        match observe(&self.all, &mut groups)? {
            Some(verdicts) => self.conclude(&[groups], verdicts),
            None => Ok(ShareEnded::Interrupted),
        }
    }

    /// Writes the evidence that follows from the groups of all shares.
    fn conclude(&self, groups: &[Tables], verdicts: bool) -> Result<ShareEnded, RunError> {
        let evidence = gather_from(&self.all, verdicts, Observations::Written(groups))?;
        let Some(evidence) = evidence else { return Ok(ShareEnded::Interrupted) };
        self.all.archives.verify()?;
        let mut tables = Tables::new(&self.output.unfinished());
        evidence.write(&mut tables)?;
        self.finish(&Gathered::new(self.plan, None, verdicts, tables))
    }

    fn finish(&self, marker: &Gathered) -> Result<ShareEnded, RunError> {
        self.output.finish(marker, marker.tables.keys())?;
        Ok(ShareEnded::Complete)
    }
}

/// Finds segments of records once the first is met.
pub(super) fn segments(request: &Request, output: &JobFolder) -> Segments {
    let spill = request.spill.clone().unwrap_or_else(|| output.unfinished());
    segments_in(Some(spill), request.memory)
}
