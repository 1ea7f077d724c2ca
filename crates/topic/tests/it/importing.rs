//! Folders and lists from outside.

use std::fs;
use std::path::{Path, PathBuf};

use scutch_archive::Limits;
use scutch_shuffle::Settings;
use scutch_topic::import::{Import, ImportError, has_captures, has_dates, is_working_folder};
use scutch_topic::{Collection, Gatherer, Grouping, Profile, Selection};
use tempfile::TempDir;

use crate::archives::{HARBOUR, page, profile, said, timemaps};

/// Files in a temporary folder.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

/// What `read` takes in.
fn imported(
    profile: &Profile,
    read: impl FnOnce(&mut Import<'_>) -> Result<Selection, ImportError>,
) -> Result<Collection, ImportError> {
    let limits = Limits::default();
    let gatherer = Gatherer::new(&profile.sketch, &limits, 1, Settings::default());
    let mut import = Import::new(gatherer.expect("a temporary file"));
    let selection = read(&mut import)?;
    import.finish(Grouping::Exact, selection)
}

#[test]
fn a_table_names_the_captures_of_a_folder() {
    let html = page("Harbour", HARBOUR);
    let table = "url\ttimestamp\tstatus\tpage\tlabel\n\
        http://a.example/\t20140127171200\t200\tone.html\t1\n\
        http://a.example/\t20150127171200\t200\t\t0\n\
        http://a.example/\t20160127171200\t404\tone.html\t0\n\
        http://a.example/\tlast year\t200\tsub/two.html\t1\n\
        http://a.example/\t20170127171200\t200\t../secret\t1\n\
        http://a.example/\t20180127171200\t200\t/etc/passwd\t1\n\
        http://a.example/\t20190127171200\t200\tgone.html\t1\n\
        http://a.example/\n";
    let folder = folder(&[("captures.tsv", table), ("one.html", &html), ("sub/two.html", &html)]);
    assert!(has_captures(folder.path()));
    let default = profile("default");
    let collection = imported(&default, |import| {
        import.captures_folder(folder.path())?;
        Ok(Selection::All)
    });
    let collection = collection.expect("readable");
    let (all, _) = said(&collection, &default);
    let lines: Vec<String> = all.iter().map(super::archives::Said::line).collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    let statuses = ["on-topic anchor", "off-topic empty", "off-topic http-error"];
    for (line, status) in lines.iter().zip(statuses) {
        assert!(line.contains(status), "{line}");
    }
    let losses: Vec<&str> = collection.losses.iter().map(|loss| loss.reason).collect();
    let unreadable = "file-unreadable";
    assert_eq!(
        losses,
        ["date-unreadable", unreadable, unreadable, unreadable, "table-line-unreadable"]
    );
    assert!(collection.losses[1].sentence.contains("\"../secret\" is no file of this folder"));
}

#[test]
fn an_empty_page_may_stand_in_the_last_column() {
    let html = page("Harbour", HARBOUR);
    let table = "url\ttimestamp\tpage\r\n\
        http://a.example/\t20140127171200\tone.html\r\n\
        http://a.example/\t20150127171200\t\r\n\
        http://a.example/\t20160127171200\n";
    let folder = folder(&[("captures.tsv", table), ("one.html", &html)]);
    let default = profile("default");
    let collection = imported(&default, |import| {
        import.captures_folder(folder.path())?;
        Ok(Selection::All)
    });
    let collection = collection.expect("readable");
    let (all, _) = said(&collection, &default);
    assert_eq!(all.len(), 2);
    assert!(all[1].line().contains("off-topic empty"));
    let losses: Vec<&str> = collection.losses.iter().map(|loss| loss.reason).collect();
    assert_eq!(losses, ["table-line-unreadable"]);
}

#[test]
fn a_table_of_captures_without_a_column_is_an_error() {
    for (head, column) in [("url\tpage\n", "timestamp"), ("", "url"), ("url\ttimestamp", "page")] {
        let folder = folder(&[("captures.tsv", head)]);
        let read = imported(&profile("default"), |import| {
            import.captures_folder(folder.path())?;
            Ok(Selection::All)
        });
        let error = read.map(drop).expect_err("a column is missing").to_string();
        assert!(error.contains("captures.tsv: line 1") && error.contains(column), "{error}");
    }
}

#[test]
fn dated_files_are_mementos_of_their_pages() {
    let html = page("Harbour", HARBOUR);
    let folder = folder(&[
        ("www.a.example/about/20140127171200.html", &html),
        ("www.a.example/about/20150127.html", ""),
        ("20160127171200/www.a.example/about", &html),
        ("www.a.example/about/20149999.html", &html),
        ("www.a.example/logo/20140127171200.png", "PNG"),
        ("www.a.example/readme.html", &html),
    ]);
    assert!(has_dates(folder.path()));
    let default = profile("default");
    let collection = imported(&default, |import| {
        import.dated_folder(folder.path())?;
        Ok(Selection::All)
    });
    let collection = collection.expect("readable");
    let (all, tally) = said(&collection, &default);
    let lines: Vec<String> = all.iter().map(super::archives::Said::line).collect();
    assert_eq!(
        lines,
        [
            "20140127171200 on-topic anchor",
            "20150127000000 off-topic empty",
            "20160127171200 on-topic",
            "20149999 on-topic date-unreadable",
        ]
    );
    assert_eq!(timemaps(&collection)[0].url, "http://www.a.example/about");
    assert_eq!(tally.left_aside.not_pages, 1);
    let mut losses: Vec<(&str, &str)> =
        collection.losses.iter().map(|loss| (loss.file.as_str(), loss.reason)).collect();
    losses.sort_unstable();
    assert_eq!(
        losses,
        [
            ("www.a.example/about/20149999.html", "date-unreadable"),
            ("www.a.example/readme.html", "file-undated"),
        ]
    );
}

#[test]
fn folders_without_dates_are_told_apart() {
    let plain = folder(&[("a/index.html", "x"), ("b.html", "y")]);
    assert!(!has_dates(plain.path()));
    assert!(!is_working_folder(plain.path()));
    assert!(!has_dates(Path::new("/nowhere/at/all")));
}

#[test]
fn working_folders_of_the_toolkit_have_their_own_timemaps() {
    let url = "http://a.example/";
    let uri_m = |stamp: &str| format!("http://web.archive.org/web/{stamp}/{url}");
    let timemap = format!(
        "<{url}>; rel=\"original\",\n<{}>; rel=\"memento\"; datetime=\"Wed, 01 Jan 2020 00:00:00 GMT\",\n\
         <{}>; rel=\"memento\"; datetime=\"Thu, 02 Jan 2020 00:00:00 GMT\"\n",
        uri_m("20200101000000"),
        uri_m("20200102000000"),
    );
    let first = format!("{},aa\n", uri_m("20200101000000"));
    let second =
        format!("{first}{},bb\nno name\n{},../x\n", uri_m("20200102000000"), uri_m("2019"));
    let html = page("Harbour", HARBOUR);
    let files = [
        ("timemaps/metadata.csv", "http://t/,tt\n"),
        ("timemaps/tt.orig", &timemap),
        ("mementos/metadata.csv", &second),
        ("mementos/aa.orig", &html),
        ("mementos/bb.orig", &html),
        ("mementos/bb_headers.json", "{\"HTTP-Status\": \"404\", \"Content-Type\": \"text/html\"}"),
    ];
    let folder = folder(&files);
    assert!(is_working_folder(folder.path()));
    let default = profile("default");
    let collection =
        imported(&default, |import| import.otmt_folder(folder.path())).expect("readable");
    let (all, _) = said(&collection, &default);
    let lines: Vec<String> = all.iter().map(super::archives::Said::line).collect();
    assert_eq!(lines, ["20200101000000 on-topic anchor", "20200102000000 off-topic http-error"]);
    let reasons: Vec<&str> = collection.losses.iter().map(|loss| loss.reason).collect();
    assert_eq!(reasons, ["table-line-unreadable", "table-line-unreadable"]);
    assert_eq!(timemaps(&collection)[0].uri(), "http://t/");
}

/// `/proc/self/mem` opens and cannot be read, whoever asks.
#[test]
#[cfg(target_os = "linux")]
fn files_that_the_system_cannot_read_are_counted_and_end_the_import() {
    let table = "url\ttimestamp\tpage\n\
        http://a.example/\t2014\ta.html\n\
        http://a.example/\t2015\tb.html\n\
        http://a.example/\t2016\tgone.html\n\
        http://a.example/\t2017\tc.html\n";
    let uri_m = "http://web.archive.org/web/20200101000000/http://a.example/";
    let rows = format!("{uri_m},aa\n");
    let html = page("Harbour", HARBOUR);
    type Read = fn(&mut Import<'_>, &Path) -> Result<Selection, ImportError>;
    let of_table: Read = |import, folder| {
        import.captures_folder(folder)?;
        Ok(Selection::All)
    };
    let of_toolkit: Read = |import, folder| import.otmt_folder(folder);
    let captures = [("captures.tsv", table), ("a.html", &html), ("b.html", &html), ("c.html", "")];
    let toolkit = [
        ("timemaps/metadata.csv", "http://t/,tt\n"),
        ("timemaps/tt.orig", "<http://a.example/>; rel=\"original\"\n"),
        ("mementos/metadata.csv", &*rows),
        ("mementos/aa.orig", &html),
    ];
    type Case<'a> = (&'a [(&'a str, &'a str)], Read, &'a [&'a str], usize);
    let cases: [Case<'_>; 5] = [
        (&captures, of_table, &["b.html"], 1),
        (&captures, of_table, &["a.html", "c.html"], 2),
        (&toolkit, of_toolkit, &["mementos/aa.orig"], 1),
        (&toolkit, of_toolkit, &["mementos/aa_headers.json"], 1),
        (&toolkit, of_toolkit, &["timemaps/tt.json"], 1),
    ];
    for (files, read, unread, expected) in cases {
        let folder = folder(files);
        for name in unread {
            let path = folder.path().join(name);
            drop(fs::remove_file(&path));
            std::os::unix::fs::symlink("/proc/self/mem", path).expect("a link");
        }
        let found = imported(&profile("default"), |import| read(import, folder.path()));
        let Some(ImportError::Pages { count, source }) = found.err() else {
            panic!("{unread:?} can be read")
        };
        assert_eq!(count, expected, "{unread:?}");
        let first = format!("{}, byte 0", folder.path().join(unread[0]).display());
        assert_eq!(source.to_string(), first);
    }
}

