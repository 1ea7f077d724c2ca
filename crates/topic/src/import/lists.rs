//! Lists that select among captures: TimeMaps, tables of the gold standard, seeds.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;
use scutch_memento::{Guard, TimeMap, cdx_timestamp, parse, split_uri_m};

use super::{Import, ImportError, bytes_of, lines};
use crate::collection::list::{List, Seeds, Selection};
use crate::evaluate::label::{csv_fields, read_labels};

/// What TimeMaps and tables of the gold standard select.
pub(super) fn timemaps(
    paths: &[PathBuf],
    import: &mut Import<'_>,
) -> Result<Selection, ImportError> {
    if paths.is_empty() {
        return Ok(Selection::All);
    }
    let mut list = List::default();
    let mut pages = Vec::new();
    for path in paths {
        let (shown, bytes) = (path.display().to_string(), bytes_of(path)?);
        if is_table(&bytes) {
            gold(path, &bytes, &mut list)?;
        } else {
            let failed = |source| ImportError::TimeMap { path: path.clone(), source };
            let timemap = parse(&bytes, &Guard::offline()).map_err(failed)?;
            for (fault, what) in &timemap.faults {
                import.loss(&shown, fault.id(), format!("{} {what:?}", fault.sentence()));
            }
            pages.push((shown, timemap));
        }
    }
    further_pages(&pages, import);
    add_pages(pages, &mut list);
    if list.is_empty() {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(ImportError::NoMemento(names.join(", ")));
    }
    Ok(Selection::Listed(list))
}

/// Whether the bytes are a table of the gold standard, which begins with names between tabs.
fn is_table(bytes: &[u8]) -> bool {
    // TimeMaps have `<` or `{` on their first line, in every dialect.
    let head = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
    head.contains(&b'\t') && !head.contains(&b'{') && !head.contains(&b'<')
}

fn gold(path: &Path, bytes: &[u8], list: &mut List) -> Result<(), ImportError> {
    let shown = path.display().to_string();
    let text = std::str::from_utf8(bytes).map_err(|_| ImportError::NotText(path.to_owned()))?;
    let failed = |source| ImportError::Labels { path: path.to_owned(), source };
    let labels = read_labels(text).map_err(failed)?;
    let mut ids: Vec<&str> = Vec::new();
    let mut seen = FxHashSet::default();
    ids.extend(labels.iter().map(|l| l.timemap.as_str()).filter(|id| seen.insert(*id)));
    for id in ids {
        let of_id = labels.iter().filter(|label| label.timemap == id);
        let mementos = of_id.map(|label| {
            let time = split_uri_m(&label.urim).0.unwrap_or_default();
            (label.urim.clone(), time)
        });
        list.add(&shown, &format!("timemap:{id}"), None, mementos.collect());
    }
    Ok(())
}

/// Reports further pages of the TimeMaps that are not among the files.
fn further_pages(pages: &[(String, TimeMap)], import: &mut Import<'_>) {
    let there: FxHashSet<&str> = pages.iter().filter_map(|(_, t)| t.own.as_deref()).collect();
    for (shown, timemap) in pages {
        for page in &timemap.pages {
            if timemap.own.as_ref() == Some(&page.uri) {
                let sentence = format!("The TimeMap {} names itself as a further page.", page.uri);
                import.loss(shown, "timemap-to-itself", sentence);
            } else if !there.contains(page.uri.as_str()) {
                let sentence = format!(
                    "{} is a further page of the list and not among the files; fetching it needs \
                     the network.",
                    page.uri
                );
                import.loss(shown, "timemap-page-missing", sentence);
            }
        }
    }
}

/// Joins the pages of one original to one TimeMap.
fn add_pages(pages: Vec<(String, TimeMap)>, list: &mut List) {
    let mut joined: Vec<(String, TimeMap)> = Vec::new();
    for (shown, mut page) in pages.into_iter().filter(|(_, page)| !page.mementos.is_empty()) {
        let same = |(_, other): &&mut (String, TimeMap)| {
            page.original.is_some() && other.original == page.original
        };
        match joined.iter_mut().find(same) {
            Some((_, timemap)) => timemap.mementos.append(&mut page.mementos),
            None => joined.push((shown, page)),
        }
    }
    for (shown, timemap) in joined {
        let first = timemap.mementos.first().map(|m| split_uri_m(&m.uri).1);
        let original = timemap.original.or(first).unwrap_or_default();
        // A list without a name of its own still needs one in the output.
        let uri_t = timemap.own.unwrap_or_else(|| format!("from-file::timemap::{original}"));
        let mementos = timemap.mementos.into_iter().map(|m| (m.uri, cdx_timestamp(m.unix_ms)));
        list.add(&shown, &uri_t, Some(&original), mementos.collect());
    }
}

/// Reads seeds: lines of addresses, or a table with a column named `seed`, `uri` or with `url` in
/// it.
pub(super) fn seeds(path: &Path, import: &mut Import<'_>) -> Result<Seeds, ImportError> {
    let shown = path.display().to_string();
    let bytes = bytes_of(path)?;
    let mut lines = lines(&bytes).peekable();
    let head = lines.peek().and_then(|(_, line)| line.map(cells)).unwrap_or_default();
    // A first line that is an address itself is no header.
    let is_name = |cell: &String| {
        let cell = cell.trim().to_ascii_lowercase();
        address(&cell).is_none() && (cell.contains("url") || cell == "seed" || cell == "uri")
    };
    let column = head.iter().position(is_name);
    if column.is_some() {
        lines.next();
    }
    let mut urls = Vec::new();
    for (number, line) in lines {
        let cells = line.map(cells).unwrap_or_default();
        match cells.get(column.unwrap_or(0)).and_then(|cell| address(cell)) {
            Some(url) => urls.push(url),
            None => {
                let sentence = format!("Line {number}: there is no address in it.");
                import.loss(&shown, "seed-unreadable", sentence);
            }
        }
    }
    if urls.is_empty() {
        return Err(ImportError::NoSeed(path.to_owned()));
    }
    Ok(Seeds::new(&shown, urls.into_iter()))
}

fn cells(line: &str) -> Vec<String> {
    match line.contains('\t') {
        true => line.split('\t').map(str::to_owned).collect(),
        false => csv_fields(line),
    }
}

/// The URL in a cell, which may lack its scheme.
fn address(cell: &str) -> Option<String> {
    let cell = cell.trim();
    let whole = match cell.contains("://") {
        true => cell.to_owned(),
        false if cell.contains('.') => format!("http://{cell}"),
        false => return None,
    };
    scutch_url::Url::parse(&whole).is_ok().then_some(whole)
}
