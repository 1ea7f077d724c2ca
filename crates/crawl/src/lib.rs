//! Mementos into WARC, and pages of the web as they are now: which ones there are, which are wanted, in
//! which form to ask for them, what came back, and what is stored already.
//!
//! A *group* is what one question led to: requests and answers along the redirects, and behind them
//! a metadata record that says what the group is. Groups are written whole, in one write; the WARC
//! file is the state of the run, and a group that is not whole is as if it had never been asked for.

#![forbid(unsafe_code)]

mod acquire;
mod answer;
mod beside;
mod found;
mod group;
mod groups;
mod judge;
mod merge;
mod page_row;
mod pages;
pub mod portal;
mod ranged;
mod reason;
mod replay;
mod row;
mod seeds;
mod segments;
mod shard;
mod store;
mod way;
mod wishes;

pub use acquire::{Acquirer, Listed, Trouble};
pub use beside::MakeClient;
pub use merge::{Merged, merge};
pub use page_row::PageRow;
pub use pages::{Bounds, Pages, Reach};
pub use reason::Reason;
pub use row::{COLUMNS, Row};
pub use seeds::Seeds;
pub use shard::Shard;
pub use store::{Store, StoreError};
pub use wishes::{Wish, Wishes};
