//! What is counted of a tool: words, and how much of its texts and metadata is right.

use std::collections::{BTreeSet, HashMap};

use super::articles::{Article, FIELDS, Field};

/// How many values were found, how many are wanted, and how many of both are right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hits {
    found: u64,
    wanted: u64,
    /// Found values that are among the wanted.
    precise: u64,
    /// Wanted values that are among the found.
    recalled: u64,
}

impl Hits {
    /// The share of found values that are right; `None` of nothing found.
    pub(super) fn precision(self) -> Option<f64> {
        share(self.precise, self.found)
    }

    /// The share of wanted values that were found; `None` of nothing wanted.
    pub(super) fn recall(self) -> Option<f64> {
        share(self.recalled, self.wanted)
    }

    /// Adds the values that a tool found, compared with the wanted, whose number counts already.
    fn add_values(&mut self, field: &Field, found: &[String], wanted: &[String]) {
        let is_in = |one: &str, wanted: &[String]| wanted.iter().any(|w| (field.same)(one, w));
        let recalled = |w: &&String| found.iter().any(|one| (field.same)(one, w));
        self.found += found.len() as u64;
        self.precise += found.iter().filter(|one| is_in(one, wanted)).count() as u64;
        self.recalled += wanted.iter().filter(recalled).count() as u64;
    }

    fn sum(hits: &[Self]) -> Self {
        hits.iter().fold(Self::default(), |sum, hits| Self {
            found: sum.found + hits.found,
            wanted: sum.wanted + hits.wanted,
            precise: sum.precise + hits.precise,
            recalled: sum.recalled + hits.recalled,
        })
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The articles that are taken for right, by the SURT key of their address.
#[derive(Debug, Default)]
pub(super) struct Gold {
    articles: HashMap<String, Article>,
    /// Words of their texts, and of their metadata.
    pub(super) words: u64,
    pub(super) metadata_words: u64,
}

impl Gold {
    /// Adds an article; whether it is the first of its address.
    pub(super) fn add(&mut self, key: String, article: Article) -> bool {
        if self.articles.contains_key(&key) {
            return false;
        }
        self.words += article.words.len() as u64;
        self.metadata_words += article.metadata_words;
        self.articles.insert(key, article);
        true
    }

    pub(super) fn is_empty(&self) -> bool {
        self.articles.is_empty()
    }

    pub(super) fn pages(&self) -> u64 {
        self.articles.len() as u64
    }
}

/// The scores of a tool over all pages of the gold. A page that it does not have counts as empty.
#[derive(Debug)]
pub(super) struct Scores {
    seen: BTreeSet<String>,
    pub(super) words: u64,
    pub(super) metadata_words: u64,
    /// Of words, whatever their order.
    pub(super) text: Hits,
    /// By field, in the order of [`FIELDS`].
    pub(super) fields: [Hits; FIELDS.len()],
}

impl Scores {
    pub(super) fn new(gold: &Gold) -> Self {
        let mut fields = [Hits::default(); FIELDS.len()];
        for article in gold.articles.values() {
            for (hits, wanted) in fields.iter_mut().zip(&article.values) {
                hits.wanted += wanted.len() as u64;
            }
        }
        let text = Hits { wanted: gold.words, ..Hits::default() };
        Self { seen: BTreeSet::new(), words: 0, metadata_words: 0, text, fields }
    }

    /// Adds what the tool made of a page. Whether it is the first of its address; `None` of a page that the
    /// gold does not have.
    pub(super) fn add(&mut self, gold: &Gold, key: &str, article: &Article) -> Option<bool> {
        let wanted = gold.articles.get(key)?;
        if !self.seen.insert(key.to_owned()) {
            return Some(false);
        }
        self.words += article.words.len() as u64;
        self.metadata_words += article.metadata_words;
        let common = common(&article.words, &wanted.words);
        self.text.found += article.words.len() as u64;
        self.text.precise += common;
        self.text.recalled += common;
        for ((hits, field), (found, wanted)) in
            self.fields.iter_mut().zip(&FIELDS).zip(article.values.iter().zip(&wanted.values))
        {
            hits.add_values(field, found, wanted);
        }
        Some(true)
    }

    /// Pages of the gold that the tool has.
    pub(super) fn pages(&self) -> u64 {
        self.seen.len() as u64
    }

    /// All fields together.
    pub(super) fn metadata(&self) -> Hits {
        Hits::sum(&self.fields)
    }
}

/// Words that two sorted lists have in common, each as often as both have it.
fn common(a: &[u32], b: &[u32]) -> u64 {
    let (mut common, mut rest) = (0, b);
    for word in a {
        rest = &rest[rest.partition_point(|other| other < word)..];
        if rest.first() == Some(word) {
            common += 1;
            rest = &rest[1..];
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_count_as_often_as_both_have_them() {
        for (a, b, expected) in [
            (&[][..], &[1][..], 0),
            (&[1, 1, 2], &[1, 2, 2], 2),
            (&[1, 2, 3], &[1, 2, 3], 3),
            (&[5, 5, 5], &[4, 5, 5, 9], 2),
        ] {
            assert_eq!((common(a, b), common(b, a)), (expected, expected), "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_page_that_a_tool_lacks_counts_as_empty() {
        let article = |title: &str, words: &[u32]| Article {
            words: words.to_vec(),
            metadata_words: 1,
            values: [vec![title.to_owned()], Vec::new(), Vec::new()],
        };
        let mut gold = Gold::default();
        assert!(gold.add("a".into(), article("Fog", &[1, 2])));
        assert!(gold.add("b".into(), article("Tide", &[3, 4])));
        assert!(!gold.add("b".into(), article("Again", &[9])));
        let mut scores = Scores::new(&gold);
        assert_eq!(scores.add(&gold, "a", &article("fog", &[1, 7, 8])), Some(true));
        assert_eq!(scores.add(&gold, "a", &article("fog", &[1])), Some(false));
        assert_eq!(scores.add(&gold, "c", &article("fog", &[1])), None);
        assert_eq!((scores.pages(), gold.pages()), (1, 2));
        assert_eq!(scores.text.precision(), Some(1.0 / 3.0));
        assert_eq!(scores.text.recall(), Some(0.25));
        let [title, author, _] = scores.fields;
        assert_eq!((title.precision(), title.recall()), (Some(1.0), Some(0.5)));
        assert_eq!((author.precision(), author.recall()), (None, None));
        assert_eq!(scores.metadata(), title);
    }
}
