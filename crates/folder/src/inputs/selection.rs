//! The ranges of files that an index leads to.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::{Item, Limits, Position, Reader, Source, SourcePool};
use scutch_tables::{IndexCounts, IndexFilter, read_index};
use serde::{Deserialize, Serialize};

use super::content::{ByteRange, Content};
use super::error::InputError;
use super::file::{InputFile, named_path};
use crate::config::Config;

/// What an index said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexTally {
    /// Rows that were looked at.
    pub rows: u64,
    /// Rows that were taken.
    pub taken: u64,
    /// Rows of them whose file is not among the inputs.
    pub elsewhere: u64,
}

/// The ranges of each file, by the names that the index has for them.
pub(super) struct Selection {
    index: String,
    counts: IndexCounts,
    files: BTreeMap<String, Vec<ByteRange>>,
}

impl Selection {
    /// Reads the index of a run, if it has one.
    pub(super) fn read(config: &Config) -> Result<Option<Self>, InputError> {
        let Some(index) = &config.input.index else { return Ok(None) };
        let failed = |why: String| InputError::Index { path: index.clone(), why };
        let source = Source::open(&named_path(index)).map_err(|error| failed(error.to_string()))?;
        let select = &config.scope.select;
        let filter = IndexFilter {
            url_prefix: config.input.url_prefix.clone(),
            hosts: select.hosts.clone(),
            languages: select.languages.clone(),
            tag: scutch_page::language_tag,
        };
        let mut files: BTreeMap<String, Vec<ByteRange>> = BTreeMap::new();
        let counts = read_index(&source, &filter, &mut |entry| {
            let range = ByteRange(entry.offset, entry.length);
            match files.get_mut(&entry.file) {
                Some(ranges) => ranges.push(range),
                None => drop(files.insert(entry.file, vec![range])),
            }
        });
        let counts = counts.map_err(|error| failed(error.to_string()))?;
        source.verify().map_err(|fault| failed(fault.detail()))?;
        Ok(Some(Self { index: index.clone(), counts, files }))
    }

    /// Leaves of the inputs what the index leads to. Files that are not among them are looked for behind the
    /// address `base`.
    pub(super) fn apply(
        self,
        inputs: &mut Vec<InputFile>,
        base: Option<&str>,
        pool: &SourcePool,
    ) -> Result<IndexTally, InputError> {
        let IndexCounts { rows, taken } = self.counts;
        let mut tally = IndexTally { rows, taken, elsewhere: 0 };
        let mut ranges: Vec<Vec<ByteRange>> = vec![Vec::new(); inputs.len()];
        let mut behind = Vec::new();
        let places = Places::new(inputs);
        for (name, found) in self.files {
            let address = base.and_then(|base| address_below(base, &name));
            match (places.find(&name), address) {
                (Some(at), _) => ranges[at].extend(found),
                (None, Some(path)) => {
                    behind.push((InputFile { path, name, ..InputFile::default() }, found));
                }
                (None, None) => tally.elsewhere += found.len() as u64,
            }
        }
        for (file, found) in behind {
            inputs.push(file);
            ranges.push(found);
        }
        for (file, ranges) in inputs.iter_mut().zip(ranges) {
            if file.content.is_archive() && !ranges.is_empty() {
                let unreadable =
                    |source| InputError::Unreadable { path: file.shown_path(), source };
                let whole = with_lengths(ranges, || pool.source(&file.path)).map_err(unreadable)?;
                let ranges = ByteRange::joined(whole);
                file.size = ranges.iter().fold(0, |sum: u64, range| sum.saturating_add(range.1));
                file.content = Content::Ranges(ranges);
                file.expect_in(pool)
                    .map_err(|source| InputError::Unreadable { path: file.shown_path(), source })?;
            }
        }
        inputs.retain(|file| matches!(file.content, Content::Ranges(_)));
        if inputs.is_empty() {
            let why = match taken {
                0 => format!("none of its {rows} rows is wanted"),
                _ => format!("none of the files in its {taken} wanted rows is among the inputs"),
            };
            return Err(InputError::Index { path: self.index, why });
        }
        Ok(tally)
    }
}

/// Ranges with their lengths: indexes without lengths leave them to the records.
fn with_lengths(
    mut ranges: Vec<ByteRange>,
    open: impl FnOnce() -> io::Result<Source>,
) -> io::Result<Vec<ByteRange>> {
    if ranges.iter().any(|range| range.1 == 0) {
        let (source, limits) = (open()?, Limits::default());
        for range in ranges.iter_mut().filter(|range| range.1 == 0) {
            let at = Position { offset: range.0, inner_offset: 0 };
            let mut reader = Reader::from_source(source.clone(), at, &limits);
            range.1 = match reader.next() {
                Some(Item::Record(record)) => record.location().length,
                Some(Item::Damage(damage)) => damage.length,
                None => 0,
            };
        }
    }
    Ok(ranges)
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

/// Files by name.
struct Places<'a> {
    whole: HashMap<&'a str, usize>,
    /// By the last part of their names; `None` where several have it.
    last: HashMap<&'a str, Option<usize>>,
}

impl<'a> Places<'a> {
    fn new(files: &'a [InputFile]) -> Self {
        let mut places = Self { whole: HashMap::new(), last: HashMap::new() };
        for (file, at) in files.iter().zip(0..) {
            places.whole.insert(&file.name, at);
            places
                .last
                .entry(last_part(&file.name))
                .and_modify(|one| *one = None)
                .or_insert(Some(at));
        }
        places
    }

    /// The file of a name in an index, which may have folders of another machine before it. An index
    /// never makes the program open a path that is not among the inputs.
    fn find(&self, name: &str) -> Option<usize> {
        self.whole.get(name).copied().or_else(|| self.last.get(last_part(name)).copied().flatten())
    }
}

fn last_part(name: &str) -> &str {
    Path::new(name).file_name().and_then(|last| last.to_str()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

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
