//! The file as the state of a run: kills, shares, the network cut.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::sources::archive_it;
use super::{
    archive, datetime, fetch, host, memento, number_of, records, rows, run, sound_for_warcio,
    stamp, texts,
};
use crate::harness::Env;
use crate::server::{Reply, Server};

#[test]
fn somebody_elses_file_stays_as_it_is() {
    let (env, server) = (Env::new(), archive(1));
    let foreign = crate::harness::small_archive();
    env.write("out.warc", &foreign);
    let output = run(&env, 1, &fetch(&server, &["-o", "out.warc"]));
    assert!(String::from_utf8(output.stderr).expect("UTF-8").contains("was not begun by"));
    assert_eq!(fs::read(env.path("out.warc")).expect("there"), foreign);
    assert_eq!(server.connections(), 0);
}

#[test]
fn one_run_at_a_time_writes_a_file() {
    let (env, server) = (Env::new(), archive(1));
    let file = fs::File::create(env.path("out.warc.gz")).expect("made");
    file.try_lock().expect("nobody else");
    let output = run(&env, 1, &fetch(&server, &["-o", "out.warc.gz"]));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("another run is writing this file"));
    assert_eq!(server.connections(), 0);
    drop(file);
    run(&env, 0, &fetch(&server, &["-o", "out.warc.gz"]));
}

#[test]
fn shares_put_together_are_the_whole() {
    let (env, server) = (Env::new(), Server::start(archive_it));
    let base = server.uri("");
    let at = ["--archiveit-at", &base, "--allow-private", "127.0.0.1", "--delay", "0", "-q"];
    let fetch = |out: &str, more: &[&str]| {
        let args = ["memento", "fetch", "--archiveit", "7877", "-o", out];
        env.output(&[&args[..], &at, more].concat())
    };
    let whole = rows(&fetch("whole.warc.gz", &[]));
    let shares: Vec<Vec<Value>> = ["1/2", "2/2"]
        .iter()
        .map(|share| rows(&fetch(&format!("{}.warc.gz", &share[..1]), &["--shard", share])))
        .collect();
    assert_eq!(shares[0].len() + shares[1].len(), whole.len());
    assert!(shares.iter().all(|share| share.len() < whole.len()), "the test proves nothing");
    env.expect(0, &["memento", "merge", "1.warc.gz", "2.warc.gz", "-o", "both.warc.gz"]);
    env.expect(0, &["archive", "check", "both.warc.gz", "-q"]);
    let asked = server.asked().len();
    let both = rows(&fetch("both.warc.gz", &["--offline"]));
    assert_eq!(texts(&both, "urim"), texts(&whole, "urim"));
    assert_eq!(texts(&both, "reason"), vec!["-"; whole.len()]);
    assert_eq!(server.asked().len(), asked);
    env.expect(1, &["memento", "merge", "1.warc.gz", "-o", "both.warc.gz"]);
    env.expect(2, &["memento", "merge", "1.warc.gz", "-o", "both.warc"]);
}

/// A TimeGate is asked for the originals of the share alone.
#[test]
fn shares_divide_what_a_timegate_is_asked() {
    let env = Env::new();
    let server = Server::start(|asked| match number_of(&asked.target) {
        Some((n, _)) => memento(n),
        None => {
            let original = asked.target.trim_start_matches("/web/");
            let (host, stamp, date) = (host(asked), stamp(28), datetime(28));
            let link = format!(
                "<http://{host}/web/{stamp}/{original}>; rel=\"memento\"; datetime=\"{date}\""
            );
            Reply::Fine(200, vec![("Link", link)], Vec::new())
        }
    });
    let originals: Vec<String> = (0..8).map(|n| format!("http://h{n}.example/")).collect();
    env.write("pages.txt", (originals.join("\n") + "\n").as_bytes());
    let gate = server.uri("/web/{uri}");
    let args = ["memento", "fetch", "pages.txt", "--timegate", &gate, "--nearest", "2010-02"];
    let more = ["--allow-private", "127.0.0.1", "--delay", "0"];
    let share = |share: &str| {
        let (before, out) = (server.asked().len(), format!("{}.warc.gz", &share[..1]));
        let args = [&args[..], &more, &["-o", &out, "--shard", share]].concat();
        let urls = texts(&rows(&env.expect(0, &args)), "url");
        assert_eq!(server.asked().len() - before, 2 * urls.len(), "a gate and a memento each");
        urls
    };
    let shares = [share("1/2"), share("2/2")];
    assert!(shares.iter().all(|urls| urls.len() < 8), "{shares:?}");
    let mut all = shares.concat();
    all.sort();
    assert_eq!(all, originals);
}

