//! Rows of a corpus on standard output, with no folder left behind.

use std::env::temp_dir;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write};
use std::path::Path;

use anyhow::Context as _;
use scutch_corpus::{Ended, Format, Manifest, Request};

use super::corpus_run::run_shown;
use super::summary::summary;
use crate::exit::{Exit, UsageError};
use crate::output::output;
use crate::talk::Talk;

/// What stands for standard output.
pub(super) const STDOUT: &str = "-";

/// Ending of the parts that rows are read from.
const PART: &str = ".jsonl.zst";

/// Runs a request, and writes its rows as JSON lines: the lines of the parts that a folder would
/// hold, in their order. The exit code is that of `code`.
///
/// The folder is a temporary one. Rows come when all are there: one may refer to rows of any part.
pub(super) fn run_to_stdout(
    request: Request,
    code: impl FnOnce(&Manifest) -> Exit,
    talk: Talk,
) -> anyhow::Result<Exit> {
    if request.config.formats != [Format::Jsonl] {
        let sentence = "-o - writes rows to standard output: name --format jsonl and no other";
        return Err(UsageError(sentence.to_owned()).into());
    }
    let place = request.spill.clone().unwrap_or_else(temp_dir);
    let folder = tempfile::Builder::new().prefix("scutch-").tempdir_in(&place);
    let folder = folder.with_context(|| format!("{}: no temporary folder", place.display()))?;
    let request = Request { output: folder.path().join("corpus"), ..request };
    let manifest = match run_shown(&request, talk)? {
        Ended::Interrupted { .. } => {
            talk.say("interrupted; no row was written, and the same command begins anew");
            return Ok(Exit::Interrupted);
        }
        Ended::AlreadyComplete(manifest) | Ended::Complete(manifest) => manifest,
    };
    let mut out = output(None)?;
    write_rows(&manifest, &request.output, &mut out)?;
    out.flush().map_err(in_stdout)?;
    talk.say(summary(&manifest, talk.verbose));
    Ok(code(&manifest))
}

/// Writes the rows of all parts.
fn write_rows(manifest: &Manifest, folder: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let parts = manifest.outputs.iter().filter(|output| output.path.ends_with(PART));
    let mut parts: Vec<_> = parts.collect();
    // Numbers of parts have five digits, and more where it takes more.
    parts.sort_by_key(|part| (part.path.len(), &part.path));
    for part in parts {
        let path = folder.join(&part.path);
        let file = File::open(&path).with_context(|| path.display().to_string())?;
        let mut lines = BufReader::new(zstd::Decoder::new(file)?);
        loop {
            let chunk = lines.fill_buf().with_context(|| path.display().to_string())?;
            if chunk.is_empty() {
                break;
            }
            out.write_all(chunk).map_err(in_stdout)?;
            let length = chunk.len();
            lines.consume(length);
        }
    }
    Ok(())
}

/// Names standard output in an error. A closed pipe stays as it is: it has to be recognised.
fn in_stdout(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => error,
        kind => io::Error::new(kind, format!("standard output: {error}")),
    }
}
