//! Labels of nodes as files: in which formats, as ground truth, and what is left open.

use std::fs;
use std::io::Write as _;

use insta::assert_snapshot;

use crate::ground_truth::gold;
use crate::harness::{Env, bytes_of};
use crate::template::{pages, with_magazine};

#[test]
fn tables_in_parquet_hold_what_lines_hold() {
    let env = with_magazine();
    for (out, format) in [("lines", "jsonl"), ("both", "parquet,jsonl"), ("rows", "parquet")] {
        let how = ["--method", "t001", "--nodes", "--format", format, "-q"];
        env.expect(0, &[&["template", "in", "-o", out], how.as_slice()].concat());
    }
    let file = |name: &str| fs::read(env.path(name)).ok();
    for table in ["pages", "nodes"] {
        let lines = file(&format!("lines/{table}.jsonl"));
        assert!(lines.is_some() && lines == file(&format!("both/{table}.jsonl")), "{table}");
        let rows = file(&format!("rows/{table}.parquet"));
        assert!(rows.is_some() && rows == file(&format!("both/{table}.parquet")), "{table}");
        let absent = [format!("lines/{table}.parquet"), format!("rows/{table}.jsonl")];
        assert!(absent.iter().all(|name| file(name).is_none()), "{table}");
    }
    // What reads labels takes either.
    let output = env.expect(0, &["template", "compare", "lines", "rows"]);
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.contains("8 pages in both, 0 only in A, 0 only in B; 0 differ"), "{told}");
    env.write("gold.jsonl", gold().replace("20191201080000", "20190517100001").as_bytes());
    let scores = |labels: &str| env.expect(0, &["evaluate", "template", "gold.jsonl", labels]);
    assert_eq!(scores("lines").stdout, scores("rows/nodes.parquet").stdout);
    assert_snapshot!(env.shot(&[
        "template",
        "in",
        "-o",
        "both",
        "--nodes",
        "--method",
        "t001",
        "--format",
        "jsonl,parquet"
    ]));
    // What another run left in other formats goes.
    env.expect(0, &["template", "in", "-o", "both", "--overwrite", "-q"]);
    assert!(file("both/nodes.parquet").is_none() && file("both/pages.parquet").is_none());
}

/// What is written as ground truth and read again is what the run says itself.
#[test]
fn labels_become_ground_truth() {
    let env = with_magazine();
    for method in ["learned", "t001", "t005"] {
        let how = ["--method", method, "--nodes", "--format", "parquet", "-q"];
        env.expect(0, &[&["template", "in", "-o", method], how.as_slice()].concat());
        let gold = format!("{method}.jsonl");
        let told = env.expect(0, &["template", "gold", method, "-o", &gold]).stderr;
        let told = String::from_utf8(told).expect("UTF-8");
        assert_eq!(told, "8 pages written, 0 without text left out\n", "{method}");
        let scores = env.expect(0, &["evaluate", "template", &gold, method, "--json"]).stdout;
        let scores: serde_json::Value = serde_json::from_slice(&scores).expect("JSON");
        let scores = &scores["methods"][0];
        assert_eq!((&scores["missing"], &scores["unaligned"]), (&0.into(), &0.0.into()));
        let readings = scores["readings"].as_array().expect("readings");
        let numbers = ["accuracy", "token_f1", "bag_f1"];
        for (reading, number) in readings.iter().flat_map(|r| numbers.map(|number| (r, number))) {
            assert_eq!(reading["micro"][number], 1.0, "{method}, {number}: {reading}");
            let tokens = &reading["micro"]["tokens"];
            assert!(number.ends_with("f1") || tokens[number] == 1.0, "{method}: {reading}");
        }
    }
    let lines = fs::read_to_string(env.path("t001.jsonl")).expect("gold");
    let page: serde_json::Value =
        serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert_snapshot!(serde_json::to_string_pretty(&page).expect("JSON"));
    env.expect(0, &["template", "in", "-o", "bare", "-q"]);
    assert_snapshot!(env.shot(&["template", "gold", "bare"]));
    let part = "learned/docs/part-00000.parquet";
    env.expect(2, &["template", "gold", "learned", "-o", part]);
}

