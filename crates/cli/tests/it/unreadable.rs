//! What cannot be read ends a run with its name, or goes to quarantine where that is asked for.

use std::fs;

use crate::harness::{Env, small_archive};

/// A folder `in` with two archives, and between them one that lies deeper than the system opens: that stops
/// every user, root included.
fn with_a_place_too_deep() -> Env {
    let env = Env::new();
    let (inner, outer) = (env.path("in/deep").join("d".repeat(250)), env.path("outer"));
    env.write("in/deep/none.txt", b"no archive");
    fs::create_dir(&inner).expect("folder");
    for _ in 0..17 {
        fs::create_dir(&outer).expect("folder");
        fs::rename(&inner, outer.join("d".repeat(250))).expect("moves");
        fs::rename(&outer, &inner).expect("moves");
    }
    env.write("in/a.warc", &small_archive()).write("in/z.warc", &small_archive());
    env
}

const CORPUS: [&str; 6] = ["corpus", "in", "--shard-records", "4", "--jobs", "1"];

fn run_json(env: &Env) -> serde_json::Value {
    let manifest = fs::read(env.path("out/run.json")).expect("manifest");
    serde_json::from_slice(&manifest).expect("JSON")
}

#[test]
fn a_place_that_cannot_be_read_ends_a_run_unless_it_goes_to_quarantine() {
    let env = with_a_place_too_deep();
    let told = env.shown(&env.expect(1, &[&CORPUS[..], &["-o", "out"]].concat()));
    assert!(told.contains("deep/ddd") && told.contains("too long"), "{told}");
    assert!(!env.path("out").exists(), "nothing was begun");

    let quarantine = [&CORPUS[..], &["-o", "out", "--unreadable", "quarantine"]].concat();
    let told = env.shown(&env.expect(0, &quarantine));
    assert!(told.contains("6  documents") && told.contains("damaged ranges: read-error"), "{told}");
    let lost = fs::read_to_string(env.path("out/quarantine.jsonl")).expect("quarantine");
    assert!(lost.contains("deep/ddd") && lost.contains("too long"), "{lost}");
    let manifest = run_json(&env);
    assert!(manifest["inputs"][1].get("sha256").is_none(), "{manifest}");
    let why = manifest["inputs"][1]["unreadable"].as_str().expect("a reason");
    assert!(why.contains("too long"), "{why}");
    assert!(manifest["inputs"][2]["sha256"].is_string());
    env.expect(3, &[&quarantine[..], &["--strict"]].concat());
    let told = env.shown(&env.expect(0, &quarantine));
    assert!(told.contains("already complete"), "{told}");
    env.expect(0, &["verify", "out"]);
    // A folder without an input is complete only for who wanted it so.
    env.expect(1, &[&CORPUS[..], &["-o", "out"]].concat());
}

#[test]
fn other_verbs_go_on_behind_it_and_end_with_an_error() {
    let env = with_a_place_too_deep();
    for verb in [&["archive", "check", "in", "--no-notes"][..], &["archive", "ls", "in"]] {
        let output = env.expect(1, verb);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains("deep/ddd") && text.contains("z.warc"), "{text}");
        let talk = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(talk.contains("too long"), "{talk}");
    }
}

/// `/proc/self/mem` opens and cannot be read, whoever asks.
#[test]
#[cfg(target_os = "linux")]
fn an_input_that_is_named_and_cannot_be_read_is_an_error_of_every_verb() {
    let env = Env::new();
    env.write("in/a.warc", &small_archive()).write("gold.tsv", b"id\tdate\tURI\tlabel\n");
    env.expect(0, &["corpus", "in", "-o", "corpus", "-q"]);
    let unread = "/proc/self/mem";
    let verbs = [
        "corpus FILE -o new",
        "template FILE -o new",
        "tags inventory FILE",
        "tags apply FILE",
        "tags diff FILE FILE",
        "offtopic FILE",
        "offtopic in --seed-list FILE",
        "offtopic in --timemap FILE",
        "offtopic in --cdx FILE",
        "offtopic sweep in --gold FILE",
        "memento score FILE",
        "memento sample FILE -n 3",
        "memento report FILE",
        "archive ls FILE",
        "archive ls in --cdx FILE",
        "archive stats FILE",
        "archive check FILE",
        "archive index FILE",
        "archive repair FILE -o new.warc.gz",
        "archive subset FILE -o new.warc.gz",
        "dedup FILE",
        "verify FILE",
        "report FILE",
        "extract FILE",
        "extract in/a.warc --urls FILE",
        "url check FILE",
        "url check FILE --form archive",
        "url key FILE --form cdx",
        "url links FILE --url http://a.example/",
        "url sample FILE --size 3",
        "url dust FILE",
        "portal check FILE",
        "portal test FILE",
        "coverage --own FILE --cdx FILE -o new",
        "evaluate extract FILE FILE",
        "evaluate template FILE FILE",
        "evaluate offtopic FILE",
        "corpus in -o new --config FILE",
        "corpus in -o new --portal FILE",
    ];
    for verb in verbs {
        for missing in [unread, "none.warc"] {
            let words: Vec<String> =
                verb.split(' ').map(|word| word.replace("FILE", missing)).collect();
            let output = env.output(&words.iter().map(String::as_str).collect::<Vec<_>>());
            let told = env.shown(&output);
            assert_eq!(output.status.code(), Some(1), "{verb} {missing}: {told}");
            assert!(told.contains(missing), "{verb}: {told}");
            assert!(
                !env.path("new").join("run.json").exists() && !env.path("new.warc.gz").exists()
            );
        }
    }
}

