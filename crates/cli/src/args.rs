//! The verbs that can be typed. What can be typed behind one, and what it means, stands with it in [`crate::verbs`].

use clap::{Parser, Subcommand};

use crate::talk::Talk;
use crate::verbs::archive::ArchiveVerb;
use crate::verbs::completions::CompletionsArgs;
use crate::verbs::config::ConfigVerb;
use crate::verbs::corpus::CorpusArgs;
use crate::verbs::coverage::CoverageArgs;
use crate::verbs::dedup::DedupArgs;
use crate::verbs::evaluate::EvaluateVerb;
use crate::verbs::examples;
use crate::verbs::extract::ExtractArgs;
use crate::verbs::fetch::FetchArgs;
use crate::verbs::gather::GatherArgs;
use crate::verbs::lists::LISTS;
use crate::verbs::man::ManArgs;
use crate::verbs::memento::MementoVerb;
use crate::verbs::merge::MergeArgs;
use crate::verbs::network::NOTE as FETCH_NOTE;
use crate::verbs::offtopic::OfftopicArgs;
use crate::verbs::portal::PortalVerb;
use crate::verbs::rebuild::RebuildArgs;
use crate::verbs::redact::RedactArgs;
use crate::verbs::report::ReportArgs;
use crate::verbs::studio::StudioArgs;
use crate::verbs::tags::TagsVerb;
use crate::verbs::template::TemplateVerb;
use crate::verbs::url::UrlVerb;
use crate::verbs::verify::VerifyArgs;

/// Web archives in, clean and citable text corpora out.
#[derive(Debug, Parser)]
#[command(name = "scutch", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = format!("Exit codes: 0 done, 1 failed, 2 wrong usage, 3 losses (--strict), \
    4 damage found, 5 nothing passed the filters, 130 interrupted (resumable).\n\n{}",
    examples::PROGRAM))]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    #[command(flatten)]
    pub(crate) talk: Talk,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Verb {
    /// Turn web archives into a corpus folder.
    Corpus(Box<CorpusArgs>),
    /// Gather what rows depend on besides their record, for a run that several jobs share.
    Gather(Box<GatherArgs>),
    /// Write the corpus of a run that several jobs shared.
    Merge(MergeArgs),
    /// Find the duplicates of a corpus and mark them.
    Dedup(DedupArgs),
    /// Take rows that a list names out of a corpus, in every format.
    #[command(after_help = examples::REDACT)]
    Redact(RedactArgs),
    /// Give a stand-off corpus its texts back, from archives.
    #[command(after_help = examples::REBUILD)]
    Rebuild(RebuildArgs),
    /// Extract the text of single pages.
    Extract(ExtractArgs),
    /// Find the boilerplate of a web archive's pages jointly.
    Template(Box<TemplateVerb>),
    /// Find mementos that no longer show what their page once showed.
    Offtopic(Box<OfftopicArgs>),
    /// Find and fetch mementos; filter, slice, cluster, order, sample, score and report them.
    #[command(subcommand, after_help = examples::MEMENTO)]
    Memento(Box<MementoVerb>),
    /// Crawl a site's own archive completely, by declaration.
    #[command(subcommand, after_help = examples::PORTAL)]
    Portal(Box<PortalVerb>),
    /// Fetch pages of the web as they are now, along their links, into WARC.
    #[command(after_help = format!("{LISTS}\n\n{FETCH_NOTE}\n\n{}", examples::FETCH))]
    Fetch(Box<FetchArgs>),
    /// Compare own articles with what web archives have of a site.
    Coverage(Box<CoverageArgs>),
    /// Inventory of the tags of a portal: one decision for all elements of a kind.
    #[command(subcommand, after_help = examples::TAGS)]
    Tags(Box<TagsVerb>),
    /// Render the report of a corpus folder anew.
    #[command(after_help = examples::REPORT)]
    Report(ReportArgs),
    /// Label archived pages, or review the rows of a corpus, in the browser.
    #[command(after_help = examples::STUDIO)]
    Studio(StudioArgs),
    /// Derive rows again from the archives and compare.
    #[command(after_help = examples::VERIFY)]
    Verify(VerifyArgs),
    /// Look into archives, check, mend and index them.
    #[command(subcommand, after_help = examples::ARCHIVE)]
    Archive(Box<ArchiveVerb>),
    /// Score what was made against what is known to be true.
    #[command(subcommand, after_help = examples::EVALUATE)]
    Evaluate(Box<EvaluateVerb>),
    /// Check, clean, sort out and explain URLs.
    #[command(subcommand, after_help = examples::URL)]
    Url(Box<UrlVerb>),
    /// Configuration files.
    #[command(subcommand, after_help = examples::CONFIG)]
    Config(ConfigVerb),
    /// Print a script that completes verbs and options in a shell.
    #[command(after_help = examples::COMPLETIONS)]
    Completions(CompletionsArgs),
    /// Print the man page, or write those of all verbs.
    #[command(after_help = examples::MAN)]
    Man(ManArgs),
}
