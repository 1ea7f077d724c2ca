//! Pages as a browser shows them: reports render, and archived pages neither load anything nor leave
//! their frame.
//!
//! `cargo xtask test` sets a browser up and names it in `SCUTCH_TEST_CHROMIUM`.

use std::ffi::OsString;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;

use crate::harness::{Env, bytes_of, page, record, root};
use crate::template::story;

/// A page that renders is more than a white one: its picture does not compress to nothing.
const LEAST_BYTES: u64 = 20_000;

/// The browser, if the test has one; else says that the test is skipped.
pub(crate) fn browser(test: &str) -> Option<OsString> {
    let browser = std::env::var_os("SCUTCH_TEST_CHROMIUM");
    if browser.is_none() {
        eprintln!("SKIPPED: {test}: SCUTCH_TEST_CHROMIUM not set");
    }
    browser
}

/// Takes a picture of a page in a window of some size.
fn picture(browser: &OsString, env: &Env, page: &Path, name: &str, size: &str) -> Vec<u8> {
    let picture = env.path(name);
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        // A sandboxed frame of another process is often not painted yet when the picture is taken.
        .arg("--disable-features=IsolateSandboxedIframes")
        .args(["--hide-scrollbars".to_owned(), format!("--window-size={size}")])
        .arg(format!("--user-data-dir={}", env.path("profile").display()))
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("chromium runs");
    fs::read(&picture).unwrap_or_else(|error| panic!("{error}: {}", env.shown(&output)))
}

#[test]
fn reports_render_in_a_browser() {
    let Some(browser) = browser("reports_render_in_a_browser") else { return };
    let env = Env::new();
    let samples = root().join("samples").display().to_string();
    env.expect(0, &["corpus", &samples, "-o", "out", "-q"]);
    env.expect(0, &["offtopic", &samples, "-o", "a.json", "--report", "out/offtopic.html"]);
    for name in ["report.html", "offtopic.html"] {
        let size = picture(&browser, &env, &env.path("out").join(name), "p.png", "1280,2000").len();
        assert!(size as u64 > LEAST_BYTES, "{name}: {size} bytes of picture");
    }
}

/// A style sheet that covers the window, asks a server for whatever a style sheet can ask for, and
/// closes its element.
fn hostile(server: &str) -> String {
    format!(
        "@import url({server}/import.css); @im\\70ort '{server}/escaped.css';\
         @font-face {{ font-family: x; src: url({server}/font.woff) }}\
         html, body {{ position: fixed; inset: -500px; z-index: 2147483647; background: #f0f \
         url({server}/background.png) !important; font-family: x; width: 9999px; \
         list-style: u\\72l({server}/list.png); behavior: url({server}/behavior.htc);\
         width: expression(alert(1)); cursor: url('{server}/cursor.png'), auto }}\
         p::before {{ content: url({server}/content.png) '</style>' }}\
         /* </style><img src='{server}/closed.png'><style> */"
    )
}

/// The labelled pages of a small site of one template, whose style sheet is `css`.
fn labelled(css: &str, server: &str) -> Env {
    let env = Env::new();
    let attack = format!(
        "<base href='{server}/'><img src='{server}/a.png' srcset='{server}/b.png 2x'>\
         <iframe src='{server}/frame.html'></iframe><object data='{server}/o.swf'></object>\
         <div style='background: url({server}/inline.png); position: fixed; top: -900px'>x</div>\
         <style>{css}</style><style>p {{ color: red }}</style>"
    );
    let mut archive = Vec::new();
    for number in 1..=4 {
        let text =
            format!("<p>The ferry number {number} left at dawn and nobody was on it.</p>{attack}");
        let html = story(&format!("story {number}"), &text)
            .replace("<title>", "<link rel=stylesheet href='http://fair.example/s.css'><title>");
        let uri = format!("http://fair.example/{number}");
        archive.extend(page(&uri, number, "200 OK", &html));
    }
    let sheet = format!("HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n{css}");
    let http = "application/http; msgtype=response";
    archive.extend(record("response", "http://fair.example/s.css", 9, http, sheet.as_bytes()));
    env.write("a.warc", &archive);
    env.expect(0, &["template", "a.warc", "-o", "out", "--markup", "span", "-q"]);
    env
}

#[test]
fn archived_pages_carry_their_style_sheets_and_are_reached_from_the_report() {
    let env =
        labelled("p { margin: 1px } .menu { background: url(x.png) #eee }", "http://far.example");
    let read = |name: &str| fs::read_to_string(env.path(name)).expect("a page");
    assert!(read("out/template.html").contains("href=\"markup/index.html\""));
    let index = read("out/markup/index.html");
    assert!(index.contains("2019-05-17") && index.contains("1 of 1") && index.contains("jointly"));
    let files = bytes_of(&env.path("out/markup"));
    let pages: Vec<&(String, Vec<u8>)> =
        files.iter().filter(|(name, _)| !name.starts_with("index")).collect();
    assert_eq!(pages.len(), 4);
    for (name, bytes) in pages {
        let page = std::str::from_utf8(bytes).expect("UTF-8");
        assert!(index.contains(&format!("href=\"{name}\"")), "{name}");
        // Once from the archive, once from within the page.
        assert_eq!(page.matches("margin: 1px").count(), 2, "{page}");
        assert!(page.contains(".menu { background: none #eee }"), "{page}");
        for fact in ["http://fair.example/", "2019-05-17", "method ", "index.html", "hand up"] {
            assert!(page.contains(fact), "{fact}: {page}");
        }
        assert!(page.contains("its own, in ") && page.contains("handed up from its children"));
        assert!(page.contains("<iframe sandbox=\"\""), "{page}");
    }
    env.expect(0, &["verify", "out"]);
}

