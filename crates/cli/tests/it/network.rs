//! Options of the network: proxies, cookies, header fields, user agent.

use std::process::Output;

use crate::harness::Env;
use crate::server::{Reply, Server};

const LOCAL: &[&str] = &["--allow-private", "127.0.0.1", "--delay", "0", "--tries", "1"];

fn page(text: &str) -> Reply {
    let kind = vec![("Content-Type", "text/html".to_owned())];
    Reply::Fine(200, kind, format!("<title>Notes</title><p>{text}").into_bytes())
}

fn fetch(env: &Env, code: i32, more: &[&str]) -> Output {
    env.expect(code, &[&["fetch", "-o", "out.warc.gz", "-q"], LOCAL, more].concat())
}

fn stdout(output: Output) -> String {
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn everything_is_asked_of_the_proxy() {
    let env = Env::new();
    let proxy = Server::start(|asked| match asked.target.as_str() {
        "http://harbour.example/robots.txt" => Reply::Fine(404, Vec::new(), Vec::new()),
        _ => page("through"),
    });
    let at = format!("http://{}", proxy.address);
    fetch(&env, 0, &["http://harbour.example/a", "--proxy", &at]);
    assert_eq!(
        proxy.asked(),
        ["http://harbour.example/robots.txt", "http://harbour.example/a"],
        "nobody else could answer for such a name"
    );
    let refused = stdout(fetch(&env, 5, &["http://10.0.0.1/", "--proxy", &at]));
    assert!(refused.contains("uri-private-host"), "{refused}");
    let error = env.expect(2, &["fetch", "http://a.example/", "-o", "x", "--proxy", "ftp://a:1"]);
    let error = String::from_utf8(error.stderr).expect("UTF-8");
    assert!(error.contains("http, socks5 or socks5h"), "{error}");
}

#[test]
fn a_run_whose_proxy_is_down_asks_for_no_more_than_its_budget() {
    let env = Env::new();
    let proxy = Server::start(|_| Reply::Fine(407, Vec::new(), b"log in".to_vec()));
    let list: String = (0..300).map(|n| format!("http://h{n}.example/\n")).collect();
    env.write("list.txt", list.as_bytes());
    let at = format!("http://{}", proxy.address);
    let rows = stdout(fetch(&env, 5, &["list.txt", "--proxy", &at, "--budget", "3"]));
    assert_eq!(rows.matches("\"fetch-no-proxy\"").count(), 300, "{rows}");
    let asked = proxy.asked().len();
    // 64 hosts are asked concurrently, and those on their way come on top of the budget.
    assert!((3..100).contains(&asked), "{asked}");
}

/// A site behind a consent cookie, which refuses robots named `scutch` one page.
fn site() -> Server {
    Server::start(|asked| {
        let has = |field: &str| asked.head.contains(&format!("\r\n{field}\r\n"));
        match asked.target.as_str() {
            "/robots.txt" => {
                Reply::Fine(200, Vec::new(), b"User-agent: scutch\nDisallow: /private\n".to_vec())
            }
            "/agree" => {
                let fields = vec![
                    ("Set-Cookie", "agreed=yes; Path=/".to_owned()),
                    ("Location", "/page".to_owned()),
                ];
                Reply::Fine(302, fields, Vec::new())
            }
            "/page" if asked.head.contains("agreed=yes") => page("what readers see"),
            "/page" => Reply::Fine(302, vec![("Location", "/agree".to_owned())], Vec::new()),
            "/member" if asked.head.contains("sid=9") => page("for members"),
            "/reader" if has("User-Agent: Mozilla/5.0") && has("Accept-Language: hu") => {
                page("magyarul")
            }
            _ => Reply::Fine(403, Vec::new(), Vec::new()),
        }
    })
}

#[test]
fn consent_members_and_readers_get_their_pages() {
    let (env, server) = (Env::new(), site());
    let uris = ["/page", "/member", "/reader", "/private"].map(|path| server.uri(path));
    env.write("cookies.txt", b"127.0.0.1\tFALSE\t/member\tFALSE\t0\tsid\t9\n");
    let uris: Vec<&str> = uris.iter().map(String::as_str).collect();
    let more = ["--cookies", "cookies.txt", "--user-agent", "Mozilla/5.0"];
    let more = [&more[..], &["--header", "Accept-Language: hu"], &uris].concat();
    let rows = stdout(fetch(&env, 0, &more));
    let shown: Vec<_> = rows
        .lines()
        .map(|row| {
            let row: serde_json::Value = serde_json::from_str(row).expect("JSON");
            (row["http_status"].clone(), row["reason"].clone())
        })
        .collect();
    let there = (serde_json::json!(200), serde_json::Value::Null);
    assert_eq!(shown[..3], [there.clone(), there.clone(), there]);
    assert_eq!(shown[3].1, "robots-disallowed");
    // Without any option a consent cookie is enough for its page.
    let (env, server) = (Env::new(), site());
    fetch(&env, 0, &[&server.uri("/page")]);
    assert_eq!(server.asked(), ["/robots.txt", "/page", "/agree", "/page"]);
}

#[test]
fn options_that_cannot_be_used_are_refused_before_anybody_is_asked() {
    let (env, server) = (Env::new(), site());
    env.write("cookies.txt", b"# Netscape\n127.0.0.1 FALSE / FALSE 0 sid 9\n");
    for (option, value, cause) in [
        ("--header", "Host: a.example", "Host is set by scutch itself"),
        ("--header", "no field", "a header field is `Name: value`"),
        ("--cookies", "cookies.txt", "line 2: not seven fields"),
        ("--cookies", "none.txt", "none.txt: cannot be read"),
        ("--proxy", "socks4://a:1", "http, socks5 or socks5h"),
        ("--header=X-Key:7", "--header-to=a.example", "no address of http or https"),
    ] {
        let args = ["fetch", "-o", "out.warc.gz", &server.uri("/page"), option, value];
        let output = env.expect(2, &args);
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(stderr.contains(cause), "{option} {value}: {stderr}");
    }
    assert_eq!(server.asked(), [] as [String; 0]);
}

/// A server that gives its page only with the key, or only without it.
fn keyed(wants_key: bool, html: String) -> Server {
    Server::start(move |asked| {
        let has_key = asked.head.contains("\r\nX-ApiKey: 7\r\n");
        match asked.target.as_str() {
            "/robots.txt" => Reply::Fine(404, Vec::new(), Vec::new()),
            _ if has_key == wants_key => page(&html),
            _ => Reply::Fine(403, Vec::new(), Vec::new()),
        }
    })
}

const KEY: [&str; 2] = ["--header", "X-ApiKey: 7"];

#[test]
fn keys_go_to_typed_sites_and_not_where_links_lead() {
    for wants_key in [false, true] {
        let (env, other) = (Env::new(), keyed(wants_key, "other".to_owned()));
        let links = format!("<a href='{}'>x</a><a href='/b'>y</a>", other.uri("/c"));
        let server = keyed(true, links);
        let (at, to) = (server.uri("/a"), other.uri("/"));
        let mut more = [&[&*at, "--depth", "1"], &KEY[..]].concat();
        if wants_key {
            more.extend(["--header-to", &to]);
        }
        let rows = stdout(fetch(&env, 0, &more));
        assert_eq!(rows.matches("\"http_status\":200").count(), 3, "{rows}");
    }
}

#[test]
fn keys_go_to_archives_that_are_named_and_not_where_lists_lead() {
    let (env, other) = (Env::new(), keyed(false, "memento".to_owned()));
    let memento = other.uri("/web/20140127171200/http://harbour.example/");
    let list = format!(
        "<http://harbour.example/>; rel=\"original\",\n<{memento}>; rel=\"memento\"; \
         datetime=\"Mon, 27 Jan 2014 17:12:00 GMT\"\n"
    );
    let archive = Server::start(move |asked| {
        assert!(asked.head.contains("\r\nX-ApiKey: 7\r\n"), "{}", asked.head);
        let kind = vec![("Content-Type", "application/link-format".to_owned())];
        Reply::Fine(200, kind, list.clone().into_bytes())
    });
    let timemap = archive.uri("/timemap/{uri}");
    let command = ["memento", "fetch", "http://harbour.example/", "-o", "out.warc.gz", "-q"];
    let rows = stdout(
        env.expect(0, &[&command, LOCAL, &KEY, &["--strict", "--timemap", &timemap]].concat()),
    );
    assert!(rows.contains("\"http_status\":200"), "{rows}");
}

#[test]
fn keys_go_to_the_archives_of_typed_mementos_and_not_to_originals() {
    let original = keyed(false, "live".to_owned());
    let live = original.uri("/page");
    let archive = Server::start(move |asked| {
        assert!(asked.head.contains("\r\nX-ApiKey: 7\r\n"), "{}", asked.head);
        match asked.target.starts_with("/web/20150127171200") {
            true => Reply::Fine(302, vec![("Location", live.clone())], Vec::new()),
            false => page("memento"),
        }
    });
    let env = Env::new();
    let mementos = [2014, 2015].map(|year| {
        format!("{}/{}", archive.uri(&format!("/web/{year}0127171200")), original.uri("/page"))
    });
    for (name, memento) in ["a.warc.gz", "b.warc.gz"].iter().zip(&mementos) {
        let command = ["memento", "fetch", memento, "-o", name, "-q"];
        let code = if *name == "a.warc.gz" { 0 } else { 5 };
        let rows = stdout(env.expect(code, &[&command, LOCAL, &KEY].concat()));
        assert_eq!(rows.contains("\"http_status\":200"), code == 0, "{rows}");
    }
    assert!(!archive.asked().is_empty());
}

#[test]
fn a_key_for_nobody_is_refused() {
    let env = Env::new();
    env.write("list.txt", b"http://a.example/\n");
    env.write("mementos.txt", b"https://a.example/web/20140127171200/http://x.example/\n");
    for command in [
        &["fetch", "list.txt", "-o", "x.warc.gz"][..],
        &["memento", "timemap", "http://a.example/"],
        &["memento", "fetch", "http://a.example/", "-o", "x.warc.gz"],
        &["memento", "fetch", "mementos.txt", "-o", "x.warc.gz"],
    ] {
        let output = env.expect(2, &[command, &KEY].concat());
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(stderr.contains("--header X-ApiKey") && stderr.contains("--header-to"), "{stderr}");
    }
}
