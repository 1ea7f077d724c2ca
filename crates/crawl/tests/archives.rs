//! Every archive of the table, played by a server of our own: raw form, banner, redirects of three
//! kinds, frames, and error pages with status 200. The pages are ours, written after what the
//! archives document and show.

#[path = "../../fetch/tests/server/mod.rs"]
mod server;

use std::cell::Cell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use scutch_archive::{Item, Limits, Reader, RecordKind, capture};
use scutch_crawl::{Acquirer, Drift, Row, Store, Target};
use scutch_fetch::{Client, Clock, Resolve, Settings};
use scutch_memento::Guard;
use scutch_page::{ExtractConfig, Hints, Page, PageFlag, extract, render};
use scutch_url::{Archive, Memento, archives};
use server::{Asked, Reply, Server};

/// A clock that moves only while the client waits.
#[derive(Clone, Default)]
struct Still(Rc<Cell<Duration>>);

impl Clock for Still {
    fn now(&self) -> Duration {
        self.0.get()
    }

    fn unix_ms(&self) -> i64 {
        1_790_000_000_000
    }

    fn sleep(&self, time: Duration) {
        self.0.set(self.now() + time);
    }
}

/// A name server that gives the address of the server for every name.
struct Names(SocketAddr);

impl Resolve for Names {
    fn resolve(&self, _: &str, _: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        Ok(vec![self.0])
    }
}

const TIME: &str = "20140127171200";
const UNIX_MS: i64 = 1_390_842_720_000;
const TEXT: &str = "The fog lifted from the harbour this morning, and the ferry left ten minutes late \
    with everybody who had waited for it on the pier, and nobody minded at all, as far as one could \
    see from the shore.";

fn html(link: &str) -> String {
    format!(
        "<html><head><title>Fog</title></head><body><h1>The fog lifts</h1><p>{TEXT} More of it stands \
         in <a href=\"{link}\">the paper</a> of Tuesday, which is a long one.</p></body></html>"
    )
}

/// A page as archived, with the header field that says so.
fn archived(body: &str) -> Reply {
    let fields = vec![
        ("Memento-Datetime", "Mon, 27 Jan 2014 17:12:00 GMT".to_owned()),
        ("Content-Type", "text/html; charset=utf-8".to_owned()),
    ];
    Reply::Fine(200, fields, body.as_bytes().to_vec())
}

/// A page of the archive itself, with status 200.
fn said(body: &str) -> Reply {
    Reply::Fine(200, vec![("Content-Type", "text/html".to_owned())], body.as_bytes().to_vec())
}

/// A page with the banner of the archive.
fn with_banner(archive: &Archive, link: &str) -> String {
    let words =
        "<p>This is a copy that was made on a day in January by people who do such things.</p>";
    let page = html(link);
    if archive.raw.is_none() {
        let (head, body) = page.split_once("<body>").expect("a body");
        let body = body.trim_end_matches("</body></html>");
        return format!(
            "{head}<body><center><div id=HEADER>{words}</div><div id=SOLID><div id=CONTENT>{body}\
             </div></div></center></body></html>"
        );
    }
    let id = match archive.id {
        id if id.starts_with("wayback") || id.starts_with("bib") => "wm-ipp-base",
        id if id.starts_with("archive-it") || id == "proni" => "ait-toolbar",
        id if id.starts_with("arquivo") => "replay_iframe_banner",
        id if id.starts_with("ukgwa") => "webArchiveInfobox",
        id if id.starts_with("ukwa") => "ukwa-banner",
        _ => "_wb_frame_top_banner",
    };
    page.replace("<body>", &format!("<body><div id={id}>{words}</div>"))
}

/// How the archive says that it lacks a memento, with status 200.
fn never(archive: &Archive) -> &'static str {
    match archive.host {
        "web.archive.org" => "<p>Hrm.</p><p>Wayback Machine has not archived that URL.</p>",
        "wayback.archive-it.org" => "<h1>Not in Archive</h1>",
        _ => "<title>Replay</title><h2>Resource Not In Archive</h2>",
    }
}

