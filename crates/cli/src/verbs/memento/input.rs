//! A table of mementos: read from a file or standard input, or made from archives.

use std::io::{self, Read as _, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_archive::{Sniffed, sniff};
use scutch_folder::inputs::STDIN;
use scutch_lists::{Entry, Form, Item};
use scutch_memento::cdx_timestamp;
use scutch_memento::table::{self, Row, Table, TableError, TableFormat, URI_M};
use scutch_plot::number::counted;
use scutch_topic::{Detail, PROFILES, Profile, Raw, judge_all};
use serde_json::json;

use super::super::offtopic::args::GroupName;
use super::super::offtopic::source::SourceArgs;
use super::super::offtopic::tell_losses;
use super::made::{PUBLISHED, columns, rows};
use crate::exit::{Exit, UsageError};
use crate::named::known;
use crate::output::{guarded, output};
use crate::talk::Talk;
use scutch_corpus::threads;

// Where a table comes from and where it goes.
#[derive(Debug, clap::Args)]
#[command(mut_arg("inputs", |inputs| inputs.help("A table of mementos, or `-` for one on standard input \
    [default: -]. Or archives: files, folders, patterns; a folder of files with dates in their names; a \
    working folder of the OTMT")))]
pub(crate) struct TableArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Form of the output [default: that of the input, jsonl for archives].
    #[arg(long, value_enum, value_name = "FORM")]
    pub(super) format: Option<FormName>,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Profile that judges the mementos of archives.
    #[arg(long, value_name = "NAME", default_value = PROFILES[0],
        value_parser = known(PROFILES, Profile::named))]
    pub(super) profile: Profile,
}

/// How a list of mementos is written.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum FormName {
    /// A JSON object per line.
    Jsonl,
    /// Columns between tabs.
    Tsv,
}

impl TableArgs {
    /// Number of worker threads.
    pub(super) fn jobs(&self) -> usize {
        threads(self.jobs)
    }

    /// Reads the table, changes it and writes it.
    pub(super) fn change(
        &self,
        talk: Talk,
        change: impl FnOnce(&mut Table) -> anyhow::Result<()>,
    ) -> anyhow::Result<Exit> {
        self.change_with(Detail::Numbers, talk, change)
    }

    /// The same, with so much detail of the pages where the input is archives.
    pub(super) fn change_with(
        &self,
        detail: Detail,
        talk: Talk,
        change: impl FnOnce(&mut Table) -> anyhow::Result<()>,
    ) -> anyhow::Result<Exit> {
        let (mut table, form) = self.read_with(detail, talk)?;
        let before = table.rows.len();
        // Output is opened after the change: a refused filter leaves the old file alone.
        change(&mut table)?;
        self.write(&table, form)?;
        let before = counted(before as u64, "memento");
        talk.say(format_args!("{} of {before}", table.rows.len()));
        Ok(if table.rows.is_empty() { Exit::Nothing } else { Exit::Done })
    }

    /// The table, and the form to write it in.
    pub(super) fn read(&self, talk: Talk) -> anyhow::Result<(Table, TableFormat)> {
        self.read_with(Detail::Numbers, talk)
    }

    fn read_with(&self, detail: Detail, talk: Talk) -> anyhow::Result<(Table, TableFormat)> {
        guarded(self.output.as_deref(), self.source.files())?;
        let (table, form) = match self.text()? {
            Some((name, text)) => read_any(&text).with_context(|| name)?,
            None => (self.judged(detail, talk)?, TableFormat::Jsonl),
        };
        let asked = self.format.map(|format| match format {
            FormName::Jsonl => TableFormat::Jsonl,
            FormName::Tsv => TableFormat::Tsv,
        });
        Ok((table, asked.unwrap_or(form)))
    }

    /// Writes the table where it was asked for.
    pub(super) fn write(&self, table: &Table, form: TableFormat) -> anyhow::Result<()> {
        let mut out = output(self.output.as_deref())?;
        table::write(table, form, &mut out)?;
        out.flush()?;
        Ok(())
    }

