//! Panics of the Parquet reader as errors.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does what reads Parquet. Damaged bytes make its library panic in places.
pub(crate) fn guarded<T, E: Display>(work: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    // What was read is thrown away after a panic.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(_) => Err("its bytes are damaged".to_owned()),
    }
}
