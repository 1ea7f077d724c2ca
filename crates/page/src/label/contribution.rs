//! The groups of features that contributed most to the score of a block.

use super::reason::Reason;

/// Contributions kept of a block.
const KEPT: usize = 3;

/// The strongest contributions to the score of a block by the trees, in log odds: above 0 towards
/// content, below 0 away from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contributions([(Reason, f32); KEPT]);

impl Contributions {
    /// The contributions to a block that no trees judged.
    pub(crate) const NONE: Self = Self([(Reason::Kind, 0.0); KEPT]);

    /// The strongest of the contributions of all reasons, which are given in the order of
    /// [`Reason::ALL`]. Of equal ones the first is kept.
    pub(crate) fn strongest(contributions: &[f32]) -> Self {
        let mut kept = Self::NONE.0;
        for (reason, contribution) in Reason::ALL.iter().zip(contributions) {
            if let Some(at) = kept.iter().position(|(_, weaker)| contribution.abs() > weaker.abs())
            {
                kept[at..].rotate_right(1);
                kept[at] = (*reason, *contribution);
            }
        }
        Self(kept)
    }

    /// Reasons with their contributions, strongest first.
    pub fn iter(&self) -> impl Iterator<Item = (Reason, f32)> {
        self.0.into_iter().filter(|(_, contribution)| *contribution != 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_are_kept_whatever_their_direction() {
        let kept = |contributions: &[f32]| {
            Contributions::strongest(contributions).iter().collect::<Vec<_>>()
        };
        assert_eq!(kept(&[0.0; 16]), []);
        assert_eq!(kept(&[0.0, -0.5]), [(Reason::Length, -0.5)]);
        assert_eq!(
            kept(&[0.25, 0.5, -2.0, 0.0, 0.5, 1.0]),
            [(Reason::Wording, -2.0), (Reason::Structure, 1.0), (Reason::Length, 0.5)]
        );
    }
}
