//! The completion mark of a shard. Once it is there, the shard is complete.

use serde::{Deserialize, Serialize};

use crate::inputs::Cursor;
use crate::manifest::OutputEntry;
use crate::merkle::Hash;
use crate::tally::Tally;
use crate::{Folder, RunError, at, write_whole};

/// The completion mark of a shard: what the end of the run, or a resumed run, needs to know.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Mark {
    /// Everything counted in the shard.
    pub tally: Tally,
    /// The start of the next shard. `None` after the last.
    pub next: Option<Cursor>,
    /// Its part of each format.
    pub parts: Vec<OutputEntry>,
    /// Keys of its captures.
    pub captures: Vec<u64>,
    /// Keys of its texts.
    pub texts: Vec<u64>,
    /// Ids of rows that were decided on and met.
    #[serde(default)]
    pub decided: Vec<String>,
    /// Leaves of the Merkle tree over the rows.
    #[serde(default, with = "hex")]
    pub leaves: Vec<Hash>,
    /// Whether verdicts of crawls were known when the shard was made.
    #[serde(default)]
    pub crawled: bool,
}

impl Mark {
    /// The mark in the bytes of a file. `None` when it is broken.
    pub fn from_json(json: &[u8]) -> Option<Self> {
        serde_json::from_slice(json).ok()
    }

    /// Writes the mark of a shard.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, folder: &Folder, shard: u32) -> Result<(), RunError> {
        let path = folder.shard_mark(shard);
        let json = serde_json::to_vec(self).map_err(|e| at(&path)(e.into()))?;
        write_whole(&path, &json).map_err(at(&path))
    }
}

/// Hashes as one string of hex digits: a list of numbers would be four times as long.
mod hex {
    use crate::merkle::Hash;
    use data_encoding::HEXLOWER;
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
