//! What a run writes, counts and leaves out, and how it goes on.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use proptest::prelude::*;
use scutch_corpus::{
    Config, Ended, Extractor, Format, Layout, Request, RunError, Unwatched, Watch, read_manifest,
    run,
};
use scutch_report::rewrite_report;

use crate::archive::{Press, html, page, read_lines, record, response};

/// An archive with a record for every way a record can go.
fn mixed() -> Vec<u8> {
    let ok = |url: &str, mime: &str, body: &str| response(url, 3, "200 OK", mime, body);
    let mut out = record("warcinfo", "", "software: test");
    out.extend(page("a.example", 1, 1));
    out.extend(page("a.example", 1, 2));
    out.extend(record(
        "request",
        "WARC-Target-URI: http://a.example/1\r\n",
        "GET /1 HTTP/1.1\r\n\r\n",
    ));
    out.extend(response("http://a.example/gone", 3, "404 Not Found", "text/html", "<p>Gone."));
    out.extend(ok("http://a.example/i.png", "image/png", "\u{1}PNG"));
    out.extend(ok("http://a.example/empty", "text/html", "<html><body></body></html>"));
    out.extend(ok("http://b.example/", "text/html", &html("b.example", 4)));
    out
}

#[test]
fn every_record_is_a_row_or_named_with_its_reason() {
    let press = Press::new();
    press.write("a.warc", &mixed());
    let manifest = press.run(&press.config(&["a.warc"], &[Format::Jsonl]), "c");
    let counts = &manifest.counts;
    assert!(counts.adds_up(), "{counts:?}");
    assert_eq!((counts.records, counts.rows), (8, 3));
    let out: Vec<_> = counts.out_of_scope.0.iter().map(|(id, n)| (id.as_str(), *n)).collect();
    assert_eq!(out, [("empty-text", 1), ("mime", 1), ("record-type", 2), ("status", 1)]);
    assert_eq!(counts.hosts.0.get("a.example"), Some(&2));
    assert_eq!(counts.months.0.get("2019-05"), Some(&3));
    assert_eq!(counts.repeated_texts, 1, "the second capture of the same page");
    let rows = press.rows("c");
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row["warc_file"] == "a.warc"));
    assert_ne!(rows[0]["id"], rows[1]["id"], "two captures of one address are two rows");
}

#[test]
fn what_is_lost_is_in_the_quarantine_with_its_place() {
    let press = Press::new();
    let mut bytes = page("a.example", 1, 1);
    let place = bytes.len();
    let cut = page("a.example", 2, 1);
    bytes.extend(&cut[..cut.len() / 2]);
    press.write("a.warc", &bytes);
    let manifest = press.run(&press.config(&["a.warc"], &[Format::Jsonl]), "c");
    let lines = read_lines(&press.path("c"), "quarantine.jsonl");
    let lost = manifest.counts.quarantined.total()
        + manifest.counts.damage.values().map(|damage| damage.ranges).sum::<u64>();
    assert!(lost > 0 && lines.len() as u64 == lost, "{lines:?}");
    assert!(manifest.counts.adds_up());
    for line in &lines {
        assert_eq!((&line["file"], &line["offset"]), (&"a.warc".into(), &place.into()), "{line}");
        let reason = line["reason"].as_str().expect("a reason");
        assert!(scutch_corpus::reasons::sentence(reason).is_some(), "{reason}");
    }
    let mut config = press.config(&["a.warc"], &[Format::Jsonl]);
    config.scope.keep_damaged = true;
    let kept = press.run(&config, "d");
    assert!(kept.counts.rows >= manifest.counts.rows);
}

/// A list of the folder's files with their bytes; times are no part of a corpus.
fn files(press: &Press, output: &str) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![press.path(output)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("lists") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_none_or(|name| name != "timing.json") {
                let name = path.strip_prefix(press.path(output)).expect("below").display();
                found.push((name.to_string(), fs::read(&path).expect("reads")));
            }
        }
    }
    found.sort();
    found
}

/// Asks for a stop after so many batches were read; a batch is a shard here.
pub(crate) struct StopAfter {
    batches: u64,
    read: AtomicU64,
}

impl StopAfter {
    pub(crate) fn new(batches: u64) -> Self {
        Self { batches, read: AtomicU64::new(0) }
    }
}

