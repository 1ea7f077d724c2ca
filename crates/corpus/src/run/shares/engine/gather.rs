//! The driver: which readings there are, what tasks said of them, and the folder of the evidence.

use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Component, Path};

use scutch_archive::{rename_whole, uninterrupted};
use scutch_folder::config::Config;
use scutch_folder::plan::Plan;
use scutch_folder::shares::{EngineMarker, FORMAT, read_marker};
use scutch_folder::{RunError, ShareError, at};

use super::batches::{FILE, SHARE};
use super::{EngineEvidence, EngineTask, PartEntry, Round, not_written};
use crate::run::shares::marker::{JobFolder, Opened};

/// The folder of the files of evidence. It is moved to its place as a whole: of a driver that was killed no
/// file is left that nobody knows.
const PARTS: &str = "parts";

/// Evidence that is being gathered.
pub struct EngineGather {
    plan: Plan,
    output: JobFolder,
    _lock: File,
    evidence: EngineEvidence,
    done: Vec<Round>,
}

impl EngineGather {
    /// Begins in a folder that all machines see under this name, in so many parts. `None` where the
    /// same evidence is complete already.
    ///
    /// # Errors
    /// A folder of another run, or one that cannot be written.
    pub fn open(
        task: &EngineTask,
        folder: &Path,
        parts: u32,
        overwrite: bool,
    ) -> Result<Option<Self>, RunError> {
        let folder = &std::path::absolute(folder).map_err(at(folder))?;
        let (plan, output) =
            (task.sources.plan.clone(), JobFolder::new::<EngineMarker>(folder, &[PARTS]));
        let differs = |root: &Path| {
            let found = read_marker::<EngineMarker>(root)?;
            Ok(plan.observes_other_than(&found.plan, Path::new("")))
        };
        let Opened::Empty { _lock } = output.open(overwrite, &differs)? else { return Ok(None) };
        let folder = output.unfinished();
        let evidence =
            EngineEvidence { folder, parts: parts.max(1), verdicts: false, files: Vec::new() };
        Ok(Some(Self { plan, output, _lock, evidence, done: Vec::new() }))
    }

    fn config(&self) -> &Config {
        &self.plan.config
    }

    /// The next reading, if there is one, and how often its groups are brought together.
    pub fn next_round(&self) -> Option<(Round, u32)> {
        let rounds = Round::of(self.config(), self.evidence.verdicts);
        let round = rounds.into_iter().find(|round| !self.done.contains(round))?;
        Some((round, if round.concludes_twice(self.config()) { 2 } else { 1 }))
    }

    /// What earlier readings gave, for the tasks of the next one. They write into its folder.
    pub fn evidence(&self) -> &EngineEvidence {
        &self.evidence
    }

    /// Takes the rows that the last conclusions of a reading gave: table, key and value. `of`: number
    /// of shares.
    ///
    /// # Errors
    /// Shares that are missing or there twice; groups that were not concluded.
    pub fn take(
        &mut self,
        round: Round,
        of: u32,
        rows: &[(String, String, Vec<u8>)],
    ) -> Result<(), RunError> {
        let (mut shares, mut observed) = (HashSet::new(), 0);
        let (mut verdicts, mut files) = (false, Vec::<PartEntry>::new());
        for (table, key, value) in rows {
            match &**table {
                SHARE => {
                    observed += 1;
                    shares.insert(key);
                    // Readings behind the first two do not look for verdicts.
                    verdicts |= value == &[1];
                }
                FILE => {
                    let file = PartEntry::from_json(value).map_err(not_written)?;
                    files.push(plain(&self.evidence.folder, file)?);
                }
                _ => return Err(ShareError::Pieces(key.clone()).into()),
            }
        }
        if shares.len() != of as usize || observed != shares.len() {
            return Err(ShareError::Shares { found: observed, of }.into());
        }
        self.evidence.verdicts |= verdicts;
        self.evidence.files.extend(files);
        self.done.push(round);
        Ok(())
    }

    /// Completes the folder. What attempts left that the engine did not keep is removed.
    ///
    /// # Errors
    /// When a file cannot be moved to its place.
    pub fn finish(mut self) -> Result<(), RunError> {
        // The order in which tasks ended does not count.
        self.evidence.files.sort_unstable();
        let Self { plan, output, evidence, .. } = self;
        let EngineEvidence { folder, parts, verdicts, files } = evidence;
        let kept = folder.join(PARTS);
        uninterrupted(|| fs::create_dir(&kept)).map_err(at(&kept))?;
        for PartEntry { name, .. } in &files {
            let from = folder.join(name);
            rename_whole(&from, &kept.join(name)).map_err(at(&from))?;
        }
        let marker = EngineMarker { format: FORMAT, plan, parts, verdicts, files };
        output.finish(&marker, &[PARTS])
    }
}

/// A file of evidence whose name is that of a file in its folder: another process named it.
fn plain(folder: &Path, file: PartEntry) -> Result<PartEntry, ShareError> {
    let mut components = Path::new(&file.name).components();
    let first = components.next();
    // Not a name with `/.` or `/` at its end, which components leave out.
    let is_plain = matches!(first, Some(Component::Normal(name)) if *name == *file.name)
        && components.next().is_none();
    match is_plain {
        true => Ok(file),
        false => Err(ShareError::Outside { folder: folder.to_owned(), name: file.name }),
    }
}

/// The evidence of a finished folder that goes with a plan. Relative names are those of files in `named_in`.
pub(in crate::run::shares) fn read(
    plan: &Plan,
    folder: &Path,
    named_in: &Path,
) -> Result<EngineEvidence, RunError> {
    let EngineMarker { plan: found, parts, verdicts, files, .. } = read_marker(folder)?;
    if let Some(difference) = plan.observes_other_than(&found, named_in) {
        let (folder, first) = (folder.to_owned(), "this run".to_owned());
        return Err(ShareError::Differs { folder, first, difference }.into());
    }
    let folder = std::path::absolute(folder).map_err(at(folder))?;
    let files = files.into_iter().map(|file| plain(&folder, file)).collect::<Result<_, _>>()?;
    Ok(EngineEvidence { folder: folder.join(PARTS), parts, verdicts, files })
}
