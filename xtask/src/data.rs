//! `cargo xtask data FOLDER [SET...]`: puts the training sets into FOLDER as far as their licences
//! allow, and says of each other which file to get where. `--list` shows the table, `--digest FOLDER`
//! writes the digests anew.
//!
//! The table is `train/data/sets.tsv`. Sources are fetched by git: the id of a commit is a digest of
//! all its files, so nothing else has to be trusted, and commits that are there are not fetched
//! again. What a finished set has to be is told by `train/data/digests.tsv`, which the model cards
//! show as well.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::environment::on_path;
use crate::root;

const SETS: &str = "train/data/sets.tsv";
const DIGESTS: &str = "train/data/digests.tsv";
const HEAD: &str = "# Digests of the training sets, made by `cargo xtask data --digest FOLDER`: set, files, bytes, and the sha256 of\n\
    # the lines \"SHA256  PATH\" of all files but *.md, sorted by path.\n";

/// A line of the table of sets.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Set {
    id: String,
    models: String,
    /// Below the folder of all sets.
    folder: PathBuf,
    what: String,
    /// A repository, or the address where to ask.
    url: String,
    /// Commits that may be fetched; none where the licence does not allow it.
    commits: Vec<String>,
    licence: String,
    /// What is left to do for the reader, in a sentence.
    rest: String,
}

/// What a folder holds.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Content {
    files: usize,
    bytes: u64,
    sha256: String,
}

/// Lists, digests or gets sets.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let sets = sets(&read(SETS)?)?;
    match words[..] {
        ["--list"] => {
            print!("{}", listed(&sets));
            Ok(())
        }
        ["--digest", folder] => fs::write(
            root::repository().join(DIGESTS),
            digests(&sets, &read(DIGESTS)?, folder.as_ref())?,
        )
        .context(DIGESTS),
        [folder, ref chosen @ ..] if !folder.starts_with('-') => {
            if let Some(unknown) = chosen.iter().find(|id| !sets.iter().any(|set| set.id == **id)) {
                bail!("no set is called {unknown}; cargo xtask data --list names them");
            }
            let known = read(DIGESTS)?;
            let chosen = sets.iter().filter(|set| chosen.is_empty() || chosen.contains(&&*set.id));
            get(chosen, &known, folder.as_ref())
        }
        _ => bail!("usage: cargo xtask data FOLDER [SET...] | --list | --digest FOLDER"),
    }
}

fn read(file: &str) -> Result<String> {
    fs::read_to_string(root::repository().join(file)).with_context(|| file.to_owned())
}

/// The lines of a table without its comments, with their numbers.
fn lines(table: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = (1..).zip(table.lines()).filter(|(_, line)| !line.starts_with('#'));
    lines.map(|(number, line)| (number, line.split('\t').collect()))
}

fn sets(table: &str) -> Result<Vec<Set>> {
    let set = |(number, fields): (usize, Vec<&str>)| {
        let [id, models, folder, what, url, commits, licence, rest] = fields[..] else {
            bail!("{SETS}:{number}: {} fields instead of 8", fields.len());
        };
        let commits: Vec<String> =
            commits.split(' ').filter(|id| *id != "-").map(str::to_owned).collect();
        let is_id = |id: &String| id.len() == 40 && id.bytes().all(|b| b.is_ascii_hexdigit());
        ensure!(commits.iter().all(is_id), "{SETS}:{number}: a commit is 40 hexadecimal digits");
        Ok(Set {
            id: id.to_owned(),
            models: models.to_owned(),
            folder: PathBuf::from(folder),
            what: what.to_owned(),
            url: url.to_owned(),
            commits,
            licence: licence.to_owned(),
            rest: rest.to_owned(),
        })
    };
    lines(table).map(set).collect()
}

fn listed(sets: &[Set]) -> String {
    let mut text = String::new();
    for set in sets {
        let how = if set.commits.is_empty() { "by hand" } else { "fetched" };
        let Set { id, models, folder, what, url, licence, rest, .. } = set;
        text.push_str(&format!("{id} ({how}; for {models}): {what}\n"));
        text.push_str(&format!("    from {url}; licence: {licence}\n"));
        text.push_str(&format!("    into {}. {rest}\n", folder.display()));
    }
    text
}

/// Gets each set, or says how. Fails at the end if something is not what it has to be.
fn get<'a>(sets: impl Iterator<Item = &'a Set>, known: &str, folder: &Path) -> Result<()> {
    let mut faults = 0;
    for set in sets {
        let id = &set.id;
        match state(set, known, folder).and_then(|state| match state {
            Some(state) => Ok(state),
            None => fetched(set, folder),
        }) {
            Ok(state) => println!("{id}: {state}"),
            Err(error) => {
                faults += 1;
                println!("{id}: FAILED: {error:#}");
            }
        }
    }
    ensure!(faults == 0, "{faults} of the sets are not as they have to be");
    Ok(())
}

