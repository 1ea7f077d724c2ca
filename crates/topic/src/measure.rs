//! The measures: how far a memento is from its anchor.

use std::fmt;

/// A measure between a memento and the anchor of its TimeMap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// Bytes of the memento over bytes of the anchor, less 1.
    ByteCount,
    /// Tokens of the memento over tokens of the anchor, less 1.
    WordCount,
    /// Jaccard distance of the sets of tokens.
    Jaccard,
    /// Sørensen-Dice distance of the sets of tokens.
    Sorensen,
    /// Hamming distance of simhashes of the raw content.
    SimhashRaw,
    /// Hamming distance of simhashes of the token counts.
    SimhashTf,
    /// Cosine of TF-IDF vectors, with document frequencies over the TimeMap.
    Cosine,
    /// Cosine in the latent topics of the TimeMap.
    Lsi,
}

/// On which side of the threshold a score is off-topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Scores below the threshold.
    Below,
    /// Scores above the threshold.
    Above,
}

impl Measure {
    /// Every measure, cheap ones first.
    pub const ALL: &'static [Self] = &[
        Self::ByteCount,
        Self::WordCount,
        Self::Jaccard,
        Self::Sorensen,
        Self::SimhashRaw,
        Self::SimhashTf,
        Self::Cosine,
        Self::Lsi,
    ];

    /// Our name, and the key in the OTMT's output.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::ByteCount => ("bytecount", "bytecount"),
            Self::WordCount => ("wordcount", "wordcount"),
            Self::Jaccard => ("jaccard", "jaccard"),
            Self::Sorensen => ("sorensen", "sorensen"),
            Self::SimhashRaw => ("simhash-raw", "raw_simhash"),
            Self::SimhashTf => ("simhash-tf", "tf_simhash"),
            Self::Cosine => ("cosine", "cosine"),
            Self::Lsi => ("lsi", "gensim_lsi"),
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.names().0
    }

    /// The key in the OTMT's output.
    pub fn otmt_name(self) -> &'static str {
        self.names().1
    }

    /// The measure of a name, ours or the OTMT's.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|m| m.name() == name || m.otmt_name() == name)
    }

    /// On which side of a threshold scores are off-topic.
    pub fn side(self) -> Side {
        match self {
            Self::ByteCount | Self::WordCount | Self::Cosine | Self::Lsi => Side::Below,
            Self::Jaccard | Self::Sorensen | Self::SimhashRaw | Self::SimhashTf => Side::Above,
        }
    }

    /// The score of the most different memento, and of an equal one.
    pub fn range(self) -> (f64, f64) {
        match self {
            Self::ByteCount | Self::WordCount => (-1.0, 0.0),
            Self::Jaccard | Self::Sorensen => (1.0, 0.0),
            Self::SimhashRaw | Self::SimhashTf => (f64::from(crate::simhash::BITS), 0.0),
            Self::Cosine | Self::Lsi => (0.0, 1.0),
        }
    }

    /// Whether tokens are compared, not bytes.
    pub fn reads_tokens(self) -> bool {
        !matches!(self, Self::ByteCount | Self::SimhashRaw)
    }

    /// Whether the scores of a memento depend on the other mementos of the TimeMap.
    pub fn reads_timemap(self) -> bool {
        matches!(self, Self::Cosine | Self::Lsi)
    }

    /// Whether `score` is off-topic under `threshold`.
    pub fn is_off(self, score: f64, threshold: f64) -> bool {
        match self.side() {
            Side::Below => score < threshold,
            Side::Above => score > threshold,
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// `m / f - 1`: 0 where both are 0. Without an anchor there is nothing to compare with: see
/// [`crate::Anchor`].
pub fn count_score(memento: u64, anchor: u64) -> f64 {
    if memento == anchor { 0.0 } else { memento as f64 / anchor as f64 - 1.0 }
}

/// Jaccard distance: `1 - |A ∩ B| / |A ∪ B|`; 0 where both are empty.
pub fn jaccard(common: usize, a: usize, b: usize) -> f64 {
    let union = a + b - common;
    if union == 0 { 0.0 } else { 1.0 - common as f64 / union as f64 }
}

/// Sørensen-Dice distance: `1 - 2 |A ∩ B| / (|A| + |B|)`; 0 where both are empty.
pub fn sorensen(common: usize, a: usize, b: usize) -> f64 {
    if a + b == 0 { 0.0 } else { 1.0 - 2.0 * common as f64 / (a + b) as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for measure in Measure::ALL {
            assert_eq!(Measure::named(measure.name()), Some(*measure));
            assert_eq!(Measure::named(measure.otmt_name()), Some(*measure));
        }
        assert_eq!(Measure::named("levitation"), None);
    }

    #[test]
    fn corner_cases() {
        for (score, expected) in [
            (count_score(0, 0), 0.0),
            (count_score(0, 7), -1.0),
            (count_score(7, 7), 0.0),
            (count_score(14, 7), 1.0),
            (count_score(7, 0), f64::INFINITY),
            (jaccard(0, 0, 0), 0.0),
            (jaccard(0, 3, 0), 1.0),
            (jaccard(2, 3, 3), 0.5),
            (jaccard(3, 3, 3), 0.0),
            (sorensen(0, 0, 0), 0.0),
            (sorensen(0, 0, 3), 1.0),
            (sorensen(1, 2, 2), 0.5),
        ] {
            assert_eq!(score, expected);
        }
    }

    #[test]
    fn thresholds_are_exclusive() {
        assert!(!Measure::ByteCount.is_off(-0.39, -0.39));
        assert!(Measure::ByteCount.is_off(-0.40, -0.39));
        assert!(!Measure::SimhashRaw.is_off(25.0, 25.0));
        assert!(Measure::SimhashRaw.is_off(26.0, 25.0));
    }
}
