//! Ground truth and labels from the files that were named.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use scutch_archive::{PathKind, path_kind, paths_in};
use scutch_corpus::pages::NODES;
use scutch_evaluate::{GoldPage, LabelsError, RunLabels, Threshold, read_gold};
use scutch_folder::RunError;
use scutch_folder::manifest::{MANIFEST, read_manifest};
use scutch_folder::names::CROSSES;
use scutch_report::template::seconds_between;

use crate::talk::Talk;
use crate::verbs::evaluate::notes::Notes;

/// The pages of a file of ground truth, or of the files in the folders of a folder, in order of their
/// names; then those of `more`. Of several lines for one page the first counts.
pub(crate) fn gold(path: &Path, more: &[PathBuf], talk: Talk) -> anyhow::Result<Vec<GoldPage>> {
    let (mut pages, mut known) = (Vec::new(), HashSet::new());
    for file in all_gold_files(path, more)? {
        let mut notes = Notes::new(&file);
        for page in read_gold(open(&file)?).with_context(|| file.display().to_string())? {
            // A page labelled twice must not count twice.
            match known.insert(page.key()) {
                true => pages.push(page),
                false => notes.add("left out: the first of its `url` and `timestamp` counts"),
            }
        }
        notes.tell(talk);
    }
    if pages.is_empty() {
        bail!("{}: no page", path.display());
    }
    Ok(pages)
}

/// The files of ground truth that several paths stand for.
pub(super) fn all_gold_files(path: &Path, more: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = gold_files(path)?;
    for path in more {
        files.extend(gold_files(path)?);
    }
    Ok(files)
}

/// The files of ground truth that a path stands for.
pub(crate) fn gold_files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if kind(path)? != Some(PathKind::Folder) {
        return Ok(vec![path.to_owned()]);
    }
    let folders = paths_in(path).with_context(|| path.display().to_string())?;
    let mut files = Vec::new();
    for folder in folders.into_iter().chain([path.to_owned()]) {
        for file in ["gold.jsonl", "gold.jsonl.gz"].map(|name| folder.join(name)) {
            if kind(&file)?.is_some() {
                files.push(file);
                break;
            }
        }
    }
    // Pages are told in the order of their files.
    files.sort();
    if files.is_empty() {
        bail!("{}: no gold.jsonl in it or in its folders", path.display());
    }
    Ok(files)
}

/// First bytes of gzip (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// What has a path; an error names it.
fn kind(path: &Path) -> anyhow::Result<Option<PathKind>> {
    path_kind(path).with_context(|| path.display().to_string())
}

/// A text file, compressed or not.
fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    File::open(path).and_then(unpacked).with_context(|| path.display().to_string())
}

/// A file behind its compression, which the first bytes tell.
fn unpacked(mut file: File) -> io::Result<Box<dyn BufRead>> {
    let packed = begins_with(&mut file, &GZIP)?;
    Ok(if packed {
        Box::new(BufReader::new(flate2::read::MultiGzDecoder::new(file)))
    } else {
        Box::new(BufReader::new(file))
    })
}

/// Whether a file begins with these bytes; it is read from its start again afterwards.
fn begins_with(file: &mut File, magic: &[u8]) -> io::Result<bool> {
    let mut found = Vec::new();
    file.take(magic.len() as u64).read_to_end(&mut found)?;
    file.rewind()?;
    Ok(found == magic)
}

/// The labels of nodes in a folder, or the file itself.
pub(crate) fn nodes_file(path: &Path) -> anyhow::Result<PathBuf> {
    match kind(path)? {
        Some(PathKind::Folder) => NODES.file(path).with_context(|| path.display().to_string()),
        _ => Ok(path.to_owned()),
    }
}

/// Labels of nodes as lines. Labels are read by page, which needs a file that can be searched: rows
/// of Parquet and packed lines are first unpacked into a file without a name.
pub(crate) fn nodes_lines(path: &Path) -> io::Result<File> {
    let mut file = File::open(path)?;
    let (parquet, packed) = (begins_with(&mut file, b"PAR1")?, begins_with(&mut file, &GZIP)?);
    if !parquet && !packed {
        return Ok(file);
    }
    let folder = std::env::temp_dir();
    let named = |error: io::Error| {
        io::Error::new(error.kind(), format!("{}: no temporary file: {error}", folder.display()))
    };
    let mut lines = tempfile::tempfile_in(&folder).map_err(named)?;
    if parquet {
        NODES.lines_of(file, BufWriter::new(&lines))?;
    } else {
        io::copy(&mut unpacked(file)?, &mut lines)?;
    }
    lines.rewind()?;
    Ok(lines)
}

/// The labels that a run gave to the pages of the ground truth, and what was left out of them.
pub(super) fn labels(path: &Path, gold: &[GoldPage]) -> anyhow::Result<(RunLabels, Notes)> {
    let path = nodes_file(path)?;
    let stored = nodes_lines(&path).with_context(|| path.display().to_string())?;
    let labels = RunLabels::read(BufReader::new(stored), gold);
    let mut labels = labels.map_err(|error| at(&path, &error))?;
    let crosses = path.with_file_name(CROSSES);
    // Runs of other tools have labels alone; then there is no table by time.
    if kind(&crosses)?.is_some() {
        let added = labels.add_gaps(open(&crosses)?, seconds_between);
        added.map_err(|error| at(&crosses, &error))?;
    }
    if labels.name.is_empty() {
        labels.name = path.display().to_string();
    }
    labels.threshold = path.parent().map(threshold).transpose()?.flatten();
    let mut notes = Notes::new(&path);
    labels.left_out.iter().for_each(|(reason, count)| notes.add_many(*reason, *count));
    Ok((labels, notes))
}

/// An error with the file and the line where it is.
fn at(path: &Path, error: &LabelsError) -> anyhow::Error {
    anyhow!("{}, {error}", path.display())
}

/// The least similarity in crosses, where the configuration of the run is beside the labels.
fn threshold(folder: &Path) -> anyhow::Result<Option<Threshold>> {
    match read_manifest(folder) {
        Ok(manifest) => Ok(Threshold::from_config(&manifest.config.template)),
        // A file that is there and cannot be read is no folder of another tool.
        Err(error @ RunError::File { .. }) if kind(&folder.join(MANIFEST))?.is_some() => {
            Err(error.into())
        }
        Err(_) => Ok(None),
    }
}
