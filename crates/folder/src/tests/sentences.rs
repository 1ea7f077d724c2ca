//! The sentences of errors: each names the folder or file, and what is wrong with it.

use std::io::ErrorKind;
use std::path::PathBuf;

use crate::inputs::Share;
use crate::{Other, RunError, ShareError, at};

const SHARE: Share = Share { number: 2, of: 3 };

fn path(name: &str) -> PathBuf {
    PathBuf::from(name)
}

#[test]
fn folders_of_several_jobs_that_do_not_fit_together() {
    let (folder, first) = (path("b"), path("a"));
    let cases = [
        (
            ShareError::Foreign(path("b")),
            "b: the output folder is not empty, and no job of this kind wrote it",
        ),
        (
            ShareError::OtherJob { folder: folder.clone(), difference: Other::Shard },
            "b: holds the work of another job, made of another shard of the inputs",
        ),
        (
            ShareError::NoSuch { folder: folder.clone(), expected: "rows of a shard" },
            "b: holds no rows of a shard",
        ),
        (
            ShareError::Version { folder: folder.clone(), found: 3, known: 2 },
            "b: written in version 3 of its format, and this scutch reads 2",
        ),
        (
            ShareError::Differs {
                folder: folder.clone(),
                first: "a".to_owned(),
                difference: Other::Inputs("with b.warc".to_owned()),
            },
            "b: does not go with a, because it was made from other inputs: with b.warc",
        ),
        (
            ShareError::Count { folder: folder.clone(), share: SHARE, first: first.clone(), of: 4 },
            "b: holds shard 2/3, and a one of 4 shards",
        ),
        (ShareError::Missing(SHARE), "shard 2/3 is missing"),
        (
            ShareError::Doubled { share: SHARE, first: first.clone(), second: folder.clone() },
            "shard 2/3 is there twice: a and b",
        ),
        (ShareError::Cut { first, second: folder }, "b: does not begin where a ends"),
        (ShareError::Changed(path("b/items")), "b/items: holds other bytes than were written"),
        (
            ShareError::Shares { found: 2, of: 3 },
            "2 shares were observed, and 3 were expected: the observations are not used",
        ),
        (
            ShareError::Executor(Other::Configuration(String::new())),
            "an executor cannot take part in the run of the driver, which was made with another \
             configuration",
        ),
    ];
    for (error, sentence) in cases {
        assert_eq!(error.to_string(), sentence);
        // The same words, whoever passes the error on.
        assert_eq!(RunError::from(error).to_string(), sentence);
    }
}

#[test]
fn output_folders_that_cannot_be_used() {
    for (error, sentence) in [
        (
            RunError::ForeignFolder(path("c")),
            "c: the output folder is not empty and holds no corpus of ours",
        ),
        (RunError::OutputFile(path("c")), "c: names a file, where a folder is to be written"),
        (RunError::NoFolder(path("c")), "c: names a file, and a corpus is a folder"),
        (
            RunError::Taken { folder: path("c"), name: "docs".to_owned() },
            "c: docs in it is not of a corpus of ours, and would be overwritten",
        ),
        (
            RunError::InputInside { input: path("c/a.warc"), folder: path("c") },
            "c/a.warc: is an input, and lies inside the output folder c",
        ),
        (RunError::Locked(path("c")), "c: another scutch is writing this corpus"),
        (
            RunError::NotSearched(path("c")),
            "c: duplicates were not sought in this corpus; run `scutch dedup` first",
        ),
    ] {
        assert_eq!(error.to_string(), sentence);
    }
}

/// The path is the sentence, and what the system said is its cause: both are shown, each once.
#[test]
fn the_error_of_a_file_has_the_words_of_the_system_as_its_cause() {
    let error = at(&path("c/run.json"))(ErrorKind::PermissionDenied.into());
    assert_eq!(error.to_string(), "c/run.json");
    let cause = std::error::Error::source(&error).expect("a cause");
    assert_eq!(cause.to_string(), "permission denied");
}
