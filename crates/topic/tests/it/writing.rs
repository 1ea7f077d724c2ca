//! Formats of output, read back.

use scutch_topic::evaluate::{PredictionError, read_predictions};
use scutch_topic::label::{csv_fields, read_labels};
use scutch_topic::report::Report;
use scutch_topic::{OutputFormat, Status, Writer, judge_all};
use serde_json::Value;

use crate::archives::{Archive, CASINO, HARBOUR, page, profile};

/// Two TimeMaps with verdicts of all kinds; an address with what CSV and HTML have to escape.
fn archive() -> Archive {
    let (harbour, casino) = (page("Harbour", HARBOUR), page("Casino", CASINO));
    let odd = "http://a.example/?q=<b>\"1,2\"</b>";
    Archive::default()
        .page("http://a.example/", "20200101000000", &harbour)
        .page("http://a.example/", "20200102000000", &casino)
        .page("http://a.example/", "20200103000000", "")
        .record("revisit", "http://a.example/", "20200104000000", &[], b"")
        .page("http://a.example/", "20200105000000", &harbour)
        .page(odd, "20200101000000", &harbour)
        .page(odd, "20200101000000", &harbour)
}

fn written(format: OutputFormat, name: &str) -> String {
    let profile = profile(name);
    let collection = archive().collection(&profile);
    let mut out = Vec::new();
    let mut writer = Writer::begin(&mut out, format).expect("memory");
    judge_all(&collection, &profile, 2, |timemap, judged| {
        writer.timemap(timemap, judged, &collection, &profile)
    })
    .expect("judged");
    writer.end().expect("memory");
    String::from_utf8(out).expect("UTF-8")
}

const URIS: [&str; 7] = [
    "from-warc::20200101000000::http://a.example/",
    "from-warc::20200102000000::http://a.example/",
    "from-warc::20200103000000::http://a.example/",
    "from-warc::20200104000000::http://a.example/",
    "from-warc::20200105000000::http://a.example/",
    "from-warc::20200101000000::http://a.example/?q=<b>\"1,2\"</b>",
    "from-warc::20200101000000::http://a.example/?q=<b>\"1,2\"</b> (2)",
];
const OFF: [bool; 7] = [false, true, true, false, false, false, false];

#[test]
fn verdicts_can_be_read_back_from_json_lines_and_tables() {
    for format in [OutputFormat::Json, OutputFormat::Jsonl, OutputFormat::Gold] {
        let text = written(format, "default");
        let found = read_predictions(&text).expect("it can be read back");
        assert_eq!(found.len(), URIS.len(), "{format:?}");
        for (uri, off) in URIS.iter().zip(OFF) {
            assert_eq!(found.get(*uri), Some(&off), "{format:?} {uri}");
        }
    }
}

#[test]
fn the_table_of_the_gold_standard_is_read_as_labels() {
    let labels = read_labels(&written(OutputFormat::Gold, "default")).expect("labels");
    let words: Vec<&str> = labels.iter().map(|label| label.label.as_str()).collect();
    // The unknown one has the label ERROR, which is neither.
    assert_eq!(words, ["on", "off", "off", "ERROR", "on", "on", "on"]);
    assert_eq!(labels[0].timemap, "1");
    assert_eq!(labels[6].timemap, "2");
}

#[test]
fn json_has_the_keys_of_the_toolkit() {
    let value: Value =
        serde_json::from_str(&written(OutputFormat::Json, "otmt-code")).expect("JSON");
    let timemap = &value["from-warc::timemap::http://a.example/"];
    let memento = &timemap[URIS[1]];
    let measures = memento["timemap measures"].as_object().expect("measures");
    for name in [
        "bytecount",
        "wordcount",
        "jaccard",
        "sorensen",
        "raw_simhash",
        "tf_simhash",
        "cosine",
        "gensim_lsi",
    ] {
        let measure = &measures[name];
        assert!(measure["comparison score"].is_number(), "{name}");
        assert!(measure["topic status"].is_string(), "{name}");
        let tokens = !matches!(name, "bytecount" | "raw_simhash");
        assert_eq!(measure["tokenized"], tokens, "{name}");
        assert_eq!(measure["stemmed"], tokens, "{name}");
        assert_eq!(measure["removed boilerplate"], false, "{name}");
    }
    assert_eq!(memento["overall topic status"], "off-topic");
    assert_eq!(memento["anchor"], URIS[0]);
    // Without a score there is none, and the verdict stands in the place of the measure's.
    let empty = &timemap[URIS[3]];
    assert!(empty["timemap measures"]["jaccard"]["comparison score"].is_null());
    assert_eq!(empty["timemap measures"]["jaccard"]["topic status"], "unknown");
    assert_eq!(empty["reasons"][0], "revisit-unresolved");
}