fn outage(archive: &Archive) -> &'static str {
    match archive.host {
        "web.archive.org" => "<h1>Internet Archive services are temporarily offline.</h1>",
        _ => "<h1>Service Temporarily Unavailable</h1>",
    }
}

/// The archive's answers. Requests name a URI-M of it; the page is the last part of its original.
fn plays(archive: &Archive, asked: &Asked) -> Reply {
    let host = asked.head.lines().find_map(|line| line.strip_prefix("Host: ")).expect("a host");
    let uri_m = format!("http://{host}{}", asked.target);
    let Some(memento) = Memento::split(&uri_m) else {
        return Reply::Fine(404, Vec::new(), Vec::new());
    };
    assert_eq!(memento.time, TIME, "the time of the page");
    let raw = archive.raw.is_some_and(|raw| raw == memento.modifier);
    let at = |original: &str| Memento { original, ..memento }.join();
    let rewritten = |original: &str| if raw { original.to_owned() } else { at(original) };
    let elsewhere = "http://harbour.example/tuesday";
    let first = asked.before == 0;
    match memento.original.trim_start_matches("http://harbour.example/") {
        "banner" if raw => Reply::Fine(403, Vec::new(), b"Not in this form.".to_vec()),
        "down" => said(outage(archive)),
        "outage" if first => said(outage(archive)),
        "empty" if first => said(" \n"),
        "plain" | "banner" | "outage" | "empty" if raw => archived(&html(elsewhere)),
        "plain" | "banner" | "outage" | "empty" => archived(&with_banner(archive, &at(elsewhere))),
        "never" => said(never(archive)),
        "moved" => {
            let to = at("http://harbour.example/plain");
            let dated = ("Memento-Datetime", "Mon, 27 Jan 2014 17:12:00 GMT".to_owned());
            Reply::Fine(302, vec![dated, ("Location", to)], Vec::new())
        }
        "instead" => said(&format!(
            "<p class=code>Got an HTTP 302 response at crawl time</p><p class=impatient><a href=\"{}\">\
             Impatient?</a></p>",
            at("http://harbour.example/plain")
        )),
        "refresh" => archived(&format!(
            "<noscript><meta http-equiv=refresh content=\"0;url=/no-scripts\"></noscript>\
             <meta http-equiv=Refresh content=\"2; URL={}\"><p>We have moved.</p>",
            rewritten("http://harbour.example/plain")
        )),
        "frames" => archived(&format!(
            "<title>Two frames</title><frameset cols=\"1,2\"><frame src=\"{}\"><frame src=top>\
             </frameset>",
            rewritten("http://harbour.example/plain")
        )),
        "top" => archived("<body><h2>Navigation at the top</h2></body>"),
        _ => Reply::Fine(404, Vec::new(), Vec::new()),
    }
}

/// A run into a file of its own.
struct Run {
    folder: tempfile::TempDir,
    acquirer: Acquirer,
}

impl Run {
    fn new(server: &Server, host: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("out.warc"), "scutch/test", 0).expect("a file");
        let guard = Guard::allowing([host.to_owned()]);
        let clock = Box::new(Still::default());
        let settings = Settings { delay: Duration::ZERO, attempts: 2, ..Settings::default() };
        let names = Box::new(Names(server.address));
        let client = Client::with(settings, guard.clone(), || false, clock, names);
        Self { folder, acquirer: Acquirer::new(Some(client), Some(store), guard) }
    }

    fn ask(&mut self, uri_r: &str, uri_m: &str) -> Row {
        let target = Target {
            uri_r: uri_r.to_owned(),
            uri_m: uri_m.to_owned(),
            unix_ms: Some(UNIX_MS),
            via: "http://list.example/".to_owned(),
            route: "timemap",
            position: 1,
        };
        self.acquirer.memento(&target).expect("stored").0
    }

    /// The HTML captures in the file: kind of record, address, payload.
    fn captures(&self) -> Vec<(RecordKind, String, String)> {
        let limits = Limits::default();
        let path = self.folder.path().join("out.warc");
        let mut reader = Reader::open(&path, &limits).expect("opens");
        let mut found = Vec::new();
        while let Some(item) = reader.next() {
            let Item::Record(record) = item else { panic!("damage") };
            assert!(record.is_sound());
            let Ok(capture) = capture(&record, &limits) else { continue };
            let text = String::from_utf8(capture.payload.content.to_vec()).expect("UTF-8");
            found.push((record.kind().clone(), capture.url.to_owned(), text));
        }
        found
    }
}

