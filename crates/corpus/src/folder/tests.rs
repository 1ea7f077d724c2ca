use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::digest::{
    Digesting, FileDigest, Listing, bytes_digest, digest_of, digest_unless, file_digest, files_in,
};
use super::manifest::{InputEntry, Manifest, OutputEntry, read_manifest};
use super::names::{LABELS, MANIFEST, QUARANTINE};
use super::quarantine::{QuarantineLine, QuarantineSubject};
use super::tally::{Counter, DISTINCT, OTHER, RATIO_BINS, Ranges, Tally};
use super::*;
use crate::config::{Config, Extractor, Format, Layout};

fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn put(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
    fs::write(path, text).expect("writes");
}

fn manifest() -> Manifest {
    Manifest {
        tool: manifest::tool(),
        url_key_profile: "surt/1".into(),
        config: Config::default(),
        inputs: vec![InputEntry {
            name: "a.warc".into(),
            path: "/in/a.warc".into(),
            digest: Some(bytes_digest(b"abc")),
            unreadable: None,
            in_part: false,
        }],
        annotations: None,
        not_archives: 2,
        other_files: vec!["a.txt".into()],
        crawled: None,
        shards: 1,
        counts: Tally::default(),
        outputs: Vec::new(),
        dedup: None,
    }
}

/// Digests of FIPS 180-2, appendix B, and of nothing.
#[test]
fn digests_are_those_of_the_standard() {
    let vectors = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ];
    let folder = scratch();
    for (text, sha256) in vectors {
        let expected = FileDigest { size: text.len() as u64, sha256: sha256.into() };
        put(folder.path(), "file", text);
        let path = folder.path().join("file");
        assert_eq!(bytes_digest(text.as_bytes()), expected);
        assert_eq!(file_digest(&path).expect("reads"), expected);
        assert_eq!(digest_of(&path).expect("reads"), expected);
        let mut sink = Digesting::new(io::sink());
        io::copy(&mut text.as_bytes(), &mut sink).expect("copies");
        assert_eq!(sink.finish().1, expected);
    }
}

#[test]
fn a_digest_that_nobody_waits_for_is_given_up() {
    let folder = scratch();
    put(folder.path(), "file", "abc");
    let path = folder.path().join("file");
    let open = || fs::File::open(&path).expect("is there");
    assert!(digest_unless(open(), &AtomicBool::new(true)).is_err());
    assert!(digest_unless(open(), &AtomicBool::new(false)).is_ok());
    assert!(file_digest(&folder.path().join("gone")).is_err());
}

/// The digest of a folder is that of the lines `sha256sum` would write, sorted by name.
#[test]
fn a_folder_has_the_digest_of_its_list_of_files() {
    let folder = scratch();
    for (name, text) in [("b.txt", "two"), ("a.txt", "one"), ("c.txt", "")] {
        put(folder.path(), name, text);
    }
    let lines: String = [("a.txt", "one"), ("b.txt", "two"), ("c.txt", "")]
        .map(|(name, text)| format!("{}  {name}\n", bytes_digest(text.as_bytes()).sha256))
        .concat();
    let expected = FileDigest { size: 6, sha256: bytes_digest(lines.as_bytes()).sha256 };
    assert_eq!(digest_of(folder.path()).expect("reads"), expected);
    assert_eq!(files_in(folder.path()).expect("reads"), Some(3));
    assert_eq!(files_in(&folder.path().join("a.txt")).expect("reads"), None);
}

proptest! {
    #[test]
    fn the_order_in_which_files_come_changes_no_digest(
        mut names in prop::collection::btree_set("[a-z]{1,8}", 1..12)
            .prop_map(|names| names.into_iter().collect::<Vec<_>>()),
        turn in any::<prop::sample::Index>(),
    ) {
        let listed = |names: &[String]| {
            let mut listing = Listing::default();
            names.iter().for_each(|name| listing.add(name, &bytes_digest(name.as_bytes())));
            listing.finish()
        };
        let sorted = listed(&names);
        let turn = turn.index(names.len());
        names.rotate_left(turn);
        names.reverse();
        prop_assert_eq!(sorted, listed(&names));
    }

    /// What is written in pieces has the digest of the whole.
    #[test]
    fn pieces_have_the_digest_of_the_whole(pieces in prop::collection::vec(any::<Vec<u8>>(), 0..8)) {
        let mut sink = Digesting::new(Vec::new());
        for piece in &pieces {
            io::Write::write_all(&mut sink, piece).expect("memory");
        }
        let (bytes, digest) = sink.finish();
        prop_assert_eq!(&digest, &bytes_digest(&bytes));
        prop_assert_eq!(bytes, pieces.concat());
    }
}

