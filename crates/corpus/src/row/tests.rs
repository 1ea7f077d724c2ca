use proptest::prelude::*;
use scutch_folder::config::{Config, Extractor};
use scutch_page::{ExtractConfig, Hints, Limits, Metadata, Method, Page};
use serde_json::{Map, Value, json};

use super::json::{JsonLine, JsonRow, cell_value, json_line, json_object, shortest};
use super::seen::{Seen, text_key};
use super::stored::StoredRow;
use super::*;

/// Any text that a page can have, without NUL, which no header and no address holds.
fn text() -> impl Strategy<Value = String> {
    "[^\u{0}]{0,24}"
}

#[test]
fn one_table_names_the_columns_of_all_formats() {
    let names: Vec<_> = COLUMNS.iter().map(|column| column.name).collect();
    assert_eq!(names[..3], ["id", "url", "url_key"]);
    for column in COLUMNS {
        let snake = column.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        assert!(snake, "{}", column.name);
        assert!(column.meaning.ends_with('.'), "{}: {}", column.name, column.meaning);
    }
}

#[test]
fn columns_come_when_they_are_asked_for_and_in_one_order() {
    let names = |config: &Config| -> Vec<&str> {
        columns(config).iter().skip(COLUMNS.len()).map(|column| column.name).collect()
    };
    let mut config = Config::default();
    assert_eq!(names(&config), [""; 0]);
    // Asked twice and out of order: each once, in the order of the methods.
    config.also_extract =
        vec![Extractor::AllText, Extractor::Article, Extractor::AllText, Extractor::Page];
    assert_eq!(names(&config), ["text_page", "text_article", "text_all_text"]);
    (config.template.crosses, config.template.nodes) = (true, true);
    let labels = ["text_page", "text_article", "text_all_text", "joint_json", "nodes_json"];
    assert_eq!(names(&config), labels);
}

#[test]
fn a_line_has_every_column_in_its_order() {
    let row = Row { id: "abc".into(), text: "a\nb".into(), ..Row::default() };
    let columns = columns(&Config::default());
    let line = JsonLine::new(&row, &columns);
    let text = std::str::from_utf8(line.bytes()).expect("UTF-8");
    assert!(text.ends_with('\n') && text.matches('\n').count() == 1, "{text}");
    let mut from = 0;
    for column in &columns {
        let key = format!("\"{}\":", column.name);
        from += text[from..].find(&key).unwrap_or_else(|| panic!("{key} is not behind {from}"));
    }
}

#[test]
fn an_object_is_written_with_known_columns_in_their_order() {
    let object = json!({ "url": "u", "id": "i", "unknown": 1, "title": null });
    let Value::Object(object) = object else { panic!("no object") };
    let written = json_object(&object, &columns(&Config::default()));
    assert_eq!(written, b"{\"id\":\"i\",\"url\":\"u\",\"title\":null}\n");
    assert_eq!(json_line(&json!({ "a": "\n" })), b"{\"a\":\"\\n\"}\n");
}

#[test]
fn cells_are_written_as_loaders_read_them() {
    let list = ["a".to_owned(), "b".to_owned()];
    for (cell, expected) in [
        (Cell::Text(None), Value::Null),
        (Cell::Text(Some("")), json!("")),
        (Cell::List(&[]), json!([])),
        (Cell::List(&list), json!(["a", "b"])),
        (Cell::Timestamp(Some(0)), json!("1970-01-01T00:00:00.000Z")),
        (Cell::Timestamp(Some(-1000)), json!("1969-12-31T23:59:59.999Z")),
        (Cell::Timestamp(Some(1_558_051_200_123_000)), json!("2019-05-17T00:00:00.123Z")),
        (Cell::Timestamp(Some(i64::MAX)), Value::Null),
        (Cell::Timestamp(None), Value::Null),
        (Cell::F32(Some(0.1)), json!(0.1)),
        (Cell::F32(Some(f32::NAN)), Value::Null),
        (Cell::I32(Some(404)), json!(404)),
        (Cell::I64(Some(i64::MAX)), json!(9_223_372_036_854_775_807_i64)),
        (Cell::Bool(Some(false)), json!(false)),
        (Cell::Bool(None), Value::Null),
    ] {
        assert_eq!(cell_value(cell), expected, "{cell:?}");
    }
}

