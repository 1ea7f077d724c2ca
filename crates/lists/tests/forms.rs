//! One list in every form, and lists that are half nonsense.

use std::fs;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray, TimestampMillisecondArray};
use parquet::arrow::ArrowWriter;
use proptest::prelude::*;
use scutch_lists::{Entry, Form, Item, ListError, Named, Subject, read, read_bytes};
use scutch_memento::{Dialect, Memento, TimeMap};

const TIME: i64 = 1_390_842_720_000;
const STAMP: &str = "20140127171200";

fn uri_m(n: usize) -> String {
    format!("http://a.example/web/{STAMP}/http://x.org/{n}")
}

fn items(bytes: &[u8], column: Option<&str>) -> (Form, Vec<Item>) {
    let mut items = Vec::new();
    let form = read_bytes(bytes, column, &mut |item| {
        items.push(item);
        Ok(())
    });
    (form.expect("a list"), items)
}

fn entries(bytes: &[u8], column: Option<&str>) -> Vec<(Subject, Option<i64>)> {
    let (_, items) = items(bytes, column);
    let entry = |item| match item {
        Item::Entry(Entry { subject, unix_ms, .. }) => (subject, unix_ms),
        Item::Refused { line, why, .. } => panic!("line {line}: {why}"),
    };
    items.into_iter().map(entry).collect()
}

fn expected() -> Vec<(Subject, Option<i64>)> {
    let memento = |n| {
        let uri_r = Some(format!("http://x.org/{n}"));
        (Subject::Memento { uri_m: uri_m(n), uri_r }, Some(TIME))
    };
    (0..3).map(memento).collect()
}

fn timemap(dialect: Dialect) -> Vec<u8> {
    let mementos = (0..3).map(|n| {
        Ok(Memento { uri: uri_m(n), unix_ms: TIME, date_is_standard: true, digest: None })
    });
    let mut out = Vec::new();
    dialect.write(&TimeMap::default(), mementos, &mut out).expect("memory");
    out
}

fn rows(line: impl Fn(usize) -> String) -> String {
    (0..3).map(line).collect()
}

fn parquet(columns: Vec<(&str, ArrayRef)>) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns).expect("columns of one length");
    let mut out = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut out, batch.schema(), None).expect("a writer");
    writer.write(&batch).expect("memory");
    writer.close().expect("memory");
    out
}

#[test]
fn mementos_are_the_same_in_every_form() {
    let uris: ArrayRef = Arc::new(StringArray::from_iter_values((0..3).map(uri_m)));
    let forms: Vec<(Form, Vec<u8>)> = vec![
        (Form::Lines, rows(|n| uri_m(n) + "\r\n").into()),
        (Form::TimeMap, timemap(Dialect::Link)),
        (Form::TimeMap, timemap(Dialect::Json)),
        (Form::TimeMap, timemap(Dialect::Cdxj)),
        (Form::Jsonl, rows(|n| format!("{{\"n\": {n}, \"urim\": \"{}\"}}\n", uri_m(n))).into()),
        (Form::Tsv, format!("n\tURI-M\n{}", rows(|n| format!("{n}\t{}\n", uri_m(n)))).into()),
        (Form::Tsv, rows(|n| format!("{n}\t{}\n", uri_m(n))).into()),
        (Form::Csv, format!("n,urim\n{}", rows(|n| format!("\"{n},\",{}\n", uri_m(n)))).into()),
        (Form::Parquet, parquet(vec![("urim", uris)])),
    ];
    for (form, bytes) in forms {
        assert_eq!(items(&bytes, None).0, form);
        assert_eq!(entries(&bytes, None), expected(), "{form:?}");
        let zstd = zstd::encode_all(&*bytes, 1).expect("memory");
        if form != Form::Parquet {
            assert_eq!(entries(&zstd, None), expected(), "{form:?}, compressed");
        }
    }
}

/// `scutch memento timemap` writes the lists of several pages into one file.
#[test]
fn timemaps_of_several_pages_are_one_list() {
    for dialect in [Dialect::Json, Dialect::Cdxj] {
        let twice = timemap(dialect).repeat(2);
        assert_eq!(items(&twice, None).0, Form::TimeMap);
        assert_eq!(entries(&twice, None), [expected(), expected()].concat());
    }
    let links = [timemap(Dialect::Link), b",\n".to_vec(), timemap(Dialect::Link)].concat();
    assert_eq!(entries(&links, None), [expected(), expected()].concat());
}

