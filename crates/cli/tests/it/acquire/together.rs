//! Several archives at once.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use scutch_archive::RecordKind;

use super::{
    ORIGINAL, datetime, fetch, host, list, memento, number, records, rows, run, stamp, texts,
};
use crate::harness::Env;
use crate::server::{Reply, Server};

/// How many requests are under way, and the most that have been.
#[derive(Default)]
struct Meter {
    now: AtomicUsize,
    most: AtomicUsize,
}

impl Meter {
    fn count<T>(&self, work: impl FnOnce() -> T) -> T {
        let others = self.now.fetch_add(1, Ordering::SeqCst);
        self.most.fetch_max(others + 1, Ordering::SeqCst);
        let done = work();
        self.now.fetch_sub(1, Ordering::SeqCst);
        done
    }

    fn most(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }
}

/// An archive that is slow; its meter counts those that ask it at once.
fn slow(time: Duration, all: Arc<Meter>) -> (Server, Arc<Meter>) {
    let own = Arc::new(Meter::default());
    let meter = own.clone();
    let server = Server::start(move |asked| {
        all.count(|| meter.count(|| thread::sleep(time)));
        number(&asked.target).map_or(Reply::Fine(404, Vec::new(), Vec::new()), memento)
    });
    (server, own)
}

#[test]
fn several_archives_are_asked_at_once_and_each_in_its_turn() {
    let env = Env::new();
    let all = Arc::new(Meter::default());
    let archives = [20, 20, 20, 0].map(|time| slow(Duration::from_millis(time), all.clone()));
    let servers = archives.iter().map(|(server, _)| server.address.to_string());
    let servers: Vec<String> = servers.collect();
    let list = Server::start(move |_| {
        let entry = |n: usize| {
            let (host, stamp, date) = (&servers[n % 4], stamp(n), datetime(n));
            format!("<http://{host}/web/{stamp}/{ORIGINAL}>; rel=memento; datetime=\"{date}\"")
        };
        let entries: Vec<String> = (0..160).map(entry).collect();
        Reply::Fine(200, Vec::new(), entries.join(",\n").into_bytes())
    });
    let args = fetch(&list, &["-o", "out.warc.gz", "--report", "report.html"]);
    let output = run(&env, 0, &args);
    let expected: Vec<String> = (0..160).map(stamp).collect();
    assert_eq!(texts(&rows(&output), "timestamp"), expected);
    let written: Vec<String> = records(&env.path("out.warc.gz"))
        .into_iter()
        .filter(|(kind, ..)| *kind == RecordKind::Response)
        .map(|(_, _, date, _)| date)
        .collect();
    // Archives go on at their own pace, each in the order of the list.
    for archive in 0..4 {
        let own = |stamps: &[String]| -> Vec<String> {
            let of_it = |stamp: &&String| {
                expected.iter().position(|other| other == *stamp).is_some_and(|n| n % 4 == archive)
            };
            stamps.iter().filter(of_it).cloned().collect()
        };
        assert_eq!(own(&written), own(&expected), "archive {archive}");
    }
    assert_eq!(written.len(), expected.len());
    assert!(archives.iter().all(|(_, own)| own.most() == 1), "one request at a time and host");
    assert!(all.most() > 1, "several archives at once");
    let report = fs::read_to_string(env.path("report.html")).expect("a page");
    assert!(report.contains("100.0%") && report.contains("Tried again"));
    let offline = run(&env, 0, &[&args[..], &["--offline".to_owned()]].concat());
    assert_eq!(offline.stdout, output.stdout);
}

#[test]
fn lists_of_several_archives_are_asked_for_at_once() {
    let env = Env::new();
    let all = Arc::new(Meter::default());
    let lists: Vec<Server> = (0..6)
        .map(|n: usize| {
            let all = all.clone();
            Server::start(move |asked| {
                all.count(|| thread::sleep(Duration::from_millis(300)));
                list(host(asked), n..n + 1, None)
            })
        })
        .collect();
    let mut args: Vec<String> = ["memento", "timemap", ORIGINAL].map(str::to_owned).into();
    for server in &lists {
        args.extend(["--timemap".to_owned(), server.uri("/timemap/{uri}")]);
    }
    args.extend(["--allow-private", "127.0.0.1", "--format", "cdxj"].map(str::to_owned));
    let output = run(&env, 0, &args);
    assert!(all.most() > 1, "several at once");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let times: Vec<&str> = text.lines().skip(1).map(|line| &line[..14]).collect();
    assert_eq!(times, (0..6).map(stamp).collect::<Vec<_>>());
    assert!(lists.iter().all(|server| server.asked().len() == 1), "each once");
}

/// An archive that hangs keeps neither the TimeMaps nor the mementos of the others waiting: all are
/// asked at once, and the silent one is named.
#[test]
fn off_topic_judges_what_others_give_while_one_archive_hangs() {
    let env = Env::new();
    let hung = Server::start(|_| {
        thread::sleep(Duration::from_secs(30));
        Reply::Fine(404, Vec::new(), Vec::new())
    });
    let all = Arc::new(Meter::default());
    let sound: Vec<Server> = (0..3)
        .map(|n: usize| {
            let all = all.clone();
            Server::start(move |asked| {
                all.count(|| thread::sleep(Duration::from_millis(150)));
                let listed = || list(host(asked), 3 * n..3 * n + 3, None);
                number(&asked.target).map_or_else(listed, memento)
            })
        })
        .collect();
    let names: Vec<String> =
        [&hung].into_iter().chain(&sound).map(|server| server.uri("/timemap/")).collect();
    let args = ["offtopic", "-i", &format!("timemap={}", names.join(",")), "-tm", "jaccard=0.8"];
    let network =
        ["--allow-private", "127.0.0.1", "--delay", "0", "--timeout", "2", "--tries", "1"];
    let args = [&args[..], &network, &["--format", "jsonl", "--fetched", "kept.warc.gz"]].concat();
    let begin = Instant::now();
    let output = env.expect(3, &args);
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    assert_eq!(texts(&rows(&output), "status").len(), 9);
    assert!(all.most() > 1, "several archives at once");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(told.contains(&format!("{}: no memento is listed", names[0])), "{told}");
    assert_eq!(told.matches("3 of 3 mementos").count(), 3, "{told}");
}
