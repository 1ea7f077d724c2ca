//! `scutch archive`: list, check, mend, index and copy the records of archive files.

mod cat;
mod check;
mod counts;
mod examples;
mod facts;
pub(crate) mod index;
mod indexed;
mod listed;
mod ls;
mod nearest;
mod repair;
mod scheme;
mod select;
mod stats;
pub(crate) mod subset;
pub(crate) mod walk;

use clap::Subcommand;
use scutch_archive::Limits;

use crate::exit::Exit;
use crate::talk::Talk;

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum ArchiveVerb {
    /// List records, one per line.
    #[command(after_help = examples::LS)]
    Ls(ls::LsArgs),
    /// Write one record, its HTTP response or its payload to standard output.
    #[command(after_help = examples::CAT)]
    Cat(cat::CatArgs),
    /// Compare archives with the standard (ISO 28500): what is wrong, where, and what mends it.
    #[command(after_help = examples::CHECK)]
    Check(check::CheckArgs),
    /// Write what can be saved to a sound WARC file.
    Repair(repair::RepairArgs),
    /// Write an index of captures (CDXJ, CDX).
    Index(index::IndexArgs),
    /// Write some of the records to another archive.
    Subset(subset::SubsetArgs),
    /// Count records, statuses, media types, hosts, months.
    #[command(after_help = examples::STATS)]
    Stats(stats::StatsArgs),
}

/// Runs a verb of `scutch archive`.
pub(crate) fn run(verb: &ArchiveVerb, talk: Talk) -> anyhow::Result<Exit> {
    match verb {
        ArchiveVerb::Ls(args) => ls::run(args, talk),
        ArchiveVerb::Cat(args) => cat::run(args, talk),
        ArchiveVerb::Check(args) => check::run(args, talk),
        ArchiveVerb::Repair(args) => repair::run(args, talk),
        ArchiveVerb::Index(args) => index::run(args, talk),
        ArchiveVerb::Subset(args) => subset::run(args, talk),
        ArchiveVerb::Stats(args) => stats::run(args),
    }
}

/// Caps on what memory holds of a record; what is longer is streamed.
fn limits() -> Limits {
    // A record is held twice for a moment: in the reader, and for itself.
    Limits { block: 16 << 20, ..Limits::default() }
}
