//! `scutch memento timemap` and `fetch` against an archive of our own on loopback.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use scutch_archive::{Item, Limits, Reader, RecordKind, parse_http_response};
use serde_json::Value;

use crate::harness::{Env, article};
use crate::server::{Asked, Reply, Server};

const ORIGINAL: &str = "http://harbour.example/";

/// The time of memento `n`: a day after the one before.
fn stamp(n: usize) -> String {
    format!("20{:02}{:02}{:02}120000", 10 + n / 336, 1 + n / 28 % 12, 1 + n % 28)
}

fn datetime(n: usize) -> String {
    let months =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (day, month, year) = (1 + n % 28, months[n / 28 % 12], 2010 + n / 336);
    format!("Fri, {day:02} {month} {year} 12:00:00 GMT")
}

/// A list of mementos from `first` on, and a link to the next page.
fn list(host: &str, range: std::ops::Range<usize>, next: Option<&str>) -> Reply {
    let mut text = format!("<{ORIGINAL}>; rel=\"original\"");
    for n in range {
        let (stamp, date) = (stamp(n), datetime(n));
        text += &format!(
            ",\n<http://{host}/web/{stamp}/{ORIGINAL}>; rel=\"memento\"; datetime=\"{date}\""
        );
    }
    if let Some(next) = next {
        text += &format!(",\n<http://{host}{next}>; rel=\"timemap\"");
    }
    let date = ("Date", "Sat, 21 Nov 2026 12:00:00 GMT".to_owned());
    Reply::Fine(200, vec![date], text.into_bytes())
}

fn host(asked: &Asked) -> &str {
    let line = asked.head.lines().find_map(|line| line.strip_prefix("Host: "));
    line.expect("every request has a host")
}

/// The number of the memento that a raw URI-M asks for.
fn number(target: &str) -> Option<usize> {
    let time = target.strip_prefix("/web/")?.strip_suffix(&format!("id_/{ORIGINAL}"))?;
    (0..5000).find(|n| stamp(*n) == time)
}

fn memento(n: usize) -> Reply {
    let fields = vec![
        ("Memento-Datetime", datetime(n)),
        ("Content-Type", "text/html; charset=utf-8".to_owned()),
    ];
    Reply::Fine(200, fields, article(n as u32).into_bytes())
}

/// An archive of so many mementos, on pages of 200.
fn archive(mementos: usize) -> Server {
    Server::start(move |asked| {
        let (path, page) = asked.target.rsplit_once("?page=").unwrap_or((&asked.target, "0"));
        if path == format!("/timemap/{ORIGINAL}") {
            let page: usize = page.parse().expect("a number");
            let (first, last) = (page * 200, mementos.min((page + 1) * 200));
            let next = format!("{path}?page={}", page + 1);
            let next = (last < mementos).then_some(next.as_str());
            return list(host(asked), first..last, next);
        }
        number(&asked.target).map_or(Reply::Fine(404, Vec::new(), Vec::new()), memento)
    })
}

fn fetch(server: &Server, more: &[&str]) -> Vec<String> {
    let list = server.uri("/timemap/{uri}");
    let args = ["memento", "fetch", ORIGINAL, "--timemap", &list, "--allow-private", "127.0.0.1"];
    let args = [&args[..], &["--delay", "0", "--timeout", "1", "--tries", "1"], more].concat();
    args.into_iter().map(str::to_owned).collect()
}

fn run(env: &Env, code: i32, args: &[String]) -> Output {
    env.expect(code, &args.iter().map(String::as_str).collect::<Vec<_>>())
}

fn rows(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn texts(rows: &[Value], column: &str) -> Vec<String> {
    rows.iter().map(|row| row[column].as_str().unwrap_or("-").to_owned()).collect()
}

/// Type, address and time of each record, with its block.
type Records = Vec<(RecordKind, String, String, Vec<u8>)>;

fn records(path: &Path) -> Records {
    let mut reader = Reader::open(path, &Limits::default()).expect("opens");
    let mut all = Vec::new();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage in {}", path.display()) };
        assert!(record.is_sound());
        let date = record.date().map(scutch_archive::WarcDate::timestamp).unwrap_or_default();
        let uri = record.target_uri().unwrap_or_default().to_owned();
        all.push((record.kind().clone(), uri, date, record.block().to_vec()));
    }
    all
}