/// Reason, form and steps of a row.
fn facts(row: &Row) -> [String; 3] {
    let json = row.json();
    ["reason", "form", "through"].map(|name| json[name].as_str().unwrap_or("-").to_owned())
}

fn text(html: &str, url: &str) -> (String, Vec<PageFlag>) {
    let hints = Hints { url: Some(url), ..Hints::default() };
    let page = Page::parse(html.as_bytes(), &hints, &scutch_page::Limits::default());
    let extraction = extract(&page, &ExtractConfig::default());
    (render::markdown(&scutch_page::Document::new(&page, &extraction)), page.flags().to_vec())
}

fn prefix(archive: &Archive, port: u16) -> String {
    format!("http://{}:{port}{}", archive.host, archive.path.replace('*', "7877"))
}

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
        assert_eq!(*html, self::html("http://harbour.example/tuesday"));
    }
    if page == "frames" {
        assert!(html.find(TEXT) < html.find("Navigation at the top"));
        assert!(html.contains("<title>Two frames</title>"));
    }
}

#[test]
fn a_page_that_refreshes_to_what_is_not_archived_is_the_memento() {
    let server = Server::start(|asked| match asked.target.ends_with("/refresh") {
        true => archived("<meta http-equiv=refresh content='0; url=/gone'><p>We have moved.</p>"),
        false => Reply::Fine(404, Vec::new(), Vec::new()),
    });
    let mut run = Run::new(&server, "web.archive.org");
    let port = server.address.port();
    let uri_m = format!("http://web.archive.org:{port}/web/{TIME}/http://harbour.example/refresh");
    let row = run.ask("http://harbour.example/refresh", &uri_m);
    assert_eq!(facts(&row), ["-", "raw", "-"]);
    assert_eq!(run.captures().len(), 1);
}

#[test]
fn frames_that_contain_themselves_end() {
    let server = Server::start(|asked| match asked.target.ends_with("/frames") {
        true => archived("<frameset><frame src=frames?1><frame src=frames?2></frameset>"),
        false => archived("<frameset><frame src=frames></frameset>"),
    });
    let mut run = Run::new(&server, "web.archive.org");
    let port = server.address.port();
    let uri_m = format!("http://web.archive.org:{port}/web/{TIME}/http://harbour.example/frames");
    let row = run.ask("http://harbour.example/frames", &uri_m);
    assert_eq!(facts(&row), ["-", "raw", "frames"]);
    assert!(server.asked().len() < 200, "{}", server.asked().len());
}

/// A frame that the archive does not have, and one that is a redirect to what it does not have.
#[test]
fn missing_frames_are_named_in_the_row() {
    let server = Server::start(|asked| {
        let page = asked.target.rsplit('/').next().unwrap_or_default();
        match page {
            "frames" => {
                archived("<frameset><frame src=here><frame src=gone><frame src=moved></frameset>")
            }
            "here" => archived(&html("/tuesday")),
            "moved" => {
                let fields = vec![
                    ("Memento-Datetime", "Mon, 27 Jan 2014 17:12:00 GMT".to_owned()),
                    ("Location", "http://harbour.example/gone".to_owned()),
                ];
                Reply::Fine(302, fields, Vec::new())
            }
            _ => Reply::Fine(404, Vec::new(), Vec::new()),
        }
    });
    let mut run = Run::new(&server, "web.archive.org");
    let port = server.address.port();
    let uri_m = format!("http://web.archive.org:{port}/web/{TIME}/http://harbour.example/frames");
    let row = run.ask("http://harbour.example/frames", &uri_m);
    assert_eq!(facts(&row), ["-", "raw", "frames frame-missing"]);
}

