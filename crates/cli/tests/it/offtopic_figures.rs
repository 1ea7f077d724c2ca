//! The figures of the guide are those that its commands print.

use std::fs;

use crate::harness::{Env, root};

/// Rows of the tables that the sweep prints, as Markdown.
fn printed_rows(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| line.contains('\t'));
    rows.map(|row| format!("| {} |", row.replace('\t', " | "))).collect()
}

/// Rows of tables in the section of the guide that the sweep prints.
fn guide_rows(guide: &str) -> Vec<String> {
    let begin = guide.find("`scutch offtopic sweep` prints these tables").expect("the section");
    let end = guide[begin..].find("\nThe learned combination is fitted").expect("its end");
    let lines = guide[begin..begin + end].lines();
    lines.filter(|line| line.starts_with("| ")).map(str::to_owned).collect()
}

/// The sweep of the captures beside the repository.
#[test]
fn the_guide_has_the_figures_of_the_sweep() {
    let set = root().join("../shared/data/offtopic/gitcrawl");
    if !set.exists() {
        eprintln!("SKIPPED: ../shared/data/offtopic/gitcrawl is not there");
        return;
    }
    if cfg!(debug_assertions) && std::env::var_os("SCUTCH_TEST_SWEEP").is_none() {
        eprintln!("SKIPPED: a debug build sweeps for minutes; set SCUTCH_TEST_SWEEP to run it");
        return;
    }
    let (archives, labels) = (set.display().to_string(), set.join("labels.csv"));
    let labels = labels.display().to_string();
    let output = Env::new().expect(0, &["offtopic", "sweep", &archives, "--gold", &labels]);
    let printed = printed_rows(&String::from_utf8(output.stdout).expect("UTF-8"));
    let guide =
        guide_rows(&fs::read_to_string(root().join("docs/src/offtopic.md")).expect("the guide"));
    assert!(guide.len() > 30, "{guide:?}");
    assert_eq!(guide, printed);
}
