//! `scutch url`: lists of URLs, one per line, in order, in constant memory.

mod compat;
mod dust;
pub(crate) mod input;
mod job;
mod links;
mod map;
mod normal_form;
mod sample;

use clap::Subcommand;

use crate::exit::Exit;
use crate::talk::Talk;
use job::Job;

#[derive(Debug, Subcommand)]
pub(crate) enum UrlVerb {
    /// Safe normal form of each URL: trackers, fragments, default ports and the like removed.
    Clean(map::MapArgs),
    /// Remove dirt from around URLs (spaces, markup, quotes), nothing else.
    Scrub(map::MapArgs),
    /// Normal form under a profile: whatwg, crawl, dedup, surt, ssurt, courlan.
    Normalize(map::MapArgs),
    /// Normalise, and keep what a corpus may want; --discarded says why not.
    Check(map::MapArgs),
    /// Keep valid http(s) URLs as they are.
    Validate(map::MapArgs),
    /// Keep what a corpus may want as it is.
    Filter(map::MapArgs),
    /// Keep URLs on other sites than the one of --to.
    External(map::MapArgs),
    /// Kind of page: article, listing, home, other, with score and rule.
    Type(map::MapArgs),
    /// Key for sorting and comparing (SURT unless --profile says otherwise).
    Key(map::MapArgs),
    /// Registrable domain.
    Domain(map::MapArgs),
    /// Take URI-Ms of web archives apart: archive, time, modifier, original, raw form.
    Memento(map::MapArgs),
    /// Show the steps from a URL to its verdict.
    Explain {
        /// URLs.
        #[arg(required = true)]
        urls: Vec<String>,
    },
    /// Links of HTML pages.
    Links(links::LinksArgs),
    /// A few of many, seeded, in one pass.
    Sample(sample::SampleArgs),
    /// Learn which spellings lead to the same page, from URLs and digests.
    Dust(dust::DustArgs),
}

/// Runs a verb of `scutch url`.
pub(crate) fn run(verb: &UrlVerb, talk: Talk) -> anyhow::Result<Exit> {
    match verb {
        UrlVerb::Clean(args) => map::run(args, Job::Clean, talk),
        UrlVerb::Scrub(args) => map::run(args, Job::Scrub, talk),
        UrlVerb::Normalize(args) => map::run(args, Job::Normalize, talk),
        UrlVerb::Check(args) => map::run(args, Job::Check, talk),
        UrlVerb::Validate(args) => map::run(args, Job::Validate, talk),
        UrlVerb::Filter(args) => map::run(args, Job::Filter, talk),
        UrlVerb::External(args) => map::run(args, Job::External, talk),
        UrlVerb::Type(args) => map::run(args, Job::Type, talk),
        UrlVerb::Key(args) => map::run(args, Job::Key, talk),
        UrlVerb::Domain(args) => map::run(args, Job::Domain, talk),
        UrlVerb::Memento(args) => map::run(args, Job::Memento, talk),
        UrlVerb::Explain { urls } => explain(urls),
        UrlVerb::Links(args) => links::run(args),
        UrlVerb::Sample(args) => sample::run(args),
        UrlVerb::Dust(args) => dust::run(args),
    }
}

/// Prints the steps from each URL to its verdict, with an empty line between.
fn explain(urls: &[String]) -> anyhow::Result<Exit> {
    use std::io::Write as _;
    let mut out = crate::output::text();
    let mut checker = scutch_url::verdict::Checker::new(scutch_url::verdict::Filters::relaxed());
    for (number, url) in urls.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        // The same limits as for lines: an explanation must not differ from the verdict.
        if let Err(reason) = job::text(url.as_bytes()) {
            writeln!(out, "{:10} {}\n{:10} {reason}", "given", url.escape_debug(), "rejected")?;
            continue;
        }
        for step in checker.explain(url) {
            writeln!(out, "{step}")?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}
