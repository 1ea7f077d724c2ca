//! Labels of nodes by page, from a file that need not fit into memory.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use scutch_template::evaluate::read_line;
use scutch_template::patterns::Class;
use serde::Deserialize;

use crate::verbs::evaluate::{Met, name_by, nodes_file, nodes_lines};

/// Which capture. Orders by address, then time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub(super) struct Key {
    pub(super) url: String,
    /// 14 digits.
    pub(super) timestamp: String,
    #[serde(default)]
    pub(super) warc_record_id: Option<String>,
}

/// A labelled run of words.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Run {
    /// Number of its text node.
    pub(super) node: usize,
    pub(super) text: String,
    pub(super) class: Class,
}

/// What a line of `nodes.jsonl` must have besides its page.
#[derive(Debug, Deserialize)]
struct Line {
    node: usize,
    text: String,
    class: String,
}

/// What says who labelled a page.
#[derive(Debug, Deserialize)]
struct By {
    #[serde(default)]
    cross: String,
    #[serde(default)]
    method: String,
}

/// Where lines of a page stand in the file, one behind the other.
#[derive(Debug, Clone, Copy)]
struct Place {
    start: u64,
    length: u64,
}

/// The labels of one run of the program.
#[derive(Debug)]
pub(super) struct Labels {
    /// The method that labelled the pages with a cross.
    pub(super) name: String,
    path: PathBuf,
    file: File,
    /// In the order of the file.
    order: Vec<Key>,
    places: HashMap<Key, Vec<Place>>,
}

impl Labels {
    /// Finds the pages of a file of nodes, or of the folder that holds one.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let path = nodes_file(path);
        let name = || path.display().to_string();
        let file = nodes_lines(&path).with_context(|| {
            format!("{}: cannot be read (`scutch template --nodes` writes such files)", name())
        })?;
        let mut labels = Self {
            name: String::new(),
            path: path.clone(),
            file,
            order: Vec::new(),
            places: HashMap::new(),
        };
        labels.index().with_context(name)?;
        if labels.order.is_empty() {
            bail!("{}: no label of a node", name());
        }
        Ok(labels)
    }

    fn index(&mut self) -> anyhow::Result<()> {
        let mut reader = BufReader::new(self.file.try_clone()?);
        let (mut start, mut number, mut line) = (0u64, 0u64, String::new());
        let mut current: Option<(Key, Place)> = None;
        loop {
            line.clear();
            number += 1;
            let read = reader.read_line(&mut line);
            let length = read.with_context(|| format!("line {number}"))? as u64;
            if length == 0 {
                break;
            }
            let place = Place { start, length };
            start += length;
            if line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() {
                self.keep(current.take());
                continue;
            }
            let key: Key = read_line(&line).with_context(|| format!("line {number}"))?;
            match &mut current {
                Some((same, place)) if *same == key => place.length += length,
                _ => {
                    self.named_by(&line);
                    self.keep(current.replace((key, place)));
                }
            }
        }
        self.keep(current);
        Ok(())
    }

    fn keep(&mut self, page: Option<(Key, Place)>) {
        let Some((key, place)) = page else { return };
        let places = self.places.entry(key.clone()).or_default();
        if places.is_empty() {
            self.order.push(key);
        }
        places.push(place);
    }

    fn named_by(&mut self, line: &str) {
        if let Ok(by) = read_line::<By>(line) {
            name_by(&mut self.name, &by.cross, &by.method);
        }
    }

    /// Whether all pages say which record they are of.
    pub(super) fn have_records(&self) -> bool {
        self.order.iter().all(|key| key.warc_record_id.is_some())
    }

    /// Tells pages apart by address and time only; of several the first counts.
    pub(super) fn forget_records(&mut self) {
        let mut places = std::mem::take(&mut self.places);
        for key in std::mem::take(&mut self.order) {
            let found = places.remove(&key).unwrap_or_default();
            let key = Key { warc_record_id: None, ..key };
            if !self.places.contains_key(&key) {
                self.order.push(key.clone());
                self.places.insert(key, found);
            }
        }
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &Key> {
        self.order.iter()
    }

    pub(super) fn has(&self, key: &Key) -> bool {
        self.places.contains_key(key)
    }

    /// The runs of a page in the order of their nodes. Those that stand there twice count once.
    pub(super) fn page(&mut self, key: &Key) -> anyhow::Result<Vec<Run>> {
        let name = || format!("{}, {} of {}", self.path.display(), key.url, key.timestamp);
        let (mut runs, mut met) = (Vec::new(), Met::default());
        for place in self.places.get(key).into_iter().flatten() {
            let mut text = String::new();
            self.file.seek(SeekFrom::Start(place.start)).with_context(name)?;
            (&self.file).take(place.length).read_to_string(&mut text).with_context(name)?;
            for line in text.lines() {
                let run = run(line).with_context(name)?;
                if !met.again(line, Some(run.node as u64), Some(&run.text)) {
                    runs.push(run);
                }
            }
        }
        runs.sort_by_key(|run| run.node);
        Ok(runs)
    }
}

fn run(line: &str) -> anyhow::Result<Run> {
    let Line { node, text, class } = read_line(line)?;
    let Some(class) = Class::named(&class) else {
        bail!("unknown class `{class}`");
    };
    Ok(Run { node, text, class })
}
