//! `scutch archive stats`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use scutch_archive::Severity;
use scutch_foreign::cell;
use serde_json::{Value, json};

use super::facts::Facts;
use super::select::SelectArgs;
use super::walk::{Depth, WalkItem, walk};
use crate::exit::Exit;
use crate::named::input;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct StatsArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required = true, value_parser = input())]
    inputs: Vec<String>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    select: SelectArgs,
}

/// Distinct values counted per table; later ones are summed as `(other)`. A crawl may have millions of
/// hosts.
const VALUES: usize = 10_000;
/// Values shown as text.
const SHOWN: usize = 20;

/// How often each value occurs.
#[derive(Default)]
struct Counts(BTreeMap<String, u64>);

impl Counts {
    /// Counts a value; `-` stands for none.
    fn add(&mut self, value: Option<String>) {
        let value = value.unwrap_or_else(|| "-".to_owned());
        // Known values are counted on: only new ones find the table full.
        let room = self.0.len() < VALUES || self.0.contains_key(&value);
        *self.0.entry(if room { value } else { "(other)".to_owned() }).or_default() += 1;
    }

    /// Values and their counts, the most frequent first.
    fn most(&self) -> Vec<(&str, u64)> {
        let mut all: Vec<_> = self.0.iter().map(|(value, n)| (value.as_str(), *n)).collect();
        // The sort is stable, so equal counts stay in alphabetical order.
        all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        all
    }
}

/// All that is counted.
#[derive(Default)]
struct Stats {
    records: u64,
    /// Records that lost bytes.
    short: u64,
    /// Bytes in no record.
    lost: u64,
    types: Counts,
    statuses: Counts,
    mimes: Counts,
    hosts: Counts,
    months: Counts,
    faults: Counts,
    damages: Counts,
}

/// Runs `scutch archive stats`.
pub(crate) fn run(args: &StatsArgs) -> anyhow::Result<Exit> {
    let selection = args.select.read()?;
    let mut stats = Stats::default();
    walk(&args.inputs, args.select.cdx.as_deref(), Depth::Whole, |_, item| {
        match item {
            WalkItem::Record(record) => {
                let facts = Facts::from_record(&record);
                if selection.takes(&facts) {
                    stats.record(&facts);
                }
            }
            WalkItem::Damage(damage) => {
                stats.lost += damage.length;
                stats.damages.add(Some(damage.cause.id().to_owned()));
            }
            WalkItem::Line(line) => stats.damages.add(Some(line.reason.to_owned())),
        }
        Ok(())
    })?;
    if args.json {
        writeln!(output::output(None)?, "{}", stats.json())?;
        return Ok(Exit::Done);
    }
    let mut out = output::text();
    stats.write(&mut out)?;
    out.flush()?;
    Ok(if stats.records == 0 { Exit::Nothing } else { Exit::Done })
}

impl Stats {
    /// Counts a record in all tables.
    fn record(&mut self, facts: &Facts<'_>) {
        self.records += 1;
        self.types.add(Some(facts.record.kind().name().to_owned()));
        // Requests and metadata have media types too, but are no captures.
        if facts.http.is_some() {
            self.statuses.add(facts.status().map(|status| status.to_string()));
            self.mimes.add(facts.mime());
            self.hosts.add(facts.record.target_uri().and_then(scutch_url::host));
            self.months.add(facts.timestamp().map(|t| format!("{}-{}", &t[..4], &t[4..6])));
        }
        let faults = facts.faults();
        // A record that lost bytes twice is one record.
        self.short += u64::from(faults.iter().any(|(_, severity)| *severity == Severity::Lost));
        faults.iter().for_each(|(fault, _)| self.faults.add(Some((*fault).to_owned())));
    }

    /// The tables by the names that lines and JSON give them.
    fn tables(&self) -> [(&'static str, &Counts); 7] {
        [
            ("type", &self.types),
            ("status", &self.statuses),
            ("mime", &self.mimes),
            ("host", &self.hosts),
            ("month", &self.months),
            ("fault", &self.faults),
            ("damage", &self.damages),
        ]
    }

    /// All counts as one object, with every value that was kept.
    fn json(&self) -> Value {
        let tables: BTreeMap<_, _> =
            self.tables().into_iter().map(|(name, counts)| (name, &counts.0)).collect();
        let mut object = json!({"records": self.records, "counts": tables});
        object["records_that_lost_bytes"] = json!(self.short);
        object["bytes_in_no_record"] = json!(self.lost);
        object
    }

    /// All counts as lines of table, count and value; the first values of each table.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { records, short, lost, .. } = self;
        writeln!(
            out,
            "records\t{records}\nrecords that lost bytes\t{short}\nbytes in no record\t{lost}"
        )?;
        for (name, counts) in self.tables() {
            let all = counts.most();
            for (value, n) in all.iter().take(SHOWN) {
                writeln!(out, "{name}\t{n}\t{}", cell(value))?;
            }
            if all.len() > SHOWN {
                writeln!(out, "{name}\t\t({} more values)", all.len() - SHOWN)?;
            }
        }
        Ok(())
    }
}
