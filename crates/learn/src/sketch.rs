//! Sketches of texts for comparison: sets of shingles, and bands of a MinHash signature.
//!
//! A *shingle* is a sequence of words. For a random permutation of all shingles, two texts have the same
//! minimum with a probability equal to their Jaccard similarity (Broder 1997). A *band* is a group of
//! minima. Only texts that agree in a band are compared.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::{Random, fnv1a, mixed};

/// Maximum shingles per text, those with the smallest hashes. For longer texts the similarity is an
/// estimate (bottom-k sketch), and memory stays bounded.
const KEPT: usize = 1024;

/// What a sketch is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sketching {
    /// Words of one shingle, at least 1.
    pub shingle: usize,
    /// Bands of a signature.
    pub bands: usize,
    /// Minima of a band, at least 1.
    pub rows: usize,
    /// Seed of the permutations.
    pub seed: u64,
}

/// Makes sketches with configured parameters.
///
/// ```
/// use scutch_learn::{Sketcher, Sketching, shared_shingles};
///
/// let sketcher = Sketcher::new(Sketching { shingle: 2, bands: 20, rows: 6, seed: 0 });
/// let [one, other] = ["the tide came in", "The tide came late"].map(|text| sketcher.sketch(text));
/// assert_eq!(shared_shingles(&one.set, &other.set), 0.5);
/// ```
#[derive(Debug)]
pub struct Sketcher {
    shingle: usize,
    rows: usize,
    /// A permutation of 64-bit hashes each: an odd factor and a summand.
    orders: Vec<(u64, u64)>,
}

/// The sketch of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sketch {
    /// The smallest hashes of shingles, sorted, without repetitions.
    pub set: Vec<u32>,
    /// One hash per band. None without text.
    pub bands: Vec<u64>,
}

impl Sketcher {
    /// Draws the permutations from the seed.
    pub fn new(of: Sketching) -> Self {
        // Seeded: the same corpus gives the same clusters on every machine.
        let mut random = Random::new(of.seed);
        let mut draw = || random.next_u64();
        let orders = (0..of.bands * of.rows).map(|_| (draw() | 1, draw())).collect();
        Self { shingle: of.shingle.max(1), rows: of.rows.max(1), orders }
    }

    /// The sketch of a text. It ignores case and punctuation, not the order of words.
    pub fn sketch(&self, text: &str) -> Sketch {
        let words: Vec<u64> = text.unicode_words().map(word).collect();
        let mut hashes: Vec<u64> = words.windows(self.shingle).map(together).collect();
        // A text shorter than a shingle is one shingle, so that short texts can be compared too.
        if hashes.is_empty() && !words.is_empty() {
            hashes.push(together(&words));
        }
        if hashes.is_empty() {
            return Sketch::default();
        }
        // 32 bits suffice: equal minima by chance are rarer than one in a million pairs.
        let mut minima = vec![u32::MAX; self.orders.len()];
        for hash in &hashes {
            for (least, (factor, term)) in minima.iter_mut().zip(&self.orders) {
                let value = (hash.wrapping_mul(*factor).wrapping_add(*term) >> 32) as u32;
                *least = value.min(*least);
            }
        }
        let bands = minima.chunks(self.rows).enumerate().map(|(band, minima)| {
            minima.iter().fold(mixed(band as u64), |hash, least| mixed(hash ^ u64::from(*least)))
        });
        let mut set: Vec<u32> = hashes.iter().map(|hash| (hash >> 32) as u32).collect();
        set.sort_unstable();
        set.dedup();
        // The smallest hashes are a random sample, so the cut keeps the estimate unbiased.
        set.truncate(KEPT);
        Sketch { set, bands: bands.collect() }
    }
}

/// Jaccard similarity of two sets of shingles, from 0 to 1. Exact for complete sets, else estimated
/// from the smallest hashes of their union.
pub fn shared_shingles(a: &[u32], b: &[u32]) -> f32 {
    // A complete set is compared to its end, a cut one only as far as both are known.
    let most = if a.len() == KEPT || b.len() == KEPT { KEPT } else { usize::MAX };
    let (mut i, mut j, mut both, mut all) = (0, 0, 0_usize, 0_usize);
    while (i < a.len() || j < b.len()) && all < most {
        let (left, right) = (a.get(i), b.get(j));
        let same = left == right;
        let take_left = right.is_none_or(|right| left.is_some_and(|left| left <= right));
        let take_right = left.is_none_or(|left| right.is_some_and(|right| right <= left));
        both += usize::from(same);
        all += 1;
        i += usize::from(take_left);
        j += usize::from(take_right);
    }
    if all == 0 { 0.0 } else { both as f32 / all as f32 }
}

/// The hash of a word, ignoring case.
fn word(word: &str) -> u64 {
    // A fast path without decoding: most words of most corpora are ASCII.
    if word.is_ascii() {
        return fnv1a(word.bytes().map(|byte| byte.to_ascii_lowercase()));
    }
    fnv1a(word.chars().flat_map(char::to_lowercase).flat_map(|c| {
        let mut bytes = [0; 4];
        let length = c.encode_utf8(&mut bytes).len();
        bytes.into_iter().take(length)
    }))
}

/// The hash of a sequence of words.
fn together(words: &[u64]) -> u64 {
    words.iter().fold(0, |hash, word| mixed(hash ^ *word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similarity_is_that_of_sets() {
        assert_eq!(shared_shingles(&[1, 2, 3], &[2, 3, 4]), 0.5);
        assert_eq!(shared_shingles(&[1], &[1]), 1.0);
        assert_eq!(shared_shingles(&[1], &[2]), 0.0);
        assert_eq!(shared_shingles(&[], &[]), 0.0);
    }

    #[test]
    fn case_and_signs_do_not_count_and_order_does() {
        let sketcher = Sketcher::new(Sketching { shingle: 5, bands: 20, rows: 6, seed: 0 });
        let one = sketcher.sketch("The ferry left, ten minutes late.");
        assert_eq!(one, sketcher.sketch("the Ferry left ten MINUTES late"));
        assert_ne!(one.set, sketcher.sketch("late minutes ten left ferry the").set);
        assert!(sketcher.sketch(" ... ").bands.is_empty());
    }
}
