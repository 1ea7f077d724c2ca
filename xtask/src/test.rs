//! `cargo xtask test`: every test of the workspace.
//!
//! What tests need from outside (a Python environment, a browser) is set up first and handed to
//! them in environment variables; see [`needs`]. Where that is impossible, the tests concerned skip
//! themselves by printing `SKIPPED: name: reason`, and the end of the run counts them. Arguments
//! replace `--workspace` in the call of cargo: `cargo xtask test -p scutch-page`.

mod cargo;
mod needs;

use std::path::PathBuf;
use std::process::ExitStatus;
use std::thread;

use anyhow::{Result, bail};

use crate::harden::{Asked, program};

/// The browser of the tests, installed where there is none.
pub(crate) fn browser() -> Result<PathBuf, String> {
    needs::browser()
}

/// What a skipping test prints first on its line.
pub(crate) const SKIPPED: &str = "SKIPPED:";

/// What was seen of a run, to be told at its end.
#[derive(Default)]
struct Seen {
    skipped: Vec<String>,
    results: Vec<String>,
}

/// Runs the tests and the licence check.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut seen = Seen::default();
    let variables = needs::satisfy(&mut seen.skipped);
    let licences = crate::licences::run(&[]);
    // What is fetched comes while cargo compiles. Who names packages is at work on these alone.
    let libraries = arguments.is_empty().then(|| thread::spawn(crate::wheel::prepare));
    let status = cargo::test(arguments, &variables, &mut seen)?;
    let beyond = match libraries {
        Some(libraries) => {
            // What went wrong there is tried again, and told, where it is needed.
            let _ = libraries.join();
            beyond_cargo(&mut seen.skipped)
        }
        None => Ok(()),
    };
    tell(&seen);
    conclude(both(licences, beyond), status)
}

/// The tests that cargo does not know: the harness, and then those of the Python package. The harness measures how
/// long a run takes, so nothing else runs beside it.
fn beyond_cargo(skipped: &mut Vec<String>) -> Result<()> {
    let hardened = crate::harden::harden(&Asked::small(program("debug")));
    both(hardened, crate::wheel::test(skipped))
}

/// Both errors, where there are two.
pub(crate) fn both(one: Result<()>, other: Result<()>) -> Result<()> {
    match (one, other) {
        (Err(one), Err(other)) => bail!("{one:#}; and {other:#}"),
        (one, other) => one.and(other),
    }
}

/// The summary. Cargo's own result lines come last, each just as cargo printed it.
fn tell(seen: &Seen) {
    let count = |label| seen.results.iter().filter_map(|line| cargo::count(line, label)).sum();
    let (passed, failed, ignored): (u64, u64, u64) =
        (count("passed"), count("failed"), count("ignored"));
    println!("\n== summary ==");
    for skipped in &seen.skipped {
        println!("{skipped}");
    }
    println!(
        "{passed} passed, {failed} failed, {ignored} ignored, {} SKIPPED for want of something\n",
        seen.skipped.len()
    );
    for result in &seen.results {
        println!("{result}");
    }
}

fn conclude(licences: Result<()>, tests: ExitStatus) -> Result<()> {
    match (licences, tests.success()) {
        (Ok(()), true) => Ok(()),
        (Ok(()), false) => bail!("cargo test failed: {tests}"),
        (Err(licences), true) => Err(licences),
        (Err(licences), false) => bail!("cargo test failed: {tests}; and {licences:#}"),
    }
}
