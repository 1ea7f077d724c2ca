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

use anyhow::{Result, anyhow, bail};

use crate::harden::{Asked, program};

/// The browser of the tests, installed where there is none.
pub(crate) fn browser() -> Result<PathBuf, String> {
    needs::browser()
}

/// What a skipping test prints first on its line.
pub(crate) const SKIPPED: &str = "SKIPPED:";

/// A variable of the environment that tells tests where something is.
type Variable = (&'static str, PathBuf);

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
    let (status, beyond) = match arguments {
        [] => all(&variables, &mut seen)?,
        // Who names packages is at work on these alone.
        _ => (cargo::test(arguments, &variables, &mut seen)?, Ok(())),
    };
    tell(&seen);
    conclude(both(licences, beyond), status)
}

/// Cargo's tests, and those it does not know: of the Python package, and the harness.
fn all(variables: &[Variable], seen: &mut Seen) -> Result<(ExitStatus, Result<()>)> {
    // What is fetched comes while cargo compiles. What goes wrong there is tried again, and told, where it is needed.
    let fetched = thread::spawn(crate::wheel::prepare);
    let compiled = cargo::compile(variables)?;
    let _ = fetched.join();
    if !compiled.success() {
        return Ok((compiled, Ok(())));
    }
    let wheel = crate::wheel::make(false);
    let mut skipped = Vec::new();
    // Both wait for processes a third of their time.
    let (status, python) = thread::scope(|scope| {
        let python = scope.spawn(|| crate::wheel::test(&wheel?, &mut skipped));
        (cargo::test(&[], variables, seen), python.join())
    });
    seen.skipped.append(&mut skipped);
    let panicked = || anyhow!("the tests of the Python package panicked");
    let python = python.unwrap_or_else(|_| Err(panicked()));
    // It measures how long a run takes, so nothing else runs beside it.
    let hardened = crate::harden::harden(&Asked::small(hardened()));
    Ok((status?, both(python, hardened)))
}

/// The program of the harness: the one that `SCUTCH_PROGRAM` names, else that of the tests. `.ci/run` has a release build
/// at hand, which is what people run, and which starts three times as fast.
fn hardened() -> PathBuf {
    std::env::var_os("SCUTCH_PROGRAM").map_or_else(|| program("debug"), PathBuf::from)
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
