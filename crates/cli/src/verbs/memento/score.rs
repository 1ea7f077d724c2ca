//! `scutch memento score`.

use scutch_memento::table::{Table, category_score, depth_score, dsa_score};
use scutch_topic::{Stopwords, Tokenizer, tokens};
use serde_json::Value;

use super::input::{TableArgs, needs, rounded};
use super::texts::{self, TextArgs};
use crate::exit::{Exit, UsageError};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    table: TableArgs,
    /// The score.
    #[arg(long, value_enum, default_value_t, value_name = "SCORE")]
    by: ByName,
    /// Words to look for, with --by bm25.
    #[arg(long, value_name = "WORDS")]
    query: Option<String>,
    /// The column to write.
    #[arg(long, value_name = "NAME", default_value = "score")]
    column: String,
    #[command(flatten)]
    texts: TextArgs,
}

/// What seeds are scored by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum ByName {
    /// -0.40 damage + 0.15 category + 0.45 depth; damage is the column `damage`, 0 where it is not.
    #[default]
    Dsa,
    /// How well the text answers --query.
    Bm25,
    /// Bytes of the content.
    Bytes,
    /// Words of the text.
    Words,
    /// Depth of the path, as a share of ten segments.
    Depth,
    /// Kind of the host: news, video, pictures, social media, blogs.
    Category,
}

/// Runs `scutch memento score`. Rows that cannot be scored get a null.
pub(super) fn run(args: &ScoreArgs, talk: Talk) -> anyhow::Result<Exit> {
    if args.by != ByName::Bm25 && (args.query.is_some() || args.texts.is_named()) {
        let sentence = "--query and --texts are for --by bm25: other scores read no texts";
        return Err(UsageError(sentence.to_owned()).into());
    }
    args.table.change(talk, |table| {
        // All scores before any is written: `--column` may name a column that a score reads.
        let scores: Vec<Option<f64>> = match args.by {
            ByName::Dsa => table.rows.iter().map(|row| Some(dsa_score(row))).collect(),
            ByName::Depth => table.rows.iter().map(|row| Some(depth_score(&row.url()))).collect(),
            ByName::Category => {
                table.rows.iter().map(|row| Some(category_score(&row.url()))).collect()
            }
            ByName::Bytes => column(table, "bytes")?,
            ByName::Words => column(table, "words")?,
            ByName::Bm25 => bm25(args, table)?,
        };
        table.add_column(&args.column);
        for (row, score) in table.rows.iter_mut().zip(scores) {
            row.set(&args.column, score.map_or(Value::Null, rounded));
        }
        Ok(())
    })
}

/// Scores that a column has already.
fn column(table: &Table, name: &str) -> anyhow::Result<Vec<Option<f64>>> {
    needs(table, "--by", name)?;
    Ok(table.rows.iter().map(|row| row.number(name)).collect())
}

/// Saturation of counts in BM25 (Robertson and Zaragoza 2009).
const K1: f64 = 1.2;
/// Share of length normalisation: 0 is none, 1 is all.
const B: f64 = 0.75;

/// Okapi BM25 of each memento's text, over the mementos of the table.
fn bm25(args: &ScoreArgs, table: &Table) -> anyhow::Result<Vec<Option<f64>>> {
    let mut words: Vec<String> = Vec::new();
    tokens(args.query.as_deref().unwrap_or_default(), Tokenizer::Words, |token| {
        words.push(token.to_owned());
    });
    words.sort_unstable();
    // A word typed twice is looked for once, as in the usual form of BM25.
    words.dedup();
    if words.is_empty() {
        return Err(UsageError("bm25 needs words to look for: --query WORDS".to_owned()).into());
    }
    // Length of each text, and how often it has each word.
    let mut found: Vec<Option<(f64, Vec<f64>)>> = vec![None; table.rows.len()];
    texts::each(&args.texts, &args.table, table, Stopwords::Keep, |row, spelled| {
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
