//! The archives, played by a server of our own, and a run that asks them.

use std::cell::Cell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use scutch_archive::{Item, Limits, Reader, RecordKind, capture};
use scutch_crawl::{Acquirer, Row, Store, Target};
use scutch_fetch::{Client, Clock, Resolve, Settings};
use scutch_memento::Guard;
use scutch_page::{ExtractConfig, Hints, Page, PageFlag, extract, render};
use scutch_url::{Archive, Memento};

use crate::server::{Asked, Reply, Server};

/// A clock that moves only while the client waits.
#[derive(Clone, Default)]
pub(crate) struct Still(Rc<Cell<Duration>>);

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
pub(crate) struct Names(SocketAddr);

impl Resolve for Names {
    fn resolve(&self, _: &str, _: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        Ok(vec![self.0])
    }
}

pub(crate) const TIME: &str = "20140127171200";
pub(crate) const UNIX_MS: i64 = 1_390_842_720_000;
pub(crate) const TEXT: &str = "The fog lifted from the harbour this morning, and the ferry left ten minutes late \
    with everybody who had waited for it on the pier, and nobody minded at all, as far as one could \
    see from the shore.";

pub(crate) fn html(link: &str) -> String {
    format!(
        "<html><head><title>Fog</title></head><body><h1>The fog lifts</h1><p>{TEXT} More of it stands \
         in <a href=\"{link}\">the paper</a> of Tuesday, which is a long one.</p></body></html>"
    )
}

/// A page as archived, with the header field that says so.
pub(crate) fn archived(body: &str) -> Reply {
    let fields = vec![
        ("Memento-Datetime", "Mon, 27 Jan 2014 17:12:00 GMT".to_owned()),
        ("Content-Type", "text/html; charset=utf-8".to_owned()),
    ];
    Reply::Fine(200, fields, body.as_bytes().to_vec())
}

/// A page of the archive itself, with status 200.
pub(crate) fn said(body: &str) -> Reply {
    Reply::Fine(200, vec![("Content-Type", "text/html".to_owned())], body.as_bytes().to_vec())
}

/// A page with the banner of the archive.
pub(crate) fn with_banner(archive: &Archive, link: &str) -> String {
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
pub(crate) fn never(archive: &Archive) -> &'static str {
    match archive.host {
        "web.archive.org" => "<p>Hrm.</p><p>Wayback Machine has not archived that URL.</p>",
        "wayback.archive-it.org" => "<h1>Not in Archive</h1>",
        _ => "<title>Replay</title><h2>Resource Not In Archive</h2>",
    }
}

pub(crate) fn outage(archive: &Archive) -> &'static str {
    match archive.host {
        "web.archive.org" => "<h1>Internet Archive services are temporarily offline.</h1>",
        _ => "<h1>Service Temporarily Unavailable</h1>",
    }
}

/// The archive's answers. Requests name a URI-M of it; the page is the last part of its original.
pub(crate) fn plays(archive: &Archive, asked: &Asked) -> Reply {
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
pub(crate) struct Run {
    folder: tempfile::TempDir,
    pub(crate) acquirer: Acquirer,
}

impl Run {
    pub(crate) fn new(server: &Server, host: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("out.warc"), "scutch/test", 0).expect("a file");
        let guard = Guard::allowing([host.to_owned()]);
        let clock = Box::new(Still::default());
        let settings = Settings { delay: Duration::ZERO, attempts: 2, ..Settings::default() };
        let names = Box::new(Names(server.address));
        let client = Client::with(settings, guard.clone(), || false, clock, names);
        Self { folder, acquirer: Acquirer::new(Some(client), Some(store), guard) }
    }

    pub(crate) fn ask(&mut self, uri_r: &str, uri_m: &str) -> Row {
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
    pub(crate) fn captures(&self) -> Vec<(RecordKind, String, String)> {
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
pub(crate) fn facts(row: &Row) -> [String; 3] {
    let json = row.json();
    ["reason", "form", "through"].map(|name| json[name].as_str().unwrap_or("-").to_owned())
}

pub(crate) fn text(html: &str, url: &str) -> (String, Vec<PageFlag>) {
    let hints = Hints { url: Some(url), ..Hints::default() };
    let page = Page::parse(html.as_bytes(), &hints, &scutch_page::Limits::default());
    let extraction = extract(&page, &ExtractConfig::default());
    (render::markdown(&scutch_page::Document::new(&page, &extraction)), page.flags().to_vec())
}

pub(crate) fn prefix(archive: &Archive, port: u16) -> String {
    format!("http://{}:{port}{}", archive.host, archive.path.replace('*', "7877"))
}
