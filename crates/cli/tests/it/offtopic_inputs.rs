//! What `scutch offtopic` reads, and what it says about inputs that are not as they should be.

use insta::assert_snapshot;

use crate::harness::{Env, article, page, record};

const URI: &str = "http://harbour.example/";
const NOTICE: &str = "<title>Account Suspended</title><h1>Account Suspended</h1><p>This account has \
    been suspended. Contact your hosting provider.</p>";

fn with_archive() -> Env {
    let env = Env::new();
    let mut out = page(URI, 2, "200 OK", &article(1));
    out.extend(page(URI, 3, "200 OK", NOTICE));
    out.extend(page("http://other.example/", 4, "200 OK", &article(2)));
    out.extend(page(URI, 5, "200 OK", &article(1)));
    env.write("a.warc", &out);
    env
}

/// The table of verdicts, with everything said.
fn verdicts(env: &Env, args: &[&str]) -> String {
    env.shot(&[&["offtopic", "-v", "--format", "golddatafile"], args].concat())
}

fn wayback(second: u32) -> String {
    format!("http://web.archive.org/web/201905171000{second:02}/{URI}")
}

/// Link format with the mementos of these seconds.
fn link(seconds: &[u32], more: &str) -> String {
    let mut out = format!("<{URI}>; rel=original,\n{more}");
    for second in seconds {
        let date = format!("Fri, 17 May 2019 10:00:{second:02} GMT");
        out += &format!("<{}>; rel=\"memento\"; datetime=\"{date}\",\n", wayback(*second));
    }
    out
}

#[test]
fn timemaps_restrict_and_order() {
    let env = with_archive();
    env.write("tm.link", link(&[5, 3, 7], "").as_bytes());
    let json = format!(
        r#"{{"original_uri": "{URI}", "mementos": {{"list": [
            {{"datetime": "2019-05-17T10:00:03Z", "uri": "http://localhost:8080/x3"}},
            {{"datetime": "2019-05-17T10:00:05Z", "uri": "http://localhost:8080/x5"}}]}}}}"#
    );
    env.write("tm.json", json.as_bytes());
    let cdxj = format!(
        "!meta {{\"original_uri\": \"{URI}\"}}\n\
        20190517100002 {{\"uri\": \"{}\", \"rel\": \"memento\"}}\n",
        wayback(2)
    );
    env.write("tm.cdxj", cdxj.as_bytes());
    let lines = format!(
        "{{\"url\": \"{URI}\", \"timestamp\": \"20190517100002\"}}\n\
        {{\"url\": \"{URI}\", \"timestamp\": \"20190517100005\"}}\n"
    );
    env.write("tm.ndjson", lines.as_bytes());
    env.write(
        "gold.tsv",
        format!("id\tdate\tURI\tlabel\n1\t2019\t{}\t1\n1\t2019\t{}\t0\n", wayback(2), wayback(3))
            .as_bytes(),
    );
    for list in ["tm.link", "tm.json", "tm.cdxj", "tm.ndjson", "gold.tsv"] {
        assert_snapshot!(list, verdicts(&env, &["a.warc", "--timemap", list]));
    }
    assert_snapshot!(verdicts(&env, &["-i", "warc=a.warc", "-i", "timemap=tm.link"]));
}

#[test]
fn an_index_names_the_captures() {
    let env = with_archive();
    env.expect(0, &["archive", "index", "a.warc", "-o", "a.cdxj"]);
    env.expect(0, &["archive", "index", "a.warc", "-o", "a.cdx", "--format", "cdx11"]);
    let index = std::fs::read_to_string(env.path("a.cdxj")).expect("index");
    let some: Vec<&str> = index.lines().filter(|line| !line.contains("20190517100005")).collect();
    env.write("some.cdxj", some.join("\n").as_bytes());
    env.write("bad.cdxj", b"not a line\n");
    let all = verdicts(&env, &["a.warc", "--cdx", "a.cdxj"]);
    assert_eq!(all, verdicts(&env, &["a.warc", "--cdx", "a.cdx"]));
    assert_snapshot!(verdicts(&env, &["a.warc", "--cdx", "some.cdxj"]));
    assert_snapshot!(verdicts(&env, &["a.warc", "--cdx", "bad.cdxj"]));
}

#[test]
fn seeds_restrict() {
    let env = with_archive();
    env.write(
        "seeds.csv",
        b"Seed URL,Group\n\"https://www.harbour.example/\",a\nhttp://gone.example/,b\n???,c\n",
    );
    env.write("seeds.txt", b"harbour.example\nhttp://harbour.example/\n");
    env.write("empty.txt", b"\n");
    assert_snapshot!(verdicts(&env, &["a.warc", "--seed-list", "seeds.csv"]));
    assert_snapshot!(verdicts(&env, &["a.warc", "--seed-list", "seeds.txt"]));
    assert_snapshot!(verdicts(&env, &["a.warc", "--seed-list", "empty.txt"]));
}

#[test]
fn folders_of_dated_files() {
    let env = Env::new();
    for (name, html) in [
        ("dated/site.example/about/20140127171200.html", article(1)),
        ("dated/site.example/about/2015-01-27.html", NOTICE.to_owned()),
        ("dated/site.example/about/20169927.html", article(1)),
        ("dated/site.example/about/20170127.html", String::new()),
        ("dated/site.example/about/notes.html", article(1)),
        ("dated/20140127/site.example/x.html", article(2)),
    ] {
        env.write(name, html.as_bytes());
    }
    assert_snapshot!(verdicts(&env, &["dated"]));
    assert_snapshot!(verdicts(&env, &["dated", "--write-ontopic", "x.warc"]));
    env.write("plain/a.html", b"<p>x");
    assert_snapshot!(verdicts(&env, &["plain"]));
}

