//! The texts of mementos, where a verb asks for more than a table says.

use std::path::PathBuf;

use rustc_hash::FxHashMap;
use scutch_memento::table::{Row, Table};
use scutch_topic::{Grouping, Profile, Stopwords};

use super::super::offtopic::source::SourceArgs;
use super::input::TableArgs;
use crate::exit::UsageError;
use crate::output::guarded;

/// Where texts are read from.
#[derive(Debug, Default, clap::Args)]
pub(super) struct TextArgs {
    /// Archives with the texts of the mementos of a table.
    #[arg(long, value_name = "ARCHIVE")]
    texts: Vec<PathBuf>,
}

/// Calls `take` with the number of a row and its tokens with their counts; rows whose texts are
/// not there are left out.
pub(super) fn each(
    args: &TextArgs,
    input: &TableArgs,
    table: &Table,
    stopwords: Stopwords,
    mut take: impl FnMut(usize, &[(String, u32)]),
) -> anyhow::Result<()> {
    guarded(input.output.as_deref(), &args.texts)?;
    let named: Vec<String> = args.texts.iter().map(|path| path.display().to_string()).collect();
    let inputs = match input.is_archives() {
        _ if !named.is_empty() => named,
        true => input.source.inputs.clone(),
        false => {
            let sentence = "a table has no texts: name the archives with --texts";
            return Err(UsageError(sentence.to_owned()).into());
        }
    };
    let Some(mut profile) = Profile::named("default") else { return Ok(()) };
    profile.measures.clear();
    profile.sketch.evidence = false;
    profile.sketch.terms = false;
    profile.sketch.spelled = true;
    profile.sketch.preprocess.stopwords = stopwords;
    let source = SourceArgs { inputs, ..SourceArgs::default() };
    let collection = source.collect(&profile, Grouping::Exact, input.jobs())?;
    let mut rows: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (number, row) in table.rows.iter().enumerate() {
        rows.entry(key(row)).or_default().push(number);
    }
    collection.each_timemap(|timemap, _| {
        let sketches = collection.sketches(&timemap)?;
        for memento in &timemap.mementos {
            let found = memento.content.and_then(|content| sketches.get(&content.key()));
            let Some(sketch) = found else { continue };
            // Of several captures in one second the first has the text.
            let key = format!("{} {}", memento.stamp(), scutch_url::surt(&memento.url));
            for number in rows.remove(&key).unwrap_or_default() {
                take(number, &sketch.spelled);
            }
        }
        Ok(())
    })?;
    Ok(())
}

fn key(row: &Row) -> String {
    let stamp = row.unix_ms().map(scutch_memento::cdx_timestamp).unwrap_or_default();
    format!("{stamp} {}", scutch_url::surt(&row.url()))
}
