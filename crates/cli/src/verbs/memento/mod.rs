//! `scutch memento`: find and fetch mementos, then filter, slice, cluster, order, sample and score them,
//! choose exemplars and tell a story.
//!
//! Most verbs read a table of mementos and write one, so that they can be chained through pipes. Verbs
//! that select also read archives.

pub(crate) mod acquire;
mod bm25;
mod change;
mod cluster;
mod examples;
mod exemplars;
pub(crate) mod fetch;
mod filter;
mod found;
mod identify;
mod input;
mod made;
mod merge;
mod plan;
mod report;
mod score;
mod story;
mod texts;
mod timemap;
mod wanted;

use clap::Subcommand;

use crate::exit::Exit;
use crate::talk::Talk;
use crate::verbs::lists::LISTS;
use crate::verbs::network::NOTE;

/// What the input of each verb may be.
const INPUT: &str = "The input is a table of mementos, JSON lines or columns between tabs, with a \
    column `urim`, a TimeMap or a list of URI-Ms, in a file or on standard input; or it is archives.";

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum MementoVerb {
    /// Ask web archives which mementos of pages they have.
    #[command(after_help = format!("{LISTS}\n\n{NOTE}\n\n{}", examples::TIMEMAP))]
    Timemap(Box<timemap::TimemapArgs>),
    /// Fetch mementos as they were archived, into WARC; a table of them goes to standard output.
    #[command(after_help = format!("{LISTS}\n\n{NOTE}\n\n{}", examples::FETCH))]
    Fetch(Box<fetch::FetchArgs>),
    /// Put the files of several runs together, each memento and page once.
    #[command(after_help = examples::MERGE)]
    Merge(merge::MergeArgs),
    /// List the mementos of archives, with topic status, language, size and simhashes.
    #[command(after_help = format!("{INPUT}\n\n{}", examples::LIST))]
    List(change::ListArgs),
    /// Name the originals or TimeMaps of mementos.
    #[command(after_help = format!("{INPUT}\n\n{}", examples::IDENTIFY))]
    Identify(identify::IdentifyArgs),
    /// Keep mementos by topic status, language, date, address, text, score, or where they repeat.
    #[command(after_help = format!("{INPUT}\n\n{}", examples::FILTER))]
    Filter(Box<filter::FilterArgs>),
    /// Cut a collection into time slices.
    #[command(after_help = format!("{INPUT}\n\n{}", examples::SLICE))]
    Slice(change::SliceArgs),
    /// Put mementos together that resemble each other.
    Cluster(cluster::ClusterArgs),
    /// Bring mementos in order.
    #[command(after_help = format!("{INPUT}\n\n{}", examples::ORDER))]
    Order(change::OrderArgs),
    /// Draw a sample.
    Sample(change::SampleArgs),
    /// Score mementos.
    #[command(after_help = format!("{INPUT}\n\n{}", examples::SCORE))]
    Score(score::ScoreArgs),
    /// Choose the few mementos that stand for a collection, by a published algorithm.
    #[command(after_help = format!("{INPUT}\n\n{}", examples::EXEMPLARS))]
    Exemplars(exemplars::ExemplarsArgs),
    /// Write mementos as a story for Raintale (JSON).
    #[command(after_help = format!("{INPUT}\n\n{}", examples::STORY))]
    Story(story::StoryArgs),
    /// Say how a collection grew, what its seeds are like, what its texts and pages say.
    #[command(after_help = format!("{INPUT}\n\n{}", examples::REPORT))]
    Report(report::ReportArgs),
}

/// Runs a verb of `scutch memento`.
pub(crate) fn run(verb: &MementoVerb, talk: Talk) -> anyhow::Result<Exit> {
    match verb {
        MementoVerb::Timemap(args) => timemap::run(args, talk),
        MementoVerb::Fetch(args) => fetch::run(args, talk),
        MementoVerb::Merge(args) => merge::run(args, talk),
        MementoVerb::List(args) => change::list(args, talk),
        MementoVerb::Filter(args) => filter::run(args, talk),
        MementoVerb::Slice(args) => change::slice(args, talk),
        MementoVerb::Identify(args) => identify::run(args, talk),
        MementoVerb::Cluster(args) => cluster::run(args, talk),
        MementoVerb::Order(args) => change::order(args, talk),
        MementoVerb::Sample(args) => change::sample(args, talk),
        MementoVerb::Score(args) => score::run(args, talk),
        MementoVerb::Exemplars(args) => exemplars::run(args, talk),
        MementoVerb::Story(args) => story::run(args, talk),
        MementoVerb::Report(args) => report::run(args, talk),
    }
}
