//! Portal files: faults with their places, presets, map files, and how files are laid over presets.

use scutch_portal::{Document, FileError, Portal};
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
