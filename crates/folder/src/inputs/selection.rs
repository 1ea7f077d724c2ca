//! The records that an index leads to.

use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use scutch_archive::{
    Item, Limits, Position, Reader, SelectedRecords, Source, SourcePool, is_address,
};
use scutch_tables::{HostFilter, IndexCounts, IndexError, IndexFilter, read_index};
use serde::{Deserialize, Serialize};

use super::content::Content;
use super::error::InputError;
use super::file::{InputFile, named_path};
use super::names::inputs_by_name;
use crate::config::{Config, select};

/// What an index said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexTally {
    /// Rows that were looked at.
    pub rows: u64,
    /// Rows that were taken.
    pub taken: u64,
    /// Rows of them whose file is not among the inputs, or no archive.
    pub elsewhere: u64,
    /// Rows of them that lead behind the end of their file. Their ranges are in quarantine.
    #[serde(default)]
    pub behind_end: u64,
}

/// Where a row says that a record stands.
#[derive(Debug, Clone, Copy)]
struct Row {
    at: Position,
    length: u64,
    has_inner_offset: bool,
}

/// The rows of each file, by the names that the index has for them.
pub(super) struct Selection {
    index: String,
    counts: IndexCounts,
    files: BTreeMap<String, Vec<Row>>,
    limits: Limits,
}

impl Selection {
    /// Reads the index of a run, if it has one.
    pub(super) fn read(config: &Config) -> Result<Option<Self>, InputError> {
        let Some(index) = &config.input.index else { return Ok(None) };
        let failed = |why: String| InputError::Index { path: index.clone(), why };
        let source = Source::open(&named_path(index)).map_err(|error| failed(error.to_string()))?;
        let (files, counts) =
            read_rows(&source, config).map_err(|error| failed(error.to_string()))?;
        source.verify().map_err(|fault| failed(fault.detail()))?;
        Ok(Some(Self { index: index.clone(), counts, files, limits: config.archive.clone() }))
    }

    /// Leaves of the inputs what the index leads to. Files that are not among them are looked for behind the
    /// address `base`.
    pub(super) fn apply(
        self,
        inputs: &mut Vec<InputFile>,
        base: Option<&str>,
        pool: &SourcePool,
    ) -> Result<IndexTally, InputError> {
        let IndexCounts { rows: looked_at, taken } = self.counts;
        let mut tally = IndexTally { rows: looked_at, taken, ..IndexTally::default() };
        let mut rows = self.rows_by_input(inputs, base, &mut tally)?;
        for (file, rows) in inputs.iter_mut().zip(&mut rows).filter(|(_, rows)| !rows.is_empty()) {
            tally.behind_end += self
                .select(file, rows, pool)
                .map_err(|source| InputError::Unreadable { path: file.shown_path(), source })?;
        }
        inputs.retain(|file| matches!(file.content, Content::Ranges(_)));
        match (inputs.is_empty(), taken) {
            (false, _) => Ok(tally),
            (true, 0) => Err(self.failed(format!("none of its {looked_at} rows is wanted"))),
            (true, _) => Err(self.failed(format!(
                "none of the files in its {taken} wanted rows is an archive among the inputs"
            ))),
        }
    }

    fn failed(&self, why: String) -> InputError {
        InputError::Index { path: self.index.clone(), why }
    }

    /// The rows of each input. Files behind the address are added to the inputs; rows of files that are
    /// nowhere are counted.
    fn rows_by_input(
        &self,
        inputs: &mut Vec<InputFile>,
        base: Option<&str>,
        tally: &mut IndexTally,
    ) -> Result<Vec<Vec<Row>>, InputError> {
        let numbers = inputs_by_name(self.files.keys().map(String::as_str), inputs)
            .map_err(|conflict| self.failed(conflict.to_string()))?;
        let mut rows: Vec<Vec<Row>> = vec![Vec::new(); inputs.len()];
        for (name, found) in &self.files {
            let address = base.and_then(|base| address_below(base, name));
            match (numbers.get(name.as_str()), address) {
                (Some(at), _) if inputs[*at].content.is_archive() => rows[*at].extend(found),
                (None, Some(path)) => {
                    let file = InputFile { path, name: name.clone(), ..InputFile::default() };
                    inputs.push(file);
                    rows.push(found.clone());
                }
                _ => tally.elsewhere += found.len() as u64,
            }
        }
        Ok(rows)
    }

