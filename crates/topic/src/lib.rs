//! Off-topic mementos: which snapshots no longer show what a collection was made for.
//!
//! A *memento* is a capture of a page (its *URI-R*) at one time. A *TimeMap* is all mementos of a
//! page. The *anchor* is the memento with which the others are compared. A *measure* gives a score,
//! a *profile* has the thresholds, and together they make a *verdict*.
//!
//! The road of the types, in reading order:
//!
//! 1. [`Observer`]: a record becomes a [`CaptureObservation`], its content a [`Sketch`] (`sketch`).
//! 2. [`Gatherer`]: observations are folded by host into [`HostGroup`]s, in memory or on disk.
//! 3. [`Collection`]: the captures of a host become [`TimeMap`]s, with revisits and redirects
//!    resolved. The order of observations does not matter.
//! 4. [`judge()`]: a TimeMap becomes [`Verdict`]s under a [`Profile`].
//! 5. [`Writer`] and [`report`] show verdicts; [`evaluate`] scores them against labels.
//!
//! ```
//! use scutch_archive::Limits;
//! use scutch_shuffle::Settings;
//! use scutch_topic::{FileCapture, Gatherer, Grouping, Profile, Selection, judge_all};
//!
//! let profile = Profile::named("default").expect("a profile");
//! let limits = Limits::default();
//! let mut gatherer = Gatherer::new(&profile.sketch, &limits, 1, Settings::default())?;
//! for (day, html) in [(0, "<p>The ferry left the harbour."), (1, "<h1>404 Not Found</h1>")] {
//!     gatherer.file(&FileCapture {
//!         url: "http://harbour.example/".to_owned(),
//!         unix_ms: Some(day * 86_400_000),
//!         bytes: html.as_bytes(),
//!         ..FileCapture::default()
//!     })?;
//! }
//! let collection = gatherer.finish(Vec::new(), Grouping::Exact, Selection::All)?;
//! let tally = judge_all(&collection, &profile, 1, |timemap, judged| {
//!     for (memento, verdict) in timemap.mementos.iter().zip(&judged.verdicts) {
//!         println!("{} {}", memento.stamp(), verdict.status.name());
//!     }
//!     Ok(())
//! })?;
//! assert_eq!((tally.on, tally.off), (1, 1));
//! # Ok::<(), std::io::Error>(())
//! ```

#![forbid(unsafe_code)]

mod collection;
pub mod evaluate;
mod gather;
pub mod import;
mod judge;
mod keyed;
mod measure;
mod parts;
pub mod report;
mod sketch;
mod text;
mod write;

pub use collection::host::{HostGroup, host_key};
pub use collection::list::{LeftAside, List, Loss, Seeds, Selection};
pub use collection::observation::CaptureObservation;
pub use collection::spread::Spread;
pub use collection::timemap::{CapturePlace, Grouping, Memento, Redirect, TimeMap};
pub use collection::{Collection, ShowTimeMap, Surroundings};
pub use evaluate::{label, sweep};
pub use gather::{FileCapture, Gatherer, Observer, hints};
pub use judge::all::{Tally, judge_all};
pub use judge::anchor::Anchor;
pub use judge::model::Model;
pub use judge::profile::{AnchorRule, Combine, PROFILES, Profile};
pub use judge::verdict::{Reason, Score, Status, Verdict};
pub use judge::{Judged, features, judge, pairs};
pub use measure::cosine::Idf;
pub use measure::distance::{jaccard, sorensen};
pub use measure::lda::topic_groups;
pub use measure::{Measure, Reads, Side, simhash};
pub use sketch::config::{Raw, SketchConfig, Text};
pub use sketch::evidence::Evidence;
pub use sketch::excerpt::Excerpt;
pub use sketch::lexicon::{Hit, Notice};
pub use sketch::shown::{Detail, Picture, Shown};
pub use sketch::sketcher::{Media, Sketcher};
pub use sketch::store::{ContentRef, SketchStore};
pub use sketch::{Content, Sketch};
pub use text::terms::Terms;
pub use text::tokens::{Preprocess, Stopwords, Tokenizer, token_id, tokens};
pub use write::{OutputFormat, Writer};

/// Best results of single measures in publications: `data/published.tsv`.
pub const PUBLISHED: &str = include_str!("../data/published.tsv");
