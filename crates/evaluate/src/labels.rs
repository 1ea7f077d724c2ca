//! The labels that a run gave to pages with ground truth, from lines of `nodes.jsonl`.

use std::collections::HashMap;
use std::io::BufRead;

use scutch_template::gap;
use scutch_template::patterns::{Class, has_partner};
use serde_json::Value;

use crate::align::Run;
use crate::gold::GoldPage;
use crate::line::{LineError, read_line};
use crate::repeated::RepeatedLines;
use crate::threshold::Threshold;

/// Address and time of a capture.
pub type CaptureKey = (String, String);

/// The labels of one page.
#[derive(Debug, Default)]
pub struct PageLabels {
    /// The labelled runs of words, in the order of their nodes where that is known.
    pub runs: Vec<Run>,
    /// Five digits: which pages the page was compared with.
    pub cross: String,
    /// Span of the time to the nearest snapshot; `None` without one, or where that is not known.
    pub gap: Option<usize>,
    /// The numbers of the runs' text nodes, where lines have them.
    nodes: Vec<u64>,
    record: Option<String>,
    repeated: RepeatedLines,
}

impl PageLabels {
    /// Puts runs into the order of their nodes, where all are known.
    fn sort(&mut self) {
        if self.nodes.len() == self.runs.len() && !self.nodes.is_sorted() {
            let mut runs: Vec<(u64, Run)> = self.nodes.drain(..).zip(self.runs.drain(..)).collect();
            runs.sort_by_key(|(node, _)| *node);
            self.runs = runs.into_iter().map(|(_, run)| run).collect();
        }
    }
}

/// The labels that one run gave to the pages of the ground truth.
#[derive(Debug, Default)]
pub struct RunLabels {
    /// The method as rows of labels name it; empty where they do not.
    pub name: String,
    /// The pages that have labels.
    pub pages: HashMap<CaptureKey, PageLabels>,
    /// Whether times between snapshots are known.
    pub gaps: bool,
    /// The least similarity in crosses, of a run that set one.
    pub threshold: Option<Threshold>,
    /// Lines that were left out: why, and how many.
    pub left_out: Vec<(&'static str, u64)>,
}

/// Why labels cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct LabelsError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: LabelFault,
}

/// What is wrong with a line of labels.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabelFault {
    /// The file cannot be read further.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The line is no JSON.
    #[error(transparent)]
    Json(#[from] LineError),
    /// The line has a class that there is not.
    #[error("unknown class {0}")]
    Class(String),
}

/// Calls `take` for each line that is not blank, and says at which line it failed.
fn each_line(
    input: impl BufRead,
    mut take: impl FnMut(&str) -> Result<(), LabelFault>,
) -> Result<(), LabelsError> {
    for (number, line) in (1..).zip(input.lines()) {
        let line = line.map_err(|error| LabelsError { line: number, fault: error.into() })?;
        if !line.trim().is_empty() {
            take(&line).map_err(|fault| LabelsError { line: number, fault })?;
        }
    }
    Ok(())
}

impl RunLabels {
    /// Reads the labels of the pages of `gold`; lines of other pages are passed over.
    ///
    /// # Errors
    /// At the first line that is no JSON or has an unknown class, and where the input fails.
    pub fn read(input: impl BufRead, gold: &[GoldPage]) -> Result<Self, LabelsError> {
        let pages = gold.iter().map(|page| (page.key(), PageLabels::default())).collect();
        let mut labels = Self { pages, ..Self::default() };
        each_line(input, |line| labels.add(line))?;
        labels.pages.retain(|_, page| !page.runs.is_empty());
        labels.pages.values_mut().for_each(PageLabels::sort);
        Ok(labels)
    }

    fn add(&mut self, stored: &str) -> Result<(), LabelFault> {
        let line: Value = read_line(stored)?;
        if let Some(reason) = unusable(&line) {
            self.leave_out(reason);
            return Ok(());
        }
        let class = line["class"].as_str().and_then(Class::named);
        let class = class.ok_or_else(|| LabelFault::Class(line["class"].to_string()))?;
        let Some(page) = self.pages.get_mut(&(text(&line["url"]), text(&line["timestamp"]))) else {
            return Ok(());
        };
        // Captures of one address in one second share their key: the first record counts.
        let record = text(&line["warc_record_id"]);
        if page.record.get_or_insert_with(|| record.clone()) != &record {
            return Ok(());
        }
        let node = line["node"].as_u64();
        if page.repeated.is_repeated(stored, node, line["text"].as_str()) {
            self.leave_out(REPEATED);
            return Ok(());
        }
        page.runs.push(Run { text: text(&line["text"]), class });
        page.nodes.extend(node);
        page.cross = text(&line["cross"]);
        name_by(&mut self.name, &page.cross, &text(&line["method"]));
        Ok(())
    }

