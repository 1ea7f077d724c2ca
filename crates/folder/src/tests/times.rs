//! Stamps of inputs, and times of steps.

use std::time::Duration;

use proptest::prelude::*;
use scutch_archive::SourcePool;

use super::*;
use crate::inputs::InputFile;
use crate::timing::{Clock, Meter, Step, Timing, stamp};

#[test]
fn a_file_is_known_by_its_time_and_standard_input_by_its_bytes() {
    let folder = scratch();
    put(folder.path(), "a.warc", "abc");
    let path = folder.path().join("a.warc");
    let pool = SourcePool::default();
    pool.source(&path).expect("opens");
    let file = InputFile { path, name: "a.warc".to_owned(), size: 3, ..InputFile::default() };
    let as_file = stamp(&file, &pool).expect("a stamp");
    assert!(as_file.modified_ns.is_some() && as_file.sha256.is_none(), "{as_file:?}");
    let copy = InputFile { spool: true, ..file };
    let as_input = stamp(&copy, &pool).expect("a stamp");
    assert_eq!((as_input.modified_ns, as_input.sha256), (None, Some(bytes_digest(b"abc").sha256)));
    let gone = InputFile { path: folder.path().join("gone"), ..copy };
    let error = stamp(&gone, &pool).expect_err("the copy of standard input must be there");
    assert!(error.to_string().ends_with("gone"), "{error}");
    // A file may be gone: it is said to be unreadable then.
    let gone = InputFile { spool: false, ..gone };
    assert_eq!(stamp(&gone, &pool).expect("a stamp").modified_ns, None);
}

#[test]
fn a_clock_counts_from_its_start() {
    let (meter, clock) = (Meter::default(), Clock::start());
    let timing = clock.stop(2, 3, Vec::new(), meter.steps());
    assert!(timing.started <= timing.finished && timing.seconds >= 0.0, "{timing:?}");
    assert_eq!((timing.jobs, timing.resumed_shards), (2, 3));
    assert!(timing.started.len() == "2026-11-27T00:00:00Z".len() && timing.started.ends_with('Z'));
    let json = serde_json::to_string(&timing).expect("JSON");
    assert!(!json.contains("steps"), "steps that did not take place: {json}");
    assert_eq!(meter.time(Step::Parse, 100, || 7), 7);
    let timing = Timing { steps: meter.steps(), ..timing };
    let json = serde_json::to_string(&timing).expect("JSON");
    assert_eq!(serde_json::from_str::<Timing>(&json).expect("reads"), timing);
}

proptest! {
    /// Each page is in the class of its size, whatever the order of notes.
    #[test]
    fn a_meter_sums_what_is_noted(
        notes in prop::collection::vec((0..5000_usize, 0..1_000_000_u64), 0..30),
    ) {
        let meter = Meter::default();
        for (nodes, nanoseconds) in notes.iter().rev() {
            meter.note(Step::Label, *nodes, Duration::from_nanos(*nanoseconds));
        }
        let steps = meter.steps();
        prop_assert_eq!(steps.len(), usize::from(!notes.is_empty()));
        for size in steps.iter().flat_map(|step| &step.sizes) {
            let most = (2 * size.nodes).max(1);
            let of_size = notes.iter().filter(|note| (size.nodes..most).contains(&(note.0 as u64)));
            let (pages, sum) = of_size.fold((0, 0), |(n, sum), note| (n + 1, sum + note.1));
            prop_assert_eq!(size.pages, pages);
            prop_assert!((size.seconds - sum as f64 / 1e9).abs() < 1e-9);
        }
        let pages: u64 = steps.iter().flat_map(|step| &step.sizes).map(|size| size.pages).sum();
        prop_assert_eq!(pages, notes.len() as u64);
    }
}
