//! How far two methods agree, in characters.

use std::ops::AddAssign;

use scutch_template::patterns::Class;

use super::pieces::Piece;

/// Classes, then what a side does not have.
const NAMES: [&str; 4] = ["content", "boilerplate", "invalid", "absent"];

/// Characters by what A and B make of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// By class in A, then in B; the fourth is absent.
    pairs: [[u64; 4]; 4],
    /// Where the truth is known: by whether A is wrong, then B.
    wrong: [[u64; 2]; 2],
}

impl Counts {
    pub(super) fn of(pieces: &[Piece]) -> Self {
        let mut counts = Self::default();
        let at = |class: Option<Class>| class.map_or(3, |class| class as usize);
        for piece in pieces {
            let chars = piece.chars();
            counts.pairs[at(piece.classes[0])][at(piece.classes[1])] += chars;
            if piece.truth.is_some() {
                let wrong = [0, 1].map(|side| usize::from(piece.is_wrong(side)));
                counts.wrong[wrong[0]][wrong[1]] += chars;
            }
        }
        counts
    }

    pub(super) fn all(&self) -> u64 {
        self.pairs.iter().flatten().sum()
    }

    pub(super) fn differing(&self) -> u64 {
        self.all() - (0..4).map(|class| self.pairs[class][class]).sum::<u64>()
    }

    /// The share on which A and B agree.
    pub(super) fn alike(&self) -> f64 {
        1.0 - share(self.differing(), self.all())
    }

    /// Characters with known truth.
    pub(super) fn known(&self) -> u64 {
        self.wrong.iter().flatten().sum()
    }

    /// Characters that A has wrong, and B.
    pub(super) fn errors(&self) -> [u64; 2] {
        let [[_, b], [a, both]] = self.wrong;
        [a + both, b + both]
    }

    /// Classes of A as rows, those of B as columns; what no page has is left out.
    pub(super) fn pairs_table(&self) -> Vec<Vec<String>> {
        let used = |class: usize| {
            (0..4).any(|other| self.pairs[class][other] + self.pairs[other][class] > 0)
        };
        let used: Vec<usize> = (0..4).filter(|class| used(*class)).collect();
        let mut rows = vec![vec!["A \\ B".to_owned()]];
        rows[0].extend(used.iter().map(|class| NAMES[*class].to_owned()));
        for a in &used {
            let cells = used.iter().map(|b| self.pairs[*a][*b].to_string());
            rows.push(std::iter::once(NAMES[*a].to_owned()).chain(cells).collect());
        }
        rows
    }

    pub(super) fn truth_table(&self) -> Vec<Vec<String>> {
        let [[neither, b], [a, both]] = self.wrong;
        let [errors_a, errors_b] = self.errors();
        let row = |name: &str, n: u64| {
            vec![name.to_owned(), n.to_string(), format!("{:.2} %", 100.0 * share(n, self.known()))]
        };
        vec![
            row("wrong in A", errors_a),
            row("wrong in B", errors_b),
            row("wrong in A only", a),
            row("wrong in B only", b),
            row("wrong in both", both),
            row("right in both", neither),
        ]
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        let pairs = self.pairs.iter_mut().flatten().zip(other.pairs.iter().flatten());
        let wrong = self.wrong.iter_mut().flatten().zip(other.wrong.iter().flatten());
        pairs.chain(wrong).for_each(|(to, from)| *to += from);
    }
}
