//! Where mementos are looked for, and which are chosen.

use std::fs;

use scutch_archive::{Limits, RecordKind, parse_http_response};
use serde_json::Value;

use super::{
    ORIGINAL, archive, datetime, fetch, host, memento, number, records, rows, run,
    sound_for_warcio, stamp, texts,
};
use crate::harness::{Env, article};
use crate::server::{Asked, Reply, Server};

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

/// pywb names a memento with `mp_` in one list and without in another: it is one memento.
#[test]
fn two_spellings_of_a_memento_are_one() {
    let server = Server::start(|asked| {
        let link = |modifier: &str| {
            let (stamp, date) = (stamp(0), datetime(0));
            let uri = format!("http://{}/web/{stamp}{modifier}/{ORIGINAL}", host(asked));
            Reply::Fine(
                200,
                Vec::new(),
                format!("<{uri}>; rel=memento; datetime=\"{date}\"").into(),
            )
        };
        match asked.target.as_str() {
            "/1" => link("mp_"),
            "/2" => link(""),
            target => number(target).map_or(Reply::Fine(404, Vec::new(), Vec::new()), memento),
        }
    });
    let env = Env::new();
    let (one, two) = (server.uri("/1"), server.uri("/2"));
    let args = ["-o", "out.warc.gz", "--allow-private", "127.0.0.1", "--delay", "0"];
    let fetch = |lists: &[&str]| {
        let lists: Vec<&str> = lists.iter().flat_map(|list| ["--timemap", list]).collect();
        rows(&env.expect(0, &[&["memento", "fetch", ORIGINAL], &lists[..], &args].concat()))
    };
    let both = fetch(&[&one, &two]);
    assert_eq!(texts(&both, "urit"), [one.as_str()]);
    assert_eq!(server.asked().len(), 3);
    assert_eq!(fetch(&[&two]), both, "it is stored");
    assert_eq!(server.asked().len(), 3);
    // A list that is named twice is asked once, though nothing is stored.
    let list = ["memento", "timemap", ORIGINAL, "--timemap", &one, "--timemap", &one];
    env.expect(0, &[&list, &args[2..]].concat());
    assert_eq!(server.asked().len(), 4);
    // Nor is a memento asked for twice where two pages have it, before either is stored.
    let apart = ["memento", "fetch", "--timemap", &one, "--timemap", &two, "-o", "apart.warc.gz"];
    let apart = rows(&env.expect(0, &[&apart, &args[2..]].concat()));
    assert_eq!((apart.len(), &apart[0]["urim"]), (2, &apart[1]["urim"]));
    assert_eq!(server.asked().len(), 7);
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

const SEEDS: [&str; 3] =
    ["http://harbour.example/a", "http://harbour.example/b?c=d", "http://harbour.example/c"];

/// Archive-It, as its lists, pages and TimeMaps are: two seeds on the list, one only on the second page
/// of the collection, one without captures.
pub(crate) fn archive_it(asked: &Asked) -> Reply {
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
    // The address of the collection names it as well.
    let judge = ["offtopic", "-i", "archiveit=https://archive-it.org/collections/7877"];
    let form = ["-tm", "jaccard=0.8", "--format", "jsonl"];
    let again = rows(&env.expect(0, &[&judge[..], &form, &at].concat()));
    assert_eq!(texts(&again, "status"), texts(&judged, "status"));
    let none = ["memento", "fetch", "--archiveit", "1", "-o", "none.warc.gz"];
    let output = env.expect(1, &[&none, &at[..]].concat());
    assert!(String::from_utf8(output.stderr).expect("UTF-8").contains("seeds-not-given"));
}

/// Lists and the table of archives are inputs: no output takes their place.
#[test]
fn outputs_do_not_overwrite_what_is_read() {
    let env = Env::new();
    let read = [("pages.txt", "http://x.example/\n"), ("archives.tsv", "# archives\n")];
    for (name, text) in read {
        env.write(name, text.as_bytes());
    }
    let fetch =
        ["memento", "fetch", "pages.txt", "--archives", "archives.tsv", "-o", "out.warc.gz"];
    let timemap = ["memento", "timemap", "pages.txt", "--archives", "archives.tsv", "-o"];
    for (name, text) in read {
        for args in [
            [&fetch[..], &["--offline", "--table", name]].concat(),
            [&fetch[..], &["--offline", "--report", name]].concat(),
            [&timemap[..], &[name]].concat(),
        ] {
            let said = env.expect(2, &args);
            let said = String::from_utf8(said.stderr).expect("UTF-8");
            assert!(said.contains("would be overwritten"), "{args:?}: {said}");
            assert_eq!(fs::read(env.path(name)).expect("there"), text.as_bytes(), "{args:?}");
        }
    }
}

/// What a run will ask is told before anybody is asked.
#[test]
fn the_plan_is_told_before_a_timegate_is_asked() {
    let env = Env::new();
    let args = ["memento", "fetch", "http://x.example/", "http://y.example/", "--nearest", "2014"];
    // A private address is refused, so that nobody is waited for.
    let gate = ["--timegate", "http://127.0.0.1:9/web/{uri}", "--delay", "70", "-o", "out.warc.gz"];
    let said = env.expect(1, &[&args[..], &gate].concat());
    let said = String::from_utf8(said.stderr).expect("UTF-8");
    assert!(said.contains("2 requests to 1 archive,"), "{said}");
}

/// Mementos that do not tell their original are counted.
#[test]
fn no_list_is_looked_for_without_an_original() {
    let (env, server) = (Env::new(), archive(3));
    let list = server.uri("/timemap/{uri}");
    env.write("list.txt", format!("{ORIGINAL}\nhttps://perma.cc/AB12-CD34\n").as_bytes());
    let args = ["memento", "timemap", "list.txt", "--timemap", &list];
    let args = [&args[..], &["--allow-private", "127.0.0.1", "--delay", "0"]].concat();
    for (more, code) in [(&[][..], 0), (&["--strict"][..], 3)] {
        let said = env.expect(code, &[&args[..], more].concat());
        let said = String::from_utf8(said.stderr).expect("UTF-8");
        let refused = "list.txt: line 2 is refused: its original is not known: https://perma.cc/";
        assert!(said.contains(refused), "{said}");
    }
}

/// Of a run of equal captures, the first one within the span counts.
#[test]
fn equal_captures_are_collapsed_within_the_span() {
    let (env, digests) = (Env::new(), ["A", "A", "A", "B", "B", "A"]);
    let server = Server::start(move |_| {
        let rows = digests
            .iter()
            .enumerate()
            .map(|(n, digest)| format!(",[\"{}\",\"{ORIGINAL}\",\"{digest}\"]", stamp(n)));
        let names = "[\"timestamp\",\"original\",\"digest\"]";
        let text = format!("[{names}{}]", rows.collect::<String>());
        Reply::Fine(200, Vec::new(), text.into_bytes())
    });
    let list = server.uri("/cdx/search/cdx?url={uri}&output=json");
    let args = ["memento", "timemap", ORIGINAL, "--timemap", &list, "--format", "cdxj"];
    let args = [&args[..], &["--allow-private", "127.0.0.1", "--delay", "0"]].concat();
    for (from, to, expected) in
        [(0, 5, &[0, 3, 5][..]), (1, 5, &[1, 3, 5]), (2, 4, &[2, 3]), (4, 4, &[4])]
    {
        let (from, to) = (stamp(from), stamp(to));
        let span = ["--collapse", "digest", "--from", &from, "--to", &to];
        let text = env.expect(0, &[&args[..], &span].concat()).stdout;
        let text = String::from_utf8(text).expect("UTF-8");
        let times = text.lines().filter(|line| line.starts_with("20")).map(|line| &line[..14]);
        let expected: Vec<String> = expected.iter().map(|n| stamp(*n)).collect();
        assert_eq!(times.collect::<Vec<_>>(), expected, "{from} {to}");
    }
}

/// What cannot be looked up is no misspelt address.
#[test]
fn a_list_that_cannot_be_looked_up_is_an_error() {
    let env = Env::new();
    std::os::unix::fs::symlink("circle", env.path("circle")).expect("a link");
    let said = env.expect(1, &["memento", "timemap", "circle"]);
    let said = String::from_utf8(said.stderr).expect("UTF-8");
    assert!(said.contains("circle: cannot be read"), "{said}");
}