/// The error of a list in a file.
fn list_error(text: &[u8]) -> (ImportError, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("list");
    fs::write(&path, text).expect("a file");
    let error =
        imported(&profile("default"), |import| import.timemaps(std::slice::from_ref(&path)));
    (error.err().expect("an error"), path)
}

#[test]
fn lists_that_name_nothing_are_wrong_usage() {
    let (error, path) = list_error(b"<http://a.example/>; rel=\"original\"\n");
    assert!(error.names_nothing(), "{error}");
    assert_eq!(error.to_string(), format!("{}: no memento is listed", path.display()));
    let (error, _) = list_error(b"id\tdate\tURI\tlabel\n1\t2\n");
    assert!(matches!(error, ImportError::Labels { .. }), "{error}");
    let (error, path) = list_error(b"id\tdate\tURI\tlabel\n\xff\t2\t3\t4\n");
    assert_eq!(error.to_string(), format!("{}: not UTF-8", path.display()));
    let missing = PathBuf::from("/nowhere/at/all");
    let found = imported(&profile("default"), |import| import.timemaps(&[missing]));
    assert!(matches!(found.err(), Some(ImportError::Unreadable { .. })));
}

#[test]
fn seeds_are_lines_or_a_column() {
    for (text, names) in [
        ("http://a.example/\n\nb.example\n", true),
        ("name,Seed URL\nA,http://a.example/\n\"B, C\",b.example\n", true),
        ("seed\tname\nhttp://a.example/\tA\nb.example\tB\n", true),
        ("\u{feff}http://a.example/\r\nb.example\r\n", true),
        ("name\nnothing\n", false),
        ("", false),
    ] {
        let folder = folder(&[("seeds", text)]);
        let default = profile("default");
        let found = imported(&default, |import| import.seeds(&folder.path().join("seeds")));
        match found {
            Ok(collection) => {
                assert!(names, "{text:?}");
                let (_, tally) = said(&collection, &default);
                let sentences: Vec<&str> =
                    tally.left_aside.losses.iter().map(|loss| loss.sentence.as_str()).collect();
                assert_eq!(sentences.len(), 2, "{text:?}: {sentences:?}");
                assert!(sentences[0].contains("a.example") && sentences[1].contains("b.example"));
            }
            Err(error) => assert!(!names && error.names_nothing(), "{text:?}: {error}"),
        }
    }
}

#[test]
fn further_pages_of_a_timemap_are_named_unless_they_are_there() {
    let page = |own: &str, next: &str, stamp: &str| {
        format!(
            "<http://a.example/>; rel=\"original\",\n<{own}>; rel=\"self\",\n<{next}>; rel=\"timemap\",\n\
             <http://web.archive.org/web/{stamp}/http://a.example/>; rel=\"memento\"; \
             datetime=\"Wed, 01 Jan 2020 00:00:00 GMT\"\n"
        )
    };
    let files = [
        ("1.link", page("http://t/1", "http://t/2", "20200101000000")),
        ("2.link", page("http://t/2", "http://t/3", "20200102000000")),
    ];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let folder = folder(&files);
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.path().join(name)).collect();
    let collection =
        imported(&profile("default"), |import| import.timemaps(&paths)).expect("readable");
    let missing: Vec<&str> = collection
        .losses
        .iter()
        .filter(|loss| loss.reason == "timemap-page-missing")
        .map(|loss| loss.sentence.as_str())
        .collect();
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(missing[0].contains("http://t/3"));
}
