//! How few of all tags a person has to look at: four steps, as Indig et al. (2022) take them.

use super::{Inventory, Verdict, default_verdict};

/// How many are left after each step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reduction {
    /// Elements that differ in name or any attribute.
    pub all: usize,
    /// Of these, those with text in them.
    pub text_bearing: usize,
    /// Signatures of these.
    pub simplified: usize,
    /// Of these, those in content roots that neither their name nor their lack of own text decides.
    pub relevant: usize,
}

impl Inventory {
    /// The four counts.
    pub fn reduction(&self) -> Reduction {
        let with_text = self.rows.iter().filter(|(_, row)| row.text > 0);
        let relevant = with_text.clone().filter(|(signature, row)| {
            row.text_in_root > 0 && default_verdict(signature, row) == Verdict::Undecided
        });
        Reduction {
            all: self.variants.len(),
            text_bearing: self.with_text.len(),
            simplified: with_text.count(),
            relevant: relevant.count(),
        }
    }
}

impl Reduction {
    /// The steps with their names, counts and shares of all.
    pub fn steps(&self) -> [(&'static str, usize, f64); 4] {
        let share = |count: usize| 100.0 * count as f64 / (self.all.max(1)) as f64;
        let step = |name, count| (name, count, share(count));
        [
            step("all", self.all),
            step("text-bearing", self.text_bearing),
            step("simplified", self.simplified),
            step("relevant", self.relevant),
        ]
    }
}
