//! `scutch url frontier`: one file, used by several processes, in turn, at once, and killed.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::process::Stdio;
use std::time::Duration;

use crate::harness::Env;

const FILE: &str = "crawl.frontier";

/// The lines that a command prints.
fn lines(env: &Env, code: i32, args: &[&str]) -> Vec<String> {
    let command = [&["url", "frontier"][..], args].concat();
    let output = env.expect(code, &command);
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

/// A list of URLs, each on a host of its own.
fn list(count: usize) -> String {
    (0..count).map(|n| format!("http://h{n}.example/page\n")).collect()
}

/// A number of the statistics.
fn count(env: &Env, name: &str) -> u64 {
    let told = lines(env, 0, &["stats", FILE, "--json"]).join("");
    let value: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    value[name].as_u64().expect("a number")
}

#[test]
fn two_processes_in_turn() {
    let env = Env::new();
    env.write(
        "urls.txt",
        b"http://a.example/1?utm_source=x\nhttp://a.example/2\nno URL\nhttp://b.example/3\n",
    );
    insta::assert_snapshot!(env.shot(&["url", "frontier", "add", FILE, "urls.txt"]));
    // All known by now.
    lines(&env, 5, &["add", FILE, "urls.txt"]);
    assert_eq!(lines(&env, 0, &["next", FILE]), ["http://a.example/1"]);
    // The domain rests for the other process, too.
    assert_eq!(lines(&env, 0, &["next", FILE, "-n", "9"]), ["http://b.example/3"]);
    lines(&env, 5, &["next", FILE]);
    assert_eq!(lines(&env, 0, &["next", FILE, "--delay", "0"]), ["http://a.example/2"]);
    env.write("done.txt", b"http://a.example/1\n").write("failed.txt", b"http://b.example/3\n");
    lines(&env, 0, &["done", FILE, "done.txt"]);
    lines(&env, 0, &["done", FILE, "failed.txt", "--failed"]);
    insta::assert_snapshot!(env.shot(&["url", "frontier", "stats", FILE]));
    insta::assert_snapshot!(env.shot(&["url", "frontier", "dump", FILE]));
    assert_eq!(lines(&env, 0, &["dump", FILE, "--status", "handed-out"]).len(), 1);
    // Without a lease what was handed out waits again.
    let again = lines(&env, 0, &["next", FILE, "-n", "9", "--delay", "0", "--lease", "0"]);
    assert_eq!(again.len(), 2);
    // A failure that nobody may report.
    lines(&env, 5, &["done", FILE, "done.txt", "--failed"]);
}

#[test]
fn processes_at_once_share_and_get_nothing_twice() {
    let env = Env::new();
    env.write("urls.txt", list(60).as_bytes());
    lines(&env, 0, &["add", FILE, "urls.txt"]);
    let next = || {
        let args = ["url", "frontier", "next", FILE, "-n", "10"];
        env.command(&args).stdout(Stdio::piped()).spawn().expect("starts")
    };
    let children: Vec<_> = (0..6).map(|_| next()).collect();
    let mut got = Vec::new();
    for child in children {
        let output = child.wait_with_output().expect("ends");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        got.extend(text.lines().map(str::to_owned));
    }
    assert_eq!(got.len(), 60);
    assert_eq!(got.iter().collect::<BTreeSet<_>>().len(), 60);
    assert_eq!((count(&env, "waiting"), count(&env, "handed-out")), (0, 60));
}

/// The last program of a pipe once held the lock that the first one waited for.
#[test]
fn a_pipe_from_the_frontier_into_itself_ends() {
    let env = Env::new();
    env.write("urls.txt", list(20).as_bytes());
    lines(&env, 0, &["add", FILE, "urls.txt"]);
    for last in ["add", "done"] {
        let args = ["url", "frontier", last, FILE];
        let mut last = env.command(&args).stdin(Stdio::piped()).spawn().expect("starts");
        // It runs by now, and would hold the lock.
        std::thread::sleep(Duration::from_millis(200));
        let got = lines(&env, 0, &["next", FILE, "-n", "5"]);
        let mut pipe = last.stdin.take().expect("piped");
        pipe.write_all((got.join("\n") + "\n").as_bytes()).expect("written");
        drop(pipe);
        last.wait().expect("ends");
    }
    assert_eq!((count(&env, "done"), count(&env, "handed-out")), (5, 5));
}

#[test]
fn a_killed_process_costs_nothing_that_was_told() {
    let env = Env::new();
    env.write("first.txt", list(10).as_bytes());
    lines(&env, 0, &["add", FILE, "first.txt"]);
    let handed_out = lines(&env, 0, &["next", FILE, "-n", "3"]);
    // More than fits into the buffer, so that some of it is on disk when a process dies.
    env.write("all.txt", list(50_000).as_bytes());
    for round in 1..=3 {
        let add = ["url", "frontier", "add", FILE, "all.txt"];
        let mut child = env.command(&add).stderr(Stdio::null()).spawn().expect("starts");
        std::thread::sleep(Duration::from_millis(30 * round));
        child.kill().expect("killed");
        child.wait().expect("ended");
        // The lock is gone with the process.
        assert!(count(&env, "known") >= 10);
        assert_eq!(count(&env, "handed-out"), 3);
    }
    // A record that was being written when the machine stopped.
    let mut bytes = fs::read(env.path(FILE)).expect("the file");
    bytes.extend(b"A\x10\x00half");
    env.write(FILE, &bytes);
    env.output(&["url", "frontier", "add", FILE, "all.txt"]);
    assert_eq!((count(&env, "known"), count(&env, "handed-out")), (50_000, 3));
    let rest = lines(&env, 0, &["next", FILE, "-n", "90000"]);
    assert_eq!(rest.len(), 49_997);
    assert!(handed_out.iter().all(|url| !rest.contains(url)));
}

#[test]
fn what_is_no_frontier_stays_as_it_is() {
    let env = Env::new();
    env.write("urls.txt", list(2).as_bytes());
    insta::assert_snapshot!(env.shot(&["url", "frontier", "add", "urls.txt", "urls.txt"]));
    assert_eq!(fs::read_to_string(env.path("urls.txt")).expect("the list"), list(2));
    insta::assert_snapshot!(env.shot(&["url", "frontier", "next", "missing"]));
    env.expect(2, &["url", "frontier", "next", "missing", "--delay", "-1"]);
    env.expect(2, &["url", "frontier", "add", FILE, "--priority", "4"]);
}