/// A capture that says "as then" is shown as it was then, and so is a style sheet under another address.
#[test]
fn pages_stored_as_revisits_carry_their_style_sheets() {
    let env = Env::new();
    let css = "HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\np { margin: 1px }";
    let http = "application/http; msgtype=response";
    let mut archive = record("response", "http://fair.example/old.css", 9, http, css.as_bytes());
    for number in 1..=4 {
        let text = format!("<p>The ferry number {number} left at dawn and nobody was on it.</p>");
        let html = story(&format!("story {number}"), &text)
            .replace("<title>", "<link rel=stylesheet href=/new.css><title>");
        archive.extend(page(&format!("http://fair.example/{number}"), number, "200 OK", &html));
    }
    let head = b"HTTP/1.1 200 OK\r\n\r\n";
    for (uri, id, original) in
        [("http://fair.example/2", 20, 2), ("http://fair.example/new.css", 21, 9)]
    {
        let refers = format!(
            "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n\
             WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-{original:012}>\r\nContent-Type:"
        );
        let revisit = String::from_utf8(record("revisit", uri, id, http, head)).expect("text");
        archive.extend(revisit.replacen("Content-Type:", &refers, 1).bytes());
    }
    env.write("a.warc", &archive);
    let types = ["--record-type", "response,revisit"];
    let run = ["template", "a.warc", "-o", "out", "--markup", "span", "-q"];
    env.expect(0, &[&run[..], &types].concat());
    let index = fs::read_to_string(env.path("out/markup/index.html")).expect("the index");
    assert_eq!(index.matches("<td class=\"n\">1 of 1</td>").count(), 5, "{index}");
    let styled = bytes_of(&env.path("out/markup"));
    let has =
        |(_, bytes): &&(String, Vec<u8>)| bytes.windows(11).any(|bytes| bytes == b"margin: 1px");
    assert_eq!(styled.iter().filter(has).count(), 5);
}

#[test]
fn archived_pages_load_nothing_and_stay_in_their_frame() {
    let Some(browser) = browser("archived_pages_load_nothing_and_stay_in_their_frame") else {
        return;
    };
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    listener.set_nonblocking(true).expect("a listener that does not wait");
    let server = format!("http://{}", listener.local_addr().expect("an address"));
    // As many sheets are missing in either, which the pages say above their frames.
    let tame = format!("@import '{server}/import.css'; @import '{server}/escaped.css';");
    let (wild, tame) = (labelled(&hostile(&server), &server), labelled(&tame, &server));
    let files = bytes_of(&wild.path("out/markup"));
    // One stands for all: they differ in a number.
    for (name, _) in files.iter().filter(|(name, _)| !name.starts_with("index")).take(1) {
        let [wild_head, tame_head] = [&wild, &tame].map(|env| {
            let page = fs::read_to_string(env.path("out/markup").join(name)).expect("a page");
            let (_, body) = page.split_once("<body>").expect("a body");
            body.split_once("<iframe").expect("a frame").0.to_owned()
        });
        assert_eq!(wild_head, tame_head, "{name}: pictures of other heads cannot be compared");
        // A window as high as what stands above the frame.
        let above = [&wild, &tame].map(|env| {
            picture(&browser, env, &env.path("out/markup").join(name), "p.png", "1280,80")
        });
        assert!(above[0] == above[1], "{name}: a style sheet reached what is around its frame");
        let page = wild.path("out/markup").join(name);
        let whole = picture(&browser, &wild, &page, "p.png", "1280,900");
        let html = fs::read_to_string(&page).expect("a page");
        let (head, framed) = html.split_once("srcdoc=\"").expect("a frame");
        let (_, tail) = framed.split_once('"').expect("its end");
        wild.write("blank.html", format!("{head}srcdoc=\"\"{tail}").as_bytes());
        let blank = picture(&browser, &wild, &wild.path("blank.html"), "p.png", "1280,900");
        assert!(whole != blank, "{name}: the frame is empty");
        assert!(listener.accept().is_err(), "{name}: something was loaded");
    }
    // The listener would have seen it: a page of our own that loads a picture is seen. The browser
    // waits for an answer, so the connection is closed.
    wild.write("loads.html", format!("<img src='{server}/seen.png'>").as_bytes());
    listener.set_nonblocking(false).expect("a listener that waits");
    let (sent, seen) = mpsc::channel();
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            drop(connection);
            let _ = sent.send(());
        }
    });
    picture(&browser, &wild, &wild.path("loads.html"), "p.png", "1280,80");
    assert!(seen.try_recv().is_ok(), "the listener sees nothing at all");
}
