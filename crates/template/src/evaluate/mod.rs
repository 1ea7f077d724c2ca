//! Scores labels of nodes against ground truth.
//!
//! A *gold node* is a text node whose class was set by people or by the source of the page. Parsers
//! cut pages into text nodes in different ways, so nodes are matched by their characters in
//! document order ([`align`]). Each gold node gets the class that covers most of its characters.
//!
//! [`read_gold`] reads the truth, [`RunLabels`] the labels of a run, and [`RunScores`] compares
//! them.

mod align;
mod gold;
mod grouped;
mod labels;
mod line;
mod repeated;
mod run;
mod score;
pub mod thesis;
mod threshold;

pub use align::{Aligned, Run, align};
pub use gold::{GoldError, GoldNode, GoldPage, Truth, read_gold};
pub(crate) use labels::name_by;
pub use labels::{CaptureKey, LabelFault, LabelsError, PageLabels, RunLabels};
pub use line::LineError;
pub(crate) use line::read_line;
pub use repeated::RepeatedLines;
pub use run::{Gain, NUMBERS, NumberRow, RunScores, ScoredPage, ScoredSite, Unit};
pub use score::{Outcome, PageScore, Reading, Tally};
pub use threshold::Threshold;
