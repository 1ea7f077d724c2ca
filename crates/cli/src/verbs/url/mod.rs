//! `scutch url`: lists of URLs, one per line, in order, in constant memory.

mod args;
mod compat;
mod dust;
mod examples;
mod explain;
mod frontier;
pub(crate) mod input;
mod job;
mod lines;
mod links;
mod normal_form;
mod outlets;
mod sample;
mod verbs;

use clap::Subcommand;

use crate::exit::Exit;
use crate::talk::Talk;
use job::Job;

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum UrlVerb {
    /// Safe normal form of each URL: trackers, fragments, default ports, doubled slashes and the
    /// like removed.
    #[command(after_help = examples::CLEAN)]
    Clean(verbs::CleanArgs),
    /// Remove dirt from around URLs (spaces, markup, quotes), nothing else.
    #[command(after_help = examples::SCRUB)]
    Scrub(verbs::CompatibleArgs),
    /// Normal form under a profile: whatwg, crawl, dedup, surt, ssurt, courlan.
    #[command(after_help = examples::NORMALIZE)]
    Normalize(verbs::NormalizeArgs),
    /// Normalise, and keep what a corpus may want; --discarded says why not.
    #[command(after_help = examples::CHECK)]
    Check(Box<verbs::CheckArgs>),
    /// Keep valid http(s) URLs of hosts that can be reached, as they are.
    #[command(after_help = examples::VALIDATE)]
    Validate(verbs::CompatibleArgs),
    /// Keep what a corpus may want as it is.
    #[command(after_help = examples::FILTER)]
    Filter(verbs::FilterVerbArgs),
    /// Keep URLs on other sites than the one of --to.
    #[command(after_help = examples::EXTERNAL)]
    External(verbs::ExternalArgs),
    /// Kind of page: article, listing, home, other, with score and rule.
    #[command(after_help = examples::TYPE)]
    Type(args::LineArgs),
    /// Key for sorting and comparing (SURT unless --profile says otherwise).
    #[command(after_help = examples::KEY)]
    Key(verbs::KeyArgs),
    /// Registrable domain.
    #[command(after_help = examples::DOMAIN)]
    Domain(verbs::CompatibleArgs),
    /// Take URI-Ms of web archives apart: archive, time, modifier, original, raw form.
    #[command(after_help = examples::MEMENTO)]
    Memento(args::LineArgs),
    /// Show the steps from a URL to its verdict.
    #[command(after_help = examples::EXPLAIN)]
    Explain(explain::ExplainArgs),
    /// Links of HTML pages.
    #[command(after_help = examples::LINKS)]
    Links(links::LinksArgs),
    /// A few of many, seeded, in one pass.
    #[command(after_help = examples::SAMPLE)]
    Sample(sample::SampleArgs),
    /// Learn which spellings lead to the same page, from URLs and digests.
    #[command(after_help = examples::DUST)]
    Dust(dust::DustArgs),
    /// Which URLs are known, wait and are next, in one file that several programs share.
    #[command(subcommand, after_help = examples::FRONTIER)]
    Frontier(frontier::FrontierVerb),
}

/// Runs a verb of `scutch url`.
pub(crate) fn run(verb: &UrlVerb, talk: Talk) -> anyhow::Result<Exit> {
    match verb {
        UrlVerb::Clean(args) => lines::run(args.task()?, talk),
        UrlVerb::Scrub(args) => lines::run(args.task(Job::Scrub)?, talk),
        UrlVerb::Normalize(args) => lines::run(args.task()?, talk),
        UrlVerb::Check(args) => lines::run(args.task()?, talk),
        UrlVerb::Validate(args) => lines::run(args.task(Job::Validate)?, talk),
        UrlVerb::Filter(args) => lines::run(args.task()?, talk),
        UrlVerb::External(args) => lines::run(args.task()?, talk),
        UrlVerb::Type(args) => lines::run(verbs::plain(Job::Type, args), talk),
        UrlVerb::Key(args) => lines::run(args.task()?, talk),
        UrlVerb::Domain(args) => lines::run(args.task(Job::Domain)?, talk),
        UrlVerb::Memento(args) => lines::run(verbs::plain(Job::Memento, args), talk),
        UrlVerb::Explain(args) => explain::run(args),
        UrlVerb::Links(args) => links::run(args),
        UrlVerb::Sample(args) => sample::run(args),
        UrlVerb::Dust(args) => dust::run(args),
        UrlVerb::Frontier(verb) => frontier::run(verb, talk),
    }
}
