//! The shortest edit script between two stretches of words, by Myers, "An O(ND) difference
//! algorithm and its variations" (1986), section 4b. Its time grows with the difference of the
//! stretches, and not with how often words recur.

use super::Block;

/// Begin and end of a stretch on the first page, then on the second.
pub(super) type Stretch = (usize, usize, usize, usize);

/// How much work a comparison may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// Words that may be added or left out; stretches that differ more have no run.
    pub(super) edits: usize,
    /// Pairs of words that may be looked at.
    pub(super) steps: usize,
}

/// Adds the runs of equal words in a stretch to `blocks`. False if the effort was not enough to
/// find all of them, or to find out that there are none.
pub(super) fn runs(
    a: &[u32],
    b: &[u32],
    stretch: Stretch,
    effort: Effort,
    blocks: &mut Vec<Block>,
) -> bool {
    let Effort { edits, mut steps } = effort;
    let mut todo = vec![stretch];
    // Searches from both ends meet halfway, so each may use half of the edits.
    let (mut whole, mut far) = (true, edits / 2 + 1);
    while let Some((a0, a1, b0, b1)) = todo.pop() {
        // Equal words at both ends cost no edit.
        let start = equal(a[a0..a1].iter().zip(&b[b0..b1]));
        let (from_a, from_b) = (a0 + start, b0 + start);
        let end = equal(a[from_a..a1].iter().rev().zip(b[from_b..b1].iter().rev()));
        let (to_a, to_b) = (a1 - end, b1 - end);
        let ends = [Block { a: a0, b: b0, len: start }, Block { a: to_a, b: to_b, len: end }];
        blocks.extend(ends.into_iter().filter(|block| block.len > 0));
        if from_a == to_a || from_b == to_b {
            continue;
        }
        match halfway(&a[from_a..to_a], &b[from_b..to_b], far, &mut steps) {
            Half::At(x, y) => {
                todo.push((from_a, from_a + x, from_b, from_b + y));
                todo.push((from_a + x, to_a, from_b + y, to_b));
            }
            Half::TooFar => {}
            Half::NoSteps => whole = false,
        }
        // Parts of a script that is short enough are short enough, too: no limit any more.
        far = usize::MAX;
    }
    whole
}

fn equal<'w>(pairs: impl Iterator<Item = (&'w u32, &'w u32)>) -> usize {
    pairs.take_while(|(a, b)| a == b).count()
}

/// The furthest point that is reached on each diagonal with a number of edits.
struct Front {
    reached: Vec<isize>,
    zero: isize,
}

impl Front {
    fn new(most: isize) -> Self {
        Self { reached: vec![0; 2 * most.unsigned_abs() + 3], zero: most + 1 }
    }

    fn at(&self, diagonal: isize) -> isize {
        usize::try_from(self.zero + diagonal)
            .ok()
            .and_then(|at| self.reached.get(at))
            .copied()
            .unwrap_or(0)
    }

    /// Extends the front by one edit to `diagonal`, then along equal words. Diagonals reach from
    /// -`far` to `far`. Returns the points before and after the equal words.
    fn go(
        &mut self,
        diagonal: isize,
        far: isize,
        same: impl Fn(usize, usize) -> bool,
        steps: &mut usize,
    ) -> (isize, isize) {
        let (left, right) = (self.at(diagonal - 1), self.at(diagonal + 1));
        let down = diagonal == -far || diagonal != far && left < right;
        let start = if down { right } else { left + 1 };
        let mut x = start;
        while let (Ok(a), Ok(b)) = (usize::try_from(x), usize::try_from(x - diagonal))
            && *steps > 0
            && same(a, b)
        {
            x += 1;
            *steps -= 1;
        }
        *steps = steps.saturating_sub(1);
        if let Some(reached) =
            usize::try_from(self.zero + diagonal).ok().and_then(|at| self.reached.get_mut(at))
        {
            *reached = x;
        }
        (start, x)
    }
}

/// Half of a shortest edit script.
enum Half {
    /// It ends at this point.
    At(usize, usize),
    /// It has more edits than it may have.
    TooFar,
    NoSteps,
}

