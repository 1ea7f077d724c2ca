//! Lists of mementos in forms that `scutch_topic` does not read itself, as TimeMaps in a temporary
//! folder.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_lists::{Entry, Form, form_of};
use scutch_memento::{Dialect, Memento, TimeMap};
use tempfile::TempDir;

use crate::output::temporary_folder;
use crate::talk::Talk;
use crate::verbs::lists::{self, ListArgs};

/// Lists that can be read, and the folder of those that were made.
#[derive(Debug, Default)]
pub(super) struct TimeMaps {
    pub(super) paths: Vec<PathBuf>,
    /// Deleted with this value.
    _folder: Option<TempDir>,
}

impl TimeMaps {
    /// TimeMaps and tables of the gold standard as they are, other lists by original.
    pub(super) fn of_lists(lists: &[PathBuf]) -> anyhow::Result<Self> {
        let mut found = Self::default();
        for list in lists {
            if !needs_writing(list) {
                found.paths.push(list.clone());
                continue;
            }
            let folder = match found._folder.take() {
                Some(folder) => folder,
                None => temporary_folder()?,
            };
            let before = found.paths.len();
            let written = written(list, folder.path(), before)
                .with_context(|| format!("{}: cannot be kept as TimeMaps", list.display()))?;
            // A list that names nothing must not select everything: its reader says what is wrong.
            match written.is_empty() {
                true => found.paths.push(list.clone()),
                false => found.paths.extend(written),
            }
            found._folder = Some(folder);
        }
        Ok(found)
    }
}

/// Whether a list is neither a TimeMap nor a table of the gold standard. What cannot be read is left
/// to the reader of TimeMaps, which says what is wrong.
fn needs_writing(path: &Path) -> bool {
    match form_of(path) {
        Ok(Form::TimeMap) | Err(_) => false,
        Ok(Form::Tsv) => !is_gold(path).unwrap_or(false),
        Ok(_) => true,
    }
}

/// Whether the columns are those of the gold standard of the Off-Topic Memento Toolkit.
fn is_gold(path: &Path) -> io::Result<bool> {
    let mut head = String::new();
    BufReader::new(File::open(path)?).read_line(&mut head)?;
    let names: Vec<String> = head.trim().split('\t').map(str::to_ascii_lowercase).collect();
    Ok(matches!(&names[..], [id, date, uri, ..] if id == "id" && date == "date" && uri == "uri"))
}

/// Writes a list as TimeMaps, one for each original, in the order of the list.
fn written(list: &Path, folder: &Path, before: usize) -> anyhow::Result<Vec<PathBuf>> {
    let mut order: Vec<String> = Vec::new();
    let mut pages: HashMap<String, Vec<Memento>> = HashMap::new();
    let words = [list.display().to_string()];
    let quiet = Talk { quiet: true, ..Talk::default() };
    let refused = lists::each(&words, &ListArgs::default(), quiet, |_, entry| {
        let Entry { subject, unix_ms, .. } = entry;
        // What names no time names no memento.
        if let (Some(page), Some(unix_ms)) = (subject.uri_r().map(str::to_owned), unix_ms) {
            let uri = subject.uri().to_owned();
            let mementos = pages.entry(page.clone()).or_insert_with(|| {
                order.push(page);
                Vec::new()
            });
            mementos.push(Memento { uri, unix_ms, date_is_standard: true, digest: None });
        }
        Ok(())
    })?;
    if refused > 0 && !order.is_empty() {
        let sentence = "lines are refused: there is no address in them";
        Talk::default().say(format_args!("{}: {refused} {sentence}", list.display()));
    }
    let mut paths = Vec::new();
    for (number, page) in order.into_iter().enumerate() {
        let mementos = pages.remove(&page).unwrap_or_default();
        let path = folder.join(format!("list-{}.link", before + number));
        let mut out = BufWriter::new(File::create(&path)?);
        let timemap = TimeMap { original: Some(page), ..TimeMap::default() };
        Dialect::Link.write(&timemap, mementos.into_iter().map(Ok), &mut out)?;
        out.flush()?;
        paths.push(path);
    }
    Ok(paths)
}
