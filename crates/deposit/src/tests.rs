use std::collections::BTreeSet;
use std::fs;

use scutch_folder::config::{Config, CorpusMetadata, Format};
use scutch_folder::digest::FileDigest;
use scutch_folder::manifest::{InputEntry, OutputEntry, Redacted};
use scutch_folder::tally::{Counter, Ranges, Tally};
use serde_json::Value;

use super::*;

const FULL: &str = r#"
[corpus]
title = "Harbour <news> & \"tides\""
date = "2026-11-27"
edition = "1.0"
description = "News of a harbour.\n\nFor historians."
identifier = "10.5281/zenodo.1234"
contact = "corpus@harbour.example"
keywords = ["harbour"]
makers = [
    { name = "Gull, Anna", orcid = "0000-0002-1825-0097", affiliation = "Harbour University" },
    { name = "Tern, Bo", role = "annotator" },
    { name = "Harbour Library", role = "collector", ror = "https://ror.org/01jsq2704" },
]
institution = { name = "Harbour University", ror = "01jsq2704" }
funders = [{ name = "Tide Fund", award = "T-1" }]
availability = { status = "restricted", licence = "CC BY-NC 4.0", licence_url = "https://creativecommons.org/licenses/by-nc/4.0/" }
period = { from = "2005-03", to = "2019" }
"#;

const LEAST: &str = "[corpus]\ntitle = 'T'\ndate = '2026'\nmakers = [{ name = 'Gull' }]";

fn counter(pairs: &[(&str, u64)]) -> Counter {
    Counter(pairs.iter().map(|(key, n)| ((*key).to_owned(), *n)).collect())
}

fn digest(bytes: u64) -> FileDigest {
    FileDigest { size: bytes, sha256: "ab".repeat(32) }
}

fn manifest(metadata: &str) -> Manifest {
    let corpus = Some(CorpusMetadata::from_toml(metadata).expect("metadata"));
    let formats = vec![Format::Parquet, Format::Tei, Format::Text];
    let output =
        |path: &str, files| OutputEntry { path: path.to_owned(), files, digest: digest(7) };
    Manifest {
        tool: "scutch 0.1.0 (page/4)".to_owned(),
        url_key_profile: String::new(),
        config: Config { corpus, formats, ..Config::default() },
        inputs: vec![
            InputEntry {
                name: "a <b>.warc".into(),
                digest: Some(digest(9)),
                ..InputEntry::default()
            },
            InputEntry {
                name: "gone.warc".into(),
                unreadable: Some("No such file".into()),
                ..InputEntry::default()
            },
        ],
        annotations: None,
        decisions: None,
        not_archives: 2,
        index: None,
        other_files: Vec::new(),
        crawled: None,
        shards: 1,
        counts: Tally {
            records: 10,
            rows: 6,
            words: 1_234,
            out_of_scope: counter(&[("status", 3)]),
            quarantined: counter(&[("internal-error", 1)]),
            damage: [("crc".to_owned(), Ranges { ranges: 1, bytes: 7 })].into(),
            languages: counter(&[("hu", 4), ("de-AT", 2), ("und", 1)]),
            months: counter(&[("2019-05", 3), ("2019-07", 3)]),
            hosts: counter(&[("a|b.example", 6)]),
            ..Tally::default()
        },
        outputs: vec![
            output("README.md", None),
            output("docs/part-00000.parquet", None),
            output("quarantine.jsonl", None),
            output("tei/00000", Some(6)),
            output("text/00000", Some(6)),
        ],
        dedup: None,
        redacted: None,
        dropped: None,
        rows_root: None,
    }
}

fn record(name: &str, metadata: &str) -> String {
    let manifest = manifest(metadata);
    let found = records(&manifest).into_iter().find(|(known, _)| *known == name);
    found.expect(name).1
}

#[test]
fn a_corpus_without_metadata_has_no_records() {
    let mut manifest = manifest(LEAST);
    manifest.config.corpus = None;
    assert_eq!(records(&manifest), []);
    let folder = tempfile::tempdir().expect("folder");
    let before = manifest.clone();
    write_records(folder.path(), &mut manifest).expect("nothing to do");
    assert_eq!(manifest, before);
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 0);
}

#[test]
fn records_are_listed_with_digests_and_written_again_as_they_were() {
    let folder = tempfile::tempdir().expect("folder");
    let mut manifest = manifest(FULL);
    write_records(folder.path(), &mut manifest).expect("written");
    let listed: BTreeSet<&str> = manifest.outputs.iter().map(|output| &*output.path).collect();
    assert!(RECORDS.iter().all(|name| listed.contains(name)), "{listed:?}");
    let mut again = manifest.clone();
    write_records(folder.path(), &mut again).expect("written again");
    assert_eq!(again, manifest);
}

#[test]
fn the_citation_names_creators_by_their_parts() {
    let citation = record(CITATION, FULL);
    for line in [
        "cff-version: 1.2.0",
        "type: dataset",
        "title: \"Harbour <news> & \\\"tides\\\"\"",
        "  - family-names: \"Gull\"",
        "    given-names: \"Anna\"",
        "    orcid: \"https://orcid.org/0000-0002-1825-0097\"",
        "date-released: \"2026-11-27\"",
        "doi: \"10.5281/zenodo.1234\"",
        "license: \"CC-BY-NC-4.0\"",
    ] {
        assert!(citation.lines().any(|found| found == line), "{line}: {citation}");
    }
    assert!(!citation.contains("Tern"), "annotators are no authors: {citation}");
    let least = record(CITATION, LEAST);
    assert!(
        least.contains("authors:\n  - name: \"Gull\"\n") && !least.contains("date-released"),
        "{least}"
    );
}

