//! Caps on what is read from an archive, so that no input makes memory grow without bound.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Caps on archive reading, in bytes. What exceeds one is cut and carries a reason id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Header of one record; a longer one is damage.
    pub record_header: u64,
    /// Block of one record, inflated; the rest is passed over and the record flagged.
    pub block: u64,
    /// HTTP header inside a block; what follows counts as body.
    pub http_header: u64,
    /// HTTP body after content decoding; decoding stops there.
    pub payload: u64,
    /// Content codings undone on one body, a number.
    pub codings: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            record_header: 2 << 20,
            block: 32 << 20,
            http_header: 1 << 20,
            payload: 32 << 20,
            codings: 4,
        }
    }
}
