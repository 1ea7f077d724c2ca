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
