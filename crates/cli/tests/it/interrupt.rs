//! Ctrl-C: where work can be gone on with it stops there, elsewhere it stops at once.

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::harness::{Env, article, page};

/// Long enough for any machine, and yet an end.
const PATIENCE: Duration = Duration::from_secs(60);
const BREATH: Duration = Duration::from_millis(5);

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
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
fn signalled(mut child: Child, signal: &str) -> Output {
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

#[test]
fn a_run_stops_after_a_finished_shard() {
    let env = Env::new();
    let pages = (0..2000).map(|n| page(&format!("http://h.example/{n}"), n, "200 OK", &article(n)));
    env.write("in.warc", &pages.flatten().collect::<Vec<u8>>());
    let words = ["corpus", "in.warc", "-o", "out", "--shard-records", "20", "--jobs", "1"];
    let mut command = env.command(&words);
    command.stderr(Stdio::piped());
    let child = command.spawn().expect("starts");
    until("the first shard", || env.path("out/.partial/shard-00000.json").exists());
    let output = signalled(child, "-INT");
    assert_eq!(output.status.code(), Some(130), "{}", env.shown(&output));
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(told.contains("the same command goes on from there"), "{told}");
    env.expect(0, &words);
}