/// What lies in a folder, and what a run takes it for.
#[test]
fn a_folder_is_taken_for_what_lies_in_it() {
    let ours = serde_json::to_string(&manifest()).expect("writes");
    type Case<'c> = (&'c str, &'c [(&'c str, &'c str)], Found);
    let cases: [Case<'_>; 10] = [
        ("empty", &[], Found::Nothing),
        ("somebody's", &[("notes.txt", "")], Found::Foreign),
        ("finished", &[("run.json", &ours)], Found::Complete),
        ("older version", &[("run.json", "{\"tool\":\"scutch 0.0.1\"}")], Found::Complete),
        ("another program's", &[("run.json", "{\"tool\":\"tool 1\"}")], Found::Foreign),
        ("no JSON", &[("run.json", "run")], Found::Foreign),
        ("begun", &[(".partial/plan.json", "{}")], Found::Unfinished { begun: true }),
        ("locked", &[(".partial/lock", "")], Found::Unfinished { begun: true }),
        (
            "copying standard input",
            &[(".partial/lock", ""), (".partial/stdin.new", "")],
            Found::Unfinished { begun: false },
        ),
        ("partial of another program", &[(".partial/data", "")], Found::Foreign),
    ];
    for (what, files, expected) in cases {
        let root = scratch();
        files.iter().for_each(|(name, text)| put(root.path(), name, text));
        assert_eq!(Folder::new(root.path()).state().expect("looks"), expected, "{what}");
    }
    let root = scratch();
    let absent = Folder::new(&root.path().join("new"));
    assert_eq!(absent.state().expect("looks"), Found::Nothing);
    absent.create().expect("creates");
    assert_eq!(absent.state().expect("looks"), Found::Unfinished { begun: false });
}

#[test]
fn clearing_removes_what_a_run_writes_and_nothing_else() {
    let root = scratch();
    let folder = Folder::new(root.path());
    let written = [
        "run.json",
        "report.html",
        "timing.json",
        "timing.html",
        "quarantine.jsonl",
        "clusters.jsonl",
        "paragraphs.jsonl",
        "versions.jsonl",
        "docs/part-00000.parquet",
        "tei/00000/a.xml",
        ".partial/shard-00000.json",
        ".partial/tei-00001/b.xml",
    ];
    let kept = [".partial/lock", ".partial/stdin", "notes.txt", "html/mine.html"];
    written.iter().chain(&kept).for_each(|name| put(root.path(), name, "x"));
    folder.clear(&[Format::Parquet, Format::Tei]).expect("clears");
    for name in written {
        assert!(!root.path().join(name).exists(), "{name} is left");
    }
    for name in kept {
        assert!(root.path().join(name).exists(), "{name} is gone");
    }
    folder.clear(&Format::ALL).expect("what is gone already is no failure");
    folder.remove_partial().expect("removes");
    assert!(!folder.partial().exists() && root.path().join("notes.txt").exists());
}

#[test]
fn labels_are_cleared_whichever_of_them_are_there() {
    let root = scratch();
    for name in LABELS.into_iter().filter(|name| *name != "markup").step_by(2) {
        put(root.path(), name, "x");
    }
    put(root.path(), "markup/a.html", "x");
    put(root.path(), "docs/part-00000.parquet", "x");
    clear_labels(root.path()).expect("clears");
    assert!(LABELS.iter().all(|name| !root.path().join(name).exists()));
    assert!(root.path().join("docs/part-00000.parquet").exists());
    clear_labels(root.path()).expect("twice");
}

