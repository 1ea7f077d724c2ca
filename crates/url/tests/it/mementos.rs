//! URI-Ms of every archive of the table, taken apart and put together again.

use std::collections::BTreeSet;

use proptest::prelude::*;
use scutch_url::{Archive, Memento, archives};

const TIME: &str = "20190517100000";

/// A URI-M of an archive.
fn uri_m(archive: &Archive, time: &str, modifier: &str, original: &str) -> String {
    let path = archive.path.replace('*', "collection");
    format!("https://{}{path}{time}{modifier}/{original}", archive.host)
}

#[test]
fn every_archive_of_the_table_is_known_by_its_addresses() {
    for archive in archives() {
        for host in [archive.host.to_owned(), format!("www.{}", archive.host)] {
            for original in ["http://example.org/a?b=c#d", "https://example.org", "example.org/x"] {
                let path = archive.path.replace('*', "collection");
                let text = format!("http://{host}{path}{TIME}/{original}");
                let memento = Memento::split(&text).unwrap_or_else(|| panic!("{text}"));
                let found = memento.archive.unwrap_or_else(|| panic!("{text} is of no archive"));
                // Two systems may share a host; the first line of the table that fits counts.
                assert_eq!(found.host, archive.host, "{text}");
                assert_eq!((memento.time, memento.modifier), (TIME, ""), "{text}");
                assert_eq!(memento.original, original, "{text}");
                assert_eq!(memento.join(), text);
            }
        }
    }
}

#[test]
fn pages_as_archived_are_offered_where_the_archive_has_them() {
    for archive in archives() {
        let text = uri_m(archive, TIME, "", "http://example.org/");
        let memento = Memento::split(&text).expect("a URI-M");
        let raw = memento.raw();
        assert_eq!(raw.is_some(), memento.archive.is_some_and(|a| a.raw.is_some()), "{text}");
        let Some(raw) = raw else { continue };
        let again = Memento::split(&raw).unwrap_or_else(|| panic!("{raw}"));
        assert_eq!(again.archive, memento.archive);
        assert_eq!(Some(again.modifier), memento.archive.and_then(|archive| archive.raw));
        assert_eq!((again.time, again.original), (memento.time, memento.original));
        assert_eq!(again.raw().as_ref(), Some(&raw), "asking twice changes nothing");
    }
}

#[test]
fn the_table_is_whole() {
    let ids: BTreeSet<&str> = archives().iter().map(|archive| archive.id).collect();
    assert_eq!(ids.len(), archives().len(), "ids are distinct");
    for archive in archives() {
        assert!(archive.path.starts_with('/') && archive.path.ends_with('/'), "{archive:?}");
        assert!(!archive.name.is_empty() && archive.host.contains('.'), "{archive:?}");
        assert_eq!(archive.host, archive.host.to_ascii_lowercase());
    }
}

#[test]
fn times_may_be_short_in_known_archives_only() {
    let known = |time: &str| {
        Memento::split(&format!("https://web.archive.org/web/{time}/http://e.org/")).is_some()
    };
    let unknown = |time: &str| {
        Memento::split(&format!("https://pywb.example/coll/{time}/http://e.org/")).is_some()
    };
    for (time, in_known, in_unknown) in [
        ("20190517100000", true, true),
        ("20190517", true, false),
        ("2019", true, false),
        ("201", false, false),
        ("*", true, true),
        ("201905171000001", false, false),
        ("2019051710000x", false, false),
        ("", false, false),
    ] {
        assert_eq!((known(time), unknown(time)), (in_known, in_unknown), "{time}");
    }
}

#[test]
fn modifiers_are_two_letters_and_an_underscore() {
    let split = |modifier: &str| {
        let text = format!("https://web.archive.org/web/{TIME}{modifier}/http://e.org/");
        Memento::split(&text).map(|memento| memento.modifier.to_owned())
    };
    for modifier in ["", "id_", "im_", "js_", "cs_", "if_", "mp_", "*"] {
        assert_eq!(split(modifier).as_deref(), Some(modifier), "{modifier}");
    }
    for wrong in ["id", "ID_", "i_", "idd_", "1d_", "id_x"] {
        assert_eq!(split(wrong), None, "{wrong}");
    }
}

