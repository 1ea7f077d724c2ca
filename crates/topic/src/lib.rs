//! Off-topic mementos: which snapshots no longer show what a collection was made for.
//!
//! Words used throughout: a *memento* is a capture of a page (its *URI-R*) at one time; a *TimeMap*
//! is all mementos of a page; the *anchor* is the memento that the others are compared with; a
//! *measure* gives a score, a *profile* thresholds, and together they make a *verdict*.
//!
//! In reading order: [`Gatherer`] turns captures into a [`Collection`] of TimeMaps, whose mementos
//! are [`Sketch`]es (numbers from which every measure follows); [`judge()`] turns a TimeMap into
//! verdicts under a [`Profile`]. Measures are in `measure`, `simhash`, `cosine` and `lsi`; the
//! learned combination looks at `features` with the coefficients of `model`.

#![forbid(unsafe_code)]

mod collection;
pub mod evaluate;
mod gather;
pub mod import;
mod judge;
mod measure;
pub mod report;
mod sketch;
mod text;
mod write;

pub use collection::host::{HostGroup, host_key};
pub use collection::list::{LeftAside, List, Loss, Seeds, Selection};
pub use collection::observation::CaptureObservation;
pub use collection::spread::Spread;
pub use collection::timemap::{CapturePlace, Grouping, Memento, Redirect, TimeMap};
pub use collection::{Collection, Surroundings};
pub use evaluate::{label, sweep};
pub use gather::{FileCapture, Gatherer, Observer, hints};
pub use judge::all::{Tally, judge_all};
pub use judge::anchor::Anchor;
pub use judge::model::Model;
pub use judge::profile::{AnchorRule, Combine, PROFILES, Profile};
pub use judge::texts::DistinctTexts;
pub use judge::verdict::{Reason, Score, Status, Verdict};
pub use judge::{Judged, features, judge, pairs};
pub use measure::cosine::Idf;
pub use measure::distance::{count_score, jaccard, sorensen};
pub use measure::lsi::Topics;
pub use measure::{Measure, Reads, Side, simhash};
pub use sketch::evidence::Evidence;
pub use sketch::lexicon::{Hit, Notice};
pub use sketch::store::{ContentRef, SketchStore, content_key};
pub use sketch::{Content, Media, Raw, Sketch, SketchConfig, Sketcher, Text, media};
pub use text::terms::Terms;
pub use text::tokens::{Preprocess, Stopwords, Tokenizer, token_id, tokens};
pub use write::{OutputFormat, Writer};

/// Best results of single measures in publications: `data/published.tsv`.
pub const PUBLISHED: &str = include_str!("../data/published.tsv");