#[test]
fn names_of_a_run_grow_with_its_formats_and_labels() {
    let plain = Config::default();
    let names = Folder::names(&plain);
    assert!(names.contains(MANIFEST) && names.contains("docs") && names.contains(QUARANTINE));
    assert!(!names.contains("tei") && !names.contains("nodes.parquet"));
    let tei = Config { formats: vec![Format::Tei], ..plain.clone() };
    assert!(Folder::names(&tei).contains("tei") && !Folder::names(&tei).contains("docs"));
    let mut labelled = Config { extractor: Extractor::Template, ..plain };
    labelled.template.crosses = true;
    assert!(Folder::holds_labels(&labelled));
    assert!(LABELS.iter().all(|name| Folder::names(&labelled).contains(name)));
}

#[test]
fn parts_lie_where_their_format_and_layout_say() {
    let folder = Folder::new(Path::new("c"));
    let config = Config { layout: Some(Layout::Shard), ..Config::default() };
    assert_eq!(Folder::part_name(3, &config, Format::Tei), "tei/part-00003.xml");
    assert_eq!(folder.part(3, &config, Format::Tei), Path::new("c/tei/part-00003.xml"));
    let unfinished = folder.unfinished_part(3, &config, Format::Tei);
    assert_eq!(unfinished, Path::new("c/.partial/tei-part-00003.xml"));
    assert_eq!(folder.shard_mark(12), Path::new("c/.partial/shard-00012.json"));
    assert_eq!(folder.shard_quarantine(12), Path::new("c/.partial/quarantine-00012.jsonl"));
}

#[test]
fn a_file_is_whole_or_as_it_was() {
    let root = scratch();
    let path = root.path().join("file.json");
    write_whole(&path, b"first").expect("writes");
    write_whole(&path, b"second").expect("replaces");
    assert_eq!(fs::read(&path).expect("reads"), b"second");
    let names: Vec<_> = fs::read_dir(root.path()).expect("lists").collect();
    assert_eq!(names.len(), 1, "no temporary file is left");
    let nowhere = root.path().join("no/folder.json");
    let error = write_json(&nowhere, &1).expect_err("no folder");
    assert!(matches!(error, RunError::File { .. }), "{error}");
    write_json(&path, &serde_json::json!({ "a": 1 })).expect("writes");
    assert_eq!(fs::read_to_string(&path).expect("reads"), "{\n  \"a\": 1\n}\n");
}

#[test]
fn a_part_takes_the_place_of_what_a_killed_run_left() {
    let root = scratch();
    put(root.path(), "new/b.txt", "b");
    put(root.path(), "docs/00000/a.txt", "a");
    let (from, to) = (root.path().join("new"), root.path().join("docs/00000"));
    place_whole(&from, &to).expect("places");
    assert!(to.join("b.txt").exists() && !to.join("a.txt").exists() && !from.exists());
}

#[test]
fn a_manifest_reads_back_as_it_was_written() {
    let root = scratch();
    let mut written = manifest();
    written.counts.hosts.add("a.example", 3);
    written.outputs.push(OutputEntry {
        path: "docs/part-00000.parquet".into(),
        files: None,
        digest: bytes_digest(b"rows"),
    });
    write_json(&Folder::new(root.path()).manifest(), &written).expect("writes");
    assert_eq!(read_manifest(root.path()).expect("reads"), written);
}

#[test]
fn what_is_no_manifest_is_named() {
    let root = scratch();
    assert!(matches!(read_manifest(root.path()), Err(RunError::File { .. })));
    put(root.path(), MANIFEST, "{}");
    assert!(matches!(read_manifest(root.path()), Err(RunError::Manifest { .. })));
    let file = root.path().join(MANIFEST);
    assert!(matches!(read_manifest(&file), Err(RunError::NoFolder(_))));
}

