//! Trees that vote: the log odds of a row from all that was measured.
//!
//! The trees are a table, made by gradient boosting (Friedman 2001). A vote comes with the
//! contribution of each group of features: along each path, the change of a node's value is counted
//! towards the feature that was asked (Saabas 2014).
//!
//! No tree is walked. The questions of all trees are sorted by feature and threshold, and put to
//! some rows at once. Each answer "above" rules out leaves, and the first leaf that is left is the
//! row's (Lucchese et al. 2015, QuickScorer). Questions above the largest value of a feature rule
//! out nothing and are skipped: most features of most rows are 0. What is left needs few branches,
//! and fills the widest registers the processor has; no sum changes its order by that.

mod table;

use multiversion::multiversion;
use table::{Asked, Tree};

/// A bit for each leaf of a tree, the first leaf the lowest.
type Leaves = u32;

/// Most leaves of a tree.
const LEAVES: usize = Leaves::BITS as usize;

/// Rows that are asked at once.
const TOGETHER: usize = 16;

/// What an inner node rules out.
#[derive(Debug, Clone, Copy)]
struct Question {
    /// The number of its tree.
    tree: u32,
    /// The leaves on the left.
    left: Leaves,
}

/// A feature that questions ask for.
#[derive(Debug, Clone, Copy)]
struct Feature {
    /// Its place in a row.
    place: u16,
    /// Where its thresholds end.
    end: usize,
}

/// A threshold that questions about one feature have in common. Values up to it go left.
#[derive(Debug, Clone, Copy)]
struct Threshold {
    value: f32,
    /// Where its questions end.
    end: usize,
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
    features: Vec<Feature>,
    /// Ascending for each feature.
    thresholds: Vec<Threshold>,
    questions: Vec<Question>,
    /// For each tree the log odds of its leaves.
    log_odds: Vec<[f32; LEAVES]>,
    /// The contributions to these.
    contributions: Vec<[[f32; GROUPS]; LEAVES]>,
    /// Log odds before any tree has voted.
    base: f32,
}

impl<const GROUPS: usize> Trees<GROUPS> {
    /// Reads a table: `base`, a number; `features`, names; then a line per tree, its nodes in
    /// preorder, `feature:threshold:value` or `value` in leaves. Trees that ask for unknown
    /// features or infinite thresholds are left out, and those of more than 32 leaves. `group`
    /// gives the group of each feature by its place in `names`.
    pub fn read(table: &str, names: &[String], group: impl Fn(usize) -> usize) -> Self {
        let mut trees = Self::default();
        let mut places: Vec<Option<u16>> = Vec::new();
        let mut asked = Vec::new();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let Some((head, rest)) = line.split_once('\t') else { continue };
            // Tables name their features, so that rows may have others in another order.
            let place = |name: &str| names.iter().position(|n| n == name).map(|p| p as u16);
            match head {
                "base" => trees.base = rest.parse().unwrap_or_default(),
                "features" => places = rest.split(' ').map(place).collect(),
                _ => {
                    if let Some(tree) = Tree::read(rest, &places, &group) {
                        let number = trees.len() as u32;
                        asked.extend(tree.asked.into_iter().map(|asked| (number, asked)));
                        trees.log_odds.push(tree.log_odds);
                        trees.contributions.push(tree.contributions);
                    }
                }
            }
        }
        trees.sort(asked);
        trees
    }

    /// Sorts questions, each with the number of its tree, by feature and threshold.
    fn sort(&mut self, mut asked: Vec<(u32, Asked)>) {
        asked.sort_by_key(|(_, asked)| (asked.feature, ordered(asked.threshold)));
        for feature in asked.chunk_by(|(_, a), (_, b)| a.feature == b.feature) {
            for equal in feature.chunk_by(|(_, a), (_, b)| a.threshold == b.threshold) {
                let questions = equal.iter();
                self.questions.extend(
                    questions.map(|(tree, asked)| Question { tree: *tree, left: asked.left }),
                );
                let (value, end) = (equal[0].1.threshold, self.questions.len());
                self.thresholds.push(Threshold { value, end });
            }
            let (place, end) = (feature[0].1.feature, self.thresholds.len());
            self.features.push(Feature { place, end });
        }
    }

    /// How many trees there are.
    pub fn len(&self) -> usize {
        self.log_odds.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.log_odds.is_empty()
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
        let mut left = vec![[Leaves::MAX; TOGETHER]; self.len()];
        for (rows, votes) in rows.chunks(TOGETHER).zip(votes.chunks_mut(TOGETHER)) {
            values.clear();
            for (lane, row) in rows.iter().map(AsRef::as_ref).enumerate() {
                // Where there is no row, all questions are answered alike.
                values.resize(row.len(), [f32::NEG_INFINITY; TOGETHER]);
                values.iter_mut().zip(row).for_each(|(values, value)| values[lane] = *value);
            }
            vote(self, &values, &mut left, votes);
        }
        votes
    }
}

