//! `scutch portal` against a journal of our own on loopback.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use insta::assert_snapshot;
use scutch_archive::{Item, Limits, Reader};
use serde_json::Value;

use crate::harness::{Env, page};
use crate::server::{Asked, Reply, Server};

/// What the journal's pages call their site: the journal is served as a copy.
const ORIGINAL: &str = "https://www.journal.example";
const TEXT: &str = "Le brouillard s'est levé ce matin sur le port, et le bac est parti avec dix minutes \
    de retard, avec tous ceux qui l'avaient attendu sur la jetée, et personne ne s'en est plaint.";
const PER_PAGE: usize = 5;
const PER_MONTH: usize = 8;

fn html(class: &str, head: &str, body: &str) -> Reply {
    let page = format!(
        "<!doctype html><html><head>{head}</head><body class=\"{class}\">{body}\
         <p><a href=\"/a-propos/\">À propos</a> <a href=\"/secret/\">Privé</a> <a href=\"{ORIGINAL}/feed/\">Flux</a></p></body></html>"
    );
    let kind = ("Content-Type", "text/html; charset=utf-8".to_owned());
    Reply::Fine(200, vec![kind], page.into_bytes())
}

fn missing() -> Reply {
    Reply::Fine(404, vec![("Content-Type", "text/html".to_owned())], b"<p>Rien ici.".to_vec())
}

fn month(post: usize) -> usize {
    1 + post / PER_MONTH
}

/// Address of a post, on the site of the original.
fn address(post: usize) -> String {
    format!("{ORIGINAL}/2020/{:02}/billet-{post}/", month(post))
}

/// A list of posts, the newest first.
fn list(class: &str, posts: impl Iterator<Item = usize>, all: usize) -> Reply {
    let items = posts.map(|post| {
        // One post in seven is named by its number alone.
        let address = if post % 7 == 3 { format!("/?p={}", 100 + post) } else { address(post) };
        format!("<article><h2><a href=\"{address}\">Billet {post}: la traversée du port au petit matin</a></h2></article>")
    });
    let months = (1..=month(all - 1)).map(|m| format!("<a href=\"/2020/{m:02}/\">{m}</a> "));
    // Announced, and not there yet.
    let soon = format!("<a href=\"{}\">Bientôt</a>", address(all + 1));
    let own = format!("<link rel=EditURI href=\"{ORIGINAL}/xmlrpc.php?rsd\">");
    html(class, &own, &format!("{}{}{soon}", items.collect::<String>(), months.collect::<String>()))
}

fn post(post: usize, all: usize) -> Reply {
    let canonical = format!("<link rel=canonical href=\"{}\">", address(post));
    let next =
        (post + 1 < all).then(|| format!("<a rel=next href=\"{}\">→</a>", address(post + 1)));
    let body = format!(
        "<h1>Billet {post}</h1><p>{TEXT} C'était le billet {post}.</p>{}",
        next.unwrap_or_default()
    );
    html(
        &format!("post-template-default single single-post postid-{}", 100 + post),
        &canonical,
        &body,
    )
}

/// The journal with so many posts.
fn answer(asked: &Asked, all: usize) -> Reply {
    let target = asked.target.as_str();
    if let Some(number) = target.strip_prefix("/?p=").and_then(|n| n.parse::<usize>().ok()) {
        let number = number.checked_sub(100).filter(|number| *number < all);
        return number.map_or_else(missing, |number| post(number, all));
    }
    if let Some(number) = target.split("/billet-").nth(1) {
        let number = number.trim_end_matches('/').parse().ok().filter(|number| *number < all);
        return number.map_or_else(missing, |number| post(number, all));
    }
    let number = match target {
        "/" => Some(1),
        _ => target.strip_prefix("/page/").and_then(|n| n.trim_end_matches('/').parse().ok()),
    };
    if let Some(number) = number {
        let newest = (0..all).rev().skip((number - 1) * PER_PAGE).take(PER_PAGE);
        // The oldest posts are not on the home pages: another route has them.
        let shown: Vec<_> = newest.filter(|post| *post >= 4).collect();
        return if shown.is_empty() {
            missing()
        } else {
            list("home blog", shown.into_iter(), all)
        };
    }
    if let Some(number) = target.strip_prefix("/2020/").and_then(|n| n.strip_suffix('/')) {
        let number: usize = number.parse().unwrap_or_default();
        return list("archive date", (0..all).rev().filter(|post| month(*post) == number), all);
    }
    match target {
        "/robots.txt" => {
            Reply::Fine(200, Vec::new(), b"User-agent: *\nDisallow: /secret/\n".to_vec())
        }
        "/a-propos/" => html("page page-id-2", "", "<h1>À propos</h1>"),
        _ => missing(),
    }
}

