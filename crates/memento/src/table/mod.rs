//! Tables of mementos and what is done with them: sampling, clusters, scores, filters, order.
//!
//! A row is about one memento and has its URI-M. Unknown columns are carried along unchanged.
//!
//! ```
//! use scutch_memento::table::{read, sort_by_column, write};
//!
//! let (mut table, format) = read("urim\tscore\na\t2\nb\t10\n")?;
//! sort_by_column(&mut table, "score", true);
//! let mut out = Vec::new();
//! write(&table, format, &mut out)?;
//! assert_eq!(out, b"urim\tscore\nb\t10\na\t2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod centrality;
mod cluster;
mod dbscan;
mod filter;
mod growth;
mod identify;
mod kmeans;
mod order;
mod read;
mod row;
mod sample;
mod score;
mod slice;
mod story;
mod vectors;
mod write;

pub use centrality::{centroid_distances, text_ranks};
pub use cluster::{ClusterBy, cluster};
pub use filter::{
    NearDuplicates, drop_near_duplicates, keep_best_of_clusters, keep_largest_clusters,
};
pub use growth::{Growth, SeedStats, growth, seed_stats};
pub use identify::{Identified, identify, listed};
pub use order::sort_by_column;
pub use read::{TableError, TableFormat, read};
pub(crate) use row::CLUSTER;
pub use row::{Row, Table, URI_M};
pub use sample::{Sampling, sample};
pub use score::{category_score, depth_score, dsa_score, dsa2_scores};
pub use slice::{assign_slices, default_slices, story_size};
pub use story::{NoAddress, Story, story};
pub use vectors::TermVectors;
pub use write::write;
