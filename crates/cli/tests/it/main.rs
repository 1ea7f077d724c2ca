//! Tests of the program as a whole, one binary for all of them.

mod acquire;
mod archive;
mod cli;
mod copying;
mod dedup;
mod evaluate;
mod examples;
mod extract;
mod fetch;
mod formats;
mod ground_truth;
mod harness;
mod inputs;
#[cfg(target_os = "linux")]
mod interrupt;
mod labels;
mod loads;
mod media;
mod memento;
mod offtopic;
mod offtopic_inputs;
mod portal;
mod portal_causes;
mod portal_days;
mod portal_suggested;
mod pywb;
mod refused;
mod resume;
mod roads;
mod samples;
#[path = "../../../fetch/tests/server/mod.rs"]
mod server;
mod spill;
mod streams;
mod tags;
mod template;
mod template_alone;
mod template_bounds;
mod template_config;
mod template_inputs;
mod terminal;
mod topic_columns;
mod unreadable;
mod url;
mod url_frontier;
mod verify;
