//! Judgements of one annotator, in memory and on disk.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use scutch_folder::write_whole;

use super::{Judgement, MementoLine};
use crate::label::{Journal, LabelError};
use crate::source::Source;

/// Captures of one URI-R in the order of time, at least two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// URI-R of the first capture.
    pub url: String,
    /// Numbers of the pages, with their URI-Ms.
    pub captures: Vec<(usize, String)>,
}

/// The TimeMaps of the archives with the judgements of one annotator.
#[derive(Debug)]
pub struct TimemapDesk {
    series: Vec<Series>,
    table: PathBuf,
    kept: Mutex<(Journal, FxHashMap<String, MementoLine>)>,
}

impl TimemapDesk {
    /// Opens the journal of an annotator in a folder. Also gives what there is to say about it.
    ///
    /// # Errors
    /// When the journal cannot be used; see [`Journal::open`].
    pub fn open(
        folder: &Path,
        annotator: &str,
        source: &Source,
    ) -> Result<(Self, Option<String>), LabelError> {
        let path = folder.join(format!("{annotator}.timemaps.jsonl"));
        let (journal, found) = Journal::open::<MementoLine>(&path)?;
        let cut = (found.cut > 0).then(|| {
            format!("{}: its last line was cut; {} bytes were dropped", path.display(), found.cut)
        });
        // The last line of a memento counts, as it is inserted last.
        let judged = found.lines.into_iter().map(|line| (line.urim.clone(), line)).collect();
        let (series, table) = (series(source), folder.join(format!("labels.{annotator}.csv")));
        Ok((Self { series, table, kept: Mutex::new((journal, judged)) }, cut))
    }

    /// The TimeMaps with two captures or more.
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// What was said of a memento.
    pub fn judged(&self, urim: &str) -> Option<MementoLine> {
        self.kept().1.get(urim).filter(|line| line.judgement.is_some()).cloned()
    }

    /// Takes a judgement: writes it to the journal, and the table anew.
    ///
    /// # Errors
    /// When no memento has that URI-M, or a file cannot be written.
    pub fn take(&self, line: &MementoLine) -> Result<(), LabelError> {
        let mut captures = self.series.iter().flat_map(|series| &series.captures);
        // Checked before the journal gets it: a line once written is never removed.
        if !captures.any(|(_, urim)| *urim == line.urim) {
            return Err(LabelError::Refused("The archives have no such memento."));
        }
        let causes = super::causes();
        if !line.why.is_empty() && !causes.iter().any(|(id, _)| *id == line.why) {
            return Err(LabelError::Refused("There is no such cause."));
        }
        let mut kept = self.kept();
        // The journal first: the table can be made anew from it, not the other way round.
        kept.0.add(line)?;
        kept.1.insert(line.urim.clone(), line.clone());
        let table = self.rows(&kept.1);
        write_whole(&self.table, table.as_bytes()).map_err(LabelError::at(&self.table))
    }

    /// The table, as `scutch evaluate offtopic` reads it: `kind` says which memento is the first of
    /// its TimeMap, with which the others are compared.
    fn rows(&self, judged: &FxHashMap<String, MementoLine>) -> String {
        let mut out = String::from("urim,label,url,kind,note\n");
        for series in &self.series {
            for (at, (_, urim)) in series.captures.iter().enumerate() {
                let Some(line) = judged.get(urim) else { continue };
                let Some(judgement) = line.judgement else { continue };
                let kind = if at == 0 { "first" } else { "later" };
                let row = [urim, judgement.word(), &series.url, kind, &line.why].map(quoted);
                out.push_str(&row.join(","));
                out.push('\n');
            }
        }
        out
    }

    fn kept(&self) -> MutexGuard<'_, (Journal, FxHashMap<String, MementoLine>)> {
        // Whoever panicked changed a whole value or none.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Series {
    /// How many of its later captures have each judgement.
    pub fn counts(&self, desk: &TimemapDesk) -> [usize; 3] {
        let mut counts = [0; 3];
        // The first memento is what the others are compared with; no judgement about it counts.
        for (_, urim) in self.captures.iter().skip(1) {
            let judgement = desk.judged(urim).and_then(|line| line.judgement);
            if let Some(at) = Judgement::ALL.iter().position(|one| Some(*one) == judgement) {
                counts[at] += 1;
            }
        }
        counts
    }
}

/// A field of CSV (RFC 4180).
fn quoted(field: &str) -> String {
    match field.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"").replace(['\n', '\r'], " ")),
        false => field.to_owned(),
    }
}

/// TimeMaps with URI-Ms in the form that the Off-Topic Memento Toolkit gives captures of archives. A
/// second capture of the same second has ` (2)` behind it, as `scutch offtopic` writes it.
fn series(source: &Source) -> Vec<Series> {
    let mut all = Vec::new();
    for numbers in source.timemaps().iter().filter(|captures| captures.len() > 1) {
        let mut seen: FxHashMap<String, u32> = FxHashMap::default();
        let captures = numbers.iter().map(|number| {
            let page = &source.pages()[*number];
            let urim = format!("from-warc::{}::{}", page.timestamp(), page.url);
            let count = seen.entry(urim.clone()).or_default();
            *count += 1;
            // Two captures of the same second need different names for the same row.
            (*number, if *count == 1 { urim } else { format!("{urim} ({count})") })
        });
        let url = source.pages()[numbers[0]].url.clone();
        all.push(Series { url, captures: captures.collect() });
    }
    all
}
