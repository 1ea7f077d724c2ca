//! The texts of mementos, for verbs that need more than a table has.

use std::path::PathBuf;

use rustc_hash::FxHashMap;
use scutch_memento::table::{Row, Table, TermVectors};
use scutch_topic::{Detail, Grouping, Profile, Sketch, Stopwords, Terms};

use super::super::offtopic::source::SourceArgs;
use super::input::TableArgs;
use crate::exit::UsageError;
use crate::output::guarded;

// Where texts are read from.
#[derive(Debug, Default, clap::Args)]
pub(super) struct TextArgs {
    /// Archives with the texts of the mementos of a table, for what looks at words or pages.
    #[arg(long, value_name = "ARCHIVE")]
    texts: Vec<PathBuf>,
}

/// What of the pages is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The words with their counts.
    Words(Stopwords),
    /// The numbers of the words with their counts.
    Terms(Stopwords),
    /// The text, `meta` elements and pictures.
    Page,
}

/// Calls `take` with the number of a row and what its archive holds. Rows without a stored text are
/// left out.
pub(super) fn each(
    args: &TextArgs,
    input: &TableArgs,
    table: &Table,
    wanted: &Wanted,
    mut take: impl FnMut(usize, &Sketch),
) -> anyhow::Result<()> {
    guarded(input.output.as_deref(), &args.texts)?;
    let source = SourceArgs { inputs: args.inputs(input)?, ..SourceArgs::default() };
    // The profile `default` is built in.
    let Some(profile) = profile(wanted) else { return Ok(()) };
    let collection = source.collect(&profile, Grouping::Exact, input.jobs())?.collection;
    let mut rows: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (number, row) in table.rows.iter().enumerate() {
        // A table may list a memento several times; each row gets the text.
        rows.entry(key(row)).or_default().push(number);
    }
    collection.each_timemap(&mut |timemap, _| {
        let sketches = collection.sketches(&timemap)?;
        for memento in &timemap.mementos {
            let found = memento.content.and_then(|content| sketches.get(&content.key()));
            let Some(sketch) = found else { continue };
            // Of several captures in one second the first has the text.
            let key = format!("{} {}", memento.stamp(), scutch_url::surt(&memento.url));
            for number in rows.remove(&key).unwrap_or_default() {
                take(number, sketch);
            }
        }
        Ok(())
    })?;
    Ok(())
}

/// The vectors of the texts of a table's rows, without stop words.
pub(super) fn vectors(
    args: &TextArgs,
    input: &TableArgs,
    table: &Table,
) -> anyhow::Result<TermVectors> {
    let mut counts: Vec<Option<Vec<(String, u32)>>> = vec![None; table.rows.len()];
    each(args, input, table, &Wanted::Words(Stopwords::OfLanguage), |row, sketch| {
        counts[row] = Some(sketch.spelled.clone());
    })?;
    Ok(TermVectors::new(counts))
}

/// The words of the texts of a table's rows as numbers, without stop words.
pub(super) fn terms(
    args: &TextArgs,
    input: &TableArgs,
    table: &Table,
) -> anyhow::Result<Vec<Option<Terms>>> {
    let mut terms: Vec<Option<Terms>> = vec![None; table.rows.len()];
    each(args, input, table, &Wanted::Terms(Stopwords::OfLanguage), |row, sketch| {
        terms[row] = Some(sketch.terms.clone());
    })?;
    Ok(terms)
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

/// A profile that keeps what is wanted and computes nothing else.
fn profile(wanted: &Wanted) -> Option<Profile> {
    let mut profile = Profile::named("default")?;
    profile.measures.clear();
    let sketch = &mut profile.sketch;
    (sketch.evidence, sketch.terms) = (false, false);
    match wanted {
        Wanted::Words(stopwords) => {
            sketch.spelled = true;
            sketch.preprocess.stopwords = stopwords.clone();
        }
        Wanted::Terms(stopwords) => {
            sketch.terms = true;
            sketch.preprocess.stopwords = stopwords.clone();
        }
        Wanted::Page => sketch.shown = Some(Detail::Whole),
    }
    Some(profile)
}

/// Time and SURT: a table may spell addresses in another way than the archive.
fn key(row: &Row) -> String {
    let stamp = row.unix_ms().map(scutch_memento::cdx_timestamp).unwrap_or_default();
    format!("{stamp} {}", scutch_url::surt(&row.url()))
}
