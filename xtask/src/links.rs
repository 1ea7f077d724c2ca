//! `cargo xtask links`: whether what the documents refer to is there.
//!
//! Three things are checked in every Markdown file of the repository: the files that links lead to,
//! the headings that anchors name, and the paths of this repository in `code`. The guide's table of
//! contents must name every page of the guide. Addresses of the web are not asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::root::repository;

/// Folders whose paths are checked where they are named in `code`.
const FOLDERS: &[&str] =
    &["bench/", "crates/", "docs/src/", "fuzz/", "samples/", "train/", "xtask/"];
/// Articles of the sample site: their links lead to pages of that site.
const SAMPLE_SITE: &str = ":!xtask/samples-src";
/// Files about former states of the repository: paths in them may be gone.
const HISTORY: &[&str] = &["CHANGELOG.md", "bench/RESULTS.md"];
const GUIDE: &str = "docs/src/";
const CONTENTS: &str = "docs/src/SUMMARY.md";

/// Checks all Markdown files that git knows.
pub(crate) fn run(_arguments: &[String]) -> Result<()> {
    let root = repository();
    let documents = documents(&root)?;
    let mut wrong = Vec::new();
    for (name, document) in &documents {
        for (line, reference) in &document.references {
            if let Some(why) = broken(&root, &documents, name, reference) {
                wrong.push(format!("{name}:{line}: {why}"));
            }
        }
    }
    wrong.extend(missing_pages(&documents));
    if wrong.is_empty() {
        println!("{} documents: every link leads somewhere", documents.len());
        return Ok(());
    }
    bail!("{}", wrong.join("\n"))
}

fn documents(root: &Path) -> Result<BTreeMap<String, Document>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard", "*.md", SAMPLE_SITE]);
    let output = git.current_dir(root).output().context("cannot run git")?;
    ensure!(output.status.success(), "git ls-files failed: {}", output.status);
    let names = String::from_utf8(output.stdout)?;
    let mut documents = BTreeMap::new();
    for name in names.lines().filter(|name| root.join(name).is_file()) {
        let text = std::fs::read_to_string(root.join(name)).with_context(|| name.to_owned())?;
        documents.insert(name.to_owned(), Document::read(&text));
    }
    Ok(documents)
}

/// Something in a document that must exist.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Reference {
    /// The target of a link.
    Link(String),
    /// Text in `code` that looks like a path.
    Path(String),
}

/// What of a document is checked.
#[derive(Debug, Default)]
struct Document {
    /// With the numbers of their lines.
    references: Vec<(usize, Reference)>,
    anchors: BTreeSet<String>,
}

impl Document {
    fn read(text: &str) -> Self {
        let mut document = Self::default();
        let mut fenced = false;
        for (number, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
            } else if !fenced {
                document.read_line(number + 1, line);
            }
        }
        document
    }

    fn read_line(&mut self, number: usize, line: &str) {
        if let Some(heading) = line.strip_prefix('#') {
            self.add_anchor(heading.trim_start_matches('#'));
        }
        // Every second piece between backticks is code. A link may have code as its text.
        let mut prose = String::new();
        for (index, piece) in line.split('`').enumerate() {
            if index % 2 == 0 {
                prose.push_str(piece);
            } else if is_path(piece) {
                self.references.push((number, Reference::Path(piece.to_owned())));
            }
        }
        for rest in prose.split("](").skip(1) {
            if let Some((target, _)) = rest.split_once(')') {
                self.references.push((number, Reference::Link(target.to_owned())));
            }
        }
    }

    /// The anchor of a heading. Equal headings are numbered from the second on, as GitHub does.
    fn add_anchor(&mut self, heading: &str) {
        let anchor = anchor(heading);
        let numbered = |n: usize| if n == 0 { anchor.clone() } else { format!("{anchor}-{n}") };
        let free = (0..).map(numbered).find(|anchor| !self.anchors.contains(anchor));
        self.anchors.extend(free);
    }
}

/// The anchor that GitHub and mdBook make of a heading.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading
        .trim()
        .chars()
        .filter(kept)
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .replace(' ', "-")
}

/// Whether code names one file or folder of this repository. Hidden folders hold what scripts
/// download.
fn is_path(code: &str) -> bool {
    let plain = !code.contains([' ', '*', '<', '{', '$']);
    plain && !code.contains("/.") && FOLDERS.iter().any(|folder| code.starts_with(folder))
}

