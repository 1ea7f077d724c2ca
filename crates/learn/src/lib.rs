//! Small learners and honest scores.
//!
//! Nothing here knows of the web: rows of numbers go in, classes, scores and intervals come out. Everything
//! that is random takes a seed and is the same on every machine.

#![forbid(unsafe_code)]

mod bootstrap;
mod counts;
mod folds;
mod forest;
mod hash;
mod knn;
mod logistic;
mod network;
mod random;
pub mod text_score;
mod trees;

pub use bootstrap::{Interval, interval_of, mean_interval, paired_interval};
pub use counts::Counts;
pub use folds::fold_of;
pub use forest::{Forest, Growth};
pub use hash::{fnv1a, hashed, mixed};
pub use knn::Neighbours;
pub use logistic::{Logistic, Penalty};
pub use network::Network;
pub use random::Random;
pub use trees::{Trees, Vote};
