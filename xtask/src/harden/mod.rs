//! `cargo xtask harden`: what becomes of outputs when calls fail, processes die and inputs change.
//!
//! Three trials run the real program over the verbs of [`cases`]:
//!
//! - *Faults*: call number N of a kind fails, for every N and every way to fail. The exit code is not
//!   0, or the bytes are those of an unbroken run; the same command again gives these bytes.
//! - *Kills*: the process is killed at some moment. The same command again gives the same bytes.
//! - *Changes*: an input changes while it is read. The exit code is not 0, or the bytes are those of a
//!   run over the input before or after the change.
//!
//! A library that is loaded before the C library makes calls fail (`shim.c`). It is compiled with `cc`
//! when the chore runs.

mod case;
mod cases;
mod changes;
mod faults;
mod kills;
mod sandbox;
mod shim;
mod site;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, Result, bail};

use self::case::Case;
use self::cases::CASES;
use self::sandbox::Prepared;
use self::site::Site;

/// What a chore or a test run asks for.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// The program.
    program: PathBuf,
    /// Faults to inject, spread evenly over all there are; all of them without a number.
    faults: Option<usize>,
    kills: usize,
    changes: usize,
    /// Trials at the same time.
    jobs: usize,
    /// Names of cases; all where there is none.
    cases: Vec<String>,
}

impl Asked {
    /// A share that takes less than a minute, for every run of the tests.
    pub(crate) fn small(program: PathBuf) -> Self {
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        Self { program, faults: Some(240), kills: 12, changes: 6, jobs, cases: Vec::new() }
    }
}

/// Runs the chore: `[--release] [--program FILE] [--faults N] [--kills N] [--changes N] [--jobs N] [CASE...]`.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut asked = Asked { faults: None, kills: 200, changes: 50, ..Asked::small(PathBuf::new()) };
    let (mut release, mut rest) = (false, arguments.iter());
    while let Some(word) = rest.next() {
        let mut number = || -> Result<usize> {
            let value = rest.next().and_then(|value| value.parse().ok());
            value.with_context(|| format!("{word} needs a number"))
        };
        match word.as_str() {
            "--release" => release = true,
            "--faults" => asked.faults = Some(number()?),
            "--kills" => asked.kills = number()?,
            "--changes" => asked.changes = number()?,
            "--jobs" => asked.jobs = number()?.max(1),
            "--program" => asked.program = rest.next().context("--program needs a file")?.into(),
            option if option.starts_with('-') => bail!("unknown option {option}"),
            case => asked.cases.push(case.to_owned()),
        }
    }
    if asked.program.as_os_str().is_empty() {
        asked.program = build(release)?;
    }
    harden(&asked)
}

/// Builds the program.
fn build(release: bool) -> Result<PathBuf> {
    let mut command = std::process::Command::new(crate::root::cargo());
    command.args(["build", "-p", "scutch"]).args(release.then_some("--release"));
    let built = command.current_dir(crate::root::repository()).status()?;
    if !built.success() {
        bail!("the program does not build");
    }
    Ok(program(if release { "release" } else { "debug" }))
}

/// The program of a profile.
pub(crate) fn program(profile: &str) -> PathBuf {
    crate::root::target().join(profile).join("scutch")
}

/// Runs the trials and tells what became of them. Fails when a promise was broken.
pub(crate) fn harden(asked: &Asked) -> Result<()> {
    let folder = crate::root::target().join("harden");
    std::fs::create_dir_all(&folder)?;
    let shim = shim::compile(&folder)?;
    let wanted =
        |case: &&Case| asked.cases.is_empty() || asked.cases.iter().any(|c| c == case.name);
    let cases: Vec<&Case> = CASES.iter().filter(wanted).collect();
    if cases.is_empty() {
        bail!("no such case; there are: {}", CASES.map(|case| case.name).join(", "));
    }
    let program =
        asked.program.canonicalize().with_context(|| asked.program.display().to_string())?;
    let site = Site::start()?;
    let prepared = cases
        .into_iter()
        .map(|case| Prepared::new(case, &program, &shim, (&site, &folder.join(case.name))))
        .collect::<Result<Vec<_>>>()?;
    let mut broken = Vec::new();
    broken.extend(faults::run(&prepared, asked)?);
    broken.extend(kills::run(&prepared, asked)?);
    broken.extend(changes::run(&program, &folder, asked)?);
    for line in &broken {
        println!("BROKEN {line}");
    }
    if broken.is_empty() { Ok(()) } else { bail!("{} promises were broken", broken.len()) }
}

/// How one trial ended.
#[derive(Debug)]
struct Trial {
    /// The exit code, or none of a process that was killed.
    code: Option<i32>,
    /// What was promised and not kept.
    broken: Option<String>,
}

/// Does trial number 0 to `count` on several threads, each in a folder of its own; what came of them, in
/// order.
fn each(
    count: usize,
    jobs: usize,
    scratch: &Path,
    trial: impl Fn(usize, &Path) -> Result<Trial> + Sync,
) -> Result<Vec<Trial>> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<Trial>)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for worker in 0..jobs {
            let (next, done, trial) = (&next, &done, &trial);
            let folder = scratch.join(format!("trial-{worker}"));
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let ended = trial(number, &folder);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((number, ended));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, trial)| trial).collect()
}

/// Prints how many trials ended with which exit code; the sentences of those that broke a promise.
fn told(what: &str, trials: Vec<Trial>) -> Vec<String> {
    let mut codes = std::collections::BTreeMap::new();
    for trial in &trials {
        *codes
            .entry(trial.code.map_or("killed".to_owned(), |code| code.to_string()))
            .or_insert(0) += 1;
    }
    let codes: Vec<String> =
        codes.iter().map(|(code, count)| format!("{count} x {code}")).collect();
    let count = trials.len();
    let broken: Vec<String> = trials.into_iter().filter_map(|trial| trial.broken).collect();
    println!("harden: {count} {what}: exit codes {}; {} broken", codes.join(", "), broken.len());
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_are_told_in_order_whoever_did_them() {
        let folder = std::env::temp_dir();
        let trial = |number: usize, _: &Path| {
            let broken = number.is_multiple_of(3).then(|| number.to_string());
            Ok(Trial { code: Some(1), broken })
        };
        let trials = each(10, 4, &folder, trial).expect("no errors");
        assert_eq!(told("trials", trials), ["0", "3", "6", "9"]);
        let failing = |number: usize, _: &Path| match number {
            5 => bail!("a disk"),
            _ => Ok(Trial { code: None, broken: None }),
        };
        assert!(each(10, 4, &folder, failing).is_err());
    }
}
