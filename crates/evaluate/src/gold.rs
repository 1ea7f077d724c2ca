//! `gold.jsonl`: pages whose nodes have classes.

use std::collections::HashMap;
use std::io::BufRead;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::line::{LineError, read_line};

/// The true class of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Truth {
    /// The text that the page exists for.
    Content,
    /// Text of the template.
    Boilerplate,
    /// Not to be scored.
    Ignore,
    /// Both: its `runs` have their own labels.
    Mixed,
}

/// A text node, or a run of words of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoldNode {
    /// Its number on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub i: Option<usize>,
    /// Its XPath, by the parser that made the gold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xpath: Option<String>,
    /// Its text, white space normalised.
    pub text: String,
    /// Its class.
    pub label: Truth,
    /// The rule or person that decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Not visible to readers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// The parts of a mixed node.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<GoldNode>,
}

impl GoldNode {
    /// A node with nothing but a text and a class.
    pub fn new(text: String, label: Truth) -> Self {
        let (i, xpath, why, hidden, runs) = (None, None, None, false, Vec::new());
        Self { i, xpath, text, label, why, hidden, runs }
    }

    /// Whether it should be labelled content. `None` if it is not scored or has no text that a
    /// label could cover.
    pub fn wanted(&self) -> Option<bool> {
        match self.label {
            _ if self.text.trim().is_empty() => None,
            Truth::Content => Some(true),
            Truth::Boilerplate => Some(false),
            Truth::Ignore | Truth::Mixed => None,
        }
    }
}

/// A page with all its non-blank text nodes in document order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoldPage {
    /// The site, by which scores are grouped.
    pub site: String,
    /// Language, BCP 47.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// Its address.
    pub url: String,
    /// 14 digits.
    pub timestamp: String,
    /// The nodes.
    pub text_nodes: Vec<GoldNode>,
}

impl GoldPage {
    /// Address and time of the capture.
    pub fn key(&self) -> (String, String) {
        (self.url.clone(), self.timestamp.clone())
    }
}

/// An error in a file of gold.
#[derive(Debug, thiserror::Error)]
pub enum GoldError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The file is the journal of an annotator.
    #[error("no ground truth, but a journal of labels: line {0} is an event")]
    Journal(usize),
    /// A line is not a page of gold.
    #[error("line {line}: {error}")]
    Line {
        /// From 1.
        line: usize,
        /// What is wrong with it.
        error: LineError,
    },
}

/// Reads pages, mixed nodes replaced by their runs.
///
/// # Errors
/// At the first line that cannot be read.
pub fn read_gold(input: impl BufRead) -> Result<Vec<GoldPage>, GoldError> {
    let mut pages = Vec::new();
    for (number, line) in input.lines().enumerate() {
        let line = line?;
        // Editors end files with empty lines.
        if line.trim().is_empty() {
            continue;
        }
        let mut page: GoldPage = read_line(&line).map_err(|error| match is_event(&line) {
            true => GoldError::Journal(number + 1),
            false => GoldError::Line { line: number + 1, error },
        })?;
        // Scores know nodes of one class only.
        let parts = |node: GoldNode| if node.runs.is_empty() { vec![node] } else { node.runs };
        page.text_nodes = page.text_nodes.into_iter().flat_map(parts).collect();
        pages.push(page);
    }
    Ok(pages)
}

/// Whether a line stands in the journal of an annotator.
fn is_event(line: &str) -> bool {
    read_line::<HashMap<String, IgnoredAny>>(line).is_ok_and(|said| said.contains_key("event"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_told_from_ground_truth() {
        for (line, expected) in [
            (r#"{"event":"done","page":"p"}"#, "a journal of labels: line 1 is an event"),
            (r#"{"page":"p"}"#, "line 1: missing field `site`"),
            ("{", "line 1: EOF"),
        ] {
            let error = read_gold(line.as_bytes()).expect_err("no gold").to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn mixed_nodes_come_as_their_runs() {
        let line = r#"{"site": "s", "url": "http://a.example/", "timestamp": "20160921224546", "text_nodes": [
            {"i": 0, "xpath": "/html/body/p/text()[1]", "text": "a", "label": "ignore", "why": "punct"},
            {"i": 1, "text": "b c", "label": "mixed", "runs": [{"text": "b", "label": "content", "bits": "10000"},
            {"text": "c", "label": "boilerplate"}]}]}"#;
        let line = line.replace('\n', " ");
        let pages = read_gold(format!("\u{feff}{line}\n\n").as_bytes()).expect("gold");
        let labels: Vec<Truth> = pages[0].text_nodes.iter().map(|node| node.label).collect();
        assert_eq!(labels, [Truth::Ignore, Truth::Content, Truth::Boilerplate]);
        let error = read_gold(&b"{}\n{\n"[..]).expect_err("no gold").to_string();
        assert_eq!(error, "line 1: missing field `site` at column 2");
    }
}
