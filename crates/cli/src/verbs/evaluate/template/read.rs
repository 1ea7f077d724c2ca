//! Gold pages and labels from files.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use scutch_corpus::manifest::read_manifest;
use scutch_corpus::pages::{CROSSES, NODES, seconds_between};
use scutch_template::TemplateConfig;
use scutch_template::evaluate::{GoldPage, Run, read_gold, read_line};
use scutch_template::gap;
use scutch_template::patterns::{Class, has_partner};
use serde_json::Value;

use super::met::Met;
use crate::talk::Talk;
use crate::verbs::evaluate::notes::{NO_OBJECT, Notes};

/// Address and time of a capture.
pub(super) type Key = (String, String);

pub(super) fn key(page: &GoldPage) -> Key {
    (page.url.clone(), page.timestamp.clone())
}

/// The labels of one page.
#[derive(Debug, Default)]
pub(super) struct Labelled {
    pub(super) runs: Vec<Run>,
    /// The numbers of their text nodes, where lines say them.
    nodes: Vec<u64>,
    /// The record they are of.
    record: Option<String>,
    met: Met,
    pub(super) cross: String,
    /// Place of the span of the time to the nearest snapshot; `None` without one, or where that is not known.
    pub(super) gap: Option<usize>,
}

impl Labelled {
    /// Puts runs into the order of their nodes, where all are known.
    fn sort(&mut self) {
        if self.nodes.len() == self.runs.len() && !self.nodes.is_sorted() {
            let mut runs: Vec<(u64, Run)> = self.nodes.drain(..).zip(self.runs.drain(..)).collect();
            runs.sort_by_key(|(node, _)| *node);
            self.runs = runs.into_iter().map(|(_, run)| run).collect();
        }
    }
}

/// What a method made of the gold's pages.
#[derive(Debug, Default)]
pub(super) struct Predictions {
    pub(super) name: String,
    pub(super) pages: HashMap<Key, Labelled>,
    /// Whether times between snapshots are known.
    pub(super) gaps: bool,
    pub(super) threshold: Option<Threshold>,
    pub(super) notes: Notes,
}

/// The least similarity in crosses, of a run that asked for one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Threshold {
    pub(super) value: f64,
    /// All else that makes the labels.
    rest: TemplateConfig,
}

impl Threshold {
    /// `None` where the method does not ask for similarity, or where it is not one for all hosts.
    fn of(config: &TemplateConfig) -> Option<Self> {
        let config = config.settled();
        let value = config.threshold.filter(|_| config.host_thresholds.is_empty())?;
        // What is only written besides changes no label.
        let rest = TemplateConfig {
            threshold: None,
            crosses: false,
            nodes: false,
            markup: None,
            ..config
        };
        // As it was typed, without the digits that are of the type only.
        Some(Self { value: (f64::from(value) * 1e6).round() / 1e6, rest })
    }

    /// Whether all but the number is the same.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        self.rest == other.rest
    }
}

