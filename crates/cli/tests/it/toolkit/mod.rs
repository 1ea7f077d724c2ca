//! The tables of the guide's chapter on the toolkit and Hypercane: each row has a case here, with
//! commands that are run and what they show.

mod hypercane;
mod otmt;
mod refused;

use std::collections::BTreeSet;
use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::harness::{Env, root};

/// A row of a table of the guide.
struct Case {
    /// Its first cell.
    row: &'static str,
    /// Commands, run one after the other in one folder.
    runs: &'static [Run],
}

/// A command and what it shows.
struct Run {
    /// Words between spaces; `~` in a word stands for a space.
    words: &'static str,
    looks: &'static [Look],
}

/// What is looked at after a command. A command without [`Look::Exit`] ends with 0.
enum Look {
    /// The exit code.
    Exit(i32),
    /// The standard output holds this.
    Out(&'static str),
    /// The standard output does not hold this.
    NoOut(&'static str),
    /// So many lines are on the standard output.
    Lines(usize),
    /// The standard error holds this.
    Err(&'static str),
    /// Nothing is on the standard error.
    Quiet,
    /// A file holds this.
    File(&'static str, &'static str),
    /// The standard output is that of another command.
    Same(&'static str),
    /// The rows on the standard output are of these pages, in this order.
    Pages(&'static [&'static str]),
    /// A column of these rows has these values.
    Column(&'static str, &'static [&'static str]),
}

use Look::{Column, Err, Exit, File, Lines, NoOut, Out, Pages, Quiet, Same};

const fn run(words: &'static str, looks: &'static [Look]) -> Run {
    Run { words, looks }
}

/// The words of a command; `{site}` stands for the address of a server.
fn words(command: &str, site: &str) -> Vec<String> {
    command.split(' ').map(|word| word.replace('~', " ").replace("{site}", site)).collect()
}

fn output(env: &Env, command: &str, site: &str) -> Output {
    let words = words(command, site);
    env.output(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Runs the commands of all cases, each case in a folder of its own.
fn check(cases: &[Case], site: &str, folder: impl Fn() -> Env) {
    let mut faults = Vec::new();
    for case in cases {
        let env = folder();
        for run in case.runs {
            let output = output(&env, run.words, site);
            let code = run.looks.iter().find_map(|look| match look {
                Exit(code) => Some(*code),
                _ => None,
            });
            let mut wrong: Vec<String> =
                run.looks.iter().filter_map(|look| look.fault(&env, &output, site)).collect();
            if output.status.code() != Some(code.unwrap_or(0)) {
                wrong.push("another exit code".to_owned());
            }
            if !wrong.is_empty() {
                let (row, words, shown) = (case.row, run.words, env.shown(&output));
                faults.push(format!("row {row}\n$ scutch {words}\n{}\n{shown}", wrong.join("\n")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

impl Look {
    /// What is not as it should be.
    fn fault(&self, env: &Env, output: &Output, site: &str) -> Option<String> {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        let found = match self {
            Exit(_) => return None,
            Out(text) => (out.contains(text), format!("no {text:?} on stdout")),
            NoOut(text) => (!out.contains(text), format!("{text:?} on stdout")),
            Lines(count) => (out.lines().count() == *count, format!("not {count} lines")),
            Err(text) => (err.contains(text), format!("no {text:?} on stderr")),
            Quiet => (err.is_empty(), "something on stderr".to_owned()),
            File(name, text) => {
                let file = fs::read_to_string(env.path(name)).unwrap_or_default();
                (file.contains(text), format!("no {text:?} in {name}: {file}"))
            }
            Same(command) => {
                let other = self::output(env, command, site);
                (other.stdout == output.stdout, format!("not as {command}: {}", env.shown(&other)))
            }
            Pages(pages) => {
                let names: Vec<String> = rows(&out).iter().map(crate::hypercane::name).collect();
                (names == *pages, format!("pages {names:?}"))
            }
            Column(column, values) => {
                let found = rows(&out).iter().map(|row| spelled(&row[column])).collect::<Vec<_>>();
                (found == *values, format!("{column} {found:?}"))
            }
        };
        (!found.0).then_some(found.1)
    }
}

/// Rows of JSON lines.
fn rows(out: &str) -> Vec<Value> {
    out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn spelled(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The rows of a table of the chapter: its cells. `before` stands somewhere above it.
fn guide(before: &str) -> Vec<Vec<String>> {
    let guide = fs::read_to_string(root().join("docs/src/toolkit.md")).expect("the guide");
    let (_, after) = guide.split_once(before).unwrap_or_else(|| panic!("no {before:?}"));
    let table = after.lines().skip_while(|line| !line.starts_with('|'));
    let table = table.take_while(|line| line.starts_with('|')).skip(2);
    let cells = |row: &str| -> Vec<String> {
        row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()
    };
    table.map(cells).collect()
}

/// Each row of a table has a case, and each case a row.
fn covers(cases: &[Case], before: &str) {
    let rows: BTreeSet<String> =
        guide(before).into_iter().map(|mut row| row.swap_remove(0)).collect();
    let known: BTreeSet<String> = cases.iter().map(|case| case.row.to_owned()).collect();
    assert_eq!(known, rows, "left cases, right rows of docs/src/toolkit.md {before:?}");
    assert_eq!(known.len(), cases.len(), "a row has two cases");
    assert!(cases.iter().all(|case| !case.runs.is_empty()));
}

#[test]
fn each_row_of_the_guide_has_a_case() {
    covers(otmt::CASES, "## The Off-Topic Memento Toolkit");
    covers(hypercane::CASES, "## Hypercane");
    covers(refused::CASES, "Refused, with the reason:");
}

/// Each command that a row names is one of those that its case runs.
#[test]
fn cases_run_the_commands_of_their_rows() {
    for row in guide("## Hypercane") {
        let case = hypercane::CASES.iter().find(|case| case.row == row[0]).expect("a case");
        let commands = row[1].split('`').skip(1).step_by(2);
        for command in commands.filter(|words| words.starts_with("memento ")) {
            let has = |run: &Run| {
                let words: Vec<&str> = run.words.split(' ').collect();
                command.split(' ').all(|word| words.contains(&word))
            };
            assert!(case.runs.iter().any(has), "{}: no run of {command}", row[0]);
        }
    }
}

#[test]
fn options_of_the_toolkit() {
    let server = otmt::server();
    check(otmt::CASES, &server.uri(""), otmt::folder);
}

#[test]
fn verbs_of_hypercane() {
    let server = otmt::server();
    check(hypercane::CASES, &server.uri(""), hypercane::folder);
}

#[test]
fn what_is_refused_is_refused() {
    check(refused::CASES, "", hypercane::folder);
}