#[test]
fn without_the_network_everything_comes_from_the_file() {
    let (env, server) = (Env::new(), archive(30));
    for out in ["out.warc.gz", "out.warc.zst", "out.warc"] {
        let args = fetch(&server, &["-o", out]);
        let online = run(&env, 0, &args);
        let bytes = fs::read(env.path(out)).expect("there");
        let asked = server.asked().len();
        assert_eq!(run(&env, 0, &args).stdout, online.stdout, "{out}");
        let offline = [&args[..], &["--offline".to_owned()]].concat();
        assert_eq!(run(&env, 0, &offline).stdout, online.stdout, "{out}");
        assert_eq!(fs::read(env.path(out)).expect("there"), bytes);
        assert_eq!(server.asked().len(), asked);
    }
    let missing =
        env.shot(&["memento", "fetch", "http://a.example/", "-o", "no.warc.gz", "--offline"]);
    insta::assert_snapshot!(missing);
}

const KILLS: usize = 50;

#[test]
fn killed_runs_end_with_the_records_of_an_unbroken_one() {
    let (env, server) = (Env::new(), archive(500));
    let unbroken = fetch(&server, &["-o", "whole.warc.gz", "-q"]);
    let whole = run(&env, 0, &unbroken);
    assert_eq!(rows(&whole).len(), 500);

    let before = server.asked().len();
    let args = fetch(&server, &["-o", "killed.warc.gz", "-q"]);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut killed = 0;
    let mut state = 0x9E37_79B9_u64; // a fixed sequence of moments
    for _ in 0..kills() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let share = (state >> 40) as f64 / (1_u64 << 24) as f64;
        // Counted in requests: how long a program takes to begin is not known.
        let until = server.asked().len() + (share * 800.0 / kills() as f64) as usize;
        let mut child = env.command(&args).stdout(Stdio::null()).spawn().expect("starts");
        while server.asked().len() < until && child.try_wait().expect("waits").is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_micros(state >> 53));
        child.kill().expect("kill -9");
        killed += usize::from(!child.wait().expect("ended").success());
    }
    assert!(killed > kills() / 4, "{killed} runs were interrupted: the test proves nothing");
    let amid = server.asked().len() - before;
    assert!(amid > 50, "{amid} requests before the last run: the test proves nothing");
    let resumed = env.expect(0, &args);
    let name = |output: &Output| {
        String::from_utf8(output.stdout.clone())
            .expect("UTF-8")
            .replace("killed.warc", "whole.warc")
    };
    // The first record says when the file was begun, and its length may differ with that.
    let records = |name: &str| records(&env.path(name)).split_off(1);
    assert!(records("killed.warc.gz") == records("whole.warc.gz"));
    let places = |text: &str| text.split("\"warc_offset\"").count();
    assert_eq!(places(&name(&resumed)), places(&name(&whole)));
    env.expect(0, &["archive", "check", "killed.warc.gz", "-q"]);
    sound_for_warcio(&env, "killed.warc.gz");
    // A kill loses at most two answers of a host: the one that is being written, and the one on its way.
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    for target in server.asked().split_off(before) {
        *asked.entry(target).or_default() += 1;
    }
    let repeated: usize = asked.values().map(|times| times - 1).sum();
    assert!(repeated <= 2 * killed, "{repeated} repeated after {killed} kills");
}

/// More or fewer of them on request: `SCUTCH_TEST_KILLS=10`.
fn kills() -> usize {
    std::env::var("SCUTCH_TEST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(KILLS)
}
