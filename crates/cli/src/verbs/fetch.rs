//! `scutch fetch`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_crawl::{Bounds, PageRow, Pages, Refusal, Shard};
use scutch_fetch::SystemClock;
use scutch_memento::Period;
use serde_json::json;

use super::archive::index;
use super::holdings::HoldingsArgs;
use super::links::LinkArgs;
use super::lists::{self, ListArgs};
use super::memento::fetch::period;
use super::network::NetworkArgs;
use crate::exit::Exit;
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
    /// Follow links so far away from the list.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Links")]
    depth: u8,
    /// Follow so many links of each page.
    #[arg(long, value_name = "N", help_heading = "Links")]
    breadth: Option<usize>,
    /// Fetch so many pages, those of the list included.
    #[arg(long, value_name = "N", help_heading = "Links")]
    pages: Option<usize>,
    /// Registrable domains that links may lead to, besides those of the list.
    #[arg(long, value_name = "DOMAIN", value_delimiter = ',', help_heading = "Links")]
    domains: Vec<String>,
    /// Ask again for pages that were fetched so long ago: 7d, 6mo. What was fetched before stays.
    #[arg(long, value_name = "PERIOD", value_parser = period)]
    repeat: Option<Period>,
    /// Fetch only one of so many shares, by registrable domain: 2/4. Files of shares are put together
    /// with `scutch memento merge`.
    #[arg(long, value_name = "I/N", help_heading = "Links")]
    shard: Option<Shard>,
    /// Ask nobody: read all from the WARC file alone.
    #[arg(long)]
    offline: bool,
    #[command(flatten)]
    holdings: HoldingsArgs,
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
    // Checked before anything is fetched: a refusal after hours of waiting would be worse.
    for path in [&args.table, &args.cdx, &args.refused] {
        guarded(path.as_deref(), args.inputs.iter().map(Path::new).chain([&*args.output]))?;
    }
    let outputs = [&args.table, &args.cdx, &args.refused].map(|path| path.as_deref());
    apart([Some(&*args.output)].into_iter().chain(outputs))?;
    let folder = temporary_folder()?;
    // The file that is written is no holding: it grows meanwhile.
    guarded(Some(&args.output), args.holdings.names())?;
    let pages = args.pages_of(&folder.path().join("frontier"))?;
    let mut pages = pages.held_by(args.holdings.index(talk)?);
    // What is open is gone with the process, however that ends.
    folder.close().context("no temporary folder")?;
    let rejected = list(args, &mut pages, talk)?;
    // Reading the list is quick and leaves nothing behind; only from here on is there something to
    // save.
    let heeded = interrupt::heeded();
    let tally = args.crawl(&mut pages, talk)?;
    tally.tell(&args.output, rejected, pages.waiting(), talk);
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

/// Adds the pages of the list to those to fetch. Returns how many of its lines were none.
fn list(args: &FetchArgs, pages: &mut Pages, talk: Talk) -> anyhow::Result<u64> {
    let mut repeated = 0_u64;
    let refused = lists::each(&args.inputs, &args.lists, talk, |_, entry| {
        let uri = entry.subject.uri();
        if pages.bounds().accepts(uri) {
            // What stands there twice.
            repeated += u64::from(!pages.add(uri)?);
        }
        Ok(())
    })?;
    Ok(refused + repeated)
}

impl FetchArgs {
    /// Fetches page by page, with a line of the table for each.
    fn crawl(&self, pages: &mut Pages, talk: Talk) -> anyhow::Result<Tally> {
        let mut table = output(self.table.as_deref())?;
        let mut refused = self.refused.as_deref().map(|path| output(Some(path))).transpose()?;
        let mut tally = Tally::default();
        let bar = progress::counting(talk, pages.waiting(), "pages");
        let (hosts, clock) = (self.network.hosts(), SystemClock::default());
        let make = || self.network.crawler_beside(&hosts, clock);
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

    /// The crawl within the typed bounds. `log` is the file of the frontier, which may outgrow
    /// memory.
    fn pages_of(&self, log: &Path) -> anyhow::Result<Pages> {
        let bounds = Bounds {
            depth: self.depth,
            breadth: self.breadth.unwrap_or(usize::MAX),
            pages: self.pages.unwrap_or(usize::MAX),
            domains: self.domains.clone(),
            repeat: self.repeat,
            shard: self.shard,
        };
        let store = self.network.store(&self.output, self.offline)?;
        // No client at all is the surest way to ask nobody.
        let client = (!self.offline).then(|| self.network.crawler(true));
        let pages = Pages::new(client, store, log, bounds)
            .with_context(|| format!("{}: cannot be written", log.display()))?;
        Ok(pages.judged_by(self.links.judge()?))
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

/// What came of it all.
#[derive(Debug, Default)]
struct Tally {
    there: usize,
    asked: usize,
    /// Pages copied from archives of others, in this run or an earlier one.
    held: usize,
    /// Addresses without a page, by reason id.
    reasons: BTreeMap<String, usize>,
    /// Links that were refused, by reason id.
    refused: BTreeMap<&'static str, usize>,
}

impl Tally {
    /// Counts a page, and whether it was asked for in this run.
    fn add(&mut self, row: &PageRow, asked: bool) {
        self.asked += usize::from(asked);
        self.held += usize::from(row.holding().is_some());
        for refusal in &row.refused {
            *self.refused.entry(refusal.reason).or_default() += 1;
        }
        match row.reason() {
            None => self.there += 1,
            Some(reason) => *self.reasons.entry(reason.to_owned()).or_default() += 1,
        }
    }

    /// Pages that could not be had, for any reason.
    fn failed(&self) -> usize {
        self.reasons.values().sum()
    }

    /// Sums up the run on stderr, reasons in alphabetical order.
    fn tell(&self, output: &Path, rejected: u64, waiting: usize, talk: Talk) {
        let (there, asked, path) = (self.there, self.asked, output.display());
        talk.say(format_args!("{there} pages in {path}, {asked} asked for now, {waiting} left"));
        if self.held > 0 {
            talk.say(format_args!("  {} copied from holdings", self.held));
        }
        for (reason, count) in &self.reasons {
            talk.say(format_args!("  {count} {reason}"));
        }
        if !self.refused.is_empty() {
            let all: usize = self.refused.values().sum();
            talk.say(format_args!("{all} links refused (--refused FILE lists them)"));
        }
        for (reason, count) in &self.refused {
            talk.say(format_args!("  {count} {reason}"));
        }
        if rejected > 0 {
            talk.say(format_args!(
                "{rejected} lines of the list are no address, or one a second time"
            ));
        }
    }
}
