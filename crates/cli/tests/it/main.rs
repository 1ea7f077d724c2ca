//! Tests of the program as a whole, one binary for all of them.

mod acquire;
mod archive;
mod browser;
mod cli;
mod columns;
mod copying;
mod decisions;
mod dedup;
mod deposit;
mod evaluate;
mod examples;
mod extract;
mod fetch;
mod formats;
mod ground_truth;
mod guide;
mod harness;
mod help;
mod holdings;
mod hypercane;
mod inputs;
#[cfg(target_os = "linux")]
mod interrupt;
mod labels;
mod linked;
mod loads;
mod media;
mod memento;
mod network;
mod no_effect;
mod offtopic;
mod offtopic_figures;
mod offtopic_inputs;
mod offtopic_scores;
mod packaging;
mod portal;
mod portal_causes;
mod portal_days;
mod portal_preview;
mod portal_suggested;
mod portal_verdicts;
mod pywb;
#[cfg(feature = "remote")]
#[path = "../../../remote/tests/server/mod.rs"]
mod range_server;
mod rebuild;
mod redact;
mod refused;
#[cfg(feature = "remote")]
mod remote;
mod resume;
mod roads;
mod samples;
#[path = "../../../fetch/tests/server/mod.rs"]
mod server;
mod shares;
mod spill;
mod streams;
mod studio;
mod tables;
mod tags;
mod template;
mod template_alone;
mod template_bounds;
mod template_config;
mod template_inputs;
mod terminal;
mod toolkit;
mod topic_columns;
mod unreadable;
mod url;
mod url_frontier;
mod verify;
mod words;
