//! `scutch redact DIR --list FILE -o NEW`: a corpus without what must not be in it.

use std::path::PathBuf;

use scutch_corpus::redact::{RedactRequest, Redaction, redact};
use scutch_folder::names::{DUPLICATES, LABELS};
use scutch_foreign::escaped;

use super::corpus_run::with_progress;
use super::summary::entry;
use crate::exit::Exit;
use crate::talk::{self, Talk};

/// Lines that nothing has, shown without `-v`.
const SHOWN: usize = 5;

#[derive(Debug, clap::Args)]
pub(crate) struct RedactArgs {
    /// The corpus folder, which stays as it is.
    folder: PathBuf,
    /// What to take out, one a line: an address, SURT prefix, digest, row id or PWID; behind a tab why.
    #[arg(long, value_name = "FILE")]
    list: PathBuf,
    /// The new folder.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Take out all other rows with the text of such a row, too.
    #[arg(long)]
    same_text: bool,
    /// Write tombstones without addresses.
    #[arg(long)]
    no_addresses: bool,
}

/// Runs `scutch redact`. Exits with 5 when the list names nothing.
pub(crate) fn run(args: &RedactArgs, talk: Talk) -> anyhow::Result<Exit> {
    let request = RedactRequest {
        folder: args.folder.clone(),
        list: args.list.clone(),
        output: args.output.clone(),
        same_text: args.same_text,
        addresses: !args.no_addresses,
    };
    let Some(done) = with_progress(talk, |watch| redact(&request, watch))? else {
        talk.say("interrupted; nothing was written, and the same command begins anew");
        return Ok(Exit::Interrupted);
    };
    if done.is_empty() {
        talk::line(format_args!(
            "scutch: {}: names nothing in {}; nothing was written",
            args.list.display(),
            args.folder.display()
        ));
        say_unmatched(&done, talk);
        return Ok(Exit::Nothing);
    }
    talk.say(entry("documents kept", done.kept));
    talk.say(entry("taken out: on the list", done.named));
    if args.same_text {
        talk.say(entry("taken out: with the text of one of these", done.same_text));
    }
    if done.quarantined > 0 {
        talk.say(entry("taken out: lines of the quarantine", done.quarantined));
    }
    say_unmatched(&done, talk);
    say_remaining(args, &done, talk);
    Ok(Exit::Done)
}

/// Names lines of the list that nothing in the corpus has. `--quiet` does not silence it: such a line may be
/// a typing error, and then the text is still there.
fn say_unmatched(done: &Redaction, talk: Talk) {
    if done.unmatched.is_empty() {
        return;
    }
    talk::line(entry("lines of the list that name nothing here", done.unmatched.len() as u64));
    let shown = if talk.verbose { done.unmatched.len() } else { SHOWN };
    for (number, name) in done.unmatched.iter().take(shown) {
        talk::line(format_args!("{:>14}line {number}: {}", "", escaped(name)));
    }
}

/// Says what was not copied, and what is still to do.
fn say_remaining(args: &RedactArgs, done: &Redaction, talk: Talk) {
    for name in &done.left_behind {
        talk.say(format_args!("not copied: {}{}", escaped(name), again(name)));
    }
    if done.same_text > 0 && !args.same_text {
        talk.say(format_args!(
            "  hint: other rows with the text of a row that was taken out: {}; --same-text takes them, too",
            done.same_text
        ));
    }
}

/// Why an output was not copied, and the command that makes it again.
fn again(name: &str) -> &'static str {
    if LABELS.contains(&name) {
        ", which shows texts; `scutch template` makes it"
    } else if DUPLICATES.contains(&name) {
        ", which compares with rows that are gone; `scutch dedup` makes it"
    } else {
        ""
    }
}