/// Writes a working folder of the toolkit, `w`.
pub(crate) fn working_folder(env: &Env) {
    let timemap = format!(
        r#"{{"original_uri": "{URI}", "mementos": {{"list": [
            {{"datetime": "2019-05-17T10:00:02", "uri": "{0}"}}, {{"datetime": "2019-05-17T10:00:03", "uri": "{1}"}},
            {{"datetime": "2019-05-17T10:00:04", "uri": "{2}"}}]}}}}"#,
        wayback(2),
        wayback(3),
        wayback(4)
    );
    env.write("w/timemaps/metadata.csv", b"http://t.example/timemap,aa\r\n");
    env.write("w/timemaps/aa.json", timemap.as_bytes());
    let table = format!("{},b1\r\n{},b2\r\nhttp://x/,../../secret\r\n", wayback(2), wayback(3));
    env.write("w/mementos/metadata.csv", table.as_bytes());
    env.write("w/mementos/b1.orig", article(1).as_bytes());
    env.write(
        "w/mementos/b1_headers.json",
        br#"{"Content-Type": "text/html", "http-status": 200}"#,
    );
    env.write("w/mementos/b2.orig", NOTICE.as_bytes());
}

#[test]
fn working_folders_of_the_toolkit() {
    let env = Env::new();
    working_folder(&env);
    assert_snapshot!(verdicts(&env, &["-i", "dir=w"]));
    assert_snapshot!(verdicts(&env, &["w", "w"]));
    // A working folder stands in the place of all inputs.
    let from_input = env.expect(0, &["offtopic", "-i", "dir=w"]).stdout;
    for option in ["-d", "--directory", "-w", "--working-directory"] {
        let args = ["offtopic", "-i", "archiveit=7877", option, "w"];
        assert_eq!(env.expect(0, &args).stdout, from_input, "{option}");
    }
}

#[test]
fn what_needs_the_network_says_so() {
    let env = with_archive();
    let collection = ["offtopic", "-i", "archiveit=7877", "--archiveit-at", "http://127.0.0.1:9"];
    let mut shots = env.shot(&collection);
    shots += &env.shot(&["offtopic", "-i", "timemap=http://127.0.0.1:9/timemap/link/http://a/"]);
    env.write("tm.link", link(&[2], "").as_bytes());
    shots += &env.shot(&["offtopic", "--timemap", "tm.link"]);
    assert_snapshot!(shots);
}

#[test]
fn a_timemap_that_leads_to_itself() {
    let env = with_archive();
    let own = "<http://t.example/1>; rel=self,\n<http://t.example/1>; rel=timemap,\n\
        <http://t.example/2>; rel=timemap,\n";
    env.write("tm.link", link(&[2, 3], own).as_bytes());
    assert_snapshot!(verdicts(&env, &["a.warc", "--timemap", "tm.link"]));
    let other = "<http://t.example/2>; rel=self,\n<http://t.example/1>; rel=timemap,\n";
    env.write("tm2.link", link(&[5], other).as_bytes());
    let args = ["a.warc", "--timemap", "tm.link", "--timemap", "tm2.link"];
    assert_snapshot!(verdicts(&env, &args));
    env.write("bad.link", b"\xff\xfe");
    assert_snapshot!(verdicts(&env, &["a.warc", "--timemap", "bad.link"]));
}

#[test]
fn addresses_with_line_ends() {
    let env = with_archive();
    let json = format!(
        r#"{{"original_uri": "{URI}", "mementos": {{"list": [
            {{"datetime": "2019-05-17T10:00:02Z", "uri": "http://a.example/\r\nSet-Cookie: x"}},
            {{"datetime": "2019-05-17T10:00:02Z", "uri": "{}"}}]}}}}"#,
        wayback(2)
    );
    env.write("tm.json", json.as_bytes());
    assert_snapshot!(verdicts(&env, &["a.warc", "--timemap", "tm.json"]));
    let folded = page("http://a.example/\r\n /x", 2, "200 OK", &article(1));
    env.write("folded.warc", &folded);
    assert_snapshot!(verdicts(&env, &["folded.warc"]));
}

#[test]
fn dates_out_of_range() {
    let env = with_archive();
    let table = "http://web.archive.org/web/20199917100002/http://harbour.example/";
    let line = format!("<{table}>; rel=memento; datetime=\"Fri, 99 May 2019 10:00:02 GMT\",\n");
    env.write("tm.link", link(&[3], &line).as_bytes());
    assert_snapshot!(verdicts(&env, &["a.warc", "--timemap", "tm.link"]));
}

#[test]
fn archives_without_a_page() {
    let env = Env::new();
    let gif = b"HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n\r\nGIF89a";
    let http = "application/http; msgtype=response";
    env.write("none.warc", &record("response", "http://a.example/x.gif", 9, http, gif));
    assert_snapshot!(verdicts(&env, &["none.warc"]));
}

#[test]
fn empty_bodies_and_bytes_that_are_no_text() {
    let env = Env::new();
    let http = "application/http; msgtype=response";
    let mut out = page(URI, 2, "200 OK", "");
    out.extend(record("response", URI, 3, http, b""));
    let mut bytes = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n".to_vec();
    bytes.extend(article(1).into_bytes());
    bytes.extend(b"<p>Gr\xfc\xdfe \xff\xfe \x00\x01</p>");
    out.extend(record("response", URI, 4, http, &bytes));
    out.extend(page(URI, 5, "200 OK", &article(1)));
    env.write("a.warc", &out);
    assert_snapshot!(verdicts(&env, &["a.warc"]));
    assert_snapshot!(verdicts(&env, &["a.warc", "--profile", "otmt-code"]));
}
