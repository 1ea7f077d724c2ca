//! What pages ask of machines: columns with `--usage-preferences`, rows left out with `--respect`.

use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::harness::{Env, article, bytes_of, record};

/// Pages by what they and their servers say.
const PAGES: &[(&str, &str, &str)] = &[
    ("silent", "", ""),
    ("index", "<meta name=robots content='index, follow'>", "X-Robots-Tag: otherbot: noindex\r\n"),
    ("noindex", "<meta name=ROBOTS content=' NOINDEX,nofollow '>", ""),
    ("noai", "", "X-Robots-Tag: noimageai\r\nx-robots-tag: scutch: noai\r\n"),
    ("pictures", "<meta name=robots content='noimageai, nosnippet'>", "TDM-Reservation: 0\r\n"),
    ("tdm", "<meta name=tdm-reservation content=1>", "tdm-policy: https://a.example/tdm.json\r\n"),
    ("replayed", "", "X-Robots-Tag: noindex\r\nX-Archive-Orig-Tdm-Reservation: 1\r\n"),
];

fn with_pages() -> Env {
    let env = Env::new();
    let mut archive = Vec::new();
    for (number, (name, meta, fields)) in (2..).zip(PAGES) {
        let html = article(number).replace("<head>", &format!("<head>{meta}"));
        let block = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{fields}\r\n{html}"
        );
        let url = format!("http://harbour.example/{name}");
        let kind = "application/http; msgtype=response";
        archive.extend(record("response", &url, number, kind, block.as_bytes()));
    }
    env.write("a.warc", &archive);
    env
}

fn rows(env: &Env, folder: &str) -> Vec<Value> {
    let part = fs::read(env.path(folder).join("docs/part-00000.jsonl.zst")).expect("rows");
    let text = String::from_utf8(zstd::decode_all(&*part).expect("zstd")).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

fn names(rows: &[Value]) -> Vec<&str> {
    let urls = rows.iter().filter_map(|row| row["url"].as_str());
    urls.filter_map(|url| url.rsplit('/').next()).collect()
}

#[test]
fn pages_say_what_they_ask_of_machines() {
    let env = with_pages();
    let formats = "jsonl,parquet,csv";
    let said = ["corpus", "a.warc", "-o", "said", "--format", formats, "--usage-preferences"];
    env.expect(0, &[&said[..], &["-q"]].concat());
    env.expect(0, &["corpus", "a.warc", "-o", "plain", "--format", formats, "-q"]);
    let columns = ["robots_directives", "tdm_reservation", "tdm_policy"];
    let rows_said = rows(&env, "said");
    let found: Vec<Value> = rows_said
        .iter()
        .map(|row| columns.iter().map(|column| row[*column].clone()).collect())
        .collect();
    let policy = "https://a.example/tdm.json";
    let expected = [
        json!([[], null, null]),
        json!([["follow", "index"], null, null]),
        json!([["nofollow", "noindex"], null, null]),
        json!([["noai", "noimageai"], null, null]),
        json!([["noimageai", "nosnippet"], false, null]),
        json!([[], true, policy]),
        json!([[], true, null]),
    ];
    assert_eq!(found, expected);
    // The other columns are those of a plain run, which has no more.
    let mut without = rows_said;
    for row in &mut without {
        let row = row.as_object_mut().expect("a row");
        columns.iter().for_each(|column| assert!(row.remove(*column).is_some(), "{column}"));
    }
    assert_eq!(without, rows(&env, "plain"));
    env.expect(0, &["verify", "said", "-q"]);
    let settings =
        String::from_utf8(env.expect(0, &[&said[..], &["--emit-config"]].concat()).stdout);
    assert!(settings.expect("UTF-8").contains("usage_preferences = true\n"));
}

#[test]
fn pages_that_refuse_are_left_out_where_that_is_asked_for() {
    let env = with_pages();
    assert_snapshot!(env.shot(&[
        "corpus",
        "a.warc",
        "-o",
        "c",
        "--respect",
        "--format",
        "jsonl",
        "-v"
    ]));
    let kept = rows(&env, "c");
    assert_eq!(names(&kept), ["silent", "index", "pictures"]);
    assert!(kept.iter().all(|row| row.get("tdm_reservation").is_none()));
    env.expect(0, &["verify", "c", "-q"]);
    // Without the option nothing is left out, and the manifest does not speak of it.
    env.expect(0, &["corpus", "a.warc", "-o", "all", "--format", "jsonl", "-q"]);
    assert_eq!(rows(&env, "all").len(), PAGES.len());
    let all = bytes_of(&env.path("all"));
    let says = |name: &str| {
        all.iter().any(|(_, bytes)| bytes.windows(name.len()).any(|w| w == name.as_bytes()))
    };
    assert!(!says("robots-directive") && !says("\"respect\"") && !says("usage_preferences"));
}
