//! Fetches mementos from web archives, live pages along their links, and the articles of portals,
//! into WARC files that are also the state of the run.
//!
//! - [`Acquirer`] reads lists of mementos (*TimeMaps*), resolves each [`Target`] to what was
//!   archived, and stores it. [`Targets`] holds millions of them; [`Acquirer::run`] does all of
//!   it for many [`Subject`]s, several archives at once.
//! - [`Pages`] follows links from a list of addresses.
//! - [`portal`] crawls a site by its portal file.
//! - [`Holdings`] are archives of anyone; what they hold of a page is copied, not asked for.
//! - [`Store`] is the WARC file below all three. What is stored is never asked for again, so that a
//!   run that was killed continues where it was.
//!
//! ```
//! use scutch_crawl::{Acquirer, Store, Targets};
//! use scutch_memento::{Guard, Selection};
//!
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(&folder.path().join("mementos.warc.gz"), "example/1", 0)?;
//! // Without a client nothing is asked for: only stored answers are read.
//! let mut acquirer = Acquirer::new(None, Some(store), Guard::default());
//! let mut targets = Targets::default();
//! let uri_t = "http://archive.example/timemap/link/http://example.org/";
//! let list = acquirer.timemap(uri_t, targets.begin_list(uri_t))?;
//! targets.end_page(list.timemap.original, "timemap", &Selection::default(), None)?;
//! assert_eq!(list.problems[0].reason, "not-stored");
//! assert!(targets.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod acquire;
mod concurrent;
mod holdings;
mod hop;
mod pages;
pub mod portal;
mod reason;
mod replay;
mod resolve;
mod shard;
mod store;
mod target;

pub use acquire::{
    Acquirer, COLUMNS, Drift, Event, Problem, ReadList, Row, RunOptions, Seeds, Subject,
};
pub use concurrent::MakeClient;
pub use holdings::{HeldFile, Holdings, HoldingsError};
pub use pages::{Bounds, Judge, PageRow, Pages, PagesProgress, Refusal};
pub use reason::Reason;
pub use shard::Shard;
pub use store::{Merged, Store, StoreError, merge};
pub use target::{Target, Targets};