/// The frames of WebCite: the page with its frames sets a cookie, and only with that the main frame
/// has the memento; without it, and now and then with it, the main frame is empty.
#[test]
fn webcite_gives_its_main_frame_for_a_cookie() {
    let server = Server::start(|asked| {
        let cookie = asked.head.contains("\r\nCookie: PHPSESSID=abc; lang=en\r\n");
        match asked.target.as_str() {
            "/topframe.php" => said("<p>WebCite</p>"),
            "/mainframe.php" if !cookie || asked.before == 0 => said(""),
            "/mainframe.php" => said(&html("/tuesday")),
            "/5gone" => said("<frameset><frame name=main src=/gone.php></frameset>"),
            "/gone.php" => said("When it was archived, it received a Page Not Found error."),
            _ => {
                let body = "<frameset rows='50,*'><frame name=\"nav\" src=\"/topframe.php\">\
                            <frame name=\"main\" src=\"/mainframe.php\"></frameset>";
                let cookies = [("Set-Cookie", "PHPSESSID=abc; path=/".to_owned())];
                let more = [("Set-Cookie", "lang=en".to_owned())];
                Reply::Fine(200, [cookies, more].concat(), body.into())
            }
        }
    });
    let mut run = Run::new(&server, "www.webcitation.org");
    let at = |path: &str| format!("http://www.webcitation.org:{}{path}", server.address.port());
    let row = run.ask("http://harbour.example/", &at("/5abc"));
    assert_eq!(facts(&row), ["-", "listed", "frame"]);
    let captures = run.captures();
    assert_eq!(captures.len(), 1, "the frame around it is no capture");
    assert_eq!(captures[0].1, "http://harbour.example/");
    assert_eq!(captures[0].2, html("/tuesday"));
    let row = run.ask("http://harbour.example/gone", &at("/5gone"));
    assert_eq!(facts(&row)[0], "memento-gone");
    assert_eq!(run.captures().len(), 1);
}

/// Frames of archives around mementos: Perma.cc, the archive of the IMF, pywb.
#[test]
fn frames_of_archives_around_mementos_are_followed() {
    let frames = [
        ("perma.cc", "/AB12-CD34", "<iframe class=x id='archive-iframe' src='/in/'></iframe>"),
        ("archive.imf.example", "/9/", "<iframe src=\"/in/\" id=\"theWebpage\"></iframe>"),
        ("pywb.example", "/9/", "<iframe id=replay_iframe frameborder=0 src=/in/></iframe>"),
    ];
    for (host, path, frame) in frames {
        let server = Server::start(move |asked| match asked.target.as_str() {
            "/in/" => archived(&html("/tuesday")),
            _ => said(&format!("<p>A banner.</p><iframe src=/ad></iframe>{frame}")),
        });
        let mut run = Run::new(&server, host);
        let uri_m = format!("http://{host}:{}{path}", server.address.port());
        let row = run.ask("http://harbour.example/", &uri_m);
        assert_eq!(facts(&row), ["-", "listed", "frame"], "{host}");
        assert_eq!(run.captures().len(), 1);
        assert_eq!(run.captures()[0].2, html("/tuesday"));
    }
}

/// An archived page may have the words and frames that archives use themselves.
#[test]
fn archived_words_and_frames_are_not_taken_for_those_of_the_archive() {
    let page = "<title>About archives</title><p>Wayback Machine has not archived that URL. Internet \
                Archive services are temporarily offline. Got an HTTP 302 response at crawl time \
                <a href=/elsewhere>x</a></p><iframe id=theWebpage src=/other></iframe>";
    let server = Server::start(move |asked| match asked.target.contains("id_/") {
        true => archived(page),
        false => Reply::Fine(404, Vec::new(), Vec::new()),
    });
    let mut run = Run::new(&server, "web.archive.org");
    let port = server.address.port();
    let uri_m = format!("http://web.archive.org:{port}/web/{TIME}/http://harbour.example/");
    assert_eq!(facts(&run.ask("http://harbour.example/", &uri_m)), ["-", "raw", "-"]);
    assert_eq!(run.captures()[0].2, page);
}