/// A journal that grows, and how many posts it has.
pub(crate) fn journal(posts: usize, pause: Duration) -> (Server, Arc<AtomicUsize>) {
    let all = Arc::new(AtomicUsize::new(posts));
    let shared = all.clone();
    let server = Server::start(move |asked| {
        thread::sleep(pause);
        answer(asked, shared.load(Ordering::SeqCst))
    });
    (server, all)
}

pub(crate) fn crawl<'a>(url: &'a str, folder: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["portal", "crawl", "--preset", "wordpress", url, "-o", folder, "--delay", "0"];
    [&fixed[..], &["--allow-private", "127.0.0.1", "--tries", "1"], more].concat()
}

pub(crate) fn articles(env: &Env, folder: &str) -> Vec<Value> {
    let text = fs::read_to_string(env.path(folder).join("articles.jsonl")).expect("articles");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// Everything in a folder that is a result, and the records of its archive without their times.
fn results(folder: &Path) -> Vec<String> {
    let names = ["articles.jsonl", "problems.jsonl", "routes.json", "report.html"];
    let file = |name: &&str| fs::read_to_string(folder.join(name)).expect("a result");
    let mut all: Vec<String> = names.iter().map(file).collect();
    let mut reader = Reader::open(&folder.join("pages.warc.gz"), &Limits::default()).expect("WARC");
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage") };
        if record.header("WARC-Filename").is_none() {
            let (uri, kind) = (record.target_uri().unwrap_or_default(), record.kind().name());
            all.push(format!("{kind} {uri} {:?}", record.header("WARC-Payload-Digest")));
        }
    }
    all
}

#[test]
fn a_copy_of_a_journal_is_crawled_whole() {
    let (server, _) = journal(38, Duration::ZERO);
    let env = Env::new();
    let url = server.uri("/");
    let shown = env.shot(&crawl(&url, "out", &[]));
    assert_snapshot!(shown);
    let articles = articles(&env, "out");
    assert_eq!(articles.len(), 38, "every post is one article, whatever it is called");
    let text = fs::read_to_string(env.path("out/articles.jsonl")).expect("articles");
    assert_snapshot!(
        text.replace(&server.uri(""), "").lines().take(12).collect::<Vec<_>>().join("\n")
    );
    let asked = server.asked();
    let distinct: BTreeSet<_> = asked.iter().collect();
    assert_eq!(asked.len(), distinct.len(), "nothing is asked for twice");
    assert!(!distinct.contains(&"/secret/".to_owned()), "robots.txt is kept to");

    let before = results(&env.path("out"));
    env.expect(0, &crawl(&url, "out", &[]));
    env.expect(0, &crawl(&url, "out", &["--offline"]));
    // What robots.txt forbids was not stored, and the rules have to be asked for again.
    assert_eq!(server.asked().len(), asked.len() + 1, "what is stored is not asked for");
    assert_eq!(results(&env.path("out")), before);
}

#[test]
fn a_later_run_asks_for_what_is_new() {
    let (server, all) = journal(38, Duration::ZERO);
    let env = Env::new();
    let url = server.uri("/");
    env.expect(0, &crawl(&url, "out", &[]));
    let before = server.asked().len();
    all.store(43, Ordering::SeqCst);
    env.expect(0, &crawl(&url, "out", &["--update"]));
    let asked: BTreeSet<String> = server.asked().split_off(before).into_iter().collect();
    assert_snapshot!(asked.into_iter().collect::<Vec<_>>().join("\n"));
    let new: Vec<_> = articles(&env, "out").into_iter().filter(|a| a["run"] == 1).collect();
    assert_eq!((articles(&env, "out").len(), new.len()), (43, 5));
    let before = results(&env.path("out"));
    env.expect(0, &crawl(&url, "out", &["--offline"]));
    assert_eq!(results(&env.path("out")), before);
}

