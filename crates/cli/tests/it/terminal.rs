//! Nothing from inside an archive steers the terminal, a page or a spreadsheet.

use std::fs;

use crate::harness::{Env, article, page, record};

/// Sequences that terminals obey, and characters that reorder the text around them.
const PAYLOADS: [&str; 30] = [
    "\u{1b}[31m",
    "\u{1b}[2J",
    "\u{1b}]0;title\u{7}",
    "\u{1b}]8;;http://evil.example\u{1b}\\link",
    "\u{1b}[6n",
    "\u{1b}P1$r\u{1b}\\",
    "\u{1b}c",
    "\u{1b}(0",
    "\u{1b}[?1049h",
    "\u{9b}31m",
    "\u{9d}0;title\u{9c}",
    "\u{90}q\u{9c}",
    "\u{7}",
    "\u{8}\u{8}\u{8}",
    "\u{b}",
    "\u{c}",
    "\u{e}",
    "\u{f}",
    "\u{7f}",
    "\u{1}",
    "\u{85}",
    "\u{202a}",
    "\u{202b}",
    "\u{202d}",
    "\u{202e}gnp.exe",
    "\u{2066}",
    "\u{2067}",
    "\u{2068}\u{2069}",
    "\u{200e}\u{200f}",
    "\u{61c}",
];

