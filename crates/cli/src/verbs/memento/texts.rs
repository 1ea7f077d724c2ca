//! The texts of mementos, for verbs that need more than a table has.

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
    /// Archives with the texts of the mementos of a table, for what looks at words.
    #[arg(long, value_name = "ARCHIVE")]
    texts: Vec<PathBuf>,
}

/// Calls `take` with the number of a row and the counts of its tokens. Rows without a stored text are
/// left out.
pub(super) fn each(
    args: &TextArgs,
    input: &TableArgs,
    table: &Table,
    stopwords: Stopwords,
    mut take: impl FnMut(usize, &[(String, u32)]),
) -> anyhow::Result<()> {
    guarded(input.output.as_deref(), &args.texts)?;
    let source = SourceArgs { inputs: args.inputs(input)?, ..SourceArgs::default() };
    // The profile `default` is built in.
    let Some(profile) = profile(stopwords) else { return Ok(()) };
    let collection = source.collect(&profile, Grouping::Exact, input.jobs())?.collection;
    let mut rows: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (number, row) in table.rows.iter().enumerate() {
        // A table may list a memento several times; each row gets the text.
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

impl TextArgs {
    /// Whether archives with texts were named.
    pub(super) fn is_named(&self) -> bool {
        !self.texts.is_empty()
    }

    /// The archives to read texts from: the ones of `--texts`, or the inputs themselves.
    fn inputs(&self, input: &TableArgs) -> Result<Vec<String>, UsageError> {
        if !self.texts.is_empty() {
            return Ok(self.texts.iter().map(|path| path.display().to_string()).collect());
        }
        if input.is_archives() {
            return Ok(input.source.inputs.clone());
        }
        let sentence = "a table has no texts: name the archives with --texts";
        Err(UsageError(sentence.to_owned()))
    }
}

/// A profile that keeps the words of texts and computes nothing else.
fn profile(stopwords: Stopwords) -> Option<Profile> {
    let mut profile = Profile::named("default")?;
    profile.measures.clear();
    profile.sketch.evidence = false;
    profile.sketch.terms = false;
    profile.sketch.spelled = true;
    profile.sketch.preprocess.stopwords = stopwords;
    Some(profile)
}

/// Time and SURT: a table may spell addresses in another way than the archive.
fn key(row: &Row) -> String {
    let stamp = row.unix_ms().map(scutch_memento::cdx_timestamp).unwrap_or_default();
    format!("{stamp} {}", scutch_url::surt(&row.url()))
}
