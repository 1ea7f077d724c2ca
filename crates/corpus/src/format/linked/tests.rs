use std::collections::BTreeSet;

use proptest::prelude::*;
use scutch_folder::config::{Config, CorpusMetadata, Format, Layout};
use scutch_page::Document;
use scutch_segment::Segmented;
use serde_json::{Value, json};

use super::json_ld_piece;
use super::marks::Marked;
use super::names::Names;
use crate::format::article::Article;
use crate::row::json::JsonLine;
use crate::row::{PageFacts, Row, columns};

fn row() -> Row {
    Row {
        id: "abc".into(),
        url: "http://www.press.example/a b?c=\"2\"".into(),
        text: "Water & wind.".into(),
        title: Some("Tides \"now\"\nand then".into()),
        language: Some("en".into()),
        authors: vec!["Ada  Gull".into(), "ADA GULL".into(), " ".into()],
        section: Some("Harbour".into()),
        date_published: Some("2019-05".into()),
        date_modified: Some("May".into()),
        warc_date: Some("2019".into()),
        timestamp: Some(1_546_300_800_000),
        warc_file: "a.warc".into(),
        warc_offset: 10,
        warc_length: 5,
        payload_digest: "sha256:00ff".into(),
        extractor: "page/1".into(),
        ..Row::default()
    }
}

/// A document in a format, as a file with many has it.
fn written(format: Format, row: &Row, corpus: Option<&CorpusMetadata>) -> String {
    let (document, facts) = (&Document::default(), &PageFacts::default());
    let segmented = &Segmented::new(document, None);
    let article = Article { row, facts, document, segmented, tagged: None, corpus };
    let line = JsonLine::new(row, &columns(&Config::default()));
    let bytes = match format {
        Format::Nquads => super::n_quads(&article, &line),
        _ => json_ld_piece(&super::json_ld(&article, &line), Layout::Shard),
    };
    String::from_utf8(bytes).expect("UTF-8")
}

fn lines(row: &Row) -> Vec<String> {
    written(Format::Nquads, row, None).lines().map(str::to_owned).collect()
}

/// What stands behind a property.
fn values<'l>(lines: &'l [String], property: &str) -> BTreeSet<&'l str> {
    let sought = format!("/{property}> ");
    let found = lines.iter().filter_map(|line| line.split_once(&sought));
    found.filter_map(|(_, rest)| rest.rsplit_once(" <")).map(|(value, _)| value).collect()
}

#[test]
fn values_are_written_as_what_they_are() {
    let lines = lines(&row());
    for (property, expected) in [
        ("headline", &["\"Tides \\\"now\\\"\\nand then\"@en"][..]),
        ("url", &["<http://www.press.example/a%20b?c=%222%22>"]),
        ("datePublished", &["\"2019-05\"^^<http://www.w3.org/2001/XMLSchema#gYearMonth>"]),
        // No date of the calendar, so none is written.
        ("dateModified", &[]),
        // The archive knows the year alone.
        ("created", &["\"2019\"^^<http://www.w3.org/2001/XMLSchema#gYear>"]),
        ("ns/prov#generatedAtTime", &[]),
        ("ns/oa#start", &["\"10\"^^<http://www.w3.org/2001/XMLSchema#integer>"]),
        ("ns/oa#end", &["\"15\"^^<http://www.w3.org/2001/XMLSchema#integer>"]),
        ("identifier", &["\"abc\"", "\"press.example\""]),
    ] {
        let expected: BTreeSet<&str> = expected.iter().copied().collect();
        assert_eq!(values(&lines, property), expected, "{property}");
    }
    assert_eq!(values(&lines, "author").len(), 1, "two spellings are one author");
    assert!(lines.iter().all(|line| line.ends_with("#row-abc> .")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("_:")), "no blank nodes");
}

/// What is left behind an IRI, by the grammar of RDF 1.1 N-Quads.
fn behind_iri(line: &str) -> Option<&str> {
    let (iri, rest) = line.strip_prefix('<')?.split_once('>')?;
    let is_forbidden = |c: char| c <= ' ' || "<>\"{}|^`\\".contains(c);
    (iri.contains(':') && !iri.contains(is_forbidden)).then_some(rest)
}

