//! Labels of nodes against ground truth, runs against each other, and settings tried on sites with
//! ground truth.
//!
//! A *gold node* is a text node whose class was set by people or by the source of the page. Parsers
//! cut pages into text nodes in different ways, so nodes are matched by their characters in
//! document order ([`align`]). Each gold node gets the class that covers most of its characters.
//!
//! [`read_gold`] reads the truth, [`RunLabels`] the labels of a run, and [`RunScores`] compares
//! them. [`compare`] lays two runs side by side, [`tune`] tries choices of methods, and [`thesis`]
//! has the tables and figures of the thesis.
//!
//! ```
//! use scutch_evaluate::{Reading, RunLabels, RunScores, Unit, read_gold};
//!
//! let gold = r#"{"site": "s", "url": "u", "timestamp": "20190517000000", "text_nodes": [
//!     {"text": "Home", "label": "boilerplate"}, {"text": "The ferry left", "label": "content"}]}"#;
//! let gold = read_gold(gold.replace('\n', "").as_bytes())?;
//! let line = r#"{"url": "u", "timestamp": "20190517000000", "text": "Home The ferry left",
//!     "node": 1, "class": "content", "cross": "11000", "method": "occurrence"}"#;
//! let labels = RunLabels::read(line.replace('\n', "").as_bytes(), &gold)?;
//!
//! let [precision, recall, ..] = RunScores::new(&gold, &labels).micro(Reading::Decided, Unit::Nodes);
//! assert_eq!((precision, recall), (Some(0.5), Some(1.0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod align;
pub mod compare;
mod gold;
mod grouped;
mod labels;
mod line;
mod repeated;
mod run;
mod score;
pub mod thesis;
mod threshold;
pub mod tune;

pub use align::{Aligned, Run, align};
pub use gold::{GoldError, GoldNode, GoldPage, Truth, read_gold};
pub(crate) use labels::name_by;
pub use labels::{CaptureKey, LabelFault, LabelsError, PageLabels, RunLabels};
pub use line::LineError;
pub(crate) use line::read_line;
pub(crate) use repeated::RepeatedLines;
pub use run::{Gain, NUMBERS, NumberRow, RunScores, ScoredPage, ScoredSite, Unit};
pub use score::{Outcome, PageScore, Reading, Tally};
pub use threshold::Threshold;
