//! The archived page as a browser shows it: with its style sheets and pictures of the same archives,
//! each text node in an element of ours, and without anything that runs, loads or leads away.
//!
//! The walls, from within: what is written here has no script, no address and no form; the policy of
//! the answer ([`Policy::Archived`](crate::server::Policy)) forbids them; the frame around is
//! sandboxed.

mod outline;
mod policy;
mod write;

pub use outline::{no_outline, outline};
pub use write::{Missing, Shown, shown};
