//! `scutch memento list`, `slice`, `order` and `sample`.

use scutch_memento::table::{self, Sampling, URI_M, default_slices};
use scutch_topic::Detail;

use super::examples;
use super::input::{TableArgs, needs};
use super::made::PUBLISHED;
use crate::exit::{Exit, UsageError};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Add the date of publication, as pages give it; takes about twice as long.
    #[arg(long)]
    dates: bool,
}

/// Runs `scutch memento list`: reading and writing without a change between.
pub(super) fn list(args: &ListArgs, talk: Talk) -> anyhow::Result<Exit> {
    if args.dates && !args.table.is_archives() {
        let sentence = "--dates: a table has no pages: name archives";
        return Err(UsageError(sentence.to_owned()).into());
    }
    let detail = if args.dates { Detail::Dated } else { Detail::Numbers };
    args.table.change_with(detail, talk, |_| Ok(()))
}

#[derive(Debug, clap::Args)]
pub(crate) struct SliceArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Slices [default: 28 + ln of the number of mementos, rounded up].
    #[arg(long, value_name = "N")]
    slices: Option<std::num::NonZeroUsize>,
}

/// Runs `scutch memento slice`.
pub(super) fn slice(args: &SliceArgs, talk: Talk) -> anyhow::Result<Exit> {
    args.table.change(talk, |table| {
        // The default grows with the logarithm of the collection: large ones must not drown in
        // slices.
        let of_size = || default_slices(table.rows.len());
        let slices = args.slices.map_or_else(of_size, std::num::NonZeroUsize::get);
        table::assign_slices(table, slices);
        Ok(())
    })
}

#[derive(Debug, clap::Args)]
pub(crate) struct OrderArgs {
    #[command(flatten)]
    table: TableArgs,
    /// The column; `timestamp` is the time of capture, `published` the date of publication or, where
    /// there is none, the time of capture.
    #[arg(long, value_name = "COLUMN", default_value = "timestamp")]
    by: String,
    /// Largest, latest first.
    #[arg(long)]
    reverse: bool,
}

/// Runs `scutch memento order`.
pub(super) fn order(args: &OrderArgs, talk: Talk) -> anyhow::Result<Exit> {
    let detail = if args.by == PUBLISHED { Detail::Dated } else { Detail::Numbers };
    args.table.change_with(detail, talk, |table| {
        // Without a column `timestamp`, the URI-M has the time of capture, which also stands in where
        // no page says when it was published.
        let has_column = table.columns.contains(&args.by);
        if args.by != "timestamp" && !(args.by == PUBLISHED && has_column) {
            needs(table, "--by", &args.by)?;
        }
        table::sort_by_column(table, &args.by, args.reverse);
        Ok(())
    })
}

#[derive(Debug, clap::Args)]
#[command(after_help = format!("The order of mementos stays; the same seed gives the same sample.\n\n{}", examples::SAMPLE))]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Mementos to draw; with --per, of each value.
    #[arg(short = 'n', long, value_name = "N")]
    size: Option<usize>,
    /// Every N-th memento, from one that the seed draws.
    #[arg(long, value_name = "N", conflicts_with_all = ["size", "per"])]
    every: Option<std::num::NonZeroUsize>,
    /// Draw of each value of this column: cluster, url, language.
    #[arg(long, value_name = "COLUMN")]
    per: Option<String>,
    /// Seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// Runs `scutch memento sample`. Fails without a size or a step.
pub(super) fn sample(args: &SampleArgs, talk: Talk) -> anyhow::Result<Exit> {
    let sampling = match (&args.every, &args.per, args.size) {
        (Some(step), ..) => Sampling::Systematic(step.get()),
        (None, Some(column), Some(size)) => Sampling::Stratified { column: column.clone(), size },
        (None, None, Some(size)) => Sampling::Random(size),
        (None, _, None) => {
            return Err(UsageError("how many? name -n N or --every N".to_owned()).into());
        }
    };
    args.table.change(talk, |table| {
        // Every row has a URI-M, so the check passes where no strata were named.
        let column = args.per.as_deref().unwrap_or(URI_M);
        needs(table, "--per", column)?;
        table::sample(table, &sampling, args.seed);
        Ok(())
    })
}
