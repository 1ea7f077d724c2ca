//! How far a crawl goes.

use scutch_memento::Period;

use super::domain;
use crate::shard::Shard;

/// How far links are followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// Links away from the list; 0 fetches the list alone.
    pub depth: u8,
    /// New links that are followed from each page.
    pub breadth: usize,
    /// Pages, those of the list included.
    pub pages: usize,
    /// Registrable domains that links may lead to; those of the list if empty.
    pub domains: Vec<String>,
    /// Stored pages are asked for again after this time.
    pub repeat: Option<Period>,
    /// Only addresses whose registrable domain belongs to this shard, in the list and in links.
    pub shard: Option<Shard>,
}

impl Bounds {
    /// Whether an address belongs to the shard.
    pub fn accepts(&self, uri: &str) -> bool {
        self.shard.is_none_or(|shard| shard.contains(&domain(uri).unwrap_or_default()))
    }
}
