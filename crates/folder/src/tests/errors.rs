//! What errors mean for the run that they end.

use std::io::ErrorKind;
use std::path::Path;

use crate::{Other, RunError, at, is_full};

/// The error of a file operation.
fn file(path: &str, kind: ErrorKind) -> RunError {
    at(Path::new(path))(kind.into())
}

#[test]
fn a_full_disk_is_told_from_other_errors() {
    for (kind, full) in [
        (ErrorKind::StorageFull, true),
        (ErrorKind::QuotaExceeded, true),
        (ErrorKind::FileTooLarge, true),
        (ErrorKind::PermissionDenied, false),
        (ErrorKind::NotFound, false),
    ] {
        assert_eq!(file("corpus/docs", kind).is_full(), full, "{kind}");
        assert_eq!(RunError::Output(kind.into()).is_full(), full, "{kind}");
        assert_eq!(is_full(kind), full, "{kind}");
    }
    assert!(!RunError::Worker.is_full());
}

#[test]
fn a_run_goes_on_after_errors_in_unfinished_files() {
    for (error, resumable) in [
        (file("corpus/.partial/shard-00001.json", ErrorKind::StorageFull), true),
        (file("corpus/run.json", ErrorKind::StorageFull), false),
        (file("corpus/my.partial", ErrorKind::StorageFull), false),
        (file("corpus/partial/x", ErrorKind::StorageFull), false),
        (RunError::Output(ErrorKind::BrokenPipe.into()), false),
        (RunError::Locked("corpus".into()), false),
        (RunError::Worker, false),
        (RunError::Threads { jobs: 9, source: ErrorKind::WouldBlock.into() }, false),
    ] {
        assert_eq!(error.is_resumable(), resumable, "{error:?}");
    }
}

#[test]
fn only_a_closed_pipe_of_the_caller_counts_as_success() {
    assert!(RunError::Output(ErrorKind::BrokenPipe.into()).is_closed_pipe());
    assert!(!RunError::Output(ErrorKind::StorageFull.into()).is_closed_pipe());
    assert!(!file("corpus/docs", ErrorKind::BrokenPipe).is_closed_pipe());
}

#[test]
fn another_run_is_described_within_its_sentence() {
    for (difference, end) in [
        (Other::Tool("scutch 0.0.9".to_owned()), "made by scutch 0.0.9"),
        (
            Other::Configuration("seed is 7, not 0".to_owned()),
            "made with another configuration: seed is 7, not 0",
        ),
        (Other::Inputs(String::new()), "made from other inputs"),
        (Other::Shard, "made of another shard of the inputs"),
    ] {
        let error = RunError::OtherRun { folder: "corpus".into(), difference };
        assert_eq!(error.to_string(), format!("corpus: holds another corpus, {end}"));
    }
}
