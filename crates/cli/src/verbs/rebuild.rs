//! `scutch rebuild STANDOFF --archives IN... -o DIR`: the texts of a stand-off corpus, from one's own archives.

use std::path::PathBuf;

use scutch_corpus::rebuild::{RebuildRequest, Rebuilt, rebuild};
use scutch_corpus::{Unreadable, threads};
use scutch_folder::config::Format;
use scutch_foreign::escaped;

use super::corpus_run::with_progress;
use super::summary::entry;
use crate::exit::{Exit, UsageError};
use crate::named::named;
use crate::talk::Talk;

/// Rows without a text, shown without `-v`.
const SHOWN: usize = 10;

#[derive(Debug, clap::Args)]
pub(crate) struct RebuildArgs {
    /// The stand-off corpus: a folder made with `--format standoff`.
    standoff: PathBuf,
    /// Archives with the records: files, folders or patterns.
    #[arg(long, value_name = "IN", required = true, num_args = 1..)]
    archives: Vec<String>,
    /// The new folder.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Formats to write; `parquet` or `jsonl` among them [default: parquet].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named::<Format>())]
    format: Vec<Format>,
    /// The decisions on rows that the corpus was made with.
    #[arg(long, value_name = "FILE")]
    decisions: Option<PathBuf>,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
}

/// Runs `scutch rebuild`. Exits with 4 when a row has no text, or all rows together another root.
pub(crate) fn run(args: &RebuildArgs, talk: Talk) -> anyhow::Result<Exit> {
    let mut formats = match args.format.is_empty() {
        true => vec![Format::Parquet],
        false => args.format.clone(),
    };
    formats.sort_unstable();
    formats.dedup();
    if !formats.iter().any(|format| format.is_of_rows()) {
        let why = "--format: parquet or jsonl has to be among them, for the comparison of rows";
        return Err(UsageError(why.to_owned()).into());
    }
    let request = RebuildRequest {
        standoff: args.standoff.clone(),
        archives: args.archives.clone(),
        decisions: args.decisions.clone(),
        formats,
        output: args.output.clone(),
        jobs: threads(args.jobs),
        unreadable: Unreadable::Fail,
    };
    let Some(rebuilt) = with_progress(talk, |watch| rebuild(&request, watch))? else {
        talk.say("interrupted; nothing was written, and the same command begins anew");
        return Ok(Exit::Interrupted);
    };
    say_rebuilt(&rebuilt, talk);
    let is_whole = rebuilt.lacking.is_empty() && !rebuilt.other_root;
    Ok(if is_whole { Exit::Done } else { Exit::Damage })
}

/// Says what was rebuilt, and what was not and why.
fn say_rebuilt(rebuilt: &Rebuilt, talk: Talk) {
    talk.say(entry("rows of the stand-off corpus", rebuilt.rows));
    talk.say(entry("rebuilt with the same text", rebuilt.rebuilt));
    talk.say(entry("of these the same in every column", rebuilt.identical));
    if rebuilt.further > 0 {
        talk.say(entry("left out: rows of these archives that it does not name", rebuilt.further));
    }
    if rebuilt.other_root {
        talk.say(
            "the root of the rows is another: they stood in another order, or run.json of the stand-off corpus was changed",
        );
    }
    if rebuilt.lacking.is_empty() {
        return;
    }
    talk.say(entry("not rebuilt", rebuilt.lacking.len() as u64));
    let shown = if talk.verbose { rebuilt.lacking.len() } else { SHOWN };
    for row in rebuilt.lacking.iter().take(shown) {
        talk.say(format_args!(
            "{:>14}{} {}: {}",
            "",
            escaped(&row.id),
            escaped(&row.url),
            row.why.sentence()
        ));
    }
    if let Some(tool) = &rebuilt.other_tool {
        talk.say(format_args!(
            "  hint: the stand-off corpus was made by {}; another version may make other texts",
            escaped(tool)
        ));
    }
}
