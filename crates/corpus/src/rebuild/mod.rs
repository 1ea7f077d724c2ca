//! Gives a stand-off corpus its texts back, from one's own copy of the archives.
//!
//! The manifest of the stand-off corpus has the configuration of its run, so the same run is made again over
//! these archives. A row stays if the digest of its text is the one that the stand-off corpus names; it
//! need not come from the same files.

mod lines;

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::uninterrupted;
use scutch_folder::config::scope::Filter;
use scutch_folder::config::{Config, Format};
use scutch_folder::inputs::Unreadable;
use scutch_folder::manifest::{Manifest, read_manifest, tool};
use scutch_folder::merkle::Hash;
use scutch_folder::{RunError, at};
use serde_json::Value;

use self::lines::Line;
pub(crate) use self::lines::lines;
use crate::flow::Watch;
use crate::format::text_digest;
use crate::reissue::{Reissue, complete_or_absent};
use crate::row::columns;
use crate::row::digest::{digest_of_stored, digested};
use crate::row::stored::{self, StoredRow};
use crate::run::{Ended, Request, run};

/// What to rebuild from which archives.
#[derive(Debug, Clone)]
pub struct RebuildRequest {
    /// The stand-off corpus.
    pub standoff: PathBuf,
    /// Archives, in any form that a run takes.
    pub archives: Vec<String>,
    /// Decisions on rows, where the run had some.
    pub decisions: Option<PathBuf>,
    /// Formats to write; one of rows must be among them.
    pub formats: Vec<Format>,
    /// The new folder.
    pub output: PathBuf,
    /// Worker threads; at least one.
    pub jobs: usize,
    /// What becomes of archives that cannot be read.
    pub unreadable: Unreadable,
}

/// Why a row of a stand-off corpus has no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotRebuilt {
    /// No record of these archives gives the row.
    Missing,
    /// The record is there with another payload.
    OtherRecord,
    /// The payload is the same and its text another one.
    OtherText,
}

impl NotRebuilt {
    /// As a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Missing => "no record of these archives gives this row",
            Self::OtherRecord => "its record has another payload",
            Self::OtherText => "its record is the same, and gives another text",
        }
    }
}

/// A row of a stand-off corpus without a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lacking {
    /// Id of the row.
    pub id: String,
    /// Its address.
    pub url: String,
    /// Why.
    pub why: NotRebuilt,
}

/// What was rebuilt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Rows of the stand-off corpus.
    pub rows: u64,
    /// Rows with their text.
    pub rebuilt: u64,
    /// Those of them that are the same in every column.
    pub identical: u64,
    /// Rows that these archives give and the stand-off corpus does not name. They are left out.
    pub further: u64,
    /// Rows without a text, in the order of the stand-off corpus.
    pub lacking: Vec<Lacking>,
    /// The program that made the stand-off corpus, if it is another version.
    pub other_tool: Option<String>,
    /// Whether all rows are identical, and their root is not the one of the stand-off corpus: then the
    /// rows stood in another order, or its manifest was changed.
    pub other_root: bool,
}

/// Rebuilds a corpus. The new folder is complete or absent; `None` when interrupted.
///
/// # Errors
/// A folder that is no sound stand-off corpus, an output folder that exists or lies in it, and what ends a
/// run. Rows without a text are a result, not an error.
pub fn rebuild(request: &RebuildRequest, watch: &dyn Watch) -> Result<Option<Rebuilt>, RunError> {
    let manifest = read_manifest(&request.standoff)?;
    if !manifest.config.formats.contains(&Format::Standoff) {
        return Err(RunError::NotStandoff(request.standoff.clone()));
    }
    // Without its decisions the run would make other rows.
    if manifest.config.decisions.is_some() && request.decisions.is_none() {
        return Err(RunError::NoDecisions(request.standoff.clone()));
    }
    let Some(known) = lines(&request.standoff, &manifest, watch)? else { return Ok(None) };
    let other_tool = (manifest.tool != tool()).then(|| manifest.tool.clone());
    let expected_root = manifest.rows_root.clone();
    let config = configuration(request, manifest.config);
    complete_or_absent(&request.standoff, &request.output, |folder| {
        // Within the unfinished folder, so that it goes with it if anything fails.
        let work = folder.join(WORK);
        let run_request = Request {
            jobs: request.jobs,
            unreadable: request.unreadable,
            ..Request::new(config, work.clone())
        };
        let manifest = match run(&run_request, watch)? {
            Ended::Interrupted { .. } => return Ok(None),
            Ended::Complete(manifest) | Ended::AlreadyComplete(manifest) => manifest,
        };
        let mut rebuilding = Rebuilding::new(known);
        rebuilding.compare(&work, &manifest)?;
        let root = rebuilding.place(&work, folder, *manifest)?;
        uninterrupted(|| fs::remove_dir_all(&work)).map_err(at(&work))?;
        let rebuilt = rebuilding.result();
        let is_other = expected_root.is_some() && expected_root != root;
        // Where rows differ or are missing, another root is no news.
        let other_root = is_other && rebuilt.identical == rebuilt.rows;
        Ok(Some(Rebuilt { other_tool, other_root, ..rebuilt }))
    })
}