#[test]
fn the_manifest_lists_what_is_there_and_forgets_what_is_gone() {
    let root = scratch();
    let mut manifest = manifest();
    let entry =
        |path: &str| OutputEntry { path: path.into(), files: None, digest: bytes_digest(b"old") };
    manifest.outputs = vec![entry("docs/part-00000.parquet"), entry("pages.jsonl")];
    put(root.path(), "clusters.jsonl", "new");
    put(root.path(), "markup/a.html", "a");
    let names = ["pages.jsonl", "clusters.jsonl", "markup"];
    manifest.list(root.path(), &names).expect("lists");
    let listed: Vec<_> = manifest.outputs.iter().map(|o| (o.path.as_str(), o.files)).collect();
    let expected =
        [("clusters.jsonl", None), ("docs/part-00000.parquet", None), ("markup", Some(1))];
    assert_eq!(listed, expected);
    assert_eq!(manifest.outputs[0].digest, bytes_digest(b"new"));
    let before = manifest.clone();
    manifest.list(root.path(), &names).expect("lists again");
    assert_eq!(manifest, before);
}

#[test]
fn the_name_of_the_tool_has_the_versions_of_its_methods() {
    let tool = manifest::tool();
    assert!(tool.starts_with(&format!("scutch {} (", env!("CARGO_PKG_VERSION"))), "{tool}");
    assert!(tool.contains(scutch_page::Method::Page.id()), "{tool}");
}

#[test]
fn a_quarantine_line_is_one_object_with_every_field() {
    let entry = QuarantineLine {
        loss: QuarantineSubject::Range,
        file: "a.warc".into(),
        offset: 1,
        length: 2,
        inner_offset: 3,
        warc_record_id: None,
        url: Some("http://a.example/\n".into()),
        reason: "crc".into(),
        sentence: "A sentence.".into(),
    };
    let line = serde_json::to_string(&entry).expect("writes");
    assert!(!line.contains('\n'), "{line}");
    let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((value["loss"].as_str(), value["warc_record_id"].is_null()), (Some("range"), true));
    assert_eq!(value.as_object().map(serde_json::Map::len), Some(9));
    assert_eq!(serde_json::from_str::<QuarantineLine>(&line).expect("reads"), entry);
}

#[test]
fn errors_say_whether_there_is_room_and_whether_to_go_on() {
    let full = |path: &str| at(Path::new(path))(io::ErrorKind::StorageFull.into());
    let denied = |path: &str| at(Path::new(path))(io::ErrorKind::PermissionDenied.into());
    assert!(full("c/x").is_full() && !denied("c/x").is_full());
    assert!(full("c/.partial/x").is_resumable() && !full("c/x").is_resumable());
    assert!(!full("c/partial/x").is_resumable(), "only our own folder");
    let pipe = RunError::Output(io::ErrorKind::BrokenPipe.into());
    assert!(pipe.is_closed_pipe() && !pipe.is_full() && !full("c").is_closed_pipe());
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
        assert!(is_full(kind), "{kind:?}");
    }
    assert!(!is_full(io::ErrorKind::NotFound));
}

#[test]
fn another_run_is_told_by_what_is_different_about_it() {
    let folder = Path::new("c").to_owned();
    for (difference, end) in [
        (Other::Tool("scutch 0.1".into()), "made by scutch 0.1"),
        (Other::Configuration, "made with another configuration"),
        (Other::Inputs, "made from other inputs"),
    ] {
        let error = RunError::OtherRun { folder: folder.clone(), difference };
        assert_eq!(error.to_string(), format!("c: holds another corpus, {end}"));
    }
}

/// A tally with a different number in each field, so that a field left out of a merge shows.
fn full_tally(number: u64) -> Tally {
    let json = serde_json::to_value(Tally::default()).expect("JSON");
    let fields = json.as_object().expect("an object").iter().enumerate();
    let filled = fields.map(|(place, (name, value))| {
        let number = number * 100 + place as u64;
        let value = match value {
            serde_json::Value::Number(_) => number.into(),
            serde_json::Value::Array(_) => vec![number; RATIO_BINS].into(),
            _ if name == "damage" => {
                serde_json::json!({ "crc": Ranges { ranges: 1, bytes: number } })
            }
            _ => serde_json::json!({ "key": number, name.as_str(): number }),
        };
        (name.clone(), value)
    });
    let filled: serde_json::Map<_, _> = filled.collect();
    serde_json::from_value(filled.into()).expect("a tally")
}