/// Lines in any order, of which some stand there twice, packed, with a byte order mark and empty lines, without records.
#[test]
fn labels_are_compared_however_the_file_is_written() {
    let env = with_magazine();
    for method in ["learned", "t001"] {
        env.expect(0, &["template", "in", "-o", method, "--method", method, "--nodes", "-q"]);
    }
    let nodes = fs::read_to_string(env.path("learned/nodes.jsonl")).expect("nodes");
    let mut lines: Vec<&str> = nodes.lines().collect();
    lines.sort_by_key(|line| line.len());
    let twice = [&lines[..], &lines[..9]].concat();
    env.write("shuffled.jsonl", format!("\u{feff}{}\n\n", twice.join("\n")).as_bytes());
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(nodes.as_bytes()).expect("packed");
    env.write("packed.jsonl.gz", &packed.finish().expect("packed"));
    env.write("bare.jsonl", nodes.replace("warc_record_id", "record").as_bytes());
    let compared = |labels: &str| {
        let output = env.expect(0, &["template", "compare", labels, "t001"]);
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let known = compared("learned");
    for labels in ["shuffled.jsonl", "packed.jsonl.gz", "bare.jsonl"] {
        let pages = |text: &str| {
            let (head, tail) = text.split_once("pages that differ most").expect("pages");
            let mut tail: Vec<String> = tail.lines().map(str::to_owned).collect();
            tail.sort();
            (head.to_owned(), tail)
        };
        assert_eq!(pages(&compared(labels)), pages(&known), "{labels}");
    }
}

#[test]
fn scores_near_the_threshold_are_undecided() {
    let env = with_magazine();
    let how = ["--nodes", "--markup", "content", "-q"];
    // Thresholds of these short pages are low: at .4 from them nothing would be sure boilerplate.
    for (out, more) in [("sure", &[][..]), ("open", &["--undecided", "0.3"])] {
        env.expect(0, &[&["template", "in", "-o", out], how.as_slice(), more].concat());
    }
    // Texts are decided by their scores all the same.
    assert_eq!(texts(&env, "sure"), texts(&env, "open"));
    let nodes = |out: &str| fs::read_to_string(env.path(out).join("nodes.jsonl")).expect("nodes");
    assert!(!nodes("sure").contains("undecided"));
    let of = |class: &str| nodes("open").matches(&format!("\"class\":\"{class}\"")).count();
    let open = of("undecided");
    assert!(open > 0 && of("content") > 0 && of("boilerplate") > 0, "{open}");
    let markup = bytes_of(&env.path("open/markup"));
    let marked = markup.iter().map(|(_, bytes)| {
        std::str::from_utf8(bytes).expect("UTF-8").matches("<undecided>").count()
    });
    assert_eq!(marked.sum::<usize>(), open);
    let report = fs::read_to_string(env.path("open/template.html")).expect("report");
    assert!(report.contains("Undecided is what the method leaves open"));
    let output = env.expect(0, &["template", "compare", "sure", "open"]);
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.contains("invalid"), "{told}");
    env.expect(0, &["verify", "open", "-q"]);
    let wrong = [["--undecided", "0.6"], ["--undecided", "0.1"]];
    let methods = ["learned", "t001"];
    let wrong = wrong.iter().zip(methods).map(|(width, method)| {
        env.shot(&[&["template", "in", "-o", "x", "--method", method], &width[..]].concat())
    });
    assert_snapshot!(wrong.collect::<String>());
}

fn texts(env: &Env, folder: &str) -> Vec<serde_json::Value> {
    pages(env, folder).iter().map(|page| page["text"].clone()).collect()
}
