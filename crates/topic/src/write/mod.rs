//! Verdicts as files: the OTMT's JSON and CSV, JSON lines, the gold standard's table.

mod csv;
mod gold;
mod json;
mod jsonl;

use std::io::{self, Write};

use crate::collection::Collection;
use crate::collection::timemap::TimeMap;
use crate::judge::Judged;
use crate::judge::profile::Profile;
use crate::judge::verdict::Verdict;
use crate::sketch::config::Text;

/// A format of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputFormat {
    /// The OTMT's JSON, with further keys.
    #[default]
    Json,
    /// The OTMT's CSV, with a row per measure.
    Csv,
    /// A JSON object per memento.
    Jsonl,
    /// The table of the gold standard: id, date, URI-M, label.
    Gold,
}

/// Writes verdicts in one of the formats.
pub struct Writer<W: Write> {
    out: W,
    form: OutputFormat,
    timemaps: u64,
    simhashes: bool,
}

/// A TimeMap with its verdicts, as all formats are given it.
struct JudgedTimeMap<'a> {
    timemap: &'a TimeMap,
    judged: &'a Judged,
    collection: &'a Collection,
    profile: &'a Profile,
    /// Number of the TimeMap, from 1.
    number: u64,
    /// Whether simhashes of the content are written.
    simhashes: bool,
}

impl JudgedTimeMap<'_> {
    fn removed_boilerplate(&self) -> bool {
        self.profile.sketch.text != Text::Full
    }

    /// The simhash of the content of a memento, where it is wanted and there is content.
    fn simhash(&self, verdict: &Verdict) -> Option<u64> {
        Some(verdict.simhash_raw).filter(|hash| self.simhashes && *hash != 0)
    }
}

impl<W: Write> Writer<W> {
    /// Begins the output.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn begin(mut out: W, form: OutputFormat) -> io::Result<Self> {
        match form {
            OutputFormat::Json => out.write_all(b"{")?,
            OutputFormat::Csv => csv::head(&mut out)?,
            OutputFormat::Gold => out.write_all(b"id\tdate\tURI\tlabel\n")?,
            OutputFormat::Jsonl => {}
        }
        Ok(Self { out, form, timemaps: 0, simhashes: false })
    }

    /// Adds the simhash of the content to each memento. The profile must ask for it.
    #[must_use]
    pub fn with_simhashes(mut self) -> Self {
        self.simhashes = true;
        self
    }

    /// Writes the verdicts on a TimeMap.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn timemap(
        &mut self,
        timemap: &TimeMap,
        judged: &Judged,
        collection: &Collection,
        profile: &Profile,
    ) -> io::Result<()> {
        self.timemaps += 1;
        let (number, simhashes) = (self.timemaps, self.simhashes);
        let entry = JudgedTimeMap { timemap, judged, collection, profile, number, simhashes };
        match self.form {
            OutputFormat::Json => json::timemap(&mut self.out, &entry),
            OutputFormat::Csv => csv::timemap(&mut self.out, &entry),
            OutputFormat::Jsonl => jsonl::timemap(&mut self.out, &entry),
            OutputFormat::Gold => gold::timemap(&mut self.out, &entry),
        }
    }

    /// Ends the output.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn end(mut self) -> io::Result<()> {
        match self.form {
            // The object was opened before its first key: an empty one ends on the same line.
            OutputFormat::Json if self.timemaps > 0 => self.out.write_all(b"\n}\n")?,
            OutputFormat::Json => self.out.write_all(b"}\n")?,
            OutputFormat::Csv | OutputFormat::Jsonl | OutputFormat::Gold => {}
        }
        self.out.flush()
    }
}
