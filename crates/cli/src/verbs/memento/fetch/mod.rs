//! `scutch memento fetch`.

mod report;
mod running;
mod tally;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use scutch_crawl::{Acquirer, Drift, Event, RunOptions, Shard, Subject};
use scutch_fetch::{Client, Hosts, SystemClock};
use scutch_memento::{Guard, Period, Selection, date_span};

use self::running::Running;
use self::tally::Tally;
use super::acquire::{UNKEPT, WhereArgs};
use super::found::Found;
use super::plan::plan;
use super::wanted::{Lists, Wanted, Which};
use crate::exit::{Exit, UsageError};
use crate::interrupt;
use crate::output::{self, apart, guarded, output};
use crate::talk::Talk;
use crate::verbs::network::NetworkArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct FetchArgs {
    #[command(flatten)]
    places: WhereArgs,
    /// Ask a TimeGate, at its address or with {uri} for the original, for the memento --nearest.
    #[arg(long, value_name = "URI-G", requires = "nearest", conflicts_with_all = ["timemap", "archive", "archiveit"],
        help_heading = "Archives")]
    timegate: Option<String>,
    /// The WARC file to write; what is in it already is not asked for again.
    #[arg(short, long, value_name = "OUT.warc.gz")]
    output: PathBuf,
    /// Write the table of mementos to a file instead of standard output.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Mementos from this time on: 2014, 2014-01-27, 20140127171200.
    #[arg(long, value_name = "DATE", value_parser = first, help_heading = "Selection")]
    from: Option<i64>,
    /// Mementos up to the end of this time.
    #[arg(long, value_name = "DATE", value_parser = last, help_heading = "Selection")]
    to: Option<i64>,
    /// The first memento of each period: 6mo, 1y, 2w, 7d, 12h. Periods are counted from --from, or
    /// from the first memento.
    #[arg(long, value_name = "PERIOD", value_parser = period, help_heading = "Selection")]
    every: Option<Period>,
    /// The memento of each page that is nearest to this time.
    #[arg(long, value_name = "DATE", value_parser = first, conflicts_with = "every",
        help_heading = "Selection")]
    nearest: Option<i64>,
    /// Largest distance in time of a memento from the one asked for: 1d, 12h, any [default: 1d; any
    /// with --nearest].
    #[arg(long, value_name = "PERIOD", value_parser = distance, help_heading = "Selection")]
    max_drift: Option<Distance>,
    /// Only the first N mementos.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
        help_heading = "Selection")]
    limit: Option<u32>,
    /// Fetch only one of so many shares, by original: 2/4. Files of shares are put together with
    /// `scutch memento merge`.
    #[arg(long, value_name = "I/N", help_heading = "Selection")]
    shard: Option<Shard>,
    /// Write a page that says how it went, by archive and by host (HTML).
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Ask nobody: read all from the WARC file alone.
    #[arg(long)]
    offline: bool,
    /// Ask nobody, and say what would be asked of whom, and how long it would take.
    #[arg(long, conflicts_with_all = ["offline", "report"])]
    dry_run: bool,
    /// Exit with 3 when a memento that was wanted is not there, or a list of them was cut short.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    network: NetworkArgs,
}

/// Said of text that is no date, with the forms that are.
const DATE: &str = "no date: 2014, 2014-01, 2014-01-27, 20140127171200";

/// The first millisecond of a date of any precision.
pub(super) fn first(text: &str) -> Result<i64, &'static str> {
    date_span(text).map(|(first, _)| first).ok_or(DATE)
}

/// The last millisecond of a date: `--to 2014` includes December.
pub(super) fn last(text: &str) -> Result<i64, &'static str> {
    date_span(text).map(|(_, last)| last).ok_or(DATE)
}

/// A period such as `6mo`.
pub(crate) fn period(text: &str) -> Result<Period, &'static str> {
    Period::parse(text).ok_or("no period: a number and y, mo, w, d, h, min or s")
}

/// A largest distance in time.
#[derive(Debug, Clone, Copy)]
struct Distance(Option<u64>);

/// A period, or `any`.
fn distance(text: &str) -> Result<Distance, &'static str> {
    if text == "any" {
        return Ok(Distance(None));
    }
    let end = Period::parse(text).and_then(|period| period.after(0));
    let ms = end.and_then(|ms| u64::try_from(ms).ok()).ok_or("no period: 1d, 12h, 6mo, any")?;
    Ok(Distance(Some(ms)))
}

/// Runs `scutch memento fetch`. What the WARC file has already is not asked for again, so the same
/// command resumes.
pub(super) fn run(args: &FetchArgs, talk: Talk) -> anyhow::Result<Exit> {
    for path in [&args.table, &args.report] {
        guarded(path.as_deref(), args.places.files().chain([&*args.output]))?;
    }
    apart([Some(&*args.output), args.table.as_deref(), args.report.as_deref()])?;
    let which = Which { selection: args.selection(), shard: args.shard, only_pages: false };
    let mut wanted = Wanted::read(&args.places, &which, talk)?;
    args.check_gate(&wanted.pages)?;
    // A TimeGate gives one memento for each page, so that those of other shares are not asked for.
    if let (Some(_), Some(shard)) = (&args.timegate, args.shard) {
        wanted.pages.retain(|page| shard.contains(page));
    }
    let sources = args.places.sources()?;
    let services = args.places.services(&sources);
    let services = services.iter().map(String::as_str).chain(args.timegate.as_deref());
    let settings = args.places.over(args.network.settings(services)?, &sources);
    let (hosts, clock) = (Hosts::new(&settings), SystemClock::default());
    let make = || args.network.client_beside(&settings, &hosts, clock);
    let lists = Lists::new(&args.places, &sources)?;
    let plan = plan(&settings, &wanted, &lists, args.timegate.as_deref()).context(UNKEPT)?;
    if args.dry_run {
        plan.write()?;
        return Ok(Exit::Done);
    }
    let _heeded = interrupt::heeded();
    let mut acquirer = args.acquirer(&make)?;
    let refused = wanted.refused;
    // Before TimeGates and collections are asked, which takes time of its own.
    if !args.offline {
        plan.tell(talk);
    }
    let subjects = args.subjects(wanted, lists, &mut acquirer, talk)?;
    let fetched = args.fetch(subjects, &mut acquirer, (&make, &hosts), talk)?;
    args.end(fetched, refused, &hosts, talk)
}

