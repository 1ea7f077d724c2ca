//! Roads from one verb to the next, each a shell pipeline against archives on loopback.

use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{datetime, host, number_of, rows, stamp, texts};
use crate::harness::{Env, article};
use crate::server::{Asked, Reply, Server};

/// Page `n` of the site.
fn page(n: usize) -> String {
    format!("http://harbour.example/{n}")
}

/// What an archive answers about a page: a list of its mementos, or one of them.
fn answer(asked: &Asked, mementos: std::ops::Range<usize>) -> Reply {
    if let Some(original) = asked.target.strip_prefix("/timemap/") {
        let entry = |n: usize| {
            let (host, stamp, date) = (host(asked), stamp(n), datetime(n));
            format!("<http://{host}/web/{stamp}/{original}>; rel=\"memento\"; datetime=\"{date}\"")
        };
        let entries: Vec<String> = mementos.map(entry).collect();
        let text = format!("<{original}>; rel=\"original\",\n{}", entries.join(",\n"));
        return Reply::Fine(200, Vec::new(), text.into_bytes());
    }
    let Some((n, original)) = number_of(&asked.target) else {
        return Reply::Fine(404, Vec::new(), Vec::new());
    };
    let fields = vec![("Memento-Datetime", datetime(n)), ("Content-Type", "text/html".to_owned())];
    let parked = "<html><title>For sale</title><p>This domain name is for sale. Buy it now.</html>";
    // The last memento of the second page is another page.
    let body = match original.ends_with("/1") && n == 3 {
        true => parked.to_owned(),
        false => article(n as u32),
    };
    Reply::Fine(200, fields, body.into_bytes())
}

/// A table of archives: their lists and their mementos, at a limit of requests a minute.
fn table(env: &Env, servers: &[&Server], limit: &str) {
    let lines = servers.iter().enumerate().map(|(n, server)| {
        let (list, gate) = (server.uri("/timemap/{uri}"), server.uri("/web/{uri}"));
        format!("a{n}\tlist\t{list}\topen\t{limit}\t60\tme\na{n}\tgate\t{gate}\topen\t-\t60\tme\n")
    });
    env.write("archives.tsv", lines.collect::<String>().as_bytes());
}

fn pages(env: &Env, count: usize) {
    let lines: String = (0..count).map(|n| page(n) + "\n").collect();
    env.write("pages.txt", lines.as_bytes());
}

/// Runs a line of the shell, in which `scutch` is the binary.
fn shell(env: &Env, line: &str) -> Output {
    let network = "--allow-private 127.0.0.1 --delay 0 --timeout 5";
    let line = line.replace("NET", network);
    let script =
        format!("set -e\nscutch() {{ '{}' \"$@\"; }}\n{line}", env!("CARGO_BIN_EXE_scutch"));
    let mut command = std::process::Command::new("bash");
    let output = command.args(["-o", "pipefail", "-c", &script]).current_dir(env.path("")).output();
    let output = output.expect("bash runs");
    assert!(output.status.success(), "{line}\n{}", env.shown(&output));
    output
}

/// Road (a): a page list and three archives, of which one hangs.
#[test]
fn from_a_list_of_pages_to_a_corpus_with_topics() {
    let (one, two) =
        (Server::start(|asked| answer(asked, 0..2)), Server::start(|asked| answer(asked, 2..4)));
    let hangs = Server::start(|_| Reply::Stall);
    let env = Env::new();
    table(&env, &[&one, &hangs, &two], "-");
    pages(&env, 2);
    let output = shell(
        &env,
        "scutch memento timemap pages.txt --archives archives.tsv --list-timeout 0.5 NET --format cdxj \
           | scutch memento filter - --from 2010-01-02 \
           | scutch memento fetch - -o kept.warc.gz NET > kept.jsonl
         scutch offtopic kept.warc.gz --timemap kept.jsonl -tm jaccard=0.8 --format jsonl -o topics.jsonl
         scutch corpus kept.warc.gz --topic otmt-paper -o corpus --format jsonl -q
         cat kept.jsonl",
    );
    let kept = rows(&output);
    let expected: Vec<String> = [1, 2, 3, 1, 2, 3].map(stamp).to_vec();
    assert_eq!(texts(&kept, "timestamp"), expected);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("given up"), "{said}");
    assert!(hangs.asked().len() <= 3, "{:?}", hangs.asked());
    // Nothing is asked for a second time but what goes into the second file.
    assert_eq!(one.asked().iter().filter(|t| t.starts_with("/timemap/")).count(), 2);
    let docs = documents(&env);
    let is_parked = |doc: &&Value| doc["text"].as_str().is_some_and(|t| t.contains("for sale"));
    let parked: Vec<&Value> = docs.iter().filter(is_parked).collect();
    assert_eq!((docs.len(), parked.len()), (6, 1));
    assert_eq!(parked[0]["topic_status"], "off-topic");
    let judged = std::fs::read_to_string(env.path("topics.jsonl")).expect("written");
    assert_eq!(judged.matches("\"off-topic\"").count(), 1, "{judged}");
}

