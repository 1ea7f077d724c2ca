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

/// Names of changed files shown of a folder.
const NAMED: usize = 5;

/// A difference as a line: where, what, and both values; of files in words.
fn line(difference: &Difference) -> String {
    let short = |value: &str| value.chars().take(SHOWN).collect::<String>();
    let Difference { subject, what, stored, derived, files } = difference;
    match &**what {
        "archive" => format!("{subject}: archive not found"),
        "sha256" if files.is_empty() => format!("{subject}: changed since it was written"),
        "sha256" => {
            let named = files.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
            let more = files.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{subject}: changed since it was written; newer than the corpus: {named}{more}")
        }
        "file" => format!("{subject}: cannot be read: {derived}"),
        "rows" => format!("{subject}: rows cannot be read: {derived}"),
        _ => format!("{subject}: {what}: stored {}, derived {}", short(stored), short(derived)),
    }
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
}
