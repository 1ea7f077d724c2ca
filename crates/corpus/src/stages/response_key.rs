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
