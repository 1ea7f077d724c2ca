//! The shortest way from one stretch of words to another: what it leaves standing is common to both. By Myers, "An O(ND)
//! difference algorithm and its variations" (1986), section 4b: in time that grows with how much the stretches differ, not
//! with how often their words recur.

use super::Block;

/// Where a stretch begins and ends on the first page, and on the second.
pub(super) type Stretch = (usize, usize, usize, usize);

/// Adds the runs of equal words in a stretch to `blocks`. False where the steps do not last: then some are missing.
pub(super) fn runs(
    a: &[u32],
    b: &[u32],
    stretch: Stretch,
    mut steps: usize,
    blocks: &mut Vec<Block>,
) -> bool {
    let mut todo = vec![stretch];
    let mut whole = true;
    while let Some((a0, a1, b0, b1)) = todo.pop() {
        let start = equal(a[a0..a1].iter().zip(&b[b0..b1]));
        let (from_a, from_b) = (a0 + start, b0 + start);
        let end = equal(a[from_a..a1].iter().rev().zip(b[from_b..b1].iter().rev()));
        let (to_a, to_b) = (a1 - end, b1 - end);
        blocks.push(Block { a: a0, b: b0, len: start });
        blocks.push(Block { a: to_a, b: to_b, len: end });
        if from_a == to_a || from_b == to_b {
            continue;
        }
        match halfway(&a[from_a..to_a], &b[from_b..to_b], &mut steps) {
            Some((x, y)) => {
                todo.push((from_a, from_a + x, from_b, from_b + y));
                todo.push((from_a + x, to_a, from_b + y, to_b));
            }
            None => whole = false,
        }
    }
    blocks.retain(|block| block.len > 0);
    whole
}

fn equal<'w>(pairs: impl Iterator<Item = (&'w u32, &'w u32)>) -> usize {
    pairs.take_while(|(a, b)| a == b).count()
}

/// How far ways with so many words added or left out get on each diagonal.
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

    /// Goes one word farther than before to `diagonal`, of the outermost -`far` and `far`; then along equal words.
    /// Says where it arrived, before these and behind them.
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

/// A place in the middle of a shortest way, seen from the beginning: where ways from both ends meet. `None` when the steps run
/// out before.
fn halfway(a: &[u32], b: &[u32], steps: &mut usize) -> Option<(usize, usize)> {
    let (n, m) = (isize::try_from(a.len()).ok()?, isize::try_from(b.len()).ok()?);
    let (between, most) = (n - m, (n + m + 1) / 2);
    // Fronts are no longer than there are steps to move them.
    let most = most.min(isize::try_from(*steps).unwrap_or(isize::MAX));
    let (mut forth, mut back) = (Front::new(most), Front::new(most));
    let same = |x: usize, y: usize| a.get(x).is_some_and(|word| b.get(y) == Some(word));
    let same_back =
        |x: usize, y: usize| x < a.len() && y < b.len() && a[a.len() - 1 - x] == b[b.len() - 1 - y];
    let inside = |x: isize, y: isize| {
        let place = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let ends = place == (0, 0) || place == (a.len(), b.len());
        (!ends && place.0 <= a.len() && place.1 <= b.len()).then_some(place)
    };
    for far in 0..=most {
        for diagonal in (-far..=far).step_by(2) {
            let (start, x) = forth.go(diagonal, far, same, steps);
            let other = between - diagonal;
            if between % 2 != 0 && other.abs() < far && x + back.at(other) >= n {
                return inside(start, start - diagonal);
            }
        }
        for diagonal in (-far..=far).step_by(2) {
            let (_, x) = back.go(diagonal, far, same_back, steps);
            let other = between - diagonal;
            if between % 2 == 0 && other.abs() <= far && x + forth.at(other) >= n {
                return inside(n - x, m - (x - diagonal));
            }
        }
        if *steps == 0 {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use scutch_learn::Random;

    use super::*;

    /// The length of a longest common subsequence, by the table.
    fn longest(a: &[u32], b: &[u32]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for word in a {
            let mut corner = 0;
            for at in 0..b.len() {
                let above = row[at + 1];
                row[at + 1] = if b[at] == *word { corner + 1 } else { above.max(row[at]) };
                corner = above;
            }
        }
        row[b.len()]
    }

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
            assert!(runs(&a, &b, all, 100_000, &mut blocks), "{round}: {a:?} {b:?}");
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
                let whole = runs(&a, &b, all, steps, &mut some);
                let some: usize = some.iter().map(|block| block.len).sum();
                assert!(some == found || !whole && some < found, "{round}: {steps}");
            }
        }
    }
}
