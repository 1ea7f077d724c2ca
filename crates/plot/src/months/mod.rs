//! Counts per month: which stretch a plot can show, where its gaps are, and the same as a table.

pub(crate) mod plot;
pub(crate) mod series;
mod years;
