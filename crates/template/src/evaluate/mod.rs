//! Scores labels of nodes against ground truth.
//!
//! A *gold node* is a text node whose class was set by people or by the source of the page. Parsers
//! cut pages into text nodes in different ways, so nodes are matched by their characters in
//! document order ([`align`]). Each gold node gets the class that covers most of its characters.

mod align;
mod gold;
mod line;
mod score;

pub use align::{Aligned, Run, align};
pub use gold::{GoldError, GoldNode, GoldPage, Truth, read_gold};
pub use line::{LineError, read_line};
pub use score::{Outcome, PageScore, Reading, Tally, score_page};