#[test]
fn mementos_go_into_a_warc_as_captures_of_their_originals() {
    let (env, server) = (Env::new(), archive(3));
    let output = run(&env, 0, &fetch(&server, &["-o", "out.warc.gz"]));
    let rows = rows(&output);
    assert_eq!(texts(&rows, "timestamp"), [stamp(0), stamp(1), stamp(2)]);
    assert_eq!(texts(&rows, "url"), [ORIGINAL; 3]);
    let records = records(&env.path("out.warc.gz"));
    let kinds: Vec<&str> = records.iter().map(|(kind, ..)| kind.name()).collect();
    let group = ["request", "response", "metadata"];
    let list = ["request", "metadata", "metadata"];
    assert_eq!(kinds, [&["warcinfo"][..], &list, &group, &group, &group].concat());
    let (_, uri, date, block) = &records[8];
    assert_eq!((uri.as_str(), date), (ORIGINAL, &stamp(1)));
    let answer = parse_http_response(block, &Limits::default()).expect("an answer");
    assert_eq!(answer.body, article(1).as_bytes());
    let (_, _, _, request) = &records[7];
    assert!(
        request.starts_with(format!("GET /web/{}id_/{ORIGINAL} HTTP/1.1", stamp(1)).as_bytes())
    );
    let facts = String::from_utf8(records[9].3.clone()).expect("UTF-8");
    for fact in ["route: timemap", "position: 2", "form: raw-guessed", "hops: 1", "urit: http"] {
        assert!(facts.contains(fact), "{fact} in {facts}");
    }
    // The list stands under its own address and time.
    assert_eq!(records[2].1, server.uri(&format!("/timemap/{ORIGINAL}")));
    assert_eq!(records[2].2, "20261121120000");
    env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
}

#[test]
fn fetched_mementos_become_a_corpus() {
    let (env, server) = (Env::new(), archive(3));
    run(&env, 0, &fetch(&server, &["-o", "out.warc.gz"]));
    env.expect(0, &["corpus", "out.warc.gz", "-o", "corpus", "--format", "jsonl", "-q"]);
    let docs = fs::read(env.path("corpus/docs/part-00000.jsonl.zst")).expect("a part");
    let docs = String::from_utf8(zstd::decode_all(&*docs).expect("zstd")).expect("UTF-8");
    let rows: Vec<Value> = docs.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(texts(&rows, "url"), [ORIGINAL; 3]);
    assert!(rows[2]["text"].as_str().is_some_and(|text| text.contains("Number 2 of our notes")));
}

#[test]
fn timemaps_by_address_are_judged() {
    let env = Env::new();
    let parked = "<html><title>For sale</title><p>This domain name is for sale. Buy it now.</html>";
    let server = Server::start(move |asked| match number(&asked.target) {
        Some(3) => Reply::Fine(200, vec![("Memento-Datetime", datetime(3))], parked.into()),
        Some(n) => memento(n),
        None => list(host(asked), 0..5, None),
    });
    let list = format!("timemap={}", server.uri("/timemap/"));
    let args = ["offtopic", "-i", &list, "--allow-private", "127.0.0.1", "--delay", "0"];
    let args = [&args[..], &["-tm", "jaccard=0.8", "--format", "jsonl"]].concat();
    let expected = ["on-topic", "on-topic", "on-topic", "off-topic", "on-topic"];
    assert_eq!(texts(&rows(&env.expect(0, &args)), "status"), expected);
    let kept = [&args[..], &["--fetched", "kept.warc.gz"]].concat();
    env.expect(0, &kept);
    let before = server.asked().len();
    assert_eq!(texts(&rows(&env.expect(0, &kept)), "status"), expected);
    assert_eq!(server.asked().len(), before, "kept mementos are not asked for again");
}

