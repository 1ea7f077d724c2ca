//! What workers make of a record, on its way to a shard.

use scutch_archive::Damage;
use serde::{Deserialize, Serialize};

use crate::format::Written;
use crate::stages::opened::Derived;

/// One result of the workers, in input order.
pub(crate) enum Processed {
    Record {
        derived: Box<Derived>,
        written: Written,
        /// What is written of the copies that were decided on, in their order.
        copies: Vec<Written>,
        place: SourceRange,
    },
    Damage {
        file: String,
        damage: Damage,
    },
}

/// The position of a record, for its quarantine line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SourceRange {
    pub(crate) file: String,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) inner_offset: u64,
    pub(crate) warc_record_id: Option<String>,
    pub(crate) url: Option<String>,
}
