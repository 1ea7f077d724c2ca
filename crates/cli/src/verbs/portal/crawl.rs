//! `scutch portal crawl`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_crawl::Store;
use scutch_crawl::portal::{
    CrawlOptions, CrawlResult, Date, Days, Folder, Progress, RouteEnd, crawl,
};
use scutch_fetch::{Client, Clock as _, Settings, SystemClock};
use scutch_plot::number::{counted, plural};
use scutch_portal::Portal;

use super::{page, preview};
use crate::exit::{Exit, UsageError};
use crate::interrupt;
use crate::no_article::NoArticle;
use crate::portal_file::read_routes;
use crate::progress;
use crate::talk::{self, Talk};
use crate::verbs::holdings::HoldingsArgs;
use crate::verbs::lists::{self, ListArgs};
use crate::verbs::network::NetworkArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct CrawlArgs {
    /// A portal file, or with --preset the address of the site's first page.
    portal: String,
    /// Use a preset instead of a portal file: see `scutch portal preset`.
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Address of the site's first page, instead of the one in the portal file.
    #[arg(long, value_name = "URL", conflicts_with = "preset")]
    url: Option<String>,
    /// The folder to write; what is stored there is not asked for again.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Only articles from this day on: 2019-07-06. By dates in addresses, else by what pages tell.
    #[arg(long, value_name = "DAY")]
    from: Option<Date>,
    /// Only up to this day.
    #[arg(long, value_name = "DAY")]
    to: Option<Date>,
    /// Look for what is new since the run that is stored.
    #[arg(long)]
    update: bool,
    /// Only the first N articles. The same command with more, or without, goes on from there.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Ask nobody: read all from the folder.
    #[arg(long, conflicts_with = "update")]
    offline: bool,
    /// Ask nobody, and say what the routes would ask first, how much, and how long it would take.
    #[arg(long, conflicts_with = "offline")]
    dry_run: bool,
    /// A list of addresses to leave alone, in any form.
    #[arg(long, value_name = "LIST")]
    known_bad: Option<String>,
    /// Ask also for what the site's robots.txt wants left alone: for sites of one's own.
    #[arg(long)]
    ignore_robots: bool,
    #[command(flatten)]
    holdings: HoldingsArgs,
    #[command(flatten)]
    network: NetworkArgs,
}

/// Runs `scutch portal crawl`. What the folder has already is not asked for again, so the same
/// command resumes.
pub(super) fn run(args: &CrawlArgs, talk: Talk) -> anyhow::Result<Exit> {
    let mut portal = args.portal()?;
    portal.narrow(args.from, args.to);
    let days = Days { from: args.from, to: args.to };
    tell_undated(&portal, days, talk);
    let known_bad = args.known_bad(talk)?;
    let clock = SystemClock::default();
    // Before the folder is opened, which would create it.
    if args.dry_run {
        let (today, pace) = (today(clock.unix_ms())?, args.network.delay());
        preview::show(&portal, &Folder::look(&args.output)?, (today, pace), talk)?;
        return Ok(Exit::Done);
    }
    let mut folder = Folder::open(&args.output, args.update)?;
    let (client, store) = args.source(&portal, &mut folder, clock.unix_ms())?;
    let bar = progress::counting(talk, 0, "pages");
    let mut watch = |progress: Progress| {
        // The length grows with the links that are found.
        bar.set_length((progress.pages + progress.waiting) as u64);
        bar.set_position(progress.pages as u64);
        bar.set_message(format!("{} articles", progress.articles));
    };
    let terms = CrawlOptions {
        run: folder.run(),
        today: today(clock.unix_ms())?,
        days,
        known_bad,
        limit: args.limit.map(|limit| limit as usize),
        earlier_problems: folder.problems(),
        holdings: args.holdings.index(talk)?,
    };
    // From here on a signal ends the crawl between two pages, with all files whole.
    let _heeded = interrupt::heeded();
    let crawled = crawl(&portal, client, store, terms, &mut watch)?;
    bar.finish_and_clear();
    // Written after an interruption, too: what was found so far is whole.
    folder.write(&crawled)?;
    folder.write_file("report.html", &page::report(&portal, &crawled))?;
    Ok(end(&crawled, talk))
}

