//! One file per verb: what can be typed, what it means, and back to what the user sees. Arguments that several verbs
//! have stand in rooms of their own: `extraction`, `jobs`, `network`, `scope`.

pub(crate) mod archive;
pub(crate) mod config;
pub(crate) mod corpus;
pub(crate) mod coverage;
pub(crate) mod dedup;
pub(crate) mod evaluate;
pub(crate) mod extract;
mod extraction;
pub(crate) mod fetch;
mod jobs;
pub(crate) mod memento;
mod memory;
pub(crate) mod network;
pub(crate) mod offtopic;
pub(crate) mod portal;
pub(crate) mod report;
mod scope;
mod summary;
pub(crate) mod tags;
pub(crate) mod template;
pub(crate) mod url;
pub(crate) mod verify;
