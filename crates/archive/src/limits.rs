//! Caps on what is read from an archive, so that no input makes memory grow without bound.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Caps on archive reading, in bytes. What exceeds one is cut and carries a reason id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Header of one record.
    pub record_header: u64,
    /// Block of one record, inflated.
    pub block: u64,
    /// HTTP header inside a block.
    pub http_header: u64,
    /// HTTP body after content decoding.
    pub payload: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { record_header: 1 << 20, block: 32 << 20, http_header: 1 << 20, payload: 32 << 20 }
    }
}
