//! `scutch evaluate offtopic`: verdicts against labels.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_learn::Counts;
use scutch_topic::evaluate::{census, read_predictions, score};
use scutch_topic::label::{Label, read_labels};

use crate::exit::Exit;
use crate::settings_file;

#[derive(Debug, clap::Args)]
pub(crate) struct OfftopicArgs {
    /// Labels: CSV with urim and label, or the gold standard's table (id, date, URI, label).
    #[arg(value_name = "GOLD")]
    gold: PathBuf,
    /// Verdicts: what `scutch offtopic` or the OTMT wrote (JSON, JSON lines, golddatafile).
    #[arg(value_name = "PRED")]
    predictions: Option<PathBuf>,
    /// Seed of the bootstrap.
    #[arg(long, value_name = "N", default_value = "1", requires = "predictions")]
    seed: u64,
}

/// Runs `scutch evaluate offtopic`.
pub(super) fn run(args: &OfftopicArgs) -> anyhow::Result<Exit> {
    let labels = read_labels(&read(&args.gold)?).with_context(|| shown(&args.gold))?;
    let mut out = crate::output::text();
    match &args.predictions {
        Some(predictions) => against(&mut out, &labels, predictions, args.seed)?,
        None => {
            let census = census(&labels);
            let share = 100.0 * census.off as f64 / census.mementos.max(1) as f64;
            writeln!(out, "TimeMaps\tmementos\toff-topic\t%")?;
            writeln!(out, "{}\t{}\t{}\t{share:.0}", census.timemaps, census.mementos, census.off)?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Scores of verdicts: over all, by tier, and by kind and label.
fn against(
    out: &mut impl Write,
    labels: &[Label],
    predictions: &Path,
    seed: u64,
) -> anyhow::Result<()> {
    let predictions = read_predictions(&read(predictions)?).with_context(|| shown(predictions))?;
    let scores = score(labels, &predictions, seed);
    writeln!(out, "part\tF1\taccuracy\tprecision\trecall\tfound\tfalse alarms\tmissed\trest")?;
    line(out, "all", &scores.all)?;
    // Labels without the column `tier` have an empty one, which says nothing beside `all`.
    for (tier, counts) in scores.tiers.iter().filter(|(tier, _)| !tier.is_empty()) {
        line(out, tier, counts)?;
    }
    if let Some(f1) = scores.f1 {
        writeln!(out, "F1 over samples of TimeMaps\t{:.3} to {:.3}", f1.low, f1.high)?;
    }
    writeln!(out, "without verdict\t{}", scores.missing)?;
    writeln!(out, "\ntier\tkind\tlabel\tmementos\tfound off-topic")?;
    for ((tier, kind, label), (count, found)) in &scores.kinds {
        writeln!(out, "{tier}\t{kind}\t{label}\t{count}\t{found}")?;
    }
    Ok(())
}

/// The scores of a part as a line.
fn line(out: &mut impl Write, part: &str, counts: &Counts) -> io::Result<()> {
    let Counts { hits, extra, missed, rest } = counts;
    writeln!(
        out,
        "{part}\t{:.3}\t{:.3}\t{:.3}\t{:.3}\t{hits}\t{extra}\t{missed}\t{rest}",
        counts.f1(),
        counts.accuracy(),
        counts.precision(),
        counts.recall()
    )
}

/// The text of a file; errors name it.
fn read(path: &Path) -> anyhow::Result<String> {
    settings_file::list(path)
}

/// A path as messages show it.
fn shown(path: &Path) -> String {
    path.display().to_string()
}