proptest! {
    /// A float in JSON has the digits of its 32 bits, and reads back as the same 32 bits.
    #[test]
    fn numbers_have_the_digits_of_a_32_bit_float(number in any::<f32>()) {
        let value = shortest(number);
        match number.is_finite() {
            true => prop_assert_eq!(value.as_f64().map(|n| n as f32), Some(number)),
            false => prop_assert!(value.is_null() || value.as_f64().is_some()),
        }
    }

    #[test]
    fn a_row_in_json_keeps_every_text(title in text(), author in text(), words in any::<u32>()) {
        let row = Row {
            title: Some(title.clone()),
            authors: vec![author.clone()],
            n_words: words,
            ..Row::default()
        };
        let columns = columns(&Config::default());
        let value: Value = serde_json::from_slice(JsonLine::new(&row, &columns).bytes()).expect("JSON");
        prop_assert_eq!(&value, &JsonRow(&row, &columns).to_value());
        prop_assert_eq!(value["title"].as_str(), Some(&*title));
        prop_assert_eq!(value["authors"][0].as_str(), Some(&*author));
        prop_assert_eq!(value["n_words"].as_u64(), Some(u64::from(words)));
    }

    /// No two captures that differ in a field share an id, however their fields are cut.
    #[test]
    fn ids_do_not_depend_on_where_fields_meet(all in "[a-c]{0,6}", cuts in [0_usize..7, 0_usize..7]) {
        let mut cuts = cuts.map(|cut| cut.min(all.len()));
        cuts.sort_unstable();
        let parts = (&all[..cuts[0]], &all[cuts[0]..cuts[1]], &all[cuts[1]..]);
        let whole = Identity::new(&all, "", "");
        let cut = Identity::new(parts.0, parts.1, parts.2);
        prop_assert_eq!(whole == cut, parts == (&*all, "", ""));
        prop_assert_ne!(cut.row_id(0), cut.row_id(1));
        prop_assert_eq!(cut.row_id(7).len(), 32);
    }
}

/// Ids stand in published corpora: they must never change.
#[test]
fn ids_are_stable_between_versions() {
    let identity = Identity::new("http://a.example/", "2019-05-17T10:00:00Z", "urn:uuid:1");
    let ids = [identity.row_id(0), identity.row_id(1)];
    assert_eq!(ids[0], "dapogin7xofm6ihhbktg3zrwspinzv7e");
    let mut hash = <sha2::Sha256 as sha2::Digest>::new();
    sha2::Digest::update(&mut hash, b"http://a.example/\x002019-05-17T10:00:00Z\x00urn:uuid:1\x00");
    let triple = sha2::Digest::finalize(hash);
    for (ordinal, id) in (0_u32..).zip(ids) {
        let mut hash = <sha2::Sha256 as sha2::Digest>::new();
        sha2::Digest::update(&mut hash, triple);
        sha2::Digest::update(&mut hash, ordinal.to_be_bytes());
        let digest = sha2::Digest::finalize(hash);
        let expected = data_encoding::BASE32_NOPAD.encode(&digest[..20]).to_ascii_lowercase();
        assert_eq!(id, expected);
    }
    assert_eq!(identity.key().to_be_bytes(), triple[..8]);
}

#[test]
fn web_identifiers_name_the_second_of_the_capture() {
    for (ms, time) in [
        (0, "1970-01-01T00:00:00Z"),
        (999, "1970-01-01T00:00:00Z"),
        (1_516_425_920_000, "2018-01-20T05:25:20Z"),
    ] {
        let expected = format!("urn:pwid:archive.org:{time}:part:http://a.example/?q=1:2");
        assert_eq!(pwid("archive.org", ms, "http://a.example/?q=1:2"), Some(expected));
    }
    assert_eq!(pwid("archive.org", i64::MAX, "http://a.example/"), None);
}

