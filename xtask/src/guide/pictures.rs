//! Pictures of pages that the program makes from the bundled samples, taken by Chromium.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, anyhow, ensure};

use crate::environment::succeeds;
use crate::{root, test};

/// A picture: its file, the page and the heading below which it stands, and what it shows.
struct Picture {
    file: &'static str,
    page: &'static str,
    heading: &'static str,
    shows: &'static str,
}

const PICTURES: [Picture; 4] = [
    Picture {
        file: "report.png",
        page: "first.md",
        heading: "# First five minutes",
        shows: "The report of the corpus that the command below makes",
    },
    Picture {
        file: "offtopic.png",
        page: "offtopic.md",
        heading: "## What it writes",
        shows: "The report of off-topic mementos",
    },
    Picture {
        file: "labelled.png",
        page: "template.md",
        heading: "### Coloured pages",
        shows: "A page with its labels in colours: green is content, brown is boilerplate",
    },
    Picture {
        file: "studio.png",
        page: "review.md",
        heading: "# A corpus in the browser",
        shows: "The rows of a corpus in the studio",
    },
];

/// In pixels. Below a height of this the pages say what they are about.
const SIZE: &str = "1280,900";
/// A white page of this size takes less.
const LEAST_BYTES: usize = 10_000;
/// Larger ones make the guide slow.
const MOST_BYTES: usize = 400_000;

/// Takes the pictures and puts them into the pages. Without a browser the guide has none, and that is said.
pub(super) fn take(program: &Path, source: &Path) -> Result<usize> {
    let browser = match test::browser() {
        Ok(browser) => browser,
        Err(why) => {
            eprintln!("no pictures: {why}");
            return Ok(0);
        }
    };
    let work = root::target().join("guide-work");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work)?;
    let folder = source.join("pictures");
    fs::create_dir_all(&folder)?;
    let camera = Camera { browser: &browser, work: &work, folder: &folder };
    make(program, &work)?;
    camera.take("report.png", &address(&work.join("corpus/report.html")))?;
    camera.take("offtopic.png", &address(&work.join("offtopic.html")))?;
    camera.take("labelled.png", &address(&first_labelled(&work)?))?;
    let studio = Studio::start(program, &work)?;
    camera.take("studio.png", &studio.address)?;
    drop(studio);
    for picture in &PICTURES {
        insert(&source.join(picture.page), picture)?;
    }
    fs::remove_dir_all(&work)?;
    Ok(PICTURES.len())
}

/// Makes what is shown.
fn make(program: &Path, work: &Path) -> Result<()> {
    // The report names its inputs: not by a path of this machine.
    symlink(root::repository().join("samples"), work.join("samples"))?;
    let calls: [&[&str]; 3] = [
        &["corpus", "-o", "corpus"],
        &["offtopic", "-o", "offtopic.json", "--report", "offtopic.html"],
        &["template", "-o", "labelled", "--markup", "span"],
    ];
    for call in calls {
        let mut run = Command::new(program);
        run.args(call).args(["samples", "--quiet"]).current_dir(work);
        succeeds(&mut run).map_err(|why| anyhow!("{}: {why}", call.join(" ")))?;
    }
    Ok(())
}

/// The first page with labels, in the order of names.
fn first_labelled(work: &Path) -> Result<PathBuf> {
    let folder = work.join("labelled/markup");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let is_page = |path: &PathBuf| {
        path.extension() == Some(OsStr::new("html"))
            && path.file_stem() != Some(OsStr::new("index"))
    };
    paths.into_iter().filter(is_page).min().context("there is no page with labels")
}

fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A browser, and where its pictures go.
struct Camera<'a> {
    browser: &'a Path,
    work: &'a Path,
    folder: &'a Path,
}

impl Camera<'_> {
    fn take(&self, name: &str, address: &str) -> Result<()> {
        let path = self.folder.join(name);
        let mut browser = Command::new(self.browser);
        browser.args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]);
        browser.args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ]);
        // A sandboxed frame of another process is often not painted yet when the picture is taken.
        browser.arg("--disable-features=IsolateSandboxedIframes");
        browser.args(["--hide-scrollbars", "--virtual-time-budget=5000"]);
        browser.arg(format!("--window-size={SIZE}"));
        browser.arg(format!("--user-data-dir={}", self.work.join("profile").display()));
        browser.arg(format!("--screenshot={}", path.display())).arg(address);
        succeeds(browser.stderr(Stdio::null())).map_err(|why| anyhow!("{name}: {why}"))?;
        let bytes = fs::metadata(&path).map_or(0, |file| file.len() as usize);
        ensure!(
            (LEAST_BYTES..=MOST_BYTES).contains(&bytes),
            "{name} has {bytes} bytes: nothing is on it, or too much"
        );
        Ok(())
    }
}

/// A studio that runs until it is dropped.
struct Studio {
    child: Child,
    address: String,
}

impl Studio {
    fn start(program: &Path, work: &Path) -> Result<Self> {
        let mut command = Command::new(program);
        command.args(["studio", "corpus", "--quiet"]).current_dir(work);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut line = String::new();
        let stdout = child.stdout.take().context("its standard output")?;
        BufReader::new(stdout).read_line(&mut line)?;
        let studio = Self { child, address: line.trim().to_owned() };
        ensure!(studio.address.starts_with("http://127.0.0.1:"), "the studio names no address");
        Ok(studio)
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Puts a picture below a heading of a page.
fn insert(page: &Path, picture: &Picture) -> Result<()> {
    let text = fs::read_to_string(page).with_context(|| page.display().to_string())?;
    let line = format!("{}\n", picture.heading);
    let (before, behind) = text.split_once(&line).with_context(|| {
        format!("{}: no heading `{}` for a picture", page.display(), picture.heading)
    })?;
    let shown = format!("![{}](pictures/{})", picture.shows, picture.file);
    fs::write(page, format!("{before}{line}\n{shown}\n{behind}"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_has_its_heading_in_the_guide() {
        let folder = tempfile::tempdir().unwrap();
        for picture in &PICTURES {
            let page = root::repository().join("docs/src").join(picture.page);
            let copy = folder.path().join(picture.page);
            fs::copy(page, &copy).unwrap();
            insert(&copy, picture).unwrap();
            let text = fs::read_to_string(&copy).unwrap();
            let shown = format!("{}\n\n![{}]", picture.heading, picture.shows);
            assert!(text.contains(&shown), "{}", picture.page);
        }
    }
}
