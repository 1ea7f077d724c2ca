//! One file per verb: from what was typed to what it means, and back to what the user sees.

pub(crate) mod archive;
pub(crate) mod config;
pub(crate) mod corpus;
pub(crate) mod coverage;
pub(crate) mod dedup;
pub(crate) mod evaluate;
pub(crate) mod extract;
pub(crate) mod fetch;
pub(crate) mod memento;
pub(crate) mod network;
pub(crate) mod offtopic;
pub(crate) mod portal;
pub(crate) mod report;
pub(crate) mod tags;
pub(crate) mod template;
pub(crate) mod url;
pub(crate) mod verify;
