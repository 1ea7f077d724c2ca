//! Ctrl-C: where work can be gone on with it stops there, elsewhere it stops at once.

use std::fs;
use std::io::Write as _;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::harness::{Env, article, bytes_of, page, small_archive};

/// Long enough for any machine, and yet an end.
const PATIENCE: Duration = Duration::from_secs(60);
const BREATH: Duration = Duration::from_millis(5);

pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what} never came");
        sleep(BREATH);
    }
}

/// Whether the program has installed its handler of SIGINT.
fn listens(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 2 > 0))
}

/// Sends a signal, and gives what the program made of it.
pub(crate) fn signalled(mut child: Child, signal: &str) -> Output {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().expect("kill").success());
    let start = Instant::now();
    while child.try_wait().expect("waits").is_none() && start.elapsed() < PATIENCE / 6 {
        sleep(BREATH);
    }
    let _ = child.kill();
    child.wait_with_output().expect("ended")
}

#[test]
fn a_verb_that_cannot_go_on_ends_at_once() {
    let env = Env::new();
    for (words, signal) in [("extract -", "-INT"), ("url check", "-TERM")] {
        let words: Vec<&str> = words.split(' ').collect();
        let mut command = env.command(&words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("starts");
        let stdin = child.stdin.take();
        until("the handler", || listens(&child));
        let output = signalled(child, signal);
        assert_eq!(output.status.code(), Some(130), "{words:?}");
        drop(stdin);
    }
}

fn long_archive() -> Vec<u8> {
    let pages = (0..2000).map(|n| page(&format!("http://h.example/{n}"), n, "200 OK", &article(n)));
    pages.flatten().collect()
}

/// To compare pages, all of them would be read before the first shard.
fn by_shards(input: &str) -> [&str; 9] {
    ["corpus", input, "-o", "out", "--extractor", "page", "--shard-records", "20", "--jobs=1"]
}

/// Interrupts a run over an input once its first shard is finished, and gives what it told.
fn interrupted(env: &Env, input: &str) -> String {
    let mut command = env.command(&by_shards(input));
    let child = command.stderr(Stdio::piped()).spawn().expect("starts");
    until("the first shard", || env.path("out/.partial/shard-00000.json").exists());
    let output = signalled(child, "-INT");
    assert_eq!(output.status.code(), Some(130), "{}", env.shown(&output));
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn a_run_stops_after_a_finished_shard() {
    let env = Env::new();
    env.write("in.warc", &long_archive());
    let told = interrupted(&env, "in.warc");
    assert!(told.contains("the same command resumes the run"), "{told}");
    env.expect(0, &by_shards("in.warc"));
}

/// The other file would be read for minutes to know its digest.
#[test]
fn a_run_that_stops_reads_no_more_of_its_inputs() {
    let env = Env::new();
    env.write("in/a.warc", &long_archive()).write("in/b.warc", &small_archive());
    let other = fs::OpenOptions::new().write(true).open(env.path("in/b.warc")).expect("file");
    other.set_len(1 << 38).expect("a sparse file");
    interrupted(&env, "in");
}

/// A run of standard input; what comes behind the words is written by the test.
fn piped(env: &Env) -> Child {
    let mut command = env.command(&by_shards("-"));
    command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts")
}

#[test]
fn an_unfinished_run_of_standard_input_goes_on_whatever_came_between() {
    let env = Env::new();
    env.write("in.warc", &long_archive()).write("other.warc", &small_archive());
    let mut child = piped(&env);
    child.stdin.take().expect("piped").write_all(&long_archive()).expect("written");
    until("the first shard", || env.path("out/.partial/shard-00000.json").exists());
    signalled(child, "-KILL");
    let before = bytes_of(&env.path("out"));
    assert!(before.iter().all(|(name, _)| name != "run.json"), "killed too late");
    for (name, code) in [("other.warc", 1), ("in.warc", 0)] {
        let mut command = env.command(&by_shards("-"));
        command.stdin(fs::File::open(env.path(name)).expect("archive"));
        let output = command.output().expect("runs");
        assert_eq!(output.status.code(), Some(code), "{}", env.shown(&output));
        if code == 1 {
            assert!(before == bytes_of(&env.path("out")), "the unfinished run was touched");
        }
    }
}

#[test]
fn a_run_that_still_reads_standard_input_has_its_folder_alone() {
    let env = Env::new();
    env.write("other.warc", &long_archive());
    let mut child = piped(&env);
    let mut stdin = child.stdin.take().expect("piped");
    let archive = small_archive();
    let (first, rest) = archive.split_at(archive.len() / 2);
    stdin.write_all(first).expect("written");
    let arrived = |entry: fs::DirEntry| entry.metadata().is_ok_and(|file| file.len() > 0);
    until("the first half", || {
        let partial = fs::read_dir(env.path("out/.partial"));
        partial.is_ok_and(|mut entries| entries.any(|entry| entry.is_ok_and(arrived)))
    });
    let mut second = env.command(&["corpus", "-", "-o", "out"]);
    second.stdin(fs::File::open(env.path("other.warc")).expect("archive"));
    let second = second.output().expect("runs");
    assert_eq!(second.status.code(), Some(1), "{}", env.shown(&second));
    stdin.write_all(rest).expect("written");
    drop(stdin);
    let first = child.wait_with_output().expect("ended");
    assert_eq!(first.status.code(), Some(0), "{}", env.shown(&first));
    let run: serde_json::Value =
        serde_json::from_slice(&fs::read(env.path("out/run.json")).expect("manifest"))
            .expect("JSON");
    assert_eq!(run["inputs"][0]["size"], archive.len());
    assert!(!env.path("out/.partial").exists());
}