    /// Leaves of a file what its rows lead to. The number of rows that lead behind its end.
    fn select(&self, file: &mut InputFile, rows: &mut [Row], pool: &SourcePool) -> io::Result<u64> {
        if rows.iter().any(|row| row.length == 0) {
            add_lengths(rows, &pool.source(&file.path)?, &self.limits);
        }
        // The size of an object is not known yet, nor that of a file that cannot be read.
        let is_known = !is_address(&file.path) && file.unreadable.is_none();
        let end = if is_known { file.size } else { u64::MAX };
        let behind_end = rows.iter().filter(|row| row.at.offset >= end).count() as u64;
        let selected = selected(rows, end);
        file.size = selected.size();
        file.content = Content::Ranges(selected);
        file.expect_in(pool)?;
        Ok(behind_end)
    }
}

/// Reads the rows of an index that a configuration chooses.
fn read_rows(
    source: &Source,
    config: &Config,
) -> Result<(BTreeMap<String, Vec<Row>>, IndexCounts), IndexError> {
    let select = &config.scope.select;
    // A value without meaning was refused before.
    let captures = select::Selection::new(select).unwrap_or_default();
    let is_on_host = |url: &str| captures.has_host(url);
    let is_spoken = |code: &str| {
        // `eng` and `en-GB` are both English.
        let primary = code.split('-').next().unwrap_or(code);
        select.has_language(scutch_page::language_tag(primary))
    };
    let hosts = HostFilter { takes: &is_on_host, names: &select.hosts };
    let filter = IndexFilter {
        url_prefix: config.input.url_prefix.as_deref(),
        hosts: (!select.hosts.is_empty()).then_some(hosts),
        languages: if select.languages.is_empty() { None } else { Some(&is_spoken) },
        with_urls: false,
    };
    let mut files: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    let mut fault = None;
    let counts = read_index(source, &filter, &mut |row| match row {
        Ok(entry) => {
            let has_inner_offset = entry.inner_offset.is_some();
            let row = Row { at: entry.position(), length: entry.length, has_inner_offset };
            match files.get_mut(&entry.file) {
                Some(rows) => rows.push(row),
                None => drop(files.insert(entry.file, vec![row])),
            }
            ControlFlow::Continue(())
        }
        Err(row) => {
            fault = Some(IndexError::from(row));
            ControlFlow::Break(())
        }
    })?;
    fault.map_or(Ok((files, counts)), Err)
}

/// The records that rows lead to in a file that ends at `end`.
fn selected(rows: &[Row], end: u64) -> SelectedRecords {
    let (there, behind): (Vec<Row>, Vec<Row>) = rows.iter().partition(|row| row.at.offset < end);
    // Apart, so that a range behind the end is told whatever comes before it.
    let ranges = joined(&there).into_iter().map(|range| range.start..range.end.min(end));
    let selected = SelectedRecords::in_ranges(ranges.chain(joined(&behind)));
    if !rows.iter().all(|row| row.has_inner_offset) {
        return selected;
    }
    let mut members: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for Position { offset, inner_offset } in rows.iter().map(|row| row.at) {
        members.entry(offset).or_default().push(inner_offset);
    }
    for inner_offsets in members.values_mut() {
        inner_offsets.sort_unstable();
        inner_offsets.dedup();
    }
    members.retain(|_, inner_offsets| *inner_offsets != [0]);
    selected.at(members)
}

