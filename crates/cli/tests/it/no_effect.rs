//! Options that would change nothing are wrong usage, not silence.

use crate::harness::with_archive;

/// Calls, and what is said of them.
const CALLS: &[(&str, &str)] = &[
    ("extract a.html --fast", "unexpected argument '--fast'"),
    ("template in -o out --fast", "unexpected argument '--fast'"),
    ("template in -o out --keep-empty", "unexpected argument '--keep-empty'"),
    ("template compare a b --pages 3", "--output"),
    ("tags inventory in --keep-empty", "unexpected argument '--keep-empty'"),
    ("offtopic sweep in --gold l.csv --measures cosine", "unexpected argument '--measures'"),
    ("offtopic sweep in --gold l.csv --short-circuit", "unexpected argument '--short-circuit'"),
    ("offtopic --archiveit 7 --seed-list in/small.warc", "--seed-list names captures"),
    ("offtopic --archiveit 7 --cdx in/small.warc", "--cdx names captures"),
    ("memento list t.jsonl --post-append", "--post-append"),
    ("memento list t.jsonl --seed-list t.jsonl", "--seed-list"),
    ("memento score in --query fog", "--by bm25"),
    ("memento score in --by words --texts in", "of the table alone; bm25"),
    ("memento report in --top 3", "--what terms"),
    ("memento report in --what growth --texts in", "of the table alone; terms"),
    ("memento cluster in --by url --bits 3", "by address take no such option"),
    ("memento cluster in --by domain --least 3", "by address take no such option"),
    (
        "memento fetch x.org -o o.warc --timegate http://g.example/ --nearest 2014 --archiveit 7",
        "cannot be used with",
    ),
    ("fetch x.org -o o.warc --breadth 3", "--depth"),
    ("fetch x.org -o o.warc --domains y.org", "--depth"),
    ("fetch x.org -o o.warc --link-filters none --with-nav", "judges no link"),
    ("fetch x.org -o o.warc --link-filters none --as-spelled", "judges no link"),
    ("fetch x.org -o o.warc --link-filters none --language de", "judges no link"),
    ("fetch x.org -o o.warc --dry-run --offline", "cannot be used with"),
    ("fetch x.org -o o.warc --limit 0", "--limit"),
    ("portal crawl p.toml -o out --dry-run --offline", "cannot be used with"),
    ("evaluate offtopic l.csv --seed 3", "PRED"),
    ("archive ls in --column page", "--list"),
    (
        "url check in/small.warc --form archive --column page",
        "of the forms only `lines` has columns",
    ),
    ("url sample -n 1 t.jsonl --column page", "there is no column \"page\"; there are urim"),
];

#[test]
fn options_that_would_change_nothing_are_wrong_usage() {
    let env = with_archive();
    env.write("t.jsonl", b"{\"urim\": \"http://a.example/1/http://x.org/\"}\n");
    for (call, said) in CALLS {
        let args: Vec<&str> = call.split(' ').collect();
        let output = env.output(&args);
        let told = env.shown(&output);
        let code = output.status.code();
        // A list without the column is a fault of that list.
        let expected = if call.contains("sample") { 1 } else { 2 };
        assert_eq!(code, Some(expected), "{call}: {told}");
        assert!(told.contains(said), "{call}: {told}");
    }
    for name in ["out", "o.warc"] {
        assert!(!env.path(name).exists(), "{name} was begun");
    }
}