/// A page of frames is one memento, with the text of its frames.
/// Another reader finds no fault in the file either.
fn sound_for_warcio(env: &Env, file: &str) {
    let Some(python) = std::env::var_os("SCUTCH_TEST_PYTHON") else {
        eprintln!("SKIPPED: warcio check of {file}: SCUTCH_TEST_PYTHON not set");
        return;
    };
    let mut command = std::process::Command::new(python);
    let code = "import sys; from warcio.cli import main; main(sys.argv[1:])";
    command.args(["-c", code, "check", file]).current_dir(env.path(""));
    let output = command.output().expect("python runs");
    assert!(output.status.success(), "{}", env.shown(&output));
}

const SEEDS: [&str; 3] =
    ["http://harbour.example/a", "http://harbour.example/b?c=d", "http://harbour.example/c"];

/// Archive-It, as its lists, pages and TimeMaps are: two seeds on the list, one only on the second page
/// of the collection, one without captures.
fn archive_it(asked: &Asked) -> Reply {
    let said = |text: &str| Reply::Fine(200, Vec::new(), text.as_bytes().to_vec());
    let host = host(asked);
    let link =
        |seed: &str| format!("<h3 class=url><a href='http://{host}/7877/*/{seed}'>{seed}</a></h3>");
    let target = asked.target.as_str();
    if target.starts_with("/api/seed?collection=7877&") {
        return said(&format!("Seed URL\n{}\n{}\n", SEEDS[0], SEEDS[1]));
    }
    if target.starts_with("/collections/7877?page=") {
        return match target.contains("page=1&") {
            true => said(&[link(SEEDS[0]), link(SEEDS[1])].concat()),
            false => said(&link(SEEDS[2])),
        };
    }
    if let Some(seed) = target.strip_prefix("/7877/timemap/link/") {
        if seed == SEEDS[2] {
            return Reply::Fine(404, Vec::new(), Vec::new());
        }
        let entry = |n: usize| {
            let (stamp, date) = (stamp(n), datetime(n));
            format!(",\n<http://{host}/7877/{stamp}/{seed}>; rel=memento; datetime=\"{date}\"")
        };
        let entries: String = (0..4).map(entry).collect();
        return said(&format!("<{seed}>; rel=original{entries}"));
    }
    let parked = "<html><title>For sale</title><p>This domain name is for sale. Buy it now.</html>";
    let n = (0..4).find(|n| target.contains(&format!("/{}id_/", stamp(*n))));
    match n {
        Some(3) if target.ends_with("/a") => {
            Reply::Fine(200, vec![("Memento-Datetime", datetime(3))], parked.into())
        }
        Some(n) => memento(n),
        None => Reply::Fine(404, Vec::new(), Vec::new()),
    }
}

#[test]
fn collections_are_fetched_and_judged_by_their_number() {
    let (env, server) = (Env::new(), Server::start(archive_it));
    let base = server.uri("");
    let at = ["--archiveit-at", &base, "--allow-private", "127.0.0.1", "--delay", "0"];
    let args =
        [&["memento", "fetch", "--archiveit", "7877", "-o", "out.warc.gz"], &at[..]].concat();
    let output = env.expect(0, &args);
    let fetched = rows(&output);
    assert_eq!(texts(&fetched, "url"), [[SEEDS[0]; 4], [SEEDS[1]; 4]].concat());
    let asked = server.asked().len();
    let offline = env.expect(0, &[&args[..], &["--offline"]].concat());
    assert_eq!(offline.stdout, output.stdout);
    assert_eq!(server.asked().len(), asked);
    sound_for_warcio(&env, "out.warc.gz");
    let listed = rows(&env.expect(0, &["memento", "list", "out.warc.gz"]));
    assert_eq!(listed.len(), 8, "pages of the archive are no captures");
    let judge = ["offtopic", "-i", "archiveit=7877", "-tm", "jaccard=0.8", "--format", "jsonl"];
    let judged = rows(&env.expect(0, &[&judge[..], &at].concat()));
    let off: Vec<&Value> = judged.iter().filter(|row| row["status"] == "off-topic").collect();
    assert_eq!((judged.len(), off.len()), (8, 1));
    assert_eq!(off[0]["timestamp"], stamp(3));
    let none = ["memento", "fetch", "--archiveit", "1", "-o", "none.warc.gz"];
    let output = env.expect(1, &[&none, &at[..]].concat());
    assert!(String::from_utf8(output.stderr).expect("UTF-8").contains("seeds-not-given"));
}

