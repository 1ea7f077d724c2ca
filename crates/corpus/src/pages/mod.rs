//! The results of joint detection as files: tables of pages and nodes, labelled markup, template
//! groups, and the captures that pages were compared with.
//!
//! They are made from the rows of a complete corpus, so that an interrupted command just starts again.

mod gold;
mod lines;
mod markup;
mod row;
mod tables;

use std::path::Path;

use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::names::{CROSSES, GROUPS, LABELS, TEMPLATE_REPORT};
use scutch_folder::{RunError, at, clear_labels, write_whole};
use scutch_report::template::Census;
use scutch_report::write_manifest;
use scutch_template::compared::Compared;
use serde_json::{Value, json};

pub use self::gold::{GoldWritten, write_gold};
use self::lines::Lines;
use self::markup::Files;
use self::row::{Row, for_each_row, nodes, page};
use self::tables::Writer;
pub use self::tables::{NODES, PAGES, Table};

/// Number of pages labelled with and without other pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Labelled {
    /// Pages labelled by comparison with others.
    pub jointly: u64,
    /// Pages labelled on their own.
    pub alone: u64,
}

/// Writes the results of joint detection into a complete corpus folder and adds them to its manifest.
///
/// [`PAGES`] has one row per document, in each format of rows. Depending on the configuration of the
/// run there are also: with crosses `crosses.jsonl` (one line per document), `groups.jsonl` (one line
/// per template group) and `template.html`; with labels of nodes [`NODES`]; with markup a file per
/// document in `markup/`, under `span` with an index.
///
/// # Errors
/// When the folder is no complete corpus, or a file cannot be read or written.
pub fn write_pages(folder: &Path) -> Result<Labelled, RunError> {
    let mut manifest = read_manifest(folder)?;
    // Before anything is written: old tables would not fit new ones.
    clear_labels(folder)?;
    let kept = &manifest.config.template;
    let lines = |kept: bool, name| kept.then(|| Lines::create(folder, name)).transpose();
    let table = |table| Writer::create(table, folder, &manifest);
    let mut pages = table(&PAGES)?;
    let mut crosses = lines(kept.crosses, CROSSES)?;
    let mut nodes = kept.nodes.then(|| table(&NODES)).transpose()?;
    let mut markup = kept.markup.is_some().then(|| Files::create(folder, &manifest)).transpose()?;
    let mut census = Census::default();
    for_each_row(folder, &manifest, |row| {
        let compared = compared(row);
        let page = page(row, compared.reason);
        pages.write(&page)?;
        if let Some(crosses) = &mut crosses {
            crosses.write(&cross(&page, &compared))?;
        }
        census.add(&page, &compared);
        if let Some(nodes) = &mut nodes {
            write_nodes(nodes, folder, &page, row)?;
        }
        markup.as_mut().map_or(Ok(()), |files| files.write(row, &page, &compared))
    })?;
    pages.finish()?;
    nodes.map_or(Ok(()), Writer::finish)?;
    markup.map_or(Ok(()), Files::finish)?;
    if let Some(crosses) = crosses {
        crosses.finish()?;
        write_census(folder, &manifest, &census)?;
    }
    // Last: the manifest must not list half a table.
    manifest.list(folder, &LABELS)?;
    scutch_deposit::write_records(folder, &mut manifest)?;
    write_manifest(folder, &manifest)?;
    Ok(Labelled { jointly: census.all.joint, alone: census.all.captures - census.all.joint })
}

/// Writes the template groups and the report about them.
fn write_census(folder: &Path, manifest: &Manifest, census: &Census) -> Result<(), RunError> {
    let mut groups = Lines::create(folder, GROUPS)?;
    for ((host, number), group) in &census.groups {
        groups.write(&group.line(host, *number))?;
    }
    groups.finish()?;
    let path = folder.join(TEMPLATE_REPORT);
    write_whole(&path, scutch_report::template::render(manifest, census).as_bytes())
        .map_err(at(&path))
}

/// Writes a row per node: the columns of its page, then those of the node.
fn write_nodes(out: &mut Writer, folder: &Path, page: &Value, row: &Row) -> Result<(), RunError> {
    for node in nodes::<Row>(folder, row)? {
        let mut line = Row::new();
        for name in ["warc_record_id", "url", "timestamp"] {
            line.insert(name.to_owned(), page[name].clone());
        }
        line.extend(node);
        line.insert("method".to_owned(), page["method"].clone());
        out.write(&Value::Object(line))?;
    }
    Ok(())
}

/// The comparison in the column `joint_json`. Empty if the run kept none.
fn compared(row: &Row) -> Compared {
    let json = row.get("joint_json").and_then(Value::as_str);
    json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

/// The line of a page in `crosses.jsonl`.
fn cross(page: &Value, compared: &Compared) -> Value {
    let mut line = Row::new();
    for name in ["warc_record_id", "url", "timestamp", "group", "cross"] {
        line.insert(name.to_owned(), page[name].clone());
    }
    for (name, neighbour) in compared.neighbours() {
        line.insert(name.to_owned(), json!(neighbour));
    }
    line.insert("reason".to_owned(), page["reason"].clone());
    Value::Object(line)
}
