//! How few of all tags a person has to look at, in the four steps of Indig et al. (2022).

use std::collections::BTreeSet;

use super::{Inventory, Verdict, default_verdict};

/// The rarest kinds that together hold less than one part in this of the text need no decision.
const TAIL: u64 = 1000;

/// How many tags are left after each step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reduction {
    /// Elements that differ in name or any attribute.
    pub all: usize,
    /// Those of them with text.
    pub text_bearing: usize,
    /// Signatures of these.
    pub simplified: usize,
    /// Those of them in content roots that need a decision: neither the name nor a lack of own text
    /// decides, and they are not among the rarest, which together hold a thousandth of the text.
    pub relevant: usize,
}

impl Inventory {
    /// The signatures that need a person's decision.
    pub(crate) fn relevant(&self) -> BTreeSet<&str> {
        let open = self.rows.iter().filter(|(signature, row)| {
            row.text_in_root > 0 && default_verdict(signature, row) == Verdict::Undecided
        });
        let mut open: Vec<(u64, &str)> =
            open.map(|(signature, row)| (row.own_in_root, signature.as_str())).collect();
        // From the rarest; signatures decide between equals, so that the result is the same for any
        // order.
        open.sort_unstable();
        let all: u64 = self.rows.values().map(|row| row.own_in_root).sum();
        let mut rare = 0;
        let tail = open.iter().take_while(|(own, _)| {
            rare += own;
            // Multiplied rather than divided: exact in integers.
            rare * TAIL <= all
        });
        let tail = tail.count();
        open[tail..].iter().map(|(_, signature)| *signature).collect()
    }

    /// The four counts.
    pub fn reduction(&self) -> Reduction {
        let with_text = self.rows.iter().filter(|(_, row)| row.text > 0);
        Reduction {
            all: self.variants.len(),
            text_bearing: self.with_text.len(),
            simplified: with_text.count(),
            relevant: self.relevant().len(),
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