/// What came of a run.
struct Fetched {
    tally: Tally,
    found: Found,
    time: Duration,
}

impl FetchArgs {
    /// Fetches what is wanted, with a line of the table for each memento.
    fn fetch(
        &self,
        mut subjects: Box<dyn Iterator<Item = Subject>>,
        acquirer: &mut Acquirer,
        (make, hosts): (&(dyn Fn() -> Client + Sync), &Hosts),
        talk: Talk,
    ) -> anyhow::Result<Fetched> {
        let table = output(self.table.as_deref())?;
        let mut running = Running::new(table, hosts, talk);
        let mut take = |event: Event<'_>| running.take(event);
        let taken = acquirer.run(&mut subjects, &self.options(), make, &mut take)?;
        // Before errors are looked at, so that they are not printed into the bar.
        running.bar.finish_and_clear();
        taken?;
        running.table.flush()?;
        let time = running.time();
        Ok(Fetched { tally: running.tally, found: running.found, time })
    }

    /// Says what came of a run, and writes its report.
    fn end(
        &self,
        fetched: Fetched,
        refused: u64,
        hosts: &Hosts,
        talk: Talk,
    ) -> anyhow::Result<Exit> {
        let Fetched { tally, found, time } = fetched;
        found.tell_given_up(&hosts.counts());
        // One archive that does not answer is usual. It is an error only when nobody else had
        // anything.
        found.check()?;
        tally.tell(&self.output, talk);
        // Written after an interruption, too: the page says how much is left.
        if let Some(path) = &self.report {
            output::write(path, report::page(&tally, &hosts.counts(), time, &self.output))?;
        }
        let is_whole = tally.there() == tally.wanted() && !found.is_cut_short() && refused == 0;
        Ok(match tally.there() {
            _ if interrupt::asked() => Exit::Interrupted,
            0 => Exit::Nothing,
            _ if self.strict && !is_whole => Exit::Losses,
            _ => Exit::Done,
        })
    }

    /// What of the lists is wanted.
    fn options(&self) -> RunOptions {
        let limit = self.limit.map(|limit| limit as usize);
        RunOptions { selection: self.selection(), shard: self.shard, only_lists: false, limit }
    }

    /// Which of the listed mementos are wanted.
    fn selection(&self) -> Selection {
        let Self { from, to, every, nearest, .. } = *self;
        Selection { from, to, every, nearest, collapse: None }
    }

    /// Fails if a TimeGate is named that cannot be asked for these pages.
    fn check_gate(&self, pages: &[String]) -> Result<(), UsageError> {
        let Some(gate) = &self.timegate else { return Ok(()) };
        if pages.is_empty() || (pages.len() > 1 && !gate.contains("{uri}")) {
            let sentence = "--timegate: name original addresses; of several, say with {uri} where \
                            each of them stands in the address";
            return Err(UsageError(sentence.to_owned()));
        }
        Ok(())
    }

    /// What fetches and stores, or only reads what is stored.
    fn acquirer(&self, make: &dyn Fn() -> Client) -> anyhow::Result<Acquirer> {
        let store = self.network.store(&self.output, self.offline)?;
        let max_ms = match (self.max_drift, self.nearest) {
            (Some(Distance(max_ms)), _) => max_ms,
            (None, Some(_)) => None,
            (None, None) => Drift::default().max_ms,
        };
        let drift = Drift { max_ms, asked: self.nearest };
        let acquirer = if self.offline {
            // Nobody is asked, and who was asked before was allowed.
            let hosts = self.network.allowed().iter().cloned().chain(store.hosts());
            let guard = Guard::allowing(hosts);
            Acquirer::new(None, Some(store), guard)
        } else {
            Acquirer::new(Some(make()), Some(store), self.network.guard())
        };
        Ok(acquirer.with_drift(drift))
    }

    /// What is wanted: named mementos, then what a TimeGate or lists give for pages.
    fn subjects(
        &self,
        mut wanted: Wanted,
        lists: Lists,
        acquirer: &mut Acquirer,
        talk: Talk,
    ) -> anyhow::Result<Box<dyn Iterator<Item = Subject>>> {
        if let (Some(gate), Some(nearest)) = (&self.timegate, self.nearest) {
            let pages = std::mem::take(&mut wanted.pages);
            let given = self.places.negotiate((gate, nearest), &pages, acquirer, talk)?;
            let all = [wanted.named, given];
            return Ok(Box::new(all.into_iter().map(Subject::Mementos)));
        }
        let seeds = self.places.collections.seeds(acquirer, talk)?;
        Ok(lists.subjects(wanted, seeds)?)
    }
}
