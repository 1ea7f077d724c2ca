//! The program `scutch`: web archives in, clean and citable text corpora out.
//!
//! [`run`] is a table of contents: what was typed (`args`) goes to the verb of that name in
//! `verbs`, and what the verb answers becomes an exit code (`exit`, `end`). It is a library for the
//! Python package, whose module holds the program as well.
#![forbid(unsafe_code)]

mod args;
mod end;
mod exit;
mod help;
mod hint;
mod interrupt;
mod named;
mod no_article;
mod output;
mod portal_file;
mod progress;
mod settings_file;
mod talk;
mod verbs;

use std::ffi::OsString;
use std::io::Write as _;

use clap::{CommandFactory as _, Parser as _};

use self::args::{Args, Verb};
use self::exit::Exit;

/// Parses a command line, runs its verb, and turns what it answers into an exit code. The first
/// word is the name of the program. Signals are handled from then on.
pub fn run(typed: Vec<OsString>) -> u8 {
    let ended = ended(typed);
    // Only where `main` is Rust's somebody else does.
    let _ = std::io::stdout().flush();
    ended as u8
}

fn ended(typed: Vec<OsString>) -> Exit {
    // Before clap: the toolkit's `-tm` would be read as the short flags `-t` and `-m`.
    let typed = match verbs::offtopic::otmt::rewritten(typed) {
        Ok(typed) => typed,
        Err(error) => return end::after_error(&error.into()),
    };
    #[cfg(feature = "remote")]
    scutch_remote::register();
    // `parse` would end the process itself, with clap's exit code and without our account of a
    // closed pipe.
    let args = match Args::try_parse_from(&typed) {
        Ok(args) => args,
        Err(answer) => {
            let answer = help::placed(answer);
            return end::after_parsing(&help::shortened(answer, &typed));
        }
    };
    let ended = interrupt::install().and_then(|()| dispatch(args));
    ended.unwrap_or_else(|error| end::after_error(&error))
}

/// Hands the arguments of a verb to its module. A new verb is a line here, one in [`args::Verb`]
/// and a module in [`verbs`].
fn dispatch(args: Args) -> anyhow::Result<Exit> {
    let talk = args.talk;
    match args.verb {
        Verb::Corpus(args) => verbs::corpus::run(&args, talk),
        Verb::Gather(args) => verbs::gather::run(&args, talk),
        Verb::Merge(args) => verbs::merge::run(&args, talk),
        Verb::Dedup(args) => verbs::dedup::run(&args, talk),
        Verb::Redact(args) => verbs::redact::run(&args, talk),
        Verb::Rebuild(args) => verbs::rebuild::run(&args, talk),
        Verb::Extract(args) => verbs::extract::run(&args, talk),
        Verb::Template(args) => verbs::template::run(&args, talk),
        Verb::Offtopic(args) => verbs::offtopic::run(&args, talk),
        Verb::Memento(verb) => verbs::memento::run(&verb, talk),
        Verb::Portal(verb) => verbs::portal::run(&verb, talk),
        Verb::Fetch(args) => verbs::fetch::run(&args, talk),
        Verb::Coverage(args) => verbs::coverage::run(&args, talk),
        Verb::Tags(verb) => verbs::tags::run(&verb, talk),
        Verb::Report(args) => verbs::report::run(&args, talk),
        Verb::Studio(args) => verbs::studio::run(&args, talk),
        Verb::Verify(args) => verbs::verify::run(&args, talk),
        Verb::Archive(verb) => verbs::archive::run(&verb, talk),
        Verb::Evaluate(verb) => verbs::evaluate::run(&verb, talk),
        Verb::Url(verb) => verbs::url::run(&verb, talk),
        Verb::Config(verb) => verbs::config::run(verb),
        Verb::Completions(args) => verbs::completions::run(args, Args::command()),
        Verb::Man(args) => verbs::man::run(&args, Args::command()),
    }
}
