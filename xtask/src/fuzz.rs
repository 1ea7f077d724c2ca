//! `cargo xtask fuzz [TARGET...] [--seconds N] [--jobs N] [--seed N] [--plain]`: builds the targets of `fuzz/`
//! with the coverage flags of libFuzzer, which the stable compiler takes, and runs each from its seeds.
//! It ends with the number of executions.
//!
//! With `--plain`, the driver of our own runs them, without coverage and many times as fast.
//!
//! A target's seeds are those of `fuzz/corpus/<target>`, the files of `samples/` and, where they are
//! there, of the shared data that its row of [`SEEDS`] names. What the fuzzer finds worth keeping
//! gathers in `target/fuzz/corpus/<target>`; an input that fails is left in
//! `target/fuzz/failures/<target>`, and what libFuzzer says in `target/fuzz/logs/<target>`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use anyhow::{Context, Result, bail};

/// What instruments the code for libFuzzer.
const FLAGS: &str = "--cfg fuzzing -Ccodegen-units=1 -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";
/// Seconds that a smoke run takes.
const SECONDS: u64 = 30;
/// Larger files make slow seeds.
const LARGEST_SEED: u64 = 200_000;
/// Where the seeds of a target are, from the repository's root: folders, with the endings of names.
const SEEDS: &[(&str, &[&str], &[&str])] = &[
    ("arc", ARCHIVES, &["arc"]),
    ("blocks", PAGES, &["html", "dat"]),
    ("cdx", ARCHIVES, &["cdx", "cdxj"]),
    ("cdxj", ARCHIVES, &["cdxj"]),
    ("charset", PAGES, &["html", "dat"]),
    ("heads", ARCHIVES, &["warc", "gz", "zst"]),
    ("html", PAGES, &["html", "dat"]),
    ("http", ARCHIVES, &["warc"]),
    ("links", PAGES, &["html"]),
    ("member", ARCHIVES, &["gz", "zst", "lz4"]),
    ("metadata", PAGES, &["html", "dat"]),
    ("page", PAGES, &["html", "dat"]),
    ("template", PAGES, &["html", "dat"]),
    ("timemap", ARCHIVES, &["link", "json", "cdxj"]),
    ("url", &["crates/url/data"], &["tsv", "txt"]),
    ("wacz", ARCHIVES, &["wacz"]),
    ("warc", ARCHIVES, &["warc", "gz", "zst"]),
];
const PAGES: &[&str] =
    &["../shared/data/archive/hostile/files", "../shared/data/html5lib/tree-construction"];
const ARCHIVES: &[&str] = &["samples", "../shared/data/archive"];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let asked = Asked::parse(arguments)?;
    let known = targets()?;
    if let Some(other) = asked.targets.iter().find(|name| !known.contains(name)) {
        bail!("no target {other:?}; there are: {}", known.join(", "));
    }
    let targets = if asked.targets.is_empty() { known } else { asked.targets };
    let folder = crate::root::target().join("fuzz");
    let driver = if asked.plain { &PLAIN } else { &LIBFUZZER };
    build(&folder, driver)?;
    let (mut failed, mut executions) = (Vec::new(), 0);
    for some in targets.chunks(asked.jobs) {
        let started: Vec<(&String, Child)> = some
            .iter()
            .map(|name| Ok((name, start(&folder, driver, name, (asked.seconds, asked.seed))?)))
            .collect::<Result<_>>()?;
        for (name, mut child) in started {
            let passed = child.wait()?.success();
            let count = executed(&folder, driver, name);
            let found = if passed { "no finding" } else { "FAILED" };
            println!("fuzz {name}: {count} executions, {found}");
            executions += count;
            failed.extend((!passed).then(|| name.clone()));
        }
    }
    println!("fuzz: {executions} executions");
    if failed.is_empty() { Ok(()) } else { bail!("findings in: {}", failed.join(", ")) }
}

