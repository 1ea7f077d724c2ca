//! The inventory of tags: every kind of element that holds text on a portal's pages, counted once,
//! so that a person can decide about all of them.
//!
//! A *variant* is an element with all its attributes. Its *signature* is its name with id and
//! classes, with all numbers replaced by 0. Elements of one signature are counted together.

mod inventory;
mod reduction;
mod root;
mod signature;
mod table;

pub use inventory::{Inventory, TagRow};
pub use reduction::Reduction;
pub use root::content_root;
pub use signature::{pair, signature};
pub use table::{
    Change, TableError, TableLine, Verdict, default_verdict, diff, read, to_portal_file, write,
};

#[cfg(test)]
mod tests;
