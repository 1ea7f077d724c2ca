//! The model: a vector of small integers for every bucket, and weights for every label.
//!
//! File: `SCLM`, then as little-endian 32-bit numbers the counts of labels and of buckets; for every
//! label its weights and its bias (`f32`); for every bucket its vector (`u8`, 128 more than the value).

use std::sync::OnceLock;

use crate::features::{BUCKETS, buckets_among};
use crate::labels::{labels, of_script};
use crate::script::Script;

/// Numbers in a vector.
pub const DIMENSIONS: usize = 32;
const MAGIC: &[u8; 4] = b"SCLM";
const HEAD: usize = MAGIC.len() + 8;
const ROW: usize = DIMENSIONS + 1;

/// The file that is shipped.
const FILE: &[u8] = include_bytes!("../data/model.bin");

/// A file with bytes before it.
#[repr(C, align(64))]
struct Placed<const BEFORE: usize> {
    before: [u8; BEFORE],
    file: [u8; FILE.len()],
}

/// The file that is shipped, placed so that each vector is within one line of the cache: half of the
/// vectors would be in two otherwise, and to fetch them is most of the work.
static SHIPPED: Placed<BEFORE> =
    Placed { before: [0; BEFORE], file: *include_bytes!("../data/model.bin") };
const BEFORE: usize = (BUCKETS * DIMENSIONS).wrapping_sub(FILE.len()) % 64;

/// What was fitted: weights and bias of each label, and the vectors of all buckets.
#[derive(Debug)]
pub struct Model<'a> {
    weights: Vec<[f32; ROW]>,
    vectors: &'a [u8],
}

/// What the model says of a text in one script.
pub(crate) struct Scores {
    /// Number of the first label of the script.
    pub(crate) first: usize,
    /// The score of every label of the script: logits before they are sharpened.
    pub(crate) logits: Vec<f64>,
    /// Features the scores rest on.
    pub(crate) features: usize,
}

impl Model<'static> {
    /// The model that is shipped.
    pub(crate) fn shipped() -> &'static Self {
        static MODEL: OnceLock<Model<'static>> = OnceLock::new();
        MODEL.get_or_init(|| {
            // Compiled in, and a test reads it: no input can make this fail.
            Self::read(&SHIPPED.file).expect("the shipped model fits the labels")
        })
    }
}

impl<'a> Model<'a> {
    /// Reads a model file. `None` if it has other labels or buckets than this program.
    #[must_use]
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let number = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
        // The labels are numbered by their lines: a model of other lines would name others.
        let fits = bytes.starts_with(MAGIC)
            && number(4)? as usize == labels().len()
            && number(8)? as usize == BUCKETS;
        if !fits {
            return None;
        }
        let (weights, vectors) = bytes[HEAD..].split_at_checked(labels().len() * ROW * 4)?;
        let mut values =
            weights.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        // The split took a row for every label, so that no value is missing.
        let weights =
            labels().iter().map(|_| std::array::from_fn(|_| values.next().unwrap_or(0.0)));
        (vectors.len() == BUCKETS * DIMENSIONS)
            .then(|| Self { weights: weights.collect(), vectors })
    }

    /// The file of a model: `weights` with the bias last for every label, `vectors` of all buckets.
    #[must_use]
    pub fn file(weights: &[Vec<f32>], vectors: &[i8]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend((weights.len() as u32).to_le_bytes());
        file.extend(((vectors.len() / DIMENSIONS) as u32).to_le_bytes());
        file.extend(weights.iter().flatten().flat_map(|weight| weight.to_le_bytes()));
        file.extend(vectors.iter().map(|value| (*value as u8) ^ ZERO));
        file
    }

    /// The scores of all labels of a script, for a text that is cut into tokens.
    pub(crate) fn score<'t>(
        &self,
        tokens: impl Iterator<Item = &'t str>,
        script: Script,
    ) -> Scores {
        let mut sums = Sums::new(self.vectors);
        buckets_among(tokens, script, |bucket| sums.add(bucket));
        let range = of_script(script);
        let mean = sums.mean();
        // Summed in the order of the file, so that every processor gets the same.
        let logit = |weights: &[f32; ROW]| {
            let products = mean.iter().zip(weights).map(|(x, weight)| x * f64::from(*weight));
            products.fold(f64::from(weights[DIMENSIONS]), |sum, product| sum + product)
        };
        let logits = self.weights[range.clone()].iter().map(logit).collect();
        Scores { first: range.start, logits, features: sums.features }
    }
}

