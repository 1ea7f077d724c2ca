//! The sessions in the guide are run: a code block marked `console` has commands behind `$ ` and what
//! they print. The blocks of a page run in their order, in one folder where the repository's `samples`,
//! `pages` and what the page itself made are.
//!
//! In what is printed, `...` on a line of its own stands for any lines, and `…` for any text within a
//! line. A page is copied from, so nothing else may differ.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{Env, root};

/// Commands of readers that need more than the program: a session with one is not run.
const OUTSIDE: [&str; 4] = ["sudo ", "sbatch ", "spark-submit ", "man "];

/// A command with what it prints.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    command: String,
    printed: Vec<String>,
}

/// The sessions of a page.
fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut is_session = false;
    let mut goes_on = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_session = line == "```console";
            continue;
        }
        if !is_session {
            continue;
        }
        if let Some(more) = line.strip_prefix("> ").filter(|_| goes_on) {
            let command = &mut steps.last_mut().expect("a command before its second line").command;
            command.push('\n');
            command.push_str(more);
            goes_on = more.ends_with('\\');
        } else if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command: command.to_owned(), printed: Vec::new() });
            goes_on = command.ends_with('\\');
        } else if let Some(step) = steps.last_mut() {
            step.printed.push(line.to_owned());
        }
    }
    steps
}

/// Whether lines are those that a page shows.
fn matches(shown: &[String], lines: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=lines.len()).any(|at| matches(rest, &lines[at..]))
        }
        Some((first, rest)) => match lines.split_first() {
            Some((line, others)) => line_matches(first, line) && matches(rest, others),
            None => false,
        },
    }
}

fn line_matches(shown: &str, line: &str) -> bool {
    let (mut parts, mut rest) = (shown.split('…'), line);
    let first = parts.next().unwrap_or_default();
    let Some(behind) = rest.strip_prefix(first) else { return false };
    rest = behind;
    let others: Vec<&str> = parts.collect();
    let Some((last, middle)) = others.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

/// Whether a command needs OpenSSH, where that is not installed.
fn lacks(command: &str) -> bool {
    command.contains("ssh-keygen") && Command::new("ssh-keygen").arg("-?").output().is_err()
}

/// Runs the sessions of a page. What differs from it, as a text.
fn differences(page: &Path) -> Vec<String> {
    run_sessions(page).1
}

/// Runs the sessions of a page. The folder that they ran in, and what differs from the page, as a text.
pub(crate) fn run_sessions(page: &Path) -> (Env, Vec<String>) {
    let steps = steps(&fs::read_to_string(page).expect("a page"));
    let env = Env::new();
    for name in ["samples", "docs"] {
        symlink(root().join(name).canonicalize().expect("a folder"), env.path(name))
            .expect("a link");
    }
    let program = PathBuf::from(env!("CARGO_BIN_EXE_scutch"));
    let folder = program.parent().expect("the folder of the program");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut wrong = Vec::new();
    for step in steps {
        if OUTSIDE.iter().any(|start| step.command.starts_with(start)) || lacks(&step.command) {
            continue;
        }
        let ran = Command::new("bash")
            .args(["-c", &format!("{{ {}\n}} 2>&1", step.command)])
            .current_dir(env.path("."))
            .env("PATH", format!("{}:{path}", folder.display()))
            .env("COLUMNS", "100")
            .output()
            .expect("bash runs");
        let text = String::from_utf8(ran.stdout).expect("UTF-8");
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        if !matches(&step.printed, &lines) {
            let name = page.display();
            wrong.push(format!("{name}\n$ {}\n{}", step.command, lines.join("\n")));
        }
    }
    (env, wrong)
}

/// Every page of the guide below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the guide");
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|name| name == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn sessions_of_the_guide_print_what_it_shows() {
    let pages = pages(&root().join("docs/src"));
    // Pages know nothing of each other, and wait for disks.
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let share = |at: usize| pages.iter().skip(at).step_by(threads);
        let started: Vec<_> = (0..threads)
            .map(|at| scope.spawn(move || share(at).flat_map(|page| differences(page)).collect()))
            .collect();
        started
            .into_iter()
            .flat_map(|ran: std::thread::ScopedJoinHandle<'_, Vec<String>>| {
                ran.join().expect("a page is run")
            })
            .collect()
    });
    assert!(wrong.is_empty(), "the program prints:\n\n{}", wrong.join("\n\n"));
}

/// Recipes that need more than the repository has.
const ELSEWHERE: [&str; 1] = ["I want pages of Common Crawl"];

/// The recipes of a page: title and text. What is printed may have headings, too.
fn recipes(page: &str) -> Vec<(&str, String)> {
    let (mut recipes, mut is_code) = (Vec::<(&str, String)>::new(), false);
    for line in page.lines() {
        is_code ^= line.starts_with("```");
        if let Some(title) = line.strip_prefix("## ").filter(|_| !is_code) {
            recipes.push((title, String::new()));
        } else if let Some((_, text)) = recipes.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    recipes
}

/// A recipe that nobody runs may be wrong.
#[test]
fn each_recipe_has_a_command_that_is_run() {
    for page in pages(&root().join("docs/src/how-to")) {
        let text = fs::read_to_string(&page).expect("a page");
        for (title, recipe) in recipes(&text).iter().filter(|(title, _)| !ELSEWHERE.contains(title))
        {
            assert!(recipe.contains("```console\n$ "), "{}: {title}", page.display());
        }
    }
}

#[test]
fn sessions_are_read() {
    let page = "x\n```console\n$ a \\\n> b\none\ntwo\n$ c\n```\n```sh\n$ no\n```\n";
    let step = |command: &str, printed: &[&str]| Step {
        command: command.to_owned(),
        printed: printed.iter().map(|line| (*line).to_owned()).collect(),
    };
    assert_eq!(steps(page), [step("a \\\nb", &["one", "two"]), step("c", &[])]);
}

#[test]
fn what_is_left_out_of_a_page_may_be_anything() {
    for (shown, lines, expected) in [
        ("a|b", "a|b", true),
        ("a|...", "a", true),
        ("a|...|d", "a|b|c|d", true),
        ("a|...|d", "a|b|c", false),
        ("a … c", "a bb c", true),
        ("a … c", "a c", false),
        ("…", "", true),
        ("1…3…5", "12345", true),
        ("1…3…5", "1245", false),
        ("a", "a|b", false),
    ] {
        let shown: Vec<String> = shown.split('|').map(str::to_owned).collect();
        let lines: Vec<&str> = lines.split('|').collect();
        assert_eq!(matches(&shown, &lines), expected, "{shown:?} {lines:?}");
    }
}
