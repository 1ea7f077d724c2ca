//! Rows that belong together, as a forest of rows: united pair by pair, in any order.

/// Which rows were united.
pub(super) struct Forest {
    parents: Vec<u32>,
}

impl Forest {
    pub(super) fn new(rows: u32) -> Self {
        Self { parents: (0..rows).collect() }
    }

    /// The row that stands for all that `row` was united with: the smallest of them.
    pub(super) fn root(&mut self, row: u32) -> u32 {
        let mut at = row;
        while self.parents[at as usize] != at {
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at
    }

    pub(super) fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// Groups of more than one row, each sorted, in the order of their first rows.
    pub(super) fn groups(mut self) -> Vec<Vec<u32>> {
        let rows = self.parents.len() as u32;
        let mut places: Vec<(u32, u32)> = (0..rows).map(|row| (self.root(row), row)).collect();
        places.sort_unstable();
        let groups = places.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1);
        groups.map(|group| group.iter().map(|(_, row)| *row).collect()).collect()
    }
}
