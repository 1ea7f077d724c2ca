//! `scutch redact DIR --list FILE -o NEW`: a corpus without what must not be in it.

use std::path::PathBuf;

use scutch_corpus::redact::{RedactRequest, Redaction, redact};
use scutch_foreign::escaped;

use super::summary::entry;
use crate::exit::Exit;
use crate::talk::Talk;

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
    /// Leave addresses out of `tombstones.jsonl`.
    #[arg(long)]
    no_addresses: bool,
}

/// Runs `scutch redact`.
pub(crate) fn run(args: &RedactArgs, talk: Talk) -> anyhow::Result<Exit> {
    let done = redact(&RedactRequest {
        folder: args.folder.clone(),
        list: args.list.clone(),
        output: args.output.clone(),
        same_text: args.same_text,
        addresses: !args.no_addresses,
    })?;
    talk.say(entry("documents kept", done.kept));
    talk.say(entry("taken out: on the list", done.named));
    if args.same_text {
        talk.say(entry("taken out: with the text of one of these", done.same_text));
    }
    if done.quarantined > 0 {
        talk.say(entry("taken out: lines of the quarantine", done.quarantined));
    }
    tell_left(args, &done, talk);
    Ok(Exit::Done)
}

/// Says what was not found, and what is still to do.
fn tell_left(args: &RedactArgs, done: &Redaction, talk: Talk) {
    if !done.unmatched.is_empty() {
        talk.say(entry("lines of the list that name nothing here", done.unmatched.len() as u64));
        let shown = if talk.verbose { done.unmatched.len() } else { SHOWN };
        for (number, name) in done.unmatched.iter().take(shown) {
            talk.say(format_args!("{:>14}line {number}: {}", "", escaped(name)));
        }
    }
    for name in &done.left_behind {
        talk.say(format_args!("not copied: {name}, which shows texts; `scutch template` makes it"));
    }
    if done.same_text > 0 && !args.same_text {
        talk.say(format_args!(
            "  hint: other rows with the text of a row that was taken out: {}; --same-text takes them, too",
            done.same_text
        ));
    }
}