/// Archives that give redirects as they were archived: followed within the archive at the same
/// time, and the memento itself where the archive has nothing there.
#[test]
fn archived_redirects_do_not_lead_out_of_the_archive() {
    let live = Server::start(|_| archived(&html("/today")));
    let out = live.uri("/page");
    let server = Server::start(move |asked| {
        let to = |to: &str| {
            let date = ("Memento-Datetime", "Mon, 27 Jan 2014 17:12:00 GMT".to_owned());
            Reply::Fine(301, vec![date, ("Location", to.to_owned())], b"moved".to_vec())
        };
        let original = asked.target.split_once("id_/").map(|(_, original)| original);
        match original {
            Some("http://harbour.example/out") => to(&out),
            Some("http://harbour.example/moved") => to("/there"),
            Some("http://harbour.example/there") => archived(&html("/tuesday")),
            Some("http://harbour.example/circle") => to("http://harbour.example/circle"),
            _ => Reply::Fine(404, Vec::new(), Vec::new()),
        }
    });
    let mut run = Run::new(&server, "coll.example");
    let at = |page: &str| {
        let port = server.address.port();
        format!("http://coll.example:{port}/coll/{TIME}/http://harbour.example/{page}")
    };
    for (page, status, hops) in [("out", 301, 1), ("moved", 200, 2), ("circle", 301, 1)] {
        let row = run.ask(&format!("http://harbour.example/{page}"), &at(page)).json();
        assert_eq!(row["reason"], serde_json::Value::Null, "{page}");
        assert_eq!((&row["http_status"], &row["hops"]), (&status.into(), &hops.into()), "{page}");
    }
    assert_eq!(live.connections(), 0);
}

/// An archive that has nothing nearer answers with the memento of another year.
#[test]
fn mementos_of_another_time_are_marked_and_no_captures() {
    let server = Server::start(|asked| match asked.target.contains("20140127171200") {
        true => {
            let to = asked.target.replace("20140127171200", "20190127171200");
            Reply::Fine(302, vec![("Location", to)], Vec::new())
        }
        false => {
            let date = ("Memento-Datetime", "Sun, 27 Jan 2019 17:12:00 GMT".to_owned());
            Reply::Fine(200, vec![date], html("/tuesday").into_bytes())
        }
    });
    let mut run = Run::new(&server, "web.archive.org");
    let port = server.address.port();
    let uri_m = format!("http://web.archive.org:{port}/web/{TIME}/http://harbour.example/");
    for _ in 0..2 {
        let row = run.ask("http://harbour.example/", &uri_m);
        assert_eq!(facts(&row), ["drift", "raw", "-"]);
        let json = row.json();
        assert_eq!(json["drift"], 157_766_400, "five years");
        assert_eq!(
            (&json["timestamp"], &json["http_status"]),
            (&"20190127171200".into(), &200.into())
        );
    }
    assert_eq!(server.asked().len(), 2, "what is stored is not asked for again");
    assert!(run.captures().is_empty());
    // A run that allows the distance asks again, and has a capture then.
    run.acquirer = run.acquirer.with_drift(Drift { max_ms: None, asked: None });
    let row = run.ask("http://harbour.example/", &uri_m);
    assert_eq!(
        (facts(&row), &row.json()["drift"]),
        (["-", "raw", "-"].map(str::to_owned), &157_766_400.into())
    );
    // The archive's redirect and the memento.
    assert_eq!((server.asked().len(), run.captures().len()), (4, 2));
}

