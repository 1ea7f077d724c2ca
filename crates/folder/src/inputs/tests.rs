use std::fs;
use std::os::unix::ffi::OsStrExt as _;

use scutch_archive::{Limits, Position, SourcePool};

use super::list::Lister;
use super::*;
use crate::config::Config;

const WARC: &[u8] = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";

fn tree(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("temporary folder");
    for (name, bytes) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().expect("parent")).expect("folder");
        fs::write(path, bytes).expect("file");
    }
    dir
}

fn at(dir: &tempfile::TempDir, name: &str) -> String {
    dir.path().join(name).display().to_string()
}

#[test]
fn folders_are_sorted_by_path_bytes_and_other_files_counted() {
    let dir = tree(&[("b/x.warc", WARC), ("b.warc", WARC), ("a/z.warc", WARC), ("n.txt", b"no")]);
    let inputs = list(&[at(&dir, "")], None).expect("lists");
    let names: Vec<_> = inputs.files.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["a/z.warc", "b.warc", "b/x.warc"]);
    assert_eq!((inputs.not_archives, inputs.other_files), (1, vec![at(&dir, "n.txt")]));
}

#[test]
fn the_same_file_is_read_once() {
    let dir = tree(&[("a.warc", WARC)]);
    let inputs =
        list(&[at(&dir, "a.warc"), at(&dir, ""), at(&dir, "*.warc")], None).expect("lists");
    assert_eq!(inputs.files.len(), 1);
}

#[test]
fn equal_relative_names_are_told_apart() {
    let dir = tree(&[("x/a.warc", WARC), ("y/a.warc", WARC)]);
    let inputs = list(&[at(&dir, "x"), at(&dir, "y")], None).expect("lists");
    assert_ne!(inputs.files[0].name, inputs.files[1].name);
}

#[test]
fn names_in_full_are_told_apart_from_relative_ones() {
    let named = |name: &str, path: &str| InputFile {
        path: path.into(),
        name: name.into(),
        ..InputFile::default()
    };
    let pool = SourcePool::default();
    let mut lister = Lister::new(&pool, None);
    lister.spool = Some("out/stdin".into());
    lister.inputs.files = vec![
        named("a.warc", "b/a.warc"),
        named("a.warc", "c/a.warc"),
        named("b/a.warc", "z/b/a.warc"),
        named(STDIN, "out/stdin"),
        named(STDIN, "z/-"),
    ];
    lister.make_names_unique();
    let names: Vec<&str> = lister.inputs.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["b/a.warc", "c/a.warc", "z/b/a.warc", STDIN, "z/-"]);
}

/// Nests folders until their paths are longer than the system opens, which stops root, too.
fn too_deep(dir: &tempfile::TempDir) {
    let (name, outer) = ("d".repeat(250), dir.path().join("outer"));
    fs::create_dir_all(dir.path().join("deep").join(&name)).expect("folder");
    for _ in 0..17 {
        fs::create_dir(&outer).expect("folder");
        fs::rename(dir.path().join("deep").join(&name), outer.join(&name)).expect("moves");
        fs::rename(&outer, dir.path().join("deep").join(&name)).expect("moves");
    }
}

#[test]
fn what_cannot_be_read_in_a_folder_is_listed_with_its_reason() {
    let dir = tree(&[("in/a.warc", WARC), ("in/z.warc", WARC)]);
    too_deep(&dir);
    fs::rename(at(&dir, "deep"), at(&dir, "in/deep")).expect("moves");
    let inputs = list(&[at(&dir, "in")], None).expect("lists");
    let why: Vec<_> = inputs.files.iter().map(|file| file.unreadable.is_some()).collect();
    assert_eq!(why, [false, true, false]);
    let (pool, limits) = (SourcePool::default(), Limits::default());
    let archives = Archives::new(&inputs.files, &pool, &limits);
    let damage = archives.reader(1, Position::START);
    let damage = damage.expect_err("unreadable");
    assert!(damage.detail.contains("too long"), "{}", damage.detail);
    let error = list(&[at(&dir, "in/deep")], None).expect_err("nothing else").to_string();
    assert!(error.contains("cannot be read"), "{error}");
}

