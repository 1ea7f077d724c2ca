//! The corpus folder: what lies in it, and how a file of it becomes complete or stays absent.

pub(crate) mod digest;
mod disk;
pub(crate) mod duplicates;
mod error;
mod files;
pub mod manifest;
pub(crate) mod names;
pub(crate) mod quarantine;
mod share_error;
pub(crate) mod tally;

pub(crate) use disk::{Folder, Found, clear_labels};
pub use error::{Other, RunError};
pub(crate) use error::{at, is_full};
pub(crate) use files::{place_whole, write_json, write_whole};
pub use share_error::ShareError;

#[cfg(test)]
mod tests;