#[test]
fn frames_are_judged_as_one_page() {
    let env = Env::new();
    let server = Server::start(|asked| match number(&asked.target) {
        Some(_) => {
            let date = datetime(number(&asked.target).expect("a memento"));
            let fields = vec![("Memento-Datetime", date), ("Content-Type", "text/html".to_owned())];
            let frames = "<title>Notes</title><frameset><frame src=top><frame src=text></frameset>";
            Reply::Fine(200, fields, frames.into())
        }
        None if asked.target.ends_with("/text") => memento(1),
        None if asked.target.ends_with("/top") => Reply::Fine(404, Vec::new(), Vec::new()),
        None => list(host(asked), 0..2, None),
    });
    run(&env, 0, &fetch(&server, &["-o", "out.warc.gz"]));
    let listed = rows(&env.expect(0, &["memento", "list", "out.warc.gz"]));
    let pages: Vec<&Value> = listed.iter().filter(|row| row["url"] == ORIGINAL).collect();
    assert_eq!(pages.len(), 2, "{listed:?}");
    assert!(pages.iter().all(|row| row["bytes"].as_u64() > Some(500)), "{pages:?}");
    env.expect(0, &["corpus", "out.warc.gz", "-o", "corpus", "--format", "jsonl", "-q"]);
    let docs = fs::read(env.path("corpus/docs/part-00000.jsonl.zst")).expect("a part");
    let docs = String::from_utf8(zstd::decode_all(&*docs).expect("zstd")).expect("UTF-8");
    let pages = docs.lines().map(|l| serde_json::from_str::<Value>(l).expect("JSON"));
    let pages: Vec<Value> = pages.filter(|row| row["url"] == ORIGINAL).collect();
    assert!(pages[0]["text"].as_str().is_some_and(|text| text.contains("Number 1 of our notes")));
    env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
}

#[test]
fn a_timegate_is_asked_for_the_nearest() {
    let env = Env::new();
    let server = Server::start(|asked| match number(&asked.target) {
        Some(n) => memento(n),
        // As pywb with a frame around the memento: only its `Link` says what is in it.
        None => {
            assert!(asked.head.contains("\r\nAccept-Datetime: Mon, 01 Feb 2010 00:00:00 GMT\r\n"));
            let (host, stamp, date) = (host(asked), stamp(28), datetime(28));
            let link = format!(
                "<http://{host}/web/{stamp}/{ORIGINAL}>; rel=\"memento\"; datetime=\"{date}\""
            );
            let fields = vec![("Link", link), ("Content-Type", "text/html".to_owned())];
            Reply::Fine(200, fields, article(0).into_bytes())
        }
    });
    let gate = server.uri("/web/{uri}");
    let args = ["memento", "fetch", ORIGINAL, "--timegate", &gate, "--nearest", "2010-02"];
    let more = ["-o", "out.warc.gz", "--allow-private", "127.0.0.1", "--delay", "0"];
    let output = env.expect(0, &[&args[..], &more].concat());
    let rows = rows(&output);
    assert_eq!(texts(&rows, "timestamp"), [stamp(28)]);
    assert_eq!(texts(&rows, "route"), ["timegate"]);
    let offline = [&args[..], &more, &["--offline"]].concat();
    assert_eq!(env.expect(0, &offline).stdout, output.stdout);
    let captures = env.expect(0, &["memento", "list", "out.warc.gz"]);
    assert_eq!(texts(&self::rows(&captures), "url"), [ORIGINAL], "the frame is no capture");
    env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
}

#[test]
fn lists_are_chosen_from() {
    let (env, server) = (Env::new(), archive(700));
    // 28 mementos a month, from 1 January 2010 on.
    let cases: [(&[&str], &[usize]); 4] = [
        (&["--every", "6mo"], &[0, 168, 336, 504, 672]),
        (&["--nearest", "2011-02"], &[336 + 28]),
        (&["--from", "2010-02-27", "--to", "2010-03-01"], &[54, 55, 56]),
        (&["--from", "2010-02-27", "--every", "1y"], &[54, 336 + 54]),
    ];
    for (number, (flags, expected)) in cases.into_iter().enumerate() {
        let out = format!("{number}.warc.gz");
        let output = run(&env, 0, &fetch(&server, &[flags, &["-o", &out]].concat()));
        let expected: Vec<String> = expected.iter().map(|n| stamp(*n)).collect();
        assert_eq!(texts(&rows(&output), "timestamp"), expected, "{flags:?}");
    }
}

