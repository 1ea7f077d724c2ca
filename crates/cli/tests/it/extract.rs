//! `scutch extract` as a user meets it.

use std::fs;

use crate::harness::{Env, article, page, small_archive};
use insta::assert_snapshot;

#[test]
fn extract_one_page() {
    let env = Env::new();
    env.write("page.html", article(3).as_bytes());
    for format in ["markdown", "text", "html", "json"] {
        let output = env.expect(0, &["extract", "page.html", "--format", format]);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains("lighthouse keeper"), "{format}: {text}");
        assert!(!text.contains("Imprint"), "{format}: {text}");
    }
    let explained = env.expect(0, &["extract", "page.html", "--explain"]);
    assert!(String::from_utf8(explained.stdout).expect("UTF-8").contains("lighthouse keeper"));
}

#[test]
fn the_type_of_a_page_is_told_with_its_score() {
    let env = Env::new();
    let card = |n: u32| {
        format!(
            "<li class=product><a href=/product/{n}><img src={n}.jpg><h3>Stick {n}</h3></a>
            <span class=price>$3{n}.00</span><button>Add to cart</button></li>"
        )
    };
    let shop = format!(
        "<title>Walking sticks - Stickshop</title><body class='tax-product_cat woocommerce'>
        <h1>Walking sticks</h1><p>Sort by</p><p>Filter</p><ul>{}</ul>",
        (1..25).map(card).collect::<String>()
    );
    env.write("news.html", article(3).as_bytes()).write("shop.html", shop.as_bytes());
    let pages = ["extract", "news.html", "shop.html", "--format", "jsonl"];
    let output = env.expect(0, &[&pages[..], &["--url", "http://h.example/a"]].concat());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let rows = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let types = rows.map(|row: serde_json::Value| {
        format!("{} {} {}\n", row["file"], row["page_type"], row["page_type_score"])
    });
    assert_snapshot!(types.collect::<String>());
    let explained = env.expect(0, &["extract", "shop.html", "--explain"]);
    let explained = String::from_utf8(explained.stdout).expect("UTF-8");
    assert!(explained.contains("<dt>type</dt><dd>collection ("), "{explained}");
}

#[test]
fn extract_by_several_methods() {
    let env = Env::new();
    env.write("a.html", article(1).as_bytes());
    let further = ["extract", "a.html", "--also-extract"];
    for (format, list) in [("jsonl", "all-text,article"), ("json", "article,all-text,article")] {
        let args = [&further[..], &[list, "--format", format, "--extractor", "bte"]].concat();
        let text = env.expect(0, &args).stdout;
        let row: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        assert_eq!(row["extractor"], "bte/3");
        assert!(row["text_all_text"].as_str().is_some_and(|text| text.contains("Imprint")));
        assert!(row["text_article"].as_str().is_some_and(|text| !text.contains("Imprint")));
        assert!(row.get("text_bte").is_none() && row.get("text_page").is_none());
    }
    let refused = [
        &["bte"][..],
        &["bte", "--explain"],
        &["auto", "--format", "json"],
        &["bte", "--format", "json", "--url", "a.example/b"],
    ];
    let shots = refused.map(|args| env.shot(&[&further[..], args].concat()));
    assert_snapshot!(shots.concat());
}

#[test]
fn extract_offers_methods_of_single_pages_only() {
    let help = Env::new().shot(&["extract", "--help"]);
    assert!(help.contains("- boilerpipe:") && !help.contains("- template:"), "{help}");
    // Of --extractor and --progress; --also-extract takes it not.
    assert_eq!(help.matches("- auto:").count(), 2, "{help}");
}

#[test]
fn extract_uses_no_address_that_is_none() {
    let env = Env::new();
    env.write("a.html", article(1).as_bytes());
    env.write("urls.tsv", b"\na.html\tnot a url\n");
    let told = env.shown(&env.expect(0, &["extract", "a.html", "--urls", "urls.tsv"]));
    assert!(told.contains("note: urls.tsv, line 2: not a url: no full address"), "{told}");
}