#[test]
fn a_crawl_that_was_killed_goes_on_where_it_was() {
    let (server, _) = journal(38, Duration::from_millis(5));
    let env = Env::new();
    let url = server.uri("/");
    env.expect(0, &crawl(&url, "whole", &[]));
    let requests = server.asked().len();
    let wanted = std::env::var("SCUTCH_TEST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let mut kills = 0;
    for moment in 0..wanted {
        let mut child = env.command(&crawl(&url, "killed", &["-q"])).spawn().expect("it runs");
        thread::sleep(Duration::from_millis(20 + 17 * (moment % 24)));
        kills += usize::from(child.try_wait().expect("a child").is_none());
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    env.expect(0, &crawl(&url, "killed", &[]));
    assert_eq!(results(&env.path("killed")), results(&env.path("whole")));
    assert!(kills > 3, "the test is for crawls that are killed: {kills}");
    // At most the request that was under way when it was killed is made again.
    let asked: Vec<_> = server.asked().into_iter().filter(|asked| asked != "/robots.txt").collect();
    assert!(asked.len() <= 2 * requests + kills, "{kills}");
}

#[test]
fn portal_files_are_checked() {
    let env = Env::new();
    let good = "preset = \"wordpress\"\nurl = \"https://a.example/\"\n[archive.tag]\noff = true\n";
    env.write("good.toml", good.as_bytes());
    env.write("key.toml", b"url = \"https://a.example/\"\n\n[archive.days]\nurll = \"/x\"\n");
    env.write("selector.toml", b"url = \"https://a.example/\"\n[links]\nlink = \"h2 > > a\"\n");
    let range = "url = \"https://a.example/\"\n[archive.days]\nurl = \"/{year}/{month}/{day}\"\n\
                 from = 2020-05-01\nto = 2020-04-01\n";
    env.write("range.toml", range.as_bytes());
    let number =
        "url = \"https://a.example/\"\n[archive.all]\nurl = \"/page/\"\npage = { max = 9 }\n";
    env.write("number.toml", number.as_bytes());
    env.write("rules.toml", b"url = \"https://a.example/\"\n[[content]]\nroot = [\"article\"]\n");
    let files =
        ["good.toml", "rules.toml", "key.toml", "selector.toml", "range.toml", "number.toml"];
    assert_snapshot!(env.shot(&[&["portal", "check"], &files[..]].concat()));
    assert_snapshot!(env.shot(&["portal", "check", "none.toml"]));
    assert_snapshot!(env.shot(&["portal", "preset"]));
    assert_snapshot!(
        env.shot(
            &crawl("https://a.example/", "o", &[])
                .into_iter()
                .map(|a| if a == "wordpress" { "wordpres" } else { a })
                .collect::<Vec<_>>()
        )
    );
}

#[test]
fn portal_folders_are_tried_on_their_pages() {
    let env = Env::new();
    let list =
        "<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul><a class=next href='?p=2'>»</a>";
    env.write("p/pages/a.warc", &page("https://a.example/list", 1, "200 OK", list));
    env.write(
        "p/portal.toml",
        b"url = 'https://a.example/'\nlinks.link = 'li a'\nnext.link = '.next'\n",
    );
    let cases = "{\"kind\":\"links\",\"url\":\"https://a.example/list\",\"expected\":[\"https://a.example/1\",\"https://a.example/3\"]}\n\
                 {\"kind\":\"next\",\"url\":\"https://a.example/list\",\"expected\":[\"https://a.example/list?p=2\"]}\n\
                 {\"kind\":\"next\",\"url\":\"https://a.example/other\",\"expected\":[]}\n";
    env.write("p/expect.jsonl", cases.as_bytes());
    assert_snapshot!(env.shot(&["portal", "test", "p"]));
    assert_snapshot!(env.shot(&["portal", "test", "p", "--json"]));
    env.write("p/expect.jsonl", b"{\"kind\":\"link\"}\n");
    assert_snapshot!(env.shot(&["portal", "test", "p"]));
}

#[test]
fn own_articles_are_compared_with_indexes() {
    let env = Env::new();
    let cdx = "key 20190601000000 http://www.a.example:80/2019/05/x/?u=1 text/html 200 D 1\n\
               key 20190601000000 http://a.example/old/y text/html 200 D 1\n\
               key 20190601000000 http://a.example/2018/01/z/ text/html 200 D 1\n\
               key 20190601000000 http://a.example/tag/t text/html 200 D 1\n\
               key 20190601000000 http://a.example/p.png image/png 200 D 1\n\
               key 20190601000000 http://a.example/gone text/html 404 D 1\n\
               key 20210601000000 http://a.example/2021/06/late/ text/html 200 D 1\nnothing\n";
    env.write("a.cdx", cdx.as_bytes());
    let own = "https://a.example/2019/05/x/\nhttps://a.example/2019/05/y/\nhttps://a.example/2019/06/w/\n";
    env.write("own.txt", own.as_bytes());
    env.write("p.toml", b"url = 'https://a.example/'\n[archive.tag]\npages = ['^/tag/']\n");
    let args =
        ["coverage", "--own", "own.txt", "--cdx", "a.cdx", "--portal", "p.toml", "--to", "2020"];
    assert_snapshot!(env.shot(&[&args[..], &["-o", "out"]].concat()));
    let read = |name: &str| fs::read_to_string(env.path("out").join(name)).expect("a result");
    assert_snapshot!(["coverage.json", "matches.jsonl", "removed.jsonl"].map(read).join("---\n"));
    assert!(read("report.html").contains("<svg"));
    env.expect(0, &[&args[..], &["-o", "again"]].concat());
    crate::harness::assert_same(&env.path("out"), &env.path("again"));
}

/// All formats of rows have the same rows; a folder without any is refused.
#[test]
fn the_own_side_of_a_comparison_may_be_a_corpus_in_any_format_of_rows() {
    let env = crate::harness::with_archive();
    let index = ["archive", "index", "in/small.warc", "--format", "cdx11", "-o", "a.cdx"];
    env.expect(0, &index);
    for format in ["jsonl", "parquet", "text"] {
        env.expect(0, &["corpus", "in", "-o", format, "--format", format]);
    }
    let compared = |own: &str, out: &str, code| {
        env.expect(code, &["coverage", "--own", own, "--cdx", "a.cdx", "-o", out])
    };
    compared("jsonl", "of-lines", 0);
    compared("parquet", "of-parquet", 0);
    let json: Value =
        serde_json::from_slice(&fs::read(env.path("of-parquet/coverage.json")).expect("a result"))
            .expect("JSON");
    assert!(json["both_by_address"].as_u64() > Some(0), "{json}");
    crate::harness::assert_same(&env.path("of-lines"), &env.path("of-parquet"));
    compared("text", "of-text", 1);
    // Its own report is no result of the comparison.
    compared("parquet", "parquet", 2);
}

/// What is no list or no index is refused, and lines that say nothing are counted.
#[test]
fn files_of_a_comparison_are_what_they_are_read_as() {
    let env = crate::harness::with_archive();
    env.expect(0, &["archive", "index", "in/small.warc", "-o", "a.cdxj"]);
    env.write("own.txt", b"http://harbour.example/2\nharbour.example/3\n\nnot an address\n{}\n");
    env.write("README.md", b"# Notes\n\nTexts of the harbour, and what is known of them.\n");
    for (own, cdx, code, said) in [
        ("own.txt", "a.cdxj", 0, "own.txt: 2 of 4 lines cannot be read\n"),
        (
            "own.txt",
            "README.md",
            1,
            "README.md: no line of it is one of an index\n  hint: `scutch archive index`",
        ),
        (
            "own.txt",
            "in/small.warc",
            1,
            "in/small.warc: an archive, and no index\n  hint: `scutch archive index`",
        ),
        (
            "README.md",
            "a.cdxj",
            1,
            "README.md: no line of it is an address, or JSON with `url`\n  hint: ",
        ),
        (
            "in/small.warc",
            "a.cdxj",
            1,
            "in/small.warc: an archive, and no list of addresses\n  hint: ",
        ),
    ] {
        let told =
            env.shown(&env.expect(code, &["coverage", "--own", own, "--cdx", cdx, "-o", "out"]));
        assert!(told.contains(said), "{told}");
        assert_eq!(env.path("out").exists(), code == 0, "{told}");
        let _ = fs::remove_dir_all(env.path("out"));
    }
    // A pipe is read once.
    let scutch = env!("CARGO_BIN_EXE_scutch");
    let line = format!("{scutch} coverage --own <(cat own.txt) --cdx <(cat a.cdxj) -o out");
    let piped = Command::new("bash").args(["-c", &line]).current_dir(env.path("")).output();
    let told = env.shown(&piped.expect("bash"));
    assert!(
        told.contains("2 of 4 lines cannot be read") && told.contains("2 articles in both"),
        "{told}"
    );
}

#[test]
fn a_portal_file_is_proposed_and_tried() {
    let (server, _) = journal(38, Duration::ZERO);
    let env = Env::new();
    let local = ["--delay", "0", "--allow-private", "127.0.0.1", "--tries", "1"];
    let url = server.uri("/page/2/");
    let proposed = env.expect(0, &[&["portal", "suggest", &url], &local[..]].concat()).stdout;
    let text = String::from_utf8(proposed).expect("UTF-8");
    assert_snapshot!(text.replace(&server.uri(""), "http://journal"));
    env.write("p/portal.toml", text.as_bytes());
    env.expect(
        0,
        &[&["portal", "record", &url, "-o", "p", "--kind", "links"], &local[..]].concat(),
    );
    assert_snapshot!(env.shot(&["portal", "test", "p"]).replace(&server.uri(""), "http://journal"));
    // Of what is stored alone, too.
    let again = env.expect(0, &["portal", "suggest", "p/pages/recorded.warc.gz"]).stdout;
    assert!(String::from_utf8(again).expect("UTF-8").contains("[archive.list]"));
}
