//! Okapi BM25: how well texts answer a query.

use scutch_memento::table::Table;
use scutch_topic::{Stopwords, Tokenizer, tokens};

use super::input::TableArgs;
use super::texts::{self, TextArgs, Wanted};
use crate::exit::UsageError;

/// Saturation of counts in BM25 (Robertson and Zaragoza 2009).
const K1: f64 = 1.2;
/// Share of length normalisation: 0 is none, 1 is all.
const B: f64 = 0.75;

/// Okapi BM25 of each memento's text for the words of a query, over the mementos of the table.
pub(super) fn bm25(
    args: &TextArgs,
    input: &TableArgs,
    table: &Table,
    query: &str,
) -> anyhow::Result<Vec<Option<f64>>> {
    let words = words_of(query)?;
    // Length of each text, and how often it has each word.
    let mut found: Vec<Option<(f64, Vec<f64>)>> = vec![None; table.rows.len()];
    texts::each(args, input, table, &Wanted::Words(Stopwords::Keep), |row, sketch| {
        let spelled = &sketch.spelled;
        let length = spelled.iter().map(|(_, count)| f64::from(*count)).sum();
        let count = |word: &String| {
            // Tokens of a sketch are sorted.
            let at = spelled.binary_search_by(|(token, _)| token.cmp(word));
            at.map_or(0.0, |at| f64::from(spelled[at].1))
        };
        found[row] = Some((length, words.iter().map(count).collect()));
    })?;
    let texts: Vec<&(f64, Vec<f64>)> = found.iter().flatten().collect();
    let all = texts.len() as f64;
    let mean = texts.iter().map(|(length, _)| length).sum::<f64>() / all.max(1.0);
    let idf: Vec<f64> = (0..words.len())
        .map(|word| {
            let df = texts.iter().filter(|(_, counts)| counts[word] > 0.0).count() as f64;
            // The added 1 keeps the weight of words in more than half of the texts above 0.
            (1.0 + (all - df + 0.5) / (df + 0.5)).ln()
        })
        .collect();
    let score = |(length, counts): &(f64, Vec<f64>)| -> f64 {
        // Texts without any word have a mean of 0.
        let norm = K1 * (1.0 - B + B * length / mean.max(1.0));
        counts.iter().zip(&idf).map(|(tf, idf)| idf * tf * (K1 + 1.0) / (tf + norm)).sum()
    };
    Ok(found.iter().map(|text| text.as_ref().map(score)).collect())
}

/// The words of a query, sorted, each once.
fn words_of(query: &str) -> Result<Vec<String>, UsageError> {
    let mut words: Vec<String> = Vec::new();
    tokens(query, Tokenizer::Words, |token| {
        words.push(token.to_owned());
    });
    words.sort_unstable();
    // A word typed twice is looked for once, as in the usual form of BM25.
    words.dedup();
    match words.is_empty() {
        true => Err(UsageError("bm25 needs words to look for: --query WORDS".to_owned())),
        false => Ok(words),
    }
}
