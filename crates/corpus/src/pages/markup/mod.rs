//! The folder of pages with their labels: a file per document, and an index that leads to them.
//!
//! Under `span` a file shows the page as it was archived, within a frame: its style sheets are those
//! of the archives, and nothing in it reaches the page around it or the network.

mod framed;
mod index;
mod sheets;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::{WarcDate, uninterrupted};
use scutch_folder::manifest::Manifest;
use scutch_folder::names::MARKUP;
use scutch_folder::{RunError, at};
use scutch_template::compared::Compared;
use scutch_template::nodes::Markup;
use serde_json::Value;

use self::framed::Framed;
use self::index::{Entry, Index};
use self::sheets::Sheets;
use super::row::Row;

/// A folder with one file per document; complete or absent.
pub(super) struct Files {
    whole: PathBuf,
    partial: PathBuf,
    /// Under `span` alone: the other forms are read by programs.
    shown: Option<Shown>,
}

/// What pages are shown with.
struct Shown {
    sheets: Sheets,
    index: Index,
    tool: String,
    /// What is left open is called.
    open: &'static str,
}

impl Files {
    /// Creates an empty folder under a temporary name. Under `span` the archives are read for the
    /// style sheets in them.
    pub(super) fn create(folder: &Path, manifest: &Manifest) -> Result<Self, RunError> {
        let (whole, partial) = (folder.join(MARKUP), folder.join("markup.partial"));
        // An interrupted command leaves files that may belong to other rows.
        absent(&partial).map_err(at(&partial))?;
        uninterrupted(|| fs::create_dir(&partial)).map_err(at(&partial))?;
        let is_shown = manifest.config.template.markup == Some(Markup::Span);
        let shown = is_shown.then(|| Shown {
            sheets: Sheets::of_archives(manifest),
            index: Index::new(&partial, &manifest.tool),
            tool: manifest.tool.clone(),
            open: manifest.config.template.open_name(),
        });
        Ok(Self { whole, partial, shown })
    }

    /// Writes the markup of a document. Its name is the row id, which has only letters and digits:
    /// no text of an archive becomes a path.
    pub(super) fn write(
        &mut self,
        row: &Row,
        page: &Value,
        compared: &Compared,
    ) -> Result<(), RunError> {
        let text = |name: &str| row.get(name).and_then(Value::as_str);
        let Some((id, html)) = text("id").zip(text("markup")) else { return Ok(()) };
        let path = self.partial.join(format!("{id}.html"));
        let Some(shown) = &mut self.shown else {
            return fs::write(&path, html).map_err(at(&path));
        };
        let styles = shown.sheets.of_row(row);
        let of_page = |name: &str| page[name].as_str().unwrap_or_default().to_owned();
        let entry = Entry {
            id: id.to_owned(),
            url: of_page("url"),
            timestamp: of_page("timestamp"),
            method: of_page("method"),
            is_joint: page["status"] == "joint",
            characters: compared.characters,
            linked: styles.linked,
            found: styles.found,
        };
        let framed =
            Framed { entry: &entry, cross: &of_page("cross"), tool: &shown.tool, open: shown.open };
        fs::write(&path, framed.render(html, &styles.css)).map_err(at(&path))?;
        shown.index.add(entry)
    }

    /// Gives the folder its name.
    pub(super) fn finish(self) -> Result<(), RunError> {
        if let Some(shown) = self.shown {
            shown.index.finish()?;
        }
        // Renaming does not replace a folder that has files.
        absent(&self.whole).map_err(at(&self.whole))?;
        uninterrupted(|| fs::rename(&self.partial, &self.whole)).map_err(at(&self.whole))
    }
}

/// The time of the capture in a row, in milliseconds since 1970 UTC.
fn captured_ms(row: &Row) -> Option<i64> {
    let date = row.get("warc_date").and_then(Value::as_str).and_then(WarcDate::parse);
    date.map(|date| date.unix_ms)
}

/// Removes a folder, if it exists.
fn absent(folder: &Path) -> io::Result<()> {
    match uninterrupted(|| fs::remove_dir_all(folder)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
