//! `scutch memento cluster`.

use std::num::NonZeroUsize;

use scutch_memento::table::{self, ClusterBy, Table};
use scutch_plot::number::counted;
use scutch_topic::{Terms, topic_groups};

use super::examples;
use super::input::{TableArgs, needs};
use super::texts::{self, TextArgs};
use crate::exit::{Exit, UsageError};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("The column `cluster` gets the number of the cluster, within the cluster that \
    a memento has already (2/0). Mementos in no dense place are in cluster -1.\n\n{}", examples::CLUSTER)
)]
pub(crate) struct ClusterArgs {
    #[command(flatten)]
    table: TableArgs,
    /// What puts mementos together.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    by: ByName,
    /// Bits in which simhashes of neighbours may differ, of 64 [default: 19].
    #[arg(long, value_name = "BITS")]
    bits: Option<u32>,
    /// Euclidean distance of neighbours by words, 0 to 1.42 [default: 1.3].
    #[arg(long, value_name = "N", value_parser = distance)]
    distance: Option<f64>,
    /// Mementos of a dense place, by simhashes or near words [default: 2].
    #[arg(long, value_name = "N")]
    least: Option<usize>,
    /// Clusters at most, by time or words [default: 28]; topics [default: 20].
    #[arg(short, value_name = "N")]
    k: Option<NonZeroUsize>,
    /// Seed of the first centres, by time or words [default: 0].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    texts: TextArgs,
}

/// Bits in which neighbours may differ unless said otherwise.
pub(super) const BITS: u32 = 19;
/// Mementos of a dense place unless said otherwise.
pub(super) const LEAST: usize = 2;
/// Distance of vectors of words of neighbours unless said otherwise, that of DSA3.
pub(super) const DISTANCE: f64 = 1.3;
/// Clusters of k-means unless said otherwise, as in Hypercane.
const K: usize = 28;
/// Topics unless said otherwise, as in Hypercane.
const TOPICS: usize = 20;

/// What mementos of one cluster have in common.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum ByName {
    /// Near simhashes of the raw content (DBSCAN).
    #[default]
    SimhashRaw,
    /// Near simhashes of the token counts (DBSCAN).
    SimhashTf,
    /// Near words: TF-IDF of the texts (DBSCAN).
    NearTerms,
    /// The time of capture (k-means).
    Time,
    /// Words: TF-IDF of the texts (k-means).
    Terms,
    /// The strongest topic of the texts (latent Dirichlet allocation).
    Topics,
    /// The original.
    Url,
    /// The registrable domain of the original.
    Domain,
}

impl ByName {
    /// The options that it takes, by their names.
    fn options(self) -> &'static [&'static str] {
        match self {
            Self::SimhashRaw | Self::SimhashTf => &["--bits", "--least"],
            Self::NearTerms => &["--distance", "--least", "--texts"],
            Self::Time => &["-k", "--seed"],
            Self::Terms => &["-k", "--seed", "--texts"],
            Self::Topics => &["-k", "--texts"],
            Self::Url | Self::Domain => &[],
        }
    }
}

/// A distance of vectors of length 1.
fn distance(text: &str) -> Result<f64, &'static str> {
    let number = text.parse().ok().filter(|n: &f64| (0.0..=1.42).contains(n));
    number.ok_or("no number from 0 to 1.42, which is the distance of texts without a common word")
}

/// Runs `scutch memento cluster`.
pub(super) fn run(args: &ClusterArgs, talk: Talk) -> anyhow::Result<Exit> {
    args.check()?;
    args.table.change(talk, |table| {
        let without = args.cluster(table)?;
        tell_without(without, talk);
        Ok(())
    })
}

/// Says how many mementos stay in the cluster they had.
pub(super) fn tell_without(without: usize, talk: Talk) {
    if without > 0 {
        let mementos = counted(without as u64, "memento");
        talk.say(format_args!(
            "{mementos} without what clusters are made by: cluster left as it was"
        ));
    }
}

impl ClusterArgs {
    /// Fails on an option that says nothing about what clusters are made by.
    fn check(&self) -> Result<(), UsageError> {
        let typed = [
            ("--bits", self.bits.is_some()),
            ("--distance", self.distance.is_some()),
            ("--least", self.least.is_some()),
            ("-k", self.k.is_some()),
            ("--seed", self.seed.is_some()),
            ("--texts", self.texts.is_named()),
        ];
        // An option without effect is refused: a user who types it expects one.
        let takes = self.by.options();
        let stray = typed.iter().find(|(option, is_typed)| *is_typed && !takes.contains(option));
        match stray {
            None => Ok(()),
            Some((option, _)) => Err(UsageError(match takes {
                [] => format!("{option}: clusters by address take no such option"),
                takes => format!("{option}: these clusters take {}", takes.join(", ")),
            })),
        }
    }

    /// Divides the clusters of a table.
    fn cluster(&self, table: &mut Table) -> anyhow::Result<usize> {
        let k = self.k.map_or(K, NonZeroUsize::get);
        let (seed, min_points) = (self.seed.unwrap_or(0), self.least.unwrap_or(LEAST));
        let bits = self.bits.unwrap_or(BITS);
        // Addresses are in every table; simhashes only in tables made from archives.
        let near = |column: &str, table: &Table| {
            needs(table, "cluster", column)?;
            Ok::<_, UsageError>(ClusterBy::Simhash { column: column.to_owned(), bits, min_points })
        };
        let vectors = match self.by {
            ByName::Terms | ByName::NearTerms => texts::vectors(&self.texts, &self.table, table)?,
            _ => table::TermVectors::default(),
        };
        let vectors = &vectors;
        let by = match self.by {
            ByName::SimhashRaw => near("simhash_raw", table)?,
            ByName::SimhashTf => near("simhash_tf", table)?,
            ByName::NearTerms => {
                let distance = self.distance.unwrap_or(DISTANCE);
                ClusterBy::NearTerms { vectors, distance, min_points }
            }
            ByName::Time => ClusterBy::Time { k, seed },
            ByName::Terms => ClusterBy::Terms { vectors, k, seed },
            ByName::Topics => {
                let terms = texts::terms(&self.texts, &self.table, table)?;
                let topics = self.k.map_or(TOPICS, NonZeroUsize::get);
                return Ok(by_topics(table, &terms, topics));
            }
            ByName::Url => ClusterBy::Url,
            ByName::Domain => ClusterBy::Domain,
        };
        Ok(table::cluster(table, &by))
    }
}

/// Divides the clusters of a table by the strongest topics of their texts.
pub(super) fn by_topics(table: &mut Table, terms: &[Option<Terms>], topics: usize) -> usize {
    let times: Vec<Option<i64>> = table.rows.iter().map(table::Row::unix_ms).collect();
    let uris: Vec<String> = table.rows.iter().map(|row| row.uri_m().to_owned()).collect();
    let groups = |rows: &[usize]| {
        // Topics depend on the order of texts: by time and address, it is the same for any table.
        let mut places: Vec<usize> = (0..rows.len()).collect();
        places.sort_by_key(|at| (times[rows[*at]].is_none(), times[rows[*at]], &uris[rows[*at]]));
        let with_text = places.iter().filter_map(|at| Some((*at, terms[rows[*at]].as_ref()?)));
        let (places, texts): (Vec<usize>, Vec<&Terms>) = with_text.unzip();
        let mut found = vec![None; rows.len()];
        places.iter().zip(topic_groups(&texts, topics)).for_each(|(at, n)| found[*at] = Some(n));
        found
    };
    table::cluster(table, &ClusterBy::Given(&groups))
}
