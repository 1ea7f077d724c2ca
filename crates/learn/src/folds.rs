//! Folds for cross-validation.

/// The fold, out of `folds`, of everything that belongs to `group` (a host, a seed): a group is
/// never in two folds, and adding groups moves no other. FNV-1a with a last mixing step.
pub fn fold_of(group: &str, folds: usize) -> usize {
    let mixed = crate::Random::new(crate::fnv1a(group.bytes())).next_u64();
    // Multiply and shift: even for any number of folds, unlike a remainder.
    ((u128::from(mixed) * folds as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_spread_over_the_folds() {
        let mut sizes = [0; 5];
        for number in 0..1000 {
            sizes[fold_of(&format!("www{number}.example.org"), 5)] += 1;
        }
        assert!(sizes.iter().all(|size| (150..250).contains(size)), "{sizes:?}");
    }

    #[test]
    fn a_group_has_one_fold_whatever_the_others() {
        for folds in [1, 2, 5, 10] {
            for group in ["", "example.org", "www.example.org", "ä"] {
                let fold = fold_of(group, folds);
                assert!(fold < folds);
                assert_eq!(fold, fold_of(group, folds));
            }
        }
        // Folds of published figures depend on these.
        let folds = ["a.example", "b.example", "c.example"].map(|group| fold_of(group, 5));
        assert_eq!(folds, [2, 4, 3]);
    }
}
