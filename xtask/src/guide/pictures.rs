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

/// A picture: its file, what it shows, and the pages and headings below which it stands.
struct Picture {
    file: &'static str,
    shows: &'static str,
    places: &'static [(&'static str, &'static str)],
}

const PICTURES: [Picture; 8] = [
    Picture {
        file: "report.png",
        shows: "The report of the corpus that the command below makes",
        places: &[
            ("first.md", "# First five minutes"),
            ("tutorials/historian.md", "## 1. From archives to texts"),
        ],
    },
    Picture {
        file: "long.png",
        shows: "The report of the texts of 200 words and more",
        places: &[("tutorials/language-model-data.md", "## 1. One run, to know what to expect")],
    },
    Picture {
        file: "courier.png",
        shows: "The report of the first corpus: one newspaper",
        places: &[("tutorials/corpus-linguist.md", "## 1. A first corpus")],
    },
    Picture {
        file: "offtopic.png",
        shows: "The report of off-topic mementos",
        places: &[("offtopic.md", "## What it writes")],
    },
    Picture {
        file: "bakery.png",
        shows: "The report of captures that went off-topic: TimeMaps by course",
        places: &[("tutorials/memento-researcher.md", "## 2. The chart")],
    },
    Picture {
        file: "parked.png",
        shows: "The report of a newspaper page whose domain was given up",
        places: &[("tutorials/web-archivist.md", "## 6. Is it still the page?")],
    },
    Picture {
        file: "labelled.png",
        shows: "A page with its labels in colours: green is content, brown is boilerplate",
        places: &[("template.md", "### Coloured pages")],
    },
    Picture {
        file: "studio.png",
        shows: "The rows of a corpus in the studio",
        places: &[("review.md", "# A corpus in the browser")],
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
    camera.take("long.png", &address(&work.join("long/report.html")))?;
    camera.take("courier.png", &address(&work.join("courier/report.html")))?;
    camera.take("offtopic.png", &address(&work.join("offtopic.html")))?;
    camera.take("bakery.png", &address(&work.join("bakery.html")))?;
    camera.take("parked.png", &address(&work.join("parked.html")))?;
    camera.take("labelled.png", &address(&first_labelled(&work)?))?;
    let studio = Studio::start(program, &work)?;
    camera.take("studio.png", &studio.address)?;
    drop(studio);
    for picture in &PICTURES {
        for place in picture.places {
            insert(source, picture, *place)?;
        }
    }
    fs::remove_dir_all(&work)?;
    Ok(PICTURES.len())
}

/// Makes what is shown.
fn make(program: &Path, work: &Path) -> Result<()> {
    // The report names its inputs: not by a path of this machine.
    symlink(root::repository().join("samples"), work.join("samples"))?;
    let calls: [&[&str]; 7] = [
        &["corpus", "samples", "-o", "corpus"],
        &["corpus", "samples", "-o", "long", "--min-words", "200"],
        &[
            "corpus",
            "samples/courier-modern.warc.gz",
            "-o",
            "courier",
            "--language",
            "en",
            "--page-type",
            "article",
        ],
        &["offtopic", "samples", "-o", "offtopic.json", "--report", "offtopic.html"],
        &["offtopic", "samples/offtopic", "-o", "bakery.json", "--report", "bakery.html"],
        &["offtopic", "samples/abendblatt.warc.gz", "-o", "parked.json", "--report", "parked.html"],
        &["template", "samples", "-o", "labelled", "--markup", "span"],
    ];
    for call in calls {
        let mut run = Command::new(program);
        run.args(call).arg("--quiet").current_dir(work);
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

/// Puts a picture below a heading of a page of the guide.
fn insert(source: &Path, picture: &Picture, (page, heading): (&str, &str)) -> Result<()> {
    let path = source.join(page);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let line = format!("{heading}\n");
    let (before, behind) = text
        .split_once(&line)
        .with_context(|| format!("{}: no heading `{heading}` for a picture", path.display()))?;
    let up = "../".repeat(page.matches('/').count());
    let shown = format!("![{}]({up}pictures/{})", picture.shows, picture.file);
    fs::write(path, format!("{before}{line}\n{shown}\n{behind}"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_has_its_headings_in_the_guide() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("tutorials")).unwrap();
        for picture in &PICTURES {
            for (page, heading) in picture.places {
                let copy = folder.path().join(page);
                fs::copy(root::repository().join("docs/src").join(page), &copy).unwrap();
                insert(folder.path(), picture, (page, heading)).unwrap();
                let text = fs::read_to_string(&copy).unwrap();
                let up = if page.starts_with("tutorials/") { "../" } else { "" };
                let shown =
                    format!("{heading}\n\n![{}]({up}pictures/{})", picture.shows, picture.file);
                assert!(text.contains(&shown), "{page}");
            }
        }
    }
}