fn steers(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Every payload in addresses, media types, record types, headers, file names and titles.
fn hostile() -> Env {
    let env = Env::new();
    let mut archive = Vec::new();
    for (n, payload) in (1..).zip(PAYLOADS) {
        let html = article(n).replace("Harbour notes", &format!("Notes {payload} of the harbour"));
        archive.extend(page(&format!("http://harbour.example/{payload}/{n}"), n, "200 OK", &html));
        let kind = format!("application/x{payload}");
        archive.extend(record("resource", "http://harbour.example/type", n + 100, &kind, b"x"));
        archive.extend(record(&format!("odd{payload}"), "urn:x", n + 200, "text/plain", b"x"));
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/x{payload}\r\n\r\nx");
        let kind = "application/http; msgtype=response";
        archive.extend(record(
            "response",
            "http://harbour.example/h",
            n + 300,
            kind,
            block.as_bytes(),
        ));
    }
    env.write("in/\u{1b}[31m\u{202e}.warc", &archive);
    let listed: String = PAYLOADS.map(|payload| format!("http://a.example/{payload}\n")).concat();
    env.write("urls.txt", listed.as_bytes());
    let links = PAYLOADS.map(|payload| format!("<a href='/{payload}'>{payload}</a>")).concat();
    let html = article(1).replace("<p>", &format!("<p>{links}"));
    env.write("page.html", html.as_bytes());
    env
}

#[test]
fn no_text_output_steers_a_terminal() {
    let env = hostile();
    env.expect(
        0,
        &["corpus", "in", "-o", "corpus", "--format", "jsonl", "-v", "--progress", "always"],
    );
    env.expect(0, &["archive", "index", "in", "-o", "index.cdxj", "-q"]);
    let commands = [
        "corpus in -o corpus2 -v --progress always",
        "archive ls in",
        "archive ls in --json",
        "archive ls in --digest --cdx index.cdxj",
        "archive stats in",
        "archive stats in --json",
        "archive check in",
        "archive check in --json",
        "archive index in",
        "archive index in --format cdx11",
        "extract page.html --format json",
        "extract page.html --format jsonl --also-extract bte",
        "url links page.html --url http://a.example/ --json",
        "url check urls.txt --json",
        "memento list in",
        "memento list in --format tsv",
        "memento order in",
        "offtopic in",
        "offtopic in --format jsonl",
        "verify corpus --json",
        "offtopic in -v --format csv",
        "offtopic in -v --format gold",
        "memento score in --format tsv",
        "memento report seeds in --format tsv",
        "tags inventory in",
        "verify corpus -v",
        "report corpus",
        "url check urls.txt --stats --discarded -",
        "url normalize urls.txt",
        "url filter urls.txt -v",
        "url key urls.txt",
        "url sample urls.txt --size 100",
        "corpus none\u{1b}[31m.warc -o x",
        "archive ls none\u{202e}.warc",
        "extract none\u{9b}31m.html",
    ];
    for command in commands {
        let output = env.output(&command.split(' ').collect::<Vec<_>>());
        assert!(output.status.code().is_some_and(|code| code < 6), "{command}");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap_or_else(|_| panic!("{command}: not UTF-8"));
        // Lines of CSV end so (RFC 4180).
        let text = text.replace("\r\n", "\n");
        let found = text.char_indices().find(|(_, c)| steers(*c));
        assert_eq!(
            found,
            None,
            "{command}: {:?}",
            found.map(|(at, _)| &text[at.saturating_sub(40)..at])
        );
    }
}

#[test]
fn pages_hold_no_character_that_steers_and_no_link_that_runs() {
    let env = hostile();
    env.expect(0, &["offtopic", "in", "-o", "verdicts.json", "--report", "topics.html", "-q"]);
    env.expect(0, &["template", "in", "-o", "labels", "-q"]);
    env.expect(0, &["corpus", "in", "-o", "corpus", "-q"]);
    for path in ["topics.html", "labels/report.html", "labels/template.html", "corpus/report.html"]
    {
        let html = fs::read_to_string(env.path(path)).expect(path);
        assert_eq!(html.chars().find(|c| steers(*c)), None, "{path}");
    }
}

#[test]
fn javascript_is_no_canonical_link() {
    let env = Env::new();
    let html = article(1).replace(
        "<head>",
        "<head><link rel=canonical href=' jAvascript:alert(1)'><meta property=og:image content=javascript:x>",
    );
    env.write("in/a.warc", &page("http://a.example/1", 1, "200 OK", &html));
    env.write("in/b.warc", &page("javascript:alert(2)", 2, "200 OK", &article(2)));
    env.write("page.html", html.as_bytes());
    env.expect(
        0,
        &["corpus", "in", "-o", "out", "--format", "html,jsonl", "--layout", "document", "-q"],
    );
    let mut count = 0;
    for entry in fs::read_dir(env.path("out/html")).expect("folder") {
        for file in fs::read_dir(entry.expect("entry").path()).expect("folder") {
            let html = fs::read_to_string(file.expect("file").path()).expect("text");
            assert!(
                !html.to_lowercase().contains("href=\" javascript")
                    && !html.to_lowercase().contains("href=\"javascript"),
                "{html}"
            );
            count += 1;
        }
    }
    assert_eq!(count, 2);
    for format in ["html", "json"] {
        let output = env.expect(0, &["extract", "page.html", "--format", format]);
        let text = String::from_utf8(output.stdout).expect("UTF-8").to_lowercase();
        assert!(
            !text.contains("canonical_url\": \" javascript")
                && !text.contains("href=\" javascript"),
            "{text}"
        );
    }
}

#[test]
fn no_cell_of_a_table_begins_a_formula() {
    let env = Env::new();
    let table = "{\"urim\": \"=cmd|x\", \"title\": \"@SUM(1)\", \"score\": -1.5}\n{\"urim\": \"+a\", \"title\": \"-x\"}\n";
    env.write("table.jsonl", table.as_bytes());
    let words = "memento score table.jsonl --format tsv -o table.tsv -q";
    env.expect(0, &words.split(' ').collect::<Vec<_>>());
    let text = fs::read_to_string(env.path("table.tsv")).expect("table");
    for cell in text.lines().flat_map(|line| line.split('\t')) {
        let is_number = cell.parse::<f64>().is_ok();
        assert!(is_number || !cell.starts_with(['=', '+', '-', '@']), "{cell}: {text}");
    }
    assert!(text.contains("'=cmd|x") && text.contains("'@SUM(1)"), "{text}");
    // Read back it is what it was.
    let back = env.expect(0, &["memento", "score", "table.tsv", "--format", "jsonl"]);
    let back = String::from_utf8(back.stdout).expect("UTF-8");
    assert!(back.contains("\"=cmd|x\"") && back.contains("\"@SUM(1)\""), "{back}");
}