/// The gold standard of the Off-Topic Memento Toolkit, an index, and a table of another program.
#[test]
fn pages_and_times_come_from_tables_of_others() {
    let page = |uri: &str| Subject::Page(uri.to_owned());
    let gold = format!("id\tdate\tURI\tlabel\n1\t{STAMP}\t{}\t1\n", uri_m(0));
    assert_eq!(entries(gold.as_bytes(), None), expected()[..1]);
    let cdx = format!(
        " CDX N b a m s k r M S V g\norg,x)/ {STAMP} http://x.org/ text/html 200 A - - 9 0 a.warc\n"
    );
    assert_eq!(entries(cdx.as_bytes(), None), [(page("http://x.org/"), Some(TIME))]);
    let table = "Title;x,Web page,when\nFog,http://x.org/fog,today\nDay,x.org/day,\n";
    let fog = [(page("http://x.org/fog"), None), (page("http://x.org/day"), None)];
    assert_eq!(entries(table.as_bytes(), None), fog);
    assert_eq!(entries(table.as_bytes(), Some("web page")), fog);
    let wrong = read_bytes(table.as_bytes(), Some("page"), &mut |_| Ok(())).expect_err("no column");
    assert!(matches!(&wrong, ListError::NoColumn(name, _) if name == "page"), "{wrong}");
    let times: ArrayRef = Arc::new(TimestampMillisecondArray::from(vec![TIME]));
    let urls: ArrayRef = Arc::new(StringArray::from(vec!["http://x.org/"]));
    let row = parquet(vec![("text", urls.clone()), ("timestamp", times), ("url", urls)]);
    assert_eq!(entries(&row, None), [(page("http://x.org/"), Some(TIME))]);
    // A memento that shows neither time nor original has them beside it.
    let jsonl = format!(
        "{{\"urim\": \"http://a.example/m/7\", \"url\": \"http://x.org/\", \"timestamp\": {STAMP}}}"
    );
    let uri_r = Some("http://x.org/".to_owned());
    let memento = Subject::Memento { uri_m: "http://a.example/m/7".to_owned(), uri_r };
    assert_eq!(entries(jsonl.as_bytes(), None), [(memento, Some(TIME))]);
}

#[test]
fn corpus_folders_give_url_and_time_of_their_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().display().to_string();
    let read_all = || {
        let mut lines = Vec::new();
        let form = read(&name, None, &mut |item| {
            let Item::Entry(entry) = item else { panic!("{item:?}") };
            lines.push((entry.line, entry.subject.uri().to_owned(), entry.unix_ms));
            Ok(())
        });
        form.map(|form| (form, lines))
    };
    assert!(matches!(read_all(), Err(ListError::NoCorpus)));
    fs::create_dir(folder.path().join("docs")).expect("a folder");
    fs::write(folder.path().join("run.json"), "{}").expect("written");
    assert!(matches!(read_all(), Err(ListError::NoCorpus)));
    for part in 0..2 {
        let row = format!(
            "{{\"url\": \"http://x.org/{part}\", \"timestamp\": \"2014-01-27T17:12:00.000Z\"}}\n"
        );
        let bytes = zstd::encode_all(row.as_bytes(), 1).expect("memory");
        let path = folder.path().join(format!("docs/part-0000{part}.jsonl.zst"));
        fs::write(path, bytes).expect("written");
    }
    let (form, lines) = read_all().expect("a corpus");
    assert_eq!(form, Form::Corpus);
    let line = |n: u64, uri: &str| (n, uri.to_owned(), Some(TIME));
    assert_eq!(lines, [line(1, "http://x.org/0"), line(2, "http://x.org/1")]);
}

#[test]
fn lines_that_are_no_address_are_refused_with_their_number() {
    let list =
        "http://x.org/\n\n# comment\nHello, world\nmailto:a@b.org\n\u{1}\nx.org/b\nhttp://[\n";
    let (form, items) = items(list.as_bytes(), None);
    assert_eq!(form, Form::Lines);
    let refused = items.iter().filter_map(|item| match item {
        Item::Refused { line, .. } => Some(*line),
        Item::Entry(_) => None,
    });
    assert_eq!(refused.collect::<Vec<_>>(), [4, 5, 6, 8]);
    assert_eq!(items.len(), 6);
    let table = "url\tn\nhttp://x.org/\t1\n-\t2\n";
    let (_, items) = self::items(table.as_bytes(), None);
    assert!(matches!(&items[1], Item::Refused { line: 3, text, .. } if text == "-"), "{items:?}");
}

