//! The completion mark of a shard. Once it is there, the shard is complete.

use scutch_folder::manifest::OutputEntry;
use scutch_folder::merkle::Hash;
use scutch_folder::tally::Tally;
use serde::{Deserialize, Serialize};

use crate::flow::Cursor;
use crate::row::seen::Seen;

/// The completion mark of a shard: what the end of the run, or a resumed run, needs to know.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Mark {
    pub(crate) tally: Tally,
    /// The start of the next shard. `None` after the last.
    pub(crate) next: Option<Cursor>,
    pub(crate) parts: Vec<OutputEntry>,
    pub(super) captures: Vec<u64>,
    pub(super) texts: Vec<u64>,
    /// Ids of rows that were decided on and met.
    #[serde(default)]
    pub(super) decided: Vec<String>,
    /// Leaves of the Merkle tree over the rows.
    #[serde(default, with = "hex")]
    pub(super) leaves: Vec<Hash>,
    /// Whether verdicts of crawls were known when the shard was made.
    #[serde(default)]
    pub(crate) crawled: bool,
}

impl Mark {
    /// Adds the captures and texts of this shard to `seen`.
    pub(crate) fn remember(&self, seen: &mut Seen) {
        for capture in &self.captures {
            seen.ordinal(*capture);
        }
        for text in &self.texts {
            seen.text_again(*text);
        }
    }

    #[cfg(test)]
    pub(super) fn with_seen(
        tally: Tally,
        next: Option<Cursor>,
        captures: Vec<u64>,
        texts: Vec<u64>,
    ) -> Self {
        let (parts, decided, leaves) = (Vec::new(), Vec::new(), Vec::new());
        Self { tally, next, parts, captures, texts, decided, leaves, crawled: false }
    }
}

/// Hashes as one string of hex digits: a list of numbers would be four times as long.
mod hex {
    use data_encoding::HEXLOWER;
    use scutch_folder::merkle::Hash;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(hashes: &[Hash], out: S) -> Result<S::Ok, S::Error> {
        HEXLOWER.encode(&hashes.concat()).serialize(out)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Hash>, D::Error> {
        let bytes = HEXLOWER.decode(String::deserialize(from)?.as_bytes());
        let bytes = bytes.map_err(D::Error::custom)?;
        let hashes = bytes.chunks(size_of::<Hash>()).map(Hash::try_from);
        hashes.collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}
