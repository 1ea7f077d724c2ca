//! The registry file declares what stands in vertical text. A reader of its own reads both.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::formats::tagged;
use crate::harness::{Env, root};

/// What a registry file declares, and what vertical text has.
#[derive(Debug, Default, PartialEq, Eq)]
struct Inventory {
    columns: Vec<String>,
    /// Attributes of each structure.
    structures: BTreeMap<String, BTreeSet<String>>,
}

/// Reads a registry file: keys with values, and blocks in braces.
fn declared(registry: &str) -> (Inventory, BTreeMap<String, String>) {
    let (mut found, mut keys) = (Inventory::default(), BTreeMap::new());
    let mut open: Vec<(String, String)> = Vec::new();
    for line in registry.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if line == "}" {
            open.pop().expect("a block is open");
            continue;
        }
        let (key, value) = line.split_once(' ').expect("a key and its value");
        let name = value.trim_end_matches(" {").trim_matches('"').to_owned();
        match (key, open.last()) {
            ("STRUCTURE", None) => _ = found.structures.entry(name.clone()).or_default(),
            ("ATTRIBUTE", None) => found.columns.push(name.clone()),
            ("ATTRIBUTE", Some((_, around))) => {
                let attributes = found.structures.get_mut(around).expect("within a structure");
                assert!(attributes.insert(name.clone()), "twice: {line}");
            }
            (key, around) => {
                let around = around.map(|(_, name)| format!("{name}.")).unwrap_or_default();
                keys.insert(format!("{around}{key}"), name.clone());
            }
        }
        if value.ends_with('{') {
            open.push((key.to_owned(), name));
        }
    }
    assert!(open.is_empty(), "{open:?}");
    (found, keys)
}

/// Reads vertical text: structures with their attributes, and the columns of tokens by number.
fn written(vertical: &str) -> Inventory {
    let mut found = Inventory::default();
    for line in vertical.lines().filter(|line| !line.starts_with("</")) {
        let Some(tag) = line.strip_prefix('<') else {
            let columns = line.split('\t').count();
            assert!([0, columns].contains(&found.columns.len()), "other columns: {line}");
            found.columns = vec![String::new(); columns];
            continue;
        };
        let tag = tag.trim_end_matches('>').trim_end_matches('/');
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let known = found.structures.entry(name.to_owned()).or_default();
        // Quotes in values are escaped, so every second piece is a value.
        let names = attributes.split('"').step_by(2).filter(|piece| !piece.is_empty());
        known.extend(names.map(|name| name.trim().trim_end_matches('=').to_owned()));
    }
    found
}

#[test]
fn the_registry_declares_what_stands_in_vertical_text() {
    let env = Env::new();
    let samples = root().join("samples").display().to_string();
    let description = "[corpus]\ntitle = 'The \"Courier\"'\ndate = '2026'\n\
        makers = [{ name = 'Gull, Anna' }]\n";
    env.write("corpus.toml", description.as_bytes());
    let run = |out: &str, format: &str, more: &[&str]| {
        let own = ["corpus", &samples, "-o", out, "--format", format, "--comments", "-q"];
        env.expect(0, &[&own[..], more].concat());
    };
    run("plain", "conllu,vertical", &[]);
    let part = |path: &str| fs::read_to_string(env.path(path)).expect("a part");
    env.write("tagged.conllu", tagged(&part("plain/conllu/part-00000.conllu")).as_bytes());
    let more = ["--annotations", "tagged.conllu", "--corpus-metadata", "corpus.toml"];
    run("annotated", "vertical", &more);
    for (out, columns) in [("plain", 1), ("annotated", 5)] {
        let registry = env.expect(0, &["config", "registry", out]).stdout;
        let registry = String::from_utf8(registry).expect("UTF-8");
        let (declared, keys) = declared(&registry);
        let written = written(&part(&format!("{out}/vertical/part-00000.vert")));
        assert_eq!((declared.columns.len(), written.columns.len()), (columns, columns));
        // Every structure is there, and every attribute: the samples have them all.
        assert_eq!(declared.structures, written.structures, "{registry}");
        assert_eq!(keys["rend.MULTISEP"], ",");
        assert_eq!(keys.contains_key("feats.MULTISEP"), columns == 5);
        let title = if out == "plain" { "plain" } else { "The 'Courier'" };
        assert_eq!(
            (keys["NAME"].as_str(), keys["PATH"].as_str()),
            (title, &*format!("/corpora/{out}/"))
        );
    }
    let any = env.expect(0, &["config", "registry"]).stdout;
    let plain = env.expect(0, &["config", "registry", "plain"]).stdout;
    let plain = String::from_utf8(plain).expect("UTF-8").replace("plain", "corpus");
    assert_eq!(String::from_utf8(any).expect("UTF-8"), plain);
}

#[test]
fn a_corpus_without_vertical_text_has_no_registry() {
    let env = Env::new();
    env.write("a.warc", &crate::harness::small_archive());
    env.expect(0, &["corpus", "a.warc", "-o", "c", "--format", "jsonl", "-q"]);
    let told = env.expect(1, &["config", "registry", "c"]).stderr;
    let told = String::from_utf8(told).expect("UTF-8");
    assert!(told.contains("c: no vertical text"), "{told}");
}