#[test]
fn lists_are_written_in_three_dialects() {
    let (env, server) = (Env::new(), archive(450));
    let list = server.uri(&format!("/timemap/{ORIGINAL}"));
    let args = ["memento", "timemap", "--timemap", &list, "--allow-private", "127.0.0.1"];
    for format in ["link", "json", "cdxj"] {
        let args = [&args[..], &["--delay", "0", "--format", format, "-o", format]].concat();
        env.expect(0, &args);
        let text = fs::read(env.path(format)).expect("written");
        let guard = scutch_memento::Guard::offline();
        let timemap = scutch_memento::parse(&text, &guard).expect("a TimeMap");
        assert_eq!(timemap.mementos.len(), 450, "{format}");
        assert_eq!(timemap.original.as_deref(), Some(ORIGINAL));
    }
    assert_eq!(server.asked().len(), 9, "three pages each, asked for once");
}

/// What CDX servers and aggregators say, in pages where they have pages.
fn sources(asked: &Asked) -> Reply {
    let (path, query) = asked.target.split_once('?').unwrap_or((&asked.target, ""));
    let said = |text: String| Reply::Fine(200, Vec::new(), text.into_bytes());
    let row = |n: usize| format!("[\"key\",\"{}\",\"{ORIGINAL}\"]", stamp(n));
    let line = |n: usize| {
        format!(
            "{{\"urlkey\": \"key\", \"timestamp\": \"{}\", \"url\": \"{ORIGINAL}\"}}\n",
            stamp(n)
        )
    };
    let names = "[\"urlkey\",\"timestamp\",\"original\"]";
    match path {
        "/cdx/search/cdx" if query.contains("resumeKey=a%2Bb") => {
            said(format!("[{names},{}]", row(2)))
        }
        "/cdx/search/cdx" => said(format!("[{names},{},{},[],[\"a%2Bb\"]]", row(0), row(1))),
        "/web/cdx" if query.ends_with("page=0") => said([line(0), line(1)].concat()),
        "/web/cdx" if query.ends_with("page=1") => said(line(2)),
        "/web/cdx" => said(String::new()),
        // A server that takes no notice of pages.
        "/web/index" => said([line(0), line(1), line(2)].concat()),
        path if path.starts_with("/timemap/cdxj/") => {
            let host = host(asked);
            let line = |n| {
                let (stamp, date) = (stamp(n), datetime(n));
                format!(
                    "{stamp} {{\"uri\": \"http://{host}/web/{stamp}/{ORIGINAL}\", \"rel\": \
                     \"memento\", \"datetime\": \"{date}\"}}\n"
                )
            };
            let head = format!(
                "!context [\"http://tools.ietf.org/html/rfc7089\"]\n!id {{\"uri\": \
                 \"http://{host}{path}\"}}\n!keys [\"memento_datetime_YYYYMMDDhhmmss\"]\n!meta \
                 {{\"original_uri\": \"{ORIGINAL}\"}}\n"
            );
            said([head, line(0), line(1), line(2)].concat())
        }
        _ => number(&asked.target).map_or(Reply::Fine(404, Vec::new(), Vec::new()), memento),
    }
}

#[test]
fn cdx_servers_and_aggregators_are_sources() {
    let (env, server) = (Env::new(), Server::start(sources));
    for (number, (list, pages)) in [
        ("/cdx/search/cdx?url={uri}&output=json&showResumeKey=true&limit=2", 2),
        ("/web/cdx?url={uri}&output=json&page=0", 3),
        ("/web/index?url={uri}&output=json&page=0", 2),
        ("/timemap/cdxj/{uri}", 1),
    ]
    .into_iter()
    .enumerate()
    {
        let before = server.asked().len();
        let (list, out) = (server.uri(list), format!("{number}.warc.gz"));
        let args = ["memento", "fetch", ORIGINAL, "--timemap", &list, "-o", &out, "--delay", "0"];
        let output = env.expect(0, &[&args[..], &["--allow-private", "127.0.0.1"]].concat());
        let rows = rows(&output);
        assert_eq!(texts(&rows, "timestamp"), [stamp(0), stamp(1), stamp(2)], "{list}");
        assert_eq!(texts(&rows, "url"), [ORIGINAL; 3]);
        assert_eq!(server.asked().len() - before, pages + 3, "{list}");
    }
}

