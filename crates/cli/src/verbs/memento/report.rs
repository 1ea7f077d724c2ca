//! `scutch memento report`.

use std::collections::BTreeMap;
use std::io::Write as _;

use scutch_memento::table::{self, Row, Table};
use scutch_topic::Stopwords;
use serde_json::{Map, Value, json};

use super::input::{FormName, TableArgs, rounded};
use super::texts::{self, TextArgs};
use crate::exit::{Exit, UsageError};
use crate::output::output;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    table: TableArgs,
    /// What to report.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    what: What,
    /// Terms to list, with --what terms [default: 100].
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    #[command(flatten)]
    texts: TextArgs,
}

/// What a report counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// Diversity of domains and depths, shares of front pages and queries.
    #[default]
    Seeds,
    /// Shares of mementos and originals at each hundredth of the collection's life.
    Growth,
    /// Commonest words of the texts, without stop words.
    Terms,
}

/// Terms that are listed unless another number is asked for.
const TERMS: usize = 100;

/// A report: names of columns and rows of cells.
type Report = (&'static [&'static str], Vec<Vec<Value>>);

/// Runs `scutch memento report`.
pub(super) fn run(args: &ReportArgs, talk: Talk) -> anyhow::Result<Exit> {
    if args.what != What::Terms && (args.top.is_some() || args.texts.is_named()) {
        let sentence = "--top and --texts are for --what terms: other reports read no texts";
        return Err(UsageError(sentence.to_owned()).into());
    }
    let (table, _) = args.table.read(talk)?;
    let (columns, rows) = match args.what {
        What::Seeds => seeds(&table),
        What::Growth => growth(&table),
        What::Terms => terms(args, &table)?,
    };
    let columns: Vec<String> = columns.iter().map(|name| (*name).to_owned()).collect();
    let row =
        |cells: Vec<Value>| Row(columns.iter().cloned().zip(cells).collect::<Map<String, Value>>());
    let rows: Vec<Row> = rows.into_iter().map(row).collect();
    let exit = if rows.is_empty() { Exit::Nothing } else { Exit::Done };
    let form = match args.table.format {
        Some(FormName::Jsonl) => table::TableFormat::Jsonl,
        // Reports are read by people, so they default to columns whatever the input was.
        Some(FormName::Tsv) | None => table::TableFormat::Tsv,
    };
    let mut out = output(args.table.output.as_deref())?;
    table::write(&Table { columns, rows }, form, &mut out)?;
    out.flush()?;
    Ok(exit)
}

/// Facts about the originals of a collection.
fn seeds(table: &Table) -> Report {
    let seeds = table::seed_stats(table);
    let mut dates: Vec<i64> = table.rows.iter().filter_map(Row::unix_ms).collect();
    dates.sort_unstable();
    let date = |unix_ms: Option<&i64>| json!(unix_ms.map(|ms| scutch_memento::cdx_timestamp(*ms)));
    let rows = vec![
        vec![json!("mementos"), json!(seeds.mementos)],
        vec![json!("originals"), json!(seeds.originals)],
        vec![json!("first memento"), date(dates.first())],
        vec![json!("last memento"), date(dates.last())],
        vec![json!("domain diversity"), rounded(seeds.domain_diversity)],
        vec![json!("path depth diversity"), rounded(seeds.depth_diversity)],
        vec![json!("commonest path depth"), json!(seeds.commonest_depth)],
        vec![json!("front pages"), rounded(seeds.top_level)],
        vec![json!("with a query"), rounded(seeds.with_query)],
    ];
    (&["what", "value"], rows)
}

/// How the collection grew: cumulative shares over its life.
fn growth(table: &Table) -> Report {
    let steps = table::growth(table).into_iter();
    let rows = steps.map(|g| vec![rounded(g.time), rounded(g.mementos), rounded(g.originals)]);
    (&["time", "mementos", "originals"], rows.collect())
}

/// The commonest words, with the number of mementos that have them.
fn terms(args: &ReportArgs, table: &Table) -> anyhow::Result<Report> {
    let mut counts: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    texts::each(&args.texts, &args.table, table, Stopwords::OfLanguage, |_, spelled| {
        for (term, count) in spelled {
            let (tf, df) = counts.entry(term.clone()).or_default();
            *tf += u64::from(*count);
            *df += 1;
        }
    })?;
    let all = counts.values().map(|(tf, _)| tf).sum::<u64>().max(1) as f64;
    let mut ranked: Vec<(String, (u64, u64))> = counts.into_iter().collect();
    // Equal counts are in alphabetical order, so that runs can be compared.
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let ranked = ranked.into_iter().take(args.top.unwrap_or(TERMS));
    let rows = ranked
        .map(|(term, (tf, df))| vec![json!(term), json!(tf), json!(df), rounded(tf as f64 / all)]);
    Ok((&["term", "count", "mementos", "share"], rows.collect()))
}
