//! Reads the rows once and collects keys, shingles, bands, paragraphs and URLs.

use std::io;
use std::path::Path;

use scutch_folder::config::DedupConfig;
use scutch_folder::duplicates::DupKind;
use scutch_folder::{RunError, at};
use scutch_learn::{Sketch, Sketcher};
use serde_json::Value;

use super::facts::{Facts, FactsWriter, Keys};
use super::paragraphs::Paragraphs;
use super::spill::Spill;
use super::{Corpus, Search, fingerprint, sketcher};
use crate::row::stored::{self, StoredRow};
use crate::row::{Column, columns};

/// The result of reading the rows.
pub(super) struct Gathered {
    pub(super) facts: Facts,
    /// Key, kind, row.
    pub(super) keys: Spill<13>,
    /// Hash of the band, hash of the set, row.
    pub(super) bands: Spill<20>,
    pub(super) paragraphs: Paragraphs,
    /// Hash of the URL, row.
    pub(super) addresses: Spill<12>,
}

/// The columns to read. Parquet need not decode the others.
const READ: &[&str] = &[
    "id",
    "url",
    "url_key",
    "timestamp",
    "text",
    "title",
    "n_chars",
    "payload_digest",
    "canonical_url",
    "post_id",
];

impl Search<'_> {
    /// Reads all parts of rows of all corpora, and numbers the rows.
    pub(super) fn gather(&mut self) -> Result<Gathered, RunError> {
        let mut taker = Taker::create(&self.work, self.config).map_err(at(&self.work))?;
        for corpus in &mut *self.corpora {
            let start = taker.facts.len();
            take_rows(corpus, &mut taker, &self.work)?;
            corpus.rows = start..taker.facts.len();
        }
        taker.finish().map_err(at(&self.work))
    }
}

/// Reads all parts of rows of a corpus.
fn take_rows(corpus: &Corpus, taker: &mut Taker, work: &Path) -> Result<(), RunError> {
    let all = columns(&corpus.manifest.config);
    let read: Vec<&'static Column> =
        all.into_iter().filter(|column| READ.contains(&column.name)).collect();
    for part in stored::parts(&corpus.folder, &corpus.manifest) {
        // The reader of rows cannot be stopped from within, so the first error is kept.
        let mut failure = None;
        stored::for_each(&part, &read, |row| {
            if failure.is_none() {
                failure = taker.take(&row).err();
            }
        })
        .map_err(at(&part))?;
        if let Some(error) = failure {
            return Err(at(work)(error));
        }
    }
    Ok(())
}

/// Collects rows, in any order.
pub(super) struct Taker {
    sketcher: Sketcher,
    facts: FactsWriter,
    keys: Spill<13>,
    bands: Spill<20>,
    paragraphs: Paragraphs,
    addresses: Spill<12>,
}

impl Taker {
    /// Creates the work files.
    pub(super) fn create(work: &Path, config: &DedupConfig) -> io::Result<Self> {
        Ok(Self {
            sketcher: sketcher(config),
            facts: FactsWriter::create(work)?,
            keys: Spill::create(&work.join("relations"))?,
            bands: Spill::create(&work.join("bands"))?,
            paragraphs: Paragraphs::create(work, config.paragraph_chars)?,
            addresses: Spill::create(&work.join("addresses"))?,
        })
    }

    /// Adds a row.
    pub(super) fn take(&mut self, row: &StoredRow) -> io::Result<()> {
        let number = self.facts.len();
        let text = string(row, "text").unwrap_or_default();
        let time = string(row, "timestamp").unwrap_or_default();
        let sketch = self.sketcher.sketch(text);
        let keys = keys(row, text, &sketch);
        for (kind, key) in keys.iter().enumerate().filter(|(_, key)| **key != 0) {
            let mut record = [0; 13];
            record[..8].copy_from_slice(&key.to_be_bytes());
            // The kind is part of the sort key: a text and a URL with equal hashes stay apart.
            record[8] = kind as u8;
            record[9..].copy_from_slice(&number.to_be_bytes());
            self.keys.push(&record)?;
        }
        self.put_bands(number, &sketch)?;
        let address = keys[DupKind::Url as usize];
        let mut record = [0; 12];
        record[..8].copy_from_slice(&address.to_be_bytes());
        record[8..].copy_from_slice(&number.to_be_bytes());
        self.addresses.push(&record)?;
        self.paragraphs.take(number, time, &row.id, text)?;
        let chars = row.columns.get("n_chars").and_then(Value::as_u64).unwrap_or_default();
        // 0 means no title, so a hash of 0 becomes 1.
        let title = string(row, "title").map_or(0, |title| fingerprint(title).max(1));
        let own = (string(row, "url").unwrap_or_default(), &*sketch.set);
        self.facts.push(row.id.clone(), time, (chars as u32, title), &keys, own)
    }

    /// Adds the bands of a row. The hash of the set is part of the sort key, so that equal sets are
    /// adjacent in the bucket of a band, whatever their row numbers.
    fn put_bands(&mut self, number: u32, sketch: &Sketch) -> io::Result<()> {
        // Any mixing will do: the hash only brings equal sets together.
        let set = sketch.set.iter().fold(0_u64, |hash, shingle| {
            (hash ^ u64::from(*shingle)).wrapping_mul(0x0100_0000_01b3).rotate_left(17)
        });
        for band in &sketch.bands {
            let mut record = [0; 20];
            record[..8].copy_from_slice(&band.to_be_bytes());
            record[8..16].copy_from_slice(&set.to_be_bytes());
            record[16..].copy_from_slice(&number.to_be_bytes());
            self.bands.push(&record)?;
        }
        Ok(())
    }

    /// Ends collecting.
    pub(super) fn finish(self) -> io::Result<Gathered> {
        Ok(Gathered {
            facts: self.facts.finish()?,
            keys: self.keys,
            bands: self.bands,
            paragraphs: self.paragraphs,
            addresses: self.addresses,
        })
    }
}

/// A text column of a row, if it is not empty.
fn string<'r>(row: &'r StoredRow, column: &str) -> Option<&'r str> {
    row.columns.get(column).and_then(Value::as_str).filter(|value| !value.is_empty())
}

/// The keys of a row. Post numbers identify within a site only. Rows without text have only their URL
/// as a key: empty pages are no duplicates of each other.
fn keys(row: &StoredRow, text: &str, sketch: &Sketch) -> Keys {
    let url = string(row, "url").unwrap_or_default();
    let site = scutch_url::host(url).unwrap_or_default();
    let mut keys = Keys::default();
    let key = |kind: DupKind, value: &str| fingerprint(&format!("{} {value}", kind.name())).max(1);
    keys[DupKind::Url as usize] = key(DupKind::Url, string(row, "url_key").unwrap_or(url));
    // Without words there is nothing to compare.
    if sketch.bands.is_empty() {
        return keys;
    }
    keys[DupKind::Text as usize] = key(DupKind::Text, text);
    if let Some(digest) = string(row, "payload_digest") {
        keys[DupKind::Payload as usize] = key(DupKind::Payload, digest);
    }
    if let Some(post) = string(row, "post_id") {
        keys[DupKind::Post as usize] = key(DupKind::Post, &format!("{site} {post}"));
    }
    // A page without a canonical URL is its own: other pages may name it.
    let canonical = string(row, "canonical_url").filter(|url| url.contains("://")).unwrap_or(url);
    keys[DupKind::Canonical as usize] = key(DupKind::Canonical, &scutch_url::surt(canonical));
    keys
}