/// An index of records, and a file of them that is given in ranges of bytes, as Common Crawl has both.
#[test]
fn records_are_fetched_by_their_bytes() {
    use flate2::write::GzEncoder;
    use std::io::Write as _;
    let member = |n: u32| {
        let record = crate::harness::page(ORIGINAL, n, "200 OK", &article(n));
        let mut member = GzEncoder::new(Vec::new(), flate2::Compression::default());
        member.write_all(&record).expect("memory");
        member.finish().expect("memory")
    };
    let members: Vec<Vec<u8>> = (0..3).map(member).collect();
    let server = Server::start(move |asked| {
        if asked.target.starts_with("/CC-MAIN-2019-22-index?url=") {
            let mut offset = 0;
            let line = |(n, member): (usize, &Vec<u8>)| {
                let line = format!(
                    "{{\"urlkey\": \"k\", \"timestamp\": \"201905171000{n:02}\", \"url\": \"{ORIGINAL}\", \
                     \"filename\": \"crawl-data/a.warc.gz\", \"offset\": \"{offset}\", \"length\": \"{}\"}}\n",
                    member.len()
                );
                offset += member.len();
                line
            };
            let lines: String = members.iter().enumerate().map(line).collect();
            return Reply::Fine(200, Vec::new(), lines.into_bytes());
        }
        let range = asked.head.lines().find_map(|line| line.strip_prefix("Range: bytes="));
        let (first, last) = range.and_then(|range| range.split_once('-')).expect("a range");
        let (first, last): (usize, usize) =
            (first.parse().expect("a number"), last.parse().expect("one"));
        let mut bytes = members.concat()[first..=last].to_vec();
        if asked.before == 2 {
            bytes.truncate(20);
        }
        Reply::Fine(206, Vec::new(), bytes)
    });
    let env = Env::new();
    let list = server.uri("/CC-MAIN-2019-22-index?url={uri}&output=json");
    let args =
        ["memento", "fetch", ORIGINAL, "--timemap", &list, "-o", "out.warc.gz", "--delay", "0"];
    let args = [&args[..], &["--allow-private", "127.0.0.1"]].concat();
    let output = env.expect(0, &args);
    let rows = rows(&output);
    assert_eq!(texts(&rows, "form"), ["record", "record", "-"]);
    assert_eq!(texts(&rows, "reason"), ["-", "-", "memento-not-given"], "the third was cut");
    let records = records(&env.path("out.warc.gz"));
    let responses: Vec<_> = records.iter().filter(|r| r.0 == RecordKind::Response).collect();
    assert_eq!((responses[1].1.as_str(), responses[1].2.as_str()), (ORIGINAL, "20190517100001"));
    let answer = parse_http_response(&responses[1].3, &Limits::default()).expect("an answer");
    assert_eq!(answer.body, article(1).as_bytes());
    env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
}

#[test]
fn without_allowance_loopback_is_not_asked() {
    let (env, server) = (Env::new(), archive(3));
    let list = server.uri("/timemap/{uri}");
    let args = ["memento", "fetch", ORIGINAL, "--timemap", &list, "-o", "out.warc.gz"];
    let output = env.expect(1, &args);
    assert!(String::from_utf8(output.stderr).expect("UTF-8").contains("uri-private-host"));
    assert_eq!(server.connections(), 0);
}

/// What the archive of lies does about its mementos, and what is said of each.
const LIES: &[&str] = &[
    "fetch-unavailable",
    "fetch-truncated",
    "fetch-timeout",
    "fetch-too-large",
    "fetch-redirect-loop",
    "uri-private-host",
    "uri-control-character",
    "fetch-bad-chunks",
    "memento-gone",
    "memento-not-given",
    "memento-astray",
    "-",
];

