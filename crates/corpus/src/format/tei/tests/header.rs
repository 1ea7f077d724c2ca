//! The headers of documents and of a corpus.

use super::*;

#[test]
fn a_described_corpus_is_named_in_the_header_of_every_document() {
    let tei = published("<p>a");
    for part in [
        "<title type=\"main\">Tides &amp; &lt;times&gt;</title><author>A. Gull</author><funder>Tide Fund, award T-1</funder>",
        "<respStmt><resp>creation of the corpus</resp><persName ref=\"https://orcid.org/0000-0002-1825-0097\">\
         <forename>Anna</forename> <surname>Gull</surname></persName></respStmt>",
        "<orgName ref=\"https://ror.org/01jsq2704\">Harbour Library</orgName>",
        "<editionStmt><edition n=\"1.0\">1.0</edition></editionStmt>",
        "<publicationStmt><publisher>Harbour University</publisher><date type=\"published\" when=\"2026-11\">",
        "<idno type=\"DOI\">10.5281/zenodo.1</idno><idno type=\"scutch\">abc</idno>",
        "<availability status=\"restricted\"><licence>Ours</licence><p>On request.</p>",
    ] {
        assert!(tei.contains(part), "{part}: {tei}");
    }
    // What the page allows is said of the page.
    let source = tei.split_once("<sourceDesc>").expect("a source").1;
    assert!(source.contains("<availability status=\"free\"><licence target="), "{source}");
    assert_eq!(written("<p>a").matches("<availability").count(), 1);
}

#[test]
fn a_described_corpus_has_a_header_of_its_own() {
    let config = Config { corpus: Some(publication()), ..Config::default() };
    let head = corpus_head(&config).expect("valid");
    for part in [
        "<projectDesc><p>A.</p><p>B.</p></projectDesc>",
        "media types text/html",
        "<date type=\"covered\" from=\"2005\" to=\"2019-12\">",
        "<language ident=\"hu\">",
        &config.digest(),
    ] {
        assert!(head.contains(part), "{part}: {head}");
    }
}

#[test]
fn every_page_of_an_article_is_a_source() {
    let mut row = row();
    let page = |number: u32| {
        serde_json::json!({
            "url": format!("http://press.example/a b?page={number}"),
            "warc_date": "2019-05-17T00:00:00Z",
            "warc_record_id": "<urn:uuid:1>",
            "payload_digest": "sha256:ab",
        })
    };
    row.pages = Some(vec![page(2), serde_json::json!({ "url": "http://press.example/3" })]);
    let document = document("<p>a");
    let segmented = &Segmented::new(&document, None);
    let (row, facts, document) = (&row, &PageFacts::default(), &document);
    let article = Article { row, facts, document, segmented, tagged: None, corpus: None };
    let xml = tei(&article).expect("valid");
    let second = "<bibl n=\"2\"><title type=\"main\">Tides &amp; &lt;times&gt;</title>\
        <date type=\"captured\" when=\"2019-05-17T00:00:00Z\">2019-05-17T00:00:00Z</date>\
        <ref target=\"http://press.example/a%20b?page=2\">http://press.example/a b?page=2</ref>\
        <idno type=\"warc-record\">&lt;urn:uuid:1&gt;</idno><idno type=\"payload\">sha256:ab</idno></bibl>\
        <bibl n=\"3\">";
    assert!(xml.contains(second), "{xml}");
}
