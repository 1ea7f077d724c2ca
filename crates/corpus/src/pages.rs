//! What the joint method made of each page: `pages.jsonl`, `nodes.jsonl` and the pages with their labels.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::manifest::Manifest;
use crate::row::columns;
use crate::run::{RunError, at, read_manifest, rename_whole};
use crate::verify::stored;

/// Pages, a line each, in the corpus folder.
pub const PAGES: &str = "pages.jsonl";
/// Nodes, a line each.
pub const NODES: &str = "nodes.jsonl";
/// The folder of the pages with their labels.
pub const MARKUP: &str = "markup";

/// Pages with partners, and without.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Labelled {
    /// Labelled by the pages beside them.
    pub jointly: u64,
    /// Labelled by themselves.
    pub alone: u64,
}

/// Writes `pages.jsonl` into a complete corpus folder: record id, URL, timestamp (14 digits), text, method, cross,
/// template group and status of each document, in order. Where the run kept labels of nodes, `nodes.jsonl` has a
/// line for each, and where it kept the pages with their labels, `markup/` has a file for each document.
///
/// # Errors
/// When the folder is no complete corpus, or a file cannot be read or written.
pub fn write_pages(folder: &Path) -> Result<Labelled, RunError> {
    let manifest = read_manifest(folder)?;
    let kept = &manifest.config.template;
    let mut pages = Lines::create(folder, PAGES)?;
    let mut nodes = kept.nodes.then(|| Lines::create(folder, NODES)).transpose()?;
    let markup = kept.markup.is_some().then(|| Files::create(folder)).transpose()?;
    let mut labelled = Labelled::default();
    for_each_row(folder, &manifest, |row| {
        let page = page(row);
        let joint = page["status"] == "joint";
        labelled.jointly += u64::from(joint);
        labelled.alone += u64::from(!joint);
        pages.write(&page)?;
        if let Some(nodes) = &mut nodes {
            write_nodes(nodes, &page, row)?;
        }
        markup.as_ref().map_or(Ok(()), |files| files.write(row))
    })?;
    pages.finish()?;
    nodes.map_or(Ok(()), Lines::finish)?;
    markup.map_or(Ok(()), Files::finish)?;
    Ok(labelled)
}

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

/// A file of JSON lines, complete or absent: a run killed while it writes leaves no half of it under its name.
struct Lines {
    whole: PathBuf,
    partial: PathBuf,
    out: BufWriter<File>,
}

impl Lines {
    fn create(folder: &Path, name: &str) -> Result<Self, RunError> {
        let whole = folder.join(name);
        let partial = whole.with_extension("partial");
        let out = BufWriter::new(File::create(&partial).map_err(at(&partial))?);
        Ok(Self { whole, partial, out })
    }

    fn write(&mut self, line: &Value) -> Result<(), RunError> {
        writeln!(self.out, "{line}").map_err(at(&self.partial))
    }

    fn finish(self) -> Result<(), RunError> {
        let file = self.out.into_inner();
        let file = file.map_err(|error| at(&self.partial)(error.into_error()))?;
        file.sync_all().map_err(at(&self.partial))?;
        rename_whole(&self.partial, &self.whole).map_err(at(&self.whole))
    }
}

/// A folder with a file for each document, complete or absent.
struct Files {
    whole: PathBuf,
    partial: PathBuf,
}

impl Files {
    fn create(folder: &Path) -> Result<Self, RunError> {
        let (whole, partial) = (folder.join(MARKUP), folder.join("markup.partial"));
        absent(&partial).map_err(at(&partial))?;
        fs::create_dir(&partial).map_err(at(&partial))?;
        Ok(Self { whole, partial })
    }

    /// The row id is made of letters and digits, so that nothing of an archive becomes a path.
    fn write(&self, row: &Row) -> Result<(), RunError> {
        let text = |name: &str| row.get(name).and_then(Value::as_str);
        let Some((id, html)) = text("id").zip(text("markup")) else { return Ok(()) };
        let path = self.partial.join(format!("{id}.html"));
        fs::write(&path, html).map_err(at(&path))
    }

    fn finish(self) -> Result<(), RunError> {
        absent(&self.whole).map_err(at(&self.whole))?;
        fs::rename(&self.partial, &self.whole).map_err(at(&self.whole))
    }
}

fn absent(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A line for each node: which page, then what the row says of it.
fn write_nodes(out: &mut Lines, page: &Value, row: &Row) -> Result<(), RunError> {
    let nodes = row.get("nodes_json").and_then(Value::as_str).unwrap_or("[]");
    let nodes: Vec<Row> = serde_json::from_str(nodes).unwrap_or_default();
    for node in nodes {
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

fn page(row: &Row) -> Value {
    let column = |name: &str| row.get(name).cloned().unwrap_or(Value::Null);
    let date = row.get("warc_date").and_then(Value::as_str).unwrap_or_default();
    let timestamp: String = date.chars().filter(char::is_ascii_digit).take(14).collect();
    let alone =
        row.get("cross").and_then(Value::as_str).is_none_or(|cross| !cross.starts_with("11"));
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
    })
}
