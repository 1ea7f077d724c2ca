//! Trees that vote: the log odds of a row from all that was measured.
//!
//! The trees are a table, made by gradient boosting (Friedman 2001). A vote comes with the
//! contribution of each group of features: along each path, the change of a node's value is counted
//! towards the feature that was asked (Saabas 2014).
//!
//! No tree is walked. All its questions are put to some rows at once, each answer rules out leaves,
//! and the first leaf that is left is the row's (Lucchese et al. 2015, QuickScorer). That needs no
//! branches, and fills the widest registers the processor has; no sum changes its order by that.

use multiversion::multiversion;

/// A bit for each leaf of a tree, the first leaf the lowest.
type Leaves = u32;

/// Rows that are asked at once.
const TOGETHER: usize = 16;

/// An inner node.
#[derive(Debug, Clone, Copy)]
struct Question {
    /// Place of the feature in a row.
    feature: u16,
    /// Values up to this go left.
    threshold: f32,
    /// The leaves on the left.
    left: Leaves,
}

#[derive(Debug, Clone, Copy)]
struct Leaf<const GROUPS: usize> {
    log_odds: f32,
    contributions: [f32; GROUPS],
}

/// What trees say of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vote<const GROUPS: usize> {
    /// Above 0 for yes.
    pub log_odds: f32,
    /// How much of that each group of features contributes.
    pub contributions: [f32; GROUPS],
}

/// The trees of one table, for features in so many groups.
#[derive(Debug, Clone, Default)]
pub struct Trees<const GROUPS: usize = 0> {
    questions: Vec<Question>,
    leaves: Vec<Leaf<GROUPS>>,
    /// Where the questions and the leaves of each tree end.
    ends: Vec<(usize, usize)>,
    /// Log odds before any tree has voted.
    base: f32,
}

impl<const GROUPS: usize> Trees<GROUPS> {
    /// Reads a table: `base`, a number; `features`, names; then a line per tree, its nodes in
    /// preorder, `feature:threshold:value` or `value` in leaves. Trees that ask for unknown
    /// features are left out, and those of more than 32 leaves. `group` gives the group of each
    /// feature by its place in `names`.
    pub fn read(table: &str, names: &[String], group: impl Fn(usize) -> usize) -> Self {
        let mut trees = Self::default();
        let mut places: Vec<Option<u16>> = Vec::new();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let Some((head, rest)) = line.split_once('\t') else { continue };
            // Tables name their features, so that rows may have others in another order.
            let place = |name: &str| names.iter().position(|n| n == name).map(|p| p as u16);
            match head {
                "base" => trees.base = rest.parse().unwrap_or_default(),
                "features" => places = rest.split(' ').map(place).collect(),
                _ => {
                    if let Some((questions, leaves)) = tree(rest, &places, &group) {
                        trees.questions.extend(questions);
                        trees.leaves.extend(leaves);
                        trees.ends.push((trees.questions.len(), trees.leaves.len()));
                    }
                }
            }
        }
        trees
    }

    /// How many trees there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// What the trees say of each row.
    ///
    /// # Panics
    /// When a row has fewer values than there are names.
    pub fn votes<R: AsRef<[f32]>>(&self, rows: &[R]) -> Vec<Vote<GROUPS>> {
        self.ask(rows)
    }

    /// The log odds that [`votes`](Self::votes) gives, without contributions, at half the cost.
    ///
    /// # Panics
    /// When a row has fewer values than there are names.
    pub fn log_odds<R: AsRef<[f32]>>(
        &self,
        rows: &[R],
    ) -> impl Iterator<Item = f32> + use<R, GROUPS> {
        self.ask::<0, R>(rows).into_iter().map(|vote| vote.log_odds)
    }

    /// What the trees say of each row, with the contributions of the first groups.
    fn ask<const KEPT: usize, R: AsRef<[f32]>>(&self, rows: &[R]) -> Vec<Vote<KEPT>> {
        let mut votes = vec![Vote { log_odds: self.base, contributions: [0.0; KEPT] }; rows.len()];
        let mut values = Vec::new();
        for (rows, votes) in rows.chunks(TOGETHER).zip(votes.chunks_mut(TOGETHER)) {
            values.clear();
            for (lane, row) in rows.iter().map(AsRef::as_ref).enumerate() {
                values.resize(row.len(), [0.0; TOGETHER]);
                values.iter_mut().zip(row).for_each(|(values, value)| values[lane] = *value);
            }
            vote(self, &values, votes);
        }
        votes
    }
}

