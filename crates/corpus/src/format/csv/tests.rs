use std::collections::BTreeMap;

use proptest::prelude::*;
use scutch_folder::config::Extractor;
use scutch_foreign::unfield;
use scutch_page::Document;
use scutch_segment::Segmented;
use serde_json::json;

use super::*;
use crate::row::{COLUMNS, ColumnKind, PageFacts, Row};

/// A field as a reader of RFC 4180 sees it: its text, and whether it stood in quotes.
type Field = (String, bool);

/// Records of CSV by the grammar of RFC 4180, independent of the writer.
fn parsed(csv: &str) -> Vec<Vec<Field>> {
    let (mut records, mut record, mut rest) = (Vec::new(), Vec::new(), csv);
    while !rest.is_empty() {
        let (field, behind) = match rest.strip_prefix('"') {
            Some(quoted) => {
                let (text, behind) = until_closed(quoted);
                ((text, true), behind)
            }
            None => {
                let end = rest.find([',', '\r']).expect("an end of the field");
                assert!(!rest[..end].contains(['"', '\n']), "{rest}");
                ((rest[..end].to_owned(), false), &rest[end..])
            }
        };
        record.push(field);
        rest = match behind.strip_prefix(',') {
            Some(next) => next,
            None => {
                records.push(std::mem::take(&mut record));
                behind.strip_prefix("\r\n").expect("CRLF behind a record")
            }
        };
    }
    records
}

/// The text up to the quote that closes a field, and what follows.
fn until_closed(quoted: &str) -> (String, &str) {
    let (mut text, mut rest) = (String::new(), quoted);
    loop {
        let end = rest.find('"').expect("a closing quote");
        text.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(behind) => {
                text.push('"');
                rest = behind;
            }
            None => return (text, rest),
        }
    }
}

/// The values of a list, from its field.
fn split(field: &str) -> Vec<String> {
    let (mut values, mut chars) = (vec![String::new()], field.chars());
    while let Some(c) = chars.next() {
        let value = values.last_mut().expect("a value");
        match c {
            '\\' => value.extend(chars.next()),
            '|' => values.push(String::new()),
            c => value.push(c),
        }
    }
    values
}

/// The value that a field of a column says.
fn value(column: &Column, (text, quoted): &Field) -> Value {
    match (column.kind, quoted) {
        (ColumnKind::List, false) => json!([]),
        (_, false) if text.is_empty() => Value::Null,
        (ColumnKind::List, true) => json!(split(unfield(text))),
        (ColumnKind::Text | ColumnKind::Timestamp, true) => json!(unfield(text)),
        _ => serde_json::from_str(text).expect("a number"),
    }
}

fn written(row: &Row, config: &Config) -> String {
    let (facts, document) = (&PageFacts::default(), &Document::default());
    let segmented = &Segmented::new(document, None);
    let article = Article { row, facts, document, segmented, tagged: None, corpus: None };
    let bytes = record(&article, &JsonLine::new(row, &columns(config)));
    header(config) + &String::from_utf8(bytes).expect("UTF-8")
}

/// What the record of a row says, by column.
fn read_back(row: &Row, config: &Config) -> BTreeMap<String, Value> {
    let records = parsed(&written(row, config));
    let [names, fields] = records.as_slice() else { panic!("{records:?}") };
    assert_eq!(names.len(), fields.len());
    let known = columns(config);
    let pairs = names.iter().zip(fields).map(|((name, quoted), field)| {
        assert!(*quoted, "a name that is a number to some readers");
        let column = known.iter().find(|column| column.name == name).expect("a column");
        (name.clone(), value(column, field))
    });
    pairs.collect()
}

/// The columns of a row that stand in CSV, as JSON lines have them.
fn expected(row: &Row, config: &Config) -> BTreeMap<String, Value> {
    let line: serde_json::Map<String, Value> =
        serde_json::from_slice(JsonLine::new(row, &columns(config)).bytes()).expect("an object");
    line.into_iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str())).collect()
}

#[test]
fn only_known_columns_are_left_out_and_texts_stand_last() {
    let config = Config { also_extract: vec![Extractor::Bte], markdown: true, ..Config::default() };
    let columns = columns(&config);
    let names: Vec<&str> = ordered(&columns).map(|column| column.name).collect();
    assert_eq!(names[names.len() - 3..], ["text", "text_bte", "markdown"]);
    assert_eq!(names[..2], ["id", "url"]);
    let left_out = COLUMNS.iter().filter(|column| LEFT_OUT.contains(&column.name)).count();
    assert_eq!(names.len(), columns.len() - left_out);
    assert_eq!(left_out, 5, "columns that every corpus has");
}

#[test]
fn a_byte_order_mark_stands_first_where_it_is_asked_for() {
    let config = Config { csv_bom: true, ..Config::default() };
    assert_eq!(header(&config), format!("\u{feff}{}", header(&Config::default())));
}

#[test]
fn texts_stand_in_quotes_and_numbers_do_not() {
    let row = Row {
        id: "abc".into(),
        title: Some("=1+1".into()),
        subtitle: Some(String::new()),
        authors: vec!["Gull, Ada".into(), "a|b\\c".into()],
        http_status: Some(200),
        language_score: Some(0.1),
        ..Row::default()
    };
    let text = written(&row, &Config::default());
    for part in ["\"'=1+1\"", "\"Gull, Ada|a\\|b\\\\c\"", ",200,", ",0.1,"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let back = read_back(&row, &Config::default());
    assert_eq!(back["subtitle"], "", "empty is not missing");
    assert!(back["section"].is_null());
}

proptest! {
    /// CSV says what the row says, whatever stands in it.
    #[test]
    fn a_record_reads_back_as_its_row(
        texts in prop::collection::vec("\\PC{0,12}|['=+@|\\\\\"\t\r\n,;-]{0,6}", 4),
        maybe in prop::collection::vec(prop::option::of("\\PC{0,8}|[=\"\r\n,']{0,3}"), 3),
        lists in prop::collection::vec(prop::collection::vec("[a|\\\\\",;'=-]{0,4}", 0..3), 2),
        time in prop::option::of(-4_000_000_000_000_i64..4_000_000_000_000),
        share in prop::option::of(0.0_f32..=1.0),
        (words, offset, status) in (any::<u32>(), any::<u64>(), prop::option::of(any::<u16>())),
    ) {
        let row = Row {
            id: texts[0].clone(),
            url: texts[1].clone(),
            text: texts[2].clone(),
            extractor: texts[3].clone(),
            title: maybe[0].clone(),
            site: maybe[1].clone(),
            markdown: maybe[2].clone(),
            authors: lists[0].clone(),
            keywords: lists[1].clone(),
            timestamp: time,
            language_score: share,
            n_words: words,
            warc_offset: offset,
            http_status: status,
            ..Row::default()
        };
        let config = Config { markdown: true, ..Config::default() };
        prop_assert_eq!(read_back(&row, &config), expected(&row, &config));
    }
}
