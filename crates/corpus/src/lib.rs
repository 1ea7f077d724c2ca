//! Turns web archives into corpus folders: rows of text and metadata, each with evidence of its source.
//!
//! A *corpus folder* holds `docs/` and other formats of the documents, `quarantine.jsonl` (lost and
//! rejected records with reasons), `run.json` (the [`Manifest`]), `timing.json` and `report.html`.
//!
//! The road of a record: [`inputs`](scutch_folder::inputs) lists the archives, workers derive a [`Row`](row::Row) from each
//! record, the [`Format`]s write it, and the [`Manifest`] counts it. Equal inputs and settings give equal
//! bytes, whatever the number of workers.
//!
//! - [`run()`] makes a corpus, or resumes an interrupted one.
//! - [`stream()`] hands the same rows to a caller, as Arrow batches.
//! - [`verify()`](verify::verify()) derives its rows again and reports differences.
//! - [`dedup()`](dedup::dedup()) marks duplicates, [`drop_duplicates()`](dedup::drop_duplicates()) copies a corpus without
//!   them, [`redact()`](redact::redact()) takes rows out that a list names.
//! - [`rebuild()`](rebuild::rebuild()) gives a stand-off corpus its texts back from archives.
//! - [`write_pages()`](pages::write_pages()) adds tables of labels after joint boilerplate detection.
//!
//! ```
//! use scutch_corpus::{Config, Ended, Request, Unwatched, run};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let config = Config { inputs: vec!["../../samples/plain.warc".into()], ..Config::default() };
//! let output = folder.path().join("corpus");
//! let request = Request::new(config, output);
//! let Ended::Complete(manifest) = run(&request, &Unwatched)? else { panic!("not complete") };
//! // Every record is a row, out of scope, or in the quarantine with a reason.
//! assert!(manifest.counts.adds_up());
//! assert!(request.output.join("docs/part-00000.parquet").exists());
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod card;
pub mod dedup;
mod derive;
#[cfg(test)]
mod fixture;
mod flow;
mod format;
pub mod pages;
pub mod rebuild;
pub mod redact;
mod reissue;
pub mod row;
pub mod run;
mod stages;
mod table;
mod tags;
mod threads;
pub mod verify;
mod write;

pub use flow::{Unwatched, Watch};
pub use format::annotations::annotated_sentences;
pub use format::linked::SHAPES;
pub use format::vertical::registry;
pub use row::stored::read_rows;
pub use run::{Ended, Request, StreamRequest, StreamShare, Streamed, run, stream};
pub use stages::MEMORY;
pub use tags::inventory;
pub use threads::threads;

// What the functions of this crate take and return, so that callers need no second crate.
pub use scutch_folder::config::rules::PortalRules;
pub use scutch_folder::config::{Config, ConfigError, Extractor, Format, Layout};
pub use scutch_folder::inputs::{InputFile, Share, Unreadable};
pub use scutch_folder::manifest::{Manifest, read_manifest};
pub use scutch_folder::quarantine::{QuarantineLine, QuarantineSubject};
pub use scutch_folder::tally::Tally;
pub use scutch_folder::{Other, RunError, ShareError, reasons};
