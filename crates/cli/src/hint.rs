//! What a user can do about an error.

use std::io;
use std::path::Path;

use scutch_corpus::run::holds_groups;
use scutch_evaluate::GoldError;
use scutch_folder::config::ConfigError;
use scutch_folder::decisions::DecisionError;
use scutch_folder::inputs::InputError;
use scutch_folder::names::{CARD, PARTIAL};
use scutch_folder::{RunError, ShareError};
use scutch_shuffle::ShuffleError;
use scutch_studio::StudioError;
use scutch_studio::label::LabelError;
use scutch_studio::review::ReviewError;
use scutch_studio::source::SourceError;

use crate::exit::Advised;
use crate::no_article::NoArticle;
use crate::output::Exists;
use crate::portal_file::{NoRoute, PortalError};

/// Whether an error means that something is not there.
fn is_missing(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    kinds.map(io::Error::kind).any(|kind| kind == io::ErrorKind::NotFound)
}

/// What the user can do about an error. Errors of the crates state facts only; the advice stands here,
/// because it names flags of this program. Errors that a verb makes bring theirs along.
pub(crate) fn of_error(error: &anyhow::Error) -> Option<&str> {
    if let Some(error) = error.downcast_ref::<Advised>() {
        return Some(&error.hint);
    }
    if let Some(error) = error.downcast_ref::<PortalError>() {
        return Some(error.fault.hint.as_str()).filter(|hint| !hint.is_empty());
    }
    if let Some(error) = error.downcast_ref::<RunError>() {
        return run_hint(error);
    }
    if let Some(error) = error.downcast_ref::<StudioError>() {
        return studio_hint(error);
    }
    if let Some(error) = error.downcast_ref::<NoArticle>() {
        return error.hint();
    }
    let is_journal = matches!(error.downcast_ref(), Some(GoldError::Journal(_)));
    let schema = "`scutch config schema` prints what a configuration file may hold";
    let fixed = [
        (is_journal, "`gold.NAME.jsonl` or `gold.jsonl` beside it is the ground truth"),
        (error.is::<NoRoute>(), NoRoute::HINT),
        (error.is::<Exists>(), Exists::HINT),
        (error.is::<ConfigError>(), schema),
        (is_missing(error), MISSING),
    ];
    fixed.into_iter().find(|(is_so, _)| *is_so).map(|(_, hint)| hint)
}

/// The hint for an error of a corpus run. Variants without an entry explain themselves.
fn run_hint(error: &RunError) -> Option<&'static str> {
    Some(match error {
        RunError::Input(error) => return input_hint(error),
        RunError::Source(_) => {
            "run the same command again when the file can be read and stands still; \
             `--unreadable quarantine` goes on without it"
        }
        RunError::Share(error) => return share_hint(error),
        RunError::Decisions(DecisionError::Changed { .. }) => {
            "name the file that the configuration was made with, or leave `decisions_sha256` out of it"
        }
        RunError::OtherRun { .. } => {
            "choose another folder with -o, or replace this one with --overwrite"
        }
        RunError::OutputFile(_) => "-o takes a folder: choose a new one",
        RunError::NoFolder(_) => "name the folder that `scutch corpus` wrote with -o",
        RunError::ForeignFolder(_) => {
            "choose a new folder with -o, or write beside what is there with --overwrite"
        }
        RunError::Taken { .. } => {
            "choose a new folder with -o, or move what has that name elsewhere"
        }
        RunError::InputInside { .. } => "choose another folder with -o",
        RunError::Exists(_) => "choose another folder with -o, or remove this one",
        RunError::Within { .. } => "choose a folder beside the corpus with -o",
        RunError::NoDecisions(_) => "name it with --decisions",
        RunError::Locked(_) => "wait for it to end, or choose another folder with -o",
        // A full disk may be behind several variants, so it is asked for before the general cases.
        error if error.is_full() && error.is_resumable() => {
            "make room and run the same command again: it goes on from the last finished shard"
        }
        error if error.is_full() => "make room and run the same command again",
        RunError::NoSuchFolder(_) => MISSING,
        RunError::NoManifest(folder) => unfinished_hint(folder),
        RunError::File { source, .. } if source.kind() == io::ErrorKind::NotFound => MISSING,
        RunError::Threads { .. } => "ask for fewer with --jobs",
        RunError::Shuffle(error) => return shuffle_hint(error),
        _ => return None,
    })
}

/// What is said where something is not there.
const MISSING: &str = "paths are relative to the current folder";

/// What tells folders without a manifest apart: a file in it, and what the folder is.
const WITHOUT_MANIFEST: &[(&str, &str)] = &[
    (PARTIAL, "a run that has not ended: the same command goes on from there"),
    ("part.json", "rows of a shard: `scutch merge` makes a corpus of those of all shards"),
    ("evidence.json", "evidence of `scutch gather`: `scutch corpus --evidence` makes rows with it"),
    (
        CARD,
        "if an engine made this folder, it has documents only: name the corpus that it was made from",
    ),
];