/// Says what came of a crawl, and how it ended.
fn end(crawled: &CrawlResult, talk: Talk) -> Exit {
    tell(crawled, talk);
    if crawled.interrupted {
        talk.say("interrupted; the same command goes on from here");
        return Exit::Interrupted;
    }
    if crawled.limited {
        talk.say("stopped at --limit; the same command without it goes on from here");
    }
    // Said last: an interrupted crawl may have found nothing yet.
    let Some(nothing) = NoArticle::of(crawled) else { return Exit::Done };
    let exit = nothing.exit();
    talk::error(&nothing.into());
    exit
}

impl CrawlArgs {
    /// The portal file, or the preset for an address.
    fn portal(&self) -> anyhow::Result<Portal> {
        let Some(preset) = &self.preset else {
            return read_routes(Path::new(&self.portal), self.url.as_deref());
        };
        Portal::from_preset(preset, &self.portal).map_err(|error| {
            let hint = Some(error.hint).filter(|hint| !hint.is_empty());
            let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
            UsageError(format!("{}{hint}", error.message)).into()
        })
    }

    /// The addresses to leave alone.
    fn known_bad(&self, talk: Talk) -> anyhow::Result<HashSet<String>> {
        let mut addresses = HashSet::new();
        lists::each(self.known_bad.as_slice(), &ListArgs::default(), talk, |_, entry| {
            addresses.insert(entry.subject.uri().to_owned());
            Ok(())
        })?;
        Ok(addresses)
    }

    /// The client, if anyone is asked, and the store of the folder.
    fn source(
        &self,
        portal: &Portal,
        folder: &mut Folder,
        unix_ms: i64,
    ) -> anyhow::Result<(Option<Client>, Store)> {
        // Without the network nothing is added: the store is read as it is.
        if self.offline {
            return Ok((None, folder.stored()?));
        }
        let store = folder.store(&self.network.user_agent(), unix_ms)?;
        let settings = self.network.crawler_settings([portal.url.as_str()])?;
        let settings = Settings { robots: !self.ignore_robots, ..settings };
        Ok((Some(self.network.client(settings)), store))
    }
}

/// The day in UTC: routes by date end with it.
fn today(unix_ms: i64) -> anyhow::Result<Date> {
    let now = scutch_crawl::portal::utc_date(unix_ms);
    now.context("the clock shows no date of this era")
}

/// Names the routes that cannot be narrowed to days by their own addresses.
fn tell_undated(portal: &Portal, days: Days, talk: Talk) {
    let undated = portal.routes.iter().filter(|route| !route.is_dated());
    let names: Vec<&str> = undated.map(|route| route.name.as_str()).collect();
    if !days.is_all() && !names.is_empty() {
        talk.say(format_args!(
            "routes without dates of their own, read until older articles come: {}; what they list is \
             narrowed by dates in addresses, else by what the pages tell",
            names.join(" ")
        ));
    }
}

/// Sums up the crawl on stderr, by route.
fn tell(crawled: &CrawlResult, talk: Talk) {
    let (articles, problems) = (crawled.articles.len(), crawled.problems.len());
    let asked = crawled.asked;
    talk.say(format_args!(
        "{}, {}, {} asked for now",
        counted(articles as u64, "article"),
        counted(problems as u64, "problem"),
        counted(asked as u64, "page")
    ));
    if crawled.held > 0 {
        talk.say(format_args!(
            "  {} copied from holdings now",
            counted(crawled.held as u64, "page")
        ));
    }
    let (marked, hidden) = crawled.paid();
    if marked + hidden > 0 {
        talk.say(format_args!(
            "  {} left out behind a paywall, {} marked as paid",
            counted(hidden as u64, "page"),
            counted(marked as u64, "article")
        ));
    }
    for route in &crawled.routes {
        let (name, alone, missed) = (&route.name, route.alone, route.missed);
        let articles = counted(route.articles as u64, "article");
        let pages = counted(route.pages as u64, "page");
        talk.say(format_args!(
            "  {name}: {articles} on {pages}, {alone} nowhere else, {missed} missed"
        ));
        if route.other_days > 0 {
            let addresses = counted(route.other_days as u64, "address");
            let were = plural(route.other_days as u64, "was", "were");
            talk.say(format_args!("    {addresses} of other days {were} left out"));
        }
        for RouteEnd { reason, sentence, limit, left, .. } in &route.ends {
            let (links, were) =
                (counted(*left as u64, "link"), plural(*left as u64, "was", "were"));
            talk.say(format_args!(
                "    not read to its end ({reason}): {sentence} It is {limit}; \
                 {links} {were} left out."
            ));
        }
    }
}
