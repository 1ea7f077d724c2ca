//! The short help of a verb (`-h`): the options people use, and two examples. `--help` has everything.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory as _};

use crate::args::Args;

/// Verbs that have more options than a screen shows, each with those that it does show.
const SHOWN: &str = include_str!("../data/short_help.tsv");

/// Options of the program that every verb has, and the short help of none.
const EVERYWHERE: [&str; 2] = ["progress", "version"];

/// Examples in the short help.
const EXAMPLES: usize = 2;

/// What clap answers to a call for help, with the short help in the place of its own. Other answers stay as they are.
pub(crate) fn shortened(answer: clap::Error, typed: &[OsString]) -> clap::Error {
    let is_help = matches!(
        answer.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if !is_help {
        return answer;
    }
    // Here and not in `main`: the arguments of all verbs have to be built for it.
    let mut program = Args::command();
    program.build();
    shorten_all(program, "").try_get_matches_from(typed).err().unwrap_or(answer)
}

/// The error with a tip where the unknown verb is one below another verb: `scutch archive check`.
pub(crate) fn placed(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    // Verbs below verbs are known once all are built.
    let mut program = Args::command();
    program.build();
    let has = |verb: &&Command| verb.get_subcommands().any(|below| below.get_name() == typed);
    let places = program.get_subcommands().filter(has);
    let tips: Vec<String> = places.map(|verb| format!("{} {typed}", verb.get_name())).collect();
    if !tips.is_empty() {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(tips));
    }
    error
}

/// A verb and the verbs below it, whose short help is a screen.
fn shorten_all(command: Command, above: &str) -> Command {
    let path_below = |name: &str| format!("{above} {name}").trim_start().to_owned();
    let names: Vec<String> =
        command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let command = names.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |verb| shorten_all(verb, &path_below(name)))
    });
    shorten(command, above)
}

/// A verb whose short help is a screen.
fn shorten(command: Command, path: &str) -> Command {
    let shown = shown_of(path);
    debug_assert!(shown.iter().flatten().all(|name| has_option(&command, name)), "{path}");
    let is_hidden = |arg: &Arg| {
        let own = arg.get_long().filter(|name| !is_common(name));
        own.zip(shown.as_ref()).is_some_and(|(name, shown)| !shown.contains(&name))
    };
    let more = command.get_arguments().filter(|arg| is_hidden(arg) && !arg.is_hide_set()).count();
    let command = command.mut_args(|arg| {
        let hide = is_hidden(&arg) || arg.get_long().is_some_and(|name| EVERYWHERE.contains(&name));
        arg.hide_short_help(hide)
    });
    let Some(all) = command.get_after_help().cloned() else {
        return command;
    };
    let mut short = String::new();
    if more > 0 {
        short = format!("{more} more options: scutch {path} --help\n\n");
    }
    short += &examples(&all);
    command.after_help(short).after_long_help(all)
}

/// The options that the short help of a verb shows, if not all.
fn shown_of(path: &str) -> Option<Vec<&'static str>> {
    let mut rows = SHOWN.lines().filter_map(|line| line.split_once('\t'));
    rows.find(|(verb, _)| *verb == path).map(|(_, names)| names.split(' ').collect())
}

/// Whether a verb has a long option of this name.
fn has_option(command: &Command, name: &str) -> bool {
    command.get_arguments().any(|arg| arg.get_long() == Some(name))
}

/// Whether every verb has this option.
fn is_common(name: &str) -> bool {
    EVERYWHERE.contains(&name) || ["quiet", "verbose", "help"].contains(&name)
}

/// The first examples of a help, with what explains them.
fn examples(help: &StyledStr) -> String {
    let text = help.to_string();
    let mut left = EXAMPLES;
    let from_examples = text.lines().skip_while(|line| !line.starts_with("Examples"));
    let lines = from_examples.take_while(|line| {
        let is_taken = left > 0 && !line.is_empty();
        left -= usize::from(is_taken && line.starts_with("  ") && !line.starts_with("  #"));
        is_taken
    });
    lines.collect::<Vec<_>>().join("\n")
}