/// The folder of the run, in the new folder.
const WORK: &str = ".run";

/// The configuration of the run, over other archives and in other formats.
fn configuration(request: &RebuildRequest, run: Config) -> Config {
    Config {
        inputs: request.archives.clone(),
        formats: request.formats.clone(),
        // Annotations are merged into formats that are not asked for, and have the words of the texts.
        annotations: None,
        // The path in the manifest is one of its maker's machine.
        decisions: request.decisions.clone(),
        ..run
    }
}

/// How a row that the run made compares with the stand-off corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Identical,
    SameText,
    Not(NotRebuilt),
}

/// A comparison in progress.
struct Rebuilding {
    known: Vec<Line>,
    /// Rows of the run that the stand-off corpus names.
    found: HashMap<String, Found>,
    /// Rows of the run that are left out: those without its text, and further ones.
    gone: BTreeSet<String>,
    further: u64,
}

impl Rebuilding {
    fn new(known: Vec<Line>) -> Self {
        Self { known, found: HashMap::new(), gone: BTreeSet::new(), further: 0 }
    }

    /// Compares the rows of the run with the lines of the stand-off corpus.
    fn compare(&mut self, work: &Path, manifest: &Manifest) -> Result<(), RunError> {
        let columns = columns(&manifest.config);
        let digested = digested(&columns);
        let known: HashMap<&str, &Line> =
            self.known.iter().map(|line| (line.id.as_str(), line)).collect();
        for part in stored::parts(work, manifest) {
            let read = stored::for_each(&part, &columns, |row| {
                let Some(line) = known.get(row.id.as_str()) else {
                    self.further += 1;
                    self.gone.insert(row.id);
                    return;
                };
                let found = compared(line, &row, || digest_of_stored(&row.columns, &digested));
                if matches!(found, Found::Not(_)) {
                    self.gone.insert(row.id.clone());
                }
                self.found.insert(row.id, found);
            });
            read.map_err(at(&part))?;
        }
        Ok(())
    }

    /// Moves the run to its place, without rows that are not those of the stand-off corpus. The root of
    /// the others.
    fn place(
        &self,
        work: &Path,
        folder: &Path,
        manifest: Manifest,
    ) -> Result<Option<String>, RunError> {
        // Every row is one of the stand-off corpus: the run is the result as it is.
        if self.gone.is_empty() {
            move_contents(work, folder)?;
            return Ok(manifest.rows_root);
        }
        let mut reissue = Reissue::new(work, folder, manifest, self.gone.clone());
        let taken = reissue.shards()?;
        reissue.quarantine(|_| true)?;
        let (manifest, _) = reissue.finish(&taken, Filter::NotInStandoff, None)?;
        Ok(manifest.rows_root)
    }

    /// What was rebuilt.
    fn result(self) -> Rebuilt {
        let mut rebuilt =
            Rebuilt { rows: self.known.len() as u64, further: self.further, ..Rebuilt::default() };
        for line in self.known {
            let why = match self.found.get(&line.id) {
                Some(Found::Identical) => {
                    rebuilt.identical += 1;
                    None
                }
                Some(Found::SameText) => None,
                Some(Found::Not(why)) => Some(*why),
                None => Some(NotRebuilt::Missing),
            };
            match why {
                None => rebuilt.rebuilt += 1,
                Some(why) => rebuilt.lacking.push(Lacking { id: line.id, url: line.url, why }),
            }
        }
        rebuilt
    }
}

/// How a row compares with its line.
fn compared(line: &Line, row: &StoredRow, digest: impl FnOnce() -> Hash) -> Found {
    if text_digest(row.text()) == line.text_sha256 {
        // Where its record lies now is a column, too.
        let is_identical = data_encoding::HEXLOWER.encode(&digest()) == line.row_sha256;
        return if is_identical { Found::Identical } else { Found::SameText };
    }
    let payload = row.columns.get("payload_digest").and_then(Value::as_str);
    match payload == Some(&line.payload_digest) {
        true => Found::Not(NotRebuilt::OtherText),
        false => Found::Not(NotRebuilt::OtherRecord),
    }
}

/// Moves everything in a folder to another.
fn move_contents(from: &Path, to: &Path) -> Result<(), RunError> {
    for entry in
        uninterrupted(|| fs::read_dir(from)?.collect::<io::Result<Vec<_>>>()).map_err(at(from))?
    {
        let new = to.join(entry.file_name());
        uninterrupted(|| fs::rename(entry.path(), &new)).map_err(at(&new))?;
    }
    Ok(())
}