#[test]
fn originals_keep_their_spelling_and_uri_rs_have_a_scheme() {
    for (original, uri_r) in [
        ("http://e.org/", "http://e.org/"),
        ("HTTPS://E.org/x", "HTTPS://E.org/x"),
        ("http:/e.org/x", "http://e.org/x"),
        ("https:/e.org/x", "https://e.org/x"),
        ("e.org/x", "http://e.org/x"),
        ("//e.org/x", "https://e.org/x"),
        ("ftp://e.org/x", "ftp://e.org/x"),
        ("http://e.org/?u=http://f.org/", "http://e.org/?u=http://f.org/"),
        (
            "http://web.archive.org/web/2012/http://e.org/",
            "http://web.archive.org/web/2012/http://e.org/",
        ),
    ] {
        let text = format!("https://web.archive.org/web/{TIME}/{original}");
        let memento = Memento::split(&text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((memento.original, memento.uri_r().as_str()), (original, uri_r));
    }
    for none in ["", "x", "/", "?e.org", "#e.org"] {
        let text = format!("https://web.archive.org/web/{TIME}/{none}");
        assert_eq!(Memento::split(&text), None, "{text}");
    }
}

#[test]
fn other_addresses_are_no_uri_ms() {
    for none in [
        "https://web.archive.org/",
        "https://web.archive.org/save/http://e.org/",
        "https://example.org/20190517/http://e.org/",
        // The query of a page does not make it a URI-M.
        "https://example.org/x?u=/20190517100000/http://e.org/",
        "https://example.org/#/20190517100000/http://e.org/",
        "https://notweb.archive.org.example/web/2019/http://e.org/",
        "mailto:web@archive.org/web/2019/http://e.org/",
        "20190517100000/http://e.org/",
        // Seven segments before the time are more than any archive has.
        "https://example.org/1/2/3/4/5/6/7/20190517100000/http://e.org/",
    ] {
        assert_eq!(Memento::split(none), None, "{none}");
    }
}

proptest! {
    #[test]
    fn parts_put_together_give_the_address_back(
        front in "(https?|ftp|x)?(://)?[a-z.:@0-9-]{0,12}(/[a-z*]{0,6}){0,3}/",
        time in "[0-9*]{0,15}",
        modifier in "([a-z]{2}_)?",
        original in "(https?:/{0,3})?[a-zé.]{0,8}(/[a-z0-9?#%=]{0,6}){0,2}",
    ) {
        let text = format!("{front}{time}{modifier}/{original}");
        if let Some(memento) = Memento::split(&text) {
            prop_assert_eq!(memento.join(), text.clone());
            prop_assert!(memento.uri_r().contains("://"));
            prop_assert!(memento.time == "*" || memento.time.bytes().all(|b| b.is_ascii_digit()));
        }
        if let Some(memento) = Memento::split_link(&text) {
            prop_assert_eq!(memento.join(), text);
        }
    }

    #[test]
    fn any_page_of_any_archive_comes_back(
        archive in 0..archives().len(),
        time in "[12][0-9]{3,13}",
        path in "(/[a-zA-Z0-9._~%-]{0,8}){0,4}",
    ) {
        let original = format!("http://example.org{path}");
        let text = uri_m(&archives()[archive], &time, "", &original);
        let memento = Memento::split(&text);
        prop_assert!(memento.is_some(), "{}", text);
        let memento = memento.unwrap();
        prop_assert_eq!((memento.time, memento.uri_r()), (&*time, original));
    }

    #[test]
    fn anything_else_is_taken_without_complaint(text in ".{0,60}") {
        let _ = (Memento::split(&text), Memento::split_link(&text));
    }
}
