//! Status and media type of a capture, read alike by all verbs, and keys of answers to forms.

use serde_json::Value;

use crate::harness::{Env, article, record};

const HTTP: &str = "application/http; msgtype=response";

/// Lines of JSON on standard output.
fn lines(env: &Env, args: &[&str]) -> Vec<Value> {
    let output = env.expect(0, args);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let object = |line: &str| serde_json::from_str(&line[line.find('{')?..]).ok();
    text.lines().map(|line| object(line).expect("JSON")).collect()
}

/// URLs of the rows of a corpus.
fn rows(env: &Env, archive: &str) -> Vec<String> {
    env.expect(0, &["corpus", archive, "-o", "c", "--format", "jsonl", "-q", "--overwrite"]);
    let part = std::fs::read(env.path("c/docs/part-00000.jsonl.zst")).expect("rows");
    let text = String::from_utf8(zstd::decode_all(&part[..]).expect("zstd")).expect("UTF-8");
    let row = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["url"].to_string();
    text.lines().map(row).collect()
}

fn urls(lines: &[Value]) -> Vec<String> {
    lines.iter().map(|line| line["url"].to_string()).collect()
}

#[test]
fn what_one_verb_takes_for_a_page_all_take_for_one() {
    let env = Env::new();
    let page = article(1);
    let types = [
        ("text/html", true),
        ("text/html charset=utf-8", true),
        ("text/html, text/html; charset=utf-8", true),
        ("\"text/html; charset=utf-8\"", true),
        ("*/*", true),
        ("unknown/unknown", true),
        ("application/octet-stream", true),
        ("; charset=utf-8", true),
        ("", true),
        ("text/plain", false),
        ("application/xml", false),
        ("image/png", false),
    ];
    let mut bytes = Vec::new();
    for (n, (media_type, _)) in (1..).zip(types) {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\n\r\n{page}");
        let uri = format!("http://harbour.example/{n}");
        bytes.extend(record("response", &uri, n, HTTP, block.as_bytes()));
    }
    env.write("a.warc", &bytes);
    let expected: Vec<String> = (1..)
        .zip(types)
        .filter(|(_, (_, is_page))| *is_page)
        .map(|(n, _)| format!("\"http://harbour.example/{n}\""))
        .collect();
    assert_eq!(rows(&env, "a.warc"), expected);
    let html = ["--mime", "text/html"];
    let listed = lines(&env, &[&["archive", "ls", "a.warc", "--json"][..], &html].concat());
    assert_eq!(urls(&listed), expected);
    let mut indexed = urls(&lines(&env, &[&["archive", "index", "a.warc"][..], &html].concat()));
    indexed.sort_by_key(String::len);
    assert_eq!(indexed, expected);
    env.expect(0, &[&["archive", "subset", "a.warc", "-o", "b.warc.gz"][..], &html].concat());
    assert_eq!(urls(&lines(&env, &["archive", "ls", "b.warc.gz", "--json"])), expected);
    let stats = lines(&env, &["archive", "stats", "a.warc", "--json"]);
    assert_eq!(stats[0]["counts"]["mime"]["text/html"], expected.len());
}

#[test]
fn heads_before_the_response_are_passed_over_by_all_verbs() {
    let env = Env::new();
    let before = [
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n",
        "HTTP/1.1 200 Connection established\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n",
    ];
    let mut bytes = Vec::new();
    for (n, before) in (1..).zip(before) {
        // Longer than what an index reads of a record.
        let link = "</a>; rel=preload, ".repeat(600);
        let head = format!("HTTP/2 203\r\nLink: {link}\r\nContent-Type: text/html\r\n\r\n");
        let block = format!("{before}{head}{}", article(n));
        let uri = format!("http://harbour.example/{n}");
        let record = record("response", &uri, n, HTTP, block.as_bytes());
        let mut member = flate2::write::GzEncoder::new(&mut bytes, flate2::Compression::fast());
        std::io::Write::write_all(&mut member, &record).expect("memory");
        member.finish().expect("memory");
    }
    env.write("a.warc.gz", &bytes);
    for args in [["archive", "ls", "a.warc.gz", "--json"], ["archive", "index", "a.warc.gz", "-v"]]
    {
        let found = lines(&env, &args[..if args[1] == "ls" { 4 } else { 3 }]);
        assert_eq!(found.len(), before.len());
        for line in found {
            let status = line["status"].to_string();
            assert_eq!(status.trim_matches('"'), "203", "{line}");
            assert_eq!(line["mime"], "text/html", "{line}");
        }
    }
    env.expect(0, &["corpus", "a.warc.gz", "-o", "c", "--status", "203", "-q"]);
}

#[test]
fn answers_to_a_form_have_keys_of_their_own() {
    let env = Env::new();
    let mut bytes = Vec::new();
    for (n, word) in (1..).zip(["fog", "tide"]) {
        let uri = "http://harbour.example/find";
        let asked = format!(
            "POST /find HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\n\r\nq={word}",
            word.len() + 2
        );
        let answer = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{}", article(n));
        bytes.extend(record("response", uri, n, HTTP, answer.as_bytes()));
        let request = "application/http; msgtype=request";
        let mut asked = record("request", uri, n + 10, request, asked.as_bytes());
        let to =
            format!("WARC-Concurrent-To: <urn:uuid:00000000-0000-4000-8000-{n:012}>\r\nWARC-Date");
        asked = String::from_utf8(asked).expect("UTF-8").replacen("WARC-Date", &to, 1).into_bytes();
        bytes.extend(asked);
    }
    env.write("a.warc", &bytes);
    let keys = |args: &[&str]| {
        let output = env.expect(0, &[&["archive", "index", "a.warc"], args].concat());
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let key = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
        text.lines().map(key).collect::<Vec<_>>()
    };
    assert_eq!(keys(&[]), ["example,harbour)/find", "example,harbour)/find"]);
    let of = |word| format!("example,harbour)/find?__wb_method=post&q={word}");
    assert_eq!(keys(&["--post-append"]), [of("fog"), of("tide")]);
    let found = lines(&env, &["archive", "index", "a.warc", "--post-append"]);
    assert_eq!((&found[1]["method"], &found[1]["requestBody"]), (&"POST".into(), &"q=tide".into()));
    assert_eq!(found[1]["url"], "http://harbour.example/find");
}

#[test]
fn a_coding_that_cannot_be_undone_is_a_loss_with_a_reason() {
    let env = Env::new();
    let noise: Vec<u8> =
        (0..900_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let mut bytes = Vec::new();
    for (n, coding) in (1..).zip(["gzip", "br", "x-secret"]) {
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: {coding}\r\n\r\n"
        );
        let block = [head.as_bytes(), &noise].concat();
        bytes.extend(record("response", "http://harbour.example/", n, HTTP, &block));
    }
    env.write("a.warc", &bytes);
    env.expect(5, &["corpus", "a.warc", "-o", "c", "-q"]);
    let quarantine = std::fs::read_to_string(env.path("c/quarantine.jsonl")).expect("quarantine");
    let lines: Vec<&str> = quarantine.lines().collect();
    assert_eq!(lines.len(), 3, "{quarantine}");
    for (line, coding) in lines.iter().zip(["gzip", "br", "x-secret"]) {
        assert!(line.contains("\"encoding-lost\"") && line.contains(coding), "{line}");
    }
}