/// What runs a target.
struct Driver {
    /// Flags of the compiler.
    flags: &'static str,
    /// Where it is built, below the folder of fuzzing.
    folder: &'static str,
    /// The folder of its package.
    package: &'static str,
    /// The profile, which is also the folder of its programs.
    profile: &'static str,
    /// The one program that has all targets; else each has one of its own name.
    program: Option<&'static str>,
    /// What it writes before and after the number of executions.
    count: (&'static str, &'static str),
}

const LIBFUZZER: Driver = Driver {
    flags: FLAGS,
    folder: "instrumented",
    package: "fuzz/libfuzzer",
    profile: "release",
    program: None,
    count: ("stat::number_of_executed_units:", "\n"),
};
const PLAIN: Driver = Driver {
    flags: "-Cdebug-assertions -Coverflow-checks",
    folder: "plain",
    package: "fuzz",
    // All of it optimised, which that for releases is not.
    profile: "dist",
    program: Some("plain"),
    count: (": ", " executions"),
};

struct Asked {
    targets: Vec<String>,
    seconds: u64,
    jobs: usize,
    /// Another number makes other inputs; the same makes the same, so that a finding can be met again.
    seed: u64,
    plain: bool,
}

impl Asked {
    fn parse(arguments: &[String]) -> Result<Self> {
        let mut asked =
            Self { targets: Vec::new(), seconds: SECONDS, jobs: 1, seed: 1, plain: false };
        let mut rest = arguments.iter();
        while let Some(word) = rest.next() {
            match word.as_str() {
                "--seconds" => asked.seconds = number(word, rest.next())?,
                "--jobs" => asked.jobs = number::<usize>(word, rest.next())?.max(1),
                "--seed" => asked.seed = number(word, rest.next())?,
                "--plain" => asked.plain = true,
                option if option.starts_with('-') => bail!("unknown option {option}"),
                target => asked.targets.push(target.to_owned()),
            }
        }
        Ok(asked)
    }
}

fn number<T: std::str::FromStr>(option: &str, value: Option<&String>) -> Result<T> {
    let value = value.with_context(|| format!("{option} needs a number"))?;
    value.parse().ok().with_context(|| format!("{option} needs a number, got {value:?}"))
}

/// The targets there are, sorted.
fn targets() -> Result<Vec<String>> {
    let folder = crate::root::repository().join(LIBFUZZER.package).join("src/bin");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        names.extend(path.file_stem().and_then(|stem| stem.to_str()).map(ToOwned::to_owned));
    }
    names.sort();
    Ok(names)
}

fn build(folder: &Path, driver: &Driver) -> Result<()> {
    let mut command = Command::new(crate::root::cargo());
    command
        .args(["build", "--locked", "--profile", driver.profile, "--target-dir"])
        .arg(folder.join(driver.folder))
        .args(["--target", &crate::root::platform()?])
        .current_dir(crate::root::repository().join(driver.package))
        // It costs minutes, and nobody ships what fuzzes.
        .env("CARGO_PROFILE_DIST_LTO", "off")
        .env("RUSTFLAGS", driver.flags);
    if let Some(program) = driver.program {
        command.args(["--bin", program]);
    }
    let built = command.status().context("cannot run cargo build")?;
    if built.success() { Ok(()) } else { bail!("the fuzz targets do not build") }
}