#[test]
fn words_are_lists_or_addresses() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let name = file.path().display().to_string();
    let tell = |word: &str| Named::tell(word).expect("looked up");
    assert_eq!(tell(&name), Some(Named::List(name.clone())));
    assert_eq!(tell("-"), Some(Named::List("-".to_owned())));
    assert!(matches!(tell("x.org"), Some(Named::Address(Subject::Page(_), None))));
    assert!(matches!(tell(&uri_m(1)), Some(Named::Address(Subject::Memento { .. }, Some(TIME)))));
    assert_eq!(tell("no-such-file"), None);
    // Longer than the name of a file may be.
    let long = format!("x.org/{}", "a".repeat(5000));
    assert!(matches!(tell(&long), Some(Named::Address(Subject::Page(_), None))));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the bytes are, reading ends, and each item has a number.
    #[test]
    fn nothing_panics(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut last = 0;
        let _ = read_bytes(&bytes, None, &mut |item| {
            let (Item::Entry(Entry { line, .. }) | Item::Refused { line, .. }) = item;
            assert!(line > 0);
            last = line;
            Ok(())
        });
    }

    /// Lines are entries or refused, none is lost.
    #[test]
    fn every_line_is_answered(lines in proptest::collection::vec("[a-z.:/ ]{1,20}", 1..20)) {
        let text = format!("http://x.org/\n{}", lines.join("\n"));
        let (form, items) = items(text.as_bytes(), None);
        prop_assert_eq!(form, Form::Lines);
        let blank = lines.iter().filter(|line| line.trim().is_empty()).count();
        prop_assert_eq!(items.len(), lines.len() + 1 - blank);
    }
}

/// Two columns of addresses are a memento and its original only where one of them says so.
#[test]
fn a_column_beside_the_url_is_no_memento_of_it() {
    let page = |uri: &str| Subject::Page(uri.to_owned());
    let memento = |uri: &str, uri_r: &str| Subject::Memento {
        uri_m: uri.to_owned(),
        uri_r: Some(uri_r.to_owned()),
    };
    let table = |name: &str, uri: &str| format!("url\t{name}\nhttp://x.org/\t{uri}\n");
    let wayback = "http://a.example/web/20140127171200/http://www.x.org/";
    for (name, uri, asked, expected) in [
        ("link", "http://y.org/", Some("link"), page("http://y.org/")),
        ("canonical", "http://y.org/", Some("canonical"), page("http://y.org/")),
        ("link", wayback, Some("link"), memento(wayback, "http://x.org/")),
        ("memento", "http://a.example/m/7", None, memento("http://a.example/m/7", "http://x.org/")),
        ("link", "http://y.org/", None, page("http://x.org/")),
    ] {
        let found = entries(table(name, uri).as_bytes(), asked);
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!(found[0].0, expected, "{name}");
    }
}

/// What a TimeMap lists are mementos, whatever their addresses look like; a CDX server lists
/// originals.
#[test]
fn timemaps_list_mementos_of_any_shape() {
    let odd = "http://a.example/m/7";
    let memento = |uri_r: Option<&str>| {
        let uri_r = uri_r.map(str::to_owned);
        (Subject::Memento { uri_m: odd.to_owned(), uri_r }, Some(TIME))
    };
    let link = |original: &str| {
        format!(
            "<{original}>; rel=\"original\",\n<{odd}>; rel=\"memento\"; datetime=\"Mon, 27 Jan \
             2014 17:12:00 GMT\""
        )
    };
    let alone = format!("<{odd}>; rel=memento; datetime=\"Mon, 27 Jan 2014 17:12:00 GMT\"");
    let json = format!(
        "{{\"original_uri\": \"http://x.org/\", \"mementos\": {{\"list\": [{{\"datetime\": \
         \"2014-01-27T17:12:00Z\", \"uri\": \"{odd}\"}}]}}}}\n"
    );
    let both = [link("http://x.org/"), link("http://y.org/")].join(",\n");
    let (x, y) = (Some("http://x.org/"), Some("http://y.org/"));
    let cdx = format!("[[\"timestamp\", \"original\"], [\"{STAMP}\", \"http://x.org/\"]]");
    for (text, expected) in [
        (link("http://x.org/"), vec![memento(x)]),
        (json, vec![memento(x)]),
        (both, vec![memento(x), memento(y)]),
        (alone, vec![memento(None)]),
        (cdx, vec![(Subject::Page("http://x.org/".to_owned()), Some(TIME))]),
    ] {
        assert_eq!(entries(text.as_bytes(), None), expected, "{text}");
    }
}

/// A reader that jumps must not be given the compressed file.
#[test]
fn parquet_tables_may_be_compressed_as_files() {
    let uris: ArrayRef = Arc::new(StringArray::from_iter_values((0..3).map(uri_m)));
    let bytes = parquet(vec![("urim", uris)]);
    for bytes in [bytes.clone(), zstd::encode_all(&*bytes, 1).expect("memory")] {
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), bytes).expect("written");
        let (mut found, name) = (Vec::new(), file.path().display().to_string());
        let form = read(&name, None, &mut |item| {
            let Item::Entry(Entry { subject, unix_ms, .. }) = item else { panic!("{item:?}") };
            found.push((subject, unix_ms));
            Ok(())
        });
        assert_eq!(form.expect("a list"), Form::Parquet);
        assert_eq!(found, expected());
    }
}
