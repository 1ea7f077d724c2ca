//! Lists of what must not be in a corpus: rows and pages, named by address, SURT prefix, digest, row id or
//! PWID.
//!
//! The file is text with a name on each line, and behind a tab why:
//!
//! ```text
//! # taken down on request
//! http://harbour.example/2019/story.html<tab>the author asked
//! example,harbour)/private/
//! sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
//! urn:pwid:archive.example:2019-05-17T10:00:02Z:part:http://harbour.example/2
//! ```
//!
//! A run takes such a list as `scope.select.exclude`, and `scutch redact` takes it to a finished corpus. Both
//! find the same rows.

mod error;
mod name;

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use crate::digest::{FileDigest, bytes_digest};

pub use self::error::ExclusionError;
use self::name::Name;
pub use self::name::NameFault;

/// A line of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExclusionLine {
    /// Number in the file, from 1.
    pub number: u64,
    /// What it names, as written.
    pub name: String,
    /// Why, where the line says so.
    pub why: Option<String>,
}

/// A file with its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExclusionList {
    /// Lines with a name, in the order of the file.
    pub lines: Vec<ExclusionLine>,
    /// Size and digest of the file.
    pub digest: FileDigest,
    /// The names of its lines, numbered from 0 in their order.
    pub exclusion: Exclusion,
}

impl ExclusionList {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be read or names nothing, and the first line that names nothing we know.
    pub fn read(path: &Path) -> Result<Self, ExclusionError> {
        let failed = |source| ExclusionError::File { path: path.to_owned(), source };
        let bytes = fs::read(path).map_err(failed)?;
        let (mut lines, mut exclusion) = (Vec::new(), Exclusion::default());
        for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
            let at = |fault| ExclusionError::Line { path: path.to_owned(), line: number, fault };
            let line = std::str::from_utf8(line).map_err(|_| at(NameFault::NotUtf8))?;
            // Editors of Windows begin files with a mark of the byte order.
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, why) = line.split_once('\t').map_or((line, ""), |(name, why)| (name, why));
            let (name, why) = (name.trim_end().to_owned(), why.trim());
            exclusion.add(Name::parse(&name).map_err(at)?, lines.len());
            let why = (!why.is_empty()).then(|| why.to_owned());
            lines.push(ExclusionLine { number, name, why });
        }
        if lines.is_empty() {
            return Err(ExclusionError::Empty { path: path.to_owned() });
        }
        Ok(Self { lines, digest: bytes_digest(&bytes), exclusion })
    }

    /// The names of its lines.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.name.as_str())
    }
}

/// What is known of a page, as far as lists can name it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Subject<'a> {
    /// SURT key of its address.
    pub url_key: &'a str,
    /// Time of capture in seconds since 1970.
    pub seconds: Option<i64>,
    /// Digest of the payload as `sha256:HEX`.
    pub payload_digest: Option<&'a str>,
    /// Digest that the archive declares.
    pub archive_digest: Option<&'a str>,
    /// PWID of its row.
    pub pwid: Option<&'a str>,
}

/// Numbers of the names that say the same.
type Numbers = Vec<usize>;

/// The names of a list, ready to be asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exclusion {
    rows: HashMap<String, Numbers>,
    digests: HashMap<String, Numbers>,
    addresses: HashMap<String, Numbers>,
    /// By time and SURT key; the archive stands beside it.
    pwids: HashMap<(i64, String), Vec<(String, usize)>>,
    prefixes: HashMap<String, Numbers>,
    /// Lengths of the prefixes: each is one look-up for a key.
    lengths: BTreeSet<usize>,
}

impl Exclusion {
    /// Compiles names.
    ///
    /// # Errors
    /// The first name that is none, and its fault.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Self, (&'n str, NameFault)> {
        let mut all = Self::default();
        for (number, name) in names.into_iter().enumerate() {
            all.add(Name::parse(name).map_err(|fault| (name, fault))?, number);
        }
        Ok(all)
    }

    fn add(&mut self, name: Name, number: usize) {
        match name {
            Name::Row(id) => self.rows.entry(id).or_default().push(number),
            Name::Digest(digest) => self.digests.entry(digest).or_default().push(number),
            Name::Address(key) => self.addresses.entry(key).or_default().push(number),
            Name::Pwid { archive, seconds, url_key } => {
                self.pwids.entry((seconds, url_key)).or_default().push((archive, number));
            }
            Name::Prefix(prefix) => {
                self.lengths.insert(prefix.len());
                self.prefixes.entry(prefix).or_default().push(number);
            }
        }
    }

    /// Whether nothing is named.
    pub fn is_empty(&self) -> bool {
        let maps = [&self.rows, &self.digests, &self.addresses, &self.prefixes];
        maps.iter().all(|map| map.is_empty()) && self.pwids.is_empty()
    }

    /// Whether any row is named by its id.
    pub fn names_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// The numbers of the names that are row ids of this value.
    pub fn find_row(&self, id: &str) -> &[usize] {
        self.rows.get(id).map_or(&[], Vec::as_slice)
    }

    /// The numbers of the names that a page has, from 0, ascending; without those of row ids.
    pub fn find(&self, subject: &Subject<'_>) -> BTreeSet<usize> {
        let digests = [subject.payload_digest, subject.archive_digest].into_iter().flatten();
        let by_digest = digests.filter_map(|digest| self.digests.get(&name::digest_key(digest)?));
        let by_address = self.addresses.get(subject.url_key);
        let found = by_digest.chain(by_address);
        let found = found.chain(self.by_prefix(subject.url_key)).flatten().copied();
        found.chain(self.by_pwid(subject)).collect()
    }

    fn by_prefix<'s>(&'s self, key: &'s str) -> impl Iterator<Item = &'s Numbers> {
        let starts = self.lengths.iter().filter_map(|length| Some((*length, key.get(..*length)?)));
        let starts = starts.filter(|(length, prefix)| {
            // `com,example` names no host `com,example2`.
            let rest = &key[*length..];
            let is_host = !prefix.contains(')') && !prefix.ends_with(',');
            !is_host || rest.is_empty() || rest.starts_with([',', ')', ':'])
        });
        starts.filter_map(|(_, prefix)| self.prefixes.get(prefix))
    }

    fn by_pwid(&self, subject: &Subject<'_>) -> Vec<usize> {
        let Some(seconds) = subject.seconds.filter(|_| !self.pwids.is_empty()) else {
            return Vec::new();
        };
        let Some(found) = self.pwids.get(&(seconds, subject.url_key.to_owned())) else {
            return Vec::new();
        };
        // A row without a PWID was made without the name of its archive: time and address decide.
        let of_archive = |archive: &str| {
            let start = format!("urn:pwid:{archive}:");
            subject.pwid.is_none_or(|pwid| pwid.starts_with(&start))
        };
        found.iter().filter(|(archive, _)| of_archive(archive)).map(|(_, number)| *number).collect()
    }
}

#[cfg(test)]
mod tests;
