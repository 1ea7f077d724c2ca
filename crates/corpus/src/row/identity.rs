//! Row ids and citation identifiers.

use data_encoding::BASE32_NOPAD;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The identity of a capture: URL, date as written, and record id. Without a record id, the digest
/// of the record block takes its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    triple: [u8; 32],
}

impl Identity {
    /// `record` is the WARC-Record-ID, or `sha256:HEX` of the block where the record has none.
    pub fn new(url: &str, date_as_written: &str, record: &str) -> Self {
        let mut hash = Sha256::new();
        for field in [url, date_as_written, record] {
            hash.update(field.as_bytes());
            // URIs and headers cannot contain NUL, so two different triples never hash alike.
            hash.update([0]);
        }
        Self { triple: hash.finalize().into() }
    }

    /// Its bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.triple
    }

    /// The identity of these bytes, if they are one.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Self { triple: bytes.try_into().ok()? })
    }

    /// A 64-bit key, for counting equal captures.
    pub fn key(&self) -> u64 {
        // 8 of 32 bytes: collisions only make an ordinal larger than needed.
        let [a, b, c, d, e, f, g, h, ..] = self.triple;
        u64::from_be_bytes([a, b, c, d, e, f, g, h])
    }

    /// The row id of this capture. `ordinal` counts rows with the same identity, from 0, in input
    /// order: archives may hold a record twice.
    pub(crate) fn row_id(&self, ordinal: u32) -> String {
        let mut hash = Sha256::new();
        hash.update(self.triple);
        hash.update(ordinal.to_be_bytes());
        let digest: [u8; 32] = hash.finalize().into();
        // 160 bits give 32 letters without padding. In lower case, because some file systems ignore
        // case.
        BASE32_NOPAD.encode(&digest[..20]).to_ascii_lowercase()
    }
}

/// The persistent web identifier of one archived file: `urn:pwid:ARCHIVE:TIME:part:URL`
/// (URN namespace `pwid`; the precision `part` means the single archived file). `None` when the time is
/// out of range.
pub(crate) fn pwid(archive_id: &str, unix_ms: i64, url: &str) -> Option<String> {
    let time = Timestamp::from_millisecond(unix_ms).ok()?;
    Some(format!("urn:pwid:{archive_id}:{}:part:{url}", time.strftime("%Y-%m-%dT%H:%M:%SZ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_by_each_part_and_by_ordinal() {
        let base = Identity::new("http://a/", "2019-01-01T00:00:00Z", "urn:uuid:1");
        let ids = [
            base.row_id(0),
            base.row_id(1),
            Identity::new("http://b/", "2019-01-01T00:00:00Z", "urn:uuid:1").row_id(0),
            Identity::new("http://a/", "2019-01-02T00:00:00Z", "urn:uuid:1").row_id(0),
            Identity::new("http://a/", "2019-01-01T00:00:00Z", "urn:uuid:2").row_id(0),
        ];
        for (i, a) in ids.iter().enumerate() {
            assert_eq!(a.len(), 32);
            assert!(ids[i + 1..].iter().all(|b| a != b));
        }
    }

    #[test]
    fn pwid_names_archive_time_and_url() {
        assert_eq!(
            pwid("example.org", 1_516_425_920_000, "http://a.example/b").as_deref(),
            Some("urn:pwid:example.org:2018-01-20T05:25:20Z:part:http://a.example/b")
        );
    }
}
