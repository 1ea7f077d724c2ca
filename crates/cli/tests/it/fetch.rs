//! `scutch fetch` against sites of our own on loopback.

use std::fs;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::harness::Env;
use crate::server::{Reply, Server};

const TEXT: &str = "The fog lifted from the harbour this morning, and the ferry left ten minutes late \
    with everybody who had waited for it on the pier, and nobody minded at all.";

fn html(body: String) -> Reply {
    Reply::Fine(200, vec![("Content-Type", "text/html".to_owned())], body.into_bytes())
}

/// A site whose page N links to the pages 2N and 2N + 1; some pages are private, gone, moved.
fn site() -> Server {
    Server::start(|asked| match asked.target.as_str() {
        "/robots.txt" => Reply::Fine(200, Vec::new(), b"User-agent: *\nDisallow: /p/6\n".to_vec()),
        "/p/5" => Reply::Fine(404, Vec::new(), b"<a href=/p/77>x</a>".to_vec()),
        "/p/3" => Reply::Fine(301, vec![("Location", "/moved/3".to_owned())], Vec::new()),
        target => {
            let number =
                target.rsplit('/').next().and_then(|n| n.parse::<u32>().ok()).expect("a number");
            html(format!(
                "<title>Notes {number}</title><p>{TEXT}</p><a href='/p/{}'>next</a> <a href='/p/{}#part'>and</a> <a href='http://10.0.0.1/'>away</a>\
                 <img src=/picture.png>",
                2 * number,
                2 * number + 1
            ))
        }
    })
}

fn fetch(more: &[&str]) -> Vec<String> {
    let fixed = ["--allow-private", "127.0.0.1", "--delay", "0", "--tries", "1", "--timeout", "2"];
    // The site has addresses as pages of a list have them.
    let fixed = [&fixed[..], &["--link-filters", "none"]].concat();
    [&["fetch"], more, &fixed].concat().into_iter().map(str::to_owned).collect()
}

fn run(env: &Env, code: i32, args: &[String]) -> Output {
    env.expect(code, &args.iter().map(String::as_str).collect::<Vec<_>>())
}

