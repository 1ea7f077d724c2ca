//! Frames, of pages and of archives around them.

use crate::played::{Run, TIME, archived, facts, html, said};
use crate::server::{Reply, Server};

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
