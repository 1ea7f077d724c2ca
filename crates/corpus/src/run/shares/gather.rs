//! `scutch gather`: groups of a share of the inputs, and evidence of all shares.

use std::path::{Path, PathBuf};

use scutch_archive::uninterrupted;
use scutch_folder::inputs::{Segments, Share, Span, SpanReading};
use scutch_folder::plan::Plan;
use scutch_folder::shares::{Gathered, Kind, read_marker};
use scutch_folder::{RunError, ShareError, at};

use super::engine::{self, EngineEvidence};
use super::marker::{JobFolder, Opened, read_shares};
use super::{ShareEnded, Sources, reading};
use crate::flow::{Watch, Workers};
use crate::run::{Request, check_spill, segments_in};
use crate::stages::{Evidence, Observations, Reading, TABLES, Tables, gather_from, observe};

/// Whether a folder holds groups of a shard.
pub fn holds_groups(folder: &Path) -> bool {
    read_marker::<Gathered>(folder).is_ok_and(|found| found.kind == Kind::Groups)
}

/// The tables of a folder, if they are as they were written.
fn tables(gathered: &Gathered, folder: &Path) -> Result<Tables, RunError> {
    let tables = Tables::written(folder, gathered.tables.clone());
    match tables.first_changed()? {
        Some(name) => Err(ShareError::Changed(folder.join(name)).into()),
        None => Ok(tables),
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
    tables(&found, folder).map(FoundEvidence::Tables)
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
    let output = JobFolder::new::<Gathered>(&request.output, &TABLES);
    let differs =
        |root: &Path| Ok(read_marker::<Gathered>(root)?.differs_from(&sources.plan, share));
    let Opened::Empty { _lock } = output.open(request.overwrite, &differs)? else {
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
    let output = JobFolder::new::<Gathered>(&request.output, &TABLES);
    let differs =
        |root: &Path| Ok(read_marker::<Gathered>(root)?.differs_from(&sources.plan, None));
    let Opened::Empty { _lock } = output.open(request.overwrite, &differs)? else {
        return Ok(ShareEnded::AlreadyComplete);
    };
    check_spill(request.spill.as_deref())?;
    watch.started(&sources.inputs.files, 0);
    let verdicts = shares.iter().any(|(_, gathered)| gathered.verdicts);
    let tables = shares.iter().map(|(folder, gathered)| tables(gathered, folder));
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
        self.finish(&Gathered::new(self.plan, Some((share, span.span)), verdicts, tables.entries))
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
        self.finish(&Gathered::new(self.plan, None, verdicts, tables.entries))
    }

    fn finish(&self, marker: &Gathered) -> Result<ShareEnded, RunError> {
        let names: Vec<&str> = marker.tables.keys().map(String::as_str).collect();
        self.output.finish(marker, &names)?;
        Ok(ShareEnded::Complete)
    }
}

/// Finds segments of records once the first is met.
pub(super) fn segments(request: &Request, output: &JobFolder) -> Segments {
    let spill = request.spill.clone().unwrap_or_else(|| output.unfinished());
    segments_in(Some(spill), request.memory)
}
