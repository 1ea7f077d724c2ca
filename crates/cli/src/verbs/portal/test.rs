//! `scutch portal test`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_foreign::Escaping;
use scutch_plot::number::plural;
use scutch_portal::{Case, Outcome, RecordedPages};
use serde_json::json;

use super::examples;
use crate::exit::Exit;
use crate::output::output;
use crate::portal_file::read;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("A portal folder holds portal.toml, expect.jsonl with a case a line, and the \
    pages in pages/*.warc.gz. Exit code 4 where a case is not exact.\n\n{}", examples::TEST)
)]
pub(crate) struct TestArgs {
    /// Portal folders.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Use this portal file instead of the folders' own.
    #[arg(long, value_name = "FILE")]
    portal: Option<PathBuf>,
    /// Write a line of JSON for each case.
    #[arg(long)]
    json: bool,
}

/// Runs `scutch portal test`.
pub(super) fn run(args: &TestArgs, talk: Talk) -> anyhow::Result<Exit> {
    let mut out = output(None)?;
    let (mut exact, mut all) = (0, 0);
    for folder in &args.folders {
        let file = args.portal.clone().unwrap_or_else(|| folder.join("portal.toml"));
        let portal = read(&file, None)?;
        let cases = Case::read(&folder.join("expect.jsonl"))?;
        let stored = RecordedPages::read(&archives(folder)?)?;
        for case in &cases {
            let outcome = stored.page(&case.url).map(|page| case.judge(&portal, &page));
            // A page that is not stored is a case that is not exact: it must not pass unseen.
            exact += usize::from(outcome.as_ref().is_some_and(Outcome::is_exact));
            all += 1;
            // Programs get addresses as they are; what people read cannot steer their terminal.
            match args.json {
                true => writeln!(out, "{}", line(folder, case, outcome.as_ref()))?,
                false => tell(&mut Escaping::new(&mut out), folder, case, outcome.as_ref())?,
            }
        }
    }
    out.flush()?;
    let cases = plural(all as u64, "case", "cases");
    talk.say(format_args!("{exact} of {all} {cases} exact"));
    Ok(if exact == all { Exit::Done } else { Exit::Damage })
}

/// The archives of a folder, sorted by name.
pub(super) fn archives(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let pages = folder.join("pages");
    let cannot = || format!("{}: cannot be read", pages.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&pages).with_context(cannot)? {
        files.push(entry.with_context(cannot)?.path());
    }
    // Of two records of one page the first counts, and systems list names in any order.
    files.sort();
    Ok(files)
}

/// A case as JSON.
fn line(folder: &Path, case: &Case, outcome: Option<&Outcome>) -> serde_json::Value {
    json!({
        "portal": folder.file_name().map(|name| name.to_string_lossy()),
        "kind": case.kind.name(),
        "url": case.url,
        "exact": outcome.is_some_and(Outcome::is_exact),
        "stored": outcome.is_some(),
        "outcome": outcome,
    })
}

/// A case as text: a line, and below it what is missing or extra.
fn tell(
    out: &mut dyn std::io::Write,
    folder: &Path,
    case: &Case,
    outcome: Option<&Outcome>,
) -> std::io::Result<()> {
    let (kind, url, portal) = (case.kind.name(), &case.url, folder.display());
    let Some(outcome) = outcome else {
        return writeln!(out, "{portal} {kind} {url}: the page is not stored");
    };
    if outcome.is_exact() {
        return writeln!(out, "{portal} {kind} {url}: exact, {}", outcome.found);
    }
    let (found, missing, extra) = (outcome.found, outcome.missing.len(), outcome.extra.len());
    writeln!(out, "{portal} {kind} {url}: {found} found, {missing} missing, {extra} extra")?;
    outcome.missing.iter().try_for_each(|address| writeln!(out, "  missing {address}"))?;
    outcome.extra.iter().try_for_each(|address| writeln!(out, "  extra {address}"))
}
