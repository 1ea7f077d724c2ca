//! `scutch memento fetch`.

mod report;
mod tally;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use scutch_crawl::{Acquirer, MakeClient, Shard, Targets};
use scutch_fetch::{Client, Clock as _, SystemClock};
use scutch_memento::{Guard, Period, Selection, date_span};

use self::tally::Tally;
use super::acquire::{UNKEPT, Wanted, WhereArgs};
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{self, apart, guarded, output};
use crate::progress;
use crate::talk::Talk;
use crate::verbs::network::NetworkArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct FetchArgs {
    #[command(flatten)]
    places: WhereArgs,
    /// Ask a TimeGate, at its address or with {uri} for the original, for the memento --nearest.
    #[arg(long, value_name = "URI-G", requires = "nearest", conflicts_with_all = ["timemap", "archive"],
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
    /// Exit with 3 when a memento that was wanted is not there.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    network: NetworkArgs,
}

/// Said of text that is no date, with the forms that are.
const DATE: &str = "no date: 2014, 2014-01, 2014-01-27, 20140127171200";

/// The first millisecond of a date of any precision.
fn first(text: &str) -> Result<i64, &'static str> {
    date_span(text).map(|(first, _)| first).ok_or(DATE)
}

/// The last millisecond of a date: `--to 2014` includes December.
fn last(text: &str) -> Result<i64, &'static str> {
    date_span(text).map(|(_, last)| last).ok_or(DATE)
}

/// A period such as `6mo`.
pub(crate) fn period(text: &str) -> Result<Period, &'static str> {
    Period::parse(text).ok_or("no period: a number and y, mo, w, d, h, min or s")
}

/// Runs `scutch memento fetch`. What the WARC file has already is not asked for again, so the same
/// command resumes.
pub(super) fn run(args: &FetchArgs, talk: Talk) -> anyhow::Result<Exit> {
    let (hosts, clock) = (args.network.hosts(), SystemClock::default());
    let make = || args.network.client_beside(&hosts, clock);
    for path in [&args.table, &args.report] {
        guarded(path.as_deref(), [&args.output])?;
    }
    apart([Some(&*args.output), args.table.as_deref(), args.report.as_deref()])?;
    let _heeded = interrupt::heeded();
    let mut acquirer = args.acquirer(&make)?;
    let targets = args.targets(&mut acquirer, &make, talk)?;
    let mut table = output(args.table.as_deref())?;
    let begin = clock.now();
    let mut tally = Tally::of_targets(&targets).context(UNKEPT)?;
    let bar = progress::counting(talk, targets.len(), "mementos");
    let taken = acquirer.mementos(&targets, &make, |row, asked| {
        // The request was cut off: the memento stays open for the next run and gets no row.
        if interrupt::asked() && row.reason() == Some("interrupted") {
            return Ok(false);
        }
        tally.add(&row, asked, clock.now() - begin);
        bar.inc(1);
        bar.set_message(tally.in_short(&hosts));
        writeln!(table, "{}", serde_json::Value::Object(row.json()))?;
        Ok::<bool, anyhow::Error>(!interrupt::asked())
    })?;
    // Before errors are looked at, so that they are not printed into the bar.
    bar.finish_and_clear();
    taken?;
    table.flush()?;
    tally.tell(&args.output, talk);
    // Written after an interruption, too: the page says how much is left.
    if let Some(path) = &args.report {
        let page = report::page(&tally, &hosts.counts(), clock.now() - begin, &args.output);
        output::write(path, page)?;
    }
    Ok(args.exit(tally.there(), targets.len()))
}

impl FetchArgs {
    /// The exit code of a run that has so many of the mementos that were wanted.
    fn exit(&self, found: usize, wanted: usize) -> Exit {
        match found {
            _ if interrupt::asked() => Exit::Interrupted,
            0 => Exit::Nothing,
            found if self.strict && found < wanted => Exit::Losses,
            _ => Exit::Done,
        }
    }

    /// What fetches and stores, or only reads what is stored.
    fn acquirer(&self, make: &dyn Fn() -> Client) -> anyhow::Result<Acquirer> {
        let store = self.network.store(&self.output, self.offline)?;
        if self.offline {
            // Nobody is asked, and who was asked before was allowed.
            let hosts = self.network.allowed().iter().cloned().chain(store.hosts());
            let guard = Guard::allowing(hosts);
            return Ok(Acquirer::new(None, Some(store), guard));
        }
        Ok(Acquirer::new(Some(make()), Some(store), self.network.guard()))
    }

    /// The mementos that are wanted: from a TimeGate, or selected from lists.
    fn targets(
        &self,
        acquirer: &mut Acquirer,
        make: MakeClient<'_>,
        talk: Talk,
    ) -> anyhow::Result<Targets> {
        if let (Some(gate), Some(nearest)) = (&self.timegate, self.nearest) {
            return self.places.negotiate((gate, nearest), self.shard, acquirer, talk);
        }
        let selection =
            Selection { from: self.from, to: self.to, every: self.every, nearest: self.nearest };
        self.places.find(&Wanted { selection, shard: self.shard }, acquirer, make, talk)
    }
}
