//! Verdicts of a portal crawl as records beside the responses that they are about.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use scutch_archive::Record;
use scutch_portal::Verdict;

use super::records::{NewRecord, record_id, sha1};
use super::{Store, StoreError};

/// What identifies a stored response.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ResponseRef {
    pub(crate) id: String,
    pub(crate) target: String,
    pub(crate) date: String,
    /// Digest of its block.
    pub(crate) digest: String,
}

impl ResponseRef {
    pub(super) fn of(record: &Record<'_>) -> Self {
        let field = |name| record.header(name).unwrap_or_default().to_owned();
        Self {
            id: field("WARC-Record-ID"),
            target: record.target_uri().unwrap_or_default().to_owned(),
            date: field("WARC-Date"),
            digest: field("WARC-Block-Digest"),
        }
    }

    pub(super) fn of_new(record: &NewRecord) -> Self {
        let field = |name| record.field(name).to_owned();
        Self {
            id: field("WARC-Record-ID"),
            target: field("WARC-Target-URI"),
            date: field("WARC-Date"),
            digest: field("WARC-Block-Digest"),
        }
    }
}

/// The last verdict on each response: 16 bytes and the overhead of a table each.
#[derive(Debug, Default)]
pub(super) struct VerdictIndex {
    /// Hashes of what was decided, by hashes of record ids.
    decided: HashMap<u64, u64>,
    /// The highest batch.
    batch: u32,
}

impl VerdictIndex {
    /// Adds a verdict. Batches grow from the beginning of a file to its end, so the last counts.
    pub(super) fn insert(&mut self, id: &str, verdict: &Verdict) {
        self.decided.insert(hashed(id), decision(verdict));
        self.batch = self.batch.max(verdict.batch);
    }

    fn has(&self, id: &str, verdict: &Verdict) -> bool {
        self.decided.get(&hashed(id)) == Some(&decision(verdict))
    }
}

/// A verdict on a response, with fields that only people read.
pub(crate) struct NewVerdict {
    pub(crate) response: ResponseRef,
    pub(crate) verdict: Verdict,
    pub(crate) more: Vec<(&'static str, String)>,
}

/// Verdicts written at a time.
const TOGETHER: usize = 256;

impl Store {
    /// The number of the next batch of verdicts.
    pub(crate) fn next_batch(&self) -> u32 {
        self.verdicts.batch.saturating_add(1)
    }

    /// Writes those verdicts that differ from what is stored of the same response. A crawl that is
    /// repeated without news writes nothing.
    pub(crate) fn put_verdicts(
        &mut self,
        verdicts: impl Iterator<Item = NewVerdict>,
    ) -> Result<(), StoreError> {
        let mut records = Vec::new();
        for new in verdicts {
            // Batches are not compared: each run has a new one.
            if self.verdicts.has(&new.response.id, &new.verdict) {
                continue;
            }
            self.verdicts.insert(&new.response.id, &new.verdict);
            records.push(verdict_record(new));
            // The index alone grows with the crawl; records do not wait in memory.
            if records.len() == TOGETHER {
                self.append(&std::mem::take(&mut records))?;
            }
        }
        if !records.is_empty() {
            self.append(&records)?;
        }
        Ok(())
    }
}

/// The date is that of the response: a repeated crawl writes the same bytes.
fn verdict_record(new: NewVerdict) -> NewRecord {
    let NewVerdict { response, verdict, more } = new;
    let block = verdict.block(&more);
    let fields = vec![
        ("WARC-Type", "metadata".to_owned()),
        ("WARC-Record-ID", record_id(&[&response.id, "verdict"], block.as_bytes())),
        ("WARC-Date", response.date),
        ("WARC-Target-URI", response.target),
        ("WARC-Refers-To", response.id),
        ("Content-Type", "application/warc-fields".to_owned()),
        ("WARC-Block-Digest", sha1(block.as_bytes())),
    ];
    NewRecord::short(fields, block.into_bytes())
}

fn hashed(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

/// What makes two verdicts the same. Batches and digests follow from the rest.
fn decision(verdict: &Verdict) -> u64 {
    let mut hasher = DefaultHasher::new();
    (verdict.page, &verdict.article, verdict.number, &verdict.first).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use scutch_archive::{Item, Limits, Reader, RecordKind};
    use scutch_portal::PageVerdict;

    use super::*;

    const NOW: i64 = 1_790_000_000_000;

    fn verdict(page: PageVerdict, batch: u32, id: &str) -> NewVerdict {
        let response = ResponseRef {
            id: format!("<urn:uuid:{id}>"),
            target: format!("http://a.example/{id}"),
            date: "2026-01-01T00:00:00Z".to_owned(),
            digest: "sha1:A".to_owned(),
        };
        let digest = response.digest.clone();
        let verdict = Verdict::bare(page, batch, digest);
        NewVerdict { response, verdict, more: vec![("route", "home".to_owned())] }
    }

    #[test]
    fn only_what_changed_is_written_and_stays_when_the_file_is_continued() {
        use PageVerdict::{Again, Article};
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pages.warc.gz");
        let mut lengths = Vec::new();
        for round in [
            vec![(Article, "1"), (Article, "2")],
            vec![(Article, "1"), (Article, "2")],
            vec![(Article, "1"), (Again, "2")],
            vec![(Again, "2")],
        ] {
            let mut store = Store::begin(&path, "scutch/0", "A test.", NOW).expect("opens");
            let batch = store.next_batch();
            let all = round.iter().map(|(page, id)| verdict(*page, batch, id));
            store.put_verdicts(all).expect("written");
            drop(store);
            lengths.push(fs::metadata(&path).expect("a file").len());
        }
        assert!(lengths[0] == lengths[1] && lengths[1] < lengths[2] && lengths[2] == lengths[3]);
        let mut reader = Reader::open(&path, &Limits::default()).expect("a WARC file");
        let mut found = Vec::new();
        while let Some(item) = reader.next() {
            let Item::Record(record) = item else { panic!("damage") };
            if *record.kind() == RecordKind::Metadata {
                let verdict = Verdict::parse(record.block()).expect("a verdict");
                let id = record.header("WARC-Refers-To").expect("an id").to_owned();
                found.push((verdict.page, verdict.batch, id));
            }
        }
        let id = |id: &str| format!("<urn:uuid:{id}>");
        assert_eq!(found, [(Article, 1, id("1")), (Article, 1, id("2")), (Again, 2, id("2"))]);
    }
}
