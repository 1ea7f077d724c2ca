//! What tells a response from others of the same record id.

use scutch_archive::Record;
use scutch_archive::digest::{self, Declared};
use scutch_learn::hashed;
use serde::{Deserialize, Serialize};

/// Hashes of the address and of the content of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct ResponseKey {
    pub(super) url: u64,
    pub(super) content: u64,
}

impl ResponseKey {
    pub(super) fn new(record: &Record<'_>, content: &str) -> Self {
        let url = hashed(record.target_uri().unwrap_or_default().as_bytes());
        // Who copies an archive may spell digests in another way.
        let content =
            Declared::parse(content).map_or_else(String::new, |declared| declared.spelling());
        Self { url, content: hashed(content.as_bytes()) }
    }

    pub(super) fn of_response(record: &Record<'_>) -> Self {
        let is_sha1 = |d: &&str| Declared::parse(d).is_some_and(|d| d.spelling().starts_with(SHA1));
        let declared = record.header("WARC-Block-Digest").filter(is_sha1);
        match declared {
            Some(declared) => Self::new(record, declared),
            None => {
                let computed = digest::sha1_base32(record.block());
                Self::new(record, &format!("{SHA1}{computed}"))
            }
        }
    }
}

/// The algorithm of digests in verdicts.
const SHA1: &str = "sha1:";

#[cfg(test)]
mod tests {
    use scutch_archive::{Item, Limits, Reader};

    use super::*;

    #[test]
    fn digests_count_in_any_spelling() {
        let declared = |digest: &str| {
            let archive = format!(
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:a:1>\r\nWARC-Target-URI: \
                 http://a.example/\r\n{digest}Content-Length: 3\r\n\r\nabc\r\n\r\n"
            );
            let mut reader = Reader::from_bytes(archive.as_bytes(), &Limits::default());
            let Some(Item::Record(record)) = reader.next() else { panic!("no record") };
            ResponseKey::of_response(&record)
        };
        let computed = declared("");
        for digest in [
            "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5",
            "sha1:vgmt4nsha2awvor6evyxqugcnsonbwe5",
            "SHA-1:a9993e364706816aba3e25717850c26c9cd0d89d",
            // By another algorithm it says nothing of the one in verdicts.
            "md5:900150983cd24fb0d6963f7d28e17f72",
        ] {
            assert_eq!(declared(&format!("WARC-Block-Digest: {digest}\r\n")), computed, "{digest}");
        }
        let other = "WARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n";
        assert_ne!(declared(other), computed);
    }
}
