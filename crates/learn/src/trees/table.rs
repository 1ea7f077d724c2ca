//! A tree as it stands in a table: its nodes in preorder.

use super::{LEAVES, Leaves};
use crate::decimal::{decimal, fields};

/// An inner node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    /// Place of the feature in a row.
    pub(super) feature: u16,
    /// Values up to this go left.
    pub(super) threshold: f32,
    /// The leaves on the left.
    pub(super) left: Leaves,
}

/// A tree that was read.
#[derive(Debug)]
pub(super) struct Tree<const GROUPS: usize> {
    pub(super) asked: Vec<Asked>,
    pub(super) log_odds: [f32; LEAVES],
    pub(super) contributions: [[f32; GROUPS]; LEAVES],
}

/// A node that was read, with the contributions on its path.
#[derive(Clone, Copy)]
struct Node<const GROUPS: usize> {
    question: usize,
    /// The first of its leaves.
    leaf: usize,
    group: usize,
    value: f32,
    contributions: [f32; GROUPS],
}

impl<const GROUPS: usize> Node<GROUPS> {
    /// The contributions at a child: the change of value counts for the feature that was asked.
    fn contributions_at(&self, value: f32) -> [f32; GROUPS] {
        let mut contributions = self.contributions;
        if let Some(contribution) = contributions.get_mut(self.group) {
            *contribution += value - self.value;
        }
        contributions
    }
}

impl<const GROUPS: usize> Tree<GROUPS> {
    /// Reads a tree; `None` where it is none.
    pub(super) fn read(
        line: &str,
        places: &[Option<u16>],
        group: &impl Fn(usize) -> usize,
    ) -> Option<Self> {
        let (log_odds, contributions) = ([0.0; LEAVES], [[0.0; GROUPS]; LEAVES]);
        let mut tree = Self { asked: Vec::new(), log_odds, contributions };
        let mut leaves = 0;
        let mut above: Option<Node<GROUPS>> = None;
        // Nodes whose right child is still to come.
        let mut waiting: Vec<Node<GROUPS>> = Vec::new();
        for token in fields(line, b' ') {
            // Something follows the last leaf: no tree.
            if above.is_none() && leaves > 0 {
                return None;
            }
            let (question, value) = parts(token)?;
            let contributions = above.map_or([0.0; GROUPS], |above| above.contributions_at(value));
            if let Some((feature, threshold)) = question {
                let feature = (*places.get(feature)?)?;
                let (question, group) = (tree.asked.len(), group(usize::from(feature)));
                tree.asked.push(Asked { feature, threshold, left: 0 });
                let node = Node { question, leaf: leaves, group, value, contributions };
                waiting.push(node);
                above = Some(node);
            } else {
                *tree.log_odds.get_mut(leaves)? = value;
                tree.contributions[leaves] = contributions;
                leaves += 1;
                above = waiting.pop();
                if let Some(parent) = above {
                    tree.asked[parent.question].left = bits(parent.leaf, leaves)?;
                }
            }
        }
        above.is_none().then_some(tree)
    }
}

/// What a node asks, feature and threshold, and its value. Leaves ask nothing.
fn parts(token: &str) -> Option<(Option<(usize, f32)>, f32)> {
    let mut parts = fields(token, b':');
    match (parts.next()?, parts.next(), parts.next(), parts.next()) {
        (value, None, ..) => Some((None, decimal(value)?)),
        (feature, Some(threshold), Some(value), None) => {
            let threshold = decimal(threshold).filter(|threshold| threshold.is_finite())?;
            Some((Some((feature.parse().ok()?, threshold)), decimal(value)?))
        }
        _ => None,
    }
}

/// The bits from one to before another, where there are so many.
fn bits(from: usize, to: usize) -> Option<Leaves> {
    let below = |place: usize| 1_u64.checked_shl(place as u32).map(|bit| bit - 1);
    Leaves::try_from(below(to)? & !below(from)?).ok()
}