/// What is left behind a literal, by that grammar.
fn behind_literal(line: &str) -> Option<&str> {
    let mut rest = line.strip_prefix('"')?;
    loop {
        let at = rest.find(['"', '\\', '\n', '\r'])?;
        let (found, behind) = rest[at..].split_at(1);
        if found == "\"" {
            rest = behind;
            break;
        }
        rest = match (found, behind.chars().next()) {
            ("\\", Some('t' | 'b' | 'n' | 'r' | 'f' | '"' | '\\')) => &behind[1..],
            ("\\", Some('u')) if u32::from_str_radix(behind.get(1..5)?, 16).is_ok() => &behind[5..],
            _ => return None,
        };
    }
    if let Some(kind) = rest.strip_prefix("^^") {
        return behind_iri(kind);
    }
    let Some(tagged) = rest.strip_prefix('@') else { return Some(rest) };
    let (tag, _) = tagged.split_once(' ')?;
    let is_tag = tag.split('-').all(|part| part.bytes().all(|b| b.is_ascii_alphanumeric()));
    (is_tag && tag.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(&tagged[tag.len()..])
}

/// Whether a line is a statement in a named graph.
fn is_statement(line: &str) -> bool {
    let behind = || {
        let rest = behind_iri(line)?.strip_prefix(' ')?;
        let rest = behind_iri(rest)?.strip_prefix(' ')?;
        let rest = behind_iri(rest).or_else(|| behind_literal(rest))?;
        behind_iri(rest.strip_prefix(' ')?)
    };
    behind() == Some(" .")
}

proptest! {
    #[test]
    fn whatever_a_page_says_becomes_statements(
        words in prop::collection::vec("(\\PC|[\\x00-\\x7f]){0,20}", 5),
        url in "(http|urn|x y)(://|:|/)(\\PC|[\\x00-\\x7f]){0,20}",
    ) {
        let row = Row {
            title: Some(words[0].clone()),
            authors: vec![words[1].clone()],
            section: Some(words[2].clone()),
            language: Some(words[3].clone()),
            date_published: Some(words[3].clone()),
            licence: Some(words[4].clone()),
            canonical_url: Some(url.clone()),
            publisher: Some(url.clone()),
            warc_record_id: Some(words[4].clone()),
            url,
            ..row()
        };
        let text = written(Format::Nquads, &row, None);
        prop_assert!(text.ends_with('\n'));
        for line in text.trim_end_matches('\n').split('\n') {
            prop_assert!(is_statement(line), "{}", line);
        }
    }
}

#[test]
fn what_is_no_statement_is_told_from_one() {
    for (line, expected) in [
        ("<a:b> <a:c> <a:d> <a:g> .", true),
        ("<a:b> <a:c> \"d\\\"\\u00e9\"@en-GB <a:g> .", true),
        ("<a:b> <a:c> \"1\"^^<a:d> <a:g> .", true),
        ("<a:b> <a:c> \"d\"@e_n <a:g> .", false),
        ("<a:b> <a:c> \"d\\x\" <a:g> .", false),
        ("<a:b> <a:c> \"d\"e\" <a:g> .", false),
        ("<a:b> <a:c> <a:d e> <a:g> .", false),
        ("_:b <a:c> <a:d> <a:g> .", false),
        ("<a:b> <a:c> <a:d> .", false),
    ] {
        assert_eq!(is_statement(line), expected, "{line}");
    }
}

#[test]
fn an_author_is_one_on_a_site_and_another_on_the_next() {
    let with = |url: &str, author: &str| {
        let row = Row { url: url.into(), authors: vec![author.into()], ..row() };
        values(&lines(&row), "author").into_iter().next().expect("an author").to_owned()
    };
    let one = with("http://press.example/1", "Ada Gull");
    assert_eq!(one, with("https://letters.press.example/2", "ADA  gull"));
    assert_ne!(one, with("http://press.example/1", "Bo Tern"));
    assert_ne!(one, with("http://other.example/1", "Ada Gull"));
}

#[test]
fn captures_of_an_address_are_versions_of_one_work() {
    let of = |url: &str, canonical: Option<&str>| {
        let row = Row { url: url.into(), canonical_url: canonical.map(str::to_owned), ..row() };
        let lines = lines(&row);
        let work = values(&lines, "exampleOfWork").into_iter().next().expect("a work").to_owned();
        (
            work,
            values(&lines, "ns/prov#alternateOf")
                .into_iter()
                .map(str::to_owned)
                .collect::<Vec<_>>(),
        )
    };
    let plain = of("http://press.example/a", None);
    assert_eq!(plain.1, Vec::<String>::new());
    for (url, canonical) in [
        ("https://www.press.example/a", None),
        ("http://press.example/a", Some("https://press.example/a")),
        // A reference that is relative names no address.
        ("http://press.example/a", Some("/b")),
    ] {
        assert_eq!(of(url, canonical), plain, "{url} {canonical:?}");
    }
    let printed = of("http://press.example/a?print=1", Some("http://press.example/a"));
    assert_eq!(printed, (plain.0.clone(), vec![plain.0]), "both addresses are joined");
}

#[test]
fn later_pages_of_an_article_are_captures_of_its_version() {
    let page = json!({
        "url": "http://press.example/a?p=2", "warc_date": "2019-01-02T00:00:00Z", "warc_file": "b.warc",
        "warc_offset": 7, "inner_offset": 3, "warc_record_id": "urn:uuid:2", "payload_digest": "sha256:11",
    });
    let lines = lines(&Row { pages: Some(vec![page]), ..row() });
    assert_eq!(values(&lines, "ns/prov#wasDerivedFrom").len(), 2);
    assert_eq!(values(&lines, "ns/prov#used").len(), 2);
    assert_eq!(values(&lines, "ns/oa#refinedBy").len(), 1);
    assert!(values(&lines, "identifier").contains("\"urn:uuid:2\""));
}

#[test]
fn json_ld_has_the_nodes_of_n_quads() {
    let piece = written(Format::Jsonld, &row(), None);
    let document: Value =
        serde_json::from_str(piece.strip_prefix(',').expect("a comma")).expect("JSON");
    let nodes = document["@graph"].as_array().expect("nodes");
    let subjects: BTreeSet<String> =
        nodes.iter().map(|node| format!("<{}>", node["@id"].as_str().expect("a name"))).collect();
    let quads = lines(&row());
    let expected: BTreeSet<String> =
        quads.iter().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    assert_eq!(subjects, expected);
    let version = nodes.last().expect("the version");
    assert_eq!(version["headline"]["@language"], "en");
    assert_eq!(version["identifier"], "abc");
    let alone = json_ld_piece(&piece.as_bytes()[1..], Layout::Document);
    let alone: Value = serde_json::from_slice(&alone).expect("JSON");
    assert_eq!((&alone["@id"], &alone["@graph"]), (&document["@id"], &document["@graph"]));
    assert_eq!(alone["@context"]["license"]["@type"], "@id");
}

#[test]
fn a_file_of_json_ld_is_one_object_whatever_it_holds() {
    for documents in [0, 1, 2] {
        let file = [super::json_ld_head(), written(Format::Jsonld, &row(), None).repeat(documents)];
        let file = format!("{}{}", file.concat(), super::JSON_LD_TAIL);
        let file: Value = serde_json::from_str(&file).expect("JSON");
        assert_eq!(file["@graph"].as_array().map(Vec::len), Some(documents + 1));
    }
}

#[test]
fn a_corpus_with_an_identifier_gives_its_nodes_names_below_it() {
    let text = "[corpus]\ntitle = 'Harbour'\ndate = '2026-11'\nidentifier = '10.5281/zenodo.1'\n\
        makers = [{ name = 'Gull, Ada', orcid = '0000-0002-1825-0097' }]\n\
        availability = { licence_url = 'https://creativecommons.org/licenses/by/4.0/' }";
    let corpus = CorpusMetadata::from_toml(text).expect("metadata");
    let text = written(Format::Nquads, &row(), Some(&corpus));
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert!(
        lines.iter().all(|line| line.ends_with("<https://doi.org/10.5281/zenodo.1#row-abc> ."))
    );
    assert!(!text.contains("urn:uuid:"), "{text}");
    assert!(values(&lines, "isPartOf").contains("<https://doi.org/10.5281/zenodo.1>"));
    let creator = BTreeSet::from(["<https://orcid.org/0000-0002-1825-0097>"]);
    assert_eq!(values(&lines, "creator"), creator);
    assert_eq!(values(&lines, "license").len(), 1);
}

#[test]
fn a_mark_joins_versions_in_the_graph_of_its_row() {
    let (names, other) = (Names::new(None), Names::new(None));
    let mark = Marked {
        names: &names,
        id: "abc",
        original_names: &other,
        original: "def",
        kind: "near",
        similarity: 0.93,
    };
    let lines: Vec<String> = mark.n_quads().lines().map(str::to_owned).collect();
    let (version, original) = (names.row("abc"), names.row("def"));
    assert!(lines.iter().all(|line| line.ends_with(&format!(" <{version}> ."))));
    assert_eq!(values(&lines, "ns/prov#alternateOf"), BTreeSet::from([&*format!("<{original}>")]));
    let similarity = "\"0.93\"^^<http://www.w3.org/2001/XMLSchema#decimal>";
    assert_eq!(values(&lines, "value"), BTreeSet::from([similarity]));
    let json: Value = serde_json::from_str(&mark.json_ld()[1..]).expect("JSON");
    assert_eq!(json["@id"], version);
}
