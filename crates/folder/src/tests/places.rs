//! What lies in a folder, what a run takes it for, and how files appear in it.

use super::*;
use crate::files::write_json;

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
        "README.md",
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
fn a_part_that_is_a_file_takes_the_place_of_a_file_or_a_folder() {
    let root = scratch();
    put(root.path(), "docs/file", "old");
    put(root.path(), "docs/folder/a.txt", "old");
    for to in ["docs/file", "docs/folder", "docs/new"] {
        put(root.path(), "part", "new");
        let (from, to) = (root.path().join("part"), root.path().join(to));
        place_whole(&from, &to).expect("places");
        assert_eq!(fs::read_to_string(&to).expect("a file"), "new");
        assert!(!from.exists());
    }
}

/// A state that cannot be found out is an error: "nothing" would let a run write there.
#[test]
fn a_folder_that_is_a_file_has_no_state() {
    let root = scratch();
    put(root.path(), "file", "");
    let folder = Folder::new(&root.path().join("file"));
    assert!(folder.state().is_err());
    assert!(folder.create().is_err());
}

#[test]
fn each_kind_of_unfinished_file_is_forgotten_alone() {
    let files = [".partial/lock", ".partial/plan.json", ".partial/stdin", ".partial/stdin.new"];
    type Forget = fn(&Folder) -> io::Result<()>;
    let cases: [(Forget, &[&str]); 3] = [
        (Folder::forget_plan, &[".partial/lock", ".partial/stdin", ".partial/stdin.new"]),
        (Folder::forget_spool, &[".partial/lock", ".partial/plan.json"]),
        (Folder::clear_partial, &[".partial/lock"]),
    ];
    for (forget, left) in cases {
        let root = scratch();
        files.iter().for_each(|name| put(root.path(), name, "x"));
        let folder = Folder::new(root.path());
        forget(&folder).expect("forgets");
        forget(&folder).expect("what is gone already is no failure");
        let is_there = |name: &&str| root.path().join(name).exists();
        let found: Vec<&str> = files.into_iter().filter(is_there).collect();
        assert_eq!(found, left);
    }
}
