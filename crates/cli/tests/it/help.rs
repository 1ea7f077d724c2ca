//! `-h` is a screen with the options people use; `--help` has everything.

use crate::examples::{HEADINGS, all_verbs, examples_in, help};
use crate::harness::Env;

const LINES: usize = 40;
const COLUMNS: usize = 100;
const OPTIONS: usize = 10;

/// Options that every verb has.
const COMMON: [&str; 5] = ["quiet", "verbose", "progress", "help", "version"];

/// The long options of a help but those that every verb has.
fn options_in(help: &str) -> Vec<&str> {
    // Lines of prose that begin with an option are further to the right.
    let options =
        help.lines().filter_map(|line| line.split_once("--").filter(|(front, _)| front.len() == 6));
    let names = options.filter_map(|(_, rest)| rest.split([' ', '[', ',']).next());
    names.filter(|name| !COMMON.contains(name)).collect()
}

/// The number that a help names of options that it does not show.
fn more_in(help: &str) -> usize {
    let number = help.lines().find_map(|line| line.split_once(" more options: ")?.0.parse().ok());
    number.unwrap_or_default()
}

#[test]
fn the_short_help_of_every_verb_is_a_screen() {
    let env = Env::new();
    for (verb, long) in all_verbs(&env) {
        let words: Vec<String> = verb.split_whitespace().map(str::to_owned).collect();
        let short = help(&env, &words, "-h");
        assert!(short.lines().count() <= LINES, "{verb}: {short}");
        assert!(short.lines().all(|line| line.chars().count() <= COLUMNS), "{verb}: {short}");
        let (shown, all) = (options_in(&short), options_in(&long));
        assert!(shown.len() <= OPTIONS, "{verb}: {shown:?}");
        assert!(shown.iter().all(|name| all.contains(name)), "{verb}: {shown:?}");
        assert_eq!(all.len() - shown.len(), more_in(&short), "{verb}: {short}");
        let examples: usize =
            HEADINGS.iter().map(|(heading, _)| examples_in(&short, heading).len()).sum();
        assert_eq!(examples, 2, "{verb}: {short}");
        assert_eq!(more_in(&long), 0, "{verb}: {long}");
    }
}

/// A verb is summarised by what it does, and not by what one group of its options is about.
#[test]
fn verbs_are_listed_with_the_first_words_of_their_help() {
    let env = Env::new();
    for (verb, long) in all_verbs(&env) {
        let (above, name) = verb.rsplit_once(' ').unwrap_or(("", &verb));
        if name.is_empty() {
            continue;
        }
        let words: Vec<String> = above.split_whitespace().map(str::to_owned).collect();
        let list = help(&env, &words, "--help");
        let line = list.lines().find(|line| line.trim_start().split(' ').next() == Some(name));
        let summary = line
            .and_then(|line| line.trim_start().split_once(' '))
            .map_or("", |(_, summary)| summary.trim());
        assert!(!summary.is_empty() && long.starts_with(summary), "{verb}: {summary}: {long}");
    }
}