fn documents(env: &Env) -> Vec<Value> {
    let docs = std::fs::read(env.path("corpus/docs/part-00000.jsonl.zst")).expect("a part");
    let docs = String::from_utf8(zstd::decode_all(&*docs).expect("zstd")).expect("UTF-8");
    docs.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Road (d): a corpus, and its table back into `memento` verbs.
#[test]
fn from_a_corpus_back_to_its_mementos() {
    let server = Server::start(|asked| answer(asked, 0..3));
    let env = Env::new();
    table(&env, &[&server], "-");
    pages(&env, 2);
    for (format, rows_in) in [("jsonl", "corpus"), ("parquet", "corpus/docs/part-00000.parquet")] {
        let line = format!(
            "rm -rf corpus first.warc.gz second.warc.gz
             scutch memento fetch pages.txt --archives archives.tsv -o first.warc.gz NET -q > first.jsonl
             scutch corpus first.warc.gz -o corpus --format {format} -q
             scutch memento timemap {rows_in} --archives archives.tsv --every 1y NET -q -o years.link
             scutch memento fetch years.link -o second.warc.gz NET -q
             scutch archive subset first.warc.gz --list years.link -o subset.warc.gz -q
             scutch memento list subset.warc.gz -q > subset.jsonl
             rm subset.warc.gz"
        );
        let output = shell(&env, &line);
        let found = rows(&output);
        assert_eq!(texts(&found, "url"), [page(0), page(1)], "{format}");
        assert_eq!(texts(&found, "timestamp"), [stamp(0), stamp(0)]);
        let subset = std::fs::read_to_string(env.path("subset.jsonl")).expect("written");
        let urls: Vec<String> = subset
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
            .map(|row| format!("{} {}", row["timestamp"], row["url"]).replace('"', ""))
            .collect();
        let expected = [0, 1].map(|n| format!("{} {}", stamp(0), page(n)));
        assert_eq!(urls, expected, "{format}");
    }
}

/// First memento within 3 s beside two hung archives and 20 pages; all mementos of the healthy
/// ones in the time that they need alone; nothing final asked twice.
#[test]
fn hung_archives_hold_back_nobody() {
    let pause = Duration::from_millis(20);
    let slow = move |asked: &Asked, mementos| {
        std::thread::sleep(pause);
        answer(asked, mementos)
    };
    let run = |env: &Env, hung: usize| {
        let begin = Instant::now();
        let times = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let healthy: Vec<Server> = (0..2)
            .map(|n| {
                let times = times.clone();
                Server::start(move |asked| {
                    if asked.target.starts_with("/web/") {
                        times.lock().expect("whole").push(begin.elapsed());
                    }
                    slow(asked, 3 * n..3 * n + 3)
                })
            })
            .collect();
        let silent: Vec<Server> = (0..hung).map(|_| Server::start(|_| Reply::Stall)).collect();
        let all: Vec<&Server> = silent.iter().chain(&healthy).collect();
        table(env, &all, "-");
        pages(env, 20);
        let fetch = "scutch memento fetch pages.txt --archives archives.tsv --list-timeout 1 NET -q \
                     -o out.warc.gz";
        let found = rows(&shell(env, fetch));
        assert_eq!(found.len(), 20 * 6);
        assert!(found.iter().all(|row| row["reason"].is_null()), "{found:?}");
        let times = times.lock().expect("whole").clone();
        let asked = |servers: &[Server]| -> Vec<Vec<String>> {
            servers.iter().map(Server::asked).collect()
        };
        let before = asked(&healthy);
        for targets in &before {
            let mut once = targets.clone();
            once.sort();
            once.dedup();
            assert_eq!(once.len(), targets.len(), "each once");
            assert_eq!(targets.len(), 20 + 20 * 3);
        }
        assert!(asked(&silent).iter().all(|targets| targets.len() <= 3));
        let again = rows(&shell(env, fetch));
        assert_eq!((again, asked(&healthy)), (found, before), "a second run asks nobody healthy");
        (times[0], times[times.len() - 1])
    };
    let (_, alone) = run(&Env::new(), 0);
    let (first, last) = run(&Env::new(), 2);
    assert!(first < Duration::from_secs(3), "{first:?}");
    // A tenth more, and what two runs of a loaded machine differ by.
    assert!(last < alone.mul_f64(1.1) + Duration::from_secs(2), "{last:?} against {alone:?}");
}

/// Of 600 requests for lists that an archive allows a minute, 480 are asked: one in 125 ms.
#[test]
fn the_pace_of_the_table_is_held() {
    let times = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let begin = Instant::now();
    let seen = times.clone();
    let server = Server::start(move |asked| {
        if asked.target.starts_with("/timemap/") {
            seen.lock().expect("whole").push(begin.elapsed());
        }
        answer(asked, 0..3)
    });
    let env = Env::new();
    table(&env, &[&server], "600");
    pages(&env, 8);
    shell(&env, "scutch memento fetch pages.txt --archives archives.tsv -o out.warc.gz NET -q");
    let times = times.lock().expect("whole").clone();
    assert_eq!(times.len(), 8);
    let whole = times[7] - times[0];
    assert!(whole >= Duration::from_millis(7 * 125 - 60), "{times:?}");
    assert_eq!(server.asked().len(), 8 + 24);
}

#[test]
fn a_drifted_an_excluded_and_a_scripted_memento_are_told_in_their_rows() {
    let server = Server::start(|asked| {
        let Some((n, original)) = number_of(&asked.target) else {
            return answer(asked, 0..1);
        };
        match (original.rsplit('/').next().unwrap_or_default(), n) {
            ("0", 0) => {
                let to = format!("/web/{}id_/{original}", stamp(400));
                Reply::Fine(302, vec![("Location", to)], Vec::new())
            }
            ("1", _) => Reply::Fine(403, Vec::new(), b"<p>Blocked Site Error</p>".to_vec()),
            ("2", _) => {
                let body = format!(
                    "<script>location.replace('/web/{}/{original}?moved')</script>\
                     <p>Got an HTTP 302 response at crawl time</p>",
                    stamp(0)
                );
                Reply::Fine(200, vec![("Content-Type", "text/html".to_owned())], body.into_bytes())
            }
            _ => answer(asked, 0..1),
        }
    });
    let env = Env::new();
    table(&env, &[&server], "-");
    pages(&env, 3);
    let fetch = "scutch memento fetch pages.txt --archives archives.tsv -o out.warc.gz NET -q";
    let found = rows(&shell(&env, fetch));
    assert_eq!(texts(&found, "reason"), ["drift", "excluded-by-archive", "-"]);
    assert_eq!(texts(&found, "through"), ["-", "-", "redirect-page"]);
    assert!(found[0]["drift"].as_i64().is_some_and(|seconds| seconds > 86_400));
    assert_eq!((&found[1]["http_status"], &found[2]["http_status"]), (&403.into(), &200.into()));
    let asked = server.asked().len();
    assert_eq!(rows(&shell(&env, fetch)), found);
    assert_eq!(server.asked().len(), asked, "none is asked for again");
    let strict = format!("if {fetch} --strict > strict.jsonl; then false; else test $? = 3; fi");
    shell(&env, &strict);
}

/// A list of URI-Ms is fetched as it stands, and nobody else is asked.
#[test]
fn listed_mementos_are_fetched_exactly() {
    let server = Server::start(|asked| answer(asked, 0..3));
    let env = Env::new();
    let uri_m = |n: usize| server.uri(&format!("/web/{}/{}", stamp(n), page(n)));
    let list = format!("# mine\n{}\n\nnot an address\n{}\n{0}\n", uri_m(5), uri_m(2));
    env.write("urims.txt", list.as_bytes());
    let args = ["memento", "fetch", "urims.txt", &uri_m(7), "-o", "out.warc.gz", "--delay", "0"];
    let args = [&args[..], &["--allow-private", "127.0.0.1"]].concat();
    let output = env.expect(0, &args);
    let found = rows(&output);
    assert_eq!(texts(&found, "urim"), [uri_m(5), uri_m(2), uri_m(7)]);
    assert_eq!(texts(&found, "url"), [page(5), page(2), page(7)]);
    assert_eq!(texts(&found, "route"), ["named"; 3]);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        said.contains("urims.txt: line 4 is refused: it is no address: not an address"),
        "{said}"
    );
    assert_eq!(server.asked().len(), 3);
    // What was refused is missing, as --strict says.
    env.expect(3, &[&args[..], &["--strict"]].concat());
    assert_eq!(server.asked().len(), 3);
    let plan = env.expect(0, &[&args[..], &["--dry-run"]].concat());
    let plan = String::from_utf8(plan.stdout).expect("UTF-8");
    let line = format!("{}\t3\t0\t0.0", server.address);
    assert_eq!(plan.lines().nth(1), Some(line.as_str()), "{plan}");
    env.expect(2, &["memento", "fetch", "no-such-file", "-o", "x.warc.gz"]);
}

