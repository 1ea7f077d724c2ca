//! `scutch memento exemplars`: the algorithms of the Dark and Stormy Archives, which choose the few
//! mementos that stand for a collection.

use scutch_memento::table::{
    self, ClusterBy, NearDuplicates, Table, TermVectors, assign_slices, centroid_distances,
    default_slices, drop_near_duplicates, dsa_score, dsa2_scores, keep_best_of_clusters,
    sort_by_column, story_size,
};

use scutch_plot::number::counted;
use scutch_topic::Detail;

use super::bm25::bm25;
use super::cluster::{BITS, DISTANCE, LEAST, by_topics};
use super::filter::{NEAR_BITS, has_language, is_on_topic};
use super::input::{TableArgs, needs};
use super::made::PUBLISHED;
use super::score::{DSA2_COLUMNS, set_scores};
use super::texts::{self, TextArgs};
use crate::exit::{Exit, UsageError};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct ExemplarsArgs {
    #[command(flatten)]
    table: TableArgs,
    /// The algorithm.
    #[arg(long, value_enum, value_name = "ALGORITHM")]
    by: Algorithm,
    /// Language of the mementos, with dsa1 [default: en].
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// Words that exemplars are about, with dsa3 [default: the ten strongest words of the collection].
    #[arg(long, value_name = "WORDS")]
    query: Option<String>,
    /// Seed of the first centres of k-means; all but dsa1 [default: 0].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    texts: TextArgs,
}

/// An algorithm. All begin with what is on-topic and no near duplicate, keep the best memento of each
/// cluster, and order by date of publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Algorithm {
    /// One language; time slices; near simhashes of the token counts; score `dsa` (AlNoamany 2017).
    Dsa1,
    /// Clusters by time, then by topic; score `dsa2` (Jones 2021).
    Dsa2,
    /// What has near words; clusters by time, then by words; score `bm25` (Jones 2021).
    Dsa3,
    /// Clusters by time, then by words; score `centroid` (Jones 2021).
    Dsa4,
}

/// The column that exemplars are chosen by.
const SCORE: &str = "score";
/// Words of a query that nobody typed, as many as Hypercane takes entities.
const QUERY_WORDS: usize = 10;

/// Runs `scutch memento exemplars`.
pub(super) fn run(args: &ExemplarsArgs, talk: Talk) -> anyhow::Result<Exit> {
    args.check()?;
    args.table.change_with(Detail::Dated, talk, |table| {
        for column in ["status", "simhash_raw"] {
            needs(table, "exemplars", column)?;
        }
        // Before near duplicates go: an off-topic page must not stand for one that is on topic.
        step(table, "no memento is on-topic", talk, |table| table.rows.retain(is_on_topic));
        let column = "simhash_raw".to_owned();
        drop_near_duplicates(table, &NearDuplicates { column, bits: NEAR_BITS });
        let mementos = counted(table.rows.len() as u64, "memento");
        talk.say(format_args!("{mementos} on-topic, without near duplicates"));
        match args.by {
            Algorithm::Dsa1 => args.dsa1(table, talk)?,
            Algorithm::Dsa2 => args.dsa2(table)?,
            Algorithm::Dsa3 => args.dsa3(table, talk)?,
            Algorithm::Dsa4 => args.dsa4(table)?,
        }
        step(table, NO_CLUSTER, talk, |table| keep_best_of_clusters(table, SCORE));
        if !table.columns.iter().any(|column| column == PUBLISHED) {
            talk.say(format_args!("no column {PUBLISHED:?}: in the order of the times of capture"));
        }
        sort_by_column(table, PUBLISHED, false);
        Ok(())
    })
}

/// What is said where no cluster is left to choose from.
const NO_CLUSTER: &str = "no mementos are near enough to each other for a cluster";

/// A step of an algorithm; `sentence` is said if it leaves nothing of what was there.
fn step(table: &mut Table, sentence: &str, talk: Talk, change: impl FnOnce(&mut Table)) {
    let was_empty = table.rows.is_empty();
    change(table);
    if table.rows.is_empty() && !was_empty {
        talk.say(format_args!("no exemplar is left: {sentence}"));
    }
}

