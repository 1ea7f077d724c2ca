//! Runs that several jobs share: the stages that the samples do not call for.

use std::fs;
use std::path::{Path, PathBuf};

use scutch_corpus::Share;
use scutch_corpus::run::{ShareEnded, derive_share, gather, merge_groups, merge_rows};
use scutch_corpus::{Config, Ended, Extractor, Format, Unwatched};

use crate::archive::{Press, page};
use crate::{crawled, portals};

/// Every file below a folder but the times, with its bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("entry").path());
    let mut all: Vec<(PathBuf, Vec<u8>)> = entries
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false => vec![(path.clone(), fs::read(&path).expect("read"))],
        })
        .filter(|(path, _)| path.file_stem().is_some_and(|name| name != "timing"))
        .collect();
    all.sort();
    all
}

/// The corpus of `config`, made by so many jobs for each step.
fn shared(press: &Press, config: &Config, of: u32, output: &str) {
    let request = |name: &str| press.request(config, &format!("{output}-{name}"));
    let mut folders = Vec::new();
    for number in 1..=of {
        let request = request(&format!("g{number}"));
        let ended = gather(&request, Some(Share { number, of }), &Unwatched).expect("gathered");
        assert_eq!(ended, ShareEnded::Complete);
        folders.push(request.output);
    }
    let evidence = request("evidence");
    merge_groups(&folders, &evidence, &Unwatched).expect("merged");
    folders.clear();
    for number in 1..=of {
        let (request, share) = (request(&format!("p{number}")), Share { number, of });
        derive_share(&request, &evidence.output, share, &Unwatched).expect("derived");
        folders.push(request.output);
    }
    let ended = merge_rows(&folders, &press.request(config, output), &Unwatched).expect("merged");
    assert!(matches!(ended, Ended::Complete(_)), "{ended:?}");
}

/// Asserts that shared runs make the corpus of one run.
pub(crate) fn same(press: &Press, config: &Config, name: &str) {
    let whole = format!("{name}-whole");
    press.run(config, &whole);
    let relative = |folder: &str| {
        let root = press.path(folder);
        let all = files(&root).into_iter();
        let all =
            all.map(|(path, bytes)| (path.strip_prefix(&root).expect("below").to_owned(), bytes));
        all.collect::<Vec<_>>()
    };
    let whole = relative(&whole);
    for of in [1, 3] {
        let output = format!("{name}-{of}");
        shared(press, config, of, &output);
        let made = relative(&output);
        let names = |files: &[(PathBuf, Vec<u8>)]| {
            files.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&made), names(&whole), "{output}");
        for (one, two) in made.iter().zip(&whole) {
            assert!(one == two, "{output}: {} differs", one.0.display());
        }
    }
}

#[test]
fn verdicts_of_crawls_are_obeyed_whatever_shard_they_are_in() {
    let press = Press::new();
    for (number, record) in crawled::records().iter().enumerate() {
        press.write(&format!("in/{number:02}.warc"), record);
    }
    for (nth, mut config) in crawled::configs(&press, "in").into_iter().enumerate() {
        same(&press, &config, &format!("c{nth}"));
        config.scope.everything = true;
        same(&press, &config, &format!("e{nth}"));
    }
}

#[test]
fn articles_of_several_pages_are_joined_across_shards() {
    let press = Press::new();
    let parts = (1..=5).map(|n| portals::part("a.example", n, n, (n < 5).then_some(n + 1)));
    for (number, part) in parts.enumerate() {
        press.write(&format!("in/{number}.warc"), &part);
    }
    same(&press, &portals::config(&press, &["in"]), "c");
}

#[test]
fn methods_that_learn_from_other_pages_learn_the_same() {
    let press = Press::new();
    for file in 0..4 {
        let pages = (0..6).flat_map(|n| page("a.example", file * 6 + n, 1));
        press.write(&format!("in/{file}.warc"), &pages.collect::<Vec<_>>());
    }
    let text = "extractor = \"template\"\n[template]\nmethod = \"t003\"\nlesson = \"host\"\n";
    let mut config = Config::from_toml(text).expect("a configuration");
    config.inputs = vec![press.path("in").display().to_string()];
    config.formats = vec![Format::Parquet, Format::Jsonl];
    assert_eq!(config.extractor, Extractor::Template);
    assert!(config.template.learns_from_others());
    same(&press, &config, "c");
}