fn lie(n: usize, target: &str, private: &str) -> Reply {
    let raw = |text: &str| Reply::Raw(text.as_bytes().to_vec());
    let redirect = |to: String| Reply::Fine(302, vec![("Location", to)], Vec::new());
    match LIES[n] {
        "fetch-unavailable" => {
            Reply::Fine(429, vec![("Retry-After", "86400".to_owned())], Vec::new())
        }
        "fetch-truncated" => raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort"),
        "fetch-timeout" => Reply::Stall,
        "fetch-too-large" => Reply::Endless(b"HTTP/1.1 200 OK\r\n\r\n".to_vec()),
        "fetch-redirect-loop" => redirect(target.to_owned()),
        "uri-private-host" => redirect(private.to_owned()),
        "uri-control-character" => redirect("/a\u{1}b".to_owned()),
        "fetch-bad-chunks" => raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
        "memento-not-given" => Reply::Fine(403, Vec::new(), b"Who are you?".to_vec()),
        "memento-astray" => redirect("/front".to_owned()),
        "memento-gone" => Reply::Fine(404, Vec::new(), Vec::new()),
        _ => memento(n),
    }
}

#[test]
fn every_lie_has_its_reason_and_the_run_goes_on() {
    let secret = Server::start(|_| Reply::Fine(200, Vec::new(), b"secret".to_vec()));
    let private = format!("http://127.0.0.2:{}/", secret.address.port());
    let server = Server::start(move |asked| match asked.target.as_str() {
        "/front" => Reply::Fine(200, Vec::new(), b"Welcome".to_vec()),
        target if target.starts_with("/timemap/") => {
            // A page that leads to itself, and one that leads to and fro.
            let next =
                if target.ends_with("b") { target.trim_end_matches('b') } else { "/timemap/b" };
            list(host(asked), 0..LIES.len(), Some(next))
        }
        target => {
            let known = number(target);
            let plain = target.replacen("/http", "id_/http", 1);
            let of = known.or_else(|| number(&plain));
            of.map_or(Reply::Fine(404, Vec::new(), Vec::new()), |n| lie(n, target, &private))
        }
    });
    let env = Env::new();
    let begin = Instant::now();
    let max = ["-o", "out.warc.gz", "--max-bytes", "100000"];
    let output = run(&env, 0, &fetch(&server, &max));
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!(texts(&rows(&output), "reason"), LIES);
    assert_eq!(secret.connections(), 0);
    env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
    // What may be there another time is asked for again, what is stored is not.
    let before = server.asked();
    let output = run(&env, 3, &fetch(&server, &[&max[..], &["--strict"]].concat()));
    assert_eq!(texts(&rows(&output), "reason"), LIES);
    let stored = ["memento-gone", "-"].map(|lie| {
        let n = LIES.iter().position(|l| *l == lie).expect("there");
        format!("/web/{}id_/{ORIGINAL}", stamp(n))
    });
    let again = &server.asked()[before.len()..];
    assert!(!again.is_empty() && !again.iter().any(|target| stored.contains(target)));
    assert!(!again.iter().any(|target| target.starts_with("/timemap/")));
}

#[test]
fn a_bomb_as_a_list_is_not_inflated() {
    let bomb = zeros_in_gzip();
    let server = Server::start(move |_| {
        Reply::Fine(200, vec![("Content-Encoding", "gzip".to_owned())], bomb.clone())
    });
    let env = Env::new();
    let output = run(&env, 1, &fetch(&server, &["-o", "out.warc.gz"]));
    assert!(String::from_utf8(output.stderr).expect("UTF-8").contains("payload-too-large"));
}

#[test]
fn a_page_that_nobody_archived_is_no_error() {
    let server = Server::start(|_| Reply::Fine(404, Vec::new(), Vec::new()));
    let output = run(&Env::new(), 5, &fetch(&server, &["-o", "out.warc.gz"]));
    assert!(output.stdout.is_empty());
}

/// 64 MiB of zeros.
fn zeros_in_gzip() -> Vec<u8> {
    use std::io::Write as _;
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..64 {
        out.write_all(&[0; 1 << 20]).expect("memory");
    }
    out.finish().expect("memory")
}

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

