//! Group stages: everything a row depends on except its own record.
//!
//! `ARCHITECTURE.md` ("Group stages") has the table of stages, with the key and the evidence of each.
//!
//! All stages share one reading of the inputs ([`gather()`]). Revisits are observed after it, as the
//! captures they stand for. Verdicts of crawls have another reading, once one was met.

mod asked;
pub(crate) mod chains;
pub(crate) mod crawled;
pub(crate) mod engine;
mod evidence;
mod gather;
mod gatherings;
pub(crate) mod hosts;
pub(crate) mod joint;
pub(crate) mod labels;
pub(crate) mod later_pages;
mod learn;
pub(crate) mod opened;
pub(crate) mod originals;
mod page_cache;
mod reading;
mod response_key;
mod stage;
mod tables;
pub(crate) mod topics;
pub(crate) mod visit;

pub(crate) use self::evidence::Evidence;
pub(crate) use self::gather::{Observations, gather, gather_from, observe, read_inputs};
pub use self::reading::MEMORY;
pub(crate) use self::reading::Reading;
pub(crate) use self::tables::{TABLES, Tables};