    fn leave_out(&mut self, reason: &'static str) {
        match self.left_out.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => self.left_out.push((reason, 1)),
        }
    }

    /// Fills in the time to the nearest snapshot from lines of `crosses.jsonl`. `seconds_between`
    /// compares two times of 14 digits.
    ///
    /// # Errors
    /// At the first line that is no JSON, and where the input fails.
    pub fn add_gaps(
        &mut self,
        crosses: impl BufRead,
        seconds_between: impl Fn(&str, &str) -> Option<u64>,
    ) -> Result<(), LabelsError> {
        self.gaps = true;
        for (number, line) in (1..).zip(crosses.lines()) {
            let at_line = |fault| LabelsError { line: number, fault };
            let line = line.map_err(|error| at_line(error.into()))?;
            let line: Value = read_line(&line).map_err(|error| at_line(error.into()))?;
            let timestamp = text(&line["timestamp"]);
            let key = (text(&line["url"]), timestamp.clone());
            let Some(page) = self.pages.get_mut(&key) else { continue };
            let snapshots = ["prev", "next"].map(|name| text(&line[name]["timestamp"]));
            let between = |other: &String| seconds_between(&timestamp, other);
            page.gap = snapshots.iter().filter_map(between).min().map(gap::span);
        }
        Ok(())
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

const REPEATED: &str = "left out: the same text of the same node again";

/// Why a line is a label of no node.
fn unusable(line: &Value) -> Option<&'static str> {
    let lacks = |name: &str| !line[name].is_string();
    match () {
        () if !line.is_object() => Some("left out: no object"),
        () if lacks("url") || lacks("timestamp") => {
            Some("left out: no `url` and `timestamp` that are strings")
        }
        () if lacks("text") => Some("left out: no `text` that is a string"),
        () => None,
    }
}

/// Sets the name of a run from one of its pages. Pages without a cross carry the name of another
/// method, so a page with one wins.
pub(crate) fn name_by(name: &mut String, cross: &str, method: &str) {
    if name.is_empty() || has_partner(cross) {
        method.clone_into(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_gold;

    fn gold() -> Vec<GoldPage> {
        let line = r#"{"site": "s", "url": "u", "timestamp": "20190517000000", "text_nodes": []}"#;
        read_gold(line.as_bytes()).expect("gold")
    }

    fn line(node: u64, text: &str, more: &str) -> String {
        format!(
            "{{\"url\":\"u\",\"timestamp\":\"20190517000000\",\"node\":{node},\"text\":\"{text}\",\
             \"class\":\"content\",\"cross\":\"11000\",\"method\":\"template/1\"{more}}}\n"
        )
    }

    fn read(lines: &str) -> Result<RunLabels, LabelsError> {
        RunLabels::read(lines.as_bytes(), &gold())
    }

    fn texts(labels: &RunLabels) -> Vec<String> {
        let runs = labels.pages.values().flat_map(|page| &page.runs);
        runs.map(|run| run.text.clone()).collect()
    }

    #[test]
    fn runs_come_in_the_order_of_their_nodes() {
        let labels = read(&[line(2, "b", ""), line(1, "a", ""), line(3, "c", "")].concat());
        let labels = labels.expect("labels");
        assert_eq!(texts(&labels), ["a", "b", "c"]);
        assert_eq!(labels.name, "template/1");
        assert!(labels.left_out.is_empty() && !labels.gaps);
    }

    #[test]
    fn lines_that_are_no_labels_are_counted() {
        let lines =
            ["[]\n", "{\"url\": 3}\n", "{\"url\":\"u\",\"timestamp\":\"t\"}\n", "\n"].concat();
        let labels = read(&(lines + &line(1, "a", "") + &line(1, "a", ""))).expect("labels");
        assert_eq!(texts(&labels), ["a"]);
        assert_eq!(labels.left_out.iter().map(|(_, count)| count).sum::<u64>(), 4);
        assert_eq!(labels.left_out.len(), 4);
    }

    #[test]
    fn of_two_records_at_one_time_the_first_counts() {
        let lines = line(1, "a", ",\"warc_record_id\":\"r1\"")
            + &line(2, "b", ",\"warc_record_id\":\"r2\"");
        assert_eq!(texts(&read(&lines).expect("labels")), ["a"]);
    }

    #[test]
    fn errors_name_their_line() {
        let unknown = line(2, "b", "").replace("content", "fog");
        let cases = [
            (line(1, "a", "") + &unknown, "line 2: unknown class \"fog\""),
            ("\n{\n".to_owned(), "line 2: "),
        ];
        for (lines, expected) in cases {
            let error = read(&lines).expect_err("bad lines").to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn the_nearest_snapshot_sets_the_gap() {
        let mut labels = read(&line(1, "a", "")).expect("labels");
        let cross = "{\"url\":\"u\",\"timestamp\":\"20190517000000\",\"prev\":{\"timestamp\":\"9\"},\
                     \"next\":{\"timestamp\":\"1\"}}\n{\"url\":\"other\"}\n";
        let seconds = |_: &str, other: &str| other.parse::<u64>().ok().map(|days| days * 86_400);
        labels.add_gaps(cross.as_bytes(), seconds).expect("crosses");
        assert!(labels.gaps);
        let gaps: Vec<_> = labels.pages.values().map(|page| page.gap).collect();
        assert_eq!(gaps, [Some(gap::span(86_400))]);
    }

    #[test]
    fn a_page_with_a_cross_names_the_run() {
        let mut name = String::new();
        for (cross, method, expected) in
            [("10000", "page/1", "page/1"), ("11000", "t/1", "t/1"), ("10000", "page/1", "t/1")]
        {
            name_by(&mut name, cross, method);
            assert_eq!(name, expected);
        }
    }
}
