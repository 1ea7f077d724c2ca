//! Trees that vote: the log odds of a row from all that was measured.
//!
//! The trees are a table, made by gradient boosting (Friedman 2001). A score comes with the pull of
//! each group of features: along each path, the change of a node's value is counted towards the
//! feature that was asked (Saabas 2014).

/// A node; the left child of an inner node is the next node.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// Place of the feature that is asked, [`LEAF`] in leaves.
    feature: u16,
    /// Values up to this go left.
    threshold: f32,
    right: u32,
    /// The group that the feature counts towards.
    group: u8,
    /// What the training rows that come here pull, in log odds.
    value: f32,
}

const LEAF: u16 = u16::MAX;

/// The trees of one table.
#[derive(Debug, Clone, Default)]
pub struct Trees {
    nodes: Vec<Node>,
    roots: Vec<u32>,
    /// The features that are asked, with their thresholds from the least.
    asked: Vec<(u16, Vec<f32>)>,
    /// Log odds before any tree has voted.
    base: f32,
}

impl Trees {
    /// Reads a table: `base`, a number; `features`, names; then a line per tree, its nodes in
    /// preorder, `feature:threshold:value` or `value` in leaves. Trees that ask for unknown
    /// features are left out. `group` gives the group of each feature by its place in `names`.
    pub fn read(table: &str, names: &[String], group: impl Fn(usize) -> u8) -> Self {
        let mut forest = Self::default();
        let mut places: Vec<Option<u16>> = Vec::new();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let Some((head, rest)) = line.split_once('\t') else { continue };
            let place = |name: &str| names.iter().position(|n| n == name).map(|p| p as u16);
            match head {
                "base" => forest.base = rest.parse().unwrap_or_default(),
                "features" => places = rest.split(' ').map(place).collect(),
                _ => {
                    let before = forest.nodes.len();
                    if forest.read_tree(rest, &places, &group).is_some() {
                        forest.roots.push(before as u32);
                    } else {
                        forest.nodes.truncate(before);
                    }
                }
            }
        }
        forest.asked = asked(&forest.nodes);
        forest
    }

    fn read_tree(
        &mut self,
        line: &str,
        places: &[Option<u16>],
        group: &impl Fn(usize) -> u8,
    ) -> Option<()> {
        // Inner nodes whose right child is still to come.
        let mut waiting: Vec<usize> = Vec::new();
        for token in line.split(' ') {
            let at = self.nodes.len();
            let mut fields = token.split(':');
            let first = fields.next()?;
            let leaf = Node { feature: LEAF, threshold: 0.0, right: 0, group: 0, value: 0.0 };
            if let (Some(threshold), Some(value)) = (fields.next(), fields.next()) {
                let feature = (*places.get(first.parse::<usize>().ok()?)?)?;
                let (threshold, value) = (threshold.parse().ok()?, value.parse().ok()?);
                let group = group(feature as usize);
                self.nodes.push(Node { feature, threshold, group, value, ..leaf });
                waiting.push(at);
            } else {
                self.nodes.push(Node { value: first.parse().ok()?, ..leaf });
                if let Some(parent) = waiting.pop() {
                    self.nodes[parent].right = at as u32 + 1;
                }
            }
        }
        waiting.is_empty().then_some(())
    }

    /// How many trees there are.
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Whether all trees take the same way for two rows: then their scores are the same, too.
    ///
    /// # Panics
    /// As `log_odds`.
    pub fn agree(&self, a: &[f32], b: &[f32]) -> bool {
        self.asked.iter().all(|(feature, thresholds)| {
            let (a, b) = (a[usize::from(*feature)], b[usize::from(*feature)]);
            let passed = |value: f32| {
                thresholds.partition_point(|threshold| value > *threshold || value.is_nan())
            };
            a == b || passed(a) == passed(b)
        })
    }

    /// What the trees vote for each row, in log odds.
    ///
    /// # Panics
    /// When a row has fewer values than there are names.
    pub fn log_odds<R: AsRef<[f32]>>(&self, rows: &[R]) -> Vec<f32> {
        self.ask(rows, &mut vec![[]; rows.len()])
    }

    /// The same; for each row, what pulled is added to `pulls`, a place per group.
    ///
    /// # Panics
    /// As `log_odds`, or when there are fewer places than groups.
    pub fn log_odds_and_pulls<R: AsRef<[f32]>, const GROUPS: usize>(
        &self,
        rows: &[R],
        pulls: &mut [[f32; GROUPS]],
    ) -> Vec<f32> {
        self.ask(rows, pulls)
    }

    /// Each tree is asked for all rows before the next: it stays near the processor then, and rows that lie side by side
    /// mostly go the same way, which it foresees. So rows come together, but not so many that they are far themselves.
    fn ask<R: AsRef<[f32]>, const GROUPS: usize>(
        &self,
        rows: &[R],
        pulls: &mut [[f32; GROUPS]],
    ) -> Vec<f32> {
        let mut sums = vec![self.base; rows.len()];
        for root in &self.roots {
            for ((row, pulls), sum) in rows.iter().zip(&mut *pulls).zip(&mut sums) {
                *sum += self.walk(*root, row.as_ref(), pulls);
            }
        }
        sums
    }

    /// The value of the leaf that a row comes to.
    #[inline]
    fn walk<const GROUPS: usize>(&self, root: u32, row: &[f32], pulls: &mut [f32; GROUPS]) -> f32 {
        let mut at = root;
        let mut node = &self.nodes[at as usize];
        while node.feature != LEAF {
            at = if row[usize::from(node.feature)] <= node.threshold { at + 1 } else { node.right };
            let group = usize::from(node.group);
            let before = node.value;
            node = &self.nodes[at as usize];
            if GROUPS > 0 {
                pulls[group] += node.value - before;
            }
        }
        node.value
    }
}