#[test]
fn captures_and_texts_are_remembered() {
    let mut seen = Seen::default();
    let captures = [1, 2, 1, 1, 3, 2];
    let ordinals: Vec<u32> = captures.iter().map(|capture| seen.ordinal(*capture)).collect();
    assert_eq!(ordinals, [0, 0, 1, 2, 0, 1]);
    let texts = ["a", "b", "a", ""];
    let again: Vec<bool> = texts.iter().map(|text| seen.text_again(text_key(text))).collect();
    assert_eq!(again, [false, false, true, false]);
}

fn stored(value: Value) -> StoredRow {
    let Value::Object(columns) = value else { panic!("no object") };
    StoredRow::new(columns)
}

#[test]
fn a_stored_row_knows_its_record_and_its_capture() {
    let row = stored(json!({
        "id": "abc", "url": "http://a.example/", "warc_date": "2019", "warc_record_id": "urn:1",
        "warc_file": "a.warc", "warc_offset": 7, "inner_offset": 9,
    }));
    assert_eq!((row.id.as_str(), row.warc_file.as_str()), ("abc", "a.warc"));
    assert_eq!((row.offset, row.inner_offset, row.ordinal), (7, 9, 0));
    assert_eq!(row.identity(), Identity::new("http://a.example/", "2019", "urn:1"));
    // Columns that are missing or of another type, as in a corpus somebody has edited.
    let row = stored(json!({ "id": 1, "warc_offset": "7" }));
    assert_eq!((row.id.as_str(), row.offset), ("", 0));
    assert_eq!(row.identity(), Identity::new("", "", ""));
}

#[test]
fn the_object_of_schema_org_has_what_is_known_and_nothing_else() {
    let least = Row { url: "http://a.example/".into(), ..Row::default() };
    let read = |row: &Row, metadata: &Metadata| -> Map<String, Value> {
        let value = serde_json::from_str(&schema_org(row, metadata).to_string()).expect("JSON");
        let Value::Object(object) = value else { panic!("no object") };
        object
    };
    let object = read(&least, &Metadata::default());
    let keys: Vec<&str> = object.keys().map(String::as_str).collect();
    assert_eq!(keys, ["@context", "@type", "url"]);
    assert_eq!(object["@type"], "WebPage");
    let full = Row {
        canonical_url: Some("http://a.example/canonical".into()),
        title: Some("Tides".into()),
        authors: vec!["Ada Gull".into(), "Ben Tern".into()],
        keywords: vec!["sea".into()],
        site: Some("Harbour".into()),
        licence: Some("CC0".into()),
        ..least
    };
    let object = read(&full, &Metadata::default());
    assert_eq!(object["url"], "http://a.example/canonical");
    assert_eq!(object["headline"], "Tides");
    assert_eq!(object["author"][1], json!({ "@type": "Person", "name": "Ben Tern" }));
    assert_eq!(object["publisher"]["name"], "Harbour");
    assert_eq!(object["isPartOf"]["name"], "Harbour");
    assert_eq!(object["license"], "CC0");
    let named = Row { publisher: Some("Harbour Press".into()), ..full };
    assert_eq!(read(&named, &Metadata::default())["publisher"]["name"], "Harbour Press");
}

/// The type and the access of a page come from the page, not from the row.
#[test]
fn the_object_of_schema_org_speaks_with_the_metadata_of_the_page() {
    let html = "<html><head><script type='application/ld+json'>{\"@context\":\"https://schema.org\",\
        \"@type\":\"NewsArticle\",\"headline\":\"Tides\",\"isAccessibleForFree\":false}</script>\
        <meta name=description content='About tides.'></head><body><p>Water.</body></html>";
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let metadata = page.metadata(&Method::AllText.extract(&page, &ExtractConfig::default()));
    let row = Row { url: "http://a.example/".into(), ..Row::default() };
    let object = schema_org(&row, &metadata).to_string();
    let object: Value = serde_json::from_str(&object).expect("JSON");
    assert_eq!(object["@type"], "NewsArticle");
    assert_eq!(object["isAccessibleForFree"], false);
}
