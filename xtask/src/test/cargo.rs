//! `cargo test` and its output: passed on line by line, less what passing tests printed.

use std::io::{BufRead, BufReader};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result};

use super::{SKIPPED, Seen, Variable};

/// How the last line of each test program begins.
const RESULT: &str = "test result: ";

/// All tests of the workspace, with inputs behind addresses, which the plain build leaves out.
const ALL: [&str; 3] = ["--workspace", "--features", "scutch/remote"];

/// Compiles what [`test()`] runs where no arguments are given, documentation apart.
pub(super) fn compile(variables: &[Variable]) -> Result<ExitStatus> {
    let mut command = Command::new(crate::root::cargo());
    command.args(["test", "--no-run", "--quiet"]).args(ALL).envs(variables.iter().cloned());
    command.current_dir(crate::root::repository()).status().context("cannot run cargo test")
}

/// Runs `cargo test`, all of it even when something fails.
pub(super) fn test(
    arguments: &[String],
    variables: &[Variable],
    seen: &mut Seen,
) -> Result<ExitStatus> {
    let mut command = Command::new(crate::root::cargo());
    command.args(["test", "--no-fail-fast"]);
    match arguments {
        [] => command.args(ALL),
        chosen => command.args(chosen),
    };
    // Passing tests show their output too, for what skipping ones have to say.
    command.args(["--", "--show-output"]).envs(variables.iter().cloned());
    // The same cases every time: looking for new ones is what the fuzz targets are for.
    command.env("PROPTEST_RNG_SEED", "20261120").env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
    if std::env::var_os("RUST_TEST_THREADS").is_none() {
        command.env("RUST_TEST_THREADS", (WAITING * cores()).to_string());
    }
    command.current_dir(crate::root::repository()).stdout(Stdio::piped());
    let mut child = command.spawn().context("cannot run cargo test")?;
    let output = child.stdout.take().context("cargo test has no output")?;
    let mut filter = Filter::default();
    for line in BufReader::new(output).lines() {
        if let Some(line) = filter.line(line?, seen) {
            println!("{line}");
        }
    }
    child.wait().context("cargo test did not end")
}

/// Tests at once on each core: those of the program wait for browsers, servers and clocks a third of their time.
const WAITING: usize = 2;

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The number before a label in a result line: `3` for `ignored` in `...; 3 ignored; ...`.
pub(super) fn count(result: &str, label: &str) -> Option<u64> {
    let before = result.split(label).next().filter(|before| before.len() < result.len())?;
    before.split_whitespace().next_back()?.parse().ok()
}

/// Where in the output of a test program we are.
#[derive(Default)]
struct Filter {
    /// Between `successes:` and what follows that section.
    among_successes: bool,
}

impl Filter {
    /// The line if it is to be shown now. Skips and results go into `seen`.
    fn line(&mut self, line: String, seen: &mut Seen) -> Option<String> {
        if line.starts_with(SKIPPED) {
            seen.skipped.push(line.clone());
            return Some(line);
        }
        if line.starts_with(RESULT) {
            self.among_successes = false;
            seen.results.push(line);
            return None;
        }
        match line.as_str() {
            "successes:" => self.among_successes = true,
            "failures:" => self.among_successes = false,
            _ => {}
        }
        (!self.among_successes).then_some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "\
running 3 tests
test a ... ok
test b ... ok
test c ... FAILED

successes:

---- a stderr ----
chatter
SKIPPED: a: no browser

successes:
    a
    b

failures:
    c

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 4 filtered out";

    #[test]
    fn chatter_of_passing_tests_is_dropped_and_skips_are_kept() {
        let (mut filter, mut seen) = (Filter::default(), Seen::default());
        let shown: Vec<String> =
            OUTPUT.lines().filter_map(|line| filter.line(line.into(), &mut seen)).collect();
        assert!(shown.contains(&"SKIPPED: a: no browser".to_owned()));
        assert!(shown.contains(&"    c".to_owned()));
        assert!(!shown.contains(&"chatter".to_owned()));
        assert_eq!(seen.skipped, ["SKIPPED: a: no browser"]);
        assert_eq!(seen.results.len(), 1);
    }

    #[test]
    fn results_are_counted() {
        let result = OUTPUT.lines().next_back().unwrap();
        let counts = ["passed", "failed", "filtered out"].map(|label| count(result, label));
        assert_eq!(counts, [Some(2), Some(1), Some(4)]);
        assert_eq!(count(result, "flaky"), None);
    }
}