/// Adds what the trees say of some rows, of which `values` has a line per feature.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn vote<const GROUPS: usize, const KEPT: usize>(
    trees: &Trees<GROUPS>,
    values: &[[f32; TOGETHER]],
    votes: &mut [Vote<KEPT>],
) {
    let (mut question, mut first) = (0, 0);
    for (end, last) in &trees.ends {
        let mut ruled_out = [0; TOGETHER];
        // Copied, so that no answer is a branch.
        for &Question { feature, threshold, left } in &trees.questions[question..*end] {
            let values = &values[usize::from(feature)];
            for row in 0..TOGETHER {
                // Values that are not numbers compare as false and go right.
                ruled_out[row] |= if values[row] <= threshold { 0 } else { left };
            }
        }
        let leaves = &trees.leaves[first..*last];
        for (vote, ruled_out) in votes.iter_mut().zip(ruled_out) {
            let leaf = &leaves[ruled_out.trailing_ones() as usize];
            vote.log_odds += leaf.log_odds;
            vote.contributions =
                std::array::from_fn(|group| vote.contributions[group] + leaf.contributions[group]);
        }
        (question, first) = (*end, *last);
    }
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

/// Reads a tree; `None` where it is none.
fn tree<const GROUPS: usize>(
    line: &str,
    places: &[Option<u16>],
    group: &impl Fn(usize) -> usize,
) -> Option<(Vec<Question>, Vec<Leaf<GROUPS>>)> {
    let (mut questions, mut leaves) = (Vec::new(), Vec::new());
    let mut above: Option<Node<GROUPS>> = None;
    // Nodes whose right child is still to come.
    let mut waiting: Vec<Node<GROUPS>> = Vec::new();
    for token in line.split(' ') {
        // Something follows the last leaf: no tree.
        if above.is_none() && !leaves.is_empty() {
            return None;
        }
        let (question, value) = token.rsplit_once(':').unwrap_or(("", token));
        let value: f32 = value.parse().ok()?;
        let contributions = above.map_or([0.0; GROUPS], |above| above.contributions_at(value));
        if let Some((feature, threshold)) = question.split_once(':') {
            let feature = (*places.get(feature.parse::<usize>().ok()?)?)?;
            let group = group(usize::from(feature));
            let (question, leaf) = (questions.len(), leaves.len());
            questions.push(Question { feature, threshold: threshold.parse().ok()?, left: 0 });
            let node = Node { question, leaf, group, value, contributions };
            waiting.push(node);
            above = Some(node);
        } else {
            leaves.push(Leaf { log_odds: value, contributions });
            above = waiting.pop();
            if let Some(parent) = above {
                questions[parent.question].left = bits(parent.leaf, leaves.len())?;
            }
        }
    }
    let whole = above.is_none() && leaves.len() <= Leaves::BITS as usize;
    whole.then_some((questions, leaves))
}

/// The bits from one to before another, where there are so many.
fn bits(from: usize, to: usize) -> Option<Leaves> {
    let below = |place: usize| 1_u64.checked_shl(place as u32).map(|bit| bit - 1);
    Leaves::try_from(below(to)? & !below(from)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# a comment\nbase\t0.5\nfeatures\tb a\n\
        tree\t0:0.5:0 1:2:-1 -2 -0.5 1\ntree\t0.25\ntree\t7:1:0 1 1\n";

    fn names() -> [String; 2] {
        ["a".to_owned(), "b".to_owned()]
    }

    #[test]
    fn the_leaf_of_a_row_decides() {
        let trees = Trees::<2>::read(TABLE, &names(), |_| 1);
        assert_eq!(trees.len(), 2);
        let vote = |log_odds, contribution| Vote { log_odds, contributions: [0.0, contribution] };
        let cases = [
            ([0.0, 0.0], vote(-1.25, -2.0)),
            ([3.0, 0.5], vote(0.25, -0.5)),
            ([0.0, 1.0], vote(1.75, 1.0)),
            ([f32::NAN, f32::NAN], vote(1.75, 1.0)),
            ([f32::NAN, 0.0], vote(0.25, -0.5)),
        ];
        for count in [1, 2, 5, TOGETHER, 3 * TOGETHER + 1] {
            let cases: Vec<_> = cases.iter().cycle().take(count).collect();
            let rows: Vec<_> = cases.iter().map(|(row, _)| row).collect();
            let votes = trees.votes(&rows);
            assert!(votes.iter().eq(cases.iter().map(|(_, vote)| vote)), "{count}: {votes:?}");
            assert!(trees.log_odds(&rows).eq(votes.iter().map(|vote| vote.log_odds)), "{count}");
        }
    }

    #[test]
    fn lines_that_are_no_trees_are_left_out() {
        let tree = |leaves: usize| "0:0.5:0 1 ".repeat(leaves - 1) + "2";
        let cases = [
            (tree(1), 1),
            (tree(32), 1),
            (tree(33), 0),
            (tree(90), 0),
            (tree(3) + " 1", 0),
            ("0:0.5:0 1".to_owned(), 0),
            ("0:0.5 1 2".to_owned(), 0),
            ("0:x:0 1 2".to_owned(), 0),
            ("2:0:0 1 2".to_owned(), 0),
            (String::new(), 0),
        ];
        for (line, count) in cases {
            let trees: Trees =
                Trees::read(&format!("features\ta b\ntree\t{line}\n"), &names(), |_| 0);
            assert_eq!(trees.len(), count, "{line}");
            assert_eq!(trees.votes(&[[1.0, 0.0]])[0].log_odds, 2.0 * count as f32, "{line}");
        }
    }
}