/// A list made elsewhere names files by other paths.
#[test]
fn extract_finds_addresses_by_base_name_where_that_is_clear() {
    let env = Env::new();
    let files = ["p/a.html", "p/b.html", "p/c.html", "q/c.html"];
    for file in files {
        env.write(file, article(1).as_bytes());
    }
    let lines = ["./p/a.html", "old/b.html", "c.html", "none.html"];
    let list: String = lines
        .iter()
        .zip(1..)
        .map(|(file, day)| format!("{file}\thttp://h.example/2020/03/0{day}/x\n"))
        .collect();
    env.write("urls.tsv", list.as_bytes());
    let how = ["--format", "jsonl", "--urls", "urls.tsv"];
    let output = env.expect(0, &[&["extract"], &files[..], &how[..]].concat());
    let text = std::str::from_utf8(&output.stdout).expect("UTF-8");
    let rows = text.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        row["date_published"].as_str().map(str::to_owned)
    });
    let dates: Vec<_> = rows.collect();
    // Which of two files a base name means nobody can tell.
    assert_eq!(dates, [Some("2020-03-01".to_owned()), Some("2020-03-02".to_owned()), None, None]);
    let told = std::str::from_utf8(&output.stderr).expect("UTF-8");
    assert!(told.contains("note: 2 of 4 lines of urls.tsv name no file given"), "{told}");
}

#[test]
fn extract_from_the_score_asked_for() {
    let env = Env::new();
    let beside = "</article><div class=sidebar><p>Subscribe to our newsletter</p></div>";
    env.write("a.html", article(1).replace("</article>", beside).as_bytes());
    let kept = |threshold: &[&str]| {
        let args = ["extract", "a.html", "--format", "text"];
        env.expect(0, &[&args[..], threshold].concat()).stdout.len()
    };
    let [low, usual, high] =
        [&["--content-threshold", "0.01"][..], &[], &["--content-threshold", "0.97"]].map(kept);
    assert!(low > usual && usual > high, "{low} {usual} {high}");
    let refused = ["-0.1", "1.5", "nan", "half"];
    let refused = refused.map(|n| format!("--content-threshold={n}"));
    assert_snapshot!(refused.map(|n| env.shot(&["extract", "a.html", &n])).concat());
    env.write("a.toml", b"inputs = ['a.warc']\n[extract]\nthreshold = 0.35\n");
    let emit = ["corpus", "--config", "a.toml", "--emit-config"];
    for (typed, expected) in [(&[][..], "0.35"), (&["--content-threshold", "0.5"], "0.5")] {
        let text = env.expect(0, &[&emit[..], typed].concat()).stdout;
        let text = String::from_utf8(text).expect("UTF-8");
        let extract = text.split("[extract]").nth(1).expect("a table");
        assert!(extract.contains(&format!("threshold = {expected}")), "{extract}");
    }
}

