//! Measures: the distance, or similarity, of a memento and its anchor.

pub(crate) mod cosine;
pub(crate) mod distance;
mod eigen;
pub(crate) mod lda;
pub(crate) mod lsi;
pub(crate) mod sequence;
pub mod simhash;
pub(crate) mod spamsum;
pub(crate) mod union;
mod votes;

use std::fmt;

/// A measure between a memento and the anchor of its TimeMap, or its collection.
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
    /// Experimental: cosine of the mixtures of topics that LDA finds in the TimeMap.
    Lda,
    /// Experimental: likeness of spamsums (ssdeep) of the raw content.
    Spamsum,
    /// Experimental: Levenshtein distance of the tokens in their order.
    Levenshtein,
    /// Experimental: the same over the tokens of the longer text.
    NormalizedLevenshtein,
    /// Experimental: MinHash estimate of the Jaccard distance of runs of three tokens.
    MinHash,
    /// Experimental: distance of the structures of the pages, which are their templates.
    Template,
    /// Experimental: Jaccard distance from all mementos of the collection together.
    CollectionJaccard,
    /// Experimental: Sørensen-Dice distance from all mementos of the collection together.
    CollectionSorensen,
    /// Experimental: cosine with all mementos of the collection together.
    CollectionCosine,
}

/// The side of the threshold on which a score is off-topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Scores below the threshold.
    Below,
    /// Scores above the threshold.
    Above,
}

/// What a measure looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// The length of the content.
    Bytes,
    /// The simhash of the content.
    SimhashRaw,
    /// The spamsum of the content.
    Spamsum,
    /// How many tokens there are.
    Words,
    /// The simhash of the token counts.
    SimhashTf,
    /// The tokens with their counts.
    Terms,
    /// The tokens in their order.
    Sequence,
    /// The structure of the page.
    Structure,
    /// The tokens of the whole collection too.
    Collection,
}

/// The properties of a measure.
struct Facts {
    measure: Measure,
    name: &'static str,
    /// The key in the OTMT's output.
    otmt: &'static str,
    side: Side,
    /// The score of the most different memento.
    worst: f64,
    /// The score of an equal one.
    same: f64,
    reads: Reads,
}

const fn facts(
    measure: Measure,
    (name, otmt): (&'static str, &'static str),
    side: Side,
    (worst, same): (f64, f64),
    reads: Reads,
) -> Facts {
    Facts { measure, name, otmt, side, worst, same, reads }
}

const BITS: f64 = simhash::BITS as f64;

/// Every measure in order: cheap ones first, experimental ones at the end.
#[rustfmt::skip]
const FACTS: &[Facts] = &[
    facts(Measure::ByteCount, ("bytecount", "bytecount"), Side::Below, (-1.0, 0.0), Reads::Bytes),
    facts(Measure::WordCount, ("wordcount", "wordcount"), Side::Below, (-1.0, 0.0), Reads::Words),
    facts(Measure::Jaccard, ("jaccard", "jaccard"), Side::Above, (1.0, 0.0), Reads::Terms),
    facts(Measure::Sorensen, ("sorensen", "sorensen"), Side::Above, (1.0, 0.0), Reads::Terms),
    facts(Measure::SimhashRaw, ("simhash-raw", "raw_simhash"), Side::Above, (BITS, 0.0), Reads::SimhashRaw),
    facts(Measure::SimhashTf, ("simhash-tf", "tf_simhash"), Side::Above, (BITS, 0.0), Reads::SimhashTf),
    facts(Measure::Cosine, ("cosine", "cosine"), Side::Below, (0.0, 1.0), Reads::Terms),
    facts(Measure::Lsi, ("lsi", "gensim_lsi"), Side::Below, (0.0, 1.0), Reads::Terms),
    facts(Measure::Lda, ("lda", "gensim_lda"), Side::Below, (0.0, 1.0), Reads::Terms),
    facts(Measure::Spamsum, ("spamsum", "spamsum"), Side::Below, (0.0, 100.0), Reads::Spamsum),
    facts(Measure::Levenshtein, ("levenshtein", "levenshtein"), Side::Above, (sequence::MOST as f64, 0.0), Reads::Sequence),
    facts(Measure::NormalizedLevenshtein, ("nlevenshtein", "nlevenshtein"), Side::Above, (1.0, 0.0), Reads::Sequence),
    facts(Measure::MinHash, ("minhash", "minhash"), Side::Above, (1.0, 0.0), Reads::Sequence),
    facts(Measure::Template, ("template", "template"), Side::Above, (1.0, 0.0), Reads::Structure),
    facts(Measure::CollectionJaccard, ("collection-jaccard", "jaccard"), Side::Above, (1.0, 0.0), Reads::Collection),
    facts(Measure::CollectionSorensen, ("collection-sorensen", "sorensen"), Side::Above, (1.0, 0.0), Reads::Collection),
    facts(Measure::CollectionCosine, ("collection-cosine", "cosine"), Side::Below, (0.0, 1.0), Reads::Collection),
];

