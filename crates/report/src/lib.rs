//! The pages of a corpus folder: `report.html` about all of it, `template.html` about joint detection
//! ([`template`]), `timing.html` about the duration of steps ([`timing`]).
//!
//! Everything in `report.html` comes from its [manifest](scutch_folder::manifest): the same manifest gives the same bytes. A page
//! needs no script and loads nothing; a content security policy in its head forbids both, because
//! hosts, media types and file names are *foreign* text. Its size is bounded: long lists are cut,
//! and what is cut is summed.
//!
//! `sections.rs` is the report in reading order; each section is a file with a function `body`.
//!
//! ```
//! use scutch_folder::config::Config;
//! use scutch_folder::manifest::{Manifest, tool};
//! use scutch_folder::tally::Tally;
//!
//! let mut counts = Tally { records: 3, rows: 2, ..Tally::default() };
//! counts.out_of_scope.add("mime", 1);
//! let manifest = Manifest {
//!     tool: tool(),
//!     url_key_profile: "surt/1".into(),
//!     config: Config::default(),
//!     inputs: Vec::new(),
//!     annotations: None,
//!     decisions: None,
//!     not_archives: 0,
//!     index: None,
//!     other_files: Vec::new(),
//!     crawled: None,
//!     shards: 1,
//!     counts,
//!     outputs: Vec::new(),
//!     dedup: None,
//!     redacted: None,
//!     dropped: None,
//!     rows_root: None,
//! };
//! let page = scutch_report::render(&manifest);
//! assert!(page.starts_with("<!DOCTYPE html>"));
//! assert!(page.contains("The media type is out of scope."));
//! ```
#![forbid(unsafe_code)]

mod account;
mod annotations;
mod articles;
mod captures;
mod charsets;
mod configuration;
mod counters;
mod duplicates;
mod evidence;
mod files;
mod flags;
mod head;
mod hosts;
mod languages;
mod metadata;
mod months;
mod publish;
mod report;
mod sections;
pub mod template;
mod texts;
pub mod timing;
mod topics;
mod types;
mod vocabulary;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

pub use self::publish::{rewrite_report, write_manifest, write_report};
pub use self::report::{Links, RowsAt, STYLE};
pub use self::sections::{content, render};