    /// Whether the inputs are archives rather than a table.
    pub(super) fn is_archives(&self) -> bool {
        match &self.source.inputs[..] {
            [] => false,
            [name] if name == STDIN => false,
            // The first bytes decide: tables and archives may have any name.
            [name] if Path::new(name).is_file() => {
                matches!(sniff(Path::new(name)), Ok(Sniffed::Archive(_)))
            }
            _ => true,
        }
    }

    /// The name and text of a table; `None` if the inputs are archives.
    fn text(&self) -> anyhow::Result<Option<(String, String)>> {
        if self.is_archives() {
            return Ok(None);
        }
        if !self.source.takes_all() || self.source.post_append {
            let sentence = "--cdx, --timemap, --seed-list and --post-append say what is taken of \
                            archives, not of a table";
            return Err(UsageError(sentence.to_owned()).into());
        }
        let name = self.source.inputs.first().map_or(STDIN, String::as_str).to_owned();
        let mut bytes = Vec::new();
        if name == STDIN {
            io::stdin().lock().read_to_end(&mut bytes).context("standard input")?;
        } else {
            bytes = std::fs::read(&name).with_context(|| name.clone())?;
        }
        // A table is text of our own; replacement characters would change addresses.
        let text = String::from_utf8(bytes).with_context(|| format!("{name}: not UTF-8"))?;
        Ok(Some((name, text)))
    }

    /// A table of the mementos of archives, with their verdicts.
    fn judged(&self, detail: Detail, talk: Talk) -> anyhow::Result<Table> {
        let mut profile = self.profile.clone();
        // Titles, languages and simhashes are columns here, though judging does not need them.
        profile.sketch.evidence = true;
        profile.sketch.shown = Some(detail);
        profile.sketch.simhash_tf = true;
        profile.sketch.simhash_raw.get_or_insert(Raw::Characters);
        let grouping = GroupName::default().grouping();
        let collection = self.source.collect(&profile, grouping, self.jobs())?.collection;
        let columns = columns(detail).map(str::to_owned).collect();
        let mut table = Table { columns, rows: Vec::new() };
        let tally = judge_all(&collection, &profile, self.jobs(), |timemap, judged| {
            table.rows.extend(rows(timemap, judged, &collection, detail)?);
            Ok(())
        })?;
        tell_losses(&tally, &collection, talk);
        Ok(table)
    }
}

/// Reads a table, or the mementos of another list: a TimeMap, or URI-Ms.
fn read_any(text: &str) -> Result<(Table, TableFormat), TableError> {
    let error = match table::read(text) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    let columns = [URI_M, "url", "timestamp"].map(str::to_owned).to_vec();
    let mut listed = Table { columns, rows: Vec::new() };
    let mut is_whole = true;
    let form = scutch_lists::read_bytes(text.as_bytes(), None, &mut |item| {
        match item {
            Item::Entry(Entry { subject, unix_ms, .. }) => {
                let time = unix_ms.map(cdx_timestamp);
                let cells = [json!(subject.uri()), json!(subject.uri_r()), json!(time)];
                listed.rows.push(Row(listed.columns.iter().cloned().zip(cells).collect()));
            }
            Item::Refused { .. } => is_whole = false,
        }
        Ok(())
    });
    match form {
        Ok(Form::TimeMap | Form::Lines) if is_whole => Ok((listed, TableFormat::Jsonl)),
        _ => Err(error),
    }
}

/// Fails if no row has a value in a column that an option needs.
pub(super) fn needs(table: &Table, option: &str, column: &str) -> Result<(), UsageError> {
    let there = |row: &Row| row.0.get(column).is_some_and(|value| !value.is_null());
    // An empty table has no column to miss; it is the end of a pipe that kept nothing.
    if table.rows.is_empty() || table.rows.iter().any(there) {
        return Ok(());
    }
    let dates = if column == PUBLISHED { " --dates" } else { "" };
    Err(UsageError(format!(
        "{option}: no row has anything in the column {column:?}; `scutch memento list{dates}` makes \
         tables with all columns from archives"
    )))
}