/// Whether the finished set is there; an error if its files are others.
fn state(set: &Set, known: &str, folder: &Path) -> Result<Option<&'static str>> {
    let place = folder.join(&set.folder);
    if !place.is_dir() {
        return Ok(None);
    }
    let found = content(&place)?;
    match digest_of(known, &set.id) {
        None => Ok(Some("there, and no digest of it is known")),
        Some(expected) if expected == found => Ok(Some("there")),
        Some(expected) => bail!(
            "{}: {} files with sha256 {}, not {} with {}",
            place.display(),
            found.files,
            found.sha256,
            expected.files,
            expected.sha256
        ),
    }
}

/// Fetches the commits of a set that are not there yet, and says what is left to do.
fn fetched(set: &Set, folder: &Path) -> Result<&'static str> {
    println!("{}: {} ({})", set.id, set.rest, set.url);
    if set.commits.is_empty() {
        return Ok("to be had by hand");
    }
    let place = folder.join("sources").join(&set.id);
    let has = |id: &String| git(&place, &["cat-file", "-e", &format!("{id}^{{commit}}")]).is_ok();
    ensure!(on_path("git").is_some(), "git is needed and not installed");
    if !place.join(".git").is_dir() {
        fs::create_dir_all(&place)?;
        git(&place, &["init", "--quiet"])?;
    }
    let missing: Vec<&str> = set.commits.iter().filter(|id| !has(id)).map(String::as_str).collect();
    for id in &missing {
        git(&place, &["fetch", "--quiet", "--depth", "1", &set.url, id])?;
    }
    // A server may send another commit than the one that was asked for.
    if let Some(id) = set.commits.iter().find(|id| !has(id)) {
        bail!("{}: no commit {id}", set.url);
    }
    git(&place, &["checkout", "--quiet", "--detach", &set.commits[0]])?;
    Ok(if missing.is_empty() { "sources were there" } else { "sources fetched" })
}

fn git(folder: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("git");
    // Nobody is there to type a password.
    command.current_dir(folder).env("GIT_TERMINAL_PROMPT", "0").args(arguments);
    let output = command.output().context("git")?;
    let said = String::from_utf8(output.stderr).unwrap_or_default();
    ensure!(output.status.success(), "git {}: {}", arguments.join(" "), said.trim());
    Ok(())
}

/// The table of digests, with those of the sets that are in the folder made anew.
fn digests(sets: &[Set], known: &str, folder: &Path) -> Result<String> {
    let mut table = HEAD.to_owned();
    for set in sets {
        let place = folder.join(&set.folder);
        let found = if place.is_dir() { Some(content(&place)?) } else { digest_of(known, &set.id) };
        if let Some(Content { files, bytes, sha256 }) = found {
            table.push_str(&format!("{}\t{files}\t{bytes}\t{sha256}\n", set.id));
        }
    }
    Ok(table)
}

fn digest_of(known: &str, id: &str) -> Option<Content> {
    lines(known).find_map(|(_, fields)| match fields[..] {
        [set, files, bytes, sha256] if set == id => Some(Content {
            files: files.parse().ok()?,
            bytes: bytes.parse().ok()?,
            sha256: sha256.to_owned(),
        }),
        _ => None,
    })
}

/// The digest of all files of a folder, whatever their order on disk.
fn content(folder: &Path) -> Result<Content> {
    let mut paths = Vec::new();
    walk(folder, "", &mut paths)?;
    paths.sort();
    let (mut whole, mut bytes) = (Sha256::new(), 0);
    for path in &paths {
        let data = fs::read(folder.join(path)).with_context(|| path.clone())?;
        bytes += data.len() as u64;
        whole.update(format!("{}  {path}\n", HEXLOWER.encode(&Sha256::digest(&data))));
    }
    Ok(Content { files: paths.len(), bytes, sha256: HEXLOWER.encode(&whole.finalize()) })
}

