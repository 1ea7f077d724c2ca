//! Body text extraction: the stretch of tokens that leaves most tags outside and has most words
//! inside.

use super::words::words;
use crate::Page;
use crate::tree::NodeKind;

/// Maximising words inside and tags outside is maximising words less tags inside, so that the best
/// stretch is found in one pass.
pub(super) fn content(page: &Page) -> Vec<bool> {
    let blocks = page.blocks();
    let mut tags = Tags::new(page);
    let (mut best, mut range) = (0i64, 0..0);
    let (mut sum, mut start) = (0i64, 0);
    for (at, block) in blocks.iter().enumerate() {
        let before = tags.up_to(block.node.0);
        if sum - before <= 0 {
            (sum, start) = (0, at);
        } else {
            sum -= before;
        }
        sum += words(&block.text).count() as i64 - block.spans.len() as i64;
        if sum > best {
            (best, range) = (sum, start..at + 1);
        }
    }
    (0..blocks.len()).map(|at| range.contains(&at) && !blocks[at].hidden).collect()
}

/// Counts elements in document order.
struct Tags<'p> {
    page: &'p Page,
    at: u32,
}

impl<'p> Tags<'p> {
    fn new(page: &'p Page) -> Self {
        Self { page, at: 0 }
    }

    /// Elements since the last call up to a node; each has two tags.
    fn up_to(&mut self, node: u32) -> i64 {
        let mut count = 0;
        while self.at < node {
            self.at += 1;
            let kind = self.page.tree().kind(crate::NodeId(self.at));
            count += i64::from(matches!(kind, NodeKind::Element(_)));
        }
        2 * count
    }
}
