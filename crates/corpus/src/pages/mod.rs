//! What the joint method made of each page: tables of pages and nodes, the pages with their labels, and who was
//! compared with whom: `groups.jsonl`, `crosses.jsonl`, `template.html`.

mod census;
mod files;
mod gold;
mod tables;

use std::io;
use std::path::Path;

use scutch_archive::WarcDate;
use scutch_template::patterns::has_partner;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

pub use self::census::seconds_between;
pub(crate) use self::census::{Census, Group, LISTED};
pub(crate) use self::files::clear;
use self::files::{Files, Lines};
pub use self::gold::{Written, write_gold};
use self::tables::Writer;
pub use self::tables::{NODES, PAGES, Table};
use crate::crosses::{Alone, Compared, timestamp};
use crate::manifest::{Manifest, read_manifest, write_manifest};
use crate::report;
use crate::row::columns;
use crate::run::{RunError, at, write_whole};
use crate::verify::stored;

/// The folder of the pages with their labels.
pub const MARKUP: &str = "markup";
/// Template groups, a line each.
pub const GROUPS: &str = "groups.jsonl";
/// Which captures each page was compared with, a line for each page.
pub const CROSSES: &str = "crosses.jsonl";
/// The report of groups, crosses and classes.
pub const REPORT: &str = "template.html";

/// All that is written into the corpus folder.
pub(crate) const NAMES: [&str; 8] = {
    let ([pages, paged], [nodes, noded]) = (PAGES.names(), NODES.names());
    [pages, paged, nodes, noded, MARKUP, GROUPS, CROSSES, REPORT]
};

/// Pages with partners, and without.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Labelled {
    /// Labelled by the pages beside them.
    pub jointly: u64,
    /// Labelled by themselves.
    pub alone: u64,
}

/// Writes [`PAGES`] into a complete corpus folder: record id, URL, timestamp (14 digits), text, method, cross,
/// template group and status of each document, in order, in each format of the rows. Where the run kept crosses, `crosses.jsonl` has a line for
/// each document, `groups.jsonl` one for each template group, and `template.html` shows both. Where it kept labels
/// of nodes, [`NODES`] has a row for each, and where it kept the pages with their labels, `markup/` has a file
/// for each document. The manifest lists them all.
///
/// # Errors
/// When the folder is no complete corpus, or a file cannot be read or written.
pub fn write_pages(folder: &Path) -> Result<Labelled, RunError> {
    let mut manifest = read_manifest(folder)?;
    clear(folder)?;
    let kept = &manifest.config.template;
    let lines = |kept: bool, name| kept.then(|| Lines::create(folder, name)).transpose();
    let table = |table| Writer::create(table, folder, &manifest.config.formats);
    let mut pages = table(&PAGES)?;
    let mut crosses = lines(kept.crosses, CROSSES)?;
    let mut nodes = kept.nodes.then(|| table(&NODES)).transpose()?;
    let markup = kept.markup.is_some().then(|| Files::create(folder)).transpose()?;
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
        markup.as_ref().map_or(Ok(()), |files| files.write(row))
    })?;
    pages.finish()?;
    nodes.map_or(Ok(()), Writer::finish)?;
    markup.map_or(Ok(()), Files::finish)?;
    if let Some(crosses) = crosses {
        crosses.finish()?;
        write_census(folder, &manifest, &census)?;
    }
    manifest.list(folder, &NAMES)?;
    write_manifest(folder, &manifest)?;
    Ok(Labelled { jointly: census.all.joint, alone: census.all.captures - census.all.joint })
}

fn write_census(folder: &Path, manifest: &Manifest, census: &Census) -> Result<(), RunError> {
    let mut groups = Lines::create(folder, GROUPS)?;
    for ((host, number), group) in &census.groups {
        groups.write(&group.line(host, *number))?;
    }
    groups.finish()?;
    let path = folder.join(REPORT);
    write_whole(&path, report::template::render(manifest, census).as_bytes()).map_err(at(&path))
}

/// Columns of a document by name.
type Row = Map<String, Value>;

fn for_each_row(
    folder: &Path,
    manifest: &Manifest,
    mut write: impl FnMut(&Row) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let columns = columns(&manifest.config);
    for part in stored::parts(folder, manifest) {
        let mut failed = None;
        let each = |row: stored::StoredRow| {
            if failed.is_none() {
                failed = write(&row.columns).err();
            }
        };
        stored::for_each(&part, &columns, each).map_err(at(&part))?;
        failed.map_or(Ok(()), Err)?;
    }
    Ok(())
}

/// A row for each node: which page, then what the row of the page says of it.
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

/// The labels of nodes that a row holds.
fn nodes<N: DeserializeOwned>(folder: &Path, row: &Row) -> Result<Vec<N>, RunError> {
    let nodes = row.get("nodes_json").and_then(Value::as_str).unwrap_or("[]");
    let unreadable = |error| at(folder)(io::Error::new(io::ErrorKind::InvalidData, error));
    serde_json::from_str(nodes).map_err(|error: serde_json::Error| unreadable(error))
}

fn compared(row: &Row) -> Compared {
    let json = row.get("joint_json").and_then(Value::as_str);
    json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

/// A line for each page: which captures it was compared with.
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

fn page(row: &Row, reason: Option<Alone>) -> Value {
    let column = |name: &str| row.get(name).cloned().unwrap_or(Value::Null);
    // In UTC and with all digits, as crosses name the capture, however the archive writes the date.
    let date = row.get("warc_date").and_then(Value::as_str).and_then(WarcDate::parse);
    let timestamp = date.map(|date| timestamp(date.unix_ms)).unwrap_or_default();
    let alone = !row.get("cross").and_then(Value::as_str).is_some_and(has_partner);
    json!({
        "id": column("id"),
        "warc_record_id": column("warc_record_id"),
        "url": column("url"),
        "timestamp": timestamp,
        "text": column("text"),
        "method": column("extractor"),
        "cross": column("cross"),
        "group": column("template_group"),
        "status": if alone { "no-cross" } else { "joint" },
        "reason": reason.map(Alone::id),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page and its neighbours say the same time of one capture.
    #[test]
    fn times_are_fourteen_digits_in_utc_however_the_archive_writes_them() {
        let cases = [
            ("2019-05-17T10:00:00Z", "20190517100000"),
            ("2019-05-17T10:00:00+02:00", "20190517080000"),
            ("2019-05", "20190501000000"),
            ("20190517100000", "20190517100000"),
            ("soon", ""),
        ];
        for (date, expected) in cases {
            let row = Row::from_iter([("warc_date".to_owned(), json!(date))]);
            assert_eq!(page(&row, None)["timestamp"], expected, "{date}");
        }
    }
}
