//! `scutch portal`: whole sites by declaration.

mod check;
mod crawl;
mod examples;
mod page;
mod preview;
mod record;
mod suggest;
mod test;
mod trial;

use clap::Subcommand;

use crate::exit::Exit;
use crate::talk::Talk;
use crate::verbs::config::print_schema;
use crate::verbs::network::NOTE;

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum PortalVerb {
    /// Crawl a portal: archive pages by all routes, then the articles they list.
    #[command(after_help = format!("{NOTE}\n\n{}", examples::CRAWL))]
    Crawl(Box<crawl::CrawlArgs>),
    /// Check portal files.
    #[command(after_help = examples::CHECK)]
    Check(check::CheckArgs),
    /// Try the rules of portal folders on their stored pages.
    Test(test::TestArgs),
    /// Propose a portal file from archive pages: from what repeats on them.
    #[command(after_help = format!("{NOTE}\n\n{}", examples::SUGGEST))]
    Suggest(Box<suggest::SuggestArgs>),
    /// Fetch a page and add it to a portal folder as a case.
    #[command(after_help = format!("{NOTE}\n\n{}", examples::RECORD))]
    Record(Box<record::RecordArgs>),
    /// Print the portal file of a preset, or the names of all.
    #[command(after_help = examples::PRESET)]
    Preset(check::PresetArgs),
    /// Print the JSON Schema of portal files.
    #[command(after_help = examples::SCHEMA)]
    Schema,
}

/// Runs a verb of `scutch portal`.
pub(crate) fn run(verb: &PortalVerb, talk: Talk) -> anyhow::Result<Exit> {
    match verb {
        PortalVerb::Crawl(args) => crawl::run(args, talk),
        PortalVerb::Check(args) => check::run(args, talk),
        PortalVerb::Test(args) => test::run(args, talk),
        PortalVerb::Suggest(args) => suggest::run(args, talk),
        PortalVerb::Record(args) => record::run(args, talk),
        PortalVerb::Preset(args) => check::preset(args),
        PortalVerb::Schema => print_schema(&scutch_portal::schema()),
    }
}