/// The point where searches from both ends meet, each with at most `far` edits.
fn halfway(a: &[u32], b: &[u32], far: usize, steps: &mut usize) -> Half {
    let [n, m] = [a, b].map(|words| isize::try_from(words.len()).unwrap_or(isize::MAX));
    let between = n - m;
    // Fronts are no longer than there are steps to move them.
    let most = ((a.len() + b.len()).div_ceil(2)).min(far).min(*steps);
    let most = isize::try_from(most).unwrap_or(isize::MAX);
    let (mut forth, mut back) = (Front::new(most), Front::new(most));
    let same = |x: usize, y: usize| a.get(x).is_some_and(|word| b.get(y) == Some(word));
    let same_back =
        |x: usize, y: usize| x < a.len() && y < b.len() && a[a.len() - 1 - x] == b[b.len() - 1 - y];
    let at = |x: isize, y: isize| match (usize::try_from(x), usize::try_from(y)) {
        (Ok(x), Ok(y)) if x <= a.len() && y <= b.len() => Half::At(x, y),
        _ => Half::NoSteps,
    };
    for far in 0..=most {
        for diagonal in (-far..=far).step_by(2) {
            let (start, x) = forth.go(diagonal, far, same, steps);
            let other = between - diagonal;
            if between % 2 != 0 && other.abs() < far && x + back.at(other) >= n {
                return at(start, start - diagonal);
            }
        }
        for diagonal in (-far..=far).step_by(2) {
            let (_, x) = back.go(diagonal, far, same_back, steps);
            let other = between - diagonal;
            if between % 2 == 0 && other.abs() <= far && x + forth.at(other) >= n {
                return at(n - x, m - (x - diagonal));
            }
        }
        if *steps == 0 {
            return Half::NoSteps;
        }
    }
    Half::TooFar
}

#[cfg(test)]
mod tests {
    use scutch_learn::Random;

    use super::*;
    use crate::diff::tests::longest;

    #[test]
    fn as_much_is_found_as_there_is() {
        let mut random = Random::new(11);
        for round in 0..3000 {
            let words = 1 + random.below(4);
            let mut draw = |end: usize| {
                let length = random.below(end);
                (0..length).map(|_| random.below(words) as u32).collect::<Vec<_>>()
            };
            let (a, b) = (draw(24), draw(24));
            let mut blocks = Vec::new();
            let all = (0, a.len(), 0, b.len());
            assert!(
                runs(&a, &b, all, Effort { edits: 100, steps: 100_000 }, &mut blocks),
                "{round}: {a:?} {b:?}"
            );
            let blocks = crate::diff::histogram::joined(blocks);
            for pair in blocks.windows(2) {
                let behind = (pair[0].a + pair[0].len, pair[0].b + pair[0].len);
                assert!(behind.0 <= pair[1].a && behind.1 <= pair[1].b, "{round}");
            }
            for block in &blocks {
                assert_eq!(a[block.a..block.a + block.len], b[block.b..block.b + block.len]);
            }
            let found: usize = blocks.iter().map(|block| block.len).sum();
            assert_eq!(found, longest(&a, &b), "{round}: {a:?} {b:?}");
            for steps in [0, 1, 7, 40] {
                let mut some = Vec::new();
                let whole = runs(&a, &b, all, Effort { edits: 100, steps }, &mut some);
                let some: usize = some.iter().map(|block| block.len).sum();
                assert!(some == found || !whole && some < found, "{round}: {steps}");
            }
        }
    }

    #[test]
    fn stretches_that_differ_too_much_are_left_alone() {
        let mut random = Random::new(12);
        for round in 0..2000 {
            let mut draw = || {
                let length = random.below(24);
                (0..length).map(|_| random.below(3) as u32).collect::<Vec<_>>()
            };
            let (a, b) = (draw(), draw());
            let ends = |a: &[u32], b: &[u32]| a.first() == b.first() || a.last() == b.last();
            if a.is_empty() || b.is_empty() || ends(&a, &b) {
                continue;
            }
            let way = a.len() + b.len() - 2 * longest(&a, &b);
            for most in [0, 3, 8, 20] {
                let mut blocks = Vec::new();
                let effort = Effort { edits: most, steps: 100_000 };
                assert!(runs(&a, &b, (0, a.len(), 0, b.len()), effort, &mut blocks));
                let found: usize = blocks.iter().map(|block| block.len).sum();
                // Half of the way is looked for, so one or two words more do not matter.
                assert!(way > most || found == longest(&a, &b), "{round}");
                assert!(way <= most + 3 || found == 0, "{round}: {way} of {most}");
            }
        }
    }
}
