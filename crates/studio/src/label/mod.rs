//! Labels: which pages, by whom, kept how, and what is made of them.
//!
//! A [`Plan`] draws pages. Each key press is an [`Event`] in the [`Journal`] of an annotator, a file
//! that only grows; a [`Pass`] is what the events of one page add up to. From passes come ground truth
//! ([`gold`]) and agreement ([`agreement`]).

mod adjudicate;
mod agreed;
pub mod agreement;
mod desk;
mod error;
mod event;
pub mod gold;
mod import;
mod journal;
mod kappa;
mod letter;
mod pass;
mod plan;
mod strata;

pub use adjudicate::{Dispute, Merged, first_passes, merged};
pub use agreed::AgreedLines;
pub use desk::{Desk, OpenPage, Progress};
pub use error::LabelError;
pub use event::{DATE_FORMS, Event, Field, Line};
pub use import::Imported;
pub use journal::Journal;
pub use kappa::{Kappa, kappa, one_against_rest};
pub use letter::Letter;
pub use pass::{LastMark, NodeMark, Pass};
pub use plan::{Draw, Item, Plan};
pub use strata::strata;

/// The name under which decisions about disputes are kept.
pub const ADJUDICATED: &str = "adjudicated";
