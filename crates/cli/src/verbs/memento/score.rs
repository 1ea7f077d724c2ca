//! `scutch memento score`.

use scutch_memento::table::{
    Row, Table, category_score, centroid_distances, depth_score, dsa_score, dsa2_scores, text_ranks,
};
use serde_json::Value;

use super::bm25::bm25;
use super::input::{TableArgs, needs};
use super::made::rounded;
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

/// Columns that the score of DSA2 reads.
pub(super) const DSA2_COLUMNS: [&str; 3] = ["words", "images", "card"];

/// What mementos are scored by.
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
    /// Pictures of the page.
    Images,
    /// Share of the parts of a card that the page gives to social media.
    Card,
    /// 0.50 card + 0.25 words + 0.25 images, these two as standard scores.
    Dsa2,
    /// Distance of the text from the middle of its cluster.
    Centroid,
    /// The same with a minus before it: the most typical text has the largest score.
    Closeness,
    /// Rank of the text in the graph of similar texts.
    Textrank,
}

impl ByName {
    /// Whether it reads texts, which a table only names.
    fn reads_texts(self) -> bool {
        matches!(self, Self::Bm25 | Self::Centroid | Self::Closeness | Self::Textrank)
    }
}

/// Runs `scutch memento score`. Rows that cannot be scored get a null.
pub(super) fn run(args: &ScoreArgs, talk: Talk) -> anyhow::Result<Exit> {
    args.check()?;
    args.table.change(talk, |table| {
        // All scores before any is written: `--column` may name a column that a score reads.
        let scores = args.scores(table)?;
        set_scores(table, &args.column, scores);
        Ok(())
    })
}

impl ScoreArgs {
    /// Fails on an option of another score.
    fn check(&self) -> Result<(), UsageError> {
        if self.by != ByName::Bm25 && self.query.is_some() {
            return Err(UsageError("--query is for --by bm25".to_owned()));
        }
        if !self.by.reads_texts() && self.texts.is_named() {
            let sentence = "--texts: this score is of the table alone; bm25, centroid, closeness \
                            and textrank read texts";
            return Err(UsageError(sentence.to_owned()));
        }
        Ok(())
    }

    /// The score of each row.
    fn scores(&self, table: &Table) -> anyhow::Result<Vec<Option<f64>>> {
        let of_row =
            |score: fn(&Row) -> f64| table.rows.iter().map(|row| Some(score(row))).collect();
        Ok(match self.by {
            ByName::Dsa => of_row(dsa_score),
            ByName::Depth => of_row(|row| depth_score(&row.url())),
            ByName::Category => of_row(|row| category_score(&row.url())),
            // Numbers that scutch wrote into the table: one of another origin may lack them.
            ByName::Bytes => column(table, "bytes")?,
            ByName::Words => column(table, "words")?,
            ByName::Images => column(table, "images")?,
            ByName::Card => column(table, "card")?,
            ByName::Dsa2 => {
                DSA2_COLUMNS.iter().try_for_each(|name| needs(table, "--by", name))?;
                dsa2_scores(table)
            }
            ByName::Bm25 => {
                bm25(&self.texts, &self.table, table, self.query.as_deref().unwrap_or_default())?
            }
            ByName::Centroid => self.centroid(table)?,
            // For verbs that keep the largest score of a cluster.
            ByName::Closeness => {
                let distances = self.centroid(table)?.into_iter();
                distances.map(|distance| distance.map(|distance| -distance)).collect()
            }
            ByName::Textrank => {
                text_ranks(&texts::vectors(&self.texts, &self.table, table)?, table.rows.len())
            }
        })
    }

    /// The distance of each text from the middle of its cluster.
    fn centroid(&self, table: &Table) -> anyhow::Result<Vec<Option<f64>>> {
        let vectors = texts::vectors(&self.texts, &self.table, table)?;
        Ok(centroid_distances(table, &vectors))
    }
}

/// Writes scores into a column; rows without one get a null.
pub(super) fn set_scores(table: &mut Table, column: &str, scores: Vec<Option<f64>>) {
    table.add_column(column);
    for (row, score) in table.rows.iter_mut().zip(scores) {
        row.set(column, score.map_or(Value::Null, rounded));
    }
}

/// Scores that a column has already.
fn column(table: &Table, name: &str) -> anyhow::Result<Vec<Option<f64>>> {
    needs(table, "--by", name)?;
    Ok(table.rows.iter().map(|row| row.number(name)).collect())
}
