//! Any bytes as gold, and as labels of a page of gold: of templates, and of off-topic mementos.

use scutch_evaluate::{GoldPage, RunLabels, read_gold};
use scutch_topic::label::{csv_fields, read_labels};

/// One execution.
pub fn run(data: &[u8]) {
    let pages = read_gold(data).unwrap_or_default();
    for page in &pages {
        // Runs of mixed nodes take the place of their node.
        let _ = page.text_nodes.iter().filter_map(|node| node.wanted()).count();
    }
    let known = GoldPage {
        site: "a".to_owned(),
        lang: None,
        url: "http://a.example/".to_owned(),
        timestamp: "20200101000000".to_owned(),
        text_nodes: Vec::new(),
    };
    let _ = RunLabels::read(data, &[known]);
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        assert!(!csv_fields(line).is_empty());
    }
    if let Ok(labels) = read_labels(text) {
        assert!(labels.len() <= text.lines().count());
    }
}
