//! `scutch memento report`.

use std::collections::BTreeMap;
use std::io::Write as _;

use scutch_memento::table::{self, Row, Table};
use scutch_topic::{Picture, Shown, Stopwords};
use serde_json::{Map, Value, json};

use super::input::{FormName, TableArgs};
use super::made::rounded;
use super::texts::{self, TextArgs, Wanted};
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
    /// Names and values of the `meta` elements of each page.
    Metadata,
    /// Pictures of each page, with address, size and text in their place.
    Images,
}

impl What {
    /// Whether it reads archives, which a table only names.
    fn reads_pages(self) -> bool {
        matches!(self, Self::Terms | Self::Metadata | Self::Images)
    }
}

/// Terms that are listed unless another number is asked for.
const TERMS: usize = 100;

/// A report: names of columns and rows of cells.
type Report = (&'static [&'static str], Vec<Vec<Value>>);

/// Runs `scutch memento report`.
pub(super) fn run(args: &ReportArgs, talk: Talk) -> anyhow::Result<Exit> {
    if args.what != What::Terms && args.top.is_some() {
        return Err(UsageError("--top is for --what terms".to_owned()).into());
    }
    if !args.what.reads_pages() && args.texts.is_named() {
        let sentence = "--texts: this report is of the table alone; terms, metadata and images read \
                        pages";
        return Err(UsageError(sentence.to_owned()).into());
    }
    let (table, _) = args.table.read(talk)?;
    let (columns, rows) = match args.what {
        What::Seeds => seeds(&table),
        What::Growth => growth(&table),
        What::Terms => terms(args, &table)?,
        What::Metadata => metadata(args, &table)?,
        What::Images => images(args, &table)?,
    };
    let columns: Vec<String> = columns.iter().map(|name| (*name).to_owned()).collect();
    let row =
        |cells: Vec<Value>| Row(columns.iter().cloned().zip(cells).collect::<Map<String, Value>>());
    let rows: Vec<Row> = rows.into_iter().map(row).collect();
    // The head of the table is written all the same: a script can read it.
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
    let wanted = Wanted::Words(Stopwords::OfLanguage);
    texts::each(&args.texts, &args.table, table, &wanted, |_, sketch| {
        for (term, count) in &sketch.spelled {
            let (tf, df) = counts.entry(term.clone()).or_default();
            *tf += u64::from(*count);
            *df += 1;
        }
    })?;
    // At least 1: a share of nothing is 0, not a division by it.
    let all = counts.values().map(|(tf, _)| tf).sum::<u64>().max(1) as f64;
    let mut ranked: Vec<(String, (u64, u64))> = counts.into_iter().collect();
    // Equal counts are in alphabetical order, so that runs can be compared.
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let ranked = ranked.into_iter().take(args.top.unwrap_or(TERMS));
    let rows = ranked
        .map(|(term, (tf, df))| vec![json!(term), json!(tf), json!(df), rounded(tf as f64 / all)]);
    Ok((&["term", "count", "mementos", "share"], rows.collect()))
}

/// What each page says of itself in its head.
fn metadata(args: &ReportArgs, table: &Table) -> anyhow::Result<Report> {
    let rows = of_pages(args, table, |uri_m, shown| {
        let row = |(name, value): &(String, String)| vec![json!(uri_m), json!(name), json!(value)];
        shown.meta.iter().map(row).collect()
    })?;
    Ok((&["urim", "name", "content"], rows))
}

/// The pictures of each page.
fn images(args: &ReportArgs, table: &Table) -> anyhow::Result<Report> {
    let rows = of_pages(args, table, |uri_m, shown| {
        let row = |picture: &Picture| {
            let (width, height) = picture.size.unzip();
            let (address, source) = (json!(picture.address), json!(picture.source));
            vec![json!(uri_m), address, source, json!(width), json!(height), json!(picture.alt)]
        };
        shown.pictures.iter().map(row).collect()
    })?;
    Ok((&["urim", "image", "source", "width", "height", "alt"], rows))
}

/// Rows about each page, in the order of the table.
fn of_pages(
    args: &ReportArgs,
    table: &Table,
    rows: impl Fn(&str, &Shown) -> Vec<Vec<Value>>,
) -> anyhow::Result<Vec<Vec<Value>>> {
    // Pages come in the order of the archives, and rows are wanted in that of the table.
    let mut found: BTreeMap<usize, Vec<Vec<Value>>> = BTreeMap::new();
    texts::each(&args.texts, &args.table, table, &Wanted::Page, |row, sketch| {
        if let Some(shown) = &sketch.shown {
            found.insert(row, rows(table.rows[row].uri_m(), shown));
        }
    })?;
    Ok(found.into_values().flatten().collect())
}
