//! Lists that are damaged or no lists, and what holds of any list.

use std::io;

use proptest::prelude::*;
use scutch_lists::{
    Entry, Form, Item, ListError, form_of, is_address, read_bytes, read_unless_lines, subject_of,
};

/// The numbers of the entries and of the refused lines, or why it is no list.
fn numbers(bytes: &[u8], column: Option<&str>) -> Result<(Vec<u64>, Vec<u64>), ListError> {
    let (mut entries, mut refused) = (Vec::new(), Vec::new());
    read_bytes(bytes, column, &mut |item| {
        match item {
            Item::Entry(Entry { line, .. }) => entries.push(line),
            Item::Refused { line, .. } => refused.push(line),
        }
        Ok(())
    })?;
    Ok((entries, refused))
}

/// An index with a line that is cut off.
const INDEX: &[u8] = b" CDX N b a m s k r M S V g\n\
    org,x)/ 20140127171200 http://x.org/ text/html 200 A - - 9 0 a.warc\norg,x)/ 2014\n";

#[test]
fn bad_rows_are_refused_and_good_ones_read() {
    let cases: &[(&[u8], &[u64], &[u64])] = &[
        (b"url\tn\nx.org\t1\n\xff\t2\nx.org/b\n", &[2, 4], &[3]),
        (b"url,n\n,1\n\"x.org\n", &[3], &[2]),
        (b"{\"url\": \"x.org\"}\n{\"url\": 7}\n[1]\n{\"url\n", &[1], &[2, 3, 4]),
        (b"{\"url\": \"x.org\"}\n\n{\"url\": null}\n{\"url\": \"x.org/b\"}", &[1, 4], &[3]),
        (b" CDX N b a\norg,x)/ 20140127171200 http://x.org/\n", &[], &[1]),
        (INDEX, &[2], &[3]),
        (b"http://x.org/\n\x00\n\xff\xfe\nhttp://x.org/b", &[1, 4], &[2, 3]),
    ];
    for (bytes, entries, refused) in cases {
        let text = bytes.escape_ascii();
        let found = numbers(bytes, None).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!((&found.0[..], &found.1[..]), (*entries, *refused), "{text}");
    }
}

#[test]
fn what_is_no_list_says_why() {
    let cases: &[(&[u8], Option<&str>, &str)] = &[
        (b"PAR1 and no more", None, "the Parquet file cannot be read"),
        (b"WARC/1.0\r\n", None, "a web archive is no list"),
        (b"<html><p>x", None, "a page of HTML or XML is no list"),
        (b"url\tn\nx.org\t1\n", Some("page"), "there is no column \"page\"; there are url, n"),
        (b"{\"url\": \"x.org\"}\n", Some("page"), "there is no column \"page\"; there are url"),
        (b"\x1f\x8bno gzip", None, "cannot be read"),
        (b"\x28\xb5\x2f\xfdno zstd", None, "cannot be read"),
    ];
    for (bytes, column, why) in cases {
        let error = numbers(bytes, *column).expect_err(why).to_string();
        assert!(error.starts_with(why), "{error}");
    }
    // The taker ends the reading with an error of its own.
    let full = read_bytes(b"x.org\n", None, &mut |_| Err(io::ErrorKind::StorageFull.into()));
    let full = full.expect_err("the taker's error");
    assert!(
        matches!(&full, ListError::Unreadable(e) if e.kind() == io::ErrorKind::StorageFull),
        "{full}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    assert!(matches!(form_of(folder.path()), Err(ListError::NoCorpus)));
    assert!(matches!(form_of(&folder.path().join("x")), Err(ListError::Unreadable(_))));
}

/// The beginning of a refused line is kept, whatever its length.
#[test]
fn refused_text_is_bounded() {
    let text = format!("http://x.org/\n{}\n", "ä ".repeat(5000));
    let mut kept = Vec::new();
    let form = read_bytes(text.as_bytes(), None, &mut |item| {
        if let Item::Refused { text, .. } = item {
            kept.push(text);
        }
        Ok(())
    });
    assert_eq!(form.expect("a list"), Form::Lines);
    assert_eq!(kept, ["ä ".repeat(60)]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Plain lines come back whole, byte for byte: their reader answers each by itself.
    #[test]
    fn lines_are_given_back(lines in proptest::collection::vec("[a-z]{1,9}", 0..20)) {
        let text = format!("http://x.org/\n{}", lines.join("\n"));
        let input = Box::new(text.as_bytes());
        let take = &mut |item| panic!("{item:?}");
        let back = read_unless_lines("-", input, None, take).expect("a list");
        let mut all = String::new();
        io::Read::read_to_string(&mut back.expect("lines"), &mut all).expect("memory");
        prop_assert_eq!(all, text);
    }

    /// With a column that is asked for, what may be a table is one, and lacks it.
    #[test]
    fn lines_with_separators_lack_a_column(name in "[a-z]{1,9}", lines in "([a-z]{1,5}\t[a-z]{1,5}\n){1,5}") {
        prop_assume!(!lines.lines().next().expect("a line").split('\t').any(|cell| cell == name));
        let input = || Box::new(lines.as_bytes());
        let take = &mut |_| Ok(());
        let read = read_unless_lines("-", input(), Some(&name), take);
        prop_assert!(matches!(read, Err(ListError::NoColumn(..))));
    }

    /// A table between tabs says the same as between commas, and as lines.
    #[test]
    fn separators_change_nothing(
        rows in proptest::collection::vec("(x\\.org/[a-z]{1,8}|no address|-)", 1..20),
    ) {
        let table = |separator: &str| {
            let rows = rows.iter().map(|row| format!("{row}{separator}1\n"));
            format!("url{separator}n\n{}", rows.collect::<String>())
        };
        let tabs = numbers(table("\t").as_bytes(), None).expect("a table");
        prop_assert_eq!(&numbers(table(",").as_bytes(), None).expect("a table"), &tabs);
        prop_assert_eq!(tabs.0.len() + tabs.1.len(), rows.len());
    }

    /// What a subject is named by is a subject again, with the same time.
    #[test]
    fn subjects_are_stable(text in "(https?://)?[a-z]{1,6}\\.(org|com|example)(/[a-z0-9]{0,9}){0,3}") {
        if let Some((subject, unix_ms)) = subject_of(&text) {
            prop_assert!(is_address(subject.uri()), "{}", text);
            prop_assert_eq!(subject_of(subject.uri()), Some((subject.clone(), unix_ms)));
        }
    }
}

/// A disk that gives no answer does not say that there is no corpus.
#[cfg(unix)]
#[test]
fn folders_that_cannot_be_looked_up_are_no_missing_ones() {
    let circle = |path: &std::path::Path| {
        std::os::unix::fs::symlink(path, path).expect("a link");
    };
    let folder = tempfile::tempdir().expect("a folder");
    circle(&folder.path().join("run.json"));
    assert!(matches!(form_of(folder.path()), Err(ListError::Unreadable(_))));
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("run.json"), "{}").expect("written");
    assert!(matches!(form_of(folder.path()), Err(ListError::NoCorpus)));
    circle(&folder.path().join("docs"));
    assert!(matches!(form_of(folder.path()), Err(ListError::Unreadable(_))));
}
