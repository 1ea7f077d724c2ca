//! `scutch fetch`.

mod tally;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_archive::path_kind;
use scutch_crawl::{Bounds, PageRow, Pages, Refusal, Shard, Store};
use scutch_fetch::{Clock as _, Hosts, Settings, SystemClock};
use scutch_memento::Period;
use scutch_plot::number::{counted, plural};
use serde_json::json;

use self::tally::Tally;
use super::archive::index;
use super::holdings::HoldingsArgs;
use super::links::LinkArgs;
use super::lists::{self, ListArgs};
use super::memento::fetch::period;
use super::network::NetworkArgs;
use super::plan::Plan;
use crate::exit::{Exit, UsageError};
use crate::interrupt;
use crate::output::{apart, guarded, output, temporary_folder};
use crate::progress;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct FetchArgs {
    /// Addresses, and lists of them in any form.
    #[arg(required = true, value_name = "URL|LIST")]
    inputs: Vec<String>,
    #[command(flatten)]
    lists: ListArgs,
    /// The WARC file to write; what is in it already is not asked for again.
    #[arg(short, long, value_name = "OUT.warc.gz")]
    output: PathBuf,
    /// Write an index of the file (CDXJ).
    #[arg(long, value_name = "FILE")]
    cdx: Option<PathBuf>,
    /// Write the table of pages to a file instead of standard output.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Follow links so far away from the list; 0 follows none, whatever is said of links.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Links")]
    depth: u8,
    /// Follow so many links of each page.
    #[arg(long, value_name = "N", requires = "depth", help_heading = "Links")]
    breadth: Option<usize>,
    /// Fetch so many pages, those of the list included.
    #[arg(long, value_name = "N", help_heading = "Links")]
    pages: Option<usize>,
    /// Registrable domains that links may lead to, besides those of the list.
    #[arg(
        long,
        value_name = "DOMAIN",
        value_delimiter = ',',
        requires = "depth",
        help_heading = "Links"
    )]
    domains: Vec<String>,
    /// Ask again for pages that were fetched so long ago: 7d, 6mo. What was fetched before stays.
    #[arg(long, value_name = "PERIOD", value_parser = period)]
    repeat: Option<Period>,
    /// Fetch only one of so many shares, by registrable domain: 2/4. Files of shares are put together
    /// with `scutch memento merge`.
    #[arg(long, value_name = "I/N", help_heading = "Links")]
    shard: Option<Shard>,
    /// Only the first N addresses of the lists.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Ask nobody: read all from the WARC file alone.
    #[arg(long)]
    offline: bool,
    #[command(flatten)]
    holdings: HoldingsArgs,
    /// Ask nobody, and say what would be asked of whom, and how long it would take.
    #[arg(long, conflicts_with = "offline")]
    dry_run: bool,
    /// Exit with 3 when a page could not be had.
    #[arg(long)]
    strict: bool,
    #[command(flatten, next_help_heading = "Links")]
    links: LinkArgs,
    /// Write a table of the links that were refused, with the reasons (JSON lines).
    #[arg(long, value_name = "FILE", help_heading = "Links")]
    refused: Option<PathBuf>,
    #[command(flatten)]
    network: NetworkArgs,
}

/// Runs `scutch fetch`. What the WARC file has already is not asked for again, so the same command
/// resumes.
pub(crate) fn run(args: &FetchArgs, talk: Talk) -> anyhow::Result<Exit> {
    args.check_paths()?;
    let settings = args.settings()?;
    let mut pages = args.pages_in_temporary_folder(&settings, talk)?;
    let mut plan = Plan::new(&settings, "host");
    let listed = list(args, &mut pages, &mut plan, talk)?;
    if args.dry_run {
        plan.write()?;
        args.tell_plan(&listed, talk);
        return Ok(Exit::Done);
    }
    if !args.offline {
        plan.tell(talk);
    }
    // Reading the list is quick and leaves nothing behind; only from here on is there something to
    // save.
    let heeded = interrupt::heeded();
    let tally = args.crawl(&mut pages, &settings, talk)?;
    tally.tell(&args.output, listed.rejected, pages.waiting(), talk);
    // Closes the WARC file, which the index below reads.
    drop(pages);
    if interrupt::asked() {
        return Ok(Exit::Interrupted);
    }
    drop(heeded);
    if let Some(path) = &args.cdx {
        index::write(&args.output, path, talk)?;
    }
    Ok(match tally.there {
        0 => Exit::Nothing,
        _ if args.strict && tally.failed() > 0 => Exit::Losses,
        _ => Exit::Done,
    })
}

/// What the lists name.
#[derive(Debug, Default)]
struct Listed {
    /// Pages to fetch, those included that are stored.
    pages: u64,
    /// Those of them that are asked for.
    due: u64,
    /// Lines that are no address, or one a second time.
    rejected: u64,
}

/// Adds the pages of the lists to those to fetch, and their requests to the plan.
fn list(
    args: &FetchArgs,
    pages: &mut Pages,
    plan: &mut Plan<'_>,
    talk: Talk,
) -> anyhow::Result<Listed> {
    let mut listed = Listed::default();
    let limit = args.limit.map_or(u64::MAX, u64::from);
    let now = SystemClock::default().unix_ms();
    let refused = lists::each(&args.inputs, &args.lists, talk, |_, entry| {
        let uri = entry.subject.uri();
        if listed.pages >= limit || !pages.bounds().accepts(uri) {
            return Ok(());
        }
        if !pages.add(uri)? {
            listed.rejected += 1;
            return Ok(());
        }
        listed.pages += 1;
        if pages.is_asked_at(uri, now)? {
            listed.due += 1;
            plan.add(uri, 1);
        }
        Ok(())
    })?;
    listed.rejected += refused;
    Ok(listed)
}

