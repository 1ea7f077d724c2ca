//! Labels of nodes by page, from a file that need not fit into memory.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};

use scutch_template::patterns::Class;
use serde::Deserialize;

use crate::{LabelFault, LabelsError, RepeatedLines, name_by, read_line};

/// A capture. Orders by address, then time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub struct CaptureId {
    /// Its address.
    pub url: String,
    /// 14 digits.
    pub timestamp: String,
    /// Its record, where the labels name it.
    #[serde(default)]
    pub warc_record_id: Option<String>,
}

/// A labelled run of words.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelledRun {
    /// Number of its text node.
    pub node: usize,
    /// Its words.
    pub text: String,
    /// Its class.
    pub class: Class,
}

/// What a line of `nodes.jsonl` must have besides its page.
#[derive(Debug, Deserialize)]
struct Line {
    node: usize,
    text: String,
    class: String,
}

/// The part of a line that names the method.
#[derive(Debug, Deserialize)]
struct Origin {
    #[serde(default)]
    cross: String,
    #[serde(default)]
    method: String,
}

/// Consecutive lines of a page in the file, in bytes.
#[derive(Debug, Clone, Copy)]
struct ByteRange {
    start: u64,
    length: u64,
}

/// The labels of one run of the program.
#[derive(Debug)]
pub struct LabelFile {
    /// The method that labelled the pages with a cross.
    pub name: String,
    file: File,
    /// In the order of the file.
    order: Vec<CaptureId>,
    places: HashMap<CaptureId, Vec<ByteRange>>,
}

impl LabelFile {
    /// Finds the pages of a file with a label per line.
    ///
    /// # Errors
    /// At the first line that names no capture, and where the file cannot be read.
    pub fn open(file: File) -> Result<Self, LabelsError> {
        let (order, places) = (Vec::new(), HashMap::new());
        let mut labels = Self { name: String::new(), file, order, places };
        let mut line = 0;
        labels.index(&mut line).map_err(|fault| LabelsError { line, fault })?;
        Ok(labels)
    }

    /// Notes where the lines of each page are; `number` counts the lines read.
    fn index(&mut self, number: &mut usize) -> Result<(), LabelFault> {
        *number = 1;
        let mut reader = BufReader::new(self.file.try_clone()?);
        let (mut start, mut line) = (0u64, String::new());
        let mut current: Option<(CaptureId, ByteRange)> = None;
        loop {
            line.clear();
            let length = reader.read_line(&mut line)? as u64;
            if length == 0 {
                break;
            }
            let place = ByteRange { start, length };
            start += length;
            if line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() {
                self.keep(current.take());
            } else {
                let key: CaptureId = read_line(&line)?;
                match &mut current {
                    Some((same, place)) if *same == key => place.length += length,
                    _ => {
                        self.named_by(&line);
                        self.keep(current.replace((key, place)));
                    }
                }
            }
            *number += 1;
        }
        self.keep(current);
        Ok(())
    }

    /// Whether there is no label at all.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    fn keep(&mut self, page: Option<(CaptureId, ByteRange)>) {
        let Some((key, place)) = page else { return };
        let places = self.places.entry(key.clone()).or_default();
        if places.is_empty() {
            self.order.push(key);
        }
        places.push(place);
    }

    fn named_by(&mut self, line: &str) {
        if let Ok(origin) = read_line::<Origin>(line) {
            name_by(&mut self.name, &origin.cross, &origin.method);
        }
    }

    /// Whether all labels name their record.
    pub fn have_records(&self) -> bool {
        self.order.iter().all(|key| key.warc_record_id.is_some())
    }

    /// Identifies captures by address and time only; of several the first counts.
    pub fn forget_records(&mut self) {
        let mut places = std::mem::take(&mut self.places);
        for key in std::mem::take(&mut self.order) {
            let found = places.remove(&key).unwrap_or_default();
            let key = CaptureId { warc_record_id: None, ..key };
            if !self.places.contains_key(&key) {
                self.order.push(key.clone());
                self.places.insert(key, found);
            }
        }
    }

    /// The captures, in the order of the file.
    pub fn keys(&self) -> impl Iterator<Item = &CaptureId> {
        self.order.iter()
    }

    /// Whether the file has labels of a capture.
    pub fn has(&self, key: &CaptureId) -> bool {
        self.places.contains_key(key)
    }

    /// The runs of a page in the order of their nodes. A run that the file holds twice counts once.
    ///
    /// # Errors
    /// Where a line is no label, and where the file cannot be read.
    pub fn page(&mut self, key: &CaptureId) -> Result<Vec<LabelledRun>, LabelFault> {
        let (mut runs, mut repeated) = (Vec::new(), RepeatedLines::default());
        for place in self.places.get(key).into_iter().flatten() {
            for line in read_range(&self.file, *place)?.lines() {
                let run = run(line)?;
                if !repeated.is_repeated(line, Some(run.node as u64), Some(&run.text)) {
                    runs.push(run);
                }
            }
        }
        runs.sort_by_key(|run| run.node);
        Ok(runs)
    }
}

