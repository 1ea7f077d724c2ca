//! `scutch evaluate portal`: tools on the articles of a portal, with a corpus as gold.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::harness::{Env, page};

fn article(title: &str, author: &str, text: &str) -> String {
    format!(
        "<html lang=en><head><title>{title}</title><meta name=author content=\"{author}\">\
         <meta property=\"article:published_time\" content=\"2019-05-02T08:00:00Z\"></head>\
         <body><article><h1>{title}</h1><p>{text}</p></article></body></html>"
    )
}

/// A corpus of two articles, and what other tools made of them.
fn made() -> Env {
    let env = Env::new();
    let late =
        "The ferry left ten minutes late, with everybody who had waited for it since the morning.";
    let tide =
        "High water comes at nine, and nobody in the village is surprised by it, as ever in May.";
    let pages = [
        page("http://harbour.example/1", 1, "200 OK", &article("Late again", "Ada Gull", late)),
        page("http://harbour.example/2", 2, "200 OK", &article("Tides", "Ben Tern", tide)),
        page("http://harbour.example/2", 3, "200 OK", &article("Tides", "Ben Tern", tide)),
    ];
    env.write("a.warc", &pages.concat());
    let options = ["--extractor", "all-text", "-q"];
    env.expect(0, &[&["corpus", "a.warc", "-o", "gold"], &options[..]].concat());
    let lines =
        |rows: &[Value]| rows.iter().map(|row| format!("{row}\n")).collect::<String>().into_bytes();
    let other = json!({
        "url": "https://www.harbour.example/1", "text": format!("{late} Read also: more."),
        "title": "LATE, again", "author": "Ada Gull", "date": "2019-05-03"
    });
    let elsewhere = json!({ "url": "http://other.example/", "text": "No page of ours." });
    env.write("page.jsonl", &lines(&[other.clone(), other.clone(), elsewhere]));
    let second = json!({
        "url": "http://harbour.example/2", "text": tide, "title": "Imprint", "authors": ["Admin"]
    });
    env.write("article.jsonl", &lines(&[other, second, json!("no object"), json!({"text": "x"})]));
    env
}

const CALL: &[&str] =
    &["evaluate", "portal", "gold", "tool:page=page.jsonl", "tool:article=article.jsonl", "gold"];

#[test]
fn words_texts_and_metadata_by_tool_and_region() {
    assert_snapshot!(made().shot(CALL));
}

#[test]
fn the_gold_compared_with_itself_is_right() {
    let output = made().expect(0, &[CALL, &["--json", "-q"]].concat());
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let own = object["tools"].as_array().and_then(|tools| tools.last()).expect("a tool");
    for measure in ["text", "title", "author", "date", "metadata"] {
        assert_eq!(own[measure], json!({ "precision": 1.0, "recall": 1.0 }), "{measure}");
    }
    assert_eq!((&own["pages"], &own["words"]), (&object["pages"], &object["words"]));
}

#[test]
fn what_cannot_be_compared_is_said() {
    let env = made();
    env.write("none.jsonl", b"{\"url\": \"http://other.example/\"}\n").write("empty.jsonl", b"");
    env.expect(0, &["corpus", "a.warc", "-o", "texts", "--format", "text", "-q"]);
    for (args, code, said) in [
        (&["gold", "none.jsonl"][..], 1, "none.jsonl: none of the pages of gold"),
        (&["empty.jsonl", "page.jsonl"], 1, "empty.jsonl: no article with an address"),
        (&["gold", "texts"], 1, "texts: holds no rows"),
        (&["gold", "missing"], 1, "missing"),
        (&["gold", "a=page.jsonl", "a=article.jsonl"], 2, "a:page: named twice"),
        (&["gold", ":x=page.jsonl"], 2, "write TOOL=PATH"),
        (&["gold"], 2, "PRED"),
    ] {
        let told = env.shown(&env.expect(code, &[&["evaluate", "portal"], args].concat()));
        assert!(told.contains(said), "{args:?}: {told}");
    }
}