/// The features that nodes ask, with their thresholds.
fn asked(nodes: &[Node]) -> Vec<(u16, Vec<f32>)> {
    let mut asked: Vec<(u16, f32)> = nodes
        .iter()
        .filter(|node| node.feature != LEAF)
        .map(|node| (node.feature, node.threshold))
        .collect();
    asked.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    asked.dedup();
    let features = asked.chunk_by(|a, b| a.0 == b.0);
    features.map(|run| (run[0].0, run.iter().map(|(_, threshold)| *threshold).collect())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# a comment\nbase\t0.5\nfeatures\tb a\n\
        tree\t0:0.5:0 1:2:-1 -2 -0.5 1\ntree\t0.25\ntree\t7:1:0 1 1\n";

    #[test]
    fn trees_are_walked() {
        let forest = Trees::read(TABLE, &["a".to_owned(), "b".to_owned()], |_| 1);
        assert_eq!(forest.len(), 2);
        let rows = [[0.0, 0.0], [3.0, 0.5], [0.0, 1.0]];
        let mut pulls = [[0.0; 2]; 3];
        assert_eq!(forest.log_odds_and_pulls(&rows, &mut pulls), [-1.25, 0.25, 1.75]);
        assert_eq!(pulls, [[0.0, -2.0], [0.0, -0.5], [0.0, 1.0]]);
        assert_eq!(forest.log_odds(&rows), [-1.25, 0.25, 1.75]);
    }

    #[test]
    fn rows_agree_that_no_question_tells_apart() {
        let forest = Trees::read(TABLE, &["a".to_owned(), "b".to_owned()], |_| 1);
        let rows = [[0.0, 0.0], [9.0, 0.5], [2.0, 0.75], [2.5, 1.0], [3.0, f32::NAN]];
        let agree = |a: &[f32; 2]| rows.map(|b| forest.agree(a, &b));
        assert_eq!(agree(&rows[0]), [true, false, false, false, false]);
        assert_eq!(agree(&rows[2]), [false, false, true, false, false]);
        assert_eq!(agree(&rows[3]), [false, false, false, true, true]);
    }
}
