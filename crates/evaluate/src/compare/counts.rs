//! How far two methods agree, in characters.

use std::ops::AddAssign;

use scutch_template::patterns::Class;

use super::pieces::Piece;

/// The classes, then `absent` for words that a side does not have.
const NAMES: [&str; 4] = ["content", "boilerplate", "invalid", "absent"];

/// Characters by the classes that A and B give them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CharacterCounts {
    /// By class in A, then in B; the fourth is absent.
    pairs: [[u64; 4]; 4],
    /// Where the truth is known: by whether A is wrong, then B.
    wrong: [[u64; 2]; 2],
}

impl CharacterCounts {
    /// Counts the characters of a page.
    pub fn from_pieces(pieces: &[Piece]) -> Self {
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

    /// All characters.
    pub fn all(&self) -> u64 {
        self.pairs.as_flattened().iter().sum()
    }

    /// Characters to which A and B give different classes.
    pub fn differing(&self) -> u64 {
        self.all() - (0..4).map(|class| self.pairs[class][class]).sum::<u64>()
    }

    /// The share on which A and B agree.
    pub fn alike(&self) -> f64 {
        1.0 - share(self.differing(), self.all())
    }

    /// Characters with known truth.
    pub fn known(&self) -> u64 {
        self.wrong.as_flattened().iter().sum()
    }

    /// Characters with a wrong class in A, and in B.
    pub fn errors(&self) -> [u64; 2] {
        let [[_, b], [a, both]] = self.wrong;
        [a + both, b + both]
    }

    /// Classes of A as rows, those of B as columns, the names first; unused classes are left out.
    pub fn pairs_table(&self) -> Vec<Vec<String>> {
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

    /// Characters and shares of errors, without a row of names.
    pub fn truth_table(&self) -> Vec<Vec<String>> {
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

impl AddAssign for CharacterCounts {
    fn add_assign(&mut self, other: Self) {
        let pairs = self.pairs.as_flattened_mut().iter_mut().zip(other.pairs.as_flattened());
        let wrong = self.wrong.as_flattened_mut().iter_mut().zip(other.wrong.as_flattened());
        pairs.chain(wrong).for_each(|(to, from)| *to += from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: &str, classes: [Option<Class>; 2], truth: Option<Class>) -> Piece {
        Piece { node: 0, text: text.to_owned(), classes, truth }
    }

    fn counts() -> CharacterCounts {
        use Class::{Boilerplate, Content, Invalid};
        CharacterCounts::from_pieces(&[
            piece("fog lifts", [Some(Content), Some(Content)], Some(Content)),
            piece("late", [Some(Invalid), Some(Content)], Some(Content)),
            piece("home", [Some(Boilerplate), None], None),
            piece("up", [Some(Content), Some(Boilerplate)], Some(Boilerplate)),
        ])
    }

    #[test]
    fn characters_are_counted_without_white_space() {
        let counts = counts();
        assert_eq!((counts.all(), counts.differing(), counts.known()), (18, 10, 14));
        assert!((counts.alike() - 8.0 / 18.0).abs() < 1e-12);
        assert_eq!(counts.errors(), [6, 0]);
    }

    #[test]
    fn tables_leave_out_unused_classes() {
        let only_content = [piece("a", [Some(Class::Content); 2], None)];
        let rows = CharacterCounts::from_pieces(&only_content).pairs_table();
        assert_eq!(rows, [["A \\ B", "content"], ["content", "1"]]);
        assert_eq!(counts().pairs_table().len(), 5);
        let truth = counts().truth_table();
        assert_eq!(truth[0], ["wrong in A", "6", "42.86 %"]);
        assert_eq!(truth[5], ["right in both", "8", "57.14 %"]);
    }

    #[test]
    fn sums_are_those_of_all_pieces() {
        let mut sum = CharacterCounts::default();
        assert_eq!((sum.alike(), sum.known()), (1.0, 0));
        sum += counts();
        sum += counts();
        assert_eq!((sum.all(), sum.errors()), (36, [12, 0]));
        assert_eq!(sum.alike(), counts().alike());
    }
}