impl Measure {
    /// The measures of the publications, cheap ones first.
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

    /// Measures for which nobody has found a threshold on labelled mementos.
    pub const EXPERIMENTAL: &'static [Self] = &[
        Self::Lda,
        Self::Spamsum,
        Self::Levenshtein,
        Self::NormalizedLevenshtein,
        Self::MinHash,
        Self::Template,
        Self::CollectionJaccard,
        Self::CollectionSorensen,
        Self::CollectionCosine,
    ];

    /// Every measure.
    pub fn every() -> impl Iterator<Item = Self> {
        FACTS.iter().map(|facts| facts.measure)
    }

    /// The table is in the order of the variants, which a test checks.
    fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The key in the OTMT's output.
    pub(crate) fn otmt_name(self) -> &'static str {
        self.facts().otmt
    }

    /// The key above it in the OTMT's output.
    pub fn otmt_kind(self) -> &'static str {
        match self.reads() {
            Reads::Collection => "collection measures",
            _ => "timemap measures",
        }
    }

    /// The measure of a name, ours or the OTMT's.
    pub fn named(name: &str) -> Option<Self> {
        // The OTMT's names of collection measures are those of TimeMap measures, which come first.
        let of_timemaps = |m: &Self| m.reads() != Reads::Collection && m.otmt_name() == name;
        Self::every().find(|m| m.name() == name || of_timemaps(m))
    }

    /// The side of a threshold on which scores are off-topic.
    pub fn side(self) -> Side {
        self.facts().side
    }

    /// The score of the most different memento, and of an equal one.
    pub fn range(self) -> (f64, f64) {
        (self.facts().worst, self.facts().same)
    }

    /// What it looks at.
    pub fn reads(self) -> Reads {
        self.facts().reads
    }

    /// Whether tokens are compared, not bytes.
    pub(crate) fn reads_tokens(self) -> bool {
        let others = [Reads::Bytes, Reads::SimhashRaw, Reads::Spamsum, Reads::Structure];
        !others.contains(&self.reads())
    }

    /// Whether `score` is off-topic under `threshold`.
    pub fn is_off(self, score: f64, threshold: f64) -> bool {
        match self.side() {
            // Thresholds are exclusive: a score equal to its threshold is on-topic.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for (number, facts) in FACTS.iter().enumerate() {
            assert_eq!(facts.measure as usize, number);
            assert_eq!(Measure::named(facts.name), Some(facts.measure));
        }
        for measure in Measure::ALL {
            assert_eq!(Measure::named(measure.otmt_name()), Some(*measure));
        }
        let both = Measure::ALL.iter().chain(Measure::EXPERIMENTAL).copied();
        assert!(both.eq(Measure::every()));
        assert_eq!(Measure::named("levitation"), None);
    }

    #[test]
    fn thresholds_are_exclusive() {
        assert!(!Measure::ByteCount.is_off(-0.39, -0.39));
        assert!(Measure::ByteCount.is_off(-0.40, -0.39));
        assert!(!Measure::SimhashRaw.is_off(25.0, 25.0));
        assert!(Measure::SimhashRaw.is_off(26.0, 25.0));
    }
}