/// Names of elements that are opened and not closed, by a walk over the tags.
fn unbalanced(xml: &str) -> Vec<String> {
    let mut open = Vec::new();
    for tag in xml.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or_default()) {
        match tag.strip_prefix('/') {
            Some(name) if open.last().map(String::as_str) == Some(name) => drop(open.pop()),
            Some(name) => return vec![format!("</{name}>")],
            None if tag.ends_with('/') || tag.starts_with('?') => {}
            None => open.push(tag.split(' ').next().unwrap_or_default().to_owned()),
        }
    }
    open
}

#[test]
fn xml_is_closed_and_escaped() {
    for metadata in [FULL, LEAST] {
        for name in [DATACITE, DUBLIN_CORE, METS] {
            let xml = record(name, metadata);
            assert_eq!(unbalanced(&xml), Vec::<String>::new(), "{name}: {xml}");
            assert!(!xml.contains("<news>") && !xml.contains("<b>"), "{name}: {xml}");
        }
    }
}

#[test]
fn datacite_has_what_it_demands_and_says_what_is_not_assigned() {
    let full = record(DATACITE, FULL);
    for part in [
        "<identifier identifierType=\"DOI\">10.5281/zenodo.1234</identifier>",
        "<creatorName nameType=\"Personal\">Gull, Anna</creatorName>",
        "<contributor contributorType=\"DataCollector\">",
        "<publicationYear>2026</publicationYear>",
        "<date dateType=\"Coverage\">2005-03/2019</date>",
        "<date dateType=\"Collected\" dateInformation=\"months of capture\">2019-05/2019-07</date>",
        "<awardNumber>T-1</awardNumber>",
        "rightsIdentifier=\"CC-BY-NC-4.0\"",
    ] {
        assert!(full.contains(part), "{part}: {full}");
    }
    let least = record(DATACITE, LEAST);
    assert!(
        least.contains(">(:tba)</identifier>") && least.contains("<publisher>Gull<"),
        "{least}"
    );
}

#[test]
fn mets_has_its_four_kinds_of_metadata_and_digests_of_files_only() {
    let mets = record(METS, FULL);
    for part in ["<dmdSec", "<rightsMD", "<sourceMD ID=\"input-2\"", "<digiprovMD", "<structMap"] {
        assert!(mets.contains(part), "{part}: {mets}");
    }
    assert_eq!(mets.matches("CHECKSUMTYPE=\"SHA-256\"").count(), 3, "{mets}");
    assert!(mets.contains("xlink:href=\"../tei/00000/\""), "{mets}");
    // Every pointer leads to a file.
    let ids: BTreeSet<&str> = values(&mets, "<file ID=\"");
    let pointers: BTreeSet<&str> = values(&mets, "FILEID=\"");
    assert_eq!(ids, pointers);
}

fn values<'x>(xml: &'x str, before: &str) -> BTreeSet<&'x str> {
    xml.split(before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Every id that a value of JSON-LD refers to.
fn references<'v>(value: &'v Value, found: &mut BTreeSet<&'v str>) {
    match value {
        Value::Object(map) if map.len() == 1 && map.contains_key("@id") => {
            found.extend(map["@id"].as_str());
        }
        Value::Object(map) => map.values().for_each(|value| references(value, found)),
        Value::Array(list) => list.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn everything_that_the_crate_refers_to_is_in_it_once() {
    for metadata in [FULL, LEAST] {
        let json: Value = serde_json::from_str(&record(RO_CRATE, metadata)).expect("JSON");
        let graph = json["@graph"].as_array().expect("a graph");
        let ids: Vec<&str> = graph.iter().filter_map(|entity| entity["@id"].as_str()).collect();
        let once: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), once.len(), "{ids:?}");
        let mut referred = BTreeSet::new();
        references(&json["@graph"], &mut referred);
        let outside: Vec<_> = referred.difference(&once).collect();
        assert_eq!(outside, [&"https://w3id.org/ro/crate/1.2"]);
    }
}

#[test]
fn the_datasheet_says_what_is_missing() {
    let sheet = record(DATASHEET, FULL);
    for part in [
        "# Harbour \\<news\\> \\& \"tides\"",
        "Of 10 records read, 6 became documents, 3 were left out by a filter, and 1 could not be used.",
        "| `status`: ",
        "| `internal-error`: ",
        "1 damaged byte range of the archives, 7 bytes together, without a usable record",
        "1 input could not be read, or not to the end: gone.warc.",
        "Files in the folders of the inputs that are no archives, and were not read: 2.",
        "1 month between the first and the last capture has no document: 2019-06.",
        "| a\\|b.example | 6 |",
    ] {
        assert!(sheet.contains(part), "{part}: {sheet}");
    }
}

#[test]
fn the_datasheet_claims_no_completeness_of_a_redacted_corpus() {
    let mut manifest = manifest(FULL);
    (manifest.counts.quarantined, manifest.counts.damage) = Default::default();
    for (redacted, expected) in [
        (None, "No record was lost, and no byte of the archives was damaged."),
        (
            Some(Redacted { rows: 0, quarantined: 1 }),
            "Of what was not taken out, no record was lost, and no byte was damaged.",
        ),
    ] {
        manifest.redacted = redacted;
        let written = records(&manifest);
        let (_, sheet) = written.iter().find(|(name, _)| *name == DATASHEET).expect("a sheet");
        assert!(sheet.contains(expected), "{sheet}");
    }
}