/// The lists that a verb writes come back in every dialect, with as many as are wanted.
#[test]
fn previews_take_the_first_in_order() {
    let server = Server::start(|asked| answer(asked, 0..100));
    let env = Env::new();
    table(&env, &[&server], "-");
    pages(&env, 3);
    let at = "--archives archives.tsv NET -q";
    for format in ["link", "json", "cdxj"] {
        let line = format!(
            "scutch memento timemap pages.txt --limit 2 --to 2010-02 --collapse month {at} \
               --format {format} -o lists
             scutch memento fetch lists -o {format}.warc.gz NET -q --limit 3"
        );
        let found = rows(&shell(&env, &line));
        assert_eq!(texts(&found, "timestamp"), [stamp(0), stamp(28), stamp(0)], "{format}");
        assert_eq!(texts(&found, "url"), [page(0), page(0), page(1)]);
    }
    let asked = server.asked().len();
    let output = shell(&env, &format!("scutch memento timemap pages.txt --dry-run {at}"));
    let plan = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(plan, "archive\trequests\tseconds_between\tminutes\na0 lists\t3\t0\t0.0\n");
    assert_eq!(server.asked().len(), asked, "nobody was asked");
}

/// A list that ends too early is no whole one, whatever it had.
#[test]
fn strict_runs_do_not_believe_lists_that_were_cut_short() {
    let server = Server::start(|asked| match asked.target.as_str() {
        "/more" => Reply::Fine(403, Vec::new(), b"no".to_vec()),
        target if target.starts_with("/timemap/") => {
            let Reply::Fine(status, fields, text) = answer(asked, 0..2) else { unreachable!() };
            let more = format!(",\n<http://{}/more>; rel=timemap", host(asked));
            Reply::Fine(status, fields, [text, more.into_bytes()].concat())
        }
        _ => answer(asked, 0..2),
    });
    let env = Env::new();
    table(&env, &[&server], "-");
    let args = ["memento", "fetch", &page(0), "--archives", "archives.tsv", "-o", "out.warc.gz"];
    let args = [&args[..], &["--delay", "0", "--allow-private", "127.0.0.1"]].concat();
    assert_eq!(rows(&env.expect(0, &args)).len(), 2);
    assert_eq!(rows(&env.expect(3, &[&args[..], &["--strict"]].concat())).len(), 2);
}

