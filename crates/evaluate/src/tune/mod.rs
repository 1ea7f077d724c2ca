//! Choices of methods tried on sites with ground truth.
//!
//! [`grid`] lists all combinations of choices as [`Point`]s, [`drawn`] picks some of them, and
//! [`best`] and [`cross_validated`] say which one to take and what to expect of it.

mod choose;
mod space;

pub use choose::{Tried, best, cross_validated};
pub use space::{Point, drawn, grid, names, refused};
