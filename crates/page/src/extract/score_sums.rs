//! Sums over the first scores, from which any group of blocks gets its mean.

use rustc_hash::FxHashMap;

use super::surroundings::Surroundings;
use crate::Page;
use crate::block::{Block, BlockKind, CellPlace};
use crate::tree::NodeId;

/// Neighbours to each side that are looked at.
pub(super) const REACH: usize = 4;
/// Weight of a block in means: long blocks count more, but not in proportion to their width.
fn mass(width: f32) -> f32 {
    width.sqrt()
}

/// A weighted mean.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mean {
    sum: f32,
    mass: f32,
}

impl Mean {
    fn add(&mut self, score: f32, mass: f32) {
        self.sum += score * mass;
        self.mass += mass;
    }

    fn minus(self, other: Self) -> Self {
        Self { sum: self.sum - other.sum, mass: self.mass - other.mass }
    }

    /// The mean moved from 0..1 to -1..1, so that 0 means undecided or unknown.
    pub(super) fn centred(self) -> f32 {
        if self.mass <= 0.0 { 0.0 } else { (self.sum / self.mass).clamp(0.0, 1.0) * 2.0 - 1.0 }
    }
}

/// First scores with sums over everything that features refer to.
pub(super) struct ScoreSums<'a> {
    page: &'a Page,
    around: &'a Surroundings<'a>,
    scores: &'a [f32],
    /// Sums over the blocks before each block, and over all: any range is one subtraction.
    sums: Vec<Mean>,
    paths: FxHashMap<u64, Mean>,
    lists: FxHashMap<NodeId, Mean>,
    tables: FxHashMap<NodeId, Mean>,
}

/// The table cell of a block that is the cell's running text. Lists in cells count as lists.
fn cell_of(block: &Block) -> Option<CellPlace> {
    block.cell.filter(|_| block.kind == BlockKind::Cell)
}

impl<'a> ScoreSums<'a> {
    /// Sums first scores, weighted by the mass of their blocks.
    pub(super) fn new(page: &'a Page, around: &'a Surroundings<'a>, scores: &'a [f32]) -> Self {
        let mut scored = Self {
            page,
            around,
            scores,
            sums: Vec::with_capacity(scores.len() + 1),
            paths: FxHashMap::default(),
            lists: FxHashMap::default(),
            tables: FxHashMap::default(),
        };
        let mut sum = Mean::default();
        for (index, block) in page.blocks().iter().enumerate() {
            scored.sums.push(sum);
            let (score, mass) = (scores[index], scored.mass(index));
            sum.add(score, mass);
            scored.paths.entry(around.path(index)).or_default().add(score, mass);
            if let Some(list) = block.list {
                scored.lists.entry(list.list).or_default().add(score, mass);
            }
            if let Some(cell) = cell_of(block) {
                scored.tables.entry(cell.table).or_default().add(score, mass);
            }
        }
        scored.sums.push(sum);
        scored
    }

    fn mass(&self, index: usize) -> f32 {
        mass(self.around.wordings[index].width)
    }

    /// The first score of a block, from 0 to 1.
    pub(super) fn score(&self, index: usize) -> f32 {
        self.scores[index]
    }

    /// The mean over all blocks of the page.
    pub(super) fn whole(&self) -> Mean {
        self.sums.last().copied().unwrap_or_default()
    }

    /// The mean over the blocks of a container.
    pub(super) fn of_container(&self, container: u32) -> Mean {
        let container = &self.page.containers()[container as usize];
        self.sums[container.end as usize].minus(self.sums[container.first as usize])
    }

    /// The mean over the blocks at the same path as a block.
    pub(super) fn of_path(&self, index: usize) -> Mean {
        self.paths.get(&self.around.path(index)).copied().unwrap_or_default()
    }

    /// The mean over the list of a block; undecided outside of lists.
    pub(super) fn of_list(&self, block: &Block) -> Mean {
        block.list.and_then(|l| self.lists.get(&l.list)).copied().unwrap_or_default()
    }

    /// The mean over the data table of a block; undecided outside of tables.
    pub(super) fn of_table(&self, block: &Block) -> Mean {
        cell_of(block).and_then(|c| self.tables.get(&c.table)).copied().unwrap_or_default()
    }