/// The pages of a file of gold, or of the files in the folders of a folder, in order of their names.
/// Of lines for one page the first counts.
pub(crate) fn gold(path: &Path, talk: Talk) -> anyhow::Result<Vec<GoldPage>> {
    let (mut pages, mut known) = (Vec::new(), HashSet::new());
    for file in gold_files(path)? {
        let mut notes = Notes::of(&file);
        for page in read_gold(open(&file)?).with_context(|| file.display().to_string())? {
            match known.insert(key(&page)) {
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

/// The files of gold that a path stands for.
pub(crate) fn gold_files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).with_context(|| path.display().to_string())?;
    let folders = entries.flatten().map(|entry| entry.path());
    let named = |folder: PathBuf| {
        let files = ["gold.jsonl", "gold.jsonl.gz"].map(|name| folder.join(name));
        files.into_iter().find(|file| file.exists())
    };
    let mut files: Vec<PathBuf> = folders.chain([path.to_owned()]).filter_map(named).collect();
    files.sort();
    if files.is_empty() {
        bail!("{}: no gold.jsonl in it or in its folders", path.display());
    }
    Ok(files)
}

const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A text file, compressed or not.
fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    File::open(path).and_then(unpacked).with_context(|| path.display().to_string())
}

fn unpacked(mut file: File) -> io::Result<Box<dyn BufRead>> {
    let packed = begins_with(&mut file, &GZIP)?;
    Ok(if packed {
        Box::new(BufReader::new(flate2::read::MultiGzDecoder::new(file)))
    } else {
        Box::new(BufReader::new(file))
    })
}

fn begins_with(file: &mut File, magic: &[u8]) -> io::Result<bool> {
    let mut found = Vec::new();
    file.take(magic.len() as u64).read_to_end(&mut found)?;
    file.rewind()?;
    Ok(found == magic)
}

/// The labels of nodes in a folder, or the file itself.
pub(crate) fn nodes_file(path: &Path) -> PathBuf {
    if path.is_dir() { NODES.file(path) } else { path.to_owned() }
}

/// Labels of nodes as lines. Those of a file of Parquet, or one that is packed, are written to a file without a name first,
/// as they have to be read by page.
pub(crate) fn nodes_lines(path: &Path) -> io::Result<File> {
    let mut file = File::open(path)?;
    let (parquet, packed) = (begins_with(&mut file, b"PAR1")?, begins_with(&mut file, &GZIP)?);
    if !parquet && !packed {
        return Ok(file);
    }
    let mut lines = tempfile::tempfile()?;
    if parquet {
        NODES.lines_of(file, BufWriter::new(&lines))?;
    } else {
        io::copy(&mut unpacked(file)?, &mut lines)?;
    }
    lines.rewind()?;
    Ok(lines)
}

/// The labels of the gold's pages; lines of other pages are passed over.
pub(super) fn predictions(path: &Path, gold: &[GoldPage]) -> anyhow::Result<Predictions> {
    let path = nodes_file(path);
    let mut pages: HashMap<Key, Labelled> =
        gold.iter().map(|page| (key(page), Labelled::default())).collect();
    let (mut name, mut notes) = (String::new(), Notes::of(&path));
    let stored = nodes_lines(&path).with_context(|| path.display().to_string())?;
    for (number, line) in BufReader::new(stored).lines().enumerate() {
        let place = || format!("{}, line {}", path.display(), number + 1);
        let line = line.with_context(place)?;
        if line.trim().is_empty() {
            continue;
        }
        let stored = line;
        let line: Value = read_line(&stored).with_context(place)?;
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        if let Some(what) = unusable(&line) {
            notes.add(what);
            continue;
        }
        let class = line["class"].as_str().and_then(Class::named);
        let Some(class) = class else {
            bail!("{}: unknown class {}", place(), line["class"]);
        };
        let Some(page) = pages.get_mut(&(text("url"), text("timestamp"))) else { continue };
        // Of captures with one address and time the first counts.
        let record = text("warc_record_id");
        if page.record.get_or_insert_with(|| record.clone()) != &record {
            continue;
        }
        if page.met.again(&stored, line["node"].as_u64(), line["text"].as_str()) {
            notes.add("left out: the same text of the same node again");
            continue;
        }
        page.runs.push(Run { text: text("text"), class });
        page.nodes.extend(line["node"].as_u64());
        page.cross = text("cross");
        name_by(&mut name, &page.cross, &text("method"));
    }
    let gaps = gaps(&path.with_file_name(CROSSES), &mut pages)?;
    pages.retain(|_, page| !page.runs.is_empty());
    pages.values_mut().for_each(Labelled::sort);
    let name = if name.is_empty() { path.display().to_string() } else { name };
    let threshold = path.parent().and_then(threshold);
    Ok(Predictions { name, pages, gaps, threshold, notes })
}

/// The least similarity in crosses by the configuration of a run, where one lies beside the labels.
fn threshold(folder: &Path) -> Option<Threshold> {
    Threshold::of(&read_manifest(folder).ok()?.config.template)
}

/// Why a line is a label of no node.
fn unusable(line: &Value) -> Option<&'static str> {
    let lacks = |name: &str| !line[name].is_string();
    match () {
        () if !line.is_object() => Some(NO_OBJECT),
        () if lacks("url") || lacks("timestamp") => {
            Some("left out: no `url` and `timestamp` that are strings")
        }
        () if lacks("text") => Some("left out: no `text` that is a string"),
        () => None,
    }
}

/// Names a prediction by a page of it: pages without a cross have the name of another method.
pub(crate) fn name_by(name: &mut String, cross: &str, method: &str) {
    if name.is_empty() || has_partner(cross) {
        method.clone_into(name);
    }
}

/// Fills in the time to the nearest snapshot from the crosses beside the labels. False where there are none.
fn gaps(path: &Path, pages: &mut HashMap<Key, Labelled>) -> anyhow::Result<bool> {
    if !path.exists() {
        return Ok(false);
    }
    for (number, line) in open(path)?.lines().enumerate() {
        let place = || format!("{}, line {}", path.display(), number + 1);
        let line: Value = read_line(&line.with_context(place)?).with_context(place)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let timestamp = text(&line["timestamp"]);
        let Some(page) = pages.get_mut(&(text(&line["url"]), timestamp.clone())) else { continue };
        let snapshots = ["prev", "next"].map(|name| text(&line[name]["timestamp"]));
        let nearest = snapshots.iter().filter_map(|other| seconds_between(&timestamp, other)).min();
        page.gap = nearest.map(gap::span);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use scutch_template::Method;
    use scutch_template::cross::CrossRule;

    use super::*;

    #[test]
    fn a_threshold_is_one_for_all_hosts() {
        let config = |host_thresholds| TemplateConfig {
            method: Method::T001,
            threshold: Some(0.3),
            host_thresholds,
            ..TemplateConfig::default()
        };
        let value =
            |config: TemplateConfig| Threshold::of(&config).map(|threshold| threshold.value);
        assert_eq!(value(config([].into())), Some(0.3));
        assert_eq!(value(config([("a.example".to_owned(), 0.9)].into())), None);
        assert_eq!(value(TemplateConfig::default()), None);
        let by = |cross| Threshold::of(&TemplateConfig { cross, ..config([].into()) });
        let [implied, same, other] =
            [None, Some(CrossRule::Thesis), Some(CrossRule::Repaired)].map(by);
        let implied = implied.expect("a threshold");
        assert_eq!(
            [same, other].map(|other| other.is_some_and(|other| implied.is_beside(&other))),
            [true, false]
        );
    }
}