/// An archive that is slow, and counts how many ask it at once.
fn slow(time: Duration, most: Arc<AtomicUsize>) -> Server {
    let now = AtomicUsize::new(0);
    Server::start(move |asked| {
        let others = now.fetch_add(1, Ordering::SeqCst);
        most.fetch_max(others + 1, Ordering::SeqCst);
        thread::sleep(time);
        now.fetch_sub(1, Ordering::SeqCst);
        number(&asked.target).map_or(Reply::Fine(404, Vec::new(), Vec::new()), memento)
    })
}

#[test]
fn several_archives_are_asked_at_once_and_each_in_its_turn() {
    let env = Env::new();
    let (time, most) = (Duration::from_millis(20), Arc::new(AtomicUsize::new(0)));
    let archives = [(); 3].map(|()| slow(time, most.clone()));
    let fast = slow(Duration::ZERO, most.clone());
    let servers = archives.iter().chain([&fast]).map(|server| server.address.to_string());
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
    let begin = Instant::now();
    let output = run(&env, 0, &args);
    let elapsed = begin.elapsed();
    let expected: Vec<String> = (0..160).map(stamp).collect();
    assert_eq!(texts(&rows(&output), "timestamp"), expected);
    let written: Vec<String> = records(&env.path("out.warc.gz"))
        .into_iter()
        .filter(|(kind, ..)| *kind == RecordKind::Response)
        .map(|(_, _, date, _)| date)
        .collect();
    assert_eq!(written, expected, "records stand in the order of the list");
    assert_eq!(most.load(Ordering::SeqCst), 1, "one request at a time and host");
    assert!(elapsed < time * 120, "{elapsed:?}: one after the other it would be {:?}", time * 120);
    let report = fs::read_to_string(env.path("report.html")).expect("a page");
    assert!(report.contains("<td class=\"n\">100.0 %</td>") && report.contains("tried again"));
    let offline = run(&env, 0, &[&args[..], &["--offline".to_owned()]].concat());
    assert_eq!(offline.stdout, output.stdout);
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

#[test]
fn lists_of_several_archives_are_asked_for_at_once() {
    let env = Env::new();
    let lists: Vec<Server> = (0..6)
        .map(|n: usize| {
            Server::start(move |asked| {
                thread::sleep(Duration::from_millis(300));
                list(host(asked), n..n + 1, None)
            })
        })
        .collect();
    let mut args: Vec<String> = ["memento", "timemap", ORIGINAL].map(str::to_owned).into();
    for server in &lists {
        args.extend(["--timemap".to_owned(), server.uri("/timemap/{uri}")]);
    }
    args.extend(["--allow-private", "127.0.0.1", "--format", "cdxj"].map(str::to_owned));
    let begin = Instant::now();
    let output = run(&env, 0, &args);
    assert!(begin.elapsed() < Duration::from_millis(1500), "{:?}", begin.elapsed());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let times: Vec<&str> = text.lines().skip(1).map(|line| &line[..14]).collect();
    assert_eq!(times, (0..6).map(stamp).collect::<Vec<_>>());
    assert!(lists.iter().all(|server| server.asked().len() == 1), "each once");
}

#[test]
fn without_the_network_everything_comes_from_the_file() {
    let (env, server) = (Env::new(), archive(30));
    let args = fetch(&server, &["-o", "out.warc.gz"]);
    let online = run(&env, 0, &args);
    let bytes = fs::read(env.path("out.warc.gz")).expect("there");
    let asked = server.asked().len();
    let offline = [&args[..], &["--offline".to_owned()]].concat();
    let output = run(&env, 0, &offline);
    assert_eq!(output.stdout, online.stdout);
    assert_eq!(fs::read(env.path("out.warc.gz")).expect("there"), bytes);
    assert_eq!(server.asked().len(), asked);
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
    // A kill loses at most the one answer that was on its way.
    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    for target in server.asked().split_off(before) {
        *asked.entry(target).or_default() += 1;
    }
    let repeated: usize = asked.values().map(|times| times - 1).sum();
    assert!(repeated <= killed, "{repeated} repeated after {killed} kills");
}

/// More or fewer of them on request: `SCUTCH_TEST_KILLS=10`.
fn kills() -> usize {
    std::env::var("SCUTCH_TEST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(KILLS)
}