impl ExemplarsArgs {
    /// Fails on an option of another algorithm.
    fn check(&self) -> Result<(), UsageError> {
        let is = |algorithm| self.by == algorithm;
        let stray = [
            ("--language is for dsa1", self.language.is_some() && !is(Algorithm::Dsa1)),
            ("--query is for dsa3", self.query.is_some() && !is(Algorithm::Dsa3)),
            ("--seed is for dsa2, dsa3 and dsa4", self.seed.is_some() && is(Algorithm::Dsa1)),
            ("--texts: dsa1 reads no texts", self.texts.is_named() && is(Algorithm::Dsa1)),
        ];
        let stray = stray.into_iter().find(|(_, is_stray)| *is_stray);
        stray.map_or(Ok(()), |(sentence, _)| Err(UsageError(sentence.to_owned())))
    }

    fn dsa1(&self, table: &mut Table, talk: Talk) -> anyhow::Result<()> {
        needs(table, "dsa1", "language")?;
        let language = self.language.as_deref().unwrap_or("en");
        let sentence = format!("no memento on-topic is in the language `{language}` (--language)");
        step(table, &sentence, talk, |table| {
            table.rows.retain(|row| has_language(row, language));
        });
        needs(table, "dsa1", "simhash_tf")?;
        assign_slices(table, default_slices(table.rows.len()));
        let column = "simhash_tf".to_owned();
        table::cluster(table, &ClusterBy::Simhash { column, bits: BITS, min_points: LEAST });
        let scores = table.rows.iter().map(|row| Some(dsa_score(row))).collect();
        set_scores(table, SCORE, scores);
        Ok(())
    }

    fn dsa2(&self, table: &mut Table) -> anyhow::Result<()> {
        DSA2_COLUMNS.iter().try_for_each(|column| needs(table, "dsa2", column))?;
        let terms = texts::terms(&self.texts, &self.table, table)?;
        let each = side(story_size(table.rows.len()));
        // Clusters are divided and never joined, so the second step works within the first.
        table::cluster(table, &ClusterBy::Time { k: each, seed: self.seed() });
        by_topics(table, &terms, each);
        let scores = dsa2_scores(table);
        set_scores(table, SCORE, scores);
        Ok(())
    }

    fn dsa3(&self, table: &mut Table, talk: Talk) -> anyhow::Result<()> {
        // The number of exemplars is that of the mementos before outliers are left out.
        let each = side(story_size(table.rows.len()));
        let vectors = texts::vectors(&self.texts, &self.table, table)?;
        let near =
            ClusterBy::NearTerms { vectors: &vectors, distance: DISTANCE, min_points: LEAST };
        table::cluster(table, &near);
        // DBSCAN calls its outliers cluster -1.
        step(table, NO_CLUSTER, talk, |table| {
            table.rows.retain(|row| row.text("cluster").is_some_and(|name| name != "-1"));
        });
        table.rows.iter_mut().for_each(|row| row.set("cluster", serde_json::Value::Null));
        // Nothing resembles anything: there is no exemplar, and no word to look for.
        if table.rows.is_empty() {
            return Ok(());
        }
        let vectors = self.time_and_terms(table, each)?;
        let query = self.query.clone();
        let query = query.unwrap_or_else(|| vectors.strongest(QUERY_WORDS).join(" "));
        let scores = bm25(&self.texts, &self.table, table, &query)?;
        set_scores(table, SCORE, scores);
        Ok(())
    }

    fn dsa4(&self, table: &mut Table) -> anyhow::Result<()> {
        let each = side(story_size(table.rows.len()));
        let vectors = self.time_and_terms(table, each)?;
        let scores = centroid_distances(table, &vectors);
        set_scores(table, SCORE, scores);
        Ok(())
    }

    /// Clusters by time, and within these by words; gives the words.
    fn time_and_terms(&self, table: &mut Table, each: usize) -> anyhow::Result<TermVectors> {
        let vectors = texts::vectors(&self.texts, &self.table, table)?;
        let (k, seed) = (each, self.seed());
        table::cluster(table, &ClusterBy::Time { k, seed });
        table::cluster(table, &ClusterBy::Terms { vectors: &vectors, k, seed });
        Ok(vectors)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }
}

/// How many clusters there are by time, and within each by words: their product is the number of
/// exemplars or a little more.
fn side(exemplars: usize) -> usize {
    (exemplars as f64).sqrt().ceil() as usize
}