#[test]
#[cfg(target_os = "linux")]
fn names_that_are_not_utf8_are_read_and_escaped() {
    use std::ffi::OsStr;
    let dir = tree(&[("in/z.warc", WARC), ("in/a.warc", WARC)]);
    for name in [&b"in/m\xfe.warc"[..], b"in/m\xff.arc"] {
        fs::write(dir.path().join(OsStr::from_bytes(name)), WARC).expect("file");
    }
    let patterns =
        ["in/*.*", "[hi]n/[a-z]*.*", "**/[amz]*.*", "in/**/[amz]*.*"].map(|name| (name, 4));
    for (named, many) in [("in", 4), ("in/m\\xfe.warc", 1)].into_iter().chain(patterns) {
        let inputs = list(&[at(&dir, named)], None).expect(named);
        let names: Vec<_> = inputs.files.iter().map(|file| file.name.as_str()).collect();
        let all = ["a.warc", "m\\xfe.warc", "m\\xff.arc", "z.warc"];
        assert_eq!(names, if many == 1 { &all[1..2] } else { &all[..] }, "{named}");
        let limits = Limits::default();
        for file in &inputs.files {
            assert!(file.unreadable.is_none() && file.open(Position::START, &limits).is_ok());
        }
        inputs.all_readable().expect("all are");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_match_of_a_pattern_that_is_no_archive_is_named() {
    use std::ffi::OsStr;
    for name in [&b"in/\xff.warc"[..], b"in/b.warc"] {
        let dir = tree(&[("in/a.warc", WARC)]);
        fs::write(dir.path().join(OsStr::from_bytes(name)), b"no").expect("file");
        let error = list(&[at(&dir, "in/*.warc")], None).expect_err("no archive").to_string();
        assert!(error.contains("not a web archive"), "{error}");
    }
}

/// The same inputs in other folders of another machine have the same names.
#[test]
fn names_do_not_depend_on_where_the_inputs_lie() {
    let names = |machine: &str, inputs: &[&str]| -> Vec<String> {
        let files = ["2019/a.warc", "2020/a.warc", "2020/b.warc", "old/2019/a.warc"];
        let files = files.map(|file| (format!("{machine}/{file}"), WARC));
        let dir = tree(&files.each_ref().map(|(name, bytes)| (name.as_str(), *bytes)));
        let inputs: Vec<_> =
            inputs.iter().map(|input| at(&dir, &format!("{machine}/{input}"))).collect();
        let listed = list(&inputs, None).expect("lists");
        listed.files.into_iter().map(|file| file.name).collect()
    };
    let cases: [(&[&str], &[&str]); 5] = [
        (&["2019/a.warc", "2020/b.warc"], &["a.warc", "b.warc"]),
        (&["2019/a.warc", "2020/a.warc"], &["2019/a.warc", "2020/a.warc"]),
        (&["2019", "2020"], &["2019/a.warc", "2020/a.warc", "b.warc"]),
        (&["2019/a.warc", "old"], &["a.warc", "2019/a.warc"]),
        (
            &["old/2019", "2020", "2019"],
            &["old/2019/a.warc", "2020/a.warc", "b.warc", "M/2019/a.warc"],
        ),
    ];
    for (inputs, expected) in cases {
        for machine in ["one", "two/deep/er"] {
            let last = machine.rsplit('/').next().expect("a name");
            let expected: Vec<_> = expected.iter().map(|name| name.replace('M', last)).collect();
            assert_eq!(names(machine, inputs), expected, "{inputs:?}");
        }
    }
}

#[test]
fn links_and_pipes_in_folders_are_counted_and_not_opened() {
    let dir = tree(&[("in/a.warc", WARC)]);
    std::os::unix::fs::symlink("nowhere", at(&dir, "in/link.warc")).expect("link");
    let _socket = std::os::unix::net::UnixListener::bind(at(&dir, "in/s")).expect("socket");
    let inputs = list(&[at(&dir, "in")], None).expect("lists");
    assert_eq!((inputs.files.len(), inputs.not_archives), (1, 2));
    assert_eq!(inputs.other_files, ["in/link.warc", "in/s"].map(|name| at(&dir, name)));
    let error = |name: &str| list(&[at(&dir, name)], None).expect_err(name).to_string();
    assert!(error("in/link.warc").contains("no such file"));
    assert!(error("in/s").contains("no regular file"));
}

#[test]
fn bad_inputs_are_named() {
    let dir = tree(&[("empty.warc", b""), ("page.html", b"<html>"), ("only/readme.txt", b"hi")]);
    let error = |name: &str| list(&[at(&dir, name)], None).expect_err(name).to_string();
    assert!(error("none.warc").contains("no such file"));
    assert!(error("*.arc").contains("matches no file"));
    assert!(error("empty.warc").contains("empty"));
    assert!(error("page.html").contains("not a web archive"));
    assert!(error("only").contains("other files: 1"));
}

#[test]
fn a_name_of_standard_input_that_a_file_has_is_refused() {
    let named = |name: &str, path: &str| InputFile {
        path: path.into(),
        name: name.into(),
        ..InputFile::default()
    };
    for (path, expected) in
        [("a.warc", Some("- and a.warc: both are named `a.warc` in rows")), ("in/a.warc", None)]
    {
        let pool = SourcePool::default();
        let mut lister = Lister::new(&pool, None);
        lister.spool = Some("out/stdin".into());
        lister.inputs.files = vec![named("a.warc", "out/stdin"), named("a.warc", path)];
        lister.make_names_unique();
        let refused = lister.names_differ().err().map(|error| error.to_string());
        assert_eq!(refused.is_some(), expected.is_some(), "{refused:?}");
        assert!(refused.unwrap_or_default().starts_with(expected.unwrap_or_default()));
    }
}

#[test]
fn a_folder_of_tables_says_what_they_lack() {
    let lacking = b"{\"url\":\"http://a.example/\"}\n";
    let sound = b"{\"url\":\"http://a.example/\",\"html\":\"x\"}\n";
    let dir = tree(&[("one/a.jsonl", lacking), ("two/a.jsonl", lacking), ("two/b.jsonl", sound)]);
    let listed = |name: &str| {
        let config = Config { inputs: vec![at(&dir, name)], ..Config::default() };
        list_pooled(&config, None, &SourcePool::default())
    };
    let error = listed("one").expect_err("no page").to_string();
    assert!(error.contains("a.jsonl: a table without the column `html`"), "{error}");
    let inputs = listed("two").expect("one table");
    assert_eq!((inputs.files.len(), inputs.not_archives), (1, 1));
}
