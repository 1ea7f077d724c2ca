//! What is no capture: mementos of another time, exclusions, and redirects that lead nowhere.

use scutch_crawl::{Drift, Target};

use crate::played::{Run, TIME, archived, facts, html, said};
use crate::server::{Reply, Server};

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
