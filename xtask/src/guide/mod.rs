//! `cargo xtask guide`: the guide as a site, in `target/guide/book`.
//!
//! The reference of verbs and of configuration keys comes from a program that is run, and so do pictures of
//! pages. Plots are made from the figures of all measurements. They are written into a copy of the guide, which mdBook
//! then builds. So they cannot go stale, and no change of a help text is a change of two files.

mod pictures;
mod reference;
mod results;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, anyhow, bail, ensure};

use crate::environment::{Environment, on_path, succeeds};
use crate::root;
use crate::test::SKIPPED;

const USAGE: &str = "usage: cargo xtask guide [--program FILE]";

/// mdBook, where the system has none.
const MDBOOK: Environment = Environment {
    folder: "venv-guide",
    requirements: "requirements-guide.txt",
    from_source: ":none:",
};

/// Builds the site with what a program prints and shows.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let program = match arguments {
        [] => root::target().join("release/scutch"),
        [flag, program] if flag == "--program" => PathBuf::from(program),
        _ => bail!(USAGE),
    };
    let program = program.canonicalize().with_context(|| {
        format!("{}: no program; cargo build --release makes it", program.display())
    })?;
    let folder = root::target().join("guide");
    let _ = fs::remove_dir_all(&folder);
    copy(&root::repository().join("docs"), &folder)?;
    let source = folder.join("src");
    reference::write(&program, &source)?;
    results::write(&source)?;
    let pictures = pictures::take(&program, &source)?;
    let mdbook = match mdbook() {
        Ok(mdbook) => mdbook,
        // The pages were made all the same; only the site needs a package from outside.
        Err(why) => {
            println!("{SKIPPED} the guide as a site: no mdBook: {why:#}");
            return Ok(());
        }
    };
    succeeds(Command::new(mdbook).arg("build").arg(&folder)).map_err(|why| anyhow!(why))?;
    let pages = built(&folder)?;
    println!("{pages} pages, {pictures} pictures: {}", folder.join("book").display());
    Ok(())
}

/// mdBook of the system, or of a Python environment below the target folder.
fn mdbook() -> Result<PathBuf> {
    if let Some(found) = on_path("mdbook").or_else(|| MDBOOK.program("mdbook")) {
        return Ok(found);
    }
    MDBOOK.install().map_err(|why| anyhow!(why))?;
    MDBOOK.program("mdbook").context("mdBook is not there after its installation")
}

/// Copies the files that make the guide.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let path = entry.path();
        let kind = path.extension().unwrap_or_default();
        if path.is_dir() && entry.file_name() != "book" {
            copy(&path, &to.join(entry.file_name()))?;
        } else if kind == "md" || kind == "toml" {
            fs::copy(&path, to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// The number of pages in the table of contents, each of which has to be there as HTML.
fn built(folder: &Path) -> Result<usize> {
    let contents = fs::read_to_string(folder.join("src/SUMMARY.md"))?;
    let links = contents.lines().filter_map(|line| line.split_once("](")?.1.strip_suffix(".md)"));
    let mut pages = 0;
    for page in links {
        let path = folder.join("book").join(page).with_extension("html");
        ensure!(path.is_file(), "mdBook has left out {page}.md");
        pages += 1;
    }
    ensure!(pages > 0, "SUMMARY.md names no pages");
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_was_not_built_is_missed() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("src")).unwrap();
        fs::create_dir_all(folder.path().join("book/how-to")).unwrap();
        fs::write(folder.path().join("src/SUMMARY.md"), "# Summary\n\n- [A](how-to/a.md)\n")
            .unwrap();
        let missed = built(folder.path()).unwrap_err().to_string();
        assert_eq!(missed, "mdBook has left out how-to/a.md");
        fs::write(folder.path().join("book/how-to/a.html"), "").unwrap();
        assert_eq!(built(folder.path()).unwrap(), 1);
    }
}