fn read_range(mut file: &File, place: ByteRange) -> io::Result<String> {
    let mut text = String::new();
    file.seek(SeekFrom::Start(place.start))?;
    file.take(place.length).read_to_string(&mut text)?;
    Ok(text)
}

fn run(line: &str) -> Result<LabelledRun, LabelFault> {
    let Line { node, text, class } = read_line(line)?;
    let found = Class::named(&class).ok_or_else(|| LabelFault::Class(format!("`{class}`")))?;
    Ok(LabelledRun { node, text, class: found })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn label(url: &str, record: &str, node: u8, text: &str) -> String {
        format!(
            "{{\"url\":\"{url}\",\"timestamp\":\"t\",\"warc_record_id\":\"{record}\",\"node\":{node},\
             \"text\":\"{text}\",\"class\":\"content\",\"cross\":\"11000\",\"method\":\"m/1\"}}\n"
        )
    }

    fn open(lines: &str) -> Result<LabelFile, LabelsError> {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(lines.as_bytes()).expect("written");
        file.rewind().expect("rewound");
        LabelFile::open(file)
    }

    fn texts(labels: &mut LabelFile) -> Vec<Vec<String>> {
        let keys: Vec<CaptureId> = labels.keys().cloned().collect();
        let texts = keys.iter().map(|key| {
            let runs = labels.page(key).expect("labels");
            runs.into_iter().map(|run| run.text).collect()
        });
        texts.collect()
    }

    #[test]
    fn lines_of_a_page_may_be_apart() {
        let lines = [
            label("u", "r", 1, "a"),
            label("v", "s", 0, "x"),
            "\n".to_owned(),
            label("u", "r", 0, "b"),
            label("u", "r", 0, "b"),
        ];
        let mut labels = open(&lines.concat()).expect("labels");
        assert_eq!(texts(&mut labels), [vec!["b", "a"], vec!["x"]]);
        assert_eq!(labels.name, "m/1");
        assert!(labels.have_records() && !labels.is_empty());
    }

    #[test]
    fn without_records_the_first_capture_of_a_time_counts() {
        let lines = [label("u", "r", 0, "a"), label("u", "s", 0, "b")].concat();
        let mut labels = open(&lines).expect("labels");
        assert_eq!(texts(&mut labels).len(), 2);
        labels.forget_records();
        assert_eq!(texts(&mut labels), [["a"]]);
        let key = labels.keys().next().cloned().expect("a key");
        assert!(labels.has(&key) && !labels.have_records());
    }

    #[test]
    fn errors_name_their_line() {
        let lines = label("u", "r", 0, "a") + "\n{\"url\": 1}\n";
        let error = open(&lines).expect_err("no capture").to_string();
        assert!(error.starts_with("line 3: "), "{error}");
        let unknown = label("u", "r", 0, "a").replace("content", "fog");
        let mut labels = open(&unknown).expect("a capture");
        let key = labels.keys().next().cloned().expect("a key");
        let error = labels.page(&key).expect_err("no class").to_string();
        assert_eq!(error, "unknown class `fog`");
    }

    #[test]
    fn an_empty_file_has_no_captures() {
        assert!(open("\n\u{feff}\n").expect("no labels").is_empty());
    }
}
