//! Runs of words as numbers, by which parts of texts are found again in other texts.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

use super::wording::is_dense;

/// Words in a row that must agree.
const RUN: usize = 3;

/// Calls `take` with a number for every run of words; characters of dense scripts are words.
pub(crate) fn word_runs(text: &str, mut take: impl FnMut(u64)) {
    let mut last = [0_u64; RUN];
    let mut words = 0;
    let mut hasher = FxHasher::default();
    let mut in_word = false;
    let mut end_word = |hasher: &mut FxHasher| {
        last.rotate_left(1);
        last[RUN - 1] = std::mem::take(hasher).finish();
        words += 1;
        if words >= RUN {
            let [a, b, c] = last;
            take(a.rotate_left(21) ^ b.rotate_left(42) ^ c);
        }
    };
    for c in text.chars() {
        let alone = !c.is_ascii() && is_dense(c);
        if in_word && (alone || !c.is_alphanumeric()) {
            end_word(&mut hasher);
            in_word = false;
        }
        if c.is_alphanumeric() {
            if c.is_ascii() {
                hasher.write_u32(u32::from(c.to_ascii_lowercase()));
            } else {
                c.to_lowercase().for_each(|c| hasher.write_u32(u32::from(c)));
            }
            in_word = true;
            if alone {
                end_word(&mut hasher);
                in_word = false;
            }
        }
    }
    if in_word {
        end_word(&mut hasher);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn runs(text: &str) -> Vec<u64> {
        let mut runs = Vec::new();
        word_runs(text, |run| runs.push(run));
        runs
    }

    #[test]
    fn every_three_words_in_a_row_are_a_run() {
        for (text, count) in [
            ("", 0),
            ("one two", 0),
            ("one two three", 1),
            ("One, two: THREE; four", 2),
            ("\u{65b0}\u{805e}\u{793e}\u{8aac}", 2),
            ("a\u{65b0}b", 1),
        ] {
            assert_eq!(runs(text).len(), count, "{text}");
        }
    }

    #[test]
    fn case_and_punctuation_do_not_matter_but_order_does() {
        assert_eq!(runs("The river rose."), runs("the RIVER, (rose)"));
        assert_eq!(runs("\u{c9}t\u{e9} a b"), runs("\u{e9}t\u{e9} a b"));
        assert_ne!(runs("the river rose"), runs("rose the river"));
        assert_ne!(runs("the river rose"), runs("ther iver rose"));
    }

    proptest! {
        #[test]
        fn runs_of_a_part_are_runs_of_the_whole(
            words in proptest::collection::vec("[a-z]{1,5}", 3..20),
        ) {
            let whole: BTreeSet<u64> = runs(&words.join(" ")).into_iter().collect();
            let part = &words[words.len() / 3..];
            prop_assert!(runs(&part.join("  ")).into_iter().all(|run| whole.contains(&run)));
            prop_assert_eq!(runs(&words.join(" ")).len(), words.len() - 2);
        }
    }
}
