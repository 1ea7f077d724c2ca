//! `scutch evaluate offtopic`: verdicts against labels.

mod page;
mod table;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use scutch_plot::number::counted;
use scutch_topic::evaluate::{Scores, census, read_predictions, score, wrong};
use scutch_topic::label::{Label, read_labels};

use self::page::Scored;
use crate::exit::{Exit, UsageError};
use crate::output::{self, guarded};
use crate::settings_file;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct OfftopicArgs {
    /// Labels: CSV with urim and label, a table captures.tsv, or the gold standard's table (id, date,
    /// URI, label).
    #[arg(value_name = "GOLD")]
    gold: PathBuf,
    /// Verdicts: what `scutch offtopic` or the OTMT wrote (JSON, JSON lines, golddatafile).
    #[arg(value_name = "PRED")]
    predictions: Option<PathBuf>,
    /// Seed of the bootstrap.
    #[arg(long, value_name = "N", default_value = "1", requires = "predictions")]
    seed: u64,
    /// Write a page with all tables and the mementos that were missed or found wrongly.
    #[arg(short, long, value_name = "FILE", requires = "predictions")]
    output: Option<PathBuf>,
    /// Mementos listed on the page, of either kind.
    #[arg(long, value_name = "N", default_value_t = 100, requires = "output")]
    worst: usize,
}

/// Runs `scutch evaluate offtopic`.
pub(super) fn run(args: &OfftopicArgs, talk: Talk) -> anyhow::Result<Exit> {
    guarded(args.output.as_deref(), std::iter::once(&args.gold).chain(&args.predictions))?;
    let labels = labels(&args.gold)?;
    let text = match &args.predictions {
        Some(predictions) => against(&labels, predictions, args, talk)?,
        None => table::census(&census(&labels)),
    };
    let mut out = output::text();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Done)
}

/// The labels of a file.
fn labels(path: &Path) -> anyhow::Result<Vec<Label>> {
    let text = read(path)?;
    let error = match read_labels(&text) {
        Ok(labels) => return Ok(labels),
        Err(error) => error,
    };
    // Both are tables of mementos, and easily given the other way round.
    if read_predictions(&text).is_ok_and(|verdicts| !verdicts.is_empty()) {
        let shown = path.display();
        let sentence = format!("{shown}: these are verdicts: name labels first, then verdicts");
        return Err(UsageError(sentence).into());
    }
    Err(error).with_context(|| shown(path))
}

/// Fails where there is nothing to compare: a score of nothing would look like one.
fn comparable(
    labels: &[Label],
    scores: &Scores,
    gold: &Path,
    predictions: &Path,
) -> anyhow::Result<()> {
    let scored = labels.iter().filter(|label| label.is_scored()).count() as u64;
    if scored == 0 {
        return Err(unscored(gold));
    }
    if scores.missing == scored {
        let (count, found) = (counted(scored, "labelled memento"), predictions.display());
        bail!(
            "{found}: no verdict on any of the {count}; are these verdicts on the same captures?"
        );
    }
    Ok(())
}

/// The error for labels of which none is scored.
pub(crate) fn unscored(gold: &Path) -> anyhow::Error {
    anyhow!("{}: no label is \"on\" or \"off\", or all are of first mementos", gold.display())
}

/// Scores of verdicts as text, and as a page where one is asked for.
fn against(
    labels: &[Label],
    path: &Path,
    args: &OfftopicArgs,
    talk: Talk,
) -> anyhow::Result<String> {
    let predictions = read_predictions(&read(path)?).with_context(|| shown(path))?;
    let scores = score(labels, &predictions, args.seed);
    comparable(labels, &scores, &args.gold, path)?;
    if let Some(page) = &args.output {
        let wrong: Vec<&Label> = wrong(labels, &predictions).collect();
        let title = format!("{} against {}", path.display(), args.gold.display());
        let scored = Scored { scores: &scores, wrong: &wrong, most: args.worst };
        output::write(page, page::render(&title, &scored))?;
        talk.say(format_args!("{}: written", page.display()));
    }
    Ok(table::scores(&scores))
}

/// The text of a file; errors name it.
fn read(path: &Path) -> anyhow::Result<String> {
    settings_file::list(path)
}

/// A path as messages show it.
fn shown(path: &Path) -> String {
    path.display().to_string()
}
