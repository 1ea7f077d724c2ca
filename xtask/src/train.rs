//! `cargo xtask train PAGES SITES OUT`: fits every table of text extraction anew, in the order in which they feed on each other.
//!
//! PAGES has folders `SET/gold.jsonl` and `SET/html`, SITES has archives `SITE/SITE.warc.gz` with labelled nodes
//! `SITE/gold.jsonl.gz`. OUT gets what was measured, what the fits printed (`*.txt`), the tables of each fold
//! (`fit/fold-N`, for `bench/crossval.py`) and the texts of the joint method held out by host (`held-out.jsonl`).
//! The shipped tables (`crates/page/data`, `crates/template/data`) are replaced, step by step. It takes about a quarter of an hour.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::environment::Environment;
use crate::root;

/// As in the programs that fit.
const FOLDS: usize = 5;

const WHEELS: Environment = Environment {
    folder: "venv-train",
    requirements: "requirements-train.txt",
    from_source: ":none:",
};

/// Fits the tables of single pages, then those of pages compared with each other.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let [pages, sites, out] = arguments else {
        bail!("usage: cargo xtask train PAGES SITES OUT");
    };
    let folder = |name: &String| fs::canonicalize(name).with_context(|| name.clone());
    fs::create_dir_all(out).with_context(|| out.clone())?;
    let training = Training {
        pages: folder(pages)?,
        sites: folder(sites)?,
        out: folder(out)?,
        python: python()?,
    };
    // What is amiss is said before the shipped tables change.
    training.sites()?;
    training.pages()?;
    training.joint()
}

fn python() -> Result<PathBuf> {
    if WHEELS.program("python").is_none() {
        eprintln!("setting up python wheels");
        WHEELS.install().map_err(anyhow::Error::msg)?;
    }
    WHEELS.program("python").context("no python even after its installation")
}

/// Where things are.
struct Training {
    pages: PathBuf,
    sites: PathBuf,
    out: PathBuf,
    python: PathBuf,
}

impl Training {
    /// Weights of words and first scores, the trees of the second, the trees of page types.
    fn pages(&self) -> Result<()> {
        let data = root::repository().join("crates/page/data");
        let (fit, types) = (self.out.join("fit"), self.out.join("types"));
        let write = Path::new("--write");
        self.example("scutch-page", "fit", &[&self.pages, &fit, write, &data], "fit.txt")?;
        self.script("page/examples/fit/trees.py", &[&fit, write, &data], "trees.txt")?;
        self.example("scutch-page", "fit_types", &[&self.pages, &types], "fit-types.txt")?;
        let folds = Path::new("--folds");
        let arguments = [&types, write, &data, folds, &fit];
        self.script("page/examples/fit_types/page_types.py", &arguments, "types.txt")
    }

    /// The trees of the joint score. Hosts whose pages the tables have learned from are measured by the tables of
    /// the fold that has not seen them.
    fn joint(&self) -> Result<()> {
        let (fit, hosts) = (self.out.join("fit"), self.out.join("hosts"));
        self.script("template/examples/fit/hosts.py", &[&self.pages, &fit, &hosts], "hosts.txt")?;
        let texts = hosts.join("gold-text.jsonl");
        let sites = self.sites()?;
        let sites: Vec<&Path> = sites.iter().map(PathBuf::as_path).collect();
        self.measured("sites", None, &texts, &sites)?;
        let mut parts = vec!["sites".to_owned()];
        for fold in 0..FOLDS {
            let name = format!("hosts-{fold}");
            let archive = hosts.join(format!("{name}.warc.gz"));
            self.measured(&name, Some(&fit.join(format!("fold-{fold}"))), &texts, &[&archive])?;
            parts.push(name);
        }
        let rows = self.joined(&parts, "rows.jsonl")?;
        let planted = self.joined(&parts, "planted.jsonl")?;
        let mut both = rows.into_os_string();
        both.push(",");
        both.push(planted);
        let data = root::repository().join("crates/template/data/trees.tsv");
        let held_out = self.out.join("held-out.jsonl");
        let (write, option) = (Path::new("--write"), Path::new("--held-out"));
        let both = PathBuf::from(both);
        let arguments: [&Path; 7] = [&both, &self.sites, &texts, write, &data, option, &held_out];
        self.script("template/examples/fit/trees.py", &arguments, "joint-trees.txt")
    }

    /// Archives of labelled sites, by name.
    fn sites(&self) -> Result<Vec<PathBuf>> {
        let mut archives = Vec::new();
        for entry in fs::read_dir(&self.sites)? {
            let folder = entry?.path();
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            let archive = folder.join(format!("{name}.warc.gz"));
            if archive.is_file() && folder.join("gold.jsonl.gz").is_file() {
                archives.push(archive);
            }
        }
        if archives.is_empty() {
            bail!("no labelled site in {}", self.sites.display());
        }
        archives.sort();
        Ok(archives)
    }

    /// Rows of the pages of archives, as they are and with paragraphs of other hosts planted in them.
    fn measured(
        &self,
        name: &str,
        tables: Option<&Path>,
        texts: &Path,
        archives: &[&Path],
    ) -> Result<()> {
        let planted = self.out.join(format!("{name}-planted.warc.gz"));
        let arguments = [&[texts], archives].concat();
        let file = format!("{name}-planted.warc.gz");
        self.script("template/examples/fit/plant.py", &arguments, &file)?;
        let tables: Vec<&Path> =
            tables.map_or(vec![], |folder| vec![Path::new("--tables"), folder]);
        let fit = |archives: &[&Path], file: String| {
            self.example("scutch-template", "fit", &[&tables, archives].concat(), &file)
        };
        fit(archives, format!("{name}-rows.jsonl"))?;
        fit(&[&planted], format!("{name}-planted.jsonl"))
    }

    /// Files of all parts as one.
    fn joined(&self, parts: &[String], kind: &str) -> Result<PathBuf> {
        let path = self.out.join(kind);
        let mut whole = File::create(&path)?;
        for part in parts {
            let mut file = File::open(self.out.join(format!("{part}-{kind}")))?;
            std::io::copy(&mut file, &mut whole)?;
        }
        Ok(path)
    }

    fn example(&self, package: &str, name: &str, arguments: &[&Path], out: &str) -> Result<()> {
        let mut command = Command::new(root::cargo());
        command.args(["run", "--release", "--quiet", "-p", package, "--example", name, "--"]);
        self.printed(command.args(arguments), out)
    }

    fn script(&self, script: &str, arguments: &[&Path], out: &str) -> Result<()> {
        let mut command = Command::new(&self.python);
        command.arg(root::repository().join("crates").join(script));
        self.printed(command.args(arguments), out)
    }

    /// What a command prints, in a file of OUT.
    fn printed(&self, command: &mut Command, out: &str) -> Result<()> {
        let words: Vec<OsString> = std::iter::once(command.get_program())
            .chain(command.get_args())
            .map(OsString::from)
            .collect();
        eprintln!("{}", words.join(" ".as_ref()).to_string_lossy());
        let file = File::create(self.out.join(out))?;
        command.current_dir(root::repository()).stdout(Stdio::from(file));
        let status = command.status()?;
        if status.success() { Ok(()) } else { bail!("{out}: {status}") }
    }
}