impl Watch for StopAfter {
    fn interrupted(&self) -> bool {
        self.read.fetch_add(1, Relaxed) >= self.batches
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_corpus() {
    let press = Press::new();
    let bytes: Vec<u8> = (0..40).flat_map(|n| page("a.example", n % 35, 1)).collect();
    press.write("a.warc", &bytes);
    let formats = [Format::Jsonl, Format::Parquet, Format::Text];
    let config = Config { shard_records: 4, ..press.config(&["a.warc"], &formats) };
    press.run(&config, "whole");
    // Each run goes on behind the shards that the ones before have finished.
    for (batches, expected) in [(0, 0), (1, 1), (3, 4), (2, 6)] {
        match run(&press.request(&config, "parts"), &StopAfter::new(batches)).expect("a run") {
            Ended::Interrupted { shards } => assert_eq!(shards, expected),
            other => panic!("not stopped: {other:?}"),
        }
        assert!(!press.path("parts/run.json").exists(), "no manifest before the end");
    }
    run(&press.request(&config, "parts"), &Unwatched).expect("the rest");
    assert_eq!(files(&press, "parts"), files(&press, "whole"));
    let again = run(&press.request(&config, "parts"), &Unwatched).expect("nothing to do");
    assert!(matches!(again, Ended::AlreadyComplete(_)), "{again:?}");
}

#[test]
fn a_part_that_lost_its_mark_is_written_again() {
    let press = Press::new();
    let bytes: Vec<u8> = (0..12).flat_map(|n| page("a.example", n, 1)).collect();
    press.write("a.warc", &bytes);
    let config = Config { shard_records: 3, ..press.config(&["a.warc"], &[Format::Jsonl]) };
    press.run(&config, "whole");
    run(&press.request(&config, "parts"), &StopAfter::new(2)).expect("a run");
    let marks = fs::read_dir(press.path("parts/.partial")).expect("marks");
    let first = marks
        .map(|entry| entry.expect("an entry").path())
        .find(|path| path.ends_with("shard-00000.json"))
        .expect("a mark");
    fs::write(first, "{").expect("breaks the mark");
    run(&press.request(&config, "parts"), &Unwatched).expect("the rest");
    assert_eq!(files(&press, "parts"), files(&press, "whole"));
}

fn refused(press: &Press, config: &Config, output: &str) -> String {
    run(&press.request(config, output), &Unwatched).expect_err("refused").to_string()
}

#[test]
fn a_folder_of_another_run_is_left_alone_unless_it_may_be_replaced() {
    let press = Press::new();
    press.write("a.warc", &page("a.example", 1, 1)).write("b.warc", &page("b.example", 1, 1));
    let config = press.config(&["a.warc"], &[Format::Jsonl]);
    press.run(&config, "c");
    let before = files(&press, "c");
    let others = [
        (Config { seed: 1, ..config.clone() }, "another configuration"),
        (Config { extractor: Extractor::AllText, ..config.clone() }, "another configuration"),
        (press.config(&["b.warc"], &[Format::Jsonl]), "other inputs"),
    ];
    for (other, difference) in &others {
        let error = refused(&press, other, "c");
        assert!(error.contains(difference), "{error}");
        assert_eq!(files(&press, "c"), before);
    }
    let replaced = Request { overwrite: true, ..press.request(&others[2].0, "c") };
    assert!(matches!(run(&replaced, &Unwatched), Ok(Ended::Complete(_))));
    assert_eq!(press.rows("c")[0]["url"], "http://b.example/1");
}

#[test]
fn an_input_that_changed_is_seen_and_one_that_was_only_touched_is_the_same() {
    let press = Press::new();
    let bytes = page("a.example", 1, 1);
    press.write("a.warc", &bytes);
    let config = press.config(&["a.warc"], &[Format::Jsonl]);
    press.run(&config, "c");
    press.write("a.warc", &bytes);
    let same = run(&press.request(&config, "c"), &Unwatched).expect("the same");
    assert!(matches!(same, Ended::AlreadyComplete(_)), "{same:?}");
    press.write("a.warc", &page("a.example", 2, 1));
    assert!(refused(&press, &config, "c").contains("other inputs"));
}

#[test]
fn files_that_are_not_ours_are_never_written_over() {
    let press = Press::new();
    press.write("a.warc", &page("a.example", 1, 1));
    let config = press.config(&["a.warc"], &[Format::Jsonl]);
    press.write("full/notes.txt", b"mine");
    assert!(matches!(
        run(&press.request(&config, "full"), &Unwatched),
        Err(RunError::ForeignFolder(_))
    ));
    press.write("file", b"mine");
    assert!(matches!(
        run(&press.request(&config, "file"), &Unwatched),
        Err(RunError::OutputFile(_))
    ));
    press.write("taken/docs/mine.txt", b"mine");
    let request = Request { overwrite: true, ..press.request(&config, "taken") };
    let error = run(&request, &Unwatched).expect_err("taken");
    assert!(matches!(&error, RunError::Taken { name, .. } if name == "docs"), "{error}");
    assert_eq!(fs::read(press.path("taken/docs/mine.txt")).expect("reads"), b"mine");
}

#[test]
fn an_archive_in_the_output_folder_is_refused() {
    let press = Press::new();
    press
        .write("c/run.json", b"{\"tool\":\"scutch 0.0\"}")
        .write("c/a.warc", &page("a.example", 1, 1));
    let config = press.config(&["c/a.warc"], &[Format::Jsonl]);
    let request = Request { overwrite: true, ..press.request(&config, "c") };
    let error = run(&request, &Unwatched).expect_err("inside");
    assert!(matches!(error, RunError::InputInside { .. }), "{error}");
    assert!(press.path("c/a.warc").exists());
}

#[test]
fn annotations_that_hold_nothing_of_ours_are_refused_before_anything_is_written() {
    let press = Press::new();
    press.write("a.warc", &page("a.example", 1, 1)).write("other.conllu", b"# sent_id = 1\n");
    let annotations = Some(press.path("other.conllu"));
    let config = Config { annotations, ..press.config(&["a.warc"], &[Format::Vertical]) };
    let error = run(&press.request(&config, "c"), &Unwatched).expect_err("nothing of ours");
    assert!(matches!(error, RunError::NoAnnotations(_)), "{error}");
    assert!(!press.path("c").exists());
}

#[test]
fn annotations_of_an_earlier_run_are_merged() {
    let press = Press::new();
    press.write("a.warc", &[page("a.example", 1, 1), page("a.example", 2, 1)].concat());
    let conllu = press.run(&press.config(&["a.warc"], &[Format::Conllu]), "c");
    assert_eq!(conllu.counts.annotated, 0);
    let text = fs::read_to_string(press.path("c/conllu/part-00000.conllu")).expect("reads");
    // A tagger that knows one word, and drops the second document.
    let second = text.match_indices("# newdoc").nth(1).expect("two documents").0;
    let tagged = text[..second].replace("\tferry\t_\t_\t", "\tferry\tferry\tNOUN\t");
    press.write("tagged.conllu", tagged.as_bytes());
    let annotations = Some(press.path("tagged.conllu"));
    let config = Config { annotations, ..press.config(&["a.warc"], &[Format::Vertical]) };
    let merged = press.run(&config, "d");
    assert_eq!(merged.counts.annotated, 1);
    assert_eq!(merged.counts.not_annotated.0.get("annotation-missing"), Some(&1));
    let vertical = fs::read_to_string(press.path("d/vertical/part-00000.vert")).expect("reads");
    assert!(vertical.contains("\nferry\tferry\tNOUN\t_\t_\n"), "{vertical}");
}

#[test]
fn the_manifest_lists_every_file_and_the_report_can_be_made_again() {
    let press = Press::new();
    press.write("in/a.warc", &mixed()).write("in/readme.txt", b"no archive");
    let config = Config {
        layout: Some(Layout::Zip),
        ..press.config(&["in"], &[Format::Parquet, Format::Tei, Format::Markdown])
    };
    let manifest = press.run(&config, "c");
    assert_eq!(manifest, read_manifest(&press.path("c")).expect("reads"));
    assert_eq!((manifest.not_archives, manifest.shards), (1, 1));
    let outputs: Vec<_> = manifest.outputs.iter().map(|output| output.path.as_str()).collect();
    let expected = [
        "README.md",
        "docs/part-00000.parquet",
        "markdown/part-00000.zip",
        "quarantine.jsonl",
        "tei/part-00000.zip",
    ];
    assert_eq!(outputs, expected);
    let report = fs::read(press.path("c/report.html")).expect("reads");
    fs::remove_file(press.path("c/report.html")).expect("removes");
    let path = rewrite_report(&press.path("c")).expect("writes");
    assert_eq!(fs::read(path).expect("reads"), report);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Rows do not depend on how many shards, workers or files there are: only their files do.
    #[test]
    fn the_same_records_make_the_same_rows(
        pages in prop::collection::vec((0_u32..6, 1_u32..28), 1..14),
        cut in any::<prop::sample::Index>(),
        shard_records in 1_u32..6,
        jobs in 1_usize..5,
    ) {
        let press = Press::new();
        let records: Vec<Vec<u8>> =
            pages.iter().map(|(number, day)| page("a.example", *number, *day)).collect();
        press.write("one.warc", &records.concat());
        let (first, second) = records.split_at(cut.index(records.len()).max(1).min(records.len()));
        press.write("two/1.warc", &first.concat());
        if !second.is_empty() {
            press.write("two/2.warc", &second.concat());
        }
        let whole = press.config(&["one.warc"], &[Format::Jsonl]);
        press.run(&whole, "whole");
        let cut = Config { shard_records, ..press.config(&["two"], &[Format::Jsonl]) };
        let request = Request { jobs, ..press.request(&cut, "cut") };
        run(&request, &Unwatched).expect("a corpus");
        let rows = |output| {
            let mut rows = press.rows(output);
            for row in &mut rows {
                let row = row.as_object_mut().expect("a row");
                for place in ["warc_file", "warc_offset"] {
                    row.remove(place);
                }
            }
            rows
        };
        prop_assert_eq!(rows("whole"), rows("cut"));
    }
}