/// What is wrong with a reference in a document, if anything is.
fn broken(
    root: &Path,
    documents: &BTreeMap<String, Document>,
    document: &str,
    reference: &Reference,
) -> Option<String> {
    match reference {
        Reference::Path(path) => {
            let gone = !HISTORY.contains(&document) && !root.join(path).exists();
            gone.then(|| format!("`{path}` is not there"))
        }
        Reference::Link(target) if target.contains("://") || target.starts_with("mailto:") => None,
        Reference::Link(target) => {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() { document.to_owned() } else { beside(document, path) };
            if !root.join(&path).exists() {
                return Some(format!("`{target}` leads to no file"));
            }
            let anchors = documents.get(&path).map(|document| &document.anchors);
            let missing = !anchor.is_empty() && anchors.is_some_and(|all| !all.contains(anchor));
            missing.then(|| format!("`{target}` names no heading"))
        }
    }
}

/// The path of a link in a document, from the root of the repository.
fn beside(document: &str, link: &str) -> String {
    let folder = Path::new(document).parent().unwrap_or(Path::new(""));
    let mut path = PathBuf::new();
    for component in folder.join(link).components() {
        match component {
            Component::ParentDir => _ = path.pop(),
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path.to_string_lossy().into_owned()
}

/// Pages of the guide that its table of contents does not name.
fn missing_pages(documents: &BTreeMap<String, Document>) -> Vec<String> {
    let listed: BTreeSet<String> = documents
        .get(CONTENTS)
        .into_iter()
        .flat_map(|contents| &contents.references)
        .filter_map(|(_, reference)| match reference {
            Reference::Link(target) => Some(beside(CONTENTS, target)),
            Reference::Path(_) => None,
        })
        .collect();
    let pages = documents.keys().filter(|name| name.starts_with(GUIDE) && *name != CONTENTS);
    let missing = pages.filter(|page| !listed.contains(*page));
    missing.map(|page| format!("{page}: {CONTENTS} does not name it")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references(text: &str) -> Vec<Reference> {
        Document::read(text).references.into_iter().map(|(_, reference)| reference).collect()
    }

    #[test]
    fn anchors_are_those_of_github() {
        for (heading, expected) in [
            (" How it works", "how-it-works"),
            ("`crates/url`", "cratesurl"),
            ("1. Read, then write", "1-read-then-write"),
            ("Ärger & Co", "ärger--co"),
        ] {
            assert_eq!(anchor(heading), expected, "{heading}");
        }
        let document = Document::read("# Words\n## Words\n```\n# no heading\n```\n");
        assert_eq!(document.anchors, ["words", "words-1"].map(str::to_owned).into());
    }

    #[test]
    fn links_and_paths_are_found_outside_of_code() {
        let link = |target: &str| Reference::Link(target.to_owned());
        let path = |path: &str| Reference::Path(path.to_owned());
        for (text, expected) in [
            ("see [the guide](docs/a.md) and [b](#b)", vec![link("docs/a.md"), link("#b")]),
            ("a [`name`](c.md)", vec![link("c.md")]),
            ("`[a](b.md)` is how a link is written", vec![]),
            ("```\n[a](b.md)\n```", vec![]),
            ("in `crates/url/src`, not `src/url`", vec![path("crates/url/src")]),
            ("`crates/*/src`, `xtask/src main.rs`, `bench/.scratch`", vec![]),
        ] {
            assert_eq!(references(text), expected, "{text}");
        }
    }

    #[test]
    fn links_start_at_the_folder_of_their_document() {
        for (document, link, expected) in [
            ("README.md", "docs/a.md", "docs/a.md"),
            ("docs/src/a.md", "b.md", "docs/src/b.md"),
            ("docs/src/a.md", "../../README.md", "README.md"),
            ("docs/src/a.md", "./b.md", "docs/src/b.md"),
        ] {
            assert_eq!(beside(document, link), expected, "{document} {link}");
        }
    }

    #[test]
    fn what_is_not_there_is_reported() {
        let root = repository();
        let documents: BTreeMap<_, _> = [
            ("README.md".to_owned(), Document::read("# One\n")),
            (CONTENTS.to_owned(), Document::read("[a](a.md)")),
            ("docs/src/a.md".to_owned(), Document::default()),
            ("docs/src/b.md".to_owned(), Document::default()),
        ]
        .into();
        let link = |target: &str| Reference::Link(target.to_owned());
        let path = |path: &str| Reference::Path(path.to_owned());
        for (document, reference, is_broken) in [
            ("README.md", link("#one"), false),
            ("README.md", link("#two"), true),
            ("README.md", link("README.md#two"), true),
            ("README.md", link("nowhere.md"), true),
            ("README.md", link("https://example.org/nowhere"), false),
            ("README.md", path("xtask/src/links.rs"), false),
            ("README.md", path("xtask/src/nowhere.rs"), true),
            ("CHANGELOG.md", path("xtask/src/nowhere.rs"), false),
        ] {
            let broken = broken(&root, &documents, document, &reference);
            assert_eq!(broken.is_some(), is_broken, "{reference:?}: {broken:?}");
        }
        let missing = missing_pages(&documents);
        assert_eq!(missing, ["docs/src/b.md: docs/src/SUMMARY.md does not name it"]);
    }
}