#[test]
fn merging_adds_every_field_to_itself_and_to_no_other() {
    let mut sum = full_tally(1);
    sum.merge(&full_tally(2));
    let (one, two) = (full_tally(1), full_tally(2));
    let value = |tally: &Tally| serde_json::to_value(tally).expect("JSON");
    let (sum, one, two) = (value(&sum), value(&one), value(&two));
    fn numbers(value: &serde_json::Value, path: &str, out: &mut Vec<(String, u64)>) {
        match value {
            serde_json::Value::Number(n) => out.push((path.into(), n.as_u64().expect("a count"))),
            serde_json::Value::Array(items) => {
                items.iter().enumerate().for_each(|(i, v)| numbers(v, &format!("{path}/{i}"), out));
            }
            serde_json::Value::Object(map) => {
                map.iter().for_each(|(k, v)| numbers(v, &format!("{path}/{k}"), out));
            }
            _ => {}
        }
    }
    let flat = |value| {
        let mut out = Vec::new();
        numbers(value, "", &mut out);
        out
    };
    let expected: Vec<_> = flat(&one).into_iter().zip(flat(&two)).collect();
    assert!(expected.len() > 60, "{} numbers", expected.len());
    for ((path, a), (other, b)) in expected {
        assert_eq!(path, other);
        let found = flat(&sum).into_iter().find(|(name, _)| *name == path);
        assert_eq!(found, Some((path, a + b)));
    }
}

proptest! {
    #[test]
    fn counters_count_as_a_map_does(keys in prop::collection::vec("[a-e]{1,2}", 0..60)) {
        let mut counter = Counter::default();
        keys.iter().for_each(|key| counter.add(key, 2));
        prop_assert_eq!(counter.total(), 2 * keys.len() as u64);
        let ranked = counter.ranked();
        let in_order = |pair: &[(&str, u64)]| {
            pair[0].1 > pair[1].1 || (pair[0].1 == pair[1].1 && pair[0].0 < pair[1].0)
        };
        prop_assert!(ranked.windows(2).all(in_order));
        for (key, n) in ranked {
            prop_assert_eq!(n, 2 * keys.iter().filter(|k| *k == key).count() as u64);
        }
    }

    #[test]
    fn ratios_fall_into_bins_of_a_twentieth(ratio in -1.0_f32..2.0) {
        let mut tally = Tally::default();
        tally.add_ratio(ratio);
        prop_assert_eq!(tally.ratios.iter().sum::<u64>(), 1);
        let bin = tally.ratios.iter().position(|n| *n == 1).expect("one") as f32;
        let inside = ratio.clamp(0.0, 1.0);
        prop_assert!(bin / 20.0 <= inside + 1e-6 && inside <= (bin + 1.0) / 20.0 + 1e-6);
    }
}

#[test]
fn keys_beyond_the_limit_are_counted_together() {
    let mut counter = Counter::default();
    (0..DISTINCT).for_each(|key| counter.add(&format!("{key:06}"), 1));
    counter.add("late", 2);
    counter.add("later", 3);
    counter.add("000000", 4);
    assert_eq!((counter.0[OTHER], counter.0["000000"]), (5, 5));
    assert!(!counter.0.contains_key("late"));
}

#[test]
fn a_tally_adds_up_when_every_record_went_one_way() {
    let mut tally = Tally { records: 5, rows: 2, ..Tally::default() };
    assert!(!tally.adds_up());
    tally.out_of_scope.add("mime", 2);
    tally.quarantined.add("truncated", 1);
    assert!(tally.adds_up());
    tally.damage.insert("crc".into(), Ranges { ranges: 9, bytes: 9 });
    assert!(tally.adds_up(), "damaged ranges are no records");
}

#[test]
fn digests_of_files_that_cannot_be_read_to_their_end_are_errors() {
    let folder = scratch();
    let mut nothing = String::new();
    assert!(
        fs::File::open(folder.path()).and_then(|mut f| f.read_to_string(&mut nothing)).is_err()
    );
    assert!(file_digest(folder.path()).is_err(), "a folder is no file");
}
