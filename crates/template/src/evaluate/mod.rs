//! Labels of nodes against ground truth.
//!
//! A *gold node* is a text node whose class people (or the page's source) have settled. Parsers cut pages into text
//! nodes in different ways, so nodes are matched by their characters in document order ([`align`]), and each gold
//! node gets the class that covers most of its characters.

mod align;
mod gold;
mod line;
mod score;

pub use align::{Aligned, Run, align};
pub use gold::{GoldError, GoldNode, GoldPage, Truth, read_gold};
pub use line::{LineError, read_line};
pub use score::{Outcome, PageScore, Reading, Tally, score_page};
