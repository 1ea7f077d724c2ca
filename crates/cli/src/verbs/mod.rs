//! One file or folder per verb: what can be typed, what it means, and how its results are shown.
//!
//! Arguments that several verbs have are in files of their own: `extraction`, `holdings`, `input_form`, `jobs`, `lists`, `network`,
//! `scope`. `corpus_run` and `settings` have what verbs share that make a corpus,
//! `corpus_rows` writes its rows to standard output.
//!
//! Structs of arguments have plain comments: a doc comment would become the summary of every verb that has these
//! arguments.

pub(crate) mod archive;
pub(crate) mod completions;
pub(crate) mod config;
mod corpora;
pub(crate) mod corpus;
mod corpus_rows;
mod corpus_run;
pub(crate) mod coverage;
pub(crate) mod dedup;
pub(crate) mod evaluate;
pub(crate) mod examples;
pub(crate) mod extract;
mod extraction;
pub(crate) mod fetch;
pub(crate) mod gather;
mod holdings;
mod input_form;
mod links;
pub(crate) mod lists;
pub(crate) mod man;
pub(crate) mod memento;
mod memory;
pub(crate) mod merge;
pub(crate) mod network;
pub(crate) mod offtopic;
mod plan;
pub(crate) mod portal;
pub(crate) mod rebuild;
pub(crate) mod redact;
pub(crate) mod report;
mod scope;
mod settings;
pub(crate) mod studio;
mod summary;
pub(crate) mod tags;
pub(crate) mod template;
mod unreadable;
pub(crate) mod url;
pub(crate) mod verify;
