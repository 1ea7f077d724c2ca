//! MinHash signatures.

use std::sync::LazyLock;

use scutch_learn::Random;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha1::{Digest as _, Sha1};

use super::bands::Bands;
use crate::hash::mixed;
use crate::packed;

/// Permutations of a signature: the standard error of the similarity is at most 0.045.
pub const PERMUTATIONS: usize = 128;
const SEED: u64 = 0x5c07_c4ed;
/// Numbers in a band. Pages of similarity 0.8 share at least one of the 16 bands in 95 of 100
/// cases, of similarity 0.5 in 6 of 100.
const BAND: usize = 8;

/// The MinHash signature of a set of structure tokens (Broder, "On the resemblance and containment
/// of documents", 1997): the share of equal places of two signatures estimates the Jaccard
/// similarity of the sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature(Box<[u32; PERMUTATIONS]>);

impl Signature {
    /// The signature of a set of hashed tokens. Repeated tokens count once.
    pub(crate) fn from_tokens(tokens: impl IntoIterator<Item = u64>) -> Self {
        static FACTORS: LazyLock<Vec<(u64, u64)>> = LazyLock::new(|| {
            let mut random = Random::new(SEED);
            (0..PERMUTATIONS).map(|_| (random.next_u64() | 1, random.next_u64())).collect()
        });
        let mut tokens: Vec<u64> = tokens.into_iter().collect();
        // Most elements repeat the token of a sibling, and each token costs 128 multiplications.
        tokens.sort_unstable();
        tokens.dedup();
        let mut least = Box::new([u32::MAX; PERMUTATIONS]);
        for token in tokens {
            for (least, (factor, summand)) in least.iter_mut().zip(FACTORS.iter()) {
                // The upper half: the lower bits of a product depend on the lower bits of the token
                // alone.
                let hash = (token.wrapping_mul(*factor).wrapping_add(*summand) >> 32) as u32;
                *least = (*least).min(hash);
            }
        }
        Self(least)
    }

    /// The signature that datasketch's `MinHash` (seed 1, as it was before version 2) makes of
    /// tokens. The thesis used that program.
    pub(crate) fn from_published(tokens: impl IntoIterator<Item = String>) -> Self {
        /// The Mersenne prime that hashes are taken modulo.
        const PRIME: u64 = (1 << 61) - 1;
        static FACTORS: LazyLock<Vec<(u64, u64)>> = LazyLock::new(|| {
            let lines = include_str!("../../data/permutations.tsv").lines();
            let pair = |line: &str| {
                let (factor, summand) = line.split_once('\t')?;
                Some((factor.parse().ok()?, summand.parse().ok()?))
            };
            lines.filter_map(pair).collect()
        });
        let mut least = Box::new([u32::MAX; PERMUTATIONS]);
        for token in tokens {
            let [a, b, c, d, ..] = <[u8; 20]>::from(Sha1::digest(token));
            let hash = u64::from(u32::from_le_bytes([a, b, c, d]));
            for (least, (factor, summand)) in least.iter_mut().zip(FACTORS.iter()) {
                // The product overflows in that program, too.
                let hash = hash.wrapping_mul(*factor).wrapping_add(*summand) % PRIME;
                *least = (*least).min(hash as u32);
            }
        }
        Self(least)
    }

    /// Its numbers, in order.
    pub fn numbers(&self) -> &[u32; PERMUTATIONS] {
        &self.0
    }

    /// The signature that has these numbers.
    pub fn from_numbers(numbers: [u32; PERMUTATIONS]) -> Self {
        Self(Box::new(numbers))
    }

    /// Bytes that it takes in memory, besides its own size.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Hashes of the bands. Signatures with equal numbers in a whole band have its hash in common.
    pub(crate) fn bands(&self) -> impl Iterator<Item = u64> {
        self.0.chunks(BAND).enumerate().map(|(number, band)| {
            band.iter().fold(number as u64, |hash, least| mixed(hash ^ u64::from(*least)))
        })
    }

    /// The bands in which two signatures have the same numbers.
    pub(crate) fn shared_bands(&self, other: &Self, bands: Bands) -> impl Iterator<Item = usize> {
        let is_shared = move |(number, range): (usize, std::ops::Range<usize>)| {
            (self.0[range.clone()] == other.0[range]).then_some(number)
        };
        bands.ranges().enumerate().filter_map(is_shared)
    }