#[test]
fn csv_has_a_row_per_measure_and_as_many_fields_as_columns() {
    let text = written(OutputFormat::Csv, "default");
    let rows: Vec<Vec<String>> = text.split_terminator("\r\n").map(csv_fields).collect();
    let width = rows[0].len();
    assert_eq!(rows[0][0], "URI-T");
    assert_eq!(rows.len(), 1 + URIS.len() * 5);
    assert!(rows.iter().all(|row| row.len() == width));
    let column = |name: &str| rows[0].iter().position(|column| column == name).expect(name);
    let (uri_m, overall, reasons) =
        (column("URI-M"), column("Overall Topic Status"), column("Reasons"));
    for (row, at) in rows[1..].iter().zip(0..) {
        assert_eq!(row[uri_m], URIS[at / 5]);
        assert_eq!(row[overall] == "off-topic", OFF[at / 5], "{row:?}");
    }
    assert_eq!(rows[11][reasons], "empty");
    assert_eq!(rows[11][column("Error")], "Memento Measurement Error");
    assert_eq!(rows[1][column("Error")], "");
}

#[test]
fn an_output_without_timemaps_is_whole() {
    for (format, expected) in [
        (OutputFormat::Json, "{}\n"),
        (OutputFormat::Jsonl, ""),
        (OutputFormat::Gold, "id\tdate\tURI\tlabel\n"),
    ] {
        let mut out = Vec::new();
        Writer::begin(&mut out, format).expect("memory").end().expect("memory");
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected, "{format:?}");
    }
}

#[test]
fn predictions_that_cannot_be_read_are_named() {
    for (text, expected) in [
        ("id\tdate\tURI\tlabel\nbroken\n", Some(2)),
        ("{\"urim\": \"a\", \"status\": \"off-topic\"}\nnot json\n", Some(2)),
        ("{\"urim\": 7}\n", Some(1)),
        ("{ not json", None),
    ] {
        match (read_predictions(text), expected) {
            (Err(PredictionError::Line(line)), Some(expected)) => {
                assert_eq!(line, expected, "{text}");
            }
            (Err(PredictionError::Json(_)), None) => {}
            (found, _) => panic!("{text}: {found:?}"),
        }
    }
    // A byte order mark and blank lines are no errors.
    let text = "\u{feff}{\"urim\": \"a\", \"status\": \"off-topic\"}\n\n";
    assert_eq!(read_predictions(text).expect("readable").get("a"), Some(&true));
}

#[test]
fn the_report_shows_numbers_and_escapes_addresses() {
    let mut profile = profile("default");
    profile.sketch.excerpt = true;
    let collection = archive().collection(&profile);
    let mut report = Report::new(&profile, Some("http://replay.example/all"));
    let tally = judge_all(&collection, &profile, 1, |timemap, judged| {
        report.add(timemap, judged, &collection)
    })
    .expect("judged");
    assert_eq!((tally.on, tally.off, tally.unknown), (4, 2, 1));
    let html = report.page("scutch 0");
    assert!(html.contains("2 of 7 mementos in 2 TimeMaps are off-topic"), "{html}");
    assert!(html.contains("oscillates"), "{html}");
    assert!(!html.contains("<b>"), "an address became markup");
    assert!(html.contains("&lt;b&gt;"), "{html}");
    assert!(!html.contains("<script"), "{html}");
    for status in [Status::On, Status::Off, Status::Unknown] {
        assert!(html.contains(status.name()), "{}", status.name());
    }
}
