//! Scores of the texts of a TimeMap against the anchor's.

use std::cell::OnceCell;

use crate::judge::texts::DistinctTexts;
use crate::measure::Measure;
use crate::measure::cosine::Idf;
use crate::measure::distance::{count_score, jaccard, sorensen};
use crate::measure::lda::Mixtures;
use crate::measure::lsi::Topics;
use crate::measure::sequence::{edited_share, edits, run_distance};
use crate::measure::union::Union;
use crate::measure::{simhash, spamsum};
use crate::sketch::Content;

/// Compares texts of a TimeMap. Models of the whole TimeMap (idf, topics) are made on first use:
/// most profiles need none.
pub(crate) struct Comparer<'g, 'a> {
    group: &'g DistinctTexts<'a>,
    union: &'g Union,
    topics: usize,
    idf: OnceCell<(Idf, Vec<f64>)>,
    lsi: OnceCell<Topics>,
    lda: OnceCell<Mixtures>,
}

impl<'g, 'a> Comparer<'g, 'a> {
    pub(crate) fn new(group: &'g DistinctTexts<'a>, union: &'g Union, topics: usize) -> Self {
        let (idf, lsi, lda) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { group, union, topics, idf, lsi, lda }
    }

    /// Document frequencies over the pages of the TimeMap, and the length of each text's vector.
    fn idf(&self) -> &(Idf, Vec<f64>) {
        self.idf.get_or_init(|| {
            let mut idf = Idf::default();
            for (text, weight) in self.group.texts.iter().zip(&self.group.weights) {
                // Pictures under a page's address would count as documents without words.
                if text.content != Content::NotPage {
                    idf.add(&text.terms, *weight);
                }
            }
            // Lengths need the final frequencies, so they come after all texts.
            let norms = self.group.texts.iter().map(|text| idf.norm(&text.terms)).collect();
            (idf, norms)
        })
    }

    fn cosine(&self, text: usize, anchor: usize) -> f64 {
        let (idf, norms) = self.idf();
        let of = |at: usize| (&self.group.texts[at].terms, norms[at]);
        idf.cosine(of(anchor), of(text))
    }

    fn lsi(&self, text: usize, anchor: usize) -> f64 {
        let topics = self.lsi.get_or_init(|| {
            let terms: Vec<_> = self.group.texts.iter().map(|text| &text.terms).collect();
            Topics::fit(&terms, &self.group.weights, self.topics)
        });
        topics.cosine(anchor, text)
    }

    fn lda(&self, text: usize, anchor: usize) -> f64 {
        let mixtures = self.lda.get_or_init(|| {
            let terms: Vec<_> = self.group.texts.iter().map(|text| &text.terms).collect();
            Mixtures::fit(&terms, &self.group.weights, self.topics)
        });
        mixtures.cosine(anchor, text)
    }

    /// The score of a text against the text of the anchor.
    pub(crate) fn score(&self, measure: Measure, text: usize, anchor: usize) -> f64 {
        let (m, f) = (self.group.texts[text], self.group.texts[anchor]);
        let sets = || (f.terms.common(&m.terms), f.terms.distinct(), m.terms.distinct());
        match measure {
            Measure::ByteCount => count_score(m.bytes, f.bytes),
            Measure::WordCount => count_score(m.words, f.words),
            Measure::Jaccard => {
                let (common, a, b) = sets();
                jaccard(common, a, b)
            }
            Measure::Sorensen => {
                let (common, a, b) = sets();
                sorensen(common, a, b)
            }
            Measure::SimhashRaw => f64::from(simhash::distance(m.simhash_raw, f.simhash_raw)),
            Measure::SimhashTf => f64::from(simhash::distance(m.simhash_tf, f.simhash_tf)),
            Measure::Cosine => self.cosine(text, anchor),
            Measure::Lsi => self.lsi(text, anchor),
            Measure::Lda => self.lda(text, anchor),
            Measure::Spamsum => f64::from(spamsum::likeness(&m.spamsum, &f.spamsum)),
            Measure::Levenshtein => edits(&f.sequence, &m.sequence),
            Measure::NormalizedLevenshtein => edited_share(&f.sequence, &m.sequence),
            Measure::MinHash => run_distance(&f.runs, &m.runs),
            Measure::Template => match (&f.structure, &m.structure) {
                (Some(f), Some(m)) => 1.0 - f64::from(f.similarity(m)),
                // Without a structure there is nothing in common.
                _ => 1.0,
            },
            Measure::CollectionJaccard => self.union.jaccard(&m.terms),
            Measure::CollectionSorensen => self.union.sorensen(&m.terms),
            Measure::CollectionCosine => self.union.cosine(&m.terms),
        }
    }
}
