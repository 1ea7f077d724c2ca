//! `scutch tags` and `scutch corpus --portal`: from an inventory to rules, and from rules to rows.

use std::fs;

use crate::harness::{Env, page};

fn archive() -> Vec<u8> {
    let text =
        "The ferry to the islands left the harbour ten minutes late, and nobody on board minded.";
    let mut out = Vec::new();
    for n in 1..6 {
        let html = format!(
            "<body><nav class=menu><a href=/>Home</a></nav><div id=story-{n} class=story><h1>Tides {n}</h1>\
             <p>{text}</p><div class='advice a{n}'>{text} Says number {n}.</div><p>{text} At {n}.</p>\
             <p class=by>By Ada Gull</p></div></body>"
        );
        out.extend(page(&format!("http://harbour.example/{n}"), n, "200 OK", &html));
    }
    out
}

const RULES: &str = "url = 'http://harbour.example/'\n[[content]]\nroot = ['.story']\nremove = ['.by']\n\
    [content.meta]\nauthors = {css = '.by', regex = 'By (.*)'}\n";

#[test]
fn from_an_inventory_to_a_tag_table() {
    let env = Env::new();
    env.write("a.warc", &archive()).write("rules.toml", RULES.as_bytes());
    let mut shown = env.shot(&["tags", "inventory", "a.warc", "--portal", "rules.toml"]);
    env.expect(0, &["tags", "inventory", "a.warc", "-o", "old.tsv", "-q"]);
    let table = fs::read_to_string(env.path("old.tsv")).expect("table");
    let edited = table.replace("div.a0.advice\t?", "div.a0.advice\tblockquote");
    assert_ne!(table, edited);
    env.write("new.tsv", edited.replace("div#story-0.story", "div#tale-0.tale").as_bytes());
    shown.push_str(&env.shot(&["tags", "diff", "old.tsv", "new.tsv"]));
    shown.push_str(&env.shot(&["tags", "apply", "new.tsv"]));
    shown.push_str(&env.shot(&["tags", "inventory", "a.warc", "--pairs"]));
    insta::assert_snapshot!(shown);
}

#[test]
fn rules_go_before_the_extractor_and_their_table_changes_tags() {
    let env = Env::new();
    let rules = format!("{RULES}[content.table]\n'div.a0.advice' = 'blockquote'\n");
    env.write("a.warc", &archive()).write("rules.toml", rules.as_bytes());
    let run =
        ["corpus", "a.warc", "-o", "c", "--format", "jsonl,markdown", "--portal", "rules.toml"];
    env.expect(0, &run);
    env.expect(0, &run);
    env.expect(0, &["verify", "c"]);
    let folder = fs::read_dir(env.path("c/markdown/00000")).expect("folder");
    let mut pages: Vec<String> = folder
        .map(|entry| fs::read_to_string(entry.expect("entry").path()).expect("page"))
        .collect();
    pages.sort_by_key(|page| page.find("harbour.example/1").map_or(1, |_| 0));
    insta::assert_snapshot!(pages[0]);
    env.write("empty.toml", b"url = 'http://a.example/'\n");
    insta::assert_snapshot!(env.shot(&["corpus", "a.warc", "-o", "d", "--portal", "empty.toml"]));
}

/// Three pages of an article, of which the first has title and lead again on each; and another article.
fn pages() -> Vec<u8> {
    let text = "The ferry to the islands left the harbour late, and nobody on board minded.";
    let html = |n: u32, next: &str| {
        format!(
            "<body><div class=story><h1>Tides</h1><p class=lead>What we know.</p><p>Page {n}. {text}</p></div>{next}\
             <script>var s = {{posts: [{{n: a, c: \"\\u003Cp\\u003EPost of page {n}.\"}}]}}</script></body>"
        )
    };
    let next = |n: u32| format!("<a class=next href='/tides?p={n}'>Next</a>");
    let mut out = page("http://harbour.example/tides?p=3", 3, "200 OK", &html(3, ""));
    out.extend(page("http://harbour.example/tides", 1, "200 OK", &html(1, &next(2))));
    out.extend(page("http://harbour.example/other", 4, "200 OK", &html(9, "")));
    out.extend(page("http://harbour.example/tides?p=2", 2, "200 OK", &html(2, &next(3))));
    out
}

#[test]
fn articles_of_several_pages_are_one_row() {
    let env = Env::new();
    let rules = "url = 'http://harbour.example/'\n[article.next]\nlink = 'a.next'\n\
        [[content]]\nroot = ['.story, .post']\n[content.script]\ncapture = 'c: (\"[^\"]*\")'\n\
        template = '<div class=post>{1}</div>'\n";
    env.write("a.warc", &pages()).write("rules.toml", rules.as_bytes());
    let run = |to, jobs| {
        let options = ["--format", "jsonl,text,tei", "--portal", "rules.toml", "--jobs", jobs];
        env.expect(0, &[&["corpus", "a.warc", "-o", to], &options[..]].concat());
        fs::read(env.path(to).join("docs/part-00000.jsonl.zst")).expect("rows")
    };
    assert_eq!(run("c", "1"), run("d", "3"), "the same for any number of jobs");
    env.expect(0, &["verify", "c"]);
    let folder = fs::read_dir(env.path("c/text/00000")).expect("folder");
    let mut texts: Vec<String> = folder
        .map(|entry| fs::read_to_string(entry.expect("entry").path()).expect("text"))
        .collect();
    texts.sort_by_key(String::len);
    insta::assert_snapshot!(texts.join("\n--\n"));
    let counts = fs::read_to_string(env.path("c/run.json")).expect("manifest");
    assert!(counts.contains("\"continuation\": 2"), "{counts}");
    // The extractor finds the text where no rule does.
    env.write("next.toml", rules.split("[[content]]").next().expect("head").as_bytes());
    env.expect(
        0,
        &["corpus", "a.warc", "-o", "e", "--portal", "next.toml", "--format", "text,jsonl"],
    );
    let counts = fs::read_to_string(env.path("e/run.json")).expect("manifest");
    assert!(counts.contains("\"continuation\": 2"), "{counts}");
}

#[test]
fn later_pages_of_one_that_is_quarantined_have_rows() {
    let env = Env::new();
    let text = "<p>The ferry to the islands left the harbour late, and nobody on board minded.</p>";
    let first = format!("<meta charset=nonsense>{text}<a class=next href='/tides?p=2'>Next</a>");
    let mut archive = page("http://harbour.example/tides", 1, "200 OK", &first);
    archive.extend(page("http://harbour.example/tides?p=2", 2, "200 OK", text));
    let rules = "url = 'http://harbour.example/'\n[article.next]\nlink = 'a.next'\n";
    env.write("a.warc", &archive).write("rules.toml", rules.as_bytes());
    let strict = ["--portal", "rules.toml", "--charset-rule", "strict"];
    env.expect(0, &[&["corpus", "a.warc", "-o", "c"], &strict[..]].concat());
    let counts = fs::read_to_string(env.path("c/run.json")).expect("manifest");
    assert!(counts.contains("\"charset-label-unknown\": 1"), "{counts}");
    assert!(counts.contains("\"rows\": 1"), "{counts}");
}
