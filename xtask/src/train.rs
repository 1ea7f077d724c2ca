//! `cargo xtask train PAGES SITES OUT`: fits every table of text extraction anew, in the order in which they feed on each other.
//!
//! PAGES has folders `SET/gold.jsonl` and `SET/html`, SITES has archives `SITE/SITE.warc.gz` with labelled nodes
//! `SITE/gold.jsonl.gz`. OUT gets what was measured, what the fits printed (`*.txt`), the tables of each fold
//! (`fit/fold-N`, for `bench/crossval.py`) and the texts of the joint method held out by host (`held-out.jsonl`).
//! The shipped tables (`crates/page/data`, `crates/template/data`) are replaced, step by step. It takes about twenty minutes.

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
    training.joint()?;
    training.cards()
}

fn python() -> Result<PathBuf> {
    if WHEELS.program("python").is_none() {
        eprintln!("setting up python wheels");
        WHEELS.install().map_err(anyhow::Error::msg)?;
    }
    WHEELS.program("python").context("no python even after its installation")
}

/// Archives that are measured by the same tables: those shipped, or those in a folder.
struct Part {
    name: String,
    tables: Option<PathBuf>,
    archives: Vec<PathBuf>,
}

/// Where things are.
struct Training {
    pages: PathBuf,
    sites: PathBuf,
    out: PathBuf,
    python: PathBuf,
}

impl Training {
    /// The trees of page types, weights of words and first scores, trees and network of the second; how sure metadata are by these.
    fn pages(&self) -> Result<()> {
        let data = root::repository().join("crates/page/data");
        let (fit, types) = (self.out.join("fit"), self.out.join("types"));
        let write = Path::new("--write");
        self.program("page-types", &[&self.pages, &types], "fit-types.txt")?;
        let folds = Path::new("--folds");
        let arguments = [&types, write, &data, folds, &fit];
        self.script("page_types.py", &arguments, "types.txt")?;
        self.program("blocks", &[&self.pages, &fit, write, &data], "fit.txt")?;
        self.script("block_trees.py", &[&fit, write, &data], "trees.txt")?;
        self.script("block_network.py", &[&fit, write, &data], "network.txt")?;
        let confidence = data.join("confidence.tsv");
        self.program("confidence", &[&self.pages, write, &confidence], "confidence.txt")
    }

    /// Trees and network of the joint score, and texts by others that have not seen their hosts.
    fn joint(&self) -> Result<()> {
        let (fit, hosts) = (self.out.join("fit"), self.out.join("hosts"));
        self.script("hosts.py", &[&self.pages, &fit, &hosts], "hosts.txt")?;
        let texts = hosts.join("gold-text.jsonl");
        let parts = self.parts(&fit, &hosts)?;
        for part in &parts {
            self.plant(part, &texts)?;
            self.measured(part, &[], &part.archives, "rows")?;
            self.measured(part, &[], &[self.planted(part)], "planted")?;
            self.measured(part, &[Path::new("--together")], &part.archives, "together")?;
        }
        let rows = ["rows", "planted", "together"].map(|kind| self.joined(&parts, kind));
        let rows: Result<Vec<_>> =
            rows.into_iter().map(|rows| Ok(rows?.into_os_string())).collect();
        let rows = rows?.join(",".as_ref());
        let data = root::repository().join("crates/template/data");
        let scores = self.out.join("scores.jsonl");
        let (write, held_out) = (Path::new("--write"), Path::new("--held-out"));
        let arguments: [&Path; 7] =
            [rows.as_ref(), &self.sites, &texts, write, &data, held_out, &scores];
        self.script("joint.py", &arguments, "joint.txt")?;
        for part in &parts {
            self.measured(part, &[Path::new("--scores"), &scores], &part.archives, "held-out")?;
        }
        self.joined(&parts, "held-out").map(drop)
    }

    /// Records what was fitted, and what the fits printed, in the model cards of the guide.
    fn cards(&self) -> Result<()> {
        let logs: [(&str, &[&str]); 3] = [
            ("types", &["types.txt"]),
            ("page", &["trees.txt", "network.txt"]),
            ("template", &["joint.txt"]),
        ];
        for (model, logs) in logs {
            let logs: Vec<PathBuf> = logs.iter().map(|log| self.out.join(log)).collect();
            let arguments: Vec<&Path> = std::iter::once(Path::new(model))
                .chain(logs.iter().map(PathBuf::as_path))
                .collect();
            self.program("card", &arguments, &format!("card-{model}.txt"))?;
        }
        Ok(())
    }

    /// The labelled sites, then the hosts of the pages: by fold, since the tables have learned from their pages, all but
    /// those of the fold.
    fn parts(&self, fit: &Path, hosts: &Path) -> Result<Vec<Part>> {
        let sites = Part { name: "sites".to_owned(), tables: None, archives: self.sites()? };
        let folds = (0..FOLDS).map(|fold| Part {
            name: format!("hosts-{fold}"),
            tables: Some(fit.join(format!("fold-{fold}"))),
            archives: vec![hosts.join(format!("hosts-{fold}.warc.gz"))],
        });
        Ok(std::iter::once(sites).chain(folds).collect())
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

    /// Where the pages of a part are with paragraphs of other hosts planted in them.
    fn planted(&self, part: &Part) -> PathBuf {
        self.out.join(format!("{}-planted.warc.gz", part.name))
    }

    fn plant(&self, part: &Part, texts: &Path) -> Result<()> {
        let archives = part.archives.iter().map(PathBuf::as_path);
        let arguments: Vec<&Path> = std::iter::once(texts).chain(archives).collect();
        let file = format!("{}-planted.warc.gz", part.name);
        self.script("plant.py", &arguments, &file)
    }

    /// What `joint` prints of archives, measured by tables that have not seen their hosts.
    fn measured(
        &self,
        part: &Part,
        options: &[&Path],
        archives: &[PathBuf],
        kind: &str,
    ) -> Result<()> {
        let tables = part.tables.iter().flat_map(|folder| [Path::new("--tables"), folder]);
        let archives = archives.iter().map(PathBuf::as_path);
        let arguments: Vec<&Path> = tables.chain(options.iter().copied()).chain(archives).collect();
        let file = format!("{}-{kind}.jsonl", part.name);
        self.program("joint", &arguments, &file)
    }

    /// Files of all parts as one.
    fn joined(&self, parts: &[Part], kind: &str) -> Result<PathBuf> {
        let path = self.out.join(format!("{kind}.jsonl"));
        let mut whole = File::create(&path)?;
        for part in parts {
            let mut file = File::open(self.out.join(format!("{}-{kind}.jsonl", part.name)))?;
            std::io::copy(&mut file, &mut whole)?;
        }
        Ok(path)
    }

    /// Runs a program of `scutch-train`.
    fn program(&self, name: &str, arguments: &[&Path], out: &str) -> Result<()> {
        let mut command = Command::new(root::cargo());
        command.args(["run", "--release", "--quiet", "-p", "scutch-train", "--", name]);
        self.printed(command.args(arguments), out)
    }

    /// Runs a script of `train/python`.
    fn script(&self, script: &str, arguments: &[&Path], out: &str) -> Result<()> {
        let mut command = Command::new(&self.python);
        // Sums in one order, and no compiled scripts beside the sources.
        command.envs([("OMP_NUM_THREADS", "1"), ("OPENBLAS_NUM_THREADS", "1")]);
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        command.arg(root::repository().join("train/python").join(script));
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
