//! Archived pages in a local browser: a person looks at them, decides, and the decisions become data.
//!
//! [`Studio::open`] reads archives, [`Studio::serve`] answers one browser on loopback. Each room knows
//! only those before it:
//!
//! - [`server`]: HTTP on loopback, and who is answered;
//! - [`source`]: the captures of the archives, found and opened at their places;
//! - [`nodes`]: the text nodes of a page, which are labelled;
//! - [`shown`]: the archived page for a sandboxed frame;
//! - [`label`]: the plan of pages, labels by keys, agreement, ground truth;
//! - [`review`]: the rows of a corpus as a table, and decisions about them;
//! - [`cross`]: the pages that a row is compared with;
//! - [`web`]: our own pages around it.
#![forbid(unsafe_code)]

pub mod cross;
pub mod label;
pub mod nodes;
pub mod review;
pub mod server;
pub mod shown;
pub mod source;
pub mod timemap;
pub mod web;

mod concluded;
mod crossed;
mod error;
mod labelling;
mod opened;
mod request;
mod reviewed;
mod route;
mod studio;

pub use error::StudioError;
pub use request::Request;
pub use studio::Studio;