/// Lists of other verbs select among archives, too; one that names nothing selects nothing.
#[test]
fn offtopic_takes_the_lists_of_other_verbs() {
    let server = Server::start(|asked| answer(asked, 0..4));
    let env = Env::new();
    table(&env, &[&server], "-");
    pages(&env, 2);
    let fetch =
        "scutch memento fetch pages.txt --archives archives.tsv -o all.warc.gz NET -q > all.jsonl
         scutch memento filter all.jsonl --format tsv -o all.tsv -q
         scutch corpus all.warc.gz -o corpus -q
         scutch archive index all.warc.gz -o all.cdxj -q
         cut -f 1 all.tsv | tail -n +2 > urims.txt";
    shell(&env, fetch);
    let judged = |list: &str| {
        let line = format!(
            "scutch offtopic all.warc.gz -i timemap={list} -tm jaccard=0.8 --format jsonl -q"
        );
        let found = rows(&shell(&env, &line));
        let places = found.iter().map(|row| (row["url"].clone(), row["timestamp"].clone()));
        (places.collect::<Vec<_>>(), texts(&found, "status"))
    };
    let expected = judged("all.jsonl");
    assert_eq!(expected.0.len(), 8);
    for list in ["all.tsv", "urims.txt", "corpus", "all.cdxj"] {
        assert_eq!(judged(list), expected, "{list}");
    }
    env.write("nothing.txt", b"Hello there\n");
    env.expect(1, &["offtopic", "all.warc.gz", "--timemap", "nothing.txt"]);
}
