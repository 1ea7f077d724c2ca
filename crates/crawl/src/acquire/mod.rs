//! Asks archives which mementos there are, and for the mementos. What is stored is not asked for
//! again.

mod acquirer;
mod answer;
mod drift;
mod lists;
mod mementos;
mod row;
mod run;
mod seeds;

pub use self::acquirer::{Acquirer, Problem};
pub use self::drift::Drift;
pub use self::lists::ReadList;
pub use self::row::{COLUMNS, Row};
pub use self::run::{Event, RunOptions, Subject};
pub use self::seeds::Seeds;
