//! The inventory of tags: every kind of element that holds text on a portal's pages, once, so that a person
//! can decide about all of them.
//!
//! A *variant* is an element with all its attributes; its *signature* is its name with id and classes, numbers made
//! equal. Elements of one signature are counted together, whatever the page.

mod inventory;
mod reduction;
mod root;
mod signature;
mod table;

pub use inventory::{Inventory, TagRow};
pub use reduction::Reduction;
pub use root::root;
pub use signature::{pair, signature};
pub use table::{Change, Line, TableError, Verdict, apply, default_verdict, diff, read, write};

#[cfg(test)]
mod tests;
