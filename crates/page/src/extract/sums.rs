//! Sums over sets of blocks: how much text there is, how much of it is linked or running text.

/// Sums over a set of blocks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    /// Characters, those of dense scripts counted as several.
    pub(super) chars: f32,
    /// Of these, characters in links.
    pub(super) links: f32,
    /// Of these, characters of running text.
    pub(super) running: f32,
    /// Blocks with text.
    pub(super) blocks: f32,
}

impl Sum {
    pub(super) fn add(self, other: Self) -> Self {
        Self {
            chars: self.chars + other.chars,
            links: self.links + other.links,
            running: self.running + other.running,
            blocks: self.blocks + other.blocks,
        }
    }

    pub(super) fn minus(self, other: Self) -> Self {
        Self {
            chars: self.chars - other.chars,
            links: self.links - other.links,
            running: self.running - other.running,
            blocks: self.blocks - other.blocks,
        }
    }

    /// Share of text in links. Rounding may take a difference of sums below 0 or above 1.
    pub(super) fn link_density(&self) -> f32 {
        if self.chars < 1.0 { 0.0 } else { (self.links / self.chars).clamp(0.0, 1.0) }
    }

    /// Share of running text.
    pub(super) fn running_share(&self) -> f32 {
        if self.chars < 1.0 { 0.0 } else { (self.running / self.chars).clamp(0.0, 1.0) }
    }

    /// Mean width of the blocks with text.
    pub(super) fn mean_width(&self) -> f32 {
        self.chars / self.blocks.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUM: Sum = Sum { chars: 200.0, links: 50.0, running: 100.0, blocks: 4.0 };

    #[test]
    fn shares_are_of_the_characters() {
        assert_eq!((SUM.link_density(), SUM.running_share()), (0.25, 0.5));
        assert_eq!(SUM.mean_width(), 50.0);
        let both = SUM.add(Sum { chars: 200.0, ..Sum::default() });
        assert_eq!((both.link_density(), both.running_share()), (0.125, 0.25));
        assert_eq!(both.minus(SUM).link_density(), 0.0);
    }

    #[test]
    fn nothing_has_no_shares() {
        for empty in [Sum::default(), SUM.minus(SUM)] {
            let shares = [empty.link_density(), empty.running_share(), empty.mean_width()];
            assert_eq!(shares, [0.0; 3]);
        }
    }

    #[test]
    fn shares_stay_shares_where_differences_are_rounded() {
        let rounded = Sum { chars: 1.0, links: 1.0001, running: -0.0001, blocks: 0.0 };
        assert_eq!((rounded.link_density(), rounded.running_share()), (1.0, 0.0));
    }
}
