use std::collections::BTreeSet;

use super::*;

fn read(text: &str) -> Result<Decisions, DecisionError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("decisions.jsonl");
    std::fs::write(&path, text).expect("written");
    Decisions::read(&path)
}

fn values(decisions: &Decisions, id: &str) -> Vec<(&'static str, Vec<String>)> {
    let row = decisions.get(id).expect("a decision");
    row.values.iter().map(|value| (value.field.metadata(), value.values.clone())).collect()
}

#[test]
fn the_last_line_on_a_row_and_field_counts() {
    let decisions = read(concat!(
        "{\"id\": \"a\", \"field\": \"title\", \"value\": \"Fog\", \"by\": \"ada\", \"why\": \"site\"}\n",
        "\n",
        "{\"id\": \"a\", \"field\": \"author\", \"value\": [\"Ada Gull\", \"Bo  Tern\"]}\n",
        "{\"id\": \"a\", \"field\": \"title\", \"value\": \"The fog\", \"by\": \"bo\"}\n",
        "{\"id\": \"b\", \"field\": \"keep\", \"value\": false}\n",
        "{\"id\": \"c\", \"field\": \"keep\", \"value\": false}\n",
        "{\"id\": \"c\", \"field\": \"keep\", \"undo\": true}",
    ));
    let decisions = decisions.expect("decisions");
    assert_eq!(
        values(&decisions, "a"),
        [
            ("authors", vec!["Ada Gull".to_owned(), "Bo Tern".to_owned()]),
            ("title", vec!["The fog".to_owned()]),
        ]
    );
    let row = decisions.get("a").expect("a decision");
    assert_eq!((row.line, row.keep, &*row.values[1].by), (4, None, "bo"));
    assert_eq!(decisions.get("b").map(|row| row.keep), Some(Some(false)));
    // What was taken back was never decided.
    assert_eq!(decisions.get("c"), None);
}

#[test]
fn values_are_those_of_their_fields() {
    for (field, value, expected) in [
        ("title", "\" The\\nfog \"", Some(vec!["The fog"])),
        ("title", "null", Some(vec![])),
        ("title", "\"\"", None),
        ("title", "\"a\\u0007b\"", None),
        ("title", "7", None),
        ("author", "\"Ada Gull\"", Some(vec!["Ada Gull"])),
        ("author", "[\"Ada\", 7]", None),
        ("author", "[]", Some(vec![])),
        ("date_published", "\"2019\"", Some(vec!["2019"])),
        ("date_published", "\"2019-05\"", Some(vec!["2019-05"])),
        ("date_published", "\"2019-02-29\"", None),
        ("date_published", "\"2020-02-29\"", Some(vec!["2020-02-29"])),
        ("date_published", "\"2019-05-17T14:30\"", Some(vec!["2019-05-17T14:30"])),
        ("date_published", "\"2019-05-17T14:30:00Z\"", Some(vec!["2019-05-17T14:30:00Z"])),
        (
            "date_published",
            "\"2019-05-17T14:30:00+02:00\"",
            Some(vec!["2019-05-17T14:30:00+02:00"]),
        ),
        ("date_published", "\"2019-05-17T25:30\"", None),
        ("date_published", "\"17 May 2019\"", None),
        ("date_published", "\"äöü2\"", None),
        ("page_type", "\"listing\"", Some(vec!["listing"])),
        ("page_type", "\"other\"", Some(vec!["other"])),
        ("page_type", "\"novel\"", None),
        ("page_type", "null", None),
    ] {
        let line = format!("{{\"id\": \"a\", \"field\": \"{field}\", \"value\": {value}}}\n");
        let found = read(&line).ok().map(|decisions| values(&decisions, "a").remove(0).1);
        let expected = expected.map(|values| values.into_iter().map(str::to_owned).collect());
        assert_eq!(found, expected, "{field} {value}");
    }
}

#[test]
fn a_line_that_is_no_decision_is_named_with_its_cause() {
    for (line, cause) in [
        ("{", "no JSON object (EOF while parsing an object at column 1)"),
        ("[]", "no JSON object (invalid type: sequence, expected a map at column 0)"),
        ("{\"field\": \"keep\"}", "`id` is missing, and must be a text"),
        ("{\"id\": 7}", "`id` is 7, and must be a text"),
        ("{\"id\": \"a\"}", "`field` is missing, and must be a text"),
        (
            "{\"id\": \"a\", \"field\": \"text\", \"value\": \"x\"}",
            "`field` is \"text\", and must be keep, title, author, date_published or page_type",
        ),
        (
            "{\"id\": \"a\", \"field\": \"keep\", \"value\": \"no\"}",
            "`value` is \"no\", and must be true or false",
        ),
        ("{\"id\": \"a\", \"field\": \"keep\"}", "`value` is missing, and must be true or false"),
        (
            "{\"id\": \"a\", \"field\": \"keep\", \"undo\": 1}",
            "`undo` is 1, and must be true or false",
        ),
        (
            "{\"id\": \"a\", \"field\": \"keep\", \"value\": false, \"by\": 1}",
            "`by` is 1, and must be a text",
        ),
    ] {
        let text = format!("{{\"id\": \"z\", \"field\": \"keep\", \"value\": true}}\n{line}\n");
        let Err(DecisionError::Line { line: 2, fault, .. }) = read(&text) else {
            panic!("no error in line 2: {line}")
        };
        assert_eq!(fault.to_string(), cause, "{line}");
    }
}

#[test]
fn long_lines_and_long_values_stay_out_of_errors() {
    let value = "x".repeat(5000);
    let text = format!("{{\"id\": \"a\", \"field\": \"keep\", \"value\": \"{value}\"}}");
    let told = read(&text).expect_err("no bool").to_string();
    assert!(told.len() < 400, "{told}");
    let value = "x".repeat(2 << 20);
    let text = format!("{{\"id\": \"a\", \"field\": \"title\", \"value\": \"{value}\"}}");
    let told = read(&text).expect_err("too long").to_string();
    assert!(told.ends_with("line 1: longer than 1048576 bytes"), "{told}");
}

/// A configuration that has the digest of its decisions takes no others.
#[test]
fn a_configuration_holds_its_decisions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("d.jsonl");
    std::fs::write(&path, "{\"id\": \"a\", \"field\": \"keep\", \"value\": false}\n")
        .expect("written");
    let mut config = Config { decisions: Some(path.clone()), ..Config::default() };
    let decisions = Decisions::of_config(&mut config).expect("read").expect("decisions");
    assert_eq!(config.decisions_sha256.as_ref(), Some(&decisions.digest().sha256));
    let on_disk = crate::digest::file_digest(&path).expect("a digest");
    assert_eq!(decisions.digest(), &on_disk);
    assert!(Decisions::of_config(&mut config.clone()).is_ok());
    std::fs::write(&path, "").expect("written");
    let changed = Decisions::of_config(&mut config);
    assert!(matches!(changed, Err(DecisionError::Changed { .. })), "{changed:?}");
}

#[test]
fn rows_that_no_run_made_are_named_in_the_order_of_the_file() {
    let rows: DecidedRows = (0..300).map(|n| (format!("{:03}", 299 - n), n + 1)).collect();
    let met: BTreeSet<String> = ["299".to_owned(), "000".to_owned()].into();
    let tally = rows.tally(&met);
    assert_eq!((tally.rows, tally.unknown, tally.unknown_rows.len()), (300, 298, 100));
    assert_eq!(tally.unknown_rows[0], UnknownRow { id: "298".to_owned(), line: 2 });
}
