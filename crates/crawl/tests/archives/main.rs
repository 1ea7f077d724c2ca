//! Every archive of the table, played by a server of our own: raw form, banner, redirects of three
//! kinds, frames, and error pages with status 200. The pages are ours, written after what the
//! archives document and show.

#[path = "../../../fetch/tests/server/mod.rs"]
mod server;

mod frames;
mod judged;
mod played;

use scutch_archive::RecordKind;
use scutch_page::PageFlag;
use scutch_url::{Archive, archives};

use self::played::{Run, TEXT, TIME, facts, html as article, plays, prefix, text};
use self::server::Server;

#[test]
fn every_archive_gives_its_mementos() {
    for archive in archives() {
        let server = Server::start(move |asked| plays(archive, asked));
        let mut run = Run::new(&server, archive.host);
        let prefix = prefix(archive, server.address.port());
        let form = if archive.raw.is_some() { "raw" } else { "listed" };
        let cases = [
            ("plain", ["-", form, "-"]),
            ("banner", ["-", "listed", "-"]),
            ("moved", ["-", form, "-"]),
            ("instead", ["-", form, "redirect-page"]),
            ("refresh", ["-", form, "refresh"]),
            ("frames", ["-", form, "frames"]),
            ("outage", ["-", form, "-"]),
            ("empty", ["-", form, "-"]),
            ("down", ["fetch-error-page", "-", "-"]),
            ("never", ["memento-gone", form, "-"]),
        ];
        for (page, expected) in cases {
            let uri_r = format!("http://harbour.example/{page}");
            let before = run.captures().len();
            let row = run.ask(&uri_r, &format!("{prefix}{TIME}/{uri_r}"));
            assert_eq!(facts(&row), expected, "{} {page}", archive.id);
            let captures = run.captures().split_off(before);
            check_captures(archive, page, &captures);
        }
    }
}

/// The captures of a page are what was archived, and nothing that the archive said.
fn check_captures(archive: &Archive, page: &str, captures: &[(RecordKind, String, String)]) {
    let addresses: Vec<&str> = captures
        .iter()
        .map(|(_, url, _)| url.trim_start_matches("http://harbour.example/"))
        .collect();
    let expected: &[&str] = match page {
        "moved" => &["moved", "plain"],
        "refresh" => &["refresh", "plain"],
        "instead" => &["plain"],
        "frames" => &["frames", "plain", "top", "frames"],
        "down" | "never" => &[],
        page => &[page],
    };
    assert_eq!(addresses, expected, "{} {page}", archive.id);
    let Some((kind, url, html)) = captures.last() else { return };
    assert_eq!(*kind == RecordKind::Conversion, page == "frames");
    let (markdown, flags) = text(html, url);
    assert!(markdown.contains(TEXT), "{} {page}: {markdown}", archive.id);
    assert!(!markdown.contains("made on a day in January"), "{} {page}", archive.id);
    if page == "banner" {
        assert_eq!(flags, [PageFlag::ArchiveAdditions], "{}: the row says so", archive.id);
        let link = markdown.contains("(http://harbour.example/tuesday)");
        assert!(link, "{}: {markdown}", archive.id);
    }
    if page == "plain" && archive.raw.is_some() {
        assert_eq!(*html, article("http://harbour.example/tuesday"));
    }
    if page == "frames" {
        assert!(html.find(TEXT) < html.find("Navigation at the top"));
        assert!(html.contains("<title>Two frames</title>"));
    }
}
