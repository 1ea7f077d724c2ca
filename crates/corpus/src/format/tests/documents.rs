//! Formats for readers: JSON, Markdown, HTML, plain text, and any text in TEI.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

#[test]
fn a_document_in_json_is_its_row_and_its_blocks() {
    let html = "<h2>Tides</h2><p>A <a href=/x>link</a> and <b>more</b>.</p>\
        <ol start=3><li>one</ol><table><tr><th>a<th>b<tr><td>c<td>d</table>";
    let text = written(Format::Json, &row(), &document(html));
    let object: Value = serde_json::from_str(&text).expect("JSON");
    assert!(object.get("text").is_none() && object.get("metadata_json").is_none());
    assert_eq!(object["id"], "abc");
    let blocks = object["blocks"].as_array().expect("blocks");
    assert_eq!((&blocks[0]["type"], &blocks[0]["level"]), (&json!("heading"), &json!(2)));
    let marks = &blocks[1]["marks"];
    assert_eq!(marks[0]["address"], "http://press.example/x");
    assert_eq!((&marks[0]["start"], &marks[0]["end"]), (&json!(2), &json!(6)));
    assert_eq!(marks[1]["type"], "strong");
    let list = blocks.iter().find(|block| block["open"] == "list").expect("a list");
    assert_eq!(list["number"], 3);
    let opened = blocks.iter().filter(|block| block.get("open").is_some()).count();
    let closed = blocks.iter().filter(|block| block.get("close").is_some()).count();
    assert_eq!(opened, closed);
    let table = blocks.iter().find(|block| block["type"] == "table").expect("a table");
    assert_eq!(table["rows"][0][0]["header"], true);
    assert_eq!(table["rows"][1][1]["blocks"][0]["text"], "d");
}

#[test]
fn columns_that_hold_json_are_objects_in_a_document_of_json() {
    let html = "<html><head><meta property=og:title content=Tides></head><body><p>Water.";
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let extraction = Method::AllText.extract(&page, &ExtractConfig::default());
    let metadata = page.metadata(&extraction);
    let mut filled = row();
    filled.schema = Some(crate::row::schema_org(&filled, &metadata));
    let text = written(Format::Json, &filled, &Document::new(&page, &extraction));
    let object: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(object["schema"]["@context"], "https://schema.org");
    assert_eq!(object["schema"]["headline"], row().title.expect("a title"));
}

#[test]
fn the_head_of_markdown_is_yaml_that_any_text_fits_into() {
    let tricky = Row { title: Some("---\n# \"Tides\": 'now'".into()), ..row() };
    let text = written(Format::Markdown, &tricky, &document("<h1>Tides</h1><p>Water."));
    let (head, body) =
        text.strip_prefix("---\n").and_then(|text| text.split_once("\n---\n\n")).expect("a head");
    let field = |name: &str| {
        let line = head.lines().find_map(|line| line.strip_prefix(name)).expect(name);
        serde_json::from_str::<Value>(line).unwrap_or_else(|_| json!(line))
    };
    assert_eq!(field("title: "), tricky.title.expect("a title"));
    assert_eq!(field("authors: "), json!(["Ada Gull", "B, Tern"]));
    assert_eq!(field("url: "), row().url);
    assert_eq!(body, "# Tides\n\nWater.\n");
    let bare = Row { id: "x".into(), ..Row::default() };
    let text = written(Format::Markdown, &bare, &Document::default());
    assert_eq!(text, "---\nid: \"x\"\nurl: \"\"\n---\n\n\n");
}

#[test]
fn a_page_of_html_escapes_what_it_says_of_itself() {
    let text = written(Format::Html, &row(), &document("<p>1 &lt; 2 &amp; 3"));
    assert!(text.starts_with("<!doctype html>\n<html lang=\"en\">\n"), "{text}");
    assert!(text.contains("<title>Tides &quot;now&quot; &amp; &lt;then&gt;</title>"), "{text}");
    assert!(text.contains("content=\"B, Tern\""), "{text}");
    assert!(text.contains("1 &lt; 2 &amp; 3"), "{text}");
    let read = Page::parse(text.as_bytes(), &Hints::default(), &Limits::default());
    let metadata = read.metadata(&Method::AllText.extract(&read, &ExtractConfig::default()));
    assert_eq!(metadata.title, row().title, "a page of ours reads back");
    let bare = Row { url: "http://a.example/".into(), ..Row::default() };
    let text = written(Format::Html, &bare, &Document::default());
    assert!(text.contains("<html>\n") && text.contains("<title>http://a.example/</title>"));
}

#[test]
fn plain_text_is_the_column() {
    assert_eq!(written(Format::Text, &row(), &Document::default()), format!("{}\n", row().text));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// No text breaks the rules of TEI, and none of it is lost or becomes markup.
    #[test]
    fn any_text_fits_into_tei(text in "\\PC{0,40}", title in "\\PC{0,20}") {
        let html = format!("<p>{}</p>", text.replace('&', "&amp;").replace('<', "&lt;"));
        let row = Row { title: Some(title), ..row() };
        let xml = written(Format::Tei, &row, &document(&html));
        let tags = xml.matches('<').count();
        prop_assert_eq!(tags, xml.matches('>').count(), "{}", xml);
        prop_assert!(xml.ends_with("</TEI>\n"));
        // Every element that is opened is closed.
        let opened = xml.matches('<').count() - xml.matches("</").count() - xml.matches("<?").count();
        prop_assert_eq!(opened - xml.matches("/>").count(), xml.matches("</").count(), "{}", xml);
    }
}
