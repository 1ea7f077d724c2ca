//! Small learners and honest scores.
//!
//! Rows of numbers go in; classes, scores and intervals come out. Nothing here knows of the web.
//! Everything that is random takes a seed and is the same on every machine.
//!
//! - [`Logistic`], [`Forest`] and [`Neighbours`] are fitted here.
//! - [`Trees`] and [`Network`] score with tables that were fitted elsewhere.
//! - [`Sketcher`] makes texts comparable; [`DisjointSets`] groups what is found to be one.
//! - [`Counts`], [`text_score`], [`fold_of`] and the intervals say how good a score is.
//!
//! ```
//! use scutch_learn::{Logistic, Penalty};
//!
//! // Long texts are wanted.
//! let rows: Vec<Vec<f64>> = (1..=20).map(|words| vec![f64::from(words)]).collect();
//! let classes: Vec<bool> = (1..=20).map(|words| words > 10).collect();
//! let penalty = Penalty { l2: 0.1, non_negative: true };
//! let model = Logistic::fit(&rows, &classes, &[1.0; 20], penalty);
//! assert!(model.probability(&[3.0]) < 0.1 && model.probability(&[18.0]) > 0.9);
//! ```

#![forbid(unsafe_code)]

mod bootstrap;
mod counts;
mod decimal;
mod disjoint;
mod folds;
mod forest;
mod hash;
mod knn;
mod logistic;
mod network;
mod random;
mod sketch;
pub mod text_score;
mod trees;

pub use bootstrap::{Interval, interval_of, paired_interval};
pub use counts::Counts;
pub use decimal::{decimal, fields};
pub use disjoint::DisjointSets;
pub use folds::fold_of;
pub use forest::{Forest, Growth};
pub use hash::{fnv1a, hashed, mixed};
pub use knn::Neighbours;
pub use logistic::{Logistic, Penalty};
pub use network::Network;
pub use random::Random;
pub use sketch::{Sketch, Sketcher, Sketching, shared_shingles};
pub use trees::{Trees, Vote};
