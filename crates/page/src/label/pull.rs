//! What pulled the score of a block: the groups of features that weighed most.

use super::reason::Reason;

/// Pulls kept of a block.
const KEPT: usize = 3;

/// What pulled the score of a block most for the trees, strongest first, in log odds: above 0
/// towards content, below away from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pulls([(Reason, f32); KEPT]);

impl Pulls {
    /// Of a block that no trees were asked of.
    pub(crate) const NONE: Self = Self([(Reason::Kind, 0.0); KEPT]);

    /// The strongest of the pulls of all reasons, in the order of [`Reason::ALL`]; of equals the
    /// first.
    pub(crate) fn strongest(pulls: &[f32]) -> Self {
        let mut kept = Self::NONE.0;
        for (reason, pull) in Reason::ALL.iter().zip(pulls) {
            if let Some(at) = kept.iter().position(|(_, weaker)| pull.abs() > weaker.abs()) {
                kept[at..].rotate_right(1);
                kept[at] = (*reason, *pull);
            }
        }
        Self(kept)
    }

    /// Reasons with how much they pulled, strongest first.
    pub fn iter(&self) -> impl Iterator<Item = (Reason, f32)> {
        self.0.into_iter().filter(|(_, pull)| *pull != 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_are_kept_whatever_their_direction() {
        let kept = |pulls: &[f32]| Pulls::strongest(pulls).iter().collect::<Vec<_>>();
        assert_eq!(kept(&[0.0; 16]), []);
        assert_eq!(kept(&[0.0, -0.5]), [(Reason::Length, -0.5)]);
        assert_eq!(
            kept(&[0.25, 0.5, -2.0, 0.0, 0.5, 1.0]),
            [(Reason::Wording, -2.0), (Reason::Structure, 1.0), (Reason::Length, 0.5)]
        );
    }
}
