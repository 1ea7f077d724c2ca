//! Formats with a line of JSON for each row.

use serde_json::{Value, json};

use super::*;

fn line(format: Format) -> Value {
    let text = written(format, &row(), &Document::default());
    assert!(text.ends_with('\n') && text.matches('\n').count() == 1, "{text}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn dolma_has_the_fields_its_toolkit_reads() {
    let object = line(Format::Dolma);
    let keys: Vec<&String> = object.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["added", "created", "id", "metadata", "source", "text"]);
    assert_eq!((&object["id"], &object["text"]), (&json!("abc"), &json!(row().text)));
    assert_eq!(object["created"], "2019-05");
    assert_eq!(object["added"], "2019-05-17T10:00:00.000Z");
    assert_eq!(object["metadata"]["authors"], json!(["Ada Gull", "B, Tern"]));
    assert!(object["metadata"].get("text").is_none() && object["metadata"].get("id").is_none());
    // Without a date of its own a document was created when it was captured, at the latest.
    let undated = Row { date_published: None, ..row() };
    let text = written(Format::Dolma, &undated, &Document::default());
    let object: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(object["created"], object["added"]);
}

#[test]
fn oscar_has_the_headers_of_a_conversion_record() {
    let object = line(Format::Oscar);
    let headers = &object["warc_headers"];
    assert_eq!(object["content"], row().text);
    assert_eq!(headers["content-length"], row().text.len());
    assert_eq!(headers["warc-record-id"], "<urn:uuid:1>");
    assert_eq!(headers["warc-target-uri"], row().url);
    assert_eq!(object["metadata"]["identification"], json!({ "label": "en", "prob": 0.9 }));
    assert!(object["metadata"]["tlsh"].is_null());
}

#[test]
fn elastic_has_an_action_before_each_row() {
    let text = written(Format::Elastic, &row(), &Document::default());
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], json!({ "index": { "_id": "abc" } }));
    assert_eq!(lines[1], line(Format::Jsonl));
}
