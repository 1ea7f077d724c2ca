//! What a worker does with one record: its row, in every format.

use std::panic::{AssertUnwindSafe, catch_unwind};

use scutch_archive::Record;
use scutch_folder::config::Config;
use scutch_folder::config::scope::Filter;
use scutch_shuffle::ShuffleError;

use super::processed::{Processed, SourceRange};
use crate::derive::{Deriving, failed, lost};
use crate::flow::Fed;
use crate::format::Written;
use crate::format::annotations::Annotations;
use crate::stages::opened::{Derived, Outcome};

/// What workers make rows by.
#[derive(Clone, Copy)]
pub(crate) struct Working<'a> {
    pub(crate) deriving: Deriving<'a>,
    pub(crate) annotations: Option<&'a Annotations>,
}

impl Working<'_> {
    /// Derives the row of a record.
    ///
    /// # Errors
    /// When evidence cannot be read.
    pub(crate) fn process(&self, fed: Fed) -> Result<Processed, ShuffleError> {
        let name = |input: usize| &self.deriving.archives.files[input].name;
        match fed {
            Fed::Damage { input, damage } => {
                Ok(Processed::Damage { file: name(input).clone(), damage })
            }
            Fed::OutOfScope { record_type, filter, .. } => Ok(out_of_scope(record_type, filter)),
            Fed::Record { input, record } => {
                let record_type = record.kind().name().to_owned();
                let here = located(&record, name(input));
                guarded(record_type, here, |record_type| {
                    self.process_record(input, *record, record_type)
                })
            }
        }
    }

    fn process_record(
        &self,
        input: usize,
        record: Record<'static>,
        record_type: String,
    ) -> Result<Processed, ShuffleError> {
        let Deriving { archives, config, evidence, .. } = self.deriving;
        let record = match evidence.resolved(record, archives)? {
            Ok(record) => record,
            Err(why) => return Ok(out_of_scope(record_type, Filter::Revisit(why))),
        };
        let mut derived = Box::new(self.deriving.derive(input, &record)?);
        derived.record_type = record_type;
        // In the worker, because formatting takes longer than writing the files.
        let written = render_guarded(&mut derived.outcome, config, self.annotations);
        let copies = derived.decided.iter_mut().flat_map(|decided| &mut decided.copies);
        let copies = copies
            .map(|copy| render_guarded(&mut copy.outcome, config, self.annotations))
            .collect();
        let place = match derived.may_be_quarantined() {
            // Only quarantine lines name the record, so its headers are copied for them alone.
            true => place(&record, &archives.files[input].name),
            false => SourceRange::default(),
        };
        Ok(Processed::Record { derived, written, copies, place })
    }
}

/// Nothing here should panic; should it all the same, one record is lost and named, not the run.
fn guarded(
    record_type: String,
    place: SourceRange,
    process: impl FnOnce(String) -> Result<Processed, ShuffleError>,
) -> Result<Processed, ShuffleError> {
    let process = AssertUnwindSafe(|| process(record_type.clone()));
    catch_unwind(process).unwrap_or_else(|_| {
        let derived = Box::new(lost(record_type));
        let (written, copies) = (Written::default(), Vec::new());
        Ok(Processed::Record { derived, written, copies, place })
    })
}

fn out_of_scope(record_type: String, filter: Filter) -> Processed {
    let outcome = Outcome::OutOfScope(filter);
    let derived =
        Box::new(Derived { record_type, status: None, mime: None, outcome, decided: None });
    let (written, copies, place) = (Written::default(), Vec::new(), SourceRange::default());
    Processed::Record { derived, written, copies, place }
}

fn place(record: &Record<'_>, file: &str) -> SourceRange {
    SourceRange {
        warc_record_id: record.record_id().map(str::to_owned),
        url: record.target_uri().map(str::to_owned),
        ..located(record, file)
    }
}

/// As far as can be told without reading anything of a record.
fn located(record: &Record<'_>, file: &str) -> SourceRange {
    let location = record.location();
    SourceRange {
        file: file.to_owned(),
        offset: location.offset,
        length: location.length,
        inner_offset: location.inner_offset,
        ..SourceRange::default()
    }
}

/// The document in every format; one that a format refuses goes to quarantine instead.
fn render_guarded(
    outcome: &mut Outcome,
    config: &Config,
    annotations: Option<&Annotations>,
) -> Written {
    let Outcome::Row(draft) = &*outcome else { return Written::default() };
    let render = || Written::new(draft, config, annotations);
    let refusal = match catch_unwind(AssertUnwindSafe(render)) {
        Ok(Ok(written)) => return written,
        Ok(Err(rejection)) => rejection,
        Err(_) => failed(),
    };
    *outcome = Outcome::Quarantined(refusal);
    Written::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use scutch_folder::reasons::INTERNAL_ERROR;

    #[test]
    fn a_record_that_fails_is_named_and_the_run_goes_on() {
        let place = SourceRange { offset: 7, ..SourceRange::default() };
        let processed = guarded("revisit".into(), place, |_| panic!("a fault"));
        let Ok(Processed::Record { derived, place, .. }) = processed else { panic!("no record") };
        let Outcome::Quarantined(why) = derived.outcome else { panic!("not quarantined") };
        assert_eq!((why.reason, place.offset), (INTERNAL_ERROR, 7));
        assert_eq!(derived.record_type, "revisit");
    }
}