    /// The shares of content, weighted by mass, before a block and behind it.
    pub(super) fn before_and_after(&self, index: usize) -> (f32, f32) {
        let all = self.sums.last().map_or(0.0, |m| m.sum).max(1.0);
        (self.sums[index].sum / all, 1.0 - self.sums[index + 1].sum / all)
    }

    /// Mean over the neighbours, without the block itself.
    pub(super) fn window(&self, index: usize) -> f32 {
        // At the edges of the page the window is cut off, not filled up.
        let first = self.around.before(index, REACH).unwrap_or(0);
        let last = self.around.after(index, REACH).unwrap_or(self.scores.len() - 1);
        let mut mean = self.sums[last + 1].minus(self.sums[first]);
        // The block itself must not confirm its own score.
        mean.add(self.scores[index], -self.mass(index));
        mean.centred()
    }

    /// The best score below a heading, up to the next heading.
    pub(super) fn below_heading(&self, index: usize) -> f32 {
        let blocks = self.page.blocks();
        let below = (1..=REACH).map_while(|n| self.around.after(index, n));
        let below = below.take_while(|i| !matches!(blocks[*i].kind, BlockKind::Heading(_)));
        below.map(|i| self.scores[i] * 2.0 - 1.0).fold(-1.0, f32::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    fn page() -> Page {
        let html =
            "<p>a<ul><li>b<li>c</ul><h2>d</h2><p>e<table><tr><td>f<td>g<tr><td>h<td>i</table>";
        Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
    }

    #[test]
    fn means_are_centred_and_empty_ones_undecided() {
        for (scores, expected) in [
            (&[0.5, 0.5][..], 0.0),
            (&[1.0, 1.0], 1.0),
            (&[0.0], -1.0),
            (&[], 0.0),
            (&[0.0, 1.0], 0.0),
        ] {
            let mut mean = Mean::default();
            scores.iter().for_each(|score| mean.add(*score, 1.0));
            assert_eq!(mean.centred(), expected, "{scores:?}");
        }
        let mut heavy = Mean::default();
        heavy.add(1.0, 3.0);
        heavy.add(0.0, 1.0);
        assert_eq!(heavy.centred(), 0.5);
        assert_eq!(heavy.minus(heavy).centred(), 0.0);
    }

    #[test]
    fn lists_tables_and_paths_have_means_of_their_own() {
        let page = page();
        let around = Surroundings::new(&page);
        let scores = [0.5, 1.0, 1.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(page.blocks().len(), scores.len());
        let sums = ScoreSums::new(&page, &around, &scores);
        let block = |at: usize| &page.blocks()[at];
        assert_eq!(sums.of_list(block(1)).centred(), 1.0);
        assert_eq!(sums.of_table(block(6)).centred(), -1.0);
        assert_eq!(sums.of_path(2).centred(), 1.0);
        for mean in [sums.of_list(block(0)), sums.of_table(block(0)), sums.of_path(0)] {
            assert_eq!(mean.centred(), 0.0);
        }
    }

    #[test]
    fn the_window_leaves_out_its_block_and_headings_look_down() {
        let page = page();
        let around = Surroundings::new(&page);
        let mut scores = [0.0; 9];
        scores[3] = 1.0;
        let sums = ScoreSums::new(&page, &around, &scores);
        // Only the heading is content: it does not see itself, the others see it.
        assert_eq!(sums.window(3), -1.0);
        assert!(sums.window(2) > -1.0);
        assert_eq!(sums.below_heading(3), -1.0);
        scores[4] = 0.75;
        let sums = ScoreSums::new(&page, &around, &scores);
        assert_eq!(sums.below_heading(3), 0.5);
    }

    #[test]
    fn the_shares_before_and_after_a_block_leave_room_for_it() {
        let page = page();
        let around = Surroundings::new(&page);
        let scores = [1.0; 9];
        let sums = ScoreSums::new(&page, &around, &scores);
        assert_eq!(sums.before_and_after(0).0, 0.0);
        assert!(sums.before_and_after(8).1.abs() < 1e-6);
        for at in 0..9 {
            let (before, after) = sums.before_and_after(at);
            assert!(before + after < 1.0, "{at}: {before} {after}");
        }
    }
}
