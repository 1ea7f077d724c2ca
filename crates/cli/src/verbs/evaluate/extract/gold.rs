//! What is known of pages: `gold.jsonl`.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use scutch_archive::{PathKind, path_kind, paths_in};
use serde_json::Value;

use crate::talk::Talk;
use crate::verbs::evaluate::json_lines;
use crate::verbs::evaluate::notes::{NO_OBJECT, Notes};

/// What is known of a page.
#[derive(Debug, Default)]
pub(super) struct Gold {
    /// Name of the folder of its `gold.jsonl`.
    pub(super) set: String,
    /// Its name in the set, by which predictions name it, too.
    pub(super) id: String,
    /// Its address, where it was captured.
    pub(super) url: Option<String>,
    /// The page itself.
    pub(super) file: PathBuf,
    /// Page type, as the rows name it.
    pub(super) kind: Option<String>,
    pub(super) language: Option<String>,
    /// The text that a person would keep of it.
    pub(super) text: Option<String>,
    /// Texts that have to be in what is extracted.
    pub(super) with: Vec<String>,
    /// Texts that must not be in it.
    pub(super) without: Vec<String>,
    pub(super) title: Option<String>,
    /// All authors in one string.
    pub(super) author: Option<String>,
    /// Day of publication, as `YYYY-MM-DD`.
    pub(super) date: Option<String>,
}

/// What is said of lines from which nothing is compared.
const NOTHING: &str = "with nothing to compare: no `text`, `with`, `without`, `title`, `author`, \
    `date` or `page_type`";

impl Gold {
    /// Whether there is nothing to compare predictions with.
    fn is_bare(&self) -> bool {
        let Self { text, with, without, title, author, date, kind, .. } = self;
        with.is_empty()
            && without.is_empty()
            && [text, title, author, date, kind].into_iter().all(Option::is_none)
    }
}

/// Reads `gold.jsonl`, that of a folder, or those of the folders in a folder. Of lines for one page the first counts.
pub(super) fn read(path: &Path, talk: Talk) -> anyhow::Result<Vec<Gold>> {
    let mut pages: Vec<Gold> = Vec::new();
    let mut known = HashSet::new();
    for file in files(path)? {
        // A set is named by its folder, also where `.` was typed.
        let folder = fs::canonicalize(&file).with_context(|| file.display().to_string())?;
        let set = folder.parent().and_then(Path::file_name);
        let set = set.map_or_else(|| "gold".to_owned(), |name| name.display().to_string());
        let mut notes = Notes::new(&file);
        for row in json_lines::rows(&file, &mut notes)? {
            look(&row, &mut notes);
            let Some(page) = gold_page(&row, &set, file.parent().unwrap_or(Path::new("."))) else {
                continue;
            };
            // Ids are unique within a set only.
            if known.insert((page.set.clone(), page.id.clone())) {
                if page.is_bare() {
                    notes.add(NOTHING);
                }
                pages.push(page);
            } else {
                notes.add("left out: the first of its `id` counts");
            }
        }
        notes.tell(talk);
    }
    if pages.is_empty() {
        bail!("{}: no page with an id", path.display());
    }
    Ok(pages)
}

/// The files of gold that a path stands for.
pub(super) fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let kind = |path: &Path| path_kind(path).with_context(|| path.display().to_string());
    if kind(path)? != Some(PathKind::Folder) {
        return Ok(vec![path.to_owned()]);
    }
    let own = path.join("gold.jsonl");
    // A set of its own goes before sets in its folders: it may keep older ones there.
    if kind(&own)?.is_some() {
        return Ok(vec![own]);
    }
    let mut files = Vec::new();
    for folder in paths_in(path).with_context(|| path.display().to_string())? {
        let file = folder.join("gold.jsonl");
        if kind(&file)?.is_some() {
            files.push(file);
        }
    }
    if files.is_empty() {
        bail!("{}: no gold.jsonl in it or in its folders", path.display());
    }
    Ok(files)
}

/// Keys whose values are text wherever they are set.
const STRINGS: [&str; 9] =
    ["url", "html_file", "page_type", "language", "lang", "text", "title", "author", "date"];

/// Notes what of a line cannot be taken.
fn look(row: &Value, notes: &mut Notes) {
    if !row.is_object() {
        return notes.add(NO_OBJECT);
    }
    if row["id"].as_str().is_none_or(str::is_empty) {
        return notes.add("left out: no `id` that is a string");
    }
    notes.strings(row, &STRINGS);
    for name in ["with", "without"] {
        let of_strings = |list: &Vec<Value>| list.iter().all(Value::is_string);
        if !row[name].is_null() && !row[name].as_array().is_some_and(of_strings) {
            notes.add(format!("`{name}` passed over, wholly or in part: no list of strings"));
        }
    }
}

/// `None` for a line without an id, which is about no page.
fn gold_page(row: &Value, set: &str, folder: &Path) -> Option<Gold> {
    let string = |name: &str| row[name].as_str().filter(|s| !s.is_empty()).map(str::to_owned);
    let list = |name: &str| -> Vec<String> {
        let values = row[name].as_array().into_iter().flatten();
        values.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let id = string("id")?;
    let file = string("html_file").unwrap_or_else(|| format!("html/{id}.html"));
    Some(Gold {
        set: set.to_owned(),
        url: string("url"),
        file: folder.join(file),
        kind: string("page_type"),
        language: string("language").or_else(|| string("lang")),
        text: string("text"),
        with: list("with"),
        without: list("without"),
        title: string("title"),
        author: string("author"),
        date: string("date"),
        id,
    })
}
