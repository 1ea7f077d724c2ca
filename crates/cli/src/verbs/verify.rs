//! `scutch verify DIR`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use scutch_corpus::verify::{Difference, Verified, VerifyRequest, verify};
use scutch_folder::inputs::display_name;
use scutch_plot::number::{counted, thousands};
use serde::Serialize;

use super::corpora::prefix;
use crate::exit::Exit;
use crate::talk::Talk;
use scutch_corpus::threads;

#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// Finished corpus folders, one after the other.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Derive only N rows of a corpus, chosen by seed.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Seed of the sample.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Where the archives are now, if they have moved since: a folder or file, repeatable.
    #[arg(long, value_name = "DIR")]
    archives: Vec<PathBuf>,
    /// Where the decisions on rows are now, if their file has moved since.
    #[arg(long, value_name = "FILE")]
    decisions: Option<PathBuf>,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
    /// Print the differences as JSON lines.
    #[arg(long)]
    json: bool,
}

/// Runs `scutch verify`. Exits with 4 when a file or a row of a corpus differs.
pub(crate) fn run(args: &VerifyArgs, talk: Talk) -> anyhow::Result<Exit> {
    let mut out: Box<dyn Write> = match args.json {
        true => Box::new(crate::output::output(None)?),
        false => Box::new(crate::output::text()),
    };
    if let Some(missing) = args.archives.iter().find(|named| !named.exists()) {
        bail!("--archives {}: no such file or folder", missing.display());
    }
    let mut exit = Exit::Done;
    for folder in &args.folders {
        let request = VerifyRequest {
            folder: folder.clone(),
            sample: args.sample,
            seed: args.seed,
            archives: args.archives.clone(),
            decisions: args.decisions.clone(),
            jobs: threads(args.jobs),
        };
        let verified = verify(&request)?;
        args.write(folder, &verified, &mut out)?;
        out.flush()?;
        talk.say(format_args!(
            "{}{} of the corpus checked, {} of {} derived again, {}",
            prefix(&args.folders, folder),
            counted(verified.files, "file"),
            thousands(verified.derived),
            counted(verified.rows, "row"),
            counted(verified.differing, "difference")
        ));
        tell_missing(&verified, talk);
        if !verified.sound() {
            exit = Exit::Damage;
        }
    }
    Ok(exit)
}

impl VerifyArgs {
    /// Writes the differences of a corpus, a line each. Where there are several corpora, lines name it.
    fn write(&self, folder: &Path, verified: &Verified, out: &mut dyn Write) -> io::Result<()> {
        for difference in &verified.differences {
            if !self.json {
                writeln!(out, "{}{}", prefix(&self.folders, folder), line(difference))?;
                continue;
            }
            let corpus = (self.folders.len() > 1).then(|| display_name(folder));
            // As an I/O error a closed pipe is recognised, and is no failure.
            serde_json::to_writer(&mut *out, &InCorpus { corpus, difference })
                .map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Ok(())
    }
}

/// A difference, and the corpus it is in where there are several.
#[derive(Serialize)]
struct InCorpus<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    corpus: Option<String>,
    #[serde(flatten)]
    difference: &'a Difference,
}

/// Says what can be done about archives that are not there.
fn tell_missing(verified: &Verified, talk: Talk) {
    if verified.standoff {
        talk.say("  hint: a stand-off corpus has no texts to derive; `scutch rebuild` compares them with archives");
    }
    if verified.missing_stdin {
        talk.say(
            "  hint: the corpus was made from standard input (`-`), which nothing keeps: its rows \
             cannot be derived again",
        );
    }
    // Standard input counts as one missing archive, and has its own hint above.
    if verified.missing > u64::from(verified.missing_stdin) {
        talk.say(
            "  hint: run it where the corpus was made, or name each folder that holds some of the \
             archives with --archives DIR: a file is looked for there by the name in its rows",
        );
    }
    if verified.missing_decisions {
        talk.say("  hint: rows are derived without decisions; name their file: --decisions FILE");
    }
    if verified.depends && verified.derived > 0 {
        talk.say(
            "  hint: pages were compared with others, so rows may differ because those of the \
             missing archives are not there",
        );
    }
}

