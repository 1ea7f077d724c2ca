//! `scutch memento fetch`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use scutch_crawl::{Acquirer, Row, Store, Wish};
use scutch_fetch::{Clock as _, SystemClock};
use scutch_memento::{Period, Selection, span};

use super::acquire::WhereArgs;
use crate::exit::{Exit, UsageError};
use crate::interrupt;
use crate::output::output;
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
    /// Ask nobody: read all from the WARC file alone.
    #[arg(long)]
    offline: bool,
    /// Exit with 3 when a memento that was wanted is not there.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    network: NetworkArgs,
}

const DATE: &str = "no date: 2014, 2014-01, 2014-01-27, 20140127171200";

fn first(text: &str) -> Result<i64, &'static str> {
    span(text).map(|(first, _)| first).ok_or(DATE)
}

fn last(text: &str) -> Result<i64, &'static str> {
    span(text).map(|(_, last)| last).ok_or(DATE)
}

fn period(text: &str) -> Result<Period, &'static str> {
    Period::parse(text).ok_or("no period: a number and y, mo, w, d, h, min or s")
}

pub(super) fn run(args: &FetchArgs, talk: Talk) -> anyhow::Result<Exit> {
    let mut acquirer = args.acquirer()?;
    let wishes = args.wishes(&mut acquirer, talk)?;
    let mut table = output(args.table.as_deref())?;
    let mut tally = Tally::default();
    let bar = progress::counting(talk, wishes.len(), "mementos");
    for wish in &wishes {
        if interrupt::asked() {
            break;
        }
        let (row, asked) = acquirer.memento(wish)?;
        if interrupt::asked() && row.reason() == Some("interrupted") {
            break;
        }
        tally.add(&row, asked);
        bar.inc(1);
        bar.set_message(format!("{} missing", tally.missing()));
        writeln!(table, "{}", serde_json::Value::Object(row.json()))?;
    }
    bar.finish_and_clear();
    table.flush()?;
    tally.tell(wishes.len(), &args.output, talk);
    if interrupt::asked() {
        return Ok(Exit::Interrupted);
    }
    Ok(match tally.mementos {
        0 => Exit::Nothing,
        found if args.strict && found < wishes.len() => Exit::Losses,
        _ => Exit::Done,
    })
}

impl FetchArgs {
    fn acquirer(&self) -> anyhow::Result<Acquirer> {
        if self.output == Path::new("-") {
            let sentence = "-o: the WARC file is what a run goes on from, and has to be a file";
            return Err(UsageError(sentence.to_owned()).into());
        }
        let guard = self.network.guard();
        if self.offline {
            let store = Store::read_only(&self.output)?;
            return Ok(Acquirer::new(None, Some(store), guard));
        }
        let now = SystemClock::default().unix_ms();
        let store = Store::open(&self.output, &self.network.user_agent(), now)?;
        Ok(Acquirer::new(Some(self.network.client()), Some(store), guard))
    }

    fn wishes(&self, acquirer: &mut Acquirer, talk: Talk) -> anyhow::Result<Vec<Wish>> {
        if let (Some(gate), Some(nearest)) = (&self.timegate, self.nearest) {
            return self.places.negotiate(gate, nearest, acquirer, talk);
        }
        let selection =
            Selection { from: self.from, to: self.to, every: self.every, nearest: self.nearest };
        let found = self.places.find(acquirer, talk)?;
        Ok(found.iter().flat_map(|page| page.wishes(&selection)).collect())
    }
}

/// What came of it all.
#[derive(Debug, Default)]
struct Tally {
    mementos: usize,
    asked: usize,
    reasons: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, row: &Row, asked: bool) {
        self.asked += usize::from(asked);
        match row.reason() {
            None => self.mementos += 1,
            Some(reason) => *self.reasons.entry(reason.to_owned()).or_default() += 1,
        }
    }

    fn missing(&self) -> usize {
        self.reasons.values().sum()
    }

    fn tell(&self, wanted: usize, output: &Path, talk: Talk) {
        let (found, asked) = (self.mementos, self.asked);
        let path = output.display();
        talk.say(format_args!("{found} of {wanted} mementos in {path}, {asked} asked for now"));
        for (reason, count) in &self.reasons {
            talk.say(format_args!("  {count} {reason}"));
        }
    }
}
