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
use crate::sketch::Text;

/// A form of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// The OTMT's JSON, with further keys beside its own.
    #[default]
    Json,
    /// The OTMT's CSV, with a row per measure.
    Csv,
    /// A JSON object per memento.
    Jsonl,
    /// The table of the gold standard: id, date, URI-M, label.
    Gold,
}

/// Writes verdicts in one of the forms.
pub struct Writer<W: Write> {
    out: W,
    form: Form,
    timemaps: u64,
}

/// What all forms write of.
struct Entry<'a> {
    timemap: &'a TimeMap,
    judged: &'a Judged,
    collection: &'a Collection,
    profile: &'a Profile,
    /// Number of the TimeMap, from 1.
    number: u64,
}

impl Entry<'_> {
    fn removed_boilerplate(&self) -> bool {
        self.profile.sketch.text != Text::Full
    }
}

impl<W: Write> Writer<W> {
    /// Begins the output.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn begin(mut out: W, form: Form) -> io::Result<Self> {
        match form {
            Form::Json => out.write_all(b"{")?,
            Form::Csv => csv::head(&mut out)?,
            Form::Gold => out.write_all(b"id\tdate\tURI\tlabel\n")?,
            Form::Jsonl => {}
        }
        Ok(Self { out, form, timemaps: 0 })
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
        let entry = Entry { timemap, judged, collection, profile, number: self.timemaps };
        match self.form {
            Form::Json => json::timemap(&mut self.out, &entry),
            Form::Csv => csv::timemap(&mut self.out, &entry),
            Form::Jsonl => jsonl::timemap(&mut self.out, &entry),
            Form::Gold => gold::timemap(&mut self.out, &entry),
        }
    }

    /// Ends the output.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn end(mut self) -> io::Result<()> {
        match self.form {
            Form::Json if self.timemaps > 0 => self.out.write_all(b"\n}\n")?,
            Form::Json => self.out.write_all(b"}\n")?,
            Form::Csv | Form::Jsonl | Form::Gold => {}
        }
        self.out.flush()
    }
}
