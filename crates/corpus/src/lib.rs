//! Corpus folders: from archive records to document rows with evidence, and everything around them.
//!
//! A *corpus folder* holds `docs/` (the rows), `quarantine.jsonl` (what was lost and why),
//! `run.json` (the manifest), `timing.json` and `report.html`. [`run()`] makes one, [`verify`](verify::verify())
//! checks one against the archives it came from.
#![forbid(unsafe_code)]

pub mod config;
mod continued;
mod crosses;
pub mod dedup;
pub mod derive;
pub mod format;
mod groups;
pub mod inputs;
mod joint;
mod labels;
pub mod manifest;
mod mime;
pub mod pages;
pub mod quarantine;
pub mod reasons;
pub mod report;
mod revisits;
pub mod row;
mod rules;
pub mod run;
pub mod scope;
mod shelf;
mod tags;
pub mod tally;
mod topics;
pub mod verify;
pub mod write;

pub use config::{Config, ConfigError, Extractor};
pub use format::{Format, Layout};
pub use manifest::{Manifest, read_manifest};
pub use report::rewrite_report;
pub use rules::PortalRules;
pub use run::{Ended, Request, RunError, Unwatched, Watch, run};
pub use tags::inventory;
