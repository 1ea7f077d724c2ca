//! Off-topic mementos: which snapshots no longer show what a collection was made for.
//!
//! Words used throughout: a *memento* is a capture of a page (its *URI-R*) at one time; a *TimeMap*
//! is all mementos of a page; the *anchor* is the memento that the others are compared with; a
//! *measure* gives a score, a *profile* thresholds, and together they make a *verdict*.
//!
//! In reading order: [`Gatherer`] turns captures into a [`Collection`] of TimeMaps, whose mementos are
//! [`Sketch`]es (numbers from which every measure follows); [`judge()`] turns a TimeMap into
//! verdicts under a [`Profile`]. Measures are in `measure`, `simhash`, `cosine` and `lsi`; the
//! learned combination looks at `features` with the coefficients of `model`.

#![forbid(unsafe_code)]

mod anchor;
mod assemble;
mod collection;
mod compare;
mod cosine;
mod eigen;
pub mod evaluate;
mod evidence;
pub mod features;
mod gather;
mod group;
mod judge;
pub mod label;
mod language;
mod lda;
mod lexicon;
mod list;
mod lsi;
mod measure;
mod model;
mod pack;
mod profile;
pub mod report;
mod run;
mod sequence;
pub mod simhash;
mod sketch;
mod spamsum;
pub mod sweep;
mod terms;
mod tokens;
mod union;
mod verdict;
mod vocabulary;
mod votes;
mod write;

pub use anchor::Anchor;
pub use assemble::Selection;
pub use collection::{Collection, Loss, Memento, Redirect, TimeMap};
pub use cosine::Idf;
pub use evidence::Evidence;
pub use gather::{Gatherer, Grouping, Loose};
pub use group::Group;
pub use judge::{Judged, judge, pairs};
pub use lexicon::{Hit, Notice};
pub use list::{List, Seeds};
pub use lsi::Topics;
pub use measure::{Measure, Reads, Side, count_score, jaccard, sorensen};
pub use model::Model;
pub use profile::{AnchorRule, Combine, PROFILES, Profile};
pub use run::{Tally, judge_all};
pub use sketch::{Content, Media, Raw, Sketch, SketchConfig, Sketcher, Text, media};
pub use terms::Terms;
pub use tokens::{Preprocess, Stopwords, Tokenizer, token_id, tokens};
pub use verdict::{Reason, Score, Status, Verdict};
pub use write::{Form, Writer};

/// Best results of single measures in publications: `data/published.tsv`.
pub const PUBLISHED: &str = include_str!("../data/published.tsv");
