//! Indexes: what is written is read, lines are sorted, odd values stay in their columns.

use std::borrow::Cow;

use proptest::prelude::*;
use scutch_archive::cdx::{LEGEND_11, Line, LineFault, Lines, Sorter, cdx11, cdxj};

/// URLs and names as crawls meet them: spaces, braces, other scripts.
fn line() -> impl Strategy<Value = Line<'static>> {
    let url = "http://[a-z]{1,5}\\.example/[a-zA-Z0-9é{}\"'%!# ]{0,12}";
    let file = "[a-z{\"é ]{1,8}\\.warc\\.gz";
    (
        url,
        "[12][0-9]{13}",
        prop::option::of("(text/html|warc/revisit|image/svg\\+xml)"),
        prop::option::of(100..600_u16),
        prop::option::of("sha1:[A-Z2-7]{32}"),
        (any::<u32>(), any::<u32>()),
        file,
    )
        .prop_map(|(url, timestamp, mime, status, digest, (offset, length), file)| Line {
            url: url.into(),
            timestamp: timestamp.into(),
            mime: mime.map(Cow::Owned),
            status,
            digest: digest.map(Cow::Owned),
            offset: u64::from(offset),
            length: u64::from(length),
            file: file.into(),
            sent: None,
        })
}

/// A value as it stands in a column: white space escaped.
fn in_column(value: &str) -> String {
    value.replace(' ', "%20")
}

fn read(text: &str) -> Vec<Result<Line<'static>, (u64, LineFault)>> {
    Lines::new(text.as_bytes()).map(|line| line.map_err(|e| (e.line, e.fault))).collect()
}

proptest! {
    #[test]
    fn lines_with_columns_come_back(line in line()) {
        for text in [cdx11(&line), format!("{LEGEND_11}\n{}\n", cdx11(&line))] {
            let found = read(&text);
            prop_assert_eq!(found.len(), 1);
            let expected = Line {
                url: in_column(&line.url).into(),
                file: in_column(&line.file).into(),
                digest: line.digest.as_ref().map(|digest| digest.replace("sha1:", "").into()),
                ..line.clone()
            };
            prop_assert_eq!(found[0].as_ref(), Ok(&expected), "{}", text);
        }
    }

    #[test]
    fn lines_of_json_come_back(line in line()) {
        let text = cdxj(&line);
        let expected = Line { url: in_column(&line.url).into(), ..line };
        prop_assert_eq!(read(&text), [Ok(expected)], "{}", text);
    }

    #[test]
    fn lines_are_sorted_by_bytes(lines in prop::collection::vec(line(), 0..30)) {
        let texts: Vec<String> = lines.iter().map(cdx11).collect();
        let mut sorter = Sorter::default();
        for text in &texts {
            sorter.add(text.clone()).expect("memory");
        }
        let sorted = sorter.sorted().expect("memory");
        let found: Vec<String> = sorted.map(|line| line.expect("memory")).collect();
        let mut expected = texts;
        expected.sort();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn any_text_is_an_index(
        text in "([a-z ]{0,10}|\\{[\"a-z:{]{0,8}|[0-9 ]{0,20}| CDX N b a|\\n|\u{e9}){0,30}",
    ) {
        let mut last = 0;
        for line in Lines::new(text.as_bytes()) {
            if let Err(error) = line {
                prop_assert!(error.line > last);
                last = error.line;
            }
        }
    }
}

fn harbour() -> Line<'static> {
    Line {
        url: "http://harbour.example/".into(),
        timestamp: "20200202020202".into(),
        mime: None,
        status: None,
        digest: None,
        offset: 0,
        length: 0,
        file: "a.warc".into(),
        sent: None,
    }
}

#[test]
fn what_is_not_known_is_a_dash_or_no_field() {
    let line = harbour();
    assert_eq!(
        cdx11(&line),
        "example,harbour)/ 20200202020202 http://harbour.example/ - - - - - 0 0 a.warc"
    );
    assert_eq!(
        cdxj(&line),
        "example,harbour)/ 20200202020202 {\"url\": \"http://harbour.example/\", \
         \"length\": \"0\", \"offset\": \"0\", \"filename\": \"a.warc\"}"
    );
}

#[test]
fn keys_are_never_taken_for_remarks() {
    // A line that begins with `!` is a remark of OpenWayback.
    let line = Line { url: "!odd".into(), ..harbour() };
    for text in [cdx11(&line), cdxj(&line)] {
        assert!(!text.starts_with('!'), "{text}");
        assert_eq!(read(&text).len(), 1, "{text}");
    }
}

#[test]
fn columns_go_by_the_legend() {
    for (legend, row) in [
        (
            " CDX A b e a m s c k r V v D d g M n",
            "x 2020 x http://a.example/ x 200 x x x 7 9 x x f.warc x x",
        ),
        (" CDX N b g V", "com,a)/ 2020 f.warc 7"),
        ("\tCDX\tN\tb\tV\tg", "com,a)/\t2020\t7\tf.warc"),
    ] {
        let found = read(&format!("{legend}\n{row}\n"));
        let [Ok(line)] = &found[..] else { panic!("{legend}: {found:?}") };
        assert_eq!((&*line.file, line.offset, &*line.timestamp), ("f.warc", 7, "2020"), "{legend}");
    }
    // Legends may follow each other, as in files put together from several.
    let text = " CDX N b V g\nk 2020 1 f\n CDX N b g V\nk 2020 f 2\n";
    let offsets: Vec<u64> = read(text).into_iter().flatten().map(|line| line.offset).collect();
    assert_eq!(offsets, [1, 2]);
}

#[test]
fn bad_lines_have_a_number_and_a_fault() {
    let good = "k 2020 http://a.example/ text/html 200 K - 3 x.warc";
    for (bad, fault) in [
        ("one two", LineFault::Columns),
        ("k 2020 http://a.example/ text/html 200 K - - x.warc", LineFault::Incomplete),
        ("k 2020 http://a.example/ text/html 200 K - -3 x.warc", LineFault::Number),
        ("k 202 http://a.example/ text/html 200 K - 3 x.warc", LineFault::Number),
        ("k 2020-02-02 http://a.example/ text/html 200 K - 3 x.warc", LineFault::Number),
        ("k 2020 {\"url\": \"u\", \"offset\": \"x\", \"filename\": \"f\"}", LineFault::Number),
        ("k 2020 {\"url\": \"u\", \"offset\": \"3\"}", LineFault::Incomplete),
        ("k 2020 {\"url\": ", LineFault::Json),
    ] {
        let found = read(&format!("{good}\n{bad}\n\n{good}\n"));
        assert_eq!(found.len(), 3, "{bad}");
        assert_eq!(found[1].as_ref().err(), Some(&(2, fault)), "{bad}");
    }
    // A status that is no number is no reason to lose the line.
    let line = read("k 2020 http://a.example/ text/html - K - 3 x.warc");
    assert!(matches!(&line[..], [Ok(line)] if line.status.is_none() && line.length == 0));
}

#[test]
fn numbers_of_json_may_be_numbers() {
    let text = "k 2020 {\"url\": \"u\", \"offset\": 3, \"length\": 5, \"status\": 404, \
                \"filename\": \"f\"}";
    let found = read(text);
    let [Ok(line)] = &found[..] else { panic!("{found:?}") };
    assert_eq!((line.offset, line.length, line.status), (3, 5, Some(404)));
}