/// What is done with the groups of a shard.
const GROUPS: &str = "groups of a shard: `scutch gather --merge` makes evidence of all shards";

/// The hint for a folder without a manifest.
fn unfinished_hint(folder: &Path) -> &'static str {
    if holds_groups(folder) {
        return GROUPS;
    }
    let is_there = |(name, _): &&(&str, &str)| folder.join(name).exists();
    let known = WITHOUT_MANIFEST.iter().find(is_there).map(|(_, hint)| *hint);
    known.unwrap_or("name the folder that `scutch corpus` wrote with -o")
}

/// The hint for what the studio cannot open.
fn studio_hint(error: &StudioError) -> Option<&'static str> {
    Some(match error {
        StudioError::Source(SourceError::Input(error)) => return input_hint(error),
        StudioError::Source(SourceError::Corpus(error))
        | StudioError::Review(ReviewError::Corpus(error)) => return run_hint(error),
        StudioError::Label(LabelError::OtherArchives { .. }) => {
            "choose another folder with --labels: it belongs to other archives"
        }
        StudioError::Listen { .. } => "choose another --port, or 0 for a free one",
        _ => return None,
    })
}

/// The hint for folders of several jobs that do not fit together.
fn share_hint(error: &ShareError) -> Option<&'static str> {
    Some(match error {
        ShareError::Foreign(_) => "choose a new folder with -o",
        ShareError::OtherJob { .. } => {
            "choose another folder with -o, or replace this one with --overwrite"
        }
        ShareError::NoSuch { folder, .. } if holds_groups(folder) => GROUPS,
        ShareError::NoSuch { .. } => "has its job ended? The same command begins it anew",
        ShareError::Version { .. } | ShareError::Differs { .. } => {
            "all jobs of a run take the same scutch, settings, decisions and inputs, those of `scutch gather` \
             included; copies of inputs keep their times (`cp -p`)"
        }
        ShareError::Count { .. } | ShareError::Cut { .. } => {
            "all jobs of a run take the same number of shards"
        }
        ShareError::Missing(_) => "name the folders of all shards",
        ShareError::Doubled { .. } => "name one of the two; they hold the same",
        ShareError::Changed(_) => "run its job again with --overwrite",
        _ => return None,
    })
}

/// The hint for spilling to disk.
fn shuffle_hint(error: &ShuffleError) -> Option<&'static str> {
    Some(match error {
        ShuffleError::BudgetTooSmall { .. } => {
            "give more with --memory; the same command goes on from there"
        }
        ShuffleError::File { .. } => "name a folder that can be written with --spill",
        ShuffleError::Corrupt { .. } => {
            "the disk gave back other bytes than were written; run the same command again, with \
             --spill on another disk"
        }
        _ => return None,
    })
}

/// The hint for an input that cannot be read as an archive.
fn input_hint(error: &InputError) -> Option<&'static str> {
    Some(match error {
        InputError::NotArchive(_) => "for one HTML page use `scutch extract FILE`",
        InputError::Missing(_) => MISSING,
        InputError::EmptyFolder { .. } => {
            "folders are searched at every depth for WARC and ARC files"
        }
        InputError::Table { .. } => "name the columns: --url-column, --html-column, --date-column",
        InputError::NotAFile(_) => "pipes are read from standard input: give `-`",
        // The error says what to set, or that nothing is there. Another try would end as this one.
        InputError::Unreadable { source, .. } if is_refusal(source) => return None,
        InputError::Unreadable { source, .. } if source.kind() == io::ErrorKind::Unsupported => {
            "the Python package reads addresses, as does a build with the feature; else download the files"
        }
        InputError::Unreadable { .. } => {
            "the same command tries again; `scutch corpus` goes on without the file with \
             `--unreadable quarantine`"
        }
        InputError::OverCut { .. } => "cut the inputs elsewhere: take fewer shards, or more",
        InputError::Empty(_) => "an interrupted download? fetch the file again",
        _ => return None,
    })
}

/// Whether a server said no. Files that may not be read are left to the general case.
fn is_refusal(error: &io::Error) -> bool {
    let is_final =
        matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::NotFound);
    is_final && error.raw_os_error().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_this_build_does_not_read_are_not_tried_again() {
        let hint_for = |kind: io::ErrorKind| {
            let error = InputError::Unreadable { path: "s3://a/b".into(), source: kind.into() };
            of_error(&RunError::from(error).into()).map(str::to_owned)
        };
        let unsupported = hint_for(io::ErrorKind::Unsupported).expect("a hint");
        assert!(unsupported.contains("Python package"), "{unsupported}");
        let other = hint_for(io::ErrorKind::TimedOut).expect("a hint");
        assert!(other.contains("tries again"), "{other}");
    }
}
