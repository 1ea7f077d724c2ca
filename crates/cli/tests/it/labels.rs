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
        // Their footers differ: they name the configuration, and so the formats.
        let rows = ["rows", "both"].map(|out| file(&format!("{out}/{table}.parquet")));
        assert!(rows.iter().all(Option::is_some), "{table}");
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
        assert_eq!(told, "8 pages written, 0 without nodes left out\n", "{method}");
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

/// Nodes in any order, of which some stand there twice, packed, with a byte order mark and empty lines, without records.
#[test]
fn labels_are_compared_however_the_file_is_written() {
    let env = with_magazine();
    env.expect(0, &["template", "in", "-o", "t001", "--method", "t001", "--nodes", "-q"]);
    env.write("gold.jsonl", gold().replace("20191201080000", "20190517100001").as_bytes());
    let nodes = fs::read_to_string(env.path("t001/nodes.jsonl")).expect("nodes");
    // Runs of a node stay together.
    let mut lines: Vec<(serde_json::Value, &str)> =
        nodes.lines().map(|line| (serde_json::from_str(line).expect("JSON"), line)).collect();
    let key = |line: &serde_json::Value| {
        let node = line["node"].as_u64().expect("a number");
        (node * 7 % 31, node, line["url"].to_string(), line["timestamp"].to_string())
    };
    lines.sort_by_key(|(line, _)| key(line));
    let lines: Vec<&str> = lines.into_iter().map(|(_, line)| line).collect();
    assert!(lines.len() > 40 && lines != nodes.lines().collect::<Vec<_>>());
    let twice = [&lines[..], &lines[..9]].concat();
    env.write("shuffled.jsonl", format!("\u{feff}\n{}\n\n", twice.join("\n")).as_bytes());
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(nodes.as_bytes()).expect("packed");
    env.write("packed.jsonl.gz", &packed.finish().expect("packed"));
    env.write("bare.jsonl", nodes.replace("warc_record_id", "record").as_bytes());
    let told = |args: [&str; 4]| {
        let output = env.expect(0, &args);
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    env.write("copy.jsonl", nodes.as_bytes());
    let known = told(["evaluate", "template", "gold.jsonl", "copy.jsonl"]);
    for labels in ["shuffled.jsonl", "packed.jsonl.gz", "bare.jsonl"] {
        let compared = told(["template", "compare", labels, "t001"]);
        assert!(
            compared.contains("8 pages in both, 0 only in A, 0 only in B; 0 differ"),
            "{labels}: {compared}"
        );
        if labels != "shuffled.jsonl" {
            assert_eq!(told(["evaluate", "template", "gold.jsonl", labels]), known, "{labels}");
        }
    }
    // The mark is no line of its own there.
    env.write("shuffled.jsonl", twice.join("\n").as_bytes());
    assert_eq!(told(["evaluate", "template", "gold.jsonl", "shuffled.jsonl"]), known);
}

/// Pages of three words are not aligned to the end, which is said.
#[test]
fn labels_that_are_not_aligned_are_counted() {
    let env = Env::new();
    let text = |step: usize| -> String {
        let mut state = step;
        let word = |_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ["yes ", "no ", "perhaps "][(state >> 33) % 3]
        };
        (0..6000).map(word).collect()
    };
    let gold = serde_json::json!({"site": "s", "url": "http://a.example/", "timestamp": "20190517100001",
        "text_nodes": [{"text": text(1), "label": "content"}]});
    let pred = serde_json::json!({"url": "http://a.example/", "timestamp": "20190517100001", "text": text(2),
        "class": "content", "cross": "11000", "method": "other"});
    env.write("gold.jsonl", gold.to_string().as_bytes())
        .write("p.jsonl", pred.to_string().as_bytes());
    let output = env.expect(0, &["evaluate", "template", "gold.jsonl", "p.jsonl"]);
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(told.contains("note: p.jsonl: 1 page whose words repeat so much"), "{told}");
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