/// Adds what the trees say of some rows, of which `values` has a line per feature. `left` has room
/// for the leaves that are left of each tree.
// Twice as wide registers gain nothing: what is waited for are lines of the cache.
#[multiversion(targets("x86_64+avx2"))]
fn vote<const GROUPS: usize, const KEPT: usize>(
    trees: &Trees<GROUPS>,
    values: &[[f32; TOGETHER]],
    left: &mut [[Leaves; TOGETHER]],
    votes: &mut [Vote<KEPT>],
) {
    left.fill([Leaves::MAX; TOGETHER]);
    let (mut threshold, mut question) = (0, 0);
    for feature in &trees.features {
        let values = &values[usize::from(feature.place)];
        let most = largest(values);
        for Threshold { value, end } in &trees.thresholds[threshold..feature.end] {
            if most <= *value {
                break;
            }
            let mut above = [0; TOGETHER];
            for row in 0..TOGETHER {
                // Values that are not numbers compare as false and go right.
                above[row] = if values[row] <= *value { 0 } else { Leaves::MAX };
            }
            for Question { tree, left: ruled_out } in &trees.questions[question..*end] {
                let left = &mut left[*tree as usize];
                for row in 0..TOGETHER {
                    left[row] &= !(above[row] & ruled_out);
                }
            }
            question = *end;
        }
        threshold = feature.end;
        question = trees.thresholds[threshold - 1].end;
    }
    add_leaves(trees, left, votes);
}

/// Adds the leaf of each tree that is left, to the vote of each row.
// Part of the function above in each of its versions: none of its own is made.
#[inline(always)]
fn add_leaves<const GROUPS: usize, const KEPT: usize>(
    trees: &Trees<GROUPS>,
    left: &[[Leaves; TOGETHER]],
    votes: &mut [Vote<KEPT>],
) {
    for (tree, left) in left.iter().enumerate() {
        let (log_odds, contributions) = (&trees.log_odds[tree], &trees.contributions[tree]);
        for (vote, left) in votes.iter_mut().zip(left) {
            // The last bit spares a check of bounds; that a leaf is left is certain.
            let leaf = (left | 1 << (LEAVES - 1)).trailing_zeros() as usize;
            vote.log_odds += log_odds[leaf];
            for (sum, more) in vote.contributions.iter_mut().zip(&contributions[leaf]) {
                *sum += more;
            }
        }
    }
}

/// The largest of some values; infinite if one is not a number, as that is above all thresholds.
#[inline(always)]
fn largest(values: &[f32; TOGETHER]) -> f32 {
    let mut most = f32::NEG_INFINITY;
    for value in values {
        most = most.max(if value.is_nan() { f32::INFINITY } else { *value });
    }
    most
}

/// A number whose order is that of [`f32::total_cmp`]: cheaper to compare many times.
fn ordered(value: f32) -> i32 {
    let bits = value.to_bits().cast_signed();
    if bits < 0 { bits ^ i32::MAX } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    const TABLE: &str = "# a comment\nbase\t0.5\nfeatures\tb a\n\
        tree\t0:0.5:0 1:2:-1 -2 -0.5 1\ntree\t0.25\ntree\t7:1:0 1 1\n";

    #[test]
    fn numbers_are_ordered_as_the_standard_library_orders_them() {
        let values = [f32::MIN, -1.5, -1e-40, -0.0, 0.0, 1e-40, 1.0, 1.5, f32::MAX];
        for a in values {
            for b in values {
                assert_eq!(ordered(a).cmp(&ordered(b)), a.total_cmp(&b), "{a} {b}");
            }
        }
    }

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
            ("0:inf:0 1 2".to_owned(), 0),
            ("0:nan:0 1 2".to_owned(), 0),
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

    /// A tree of random questions in preorder, to be walked beside the fast way.
    fn grow(random: &mut Random, leaves: usize) -> String {
        if leaves == 1 {
            return format!("{}", random.unit() - 0.5);
        }
        let (feature, left) = (random.below(3), 1 + random.below(leaves - 1));
        let threshold = random.below(5) as f32 - 2.0;
        let (left, right) = (grow(random, left), grow(random, leaves - left));
        format!("{feature}:{threshold}:0 {left} {right}")
    }

    fn walk<'t>(tokens: &mut impl Iterator<Item = &'t str>, row: &[f32]) -> f32 {
        let parts: Vec<&str> = tokens.next().expect("a node").split(':').collect();
        let [feature, threshold, _] = parts[..] else {
            return parts[0].parse().expect("a value");
        };
        let (feature, threshold): (usize, f32) =
            (feature.parse().expect("a place"), threshold.parse().expect("a number"));
        let is_left = row[feature] <= threshold;
        let left = walk(tokens, row);
        let right = walk(tokens, row);
        if is_left { left } else { right }
    }

    #[test]
    fn all_trees_together_say_what_each_walked_says() {
        let mut random = Random::new(3);
        let names = ["a", "b", "c"].map(str::to_owned);
        for round in 0..100 {
            let grown: Vec<String> = (0..round % 7)
                .map(|_| {
                    let leaves = 1 + random.below(LEAVES);
                    grow(&mut random, leaves)
                })
                .collect();
            let lines = grown.iter().map(|tree| format!("tree\t{tree}\n"));
            let table = format!("features\ta b c\n{}", lines.collect::<String>());
            let trees: Trees = Trees::read(&table, &names, |_| 0);
            // Values on thresholds, between them, beyond them, and none.
            let values = [-9.0, -2.0, -0.5, 0.0, 0.0, 0.0, 1.0, 1.5, 9.0, f32::NAN];
            let rows: Vec<[f32; 3]> = (0..random.below(40))
                .map(|_| std::array::from_fn(|_| values[random.below(values.len())]))
                .collect();
            let walked = rows
                .iter()
                .map(|row| grown.iter().map(|tree| walk(&mut tree.split(' '), row)).sum::<f32>());
            assert!(trees.log_odds(&rows).eq(walked), "{table}");
        }
    }
}
