//! The files read and written: sizes, digests, and what is cut.

use scutch_folder::digest::FileDigest;
use scutch_folder::manifest::{InputEntry, Manifest, OutputEntry};

use super::tables::{rows, section, text};
use crate::{files, samples};

fn input(name: &str, size: u64) -> InputEntry {
    InputEntry {
        name: name.to_owned(),
        path: format!("/data/{name}"),
        digest: Some(FileDigest { size, sha256: format!("{size:064x}") }),
        ..InputEntry::default()
    }
}

fn unreadable(name: &str, why: &str) -> InputEntry {
    InputEntry { digest: None, unreadable: Some(why.to_owned()), ..input(name, 0) }
}

fn reading(inputs: Vec<InputEntry>) -> Manifest {
    Manifest { inputs, not_archives: 0, other_files: Vec::new(), ..samples::one_month() }
}

fn shown(manifest: &Manifest) -> String {
    text(&section(manifest, files::inputs))
}

#[test]
fn files_are_listed_with_size_and_the_start_of_their_digest() {
    let manifest = reading(vec![input("b.warc", 1_500), input("a.warc", 255)]);
    let html = section(&manifest, files::inputs);
    // In reading order, which is not that of the names.
    let table = rows(&html, "Archive files read");
    assert_eq!(table[0], ["b.warc", "1.5 kB", "000000000000…"]);
    assert_eq!(table[1], ["a.warc", "255 bytes", "000000000000…"]);
    assert!(html.contains(&format!("title=\"{:064x}\"", 255)), "the whole digest is a tooltip");
    assert!(html.contains("title=\"1,500 bytes\""));
    assert!(shown(&manifest).contains("2 archive files of 1.8 kB, in reading order."));
    let line = format!("{:064x}  /data/a.warc\n", 255);
    assert!(html.contains(&line), "a line for sha256sum: {html}");
}

#[test]
fn files_that_were_passed_over_are_counted() {
    for (others, sentence) in [
        (1, "1 other file in the input folders is no archive and was passed over."),
        (1_234, "1,234 other files in the input folders are no archives and were passed over."),
    ] {
        let manifest = Manifest { not_archives: others, ..reading(vec![input("a.warc", 1)]) };
        assert!(shown(&manifest).contains(sentence), "{}", shown(&manifest));
    }
    assert!(!shown(&reading(vec![input("a.warc", 1)])).contains("passed over"));
}

#[test]
fn files_that_were_passed_over_are_named_up_to_a_number() {
    let names = |n: usize| (0..n).map(|n| format!("<{n}>.txt")).collect();
    for (count, listed) in [(0, 0), (1, 1), (15, 15), (16, 16), (900, 16)] {
        let read = reading(vec![input("a.warc", 1)]);
        let manifest = Manifest { not_archives: count as u64, other_files: names(count), ..read };
        let html = section(&manifest, files::inputs);
        assert_eq!(html.matches("<li>").count(), listed, "{count}");
        assert_eq!(html.contains("&lt;0&gt;.txt"), count > 0, "names are foreign text");
        assert_eq!(html.contains("lists more"), count > 15);
    }
}

#[test]
fn unreadable_files_have_their_reason_and_no_row() {
    let inputs = vec![input("a.warc", 1), unreadable("<b>.warc", "permission denied")];
    let manifest = reading(inputs);
    let html = section(&manifest, files::inputs);
    assert_eq!(rows(&html, "Archive files read").len(), 1);
    assert!(shown(&manifest).contains("1 input could not be read:<b>.warc: permission denied"));
    assert!(html.contains("&lt;b&gt;.warc"), "names are foreign text");
    let many = (0..20).map(|n| unreadable(&format!("{n}.warc"), "gone")).collect();
    let html = section(&reading(many), files::inputs);
    assert_eq!(html.matches("<li>").count(), 16, "fifteen, and that there are more");
    assert!(html.contains("20 inputs could not be read:"), "{html}");
}

#[test]
fn long_lists_fold_and_the_rest_is_summed() {
    // Up to eighteen stand open: a fold for three files is not worth a click.
    for (count, open, folded, rest) in
        [(1, 1, 0, 0), (18, 18, 0, 0), (19, 15, 4, 0), (215, 15, 200, 0), (218, 15, 200, 3)]
    {
        let inputs = (0..count).map(|n| input(&format!("{n:03}.warc"), 1_000)).collect();
        let html = section(&reading(inputs), files::inputs);
        assert_eq!(rows(&html, "Archive files read").len(), open + folded, "{count}");
        assert_eq!(html.contains("The next "), folded > 0, "{count}");
        let sentence = format!("{rest} further files of {rest}.0 kB; ");
        assert_eq!(html.contains(&sentence), rest > 0, "{count}: {html}");
        assert_eq!(html.matches("  /data/").count(), open + folded, "{count}: digests to check");
    }
}

#[test]
fn no_file_is_said() {
    let html = section(&reading(Vec::new()), files::inputs);
    assert!(html.contains("0 archive files of 0 bytes") && html.contains("None."), "{html}");
    assert!(!html.contains("sha256sum"), "{html}");
}

#[test]
fn ways_to_open_a_corpus_are_those_of_its_formats() {
    let output = |path: &str| OutputEntry {
        path: path.to_owned(),
        files: None,
        digest: FileDigest { size: 1, sha256: "0".repeat(64) },
    };
    for (paths, duckdb, zstd) in [
        (&["docs/part-00000.parquet"][..], true, false),
        (&["docs/part-00000.jsonl.zst"], false, true),
        (&["docs/part-00000.parquet", "docs/part-00000.jsonl.zst"], true, true),
        (&["quarantine.jsonl"], false, false),
    ] {
        let outputs = paths.iter().map(|path| output(path)).collect();
        let html = section(&Manifest { outputs, ..samples::one_month() }, files::outputs);
        assert_eq!(
            (html.contains("duckdb"), html.contains("zstd -dc")),
            (duckdb, zstd),
            "{paths:?}"
        );
    }
}

#[test]
fn sizes_that_no_sum_can_hold_are_shown_all_the_same() {
    let html = section(&reading(vec![input("a", u64::MAX), input("b", u64::MAX)]), files::inputs);
    assert!(html.contains("2 archive files of 18.4 EB"), "{html}");
}
