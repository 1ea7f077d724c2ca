//! What a worker does with one record: its row, in every format.

use std::panic::{AssertUnwindSafe, catch_unwind};

use scutch_archive::Record;

use super::shard::{Place, Processed};
use crate::config::Config;
use crate::config::scope::Filter;
use crate::derive::{derive_guarded, failed, lost};
use crate::flow::Fed;
use crate::format::Written;
use crate::format::annotations::Annotations;
use crate::inputs::InputFile;
use crate::stages::Groups;
use crate::stages::opened::{Derived, Outcome};
use crate::stages::revisits::Revisits;

/// What rows depend on besides their records.
pub(crate) struct Beside {
    pub(crate) revisits: Option<Revisits>,
    pub(crate) groups: Groups,
    pub(crate) annotations: Option<Annotations>,
}

/// Derives the row of a record.
pub(crate) fn process(
    fed: Fed,
    files: &[InputFile],
    config: &Config,
    beside: &Beside,
) -> Processed {
    match fed {
        Fed::Damage { input, damage } => {
            Processed::Damage { file: files[input].name.clone(), damage }
        }
        Fed::OutOfScope { record_type, filter, .. } => out_of_scope(record_type, filter),
        Fed::Record { input, record } => {
            let file = &files[input].name;
            let record_type = record.kind().name().to_owned();
            let here = located(&record, file);
            guarded(record_type, here, |record_type| {
                process_record(*record, record_type, file, config, beside)
            })
        }
    }
}

/// Nothing here should panic; should it all the same, one record is lost and named, not the run.
fn guarded(
    record_type: String,
    place: Place,
    process: impl FnOnce(String) -> Processed,
) -> Processed {
    let process = AssertUnwindSafe(|| process(record_type.clone()));
    catch_unwind(process).unwrap_or_else(|_| {
        let derived = Box::new(lost(record_type));
        Processed::Record { derived, written: Written::default(), place }
    })
}

fn process_record(
    record: Record<'static>,
    record_type: String,
    file: &str,
    config: &Config,
    beside: &Beside,
) -> Processed {
    let record = match &beside.revisits {
        Some(revisits) => match revisits.resolved(record) {
            Ok(record) => record,
            Err(_) => return out_of_scope(record_type, Filter::RevisitUnresolved),
        },
        None => record,
    };
    let mut derived = Box::new(derive_guarded(&record, file, config, &beside.groups));
    derived.record_type = record_type;
    let written = render_guarded(&mut derived, config, beside.annotations.as_ref());
    let place = match derived.outcome {
        Outcome::Quarantined(_) => place(&record, file),
        _ => Place::default(),
    };
    Processed::Record { derived, written, place }
}

fn out_of_scope(record_type: String, filter: Filter) -> Processed {
    let outcome = Outcome::OutOfScope(filter);
    let derived = Box::new(Derived { record_type, status: None, mime: None, outcome });
    Processed::Record { derived, written: Written::default(), place: Place::default() }
}

fn place(record: &Record<'_>, file: &str) -> Place {
    Place {
        warc_record_id: record.record_id().map(str::to_owned),
        url: record.target_uri().map(str::to_owned),
        ..located(record, file)
    }
}

/// As far as can be told without reading anything of a record.
fn located(record: &Record<'_>, file: &str) -> Place {
    let location = record.location();
    Place {
        file: file.to_owned(),
        offset: location.offset,
        length: location.length,
        inner_offset: location.inner_offset,
        ..Place::default()
    }
}

/// The document in every format; one that a format refuses goes to quarantine instead.
fn render_guarded(
    derived: &mut Derived,
    config: &Config,
    annotations: Option<&Annotations>,
) -> Written {
    let Outcome::Row(draft) = &derived.outcome else { return Written::default() };
    let render = || Written::new(&draft.row, &draft.document, config, annotations);
    let refusal = match catch_unwind(AssertUnwindSafe(render)) {
        Ok(Ok(written)) => return written,
        Ok(Err(rejection)) => rejection,
        Err(_) => failed(),
    };
    derived.outcome = Outcome::Quarantined(refusal);
    Written::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derive::INTERNAL_ERROR;

    #[test]
    fn a_record_that_fails_is_named_and_the_run_goes_on() {
        let place = Place { offset: 7, ..Place::default() };
        let processed = guarded("revisit".into(), place, |_| panic!("a fault"));
        let Processed::Record { derived, place, .. } = processed else { panic!("no record") };
        let Outcome::Quarantined(why) = derived.outcome else { panic!("not quarantined") };
        assert_eq!((why.reason, place.offset), (INTERNAL_ERROR, 7));
        assert_eq!(derived.record_type, "revisit");
    }
}
