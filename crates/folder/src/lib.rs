//! A *corpus folder*: the settings it is made with, the archives it is made from, and the files in it.
//!
//! `scutch-corpus` fills such folders, and `scutch-report` draws their pages. What both know of a folder
//! is here:
//!
//! - [`config`] has the settings of a run, [`inputs`] the archives behind the names a user gave.
//! - [`Folder`] has the path of every file and the state before a run, [`names`] their names. A file
//!   appears whole or not at all ([`write_whole`], [`place_whole`]).
//! - [`manifest`] is `run.json`: settings, inputs, outputs with [`digest`]s, and counts ([`tally`],
//!   [`duplicates`]). [`quarantine`] is the list of lost and rejected records, [`timing`] what depends
//!   on clock and machine.
//! - [`plan`] is what a run sets out to do, [`mark`] says that a shard of it is complete, and [`shares`]
//!   are the markers in the folders of jobs that share a run.
//! - [`merkle`] is the tree whose root stands for all rows.
//! - [`decisions`] are what people decided on rows, [`exclusion`] lists of what must not be in a corpus.
//! - [`reasons`] has every reason id with its sentence.
//!
//! ```
//! use scutch_folder::config::Config;
//! use scutch_folder::{Folder, Found};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let config = Config::from_toml("inputs = ['../../samples/plain.warc']")?;
//! let inputs = scutch_folder::inputs::list(&config.inputs, None)?;
//! assert_eq!(inputs.files[0].name, "plain.warc");
//!
//! let place = tempfile::tempdir()?;
//! let folder = Folder::new(place.path());
//! assert_eq!(folder.state()?, Found::Nothing);
//! folder.create()?;
//! assert_eq!(folder.state()?, Found::Unfinished { begun: false });
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

pub mod config;
pub mod decisions;
pub mod digest;
mod disk;
pub mod duplicates;
mod error;
pub mod exclusion;
mod files;
pub mod inputs;
pub mod manifest;
pub mod mark;
pub mod merkle;
pub mod names;
pub mod plan;
pub mod quarantine;
pub mod reasons;
mod share_error;
pub mod shares;
pub mod tally;
pub mod timing;

pub use disk::{Folder, Found, clear_labels, clear_records};
pub use error::{RunError, at, is_full};
pub use files::{place_whole, write_whole};
pub use share_error::{Other, ShareError};

#[cfg(test)]
mod tests;