fn walk(folder: &Path, before: &str, paths: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().into_string().ok().context("a file name that is not UTF-8")?;
        let path = format!("{before}{name}");
        if entry.path().is_dir() {
            walk(&entry.path(), &format!("{path}/"), paths)?;
        } else if !name.ends_with(".md") {
            paths.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A folder of its own for a test, empty.
    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("data-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn set(url: &str, commits: &[&str]) -> Set {
        Set {
            id: "ferry".to_owned(),
            models: "page".to_owned(),
            folder: PathBuf::from("page/ferry"),
            what: "pages".to_owned(),
            url: url.to_owned(),
            commits: commits.iter().map(|id| (*id).to_owned()).collect(),
            licence: "MIT".to_owned(),
            rest: "Make gold.jsonl of it.".to_owned(),
        }
    }

    #[test]
    fn the_table_names_source_licence_and_place_of_each_set() {
        let sets = sets(&read(SETS).unwrap()).unwrap();
        let ids: BTreeSet<&str> = sets.iter().map(|set| &*set.id).collect();
        assert_eq!(ids.len(), sets.len());
        for set in &sets {
            assert!(set.url.starts_with("https://"), "{}", set.id);
            assert!(!set.licence.is_empty() && set.folder.is_relative(), "{}", set.id);
            assert!(set.licence.starts_with("none") <= set.commits.is_empty(), "{}", set.id);
            assert!(!set.rest.is_empty(), "{}", set.id);
        }
        let known = read(DIGESTS).unwrap();
        for (_, fields) in lines(&known) {
            assert!(
                ids.contains(fields[0]) && digest_of(&known, fields[0]).is_some(),
                "{fields:?}"
            );
        }
        let list = listed(&sets);
        assert!(ids.iter().all(|id| list.contains(&format!("{id} ("))), "{list}");
    }

    #[test]
    fn tables_that_cannot_be_read_are_refused() {
        for (line, expected) in [
            ("a\tpage", ":1: 2 fields instead of 8"),
            ("a\tpage\tb\tc\thttps://x\tmain\tMIT\tr", ":1: a commit is 40"),
        ] {
            let error = sets(line).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(run(&[]).is_err());
        let error = run(&["x".to_owned(), "nobody".to_owned()]).unwrap_err().to_string();
        assert!(error.contains("no set is called nobody"), "{error}");
    }

    #[test]
    fn a_digest_depends_on_names_and_bytes_alone() {
        let folder = scratch("digest");
        fs::create_dir_all(folder.join("html")).unwrap();
        fs::write(folder.join("gold.jsonl"), "{}\n").unwrap();
        fs::write(folder.join("html/1.html"), "fog").unwrap();
        let first = content(&folder).unwrap();
        assert_eq!((first.files, first.bytes), (2, 6));
        fs::write(folder.join("README.md"), "about").unwrap();
        assert_eq!(content(&folder).unwrap(), first);
        fs::write(folder.join("html/1.html"), "fox").unwrap();
        assert_ne!(content(&folder).unwrap(), first);
        fs::write(folder.join("html/1.html"), "fog").unwrap();
        fs::rename(folder.join("html/1.html"), folder.join("html/2.html")).unwrap();
        assert_ne!(content(&folder).unwrap(), first);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_finished_set_is_compared_with_its_digest() {
        let folder = scratch("state");
        let ferry = set("https://x.example", &[]);
        assert_eq!(state(&ferry, "", &folder).unwrap(), None);
        fs::create_dir_all(folder.join("page/ferry")).unwrap();
        fs::write(folder.join("page/ferry/gold.jsonl"), "{}\n").unwrap();
        assert!(state(&ferry, "", &folder).unwrap().is_some_and(|s| s.contains("no digest")));
        let known = digests(std::slice::from_ref(&ferry), "", &folder).unwrap();
        assert_eq!(state(&ferry, &known, &folder).unwrap(), Some("there"));
        fs::write(folder.join("page/ferry/gold.jsonl"), "{ }\n").unwrap();
        let error = state(&ferry, &known, &folder).unwrap_err().to_string();
        assert!(error.contains("1 files with sha256"), "{error}");
        assert!(get([&ferry].into_iter(), &known, &folder).is_err());
        // A set that is not there keeps its digest.
        let kept = digests(&[ferry], &known, &folder.join("nowhere")).unwrap();
        assert_eq!(kept, known);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn sources_are_fetched_once_and_by_their_commit() {
        if on_path("git").is_none() {
            println!("SKIPPED: git is not installed");
            return;
        }
        let folder = scratch("fetch");
        let origin = folder.join("origin");
        fs::create_dir_all(&origin).unwrap();
        fs::write(origin.join("a.html"), "fog").unwrap();
        git(&origin, &["init", "--quiet"]).unwrap();
        git(&origin, &["add", "a.html"]).unwrap();
        let who = ["-c", "user.name=a", "-c", "user.email=a@a.example"];
        let commit = ["commit", "--quiet", "--message", "first"];
        git(&origin, &[&who[..], &commit].concat()).unwrap();
        // Hosts of repositories allow to ask for any commit.
        git(&origin, &["config", "uploadpack.allowAnySHA1InWant", "true"]).unwrap();
        let head = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(&origin).output();
        let head = String::from_utf8(head.unwrap().stdout).unwrap();
        let url = format!("file://{}", origin.display());
        let ferry = set(&url, &[head.trim()]);
        let data = folder.join("data");
        assert_eq!(fetched(&ferry, &data).unwrap(), "sources fetched");
        let file = data.join("sources/ferry/a.html");
        assert_eq!(fs::read_to_string(&file).unwrap(), "fog");
        // Nothing is asked for again, so the origin may be gone.
        fs::rename(&origin, folder.join("gone")).unwrap();
        assert_eq!(fetched(&ferry, &data).unwrap(), "sources were there");
        let other = set(&url, &["0123456789012345678901234567890123456789"]);
        let error = fetched(&other, &data).unwrap_err().to_string();
        assert!(error.contains("git fetch"), "{error}");
        assert_eq!(fetched(&set(&url, &[]), &data).unwrap(), "to be had by hand");
        fs::remove_dir_all(folder).unwrap();
    }
}