/// 403 with the archive's notice is final; 403 without it says that this client may not ask.
#[test]
fn exclusions_are_final_and_keep_their_status() {
    let server = Server::start(|asked| {
        let notice = "<p>This URL has been excluded from the Wayback Machine.</p>";
        let field = vec![(
            "X-Archive-Wayback-Runtime-Error",
            "AdministrativeAccessControlException: Blocked Site Error".to_owned(),
        )];
        match asked.target.rsplit('/').next().unwrap_or_default() {
            "page" => Reply::Fine(403, Vec::new(), notice.into()),
            "field" => Reply::Fine(403, field, Vec::new()),
            "shown" => said(notice),
            _ => Reply::Fine(403, Vec::new(), b"Who are you?".to_vec()),
        }
    });
    let mut run = Run::new(&server, "web.archive.org");
    let port = server.address.port();
    for (page, reason, status) in [
        ("page", "excluded-by-archive", Some(403)),
        ("field", "excluded-by-archive", Some(403)),
        ("shown", "excluded-by-archive", Some(200)),
        ("other", "memento-not-given", None),
    ] {
        let uri_r = format!("http://harbour.example/{page}");
        let uri_m = format!("http://web.archive.org:{port}/web/{TIME}/{uri_r}");
        let asked: Vec<usize> = (0..2)
            .map(|_| {
                let row = run.ask(&uri_r, &uri_m).json();
                assert_eq!((&row["reason"], row["http_status"].as_u64()), (&reason.into(), status));
                server.asked().len()
            })
            .collect();
        assert_eq!(asked[0] == asked[1], status.is_some(), "{page}");
    }
    assert!(run.captures().is_empty());
}

/// Some pages in place of redirects name their target in a script alone, and some nowhere.
#[test]
fn redirects_in_scripts_are_followed_or_refused() {
    let server = Server::start(|asked| {
        let page = |script: &str| {
            said(&format!("<script>{script}</script><p>Got an HTTP 302 response at crawl time</p>"))
        };
        match asked.target.rsplit('/').next().unwrap_or_default() {
            "script" => page(&format!(
                "function go() {{ document.location.href = \"\\/web\\/{TIME}\\/http:\\/\\/harbour.example\\/plain\" }}"
            )),
            "nowhere" => page("go()"),
            _ => archived(&html("/tuesday")),
        }
    });
    let mut run = Run::new(&server, "web.archive.org");
    let port = server.address.port();
    for (page, expected) in [
        ("script", ["-", "raw", "redirect-page"]),
        ("nowhere", ["redirect-page-unfollowed", "listed", "-"]),
    ] {
        let uri_r = format!("http://harbour.example/{page}");
        let uri_m = format!("http://web.archive.org:{port}/web/{TIME}/{uri_r}");
        assert_eq!(facts(&run.ask(&uri_r, &uri_m)), expected);
        let asked = server.asked().len();
        assert_eq!(facts(&run.ask(&uri_r, &uri_m)), expected);
        assert_eq!(server.asked().len(), asked, "{page}: asked once");
    }
    let captures = run.captures();
    assert_eq!((captures.len(), captures[0].1.as_str()), (1, "http://harbour.example/plain"));
}

/// A memento that is named by an id has the time that the archive says; without one it has none.
#[test]
fn mementos_without_a_known_time_are_dated_by_the_archive() {
    let server = Server::start(|asked| match asked.target.as_str() {
        "/AB12-CD34" => said("<iframe id='archive-iframe' src='/in/'></iframe>"),
        "/in/" => archived(&html("/tuesday")),
        _ => said(&html("/tuesday")),
    });
    let mut run = Run::new(&server, "perma.cc");
    let at = |path: &str| format!("http://perma.cc:{}{path}", server.address.port());
    let mut ask = |path: &str| {
        let target = Target {
            uri_r: String::new(),
            uri_m: at(path),
            unix_ms: None,
            via: String::new(),
            route: "named",
            position: 1,
        };
        let row = run.acquirer.memento(&target).expect("stored").0.json();
        (row["reason"].clone(), row["timestamp"].clone(), row["drift"].clone())
    };
    let null = serde_json::Value::Null;
    assert_eq!(ask("/AB12-CD34"), (null.clone(), TIME.into(), null.clone()));
    assert_eq!(ask("/WX12-YZ34"), ("memento-undated".into(), null.clone(), null));
}
