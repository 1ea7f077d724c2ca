//! `cargo xtask samples`: the sample archives and the truth about them, from our own sources.
//!
//! Sources lie in `xtask/samples-src`: articles, the words of each edition, page layouts, and
//! `crawl.toml`, the list of captures. The road is `article → page → bytes → HTTP message → WARC
//! record`, and `article → truth` beside it, so that the truth never passes through HTML. Nothing
//! here uses the crates under test, a clock or chance: two runs give the same bytes.

mod archive;
mod article;
mod charset;
mod coding;
mod crawl;
mod date;
mod digest;
mod gzip;
mod http;
mod layout;
mod markup;
mod page;
mod press;
mod seen;
mod set;
mod site;
mod structured;
mod truth;
mod warc;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Generated files: name within `samples/` and content.
type Files = BTreeMap<String, Vec<u8>>;

/// Writes `samples/`, or with `--check` only says whether it is up to date.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let fresh = generate()?;
    match arguments {
        [] => write(&fresh),
        [flag] if flag == "--check" => check(&fresh),
        _ => bail!("expected nothing or --check, got {arguments:?}"),
    }
}

fn folder() -> PathBuf {
    crate::root::repository().join("samples")
}

/// Renders every archive, the truth and the list of records.
fn generate() -> Result<Files> {
    let sources = crate::root::repository().join("xtask/samples-src");
    let press = press::Press::open(&sources)?;
    let mut files = Files::new();
    let (mut truths, mut listings) = (String::new(), String::new());
    for plan in crawl::read(&sources.join("crawl.toml"))? {
        let built =
            archive::build(&press, &plan).with_context(|| format!("cannot build {}", plan.file))?;
        truths.push_str(&json_lines(&built.truths)?);
        listings.push_str(&json_lines(&built.records)?);
        files.insert(plan.file.clone(), built.bytes);
    }
    files.insert("truth.jsonl".into(), truths.into_bytes());
    files.insert("records.jsonl".into(), listings.into_bytes());
    Ok(files)
}

fn json_lines<T: serde::Serialize>(values: &[T]) -> Result<String> {
    let mut lines = String::new();
    for value in values {
        lines.push_str(&serde_json::to_string(value)?);
        lines.push('\n');
    }
    Ok(lines)
}

fn write(fresh: &Files) -> Result<()> {
    for (name, bytes) in fresh {
        let path = folder().join(name);
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        println!("{:>8} bytes  samples/{name}", bytes.len());
    }
    println!("{:>8} bytes in all", fresh.values().map(Vec::len).sum::<usize>());
    Ok(())
}

fn check(fresh: &Files) -> Result<()> {
    let stale = differing(fresh, &folder())?;
    if !stale.is_empty() {
        bail!("run `cargo xtask samples`: not as the sources say: {}", stale.join(", "));
    }
    println!("samples/ is up to date");
    Ok(())
}

/// Names that are missing, differ, or are archives which no source asks for.
fn differing(fresh: &Files, folder: &Path) -> Result<Vec<String>> {
    let mut stale: Vec<String> = fresh
        .iter()
        .filter(|(name, bytes)| fs::read(folder.join(name)).ok().as_ref() != Some(bytes))
        .map(|(name, _)| name.clone())
        .collect();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().into_string().unwrap_or_default();
        if name.contains(".warc") && !fresh.contains_key(&name) {
            stale.push(name);
        }
    }
    Ok(stale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn committed_samples_are_what_the_sources_say() {
        let fresh = generate().unwrap();
        assert_eq!(differing(&fresh, &folder()).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn generation_repeats_itself_byte_for_byte() {
        assert!(generate().unwrap() == generate().unwrap());
    }

    #[test]
    fn samples_stay_small() {
        let size: usize = generate().unwrap().values().map(Vec::len).sum();
        assert!(size < 1_000_000, "{size} bytes: samples/ should stay below one megabyte");
    }
}
