//! The table of elements, and the schemas made of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::cases::cases;
use super::*;

#[test]
fn a_broken_rule_is_named() {
    let mut xml = Xml::default();
    xml.open(El::Body);
    xml.open(El::Head);
    xml.close();
    xml.close();
    let rule = xml.finish().expect_err("a head may not stand in the body");
    assert_eq!(rule, "`head` may not stand here in `body`");
    let mut xml = Xml::default();
    xml.open(El::List);
    xml.close();
    assert_eq!(xml.finish().expect_err("empty"), "`list` needs `item`");
    let mut xml = Xml::default();
    xml.open(El::Graphic);
    xml.attribute("url", "");
    xml.close();
    assert_eq!(xml.finish().expect_err("no url"), "`graphic` needs a valid attribute `url`");
}

/// A file of the repository that is made from the table: `rng` or `odd`.
fn schema(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/tei-scutch.{kind}"))
}

#[test]
fn the_schemas_in_the_repository_are_those_of_the_table() {
    for (kind, expected) in [("rng", relaxng::relaxng()), ("odd", odd::odd())] {
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(schema(kind), &expected).expect("the schema can be written");
        }
        let found = fs::read_to_string(schema(kind)).unwrap_or_default();
        assert!(found == expected, "{kind} out of date: UPDATE_DOCS=1 cargo test -p scutch-corpus");
    }
}

/// Elements with their attributes, as a file names them: `element` and `attribute` are what stands
/// before a name.
fn declared(file: &str, element: &str, attribute: &str) -> Vec<(String, Vec<String>)> {
    let name = |line: &str, before: &str| {
        let (_, name) = line.split_once(before)?;
        Some(name.split_once('"')?.0.trim_start_matches("xml:").to_owned())
    };
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in fs::read_to_string(file).expect("the file").lines() {
        found.extend(name(line, element).map(|name| (name, Vec::new())));
        if let (Some(name), Some((_, attributes))) = (name(line, attribute), found.last_mut()) {
            attributes.push(name);
        }
    }
    found
}

#[test]
fn both_schemas_declare_the_same_elements_and_attributes() {
    let file = |kind| schema(kind).display().to_string();
    let rng = declared(&file("rng"), "<element name=\"", "<attribute name=\"");
    let odd = declared(&file("odd"), "<elementSpec ident=\"", "<attDef ident=\"");
    assert_eq!(rng, odd);
    assert_eq!(rng.len(), El::ALL.len());
}

/// jing, told where it is by `cargo xtask test`, judges every hard case by our schema and by the whole of TEI.
#[test]
fn jing_finds_the_hard_cases_valid() {
    let Some(jing) = std::env::var_os("SCUTCH_TEST_JING") else {
        eprintln!("SKIPPED: SCUTCH_TEST_JING is not set");
        return;
    };
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut files = Vec::new();
    for (name, html) in cases() {
        let path = folder.path().join(format!("{name}.xml"));
        fs::write(&path, written(&html)).expect("file");
        files.push(path);
        let path = folder.path().join(format!("{name}-annotated.xml"));
        let [_, annotated] = both(&html).expect("valid");
        fs::write(&path, DECLARATION.to_owned() + &annotated).expect("file");
        files.push(path);
    }
    let head = corpus_head(&Config::default()).expect("valid");
    let all = head + &written("<p>a").replace(DECLARATION, "") + CORPUS_TAIL;
    let path = folder.path().join("corpus.xml");
    fs::write(&path, all).expect("file");
    files.push(path);
    let config = Config { corpus: Some(publication()), ..Config::default() };
    let all = corpus_head(&config).expect("valid") + &published("<p>a") + CORPUS_TAIL;
    let path = folder.path().join("published.xml");
    fs::write(&path, all).expect("file");
    files.push(path);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/portal/schema");
    let whole = data.join("tei_all_4.7.0.rng");
    if !whole.exists() {
        eprintln!("SKIPPED: the schema of all of TEI is not there");
    }
    let schemas = [schema("rng"), whole];
    for rules in schemas.iter().filter(|path| path.exists()) {
        let mut files = files.clone();
        // The customisation is a document of TEI itself, though not of the subset.
        files.extend(rules.ends_with("tei_all_4.7.0.rng").then(|| schema("odd")));
        let output = Command::new(&jing).arg(rules).args(&files).output().expect("jing runs");
        let talk = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success(), "{}: {talk}", rules.display());
    }
}
