//! Portal files: faults with their places, presets, map files, and how files are laid over presets.

use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::Path;

use scutch_portal::{Document, FileError, Portal, PortalFile};
use scutch_url::Url;

fn error(text: &str) -> FileError {
    Portal::load(text, None).err().unwrap_or_else(|| panic!("no error: {text}"))
}

/// The line with the fault, and below it where and why.
fn shown(text: &str) -> String {
    let FileError { line, column, message, hint, written } = error(text);
    let pointer = " ".repeat(column - 1);
    format!("{line}:{column}\n{written}\n{pointer}^ {message}\n{pointer}  hint: {hint}\n")
}

#[test]
fn errors_have_line_column_and_hint() {
    let url = "url = 'https://x.example/'\n";
    let wrong = [
        "[archive.day]\nurl = '/d'\nlinkz = { link = 'a' }",
        "[archive.day]\nurl = '/d'\n[archive.day.links]\nselector = 'a'",
        "[links]\nitem = \"li\"\nlink = \"h2 > a[href\"",
        "[[links]]\nlink = 'a'\n\n[[links]]\nlink = 'a:before'",
        "[archive.day]\nurl = '/{year}/{month}/{day}'\nfrom = 2020-05-01\nto = 2019-05-01",
        "[archive.day]\nurl = '/{year}/{month}/{day}'\nto = 2019-05-01",
        "[archive.day]\nurl = '/days'\nfrom = 2019-05-01",
        "[archive.day]\nurl = '/{year}/{month}/{day}'\nfrom = 2019-02-30",
        "[archive.day]\nurl = '/{yaer}'\nfrom = 2019-02-20",
        "[archive.all]\nurl = ['/a/{page}', '/p/2']\npage.max = 7",
        "[archive.all]\nurl = '/{page}'\npage = { first = 3, max = 2 }",
        "[archive.all]\nurl = '/{column}'",
        "[archive.all]\npage = { max = 2 }",
        "[links]\nfirst = 1",
        "[links]\nlink = 'a'\nwhen = '(a'",
        "[links]\nlink = 'a'\nkeep = ['x', '[']",
        "[links]\njson = 'a..b'",
        "[links]\nlink = 'a'\ntemplate = '/x/{1'",
        "[article]\nis = ['p', 'p >']",
        "[article.id]\nlink = 'p\n",
        "preset = 'wordpres'",
        "hosts = ['old.example', 'https://older.example/']",
    ];
    let mut all: Vec<_> = wrong.iter().map(|text| shown(&format!("{url}{text}"))).collect();
    all.push(shown("name = 'x'"));
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn a_file_changes_its_preset() {
    let text = "preset = 'wordpress'\nurl = 'https://x.example/'\n[archive.month]\noff = true\n\
                [archive.own]\nurl = '/all/{page}'";
    let portal = Portal::load(text, None).expect("a portal");
    let names: Vec<_> = portal.routes.iter().map(|route| route.name.as_str()).collect();
    assert!(names.contains(&"own") && names.contains(&"home") && !names.contains(&"month"));
}

#[test]
fn maps_may_be_in_files_of_their_own() {
    let text = "url = 'https://x.example/'\n[links]\nlink = 'a'\nmap_file = 'moved.tsv'";
    let load = |content: &'static str| Portal::load_with(text, None, &|_| Ok(content.to_owned()));
    let portal = load("https://x.example/1\thttps://x.example/one\n\n").expect("a portal");
    let url = Url::parse("https://x.example/").expect("an address");
    let page = Document::new(url, b"<a href=/1>1</a><a href=/2>2</a>".to_vec(), None);
    let found = portal.rules().0.addresses(&page);
    assert_eq!(found, ["https://x.example/one", "https://x.example/2"]);
    let error = load("no tab").expect_err("a line without a tab");
    assert_eq!((error.line, error.message.as_str()), (4, "moved.tsv: line 1 has no tab"));
    assert!(Portal::load(text, None).is_err(), "without a reader, map files are faults");
}

/// Where rules may stand in a file.
const RULES: [&str; 8] = [
    "links",
    "next",
    "archive.day.links",
    "archive.day.next",
    "article.id",
    "article.alias",
    "article.next",
    "article.neighbours",
];

#[test]
fn map_files_are_read_wherever_a_rule_may_stand() {
    for rules in RULES {
        for table in [format!("[{rules}]"), format!("[[{rules}]]")] {
            let text = format!(
                "url = 'https://x.example/'\n[archive.day]\nurl = '/d'\n{table}\nlink = 'a'\nmap_file = 'm'"
            );
            let asked = RefCell::new(Vec::new());
            let read = |name: &str| {
                asked.borrow_mut().push(name.to_owned());
                Ok("a\tb\n".to_owned())
            };
            Portal::load_with(&text, None, &read)
                .unwrap_or_else(|error| panic!("{table}: {error}"));
            assert_eq!(*asked.borrow(), ["m"], "{table}");
            let missing = |_: &str| Err(io::ErrorKind::NotFound.into());
            let error = Portal::load_with(&text, None, &missing).expect_err("a missing file");
            assert_eq!(error.line, 6, "{table}: {error}");
            assert!(error.message.starts_with("m: "), "{error}");
        }
    }
}

#[test]
fn values_of_a_wrong_type_are_named() {
    for (route, line, message) in [
        ("from = 10:30:00", 4, "a date is expected: 2019-07-06"),
        ("from = 2019", 4, "invalid type"),
        ("url = 5", 4, "one value or a list of them"),
        ("links = 5", 4, "one value or a list of them"),
        ("links = true", 4, "one value or a list of them"),
        ("kind = 'sitemaps'", 4, "unknown variant"),
        ("order = 'new'", 4, "unknown variant"),
        ("page = 5", 4, "invalid type"),
        ("page = { first = -1 }", 4, "invalid value"),
        ("stop = { known = 'yes' }", 4, "invalid type"),
    ] {
        let error = error(&format!("url = 'https://x.example/'\n\n[archive.day]\n{route}"));
        assert_eq!(error.line, line, "{route}: {error}");
        assert!(error.message.contains(message), "{route}: {error}");
    }
}

#[test]
fn files_are_the_same_when_written_and_read_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/portals");
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("portal files") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("reads");
        let file = PortalFile::parse(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let written = toml::to_string(&file).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert_eq!(PortalFile::parse(&written).expect("reads"), file, "{path:?}");
        files += 1;
    }
    assert!(files > 40, "{files}");
}

#[test]
fn days_are_written_as_they_are_read() {
    let file = |from: &str| PortalFile::parse(&format!("[archive.day]\nfrom = {from}\n"));
    for (from, written) in [
        ("2019-07-06", Some("2019-07-06")),
        ("2020-02-29", Some("2020-02-29")),
        ("0001-01-01", Some("0001-01-01")),
        ("9999-12-31", Some("9999-12-31")),
        // A time of day is left out: archives are read by the day.
        ("2019-07-06T23:59:59Z", Some("2019-07-06")),
        ("2019-07-06 00:00:00", Some("2019-07-06")),
        ("2019-02-29", None),
        ("2019-13-01", None),
        ("'2019-07-06'", None),
        ("true", None),
    ] {
        let Some(written) = written else {
            assert!(file(from).is_err(), "{from}");
            continue;
        };
        let file = file(from).unwrap_or_else(|error| panic!("{from}: {error}"));
        let text = toml::to_string(&file).expect("TOML");
        assert!(text.contains(&format!("from = {written}\n")), "{from}: {text}");
    }
}
