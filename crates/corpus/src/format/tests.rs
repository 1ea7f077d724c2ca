use scutch_page::{Document, ExtractConfig, Hints, Limits, Method, Page};

use super::*;
use crate::row::{PageFacts, Row};

mod documents;
mod emphasis;
mod lines;
mod tokens;

/// The document of a page with all its text, so that what is tested is the form.
fn document(html: &str) -> Document {
    let hints = Hints { url: Some("http://press.example/a/b.html"), ..Hints::default() };
    let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
    Document::new(&page, &Method::AllText.extract(&page, &ExtractConfig::default()))
}

fn row() -> Row {
    Row {
        id: "abc".into(),
        url: "http://press.example/a?b=1&c=\"2\"".into(),
        text: "Tides\nWater & wind <rise>.".into(),
        title: Some("Tides \"now\" & <then>".into()),
        site: Some("Harbour: a press".into()),
        authors: vec!["Ada Gull".into(), "B, Tern".into()],
        keywords: vec!["sea".into()],
        date_published: Some("2019-05".into()),
        warc_date: Some("2019-05-17T10:00:00Z".into()),
        timestamp: Some(1_558_087_200_000),
        warc_record_id: Some("urn:uuid:1".into()),
        language: Some("en".into()),
        language_score: Some(0.9),
        n_words: 4,
        ..Row::default()
    }
}

fn written(format: Format, row: &Row, document: &Document) -> String {
    let (facts, segmented) =
        (&PageFacts::default(), &Segmented::new(document, row.language.as_deref()));
    let article = Article { row, facts, document, segmented, tagged: None, corpus: None };
    let config = Config::default();
    let line = JsonLine::new(row, &columns(&config));
    let piece = piece(format, &article, &line, &config).expect("valid");
    String::from_utf8(piece.bytes).expect("UTF-8")
}

#[test]
fn a_table_is_written_by_its_writer_and_a_file_is_named_after_the_row() {
    let (row, document) = (row(), document("<p>Water."));
    let (row, document, segmented) =
        (&row, &document, &Segmented::new(&document, row.language.as_deref()));
    let article = Article {
        row,
        facts: &PageFacts::default(),
        document,
        segmented,
        tagged: None,
        corpus: None,
    };
    let config = Config::default();
    let line = JsonLine::new(row, &columns(&config));
    for format in Format::ALL {
        let piece = piece(format, &article, &line, &config).expect("valid");
        assert_eq!(piece.name, format!("abc.{}", format.extension()));
        assert_eq!(piece.bytes.is_empty(), format == Format::Parquet, "{format:?}");
    }
}

#[test]
fn the_declaration_of_xml_stands_once_in_each_file() {
    let (row, document) = (row(), document("<p>Water."));
    let (row, document, segmented) =
        (&row, &document, &Segmented::new(&document, row.language.as_deref()));
    let article = Article {
        row,
        facts: &PageFacts::default(),
        document,
        segmented,
        tagged: None,
        corpus: None,
    };
    for (layout, count) in [(Layout::Document, 1), (Layout::Zip, 1), (Layout::Shard, 0)] {
        let config = Config { layout: Some(layout), ..Config::default() };
        let line = JsonLine::new(row, &columns(&config));
        let bytes = piece(Format::Tei, &article, &line, &config).expect("valid").bytes;
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert_eq!(text.matches("<?xml").count(), count, "{layout:?}");
    }
    let (head, tail) = frame(Format::Tei, &Config::default()).expect("valid");
    assert!(head.starts_with("<?xml") && head.contains("<teiCorpus") && tail == "</teiCorpus>\n");
    let framed = [Format::Tei, Format::Csv, Format::Jsonld];
    for format in Format::ALL.into_iter().filter(|format| !framed.contains(format)) {
        assert_eq!(frame(format, &Config::default()), Ok((String::new(), "")), "{format:?}");
    }
}

#[test]
fn a_document_is_written_in_every_format_asked_for_in_their_order() {
    let config = Config {
        formats: vec![Format::Vertical, Format::Parquet, Format::Text],
        ..Config::default()
    };
    let draft = Draft {
        row: row(),
        facts: PageFacts::default(),
        identity: crate::row::Identity::new("", "", ""),
        document: document("<p>Water."),
    };
    let written = Written::new(&draft, &config, None).expect("valid");
    let names: Vec<&str> = written.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["abc.vert", "abc.parquet", "abc.txt"]);
    assert_eq!(written.annotated, None);
}
