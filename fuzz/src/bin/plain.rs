//! `plain SECONDS SEEDS FAILURES NUMBER TARGET...`: runs targets without a fuzzer, each for so many
//! seconds, and counts executions.
//!
//! Seeds are the files of `SEEDS/TARGET`. An input that makes a target panic, or take longer than
//! five seconds, is written to `FAILURES/TARGET`. Ends with 1 after a finding.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use scutch_fuzz::{Mutator, TARGETS, Target};

/// An input of 4 KiB that takes longer is a finding.
const SLOW: Duration = Duration::from_secs(5);
/// Executions between two looks at the clock for the end.
const BATCH: u64 = 64;
/// Findings of one target, after which it is left alone.
const FINDINGS: usize = 8;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, seeds, failures, number, names @ ..] = words.as_slice() else {
        eprintln!("usage: plain SECONDS SEEDS FAILURES NUMBER [TARGET...]");
        return ExitCode::from(2);
    };
    let (Ok(seconds), Ok(number)) = (seconds.parse(), number.parse()) else {
        eprintln!("plain: SECONDS and NUMBER are numbers");
        return ExitCode::from(2);
    };
    let asked = |(name, _): &&Target| names.is_empty() || names.iter().any(|asked| asked == name);
    let mut found = 0;
    for target in TARGETS.iter().filter(asked) {
        let seeds = inputs(&Path::new(seeds).join(target.0));
        let failures = Path::new(failures).join(target.0);
        found += run(target, Mutator::new(seeds, number), Duration::from_secs(seconds), &failures);
    }
    ExitCode::from(u8::from(found > 0))
}

/// Runs a target, and returns the number of its findings.
fn run((name, target): &Target, mut mutator: Mutator, time: Duration, failures: &Path) -> usize {
    let (start, mut executions, mut found) = (Instant::now(), 0_u64, 0);
    while start.elapsed() < time && found < FINDINGS {
        for _ in 0..BATCH {
            let input = mutator.next_input();
            let begun = Instant::now();
            let result = catch_unwind(AssertUnwindSafe(|| target(input)));
            executions += 1;
            if result.is_err() || begun.elapsed() > SLOW {
                found += 1;
                let file = failures.join(format!("{executions}"));
                let kept = fs::create_dir_all(failures).and_then(|()| fs::write(&file, input));
                println!("fuzz {name}: FAILED, {} ({kept:?})", file.display());
            }
        }
    }
    println!("fuzz {name}: {executions} executions, {found} findings");
    found
}

/// The files of a folder, by name; none where it is not there.
fn inputs(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| fs::read(path).ok()).collect()
}
