//! The cross of a row: the pages it is compared with (up, down: similar pages of its host; prev, next: snapshots),
//! and which words each of them shares.
//!
//! A corpus made with `crosses = true` in `[template]` names the partners of each row. For others they are found again by the functions
//! of the run, among a bounded number of rows of the host.

mod partners;
mod shared;

pub use partners::{Host, Hosts, Partner, Partners};
pub use shared::{Shared, SharedBlock, compare};

/// Names of the places of a cross beside the page itself, in the order of its bits.
pub const PLACES: [&str; 4] = ["up", "down", "prev", "next"];