/// The bytes of rows in order. Those that touch or overlap are one range.
fn joined(rows: &[Row]) -> Vec<Range<u64>> {
    let range = |row: &Row| row.at.offset..row.at.offset.saturating_add(row.length);
    let mut ranges: Vec<Range<u64>> = rows.iter().map(range).collect();
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut joined: Vec<Range<u64>> = Vec::new();
    for next in ranges {
        match joined.last_mut() {
            Some(last) if next.start <= last.end => last.end = last.end.max(next.end),
            _ => joined.push(next),
        }
    }
    joined
}

/// Gives rows their lengths: indexes without lengths leave them to the records.
fn add_lengths(rows: &mut [Row], source: &Source, limits: &Limits) {
    for row in rows.iter_mut().filter(|row| row.length == 0) {
        let mut reader = Reader::from_source(source.clone(), row.at, limits);
        // The end of a record is found without reading all of it.
        row.length = match reader.next_head() {
            Some(Item::Record(record)) => record.location().length,
            Some(Item::Damage(damage)) => damage.length,
            None => 0,
        };
    }
}

/// The address of a file that an index names, below the address that was named.
fn address_below(base: &str, name: &str) -> Option<PathBuf> {
    // An index chooses among the files below, and never what else is opened.
    let name = name.strip_prefix(base).unwrap_or(name).trim_start_matches('/');
    // Addresses go up by dots in escapes and behind backslashes, too, and control characters do not count in them.
    let goes_up =
        |part: &str| matches!(part.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..");
    let is_odd = |c: char| c == '\\' || c.is_control();
    let stays = !name.is_empty() && !name.contains(is_odd) && !name.split('/').any(goes_up);
    (stays && !name.contains("://")).then(|| PathBuf::from(format!("{base}{name}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_ranges_that_end_with_the_file() {
        let row = |(offset, inner_offset, length): (u64, u64, u64)| {
            let at = Position { offset, inner_offset };
            Row { at, length, has_inner_offset: true }
        };
        for (rows, expected) in [
            (
                vec![(5, 0, 2), (1, 0, 2), (2, 0, 3), (9, 0, 4), (9, 0, 1)],
                r#"{"ranges":[[1,6],[9,4]],"inner_offsets":[]}"#,
            ),
            (
                vec![(5, 7, 5), (5, 0, 5), (10, 3, 5), (15, 0, 1), (5, 7, 5)],
                r#"{"ranges":[[5,11]],"inner_offsets":[[5,[0,7]],[10,[3]]]}"#,
            ),
            // One ends behind the file, two begin there.
            (
                vec![(90, 0, 20), (100, 0, 5), (200, 0, 5)],
                r#"{"ranges":[[90,10],[100,5],[200,5]],"inner_offsets":[]}"#,
            ),
        ] {
            let mut rows: Vec<Row> = rows.into_iter().map(row).collect();
            let found = serde_json::to_string(&selected(&rows, 100)).expect("JSON");
            assert_eq!(found, expected);
            // An index without inner offsets leads to all of a member.
            rows[0].has_inner_offset = false;
            let found = serde_json::to_value(selected(&rows, 100)).expect("JSON");
            let known: serde_json::Value = serde_json::from_str(expected).expect("JSON");
            assert_eq!(found, known["ranges"]);
        }
    }

    #[test]
    fn an_index_leads_to_nothing_but_files_below_the_address() {
        let base = "https://a.example/crawl/";
        for (name, expected) in [
            ("x/y.warc.gz", Some("https://a.example/crawl/x/y.warc.gz")),
            ("/y.warc.gz", Some("https://a.example/crawl/y.warc.gz")),
            ("https://a.example/crawl/y.warc.gz", Some("https://a.example/crawl/y.warc.gz")),
            ("https://b.example/y.warc.gz", None),
            ("../y.warc.gz", None),
            ("x/%2E%2e/y.warc.gz", None),
            ("x/.%2e/y.warc.gz", None),
            (r"x\..\..\y.warc.gz", None),
            ("x/.\t./y.warc.gz", None),
            ("", None),
        ] {
            assert_eq!(address_below(base, name), expected.map(PathBuf::from), "{name}");
        }
    }
}