/// What stands for zero in the vectors of the file: bytes without a sign add up faster.
const ZERO: u8 = 128;
/// So many vectors are added at once: their sums fit into 16 bits.
const BATCH: usize = 256;

/// Sums of the vectors of buckets, which are collected first: sums of a batch stay in registers.
struct Sums<'a> {
    vectors: &'a [u8],
    batch: [u32; BATCH],
    waiting: usize,
    sums: [u64; DIMENSIONS],
    features: usize,
}

impl<'a> Sums<'a> {
    fn new(vectors: &'a [u8]) -> Self {
        Self { vectors, batch: [0; BATCH], waiting: 0, sums: [0; DIMENSIONS], features: 0 }
    }

    #[inline]
    fn add(&mut self, bucket: usize) {
        self.batch[self.waiting] = bucket as u32;
        self.waiting += 1;
        if self.waiting == BATCH {
            self.carry();
        }
    }

    fn carry(&mut self) {
        let mut small = [0_u16; DIMENSIONS];
        for bucket in &self.batch[..self.waiting] {
            let vector = &self.vectors[*bucket as usize * DIMENSIONS..][..DIMENSIONS];
            small.iter_mut().zip(vector).for_each(|(sum, value)| *sum += u16::from(*value));
        }
        self.sums.iter_mut().zip(small).for_each(|(sum, small)| *sum += u64::from(small));
        self.features += std::mem::take(&mut self.waiting);
    }

    /// The mean vector; zero without any.
    fn mean(&mut self) -> [f64; DIMENSIONS] {
        self.carry();
        let features = self.features.max(1) as f64;
        let zero = if self.features == 0 { 0.0 } else { f64::from(ZERO) };
        self.sums.map(|sum| sum as f64 / features - zero)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;

    fn file() -> Vec<u8> {
        let weights = vec![vec![0.5; ROW]; labels().len()];
        Model::file(&weights, &vec![-1; BUCKETS * DIMENSIONS])
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let file = file();
        let model = Model::read(&file).expect("a model");
        let scores = model.score(tokens("ab"), Script::Latn);
        // Each of 32 means is -1, and the bias is 0.5.
        assert!(scores.logits.iter().all(|logit| *logit == -15.5));
        assert_eq!(scores.logits.len(), of_script(Script::Latn).len());
        assert_eq!(model.score(tokens(""), Script::Latn).features, 0);
    }

    #[test]
    fn sums_do_not_overflow() {
        let vectors = [255; DIMENSIONS];
        let mut sums = Sums::new(&vectors);
        (0..1000).for_each(|_| sums.add(0));
        assert_eq!(sums.mean(), [127.0; DIMENSIONS]);
        assert_eq!(sums.features, 1000);
    }

    #[test]
    fn other_files_are_refused() {
        let whole = file();
        let mut other = whole.clone();
        other[4] ^= 1;
        for (bytes, what) in [
            (&whole[..whole.len() - 1], "cut"),
            (&whole[..7], "cut within the head"),
            (&other[..], "another number of labels"),
            (b"", "empty"),
        ] {
            assert!(Model::read(bytes).is_none(), "{what}");
        }
    }

    #[test]
    fn the_shipped_model_is_small() {
        assert!(include_bytes!("../data/model.bin").len() <= 4_500_000);
        assert_eq!(Model::shipped().weights.len(), labels().len());
    }
}