/// Characters of a value shown: texts can be long.
const SHOWN: usize = 120;

/// Of these, characters before the place where two long values begin to differ.
const BEFORE: usize = 40;

/// Names of files shown of a folder.
const NAMED: usize = 5;

/// A difference as a line: where, what, and both values; of files in words.
fn line(difference: &Difference) -> String {
    let Difference { subject, what, stored, derived, files, missing, more } = difference;
    match &**what {
        "archive" => format!("{subject}: archive not found"),
        "sha256" => {
            let found =
                [("missing", missing), ("of no row", more), ("newer than the corpus", files)];
            let found = found.into_iter().filter(|(_, names)| !names.is_empty());
            let found = found.map(|(which, names)| format!("; {which}: {}", named(names)));
            format!("{subject}: changed since it was written{}", found.collect::<String>())
        }
        "file" => format!("{subject}: cannot be read: {derived}"),
        "rows" => format!("{subject}: rows cannot be read: {derived}"),
        _ => {
            let from = shown_from(stored, derived);
            let (stored, derived) = (cut(stored, from), cut(derived, from));
            format!("{subject}: {what}: stored {stored}, derived {derived}")
        }
    }
}

/// The first of some names, and how many more there are.
fn named(names: &[String]) -> String {
    let first = names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// The character that two values are shown from: the first, unless they begin to differ so late that
/// both would look the same.
fn shown_from(stored: &str, derived: &str) -> usize {
    let same = stored.chars().zip(derived.chars()).take_while(|(a, b)| a == b).count();
    if same > SHOWN - BEFORE { same - BEFORE } else { 0 }
}

/// A value from a character on, as far as it is shown.
fn cut(value: &str, from: usize) -> String {
    let before = if from > 0 { "..." } else { "" };
    before.chars().chain(value.chars().skip(from).take(SHOWN)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_in_words() {
        let difference = |what: &str, files: &[&str]| Difference {
            subject: "x".to_owned(),
            what: what.to_owned(),
            stored: "1".to_owned(),
            derived: "2".to_owned(),
            files: files.iter().map(|name| (*name).to_owned()).collect(),
            missing: Vec::new(),
            more: Vec::new(),
        };
        for (what, files, expected) in [
            ("archive", &[][..], "x: archive not found"),
            ("sha256", &[], "x: changed since it was written"),
            ("sha256", &["a"], "x: changed since it was written; newer than the corpus: a"),
            (
                "sha256",
                &["a", "b", "c", "d", "e", "f"],
                "x: changed since it was written; newer than the corpus: a, b, c, d, e and 1 more",
            ),
            ("file", &[], "x: cannot be read: 2"),
            ("title", &[], "x: title: stored 1, derived 2"),
        ] {
            assert_eq!(line(&difference(what, files)), expected);
        }
    }

    #[test]
    fn missing_and_further_files_are_named() {
        let difference = Difference {
            subject: "text/00000".to_owned(),
            what: "sha256".to_owned(),
            stored: "1".to_owned(),
            derived: "2".to_owned(),
            files: Vec::new(),
            missing: vec!["a.txt".to_owned()],
            more: vec!["b.txt".to_owned(), "c.txt".to_owned()],
        };
        assert_eq!(
            line(&difference),
            "text/00000: changed since it was written; missing: a.txt; of no row: b.txt, c.txt"
        );
    }

    #[test]
    fn long_values_are_shown_where_they_differ() {
        for (same, from) in [(0, 0), (80, 0), (81, 41), (5000, 4960)] {
            let value = |end: &str| "\u{e4}".repeat(same) + end + &"z".repeat(300);
            let (stored, derived) = (value("a"), value("b"));
            assert_eq!(shown_from(&stored, &derived), from, "{same}");
            let [stored, derived] = [stored, derived].map(|value| cut(&value, from));
            assert_ne!(stored, derived, "{same}");
            assert_eq!(stored.starts_with("..."), from > 0, "{same}");
            assert_eq!(stored.trim_start_matches('.').chars().count(), SHOWN, "{same}");
        }
    }
}
