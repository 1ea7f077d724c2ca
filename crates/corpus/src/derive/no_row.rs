//! Why a record has no row.

use scutch_shuffle::ShuffleError;

use crate::stages::opened::Outcome;

/// Why there is no row.
pub(super) enum NoRow {
    /// The record goes another way.
    Outcome(Outcome),
    /// Evidence cannot be read: without it no row is right, and the run ends.
    Failed(ShuffleError),
}

impl From<Outcome> for NoRow {
    fn from(outcome: Outcome) -> Self {
        Self::Outcome(outcome)
    }
}

impl From<ShuffleError> for NoRow {
    fn from(error: ShuffleError) -> Self {
        Self::Failed(error)
    }
}
