//! Corpus folders: from archive records to document rows with evidence, and everything around them.
//!
//! A *corpus folder* holds `docs/` (the rows), `quarantine.jsonl` (what was lost and why),
//! `run.json` (the manifest), `timing.json` and `report.html`. [`run()`] makes one, [`verify`](verify::verify())
//! checks one against the archives it came from.
#![forbid(unsafe_code)]

pub mod config;
pub mod dedup;
pub mod derive;
mod flow;
mod folder;
pub mod format;
pub mod inputs;
pub mod pages;
pub mod reasons;
pub mod report;
pub mod row;
pub mod run;
mod stages;
mod tags;
mod timing;
pub mod verify;
pub mod write;

pub use config::rules::PortalRules;
pub use config::{Config, ConfigError, Extractor, Format, Layout, scope};
pub use flow::{Unwatched, Watch};
pub use folder::manifest::{Manifest, read_manifest};
pub use folder::{Other, RunError, manifest};
pub use report::publish::rewrite_report;
pub use run::{Ended, Request, run};
pub use tags::inventory;