#[test]
fn extract_by_the_strict_charset_rule() {
    let env = Env::new();
    env.write("a.html", article(1).as_bytes());
    env.write("b.html", &[article(2).as_bytes(), b"<p>gr\xfcn"].concat());
    let pages = ["extract", "a.html", "b.html", "--format", "jsonl"];
    let sources = |code, more: &[&str]| {
        let text = env.expect(code, &[&pages[..], more].concat()).stdout;
        let text = String::from_utf8(text).expect("UTF-8");
        let rows = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        rows.map(|row: serde_json::Value| row["charset_source"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(sources(0, &[]), ["ascii", "detector"]);
    assert_eq!(sources(1, &["--charset-rule", "strict"]), ["utf8"]);
    assert_snapshot!(env.shot(&["extract", "b.html", "--charset-rule", "strict"]));
}

#[test]
fn extract_comments_by_themselves() {
    let text = "The fog lifted from the harbour this morning, and the ferry left ten minutes late with everybody.";
    let comment = "I was there and saw it with my own eyes, and so did my uncle.";
    let page = format!(
        "<h1>The fog lifts</h1><p>{text}</p><p>{text} Nobody minded.</p>\
         <div id=comments><p class=comment>{comment}</p></div>"
    );
    let env = Env::new();
    env.write("a.html", page.as_bytes());
    let object = |more: &[&str]| -> serde_json::Value {
        let args = [&["extract", "a.html", "--format", "jsonl"], more].concat();
        serde_json::from_slice(&env.expect(0, &args).stdout).expect("JSON")
    };
    let (without, with) = (object(&[]), object(&["--comments"]));
    assert!(without["comments"].is_null());
    assert_eq!(with["comments"], serde_json::json!([comment]));
    let text = without["text"].as_str().expect("text");
    assert_eq!(with["text"], format!("{text}\n{comment}"));
}

#[test]
fn extract_reads_xhtml_by_the_name_of_the_file() {
    let env = Env::new();
    let html = article(3).replace("<body", "<script src='a.js'/><body");
    env.write("page.xhtml", html.as_bytes()).write("page.html", html.as_bytes());
    for (file, expected) in [("page.xhtml", true), ("page.html", false)] {
        let output = env.expect(0, &["extract", file, "--format", "text"]);
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(text.contains("lighthouse keeper"), expected, "{file}: {text}");
    }
}

#[test]
fn extract_names_fields_whose_sources_differ() {
    let page = "<meta name=author content='Ada Bright'><h1>Fog</h1><p>The fog lifted from the harbour. \
        <script type=application/ld+json>{\"@type\":\"Article\",\"author\":{\"name\":\"Bob Dark\"}}</script>";
    let env = Env::new();
    env.write("a.html", page.as_bytes());
    let output = env.expect(0, &["extract", "a.html", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["metadata_conflicts"], serde_json::json!(["authors"]));
}

#[test]
fn extract_several_pages() {
    let env = Env::new();
    env.write("a.html", article(1).as_bytes()).write("b.html", article(2).as_bytes());
    env.write("urls.tsv", b"a.html\thttp://h.example/2020/03/04/a\n");
    let args = ["extract", "a.html", "b.html", "none.html", "--format", "jsonl"];
    let output = env.expect(1, &[&args[..], &["--urls", "urls.tsv"]].concat());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let rows: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows.len(), 2, "the missing file costs its own line only");
    assert_eq!(rows[0]["file"], "a.html");
    assert_eq!(rows[0]["title"], "Harbour notes 1");
    assert_eq!(rows[0]["date_published"], "2020-03-04");
    assert_eq!(rows[0]["language"], "en");
    assert_eq!(rows[1]["date_published"], serde_json::Value::Null);
    assert_snapshot!("several_as_markdown", env.shot(&["extract", "a.html", "b.html"]));
    assert_snapshot!("missing", env.shot(&["extract", "none.html"]));
    assert_snapshot!("extract_address", env.shot(&["extract", "https://harbour.example/a"]));
    assert_snapshot!("extract_folder", env.shot(&["extract", "."]));
}

#[test]
fn what_is_no_page_is_not_read_as_one() {
    let env = Env::new();
    env.write("a.html", b"%PDF-1.7 (text)").write("b.html", b"[{\"text\": \"<p>one\"}]");
    assert_snapshot!(
        "extract_no_page",
        env.shot(&["extract", "a.html", "b.html", "--format", "jsonl"])
    );
    let joint = ["extract", "a.html", "--extractor", "template"];
    assert_snapshot!("extract_joint", env.shot(&joint));
    assert_snapshot!("extract_archive", env.write("c", &small_archive()).shot(&["extract", "c"]));
    let bytes = ["%PDF-1.7 (text)", "{\"text\": \"<p>one\"}", &article(1)];
    let records =
        (1..).zip(bytes).map(|(n, bytes)| page("http://harbour.example/", n, "200 OK", bytes));
    env.write("in.warc", &records.flatten().collect::<Vec<u8>>());
    env.expect(0, &["corpus", "in.warc", "-o", "out", "-q"]);
    let run = fs::read(env.path("out/run.json")).expect("a run");
    let run: serde_json::Value = serde_json::from_slice(&run).expect("JSON");
    assert_eq!(run["counts"]["rows"], 1);
    assert_eq!(run["counts"]["out_of_scope"], serde_json::json!({"mime": 2}));
    assert_eq!(run["counts"]["mimes"]["application/pdf"], 1);
}

/// A reader such as `head` that closes the pipe has what it wanted.
#[test]
fn a_closed_pipe_is_success() {
    let env = Env::new();
    let articles: String = (1..2000).map(article).collect();
    env.write("page.html", articles.as_bytes());
    let script = format!(
        "{} extract page.html --format jsonl | true; exit ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_scutch")
    );
    let mut bash = std::process::Command::new("bash");
    let output = bash.args(["-c", &script]).current_dir(env.path("")).output().expect("bash runs");
    assert_eq!(env.shown(&output), "exit: 0\n--- stdout\n--- stderr\n");
}
