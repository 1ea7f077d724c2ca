//! Draft ground truth: the labels of a run as one line per page, for correction by hand.

use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use scutch_evaluate::{GoldNode, GoldPage, Truth};
use scutch_folder::RunError;
use scutch_folder::manifest::read_manifest;
use scutch_template::patterns::Class;

use super::row::{Row, for_each_row, nodes, page};
use crate::row::NodeRow;
use crate::stages::hosts::host_of;

/// Counts of written and skipped pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GoldWritten {
    /// Pages written.
    pub pages: u64,
    /// Pages without text nodes.
    pub blank: u64,
    /// Repeated captures of a URL and time. Ground truth identifies pages by these two.
    pub again: u64,
}

/// Writes the labels of a complete corpus as draft ground truth. The site is the host, `why` is the
/// method, and nodes left open by the method are not scored.
///
/// # Errors
/// When the folder is no complete corpus or has no labels of nodes, or reading or writing fails.
pub fn write_gold(folder: &Path, out: impl Write) -> Result<GoldWritten, RunError> {
    let manifest = read_manifest(folder)?;
    if !manifest.config.template.nodes {
        return Err(RunError::NotLabelled(folder.to_owned()));
    }
    let (mut out, mut written) = (BufWriter::new(out), GoldWritten::default());
    let mut known = HashSet::new();
    for_each_row(folder, &manifest, |row| {
        let gold = gold_page(row, &nodes(folder, row)?);
        if gold.text_nodes.is_empty() {
            written.blank += 1;
        } else if !known.insert((gold.url.clone(), gold.timestamp.clone())) {
            written.again += 1;
        } else {
            written.pages += 1;
            let line = serde_json::to_string(&gold).map_err(io::Error::from);
            line.and_then(|line| writeln!(out, "{line}")).map_err(RunError::Output)?;
        }
        Ok(())
    })?;
    out.flush().map_err(RunError::Output)?;
    Ok(written)
}

/// A page of ground truth.
fn gold_page(row: &Row, nodes: &[NodeRow]) -> GoldPage {
    let page = page(row, None);
    let text = |name: &str| page[name].as_str().unwrap_or_default().to_owned();
    let method = text("method");
    let groups = nodes.chunk_by(|a, b| a.node == b.node).enumerate();
    GoldPage {
        site: host_of(&text("url")),
        lang: row.get("language").and_then(|tag| tag.as_str()).map(str::to_owned),
        url: text("url"),
        timestamp: text("timestamp"),
        text_nodes: groups.map(|(number, runs)| gold_node(number, runs, &method)).collect(),
    }
}

/// A text node with its runs of words. `why` names the method.
fn gold_node(number: usize, runs: &[NodeRow], why: &str) -> GoldNode {
    let run = |run: &NodeRow| GoldNode::new(run.text.clone(), truth(&run.class));
    let parts: Vec<GoldNode> = runs.iter().map(run).collect();
    let texts: Vec<&str> = runs.iter().map(|run| run.text.as_str()).collect();
    let label = parts.first().map_or(Truth::Ignore, |first| first.label);
    // A node with runs of different classes needs a label per run.
    let mixed = parts.iter().any(|part| part.label != label);
    GoldNode {
        i: Some(number),
        xpath: runs.first().and_then(|run| run.xpath.clone()),
        why: Some(why.to_owned()),
        hidden: runs.iter().any(|run| run.hidden),
        runs: if mixed { parts } else { Vec::new() },
        ..GoldNode::new(texts.join(" "), if mixed { Truth::Mixed } else { label })
    }
}

/// The label of a class. A class left open is ignored in scoring.
fn truth(class: &str) -> Truth {
    match Class::named(class) {
        Some(Class::Content) => Truth::Content,
        Some(Class::Boilerplate) => Truth::Boilerplate,
        _ => Truth::Ignore,
    }
}
