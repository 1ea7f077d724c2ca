//! Revisits and conversions: whose content counts.

use crate::archives::{Archive, CASINO, HARBOUR, page, profile, timemaps};

const HOME: &str = "http://a.example/";

/// A page of a harbour (record 0), a page of a casino (record 1), and a revisit with these fields.
fn with_revisit(second: &str, fields: &[(&str, &str)]) -> Archive {
    Archive::default()
        .page(HOME, "20200101000000", &page("Harbour", HARBOUR))
        .page(second, "20200102000000", &page("Casino", CASINO))
        .record("revisit", HOME, "20200103000000", fields, b"")
}

fn digest(html: &str) -> String {
    format!("TEST:{:X}", scutch_learn::hashed(html.as_bytes()))
}

#[test]
fn references_lead_to_the_content() {
    let casino = digest(&page("Casino", CASINO));
    let harbour = digest(&page("Harbour", HARBOUR));
    let other = "http://b.example/x";
    let date = "2020-01-02T00:00:00Z";
    let dangling = ("WARC-Refers-To", "<urn:x:none>");
    for second in [HOME, other] {
        let uri = ("WARC-Refers-To-Target-URI", second);
        for (fields, line) in [
            (vec![("WARC-Refers-To", "<urn:x:0>")], "on-topic"),
            (vec![("WARC-Refers-To", "<urn:x:1>")], "off-topic"),
            (vec![uri, ("WARC-Refers-To-Date", date)], "off-topic"),
            (vec![("WARC-Payload-Digest", harbour.as_str())], "on-topic"),
            (vec![("WARC-Payload-Digest", casino.as_str())], "off-topic"),
            // A reference that leads nowhere is followed by the next one.
            (vec![dangling, ("WARC-Payload-Digest", casino.as_str())], "off-topic"),
            (vec![dangling], "unknown revisit-unresolved"),
            (
                vec![uri, ("WARC-Refers-To-Date", "2020-01-02T00:00:01Z")],
                "unknown revisit-unresolved",
            ),
            (vec![], "unknown revisit-unresolved"),
        ] {
            let archive = with_revisit(second, &fields);
            for archive in [archive.clone(), archive.reversed()] {
                let lines = archive.lines();
                let expected = format!("20200103000000 {line}");
                let found = lines.iter().any(|found| found.starts_with(&expected));
                assert!(found, "{second} {fields:?}: {expected} among {lines:?}");
            }
        }
    }
}

#[test]
fn of_several_originals_of_one_name_the_choice_does_not_depend_on_their_order() {
    // Two contents with one payload digest, as a broken archive may have them.
    let same = |archive: Archive, stamp: &str, html: &str| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}");
        let fields = [("Content-Type", "application/http"), ("WARC-Payload-Digest", "test:same")];
        archive.record("response", HOME, stamp, &fields, block.as_bytes())
    };
    let archive = same(Archive::default(), "20200101000000", &page("Harbour", HARBOUR));
    let archive = same(archive, "20200102000000", &page("Casino", CASINO));
    let fields = [("WARC-Payload-Digest", "test:same")];
    let archive = archive.record("revisit", HOME, "20200103000000", &fields, b"");
    assert_eq!(archive.lines(), archive.clone().reversed().lines());
    assert!(!archive.lines()[2].contains("unresolved"));
}

#[test]
fn a_conversion_stands_for_the_page_it_was_made_from() {
    let html = page("Harbour", HARBOUR);
    let frames = "<frameset><frame src=a.html></frameset>";
    let kinds = [("Content-Type", "text/html"), ("WARC-Refers-To", "<urn:x:0>")];
    // With the id of its original, without it, and of another second.
    for (fields, stamp, expected) in [
        (&kinds[..], "20200101000000", 1),
        (&kinds[..1], "20200101000000", 1),
        (&kinds[..], "20200101000001", 2),
    ] {
        let archive = Archive::default().page(HOME, "20200101000000", frames).record(
            "conversion",
            HOME,
            stamp,
            fields,
            html.as_bytes(),
        );
        for archive in [archive.clone(), archive.reversed()] {
            let found = timemaps(&archive.collection(&profile("default")));
            assert_eq!(found[0].mementos.len(), expected, "{stamp} {fields:?}");
        }
    }
}

#[test]
fn a_conversion_that_names_its_original_leaves_other_captures_of_the_second() {
    let fields = [("Content-Type", "text/html"), ("WARC-Refers-To", "<urn:x:1>")];
    let archive = Archive::default()
        .page(HOME, "20200101000000", &page("Harbour", HARBOUR))
        .page(HOME, "20200101000000", "<frameset><frame src=a.html></frameset>")
        .record("conversion", HOME, "20200101000000", &fields, page("Casino", CASINO).as_bytes());
    for archive in [archive.clone(), archive.reversed()] {
        let found = timemaps(&archive.collection(&profile("default")));
        let mut sizes: Vec<u64> =
            archive.judged(&profile("default")).iter().map(|said| said.verdict.words).collect();
        sizes.sort_unstable();
        assert_eq!(found[0].mementos.len(), 2);
        assert!(sizes.iter().all(|words| *words > 20), "{sizes:?}");
    }
}

#[test]
fn an_original_that_a_conversion_replaced_may_still_be_referred_to() {
    let frames = page("Frames", "Only a few words here.");
    let fields = [("Content-Type", "text/html")];
    let archive = Archive::default()
        .page(HOME, "20200101000000", &frames)
        .record("conversion", HOME, "20200101000000", &fields, page("Harbour", HARBOUR).as_bytes())
        .record("revisit", HOME, "20200102000000", &[("WARC-Refers-To", "<urn:x:0>")], b"");
    let said = archive.judged(&profile("default"));
    assert_eq!(said.len(), 2);
    assert_eq!(said[1].verdict.words, 6);
}

#[test]
fn equal_bytes_share_a_content_only_if_they_are_read_alike() {
    let html = page("Harbour", HARBOUR);
    let latin = [("Content-Type", "text/html; charset=iso-8859-1")];
    let archive = Archive::default()
        .page(HOME, "20200101000000", &html)
        .page("http://b.example/", "20200101000000", &html)
        .response(HOME, "20200102000000", "200 OK", &latin, html.as_bytes());
    let found = timemaps(&archive.collection(&profile("default")));
    let keys: Vec<u64> = found
        .iter()
        .flat_map(|timemap| &timemap.mementos)
        .map(|memento| memento.content.expect("a content").key())
        .collect();
    assert_eq!(keys[0], keys[2]);
    assert_ne!(keys[0], keys[1]);
}
