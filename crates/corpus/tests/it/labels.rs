//! What `scutch template` adds to a corpus: tables of pages and nodes, who was compared with whom, ground truth.

use std::fs;

use scutch_corpus::pages::{NODES, PAGES, write_gold, write_pages};
use scutch_corpus::{Config, Extractor, Format, RunError, read_manifest};
use scutch_folder::names::{CROSSES, GROUPS, MARKUP, TEMPLATE_REPORT as REPORT};
use serde_json::Value;

use crate::archive::{Press, lines, page, read_lines, response};

/// Pages of one template, two snapshots of one of them, and a page of another host.
fn corpus(nodes: bool) -> (Press, Config) {
    let press = Press::new();
    let mut bytes: Vec<u8> = (1..6).flat_map(|n| page("a.example", n, n)).collect();
    bytes.extend(page("a.example", 1, 20));
    bytes.extend(page("b.example", 1, 1));
    bytes.extend(response(
        "http://c.example/t",
        1,
        "200 OK",
        "text/html",
        "<p>One line only here.",
    ));
    press.write("a.warc", &bytes);
    let mut config = Config {
        extractor: Extractor::Template,
        ..press.config(&["a.warc"], &[Format::Jsonl, Format::Parquet])
    };
    config.template.crosses = true;
    config.template.nodes = nodes;
    press.run(&config, "c");
    (press, config)
}

#[test]
fn every_page_says_what_it_was_compared_with() {
    let (press, _) = corpus(false);
    let labelled = write_pages(&press.path("c")).expect("writes");
    let folder = press.path("c");
    let pages = read_lines(&folder, "pages.jsonl");
    let rows = press.rows("c");
    assert_eq!(pages.len(), rows.len());
    assert_eq!(labelled.jointly + labelled.alone, rows.len() as u64);
    assert!(labelled.jointly >= 5, "{labelled:?}");
    for (page, row) in pages.iter().zip(&rows) {
        assert_eq!((&page["id"], &page["text"]), (&row["id"], &row["text"]));
        assert_eq!((&page["cross"], &page["group"]), (&row["cross"], &row["template_group"]));
        assert_eq!(page["timestamp"].as_str().map(str::len), Some(14));
        let joint = page["cross"].as_str().expect("digits") != "10000";
        assert_eq!(page["status"], if joint { "joint" } else { "no-cross" });
        assert_eq!(page["reason"].is_null(), joint, "{page}");
    }
    let crosses = read_lines(&folder, CROSSES);
    for (cross, row) in crosses.iter().zip(&rows) {
        let compared: Value =
            serde_json::from_str(row["joint_json"].as_str().expect("JSON")).expect("JSON");
        for (place, name) in ["up", "down", "prev", "next"].into_iter().enumerate() {
            let digit = &row["cross"].as_str().expect("digits")[place + 1..place + 2];
            assert_eq!(cross[name].is_null(), digit == "0", "{name}: {cross}");
            assert_eq!(cross[name], compared[name]);
        }
    }
    let snapshot = crosses.iter().find(|line| !line["next"].is_null()).expect("a snapshot");
    assert_eq!(snapshot["next"]["url"], snapshot["url"]);
    let groups = read_lines(&folder, GROUPS);
    let captures: u64 = groups.iter().map(|group| group["captures"].as_u64().expect("n")).sum();
    let grouped = pages.iter().filter(|page| !page["group"].is_null()).count();
    assert_eq!(captures, grouped as u64);
}

#[test]
fn nodes_have_the_words_and_the_class_of_each_run() {
    let (press, config) = corpus(true);
    write_pages(&press.path("c")).expect("writes");
    let folder = press.path("c");
    let nodes = read_lines(&folder, "nodes.jsonl");
    assert!(nodes.len() > 20, "{}", nodes.len());
    for node in &nodes {
        assert!(
            ["content", "boilerplate", "invalid"].contains(&node["class"].as_str().expect("class"))
        );
        let score = node["score"].as_f64().expect("a score");
        assert!((0.0..=1.0).contains(&score), "{node}");
        assert!(!node["text"].as_str().expect("words").is_empty());
    }
    let story =
        nodes.iter().find(|node| node["text"].as_str().expect("w").contains("ferry number 3"));
    assert_eq!(story.expect("a story")["class"], "content");
    let footer = nodes.iter().find(|node| node["text"] == "All rights a.example");
    assert_eq!(footer.expect("a footer")["class"], "boilerplate");
    // The table in Parquet has the rows that the lines have.
    for (table, name) in [(&PAGES, "pages.parquet"), (&NODES, "nodes.parquet")] {
        assert_eq!(table.written(&config.formats).len(), 2);
        let mut out = Vec::new();
        let file = fs::File::open(folder.join(name)).expect("opens");
        table.lines_of(file, &mut out).expect("reads");
        let expected = fs::read(table.file(&folder).expect("a file")).expect("lines");
        let rounded = |bytes: &[u8]| -> Vec<Value> {
            let mut rows = lines(bytes);
            for row in &mut rows {
                if let Some(score) = row.get("score").and_then(Value::as_f64) {
                    row["score"] = Value::from((score * 1000.0).round());
                }
            }
            rows
        };
        assert_eq!(rounded(&out), rounded(&expected), "{name}");
    }
}

#[test]
fn the_manifest_lists_the_tables_and_another_run_clears_them() {
    let (press, config) = corpus(true);
    write_pages(&press.path("c")).expect("writes");
    let folder = press.path("c");
    let listed = |name: &str| {
        let manifest = read_manifest(&folder).expect("a manifest");
        manifest.outputs.iter().any(|output| output.path == name)
    };
    for name in ["pages.jsonl", "pages.parquet", "nodes.jsonl", GROUPS, CROSSES, REPORT] {
        assert!(listed(name) && folder.join(name).exists(), "{name}");
    }
    assert!(!listed(MARKUP), "nobody asked for the pages with their labels");
    let report = fs::read_to_string(folder.join(REPORT)).expect("reads");
    assert!(report.contains("Template groups"));
    let request = scutch_corpus::Request {
        overwrite: true,
        ..press.request(&Config { seed: 9, ..config }, "c")
    };
    scutch_corpus::run(&request, &scutch_corpus::Unwatched).expect("replaces");
    assert!(!folder.join("pages.jsonl").exists() && !folder.join("nodes.parquet").exists());
}

#[test]
fn labels_become_ground_truth_to_be_corrected() {
    let (press, _) = corpus(true);
    let mut out = Vec::new();
    let written = write_gold(&press.path("c"), &mut out).expect("writes");
    let gold = lines(&out);
    assert_eq!(written.pages, gold.len() as u64);
    assert_eq!(written.pages + written.blank + written.again, 8);
    for page in &gold {
        let nodes = page["text_nodes"].as_array().expect("nodes");
        assert!(!nodes.is_empty());
        assert!(page["site"].as_str().is_some_and(|site| site.ends_with(".example")));
    }
}

#[test]
fn gold_needs_labels_of_nodes() {
    let (press, _) = corpus(false);
    let gold = write_gold(&press.path("c"), Vec::new());
    assert!(matches!(gold, Err(RunError::NotLabelled(_))));
    assert!(matches!(write_pages(&press.path("none")), Err(RunError::NoSuchFolder(_))));
}
