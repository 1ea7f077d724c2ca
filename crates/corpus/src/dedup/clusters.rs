//! Clusters of rows as a disjoint-set forest: rows are united pair by pair, in any order.

/// A disjoint-set forest of row numbers.
pub(super) struct Forest {
    parents: Vec<u32>,
}

impl Forest {
    /// A forest of this many rows, each a cluster of its own.
    pub(super) fn new(rows: u32) -> Self {
        Self { parents: (0..rows).collect() }
    }

    /// The representative of the cluster of `row`: its smallest row.
    pub(super) fn root(&mut self, row: u32) -> u32 {
        let mut at = row;
        while self.parents[at as usize] != at {
            // Path halving keeps the trees flat.
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at
    }

    /// Unites two clusters. The smaller root wins, so the result does not depend on the order.
    pub(super) fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// The clusters of more than one row, each sorted, in the order of their first rows.
    pub(super) fn groups(mut self) -> Vec<Vec<u32>> {
        let rows = self.parents.len() as u32;
        let mut places: Vec<(u32, u32)> = (0..rows).map(|row| (self.root(row), row)).collect();
        // By root, then by row: clusters and their rows come in order.
        places.sort_unstable();
        let groups = places.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1);
        groups.map(|group| group.iter().map(|(_, row)| *row).collect()).collect()
    }
}