/// Without its page a memento would count as missing, and the figures would be others.
#[test]
#[cfg(target_os = "linux")]
fn a_page_of_a_table_that_cannot_be_read_ends_verdicts_and_sweeps() {
    let env = Env::new();
    let table = "url\ttimestamp\tpage\n\
        http://a.example/\t20140101000000\ta.html\n\
        http://a.example/\t20150101000000\tb.html\n";
    let labels = "urim,label\n\
        from-warc::20140101000000::http://a.example/,on\n\
        from-warc::20150101000000::http://a.example/,off\n";
    env.write("in/captures.tsv", table.as_bytes()).write("in/a.html", b"<p>A harbour at dawn.");
    env.write("labels.csv", labels.as_bytes());
    std::os::unix::fs::symlink("/proc/self/mem", env.path("in/b.html")).expect("a link");
    for verb in
        ["offtopic in -o new.csv", "offtopic sweep in --gold labels.csv --brief --report new.html"]
    {
        let told = env.shown(&env.expect(1, &verb.split(' ').collect::<Vec<_>>()));
        assert!(told.contains("1 page cannot be read: in/b.html, byte 0: "), "{told}");
        assert!(!env.path("new.csv").exists() && !env.path("new.html").exists(), "{verb}");
    }
    // A page that is not there is a fault of the table, which is told.
    fs::remove_file(env.path("in/b.html")).expect("removed");
    let sweep = env.output(&["offtopic", "sweep", "in", "--gold", "labels.csv", "--brief"]);
    let told = env.shown(&sweep);
    let named = "Line 3: in/b.html: no such file or folder; it is left out.";
    assert!(told.contains(named), "{told}");
    assert!(told.contains("1 of 2 labels have no memento in the inputs"), "{told}");
}

#[test]
#[cfg(target_os = "linux")]
fn archives_whose_names_are_not_utf8_are_read_and_escaped() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let env = Env::new();
    env.write("in/z.warc", &small_archive());
    let named = OsStr::from_bytes(b"in/a\xff.warc");
    fs::write(env.path("").join(named), small_archive()).expect("file");
    env.expect(0, &["corpus", "in", "-o", "out", "--strict"]);
    let run = fs::read_to_string(env.path("out/run.json")).expect("manifest");
    assert!(run.contains(r"in/a\\xff.warc") && !run.contains("unreadable"), "{run}");
    env.expect(0, &["verify", "out"]);
    let told = env.shown(&env.expect(0, &["corpus", "in", "-o", "out"]));
    assert!(told.contains("already complete"), "{told}");
    // As it is typed by a shell, and as it was shown.
    let mut command = env.command(&["archive", "ls"]);
    let output = command.arg(named).output().expect("runs");
    let listed = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(listed.starts_with(r"a\xff.warc"), "{listed}");
    let shown = env.expect(0, &["archive", "ls", r"in/a\xff.warc"]);
    assert_eq!(String::from_utf8(shown.stdout).expect("UTF-8"), listed);
}

/// The same inputs in other folders of another machine make the same corpus, but for paths in `run.json`.
#[test]
fn two_machines_make_one_corpus() {
    let env = Env::new();
    for file in
        ["one/2019/a.warc", "one/2020/a.warc", "two/deep/2019/a.warc", "two/deep/2020/a.warc"]
    {
        env.write(file, &small_archive());
    }
    for (machine, out) in [("one", "out1"), ("two/deep", "out2")] {
        let inputs = ["2019/a.warc", "2020/a.warc"].map(|file| env.path(machine).join(file));
        let inputs = inputs.map(|path| path.display().to_string());
        env.expect(0, &["corpus", &inputs[0], &inputs[1], "--format", "jsonl", "-o", out]);
    }
    let rows = |out: &str| {
        let output = env.expect(0, &["verify", out]);
        drop(output);
        fs::read(env.path(out).join("docs/part-00000.jsonl.zst")).expect("rows")
    };
    assert!(rows("out1") == rows("out2"), "the rows differ");
    let run = fs::read_to_string(env.path("out1/run.json")).expect("manifest");
    assert!(run.contains("\"name\": \"2019/a.warc\""), "{run}");
}

/// A pipe would block, a device would never end.
#[test]
#[cfg(target_os = "linux")]
fn settings_are_regular_files() {
    let env = Env::new();
    env.write("in/a.warc", &small_archive());
    for settings in ["/dev/zero", "/dev/stdin"] {
        for flag in ["--config", "--portal"] {
            let told = env.shown(&env.expect(1, &["corpus", "in", "-o", "out", flag, settings]));
            assert!(told.contains(settings) && told.contains("no regular file"), "{told}");
        }
    }
}
