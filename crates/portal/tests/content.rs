//! Content rules of ten portals, whose TEI `bench/portal_tei.py` compares with that of another
//! program.

use std::fs;
use std::path::Path;

use scutch_portal::{Portal, tags};

#[test]
fn content_rules_of_ten_portals_are_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/content");
    let mut found = 0;
    for entry in fs::read_dir(folder).expect("folder") {
        let path = entry.expect("entry").path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("file");
        let portal = Portal::load(&text, None).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        assert!(!portal.content.is_empty(), "{path:?}");
        found += 1;
    }
    assert_eq!(found, 10);
}

#[test]
fn the_table_of_their_tags_is_valid() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/content/tags.tsv");
    let lines = tags::read(&fs::read_to_string(path).expect("table")).expect("lines");
    let (table, open) = tags::to_portal_file(&lines);
    assert_eq!((lines.len(), open), (33, 0));
    let rules = table.replace("[content.table]", "[[content]]\nroot = ['body']\n[content.table]");
    Portal::load(&format!("url = 'http://a.example/'\n{rules}"), None).expect("rules");
}