fn rows(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Path, status or reason, and depth of each page.
fn shown(rows: &[Value]) -> Vec<String> {
    let path = |row: &Value| {
        let url = row["url"].as_str().expect("a URL").to_owned();
        url.split('/').skip(3).collect::<Vec<_>>().join("/")
    };
    let end = |row: &Value| match row["reason"].as_str() {
        Some(reason) => reason.to_owned(),
        None => row["http_status"].to_string(),
    };
    rows.iter().map(|row| format!("{} {} {}", path(row), end(row), row["depth"])).collect()
}

#[test]
fn links_are_followed_within_their_bounds() {
    let (env, server) = (Env::new(), site());
    let seed = server.uri("/p/1");
    let args = fetch(&[&seed, "-o", "out.warc.gz", "--depth", "2", "--cdx", "out.cdxj"]);
    let output = run(&env, 0, &args);
    let expected = [
        "p/1 200 0",
        "p/2 200 1",
        "p/3 200 1",
        "p/4 200 2",
        "p/5 404 2",
        "p/6 robots-disallowed 2",
        "p/7 200 2",
    ];
    assert_eq!(shown(&rows(&output)), expected);
    let asked = server.asked();
    assert!(!asked.contains(&"/p/6".to_owned()) && !asked.contains(&"/picture.png".to_owned()));
    env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
    let index = fs::read_to_string(env.path("out.cdxj")).expect("an index");
    assert_eq!(
        index
            .lines()
            .filter(
                |line| line.contains("\"status\": \"200\"") || line.contains("\"status\":\"200\"")
            )
            .count(),
        5
    );
    env.expect(0, &["corpus", "out.warc.gz", "-o", "corpus", "-q"]);
    // The same again asks for nothing that is stored; without the network the same comes out.
    run(&env, 0, &args);
    assert_eq!(&server.asked()[asked.len()..], ["/robots.txt"], "to look at p/6 again");
    let offline = run(&env, 0, &[&args[..], &["--offline".to_owned()]].concat());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let expected = text.replace("robots-disallowed", "not-stored");
    assert_eq!(String::from_utf8(offline.stdout).expect("UTF-8"), expected);
}

#[test]
fn pages_breadth_and_domains_bound_a_crawl() {
    let (env, server) = (Env::new(), site());
    let seed = server.uri("/p/1");
    let narrow = run(
        &env,
        0,
        &fetch(&[&seed, "-o", "a.warc.gz", "--depth", "9", "--breadth", "1", "--pages", "3"]),
    );
    assert_eq!(shown(&rows(&narrow)), ["p/1 200 0", "p/2 200 1", "p/4 200 2"]);
    env.write(
        "list.txt",
        format!("# two\n{seed}\n{}\n{seed}\nmailto:x\n", server.uri("/p/9")).as_bytes(),
    );
    let list = run(&env, 0, &fetch(&["list.txt", "-o", "b.warc.gz"]));
    assert_eq!(shown(&rows(&list)), ["p/1 200 0", "p/9 200 0"]);
    let said = String::from_utf8(list.stderr).expect("UTF-8");
    assert!(said.contains("2 lines of the list are no address"), "{said}");
}

/// Four sites that answer only when all of them have been asked; then, the order does not depend on who is
/// fast.
#[test]
fn hosts_are_asked_side_by_side() {
    let env = Env::new();
    let arrived = Arc::new(AtomicUsize::new(0));
    let slowness = Arc::new(AtomicU64::new(0));
    let sites: Vec<Server> = (0..4)
        .map(|site: u64| {
            let (arrived, slowness) = (arrived.clone(), slowness.clone());
            Server::start(move |asked| {
                let target = asked.target.as_str();
                if target == "/robots.txt" {
                    return Reply::Fine(404, Vec::new(), Vec::new());
                }
                if target == "/p/1" && arrived.fetch_add(1, SeqCst) < 4 {
                    let all = || arrived.load(SeqCst) >= 4;
                    (0..500)
                        .take_while(|_| !all())
                        .for_each(|_| thread::sleep(Duration::from_millis(10)));
                    if !all() {
                        return Reply::Fine(404, Vec::new(), Vec::new());
                    }
                }
                let seed = slowness.load(SeqCst) * (site + 1) * target.len() as u64;
                thread::sleep(Duration::from_millis(seed % 23));
                let number: u64 = target[3..].parse().expect("a number");
                html(format!("<a href={}>x</a><a href={}>y</a>", 2 * number, 2 * number + 1))
            })
        })
        .collect();
    let seeds: Vec<String> = sites.iter().map(|site| site.uri("/p/1")).collect();
    let run = |out: &str| {
        let seeds = seeds.iter().map(String::as_str);
        let more = ["-o", out, "--depth", "4", "--pages", "90"];
        let args = fetch(&seeds.chain(more).collect::<Vec<_>>());
        rows(&env.expect(0, &args.iter().map(String::as_str).collect::<Vec<_>>()))
    };
    let of = |rows: &[Value]| -> Vec<String> {
        let cells = |row: &Value| format!("{} {} {}", row["url"], row["http_status"], row["depth"]);
        rows.iter().map(cells).collect()
    };
    let first = of(&run("first.warc.gz"));
    assert_eq!(first.len(), 90);
    assert!(first.iter().all(|row| row.contains(" 200 ")), "{first:?}");
    for slow in [7, 13] {
        slowness.store(slow, SeqCst);
        assert_eq!(of(&run(&format!("{slow}.warc.gz"))), first);
    }
}

/// Two sites that link to each other: nothing is fetched by two shares, whoever leads there.
#[test]
fn shares_do_not_fetch_the_same() {
    let (env, server) = (
        Env::new(),
        Server::start(|asked| {
            let host =
                asked.head.lines().find_map(|line| line.strip_prefix("Host: ")).expect("a host");
            let port = host.rsplit(':').next().expect("a port");
            let link =
                |host: &str| format!("<a href=http://{host}:{port}/p/{}>x</a>", asked.target.len());
            match asked.target.as_str() {
                "/robots.txt" => Reply::Fine(404, Vec::new(), Vec::new()),
                _ => html(["127.0.0.1", "localhost"].map(link).concat()),
            }
        }),
    );
    let seeds = [server.uri("/p/1"), server.uri("/p/1").replace("127.0.0.1", "localhost")];
    let mut rows_of_all = 0;
    let shares = ["1/4", "2/4", "3/4", "4/4"];
    let of = |share: &str| {
        let out = format!("{}.warc.gz", &share[..1]);
        let args = [&seeds[0], &seeds[1], "-o", &out, "--depth", "2", "--shard", share];
        let more = ["--domains", "127.0.0.1,localhost", "--allow-private", "localhost"];
        env.output(
            &fetch(&[&args[..], &more].concat()).iter().map(String::as_str).collect::<Vec<_>>(),
        )
    };
    let all: Vec<Vec<Value>> = shares.iter().map(|share| rows(&of(share))).collect();
    let busy = all.iter().filter(|rows| !rows.is_empty()).count();
    assert_eq!(busy, 2, "the test proves nothing");
    rows_of_all += all.iter().map(Vec::len).sum::<usize>();
    let pages: Vec<String> = server.asked().into_iter().filter(|t| t.starts_with("/p/")).collect();
    assert_eq!(pages.len(), rows_of_all, "each page once");
    assert_eq!(rows_of_all, 4, "two pages of each site");
}

#[test]
fn pages_are_asked_for_again_when_they_are_old() {
    let (env, server) = (Env::new(), site());
    let seed = server.uri("/p/1");
    let args = ["--depth", "1", "--repeat"];
    let of = |period: &str, out: &str| fetch(&[&[&seed, "-o", out], &args[..], &[period]].concat());
    run(&env, 0, &of("1s", "a.warc.gz"));
    let pages = |server: &Server| server.asked().iter().filter(|t| t.starts_with("/p/")).count();
    assert_eq!(pages(&server), 3);
    run(&env, 0, &of("7d", "a.warc.gz"));
    assert_eq!(pages(&server), 3, "too young");
    thread::sleep(Duration::from_millis(2100));
    let again = rows(&run(&env, 0, &of("1s", "a.warc.gz")));
    assert_eq!((again.len(), pages(&server)), (3, 6));
    env.expect(0, &["archive", "check", "a.warc.gz", "-q"]);
    env.expect(0, &["memento", "merge", "a.warc.gz", "-o", "b.warc.gz"]);
    let size = |name: &str| fs::metadata(env.path(name)).expect("there").len();
    assert_eq!(size("a.warc.gz"), size("b.warc.gz"), "both times are kept");
    let offline = [&of("1s", "a.warc.gz")[..], &["--offline".to_owned()]].concat();
    assert_eq!(rows(&run(&env, 0, &offline)), again);
}

#[test]
fn killed_crawls_end_as_unbroken_ones() {
    let (env, server) = (Env::new(), site());
    let seed = server.uri("/p/1");
    let whole = rows(&run(
        &env,
        0,
        &fetch(&[&seed, "-o", "whole.warc.gz", "--depth", "9", "--pages", "300"]),
    ));
    let before = server.asked().len();
    let args = fetch(&[&seed, "-o", "killed.warc.gz", "--depth", "9", "--pages", "300"]);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut killed = 0;
    for number in 0..8 {
        let mut child =
            env.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts");
        thread::sleep(Duration::from_millis(15 + 7 * number));
        child.kill().expect("kill -9");
        killed += usize::from(!child.wait().expect("ended").success());
    }
    assert!(killed > 2, "{killed} runs were interrupted: the test proves nothing");
    let resumed = rows(&env.expect(0, &args));
    assert_eq!(shown(&resumed), shown(&whole));
    env.expect(0, &["archive", "check", "killed.warc.gz", "-q"]);
    let mut pages = server.asked().split_off(before);
    pages.retain(|target| target.starts_with("/p/"));
    let all = pages.len();
    pages.sort_unstable();
    pages.dedup();
    // A kill loses at most two answers of a host: the one that is being written, and the one on its way.
    assert!(all - pages.len() <= 2 * killed, "{} repeated after {killed} kills", all - pages.len());
}

/// However a run ends, nothing of it is left in the temporary folder.
#[test]
fn what_waits_is_in_no_folder() {
    let env = Env::new();
    env.write("tmp/other", b"");
    let (tmp, most) = (env.path("tmp"), Arc::new(AtomicUsize::new(0)));
    let (looked, seen) = (tmp.clone(), most.clone());
    let server = Server::start(move |_| {
        seen.fetch_max(fs::read_dir(&looked).expect("a folder").count(), SeqCst);
        html("<a href=/p/1>one</a> <a href=/p/2>two</a>".to_owned())
    });
    let args = fetch(&[&server.uri("/p/0"), "-o", "out.warc.gz", "--depth", "2"]);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = env.command(&args).env("TMPDIR", &tmp).output().expect("the binary runs");
    assert_eq!((rows(&output).len(), most.load(SeqCst)), (3, 1));
}

#[test]
fn a_dry_run_asks_nobody_and_begins_nothing() {
    let (env, server) = (Env::new(), site());
    let list: String = [1, 2, 9, 1].map(|n| server.uri(&format!("/p/{n}\n"))).concat();
    env.write("list.txt", format!("{list}no address\nhttp://x.example/\n").as_bytes());
    let own = server.address.to_string();
    let plan = |more: &[&str]| {
        let args = fetch(&[&["list.txt", "-o", "a.warc.gz", "--delay", "30"], more].concat());
        // The last of two delays counts.
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        let at = args.iter().rposition(|arg| *arg == "--delay").expect("there");
        let args = [&args[..at], &args[at + 2..], &["--dry-run"]].concat();
        let output = env.expect(0, &args);
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8").replace(&own, "HOST");
        (text(output.stdout), text(output.stderr))
    };
    let (table, said) = plan(&[]);
    // With robots.txt, four requests to the site and two to the other host.
    let expected =
        "host\trequests\tseconds_between\tminutes\nHOST\t4\t30\t1.5\nx.example\t2\t30\t0.5\n";
    assert_eq!(table, expected);
    assert!(
        said.contains("4 pages are listed: 0 are stored or held, 4 would be asked for"),
        "{said}"
    );
    assert!(!said.contains("links"), "{said}");
    let (table, said) = plan(&["--limit", "2", "--depth", "1", "--pages", "9"]);
    assert!(table.contains("HOST\t3\t") && !table.contains("x.example"), "{table}");
    assert!(said.contains("at most 9 pages") && said.contains("links come on top"), "{said}");
    assert_eq!((server.connections(), env.path("a.warc.gz").exists()), (0, false));
    // What is stored is not asked for again, and is left as it is.
    run(&env, 0, &fetch(&["list.txt", "-o", "a.warc.gz", "--limit", "2"]));
    let asked = server.asked();
    assert_eq!(asked.iter().filter(|target| target.starts_with("/p/")).count(), 2, "{asked:?}");
    let before = fs::read(env.path("a.warc.gz")).expect("there");
    let (table, said) = plan(&[]);
    assert!(table.contains("HOST\t2\t"), "{table}");
    assert!(
        said.contains("4 pages are listed: 2 are stored or held, 2 would be asked for"),
        "{said}"
    );
    assert!(plan(&["--repeat", "1s"]).0.contains("HOST\t"), "young pages may be due by now");
    assert_eq!(fs::read(env.path("a.warc.gz")).expect("there"), before);
    assert_eq!(server.asked(), asked);
}

#[test]
fn a_long_list_is_announced() {
    let env = Env::new();
    // Private addresses are refused, so that nobody is asked, and no name is looked up.
    let list: String = (1..=23).map(|n| format!("http://10.0.0.{n}/\n")).collect();
    env.write("list.txt", format!("{list}http://10.0.0.9/more\n").as_bytes());
    let output = env.expect(5, &["fetch", "list.txt", "-o", "a.warc.gz", "--delay", "100"]);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    let lines: Vec<&str> = said.lines().take(22).collect();
    assert_eq!(lines[0], "47 requests to 23 hosts, 3 minutes at their pace", "{said}");
    assert_eq!(lines[1], "  10.0.0.9: 3 requests, one every 100 s, 3 minutes", "{said}");
    assert_eq!(lines[21], "  3 hosts with less", "{said}");
}
