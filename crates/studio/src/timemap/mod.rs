//! Labels of mementos: does a capture still show what the first one of its TimeMap showed?
//!
//! As with pages, each key press is in a journal before it is answered. Out comes a table that
//! `scutch evaluate offtopic` reads.

mod course;
mod desk;
mod judgement;

pub use course::{Course, MeasureScale, Moment};
pub use desk::{Series, TimemapDesk};
pub use judgement::{Judgement, MementoLine, causes};
