//! `cargo xtask fuzz [TARGET...] [--seconds N] [--jobs N]`: builds the targets of `fuzz/` with the
//! coverage flags of libFuzzer, which the stable compiler takes, and runs each from its seeds.
//!
//! A target's seeds are the files of `samples/` and, where they are there, of the shared data
//! that its row of [`SEEDS`] names. What the fuzzer finds worth keeping gathers in
//! `target/fuzz/corpus/<target>`; an input that fails is left in `target/fuzz/failures/<target>`.

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
    build(&folder)?;
    let mut failed = Vec::new();
    for some in targets.chunks(asked.jobs) {
        let started: Vec<(&String, Child)> = some
            .iter()
            .map(|name| Ok((name, start(&folder, name, asked.seconds)?)))
            .collect::<Result<_>>()?;
        for (name, mut child) in started {
            let passed = child.wait()?.success();
            println!("fuzz {name}: {}", if passed { "no finding" } else { "FAILED" });
            failed.extend((!passed).then(|| name.clone()));
        }
    }
    if failed.is_empty() { Ok(()) } else { bail!("findings in: {}", failed.join(", ")) }
}

struct Asked {
    targets: Vec<String>,
    seconds: u64,
    jobs: usize,
}

impl Asked {
    fn parse(arguments: &[String]) -> Result<Self> {
        let mut asked = Self { targets: Vec::new(), seconds: SECONDS, jobs: 1 };
        let mut rest = arguments.iter();
        while let Some(word) = rest.next() {
            match word.as_str() {
                "--seconds" => asked.seconds = number(word, rest.next())?,
                "--jobs" => asked.jobs = number::<usize>(word, rest.next())?.max(1),
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
    let folder = crate::root::repository().join("fuzz/targets");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        names.extend(path.file_stem().and_then(|stem| stem.to_str()).map(ToOwned::to_owned));
    }
    names.sort();
    Ok(names)
}

fn build(folder: &Path) -> Result<()> {
    let built = Command::new(crate::root::cargo())
        .args(["build", "--release", "--target-dir"])
        .arg(folder)
        .args(["--target", &crate::root::platform()?])
        .current_dir(crate::root::repository().join("fuzz"))
        .env("RUSTFLAGS", FLAGS)
        .status()
        .context("cannot run cargo build")?;
    if built.success() { Ok(()) } else { bail!("the fuzz targets do not build") }
}

fn start(folder: &Path, name: &str, seconds: u64) -> Result<Child> {
    let corpus = folder.join("corpus").join(name);
    let failures = folder.join("failures").join(name);
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&failures)?;
    seed(&corpus, name)?;
    let program = folder.join(crate::root::platform()?).join("release").join(name);
    Command::new(&program)
        .arg(&corpus)
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-artifact_prefix={}/", failures.display()))
        .args(["-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1", "-verbosity=0"])
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))
}

/// Copies the seeds into the corpus. Seeds that are not there are told, not missed.
fn seed(corpus: &Path, name: &str) -> Result<()> {
    let Some((_, folders, endings)) = SEEDS.iter().find(|(target, ..)| *target == name) else {
        println!("fuzz {name}: starts without seeds");
        return Ok(());
    };
    let mut count = 0;
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