impl FetchArgs {
    /// Fails if an output would replace an input or another output. Checked before anything is fetched:
    /// a refusal after hours of waiting would be worse.
    fn check_paths(&self) -> anyhow::Result<()> {
        let outputs = [&self.table, &self.cdx, &self.refused].map(|path| path.as_deref());
        for path in outputs {
            guarded(path, self.inputs.iter().map(Path::new).chain([&*self.output]))?;
        }
        // The file that is written is no holding: it grows meanwhile.
        guarded(Some(&self.output), self.holdings.names())?;
        apart([Some(&*self.output)].into_iter().chain(outputs))
    }

    /// What is asked of the client. Secrets are for the sites of typed addresses: lists may name
    /// very many others.
    fn settings(&self) -> Result<Settings, UsageError> {
        let typed: Vec<_> = lists::typed(&self.inputs).collect();
        self.network.crawler_settings(typed.iter().map(scutch_lists::Subject::uri))
    }

    /// The crawl, with its frontier in a folder that is gone with the process, however that ends.
    fn pages_in_temporary_folder(&self, settings: &Settings, talk: Talk) -> anyhow::Result<Pages> {
        let folder = temporary_folder()?;
        let pages = self.pages_of(folder.path(), settings)?.held_by(self.holdings.index(talk)?);
        folder.close().context("no temporary folder")?;
        Ok(pages)
    }

    /// Fetches page by page, with a line of the table for each.
    fn crawl(&self, pages: &mut Pages, settings: &Settings, talk: Talk) -> anyhow::Result<Tally> {
        let mut table = output(self.table.as_deref())?;
        let mut refused = self.refused.as_deref().map(|path| output(Some(path))).transpose()?;
        let mut tally = Tally::default();
        let bar = progress::counting(talk, pages.waiting(), "pages");
        let (hosts, clock) = (Hosts::new(settings), SystemClock::default());
        let make = || self.network.client_beside(settings, &hosts, clock);
        let taken = pages.each(&make, |row, asked, progress| {
            if row.reason() == Some("interrupted") {
                // The page was not asked for; it stays open for the next run and gets no row.
                return Ok(false);
            }
            tally.add(row, asked);
            bar.inc(1);
            bar.set_length(bar.position() + progress.waiting as u64);
            bar.set_message(format!("{} failed  {} known", tally.failed(), progress.known));
            writeln!(table, "{}", serde_json::Value::Object(row.json()))?;
            if let Some(refused) = &mut refused {
                write_refused(refused, row)?;
            }
            Ok::<bool, anyhow::Error>(!interrupt::asked())
        })?;
        bar.finish_and_clear();
        taken?;
        table.flush()?;
        refused.iter_mut().try_for_each(Write::flush)?;
        Ok(tally)
    }

    /// Says what the plan of a list does not hold.
    fn tell_plan(&self, listed: &Listed, talk: Talk) {
        let Listed { pages, due, .. } = listed;
        let stored = pages - due;
        let listed = counted(*pages, "page");
        let (is_listed, is_stored) = (plural(*pages, "is", "are"), plural(stored, "is", "are"));
        talk.say(format_args!(
            "{listed} {is_listed} listed: {stored} {is_stored} stored or held, {due} would be \
             asked for, after the robots.txt of each host"
        ));
        if let Some(most) = self.pages {
            let (pages, are) = (counted(most as u64, "page"), plural(most as u64, "is", "are"));
            talk.say(format_args!("at most {pages} {are} fetched (--pages)"));
        }
        if self.depth > 0 {
            talk.say("links come on top: how many there are is known from the pages alone");
        }
    }

    /// The WARC file. Before a first run, an empty one in the temporary folder stands for it in a
    /// preview, which begins nothing.
    fn store(&self, temporary: &Path) -> anyhow::Result<Store> {
        let is_there =
            || path_kind(&self.output).with_context(|| self.output.display().to_string());
        if self.dry_run && is_there()?.is_none() {
            return self.network.store(&temporary.join("none.warc.gz"), false);
        }
        self.network.store(&self.output, self.offline || self.dry_run)
    }

    /// The crawl within the typed bounds. The file of the frontier, which may outgrow memory, is in
    /// the temporary folder.
    fn pages_of(&self, temporary: &Path, settings: &Settings) -> anyhow::Result<Pages> {
        // Before the store is begun: a refused option leaves no file behind.
        let judge = self.links.judge()?;
        let bounds = Bounds {
            depth: self.depth,
            breadth: self.breadth.unwrap_or(usize::MAX),
            pages: self.pages.unwrap_or(usize::MAX),
            domains: self.domains.clone(),
            repeat: self.repeat,
            shard: self.shard,
        };
        let store = self.store(temporary)?;
        // No client at all is the surest way to ask nobody.
        let asks = !self.offline && !self.dry_run;
        let client = asks.then(|| self.network.client(settings.clone()));
        let log = temporary.join("frontier");
        let pages = Pages::new(client, store, &log, bounds)
            .with_context(|| format!("{}: cannot be written", log.display()))?;
        Ok(pages.judged_by(judge))
    }
}

/// Writes a line for each link of a page that was refused.
fn write_refused(out: &mut impl Write, row: &PageRow) -> io::Result<()> {
    let found_on = &row.json()["url"];
    row.refused.iter().try_for_each(|Refusal { url, reason, what }| {
        let line = json!({ "url": url, "found_on": found_on, "reason": reason, "what": what });
        writeln!(out, "{line}")
    })
}