fn start(
    folder: &Path,
    driver: &Driver,
    name: &str,
    (seconds, seed_number): (u64, u64),
) -> Result<Child> {
    let corpus = folder.join("corpus").join(name);
    let failures = folder.join("failures").join(name);
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&failures)?;
    seed(&corpus, name)?;
    let log = log_of(folder, name);
    fs::create_dir_all(folder.join("logs"))?;
    let log = fs::File::create(&log).with_context(|| log.display().to_string())?;
    let built = folder.join(driver.folder).join(crate::root::platform()?).join(driver.profile);
    let program = built.join(driver.program.unwrap_or(name));
    let mut command = Command::new(&program);
    match driver.program {
        Some(_) => {
            let [corpora, failures] = ["corpus", "failures"].map(|name| folder.join(name));
            let [seconds, number] = [seconds, seed_number].map(|number| number.to_string());
            command.arg(seconds).arg(corpora).arg(failures).args([number.as_str(), name]);
        }
        None => {
            command
                .arg(&corpus)
                .arg(format!("-max_total_time={seconds}"))
                .arg(format!("-seed={seed_number}"))
                .arg(format!("-artifact_prefix={}/", failures.display()))
                .args(["-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1"])
                .arg("-verbosity=0");
        }
    }
    command
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))
}

/// What a target has said.
fn log_of(folder: &Path, name: &str) -> PathBuf {
    folder.join("logs").join(name)
}

/// The number of executions in a log; 0 where the driver did not come so far.
fn executed(folder: &Path, driver: &Driver, name: &str) -> u64 {
    let log = fs::read(log_of(folder, name)).unwrap_or_default();
    // What a target prints need not be UTF-8; the lines of the driver are.
    let lines = log.split(|b| *b == b'\n').filter_map(|line| str::from_utf8(line).ok());
    executions_in(&lines.collect::<Vec<_>>().join("\n"), driver)
}

fn executions_in(log: &str, driver: &Driver) -> u64 {
    let (before, after) = driver.count;
    // The last one: a driver may speak of earlier numbers.
    let number = |line: &str| {
        let rest = line.split_once(before)?.1;
        rest.split(after).next()?.trim().parse().ok()
    };
    log.lines().rev().find_map(number).unwrap_or_default()
}

/// Copies the seeds into the corpus. Seeds that are not there are told, not missed.
fn seed(corpus: &Path, name: &str) -> Result<()> {
    let own = crate::root::repository().join("fuzz/corpus").join(name);
    let mut count = 0;
    for path in files(&own) {
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
        fs::copy(&path, corpus.join(format!("own-{}", file.unwrap_or_default())))?;
        count += 1;
    }
    let row = SEEDS.iter().find(|(target, ..)| *target == name);
    let (folders, endings): (&[&str], &[&str]) =
        row.map_or((&[], &[]), |(_, folders, endings)| (folders, endings));
    for folder in folders.iter().map(|folder| crate::root::repository().join(folder)) {
        for path in files(&folder) {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            let small = fs::metadata(&path).is_ok_and(|meta| meta.len() <= LARGEST_SEED);
            if small && endings.contains(&ending) {
                fs::copy(&path, corpus.join(format!("seed-{count}")))?;
                count += 1;
            }
        }
    }
    println!("fuzz {name}: {count} seeds");
    Ok(())
}

/// All files below a folder, sorted; none where it is not there.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
        .into_iter()
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executions_are_read_from_what_a_driver_says() {
        let fuzzer =
            "INFO: seed\nDone 17 runs\nstat::number_of_executed_units: 12345\nstat::x: 1\n";
        assert_eq!(executions_in(fuzzer, &LIBFUZZER), 12_345);
        let plain =
            "fuzz url: FAILED, target/fuzz/7 (Ok(()))\nfuzz url: 678 executions, 1 findings\n";
        assert_eq!(executions_in(plain, &PLAIN), 678);
        assert_eq!(executions_in("killed", &LIBFUZZER), 0);
    }

    #[test]
    fn every_target_has_seeds_of_ours_and_a_row_in_the_library() {
        let root = crate::root::repository();
        let library = fs::read_to_string(root.join("fuzz/src/lib.rs")).expect("the library");
        for name in targets().expect("targets") {
            assert!(!files(&root.join("fuzz/corpus").join(&name)).is_empty(), "{name} has no seed");
            assert!(library.contains(&format!("(\"{name}\", {name}::run)")), "{name} is no target");
        }
    }
}
