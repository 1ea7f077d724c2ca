//! Crawls that come to nothing, and crawls that are stopped: what the terminal says, and the exit
//! code.

use std::net::TcpListener;

use insta::assert_snapshot;

use crate::harness::Env;
use crate::server::{Asked, Reply, Server};

fn html(status: u16, body: &str) -> Reply {
    let kind = ("Content-Type", "text/html; charset=utf-8".to_owned());
    Reply::Fine(status, vec![kind], body.as_bytes().to_vec())
}

/// A site whose lists lead nowhere, each in its own way.
fn answer(asked: &Asked) -> Reply {
    match asked.target.as_str() {
        "/robots.txt" => {
            let rules = b"User-agent: *\nDisallow: /secret/\n".to_vec();
            Reply::Fine(200, Vec::new(), rules)
        }
        "/empty/" | "/secret/" => html(200, "<p>Nothing here."),
        "/pages/" => {
            html(200, "<h2><a href=/about>About</a></h2><h2><a href=/imprint>Imprint</a></h2>")
        }
        "/about" | "/imprint" => html(200, "<h1>No story</h1>"),
        _ => html(404, "<p>No such page."),
    }
}

/// A crawl of one list.
fn crawl(env: &Env, site: &str, list: &str, more: &[&str]) -> String {
    let file = format!(
        "url = '{site}'\n[links]\nlink = 'h2 a'\n[archive.list]\nurl = '{list}'\n[article]\nis = ['.story']\n"
    );
    env.write("p.toml", file.as_bytes());
    let fixed = ["portal", "crawl", "p.toml", "-o", "out", "--delay", "0", "--tries", "1"];
    let shown = env.shot(&[&fixed[..], more].concat());
    let _ = std::fs::remove_dir_all(env.path("out"));
    shown.replace(site.trim_end_matches('/'), "http://site")
}

#[test]
fn a_crawl_without_an_article_says_the_true_cause() {
    let env = Env::new();
    let local = ["--allow-private", "127.0.0.1"];
    let server = Server::start(answer);
    let site = server.uri("/");
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
        // The port is free again when the listener is dropped, and nobody listens there.
        format!("http://{}/", listener.local_addr().expect("bound"))
    };
    let silent = Server::start(|asked| match asked.target.as_str() {
        "/robots.txt" => html(500, "<p>Broken."),
        _ => html(200, "<p>Fine."),
    });
    let shots = [
        ("unknown host", crawl(&env, "http://nowhere.invalid/", "/", &[])),
        ("refused connection", crawl(&env, &closed, "/", &local)),
        ("private address", crawl(&env, &site, "/", &[])),
        ("unreadable robots.txt", crawl(&env, &silent.uri("/"), "/", &local)),
        ("forbidden by robots.txt", crawl(&env, &site, "/secret/", &local)),
        ("no such list", crawl(&env, &site, "/none/", &local)),
        ("no links", crawl(&env, &site, "/empty/", &local)),
        ("no articles", crawl(&env, &site, "/pages/", &local)),
        ("no articles, quiet", crawl(&env, &site, "/pages/", &[&local[..], &["-q"]].concat())),
    ];
    let shots = shots.map(|(name, shown)| format!("## {name}\n{shown}"));
    assert_snapshot!(shots.concat());
}

#[test]
fn a_file_without_a_route_is_refused() {
    let env = Env::new();
    env.write("links.toml", b"url = 'https://a.example/'\n[links]\nlink = 'h2 a'\n");
    env.write("content.toml", b"url = 'https://a.example/'\n[[content]]\nroot = ['article']\n");
    let shots = [
        env.shot(&["portal", "check", "links.toml", "content.toml"]),
        env.shot(&["portal", "check", "--content", "content.toml"]),
        env.shot(&["portal", "crawl", "links.toml", "-o", "out"]),
    ];
    assert_snapshot!(shots.concat());
    assert!(!env.path("out").exists(), "nothing is begun");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_crawl_says_that_the_same_command_goes_on() {
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::Duration;

    let server = Server::start(|asked| {
        let page: usize = asked.target.trim_matches('/').parse().unwrap_or_default();
        // Slow enough to be interrupted, and without an end.
        sleep(Duration::from_millis(30));
        html(200, &format!("<h2><a href=/{}>Next</a></h2>", page + 1))
    });
    let env = Env::new();
    let site = server.uri("/");
    let file =
        format!("url = '{site}'\n[links]\nlink = 'h2 a'\n[archive.list]\nurl = '/{{page}}/'\n");
    env.write("p.toml", file.as_bytes());
    let local = ["--delay", "0", "--allow-private", "127.0.0.1"];
    let words = [&["portal", "crawl", "p.toml", "-o", "out"], &local[..]].concat();
    let mut command = env.command(&words);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    crate::interrupt::until("the third page", || server.asked().len() > 3);
    let shown = env.shown(&crate::interrupt::signalled(child, "-INT"));
    assert!(shown.starts_with("exit: 130\n"), "{shown}");
    assert!(shown.ends_with("\ninterrupted; the same command goes on from here\n"), "{shown}");
}