    /// Estimated similarity from 0 to 1.
    pub fn similarity(&self, other: &Self) -> f32 {
        let equal = self.0.iter().zip(other.0.iter()).filter(|(a, b)| a == b).count();
        equal as f32 / PERMUTATIONS as f32
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        packed::serialize(&self.0[..], serializer)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers: Vec<u32> = packed::deserialize(deserializer)?;
        let count = numbers.len();
        let numbers = <[u32; PERMUTATIONS]>::try_from(numbers);
        let wrong = |_| D::Error::invalid_length(count, &"128 numbers");
        numbers.map(Self::from_numbers).map_err(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_is_near_the_similarity() {
        let mut random = Random::new(1);
        for shared in [0usize, 20, 50, 80, 100] {
            let both: Vec<u64> = (0..shared).map(|_| random.next_u64()).collect();
            let rest = |random: &mut Random| -> Vec<u64> {
                (shared..100).map(|_| random.next_u64()).collect()
            };
            let a = Signature::from_tokens(both.iter().copied().chain(rest(&mut random)));
            let b = Signature::from_tokens(both.iter().copied().chain(rest(&mut random)));
            let exact = shared as f32 / (200 - shared) as f32;
            // Three standard deviations of 128 draws.
            let bound = 3.0 * (exact * (1.0 - exact) / PERMUTATIONS as f32).sqrt() + 1e-6;
            assert!((a.similarity(&b) - exact).abs() <= bound, "{shared}: {}", a.similarity(&b));
        }
    }

    /// `MinHash(num_perm=128, scheme="legacy")` of datasketch 2.0, of the same tokens.
    #[test]
    fn published_signatures_are_those_of_datasketch() {
        let tokens = ["0_0_0_html/0_0_0_[document]", "1_0_1_head/1_0_1_html/1_0_1_[document]"];
        let signature = Signature::from_published(tokens.map(str::to_owned));
        assert_eq!(signature.0[..4], [3725854272, 2333116492, 4083118976, 1985792763]);
        assert_eq!(signature.0[127], 1339709884);
    }

    #[test]
    fn buckets_are_shared_where_a_whole_band_is_equal() {
        let bands = Bands { count: 18, rows: 7 };
        let a = Signature::from_tokens(0..50);
        assert_eq!(a.shared_bands(&a, bands).count(), 18);
        let mut b = a.clone();
        (0..PERMUTATIONS).step_by(7).filter(|at| *at != 21).for_each(|at| b.0[at] ^= 1);
        assert_eq!(a.shared_bands(&b, bands).collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn signatures_that_agree_in_a_band_share_it() {
        let mut a = Signature::from_tokens(0..50);
        let bands: Vec<u64> = a.bands().collect();
        assert_eq!(bands.len(), PERMUTATIONS / BAND);
        a.0[BAND] ^= 1;
        let shared: Vec<bool> = a.bands().zip(&bands).map(|(new, old)| new == *old).collect();
        assert!(shared.iter().enumerate().all(|(at, shared)| *shared == (at != 1)));
    }

    #[test]
    fn order_and_repetition_do_not_matter() {
        assert_eq!(Signature::from_tokens([1, 2, 3]), Signature::from_tokens([3, 2, 2, 1]));
        assert_eq!(Signature::from_tokens([]).similarity(&Signature::from_tokens([])), 1.0);
    }

    #[test]
    fn signatures_are_read_back_and_others_refused() {
        let signature = Signature::from_tokens(0..9);
        let bytes = postcard::to_allocvec(&signature).expect("written");
        assert_eq!(postcard::from_bytes::<Signature>(&bytes).expect("read"), signature);
        // A length of 8 bytes: two numbers.
        let short = postcard::from_bytes::<Signature>(&[8, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(short.is_err(), "{short:?}");
        assert_eq!(Signature::from_numbers(*signature.numbers()), signature);
    }

    #[test]
    fn similarity_is_symmetric_and_one_for_equal_sets() {
        let mut random = Random::new(4);
        let mut set =
            || Signature::from_tokens((0..9).map(|_| random.below(12) as u64).collect::<Vec<_>>());
        for _ in 0..100 {
            let (a, b) = (set(), set());
            assert_eq!(a.similarity(&b), b.similarity(&a));
            assert_eq!(a.similarity(&a), 1.0);
            let shared = a.bands().filter(|band| b.bands().any(|other| other == *band)).count();
            assert!(
                shared as f32 / 16.0 <= a.similarity(&b),
                "a shared band is eight equal numbers"
            );
        }
    }
}
