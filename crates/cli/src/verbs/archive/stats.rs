//! `scutch archive stats`.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use scutch_archive::Severity;
use serde_json::json;

use super::facts::Facts;
use super::select::SelectArgs;
use super::walk::{Depth, Met, walk};
use crate::exit::Exit;

#[derive(Debug, clap::Args)]
pub(crate) struct StatsArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required = true)]
    inputs: Vec<String>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    select: SelectArgs,
}

/// Different values counted of one thing; later ones are summed as `(other)`.
const VALUES: usize = 10_000;
/// Values shown as text.
const SHOWN: usize = 20;

#[derive(Default)]
struct Counts(BTreeMap<String, u64>);

impl Counts {
    fn add(&mut self, value: Option<String>) {
        let value = value.unwrap_or_else(|| "-".to_owned());
        let room = self.0.len() < VALUES || self.0.contains_key(&value);
        *self.0.entry(if room { value } else { "(other)".to_owned() }).or_default() += 1;
    }

    fn most(&self) -> Vec<(&str, u64)> {
        let mut all: Vec<_> = self.0.iter().map(|(value, n)| (value.as_str(), *n)).collect();
        all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        all
    }
}

pub(crate) fn run(args: &StatsArgs) -> anyhow::Result<Exit> {
    let selection = args.select.read()?;
    let names = ["type", "status", "mime", "host", "month", "fault", "damage"];
    let mut counts: [Counts; 7] = Default::default();
    let (mut records, mut short, mut lost) = (0_u64, 0_u64, 0_u64);
    walk(&args.inputs, args.select.cdx.as_deref(), Depth::Whole, |_, item| {
        let [types, statuses, mimes, hosts, months, faults, damages] = &mut counts;
        match item {
            Met::Record(record) => {
                let facts = Facts::of(&record);
                if !selection.takes(&facts) {
                    return Ok(());
                }
                records += 1;
                types.add(Some(record.kind().name().to_owned()));
                if facts.http.is_some() {
                    statuses.add(facts.status().map(|s| s.to_string()));
                    mimes.add(facts.mime());
                    hosts.add(record.target_uri().and_then(scutch_url::host));
                    months.add(facts.timestamp().map(|t| format!("{}-{}", &t[..4], &t[4..6])));
                }
                let own = facts.faults();
                short += u64::from(own.iter().any(|(_, severity)| *severity == Severity::Lost));
                own.iter().for_each(|(fault, _)| faults.add(Some((*fault).to_owned())));
            }
            Met::Damage(damage) => {
                lost += damage.length;
                damages.add(Some(damage.cause.id().to_owned()));
            }
            Met::Line(line) => damages.add(Some(line.reason.to_owned())),
        }
        Ok(())
    })?;
    let mut out = io::stdout().lock();
    if args.json {
        let tables: BTreeMap<_, _> = names.iter().zip(&counts).map(|(n, c)| (*n, &c.0)).collect();
        let mut object = json!({"records": records, "counts": tables});
        object["records_that_lost_bytes"] = json!(short);
        object["bytes_in_no_record"] = json!(lost);
        writeln!(out, "{object}")?;
        return Ok(Exit::Done);
    }
    writeln!(
        out,
        "records\t{records}\nrecords that lost bytes\t{short}\nbytes in no record\t{lost}"
    )?;
    for (name, counts) in names.iter().zip(&counts) {
        let all = counts.most();
        for (value, n) in all.iter().take(SHOWN) {
            writeln!(out, "{name}\t{n}\t{value}")?;
        }
        if all.len() > SHOWN {
            writeln!(out, "{name}\t\t({} more values)", all.len() - SHOWN)?;
        }
    }
    Ok(if records == 0 { Exit::Nothing } else { Exit::Done })
}
