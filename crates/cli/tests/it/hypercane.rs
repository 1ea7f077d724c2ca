//! What Hypercane does with mementos, a verb of ours for each of its own. Each row of the guide's table
//! has a case in `toolkit/hypercane.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::harness::{Env, page, root};

const SHIPS: &str = "harbour ferry lighthouse captain anchor tide";
const BREAD: &str = "bakery oven flour yeast loaf crust";

/// A page about something, with so many pictures, published on a day, with the parts of a card.
fn about(words: &str, number: u32, pictures: usize, head: &str) -> String {
    let story: String = (0..12)
        .map(|n| {
            let word = words.split(' ').nth((n + number as usize) % 6).expect("a word");
            format!(
                "The {word} was seen again near the {words} on morning {n} by number {number}. "
            )
        })
        .collect();
    let pictures: String =
        (0..pictures).map(|n| format!("<img src=/{number}-{n}.png alt=x>")).collect();
    format!(
        "<html lang=en><head><title>Notes {number}</title>{head}</head><body><h1>Notes {number}</h1>\
         <p>{story}</p>{pictures}</body></html>"
    )
}

/// A collection of two subjects and two times, all mementos different, one of them off-topic.
pub(crate) fn collection() -> Env {
    let env = Env::new();
    let mut out = Vec::new();
    let card = "<meta name='twitter:card' content=summary><meta property='og:title' content=Notes>\
        <meta property='og:description' content='What was seen'>\
        <meta property='og:image' content='http://ships.example/card.png'>";
    for n in 0..4 {
        let published =
            format!("<meta property='article:published_time' content='201{}-03-01'>", 8 - n);
        let head = if n == 1 { card.to_owned() + &published } else { published };
        let ships = about(SHIPS, n, n as usize, &head);
        out.extend(page(&format!("http://ships.example/{n}"), 2 + n, "200 OK", &ships));
        let bread = about(BREAD, n, 0, "");
        out.extend(page(&format!("http://bread.example/{n}"), 40 + n, "200 OK", &bread));
    }
    let parked = "<title>For sale</title><p>This domain name is for sale. Buy it now.";
    out.extend(page("http://ships.example/0", 50, "200 OK", parked));
    env.write("a.warc", &out);
    env.expect(0, &["memento", "list", "a.warc", "--dates", "-o", "all.jsonl", "-q"]);
    env
}

/// The archive of a collection with pages more that differ a little, so that slices hold what is alike.
pub(crate) fn with_alike(env: &Env) -> Vec<u8> {
    let mut out = fs::read(env.path("a.warc")).expect("archive");
    for n in 0..40 {
        let html = about(SHIPS, n % 4, (n % 4) as usize, "");
        out.extend(page(&format!("http://ships.example/more/{n}"), 10, "200 OK", &html));
    }
    out
}

/// The rows of JSON lines that a verb prints.
fn rows(env: &Env, args: &[&str]) -> Vec<Value> {
    let output = env.expect(0, &[&["memento"], args].concat()).stdout;
    let text = String::from_utf8(output).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Host and number of the page of a row: `ships 2`.
pub(crate) fn name(row: &Value) -> String {
    let url = row["url"].as_str().expect("an address").trim_start_matches("http://");
    url.replace(".example/", " ")
}

fn names(rows: &[Value]) -> Vec<String> {
    rows.iter().map(name).collect()
}

/// The clusters of a table: the pages of each.
fn clusters(rows: &[Value]) -> BTreeSet<BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows {
        found.entry(row["cluster"].to_string()).or_default().insert(name(row));
    }
    found.into_values().collect()
}

fn error(env: &Env, args: &[&str]) -> String {
    let output = env.expect(2, &[&["memento"], args].concat());
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn originals_and_timemaps_are_identified_from_uri_ms() {
    let env = Env::new();
    env.write(
        "urims.txt",
        b"https://web.archive.org/web/20140127171200/http://x.example/a\n\
          https://web.archive.org/web/20150127171200/http://x.example/a\n\
          https://wayback.archive-it.org/7877/20150127171200/http://y.example/\n\
          https://perma.cc/ABCD-1234\n",
    );
    let said = |what: &str| {
        let output = env.expect(0, &["memento", "identify", "urims.txt", "--what", what]);
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (text(output.stdout), text(output.stderr))
    };
    let (originals, told) = said("originals");
    assert_eq!(originals, "http://x.example/a\nhttp://y.example/\n");
    assert!(told.contains("https://perma.cc/ABCD-1234: neither"), "{told}");
    assert!(told.contains("2 addresses from 4 mementos"), "{told}");
    assert_eq!(
        said("timemaps").0,
        "https://web.archive.org/web/timemap/link/http://x.example/a\n\
         https://wayback.archive-it.org/7877/timemap/link/http://y.example/\n"
    );
    assert_eq!(said("mementos").0.lines().count(), 4);
    let table = rows(&env, &["identify", "urims.txt", "--format", "jsonl"]);
    assert_eq!(table[1]["url"], "http://y.example/");
    // What is identified is a list for other verbs.
    env.write("originals.txt", originals.as_bytes());
    env.expect(0, &["memento", "timemap", "originals.txt", "--dry-run"]);
    env.write("short.txt", b"https://perma.cc/ABCD-1234\n");
    env.expect(5, &["memento", "identify", "short.txt", "--what", "timemaps"]);
}

#[test]
fn tables_tell_when_pages_were_published_and_what_they_show() {
    let env = collection();
    let all = rows(&env, &["list", "all.jsonl"]);
    let ships: Vec<&Value> = all.iter().filter(|row| name(row) == "ships 1").collect();
    assert_eq!(ships[0]["published"], "2017-03-01");
    assert_eq!((&ships[0]["images"], &ships[0]["card"]), (&1.into(), &1.into()));
    let bread = all.iter().find(|row| name(row) == "bread 1").expect("a row");
    assert_eq!((&bread["published"], &bread["card"]), (&Value::Null, &0.into()));
}

#[test]
fn filters_by_text_and_by_score() {
    let env = collection();
    let text = ["filter", "all.jsonl", "--texts", "a.warc", "--text"];
    let kept = names(&rows(&env, &[&text[..], &["(?i)LIGHTHOUSE was"]].concat()));
    assert_eq!(kept, ["ships 0", "ships 1", "ships 2", "ships 3"]);
    let kept = names(&rows(&env, &[&text[..], &["ferry", "--exclude"]].concat()));
    assert_eq!(kept, ["bread 0", "bread 1", "bread 2", "bread 3", "ships 0"]);
    // Archives have their texts with them.
    let kept =
        names(&rows(&env, &["filter", "a.warc", "--text", r"number [12]\.", "--url", "bread"]));
    assert_eq!(kept, ["bread 1", "bread 2"]);
    let kept =
        names(&rows(&env, &["filter", "all.jsonl", "--least", "images=1", "--most", "images=2"]));
    assert_eq!(kept, ["ships 1", "ships 2"]);
    // A memento of another archive has no text here.
    env.write("other.jsonl", b"{\"urim\": \"http://a.example/20140127171200/http://x.org/\"}\n");
    let args = ["memento", "filter", "other.jsonl", "--texts", "a.warc", "--text", "ferry"];
    let output = env.expect(5, &args);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("1 memento has no text: nothing matches"), "{said}");
    assert!(error(&env, &["filter", "all.jsonl", "--text", "ferry"]).contains("--texts"));
    assert!(error(&env, &["filter", "all.jsonl", "--texts", "a.warc"]).contains("--text"));
    assert!(error(&env, &["filter", "all.jsonl", "--most", "none=1"]).contains("\"none\""));
    env.expect(2, &["memento", "filter", "all.jsonl", "--text", "("]);
}

#[test]
fn clusters_by_time_words_and_topics() {
    let env = collection();
    env.expect(0, &["memento", "filter", "all.jsonl", "--on-topic", "-o", "on.jsonl", "-q"]);
    let of = |host: &str| (0..4).map(|n| format!("{host} {n}")).collect::<BTreeSet<_>>();
    let expected = BTreeSet::from([of("ships"), of("bread")]);
    // The two hosts were captured at two times, and have two subjects.
    for args in [
        &["--by", "time", "-k", "2"][..],
        &["--by", "time", "-k", "2", "--seed", "9"],
        &["--by", "terms", "-k", "2", "--texts", "a.warc"],
        &["--by", "terms", "-k", "2", "--seed", "9", "--texts", "a.warc"],
        &["--by", "near-terms", "--distance", "1.2", "--texts", "a.warc"],
        &["--by", "topics", "-k", "2", "--texts", "a.warc"],
    ] {
        let found = rows(&env, &[&["cluster", "on.jsonl"], args].concat());
        assert_eq!(clusters(&found), expected, "{args:?}");
        assert_eq!(found, rows(&env, &[&["cluster", "on.jsonl"], args].concat()), "{args:?}");
        // The order of the table changes nothing.
        env.expect(0, &["memento", "order", "on.jsonl", "--by", "url", "-o", "turned.jsonl", "-q"]);
        let turned = rows(&env, &[&["cluster", "turned.jsonl"], args].concat());
        let by_name = |rows: &[Value]| -> BTreeMap<String, String> {
            rows.iter().map(|row| (name(row), row["cluster"].to_string())).collect()
        };
        assert_eq!(by_name(&turned), by_name(&found), "{args:?}");
    }
    // As many clusters as Hypercane makes, unless said otherwise.
    let found = rows(&env, &["cluster", "on.jsonl", "--by", "time"]);
    assert_eq!(clusters(&found).len(), 8, "eight times, fewer than 28");
    for (args, sentence) in [
        (&["--by", "url", "-k", "2"][..], "-k: clusters by address take no such option"),
        (&["--by", "time", "--bits", "2"], "--bits: these clusters take -k, --seed"),
        (&["--by", "terms"], "a table has no texts"),
        (&["--by", "near-terms", "--distance", "2"], "no number from 0 to 1.42"),
        (&["--by", "topics", "-k", "0"], "invalid value '0'"),
    ] {
        let said = error(&env, &[&["cluster", "on.jsonl"], args].concat());
        assert!(said.contains(sentence), "{args:?}: {said}");
    }
}

#[test]
fn the_date_of_publication_orders_and_the_time_of_capture_stands_in() {
    let env = collection();
    let ordered = names(&rows(&env, &["order", "all.jsonl", "--by", "published"]));
    assert_eq!(
        ordered,
        [
            "ships 3", "ships 2", "ships 1", "ships 0", "bread 0", "bread 1", "bread 2", "bread 3",
            "ships 0",
        ]
    );
    let turned = names(&rows(&env, &["order", "all.jsonl", "--by", "published", "--reverse"]));
    assert_eq!(turned[0], "ships 0");
    // Dates of publication are looked for where they are asked for.
    assert_eq!(ordered, names(&rows(&env, &["order", "a.warc", "--by", "published"])));
    env.expect(0, &["memento", "list", "a.warc", "-o", "undated.jsonl", "-q"]);
    let said = error(&env, &["order", "undated.jsonl", "--by", "published"]);
    assert!(said.contains("\"published\"") && said.contains("list --dates"), "{said}");
    assert!(error(&env, &["list", "undated.jsonl", "--dates"]).contains("name archives"));
}

#[test]
fn scores_by_pictures_card_and_place_among_the_texts() {
    let env = collection();
    let score = |by: &str, texts: bool| -> BTreeMap<String, f64> {
        let mut args = vec!["score", "on.jsonl", "--by", by];
        if texts {
            args.extend(["--texts", "a.warc"]);
        }
        let found = rows(&env, &args);
        found.iter().map(|row| (name(row), row["score"].as_f64().expect("a score"))).collect()
    };
    env.expect(0, &["memento", "filter", "all.jsonl", "--on-topic", "-o", "on.jsonl", "-q"]);
    let images = score("images", false);
    assert_eq!((images["ships 3"], images["bread 3"]), (3.0, 0.0));
    let card = score("card", false);
    assert_eq!((card["ships 1"], card["ships 2"]), (1.0, 0.0));
    let dsa2 = score("dsa2", false);
    let best = dsa2.iter().max_by(|a, b| a.1.total_cmp(b.1)).expect("scores");
    assert_eq!(best.0, "ships 1", "{dsa2:?}");
    let (far, near) = (score("centroid", true), score("closeness", true));
    for (name, distance) in &far {
        assert!((0.0..1.42).contains(distance) && (near[name] + distance).abs() < 1e-9, "{name}");
    }
    let ranks = score("textrank", true);
    let mean = ranks.values().sum::<f64>() / ranks.len() as f64;
    assert!((mean - 1.0).abs() < 1e-4, "{ranks:?}");
    let card = error(&env, &["score", "all.jsonl", "--by", "card", "--texts", "a.warc"]);
    assert!(card.contains("bm25, centroid, closeness and textrank"), "{card}");
    assert!(error(&env, &["score", "all.jsonl", "--by", "textrank"]).contains("--texts"));
    assert!(error(&env, &["score", "all.jsonl", "--query", "x"]).contains("bm25"));
    env.write("urims.txt", b"http://a.example/20140127171200/http://x.org/\n");
    assert!(error(&env, &["score", "urims.txt", "--by", "images"]).contains("\"images\""));
}

/// The chain of verbs that makes DSA1, as the guide shows it.
#[test]
fn the_first_algorithm_is_its_chain() {
    let env = collection();
    env.write("b.warc", &with_alike(&env));
    let found = rows(&env, &["exemplars", "b.warc", "--by", "dsa1"]);
    assert!(!found.is_empty() && found.len() <= 32, "{}", found.len());
    env.expect(0, &["memento", "list", "b.warc", "--dates", "-o", "all.jsonl", "-q"]);
    let mut table = "all.jsonl".to_owned();
    for (number, verb) in [
        &["filter", "--on-topic"][..],
        &["filter", "--near-duplicates"],
        &["filter", "--language", "en"],
        &["slice"],
        &["cluster", "--by", "simhash-tf"],
        &["score"],
        &["filter", "--best-of-clusters", "score"],
        &["order", "--by", "published"],
    ]
    .iter()
    .enumerate()
    {
        let next = format!("{number}.jsonl");
        let args = [&["memento", verb[0], &table], &verb[1..], &["-o", &next, "-q"]].concat();
        env.expect(0, &args);
        table = next;
    }
    assert_eq!(found, rows(&env, &["list", &table]));
    // A table without dates of publication is ordered by the time of capture.
    env.expect(0, &["memento", "list", "b.warc", "-o", "undated.jsonl", "-q"]);
    let output = env.expect(0, &["memento", "exemplars", "undated.jsonl", "--by", "dsa1"]);
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("no column \"published\""), "{said}");
    let none = ["memento", "exemplars", "b.warc", "--by", "dsa1", "--language", "hu"];
    let told = env.shown(&env.expect(5, &none));
    let why = "no exemplar is left: no memento on-topic is in the language `hu` (--language)\n";
    assert!(told.contains(why), "{told}");
}

#[test]
fn the_other_algorithms_choose_of_each_time_and_subject() {
    let env = collection();
    for by in ["dsa2", "dsa3", "dsa4"] {
        let found = rows(&env, &["exemplars", "all.jsonl", "--texts", "a.warc", "--by", by]);
        let pages = names(&found);
        // Eight mementos: three exemplars are aimed at, in two clusters by time and two within each.
        assert!((2..=4).contains(&pages.len()), "{by}: {pages:?}");
        for host in ["ships", "bread"] {
            assert!(pages.iter().any(|page| page.starts_with(host)), "{by}: {pages:?}");
        }
        let dates = names(&rows(&env, &["exemplars", "a.warc", "--by", by]));
        assert_eq!(dates, pages, "{by}: an archive and its table give the same");
        assert!(found.iter().all(|row| row["score"].is_number() && row["cluster"].is_string()));
    }
    let card = rows(&env, &["exemplars", "a.warc", "--by", "dsa2"]);
    assert!(names(&card).contains(&"ships 1".to_owned()), "the page with a card: {card:?}");
    let asked = rows(&env, &["exemplars", "a.warc", "--by", "dsa3", "--query", "number 3"]);
    assert!(names(&asked).contains(&"bread 3".to_owned()), "{:?}", names(&asked));
    for (args, sentence) in [
        (&["--by", "dsa1", "--query", "x"][..], "--query is for dsa3"),
        (&["--by", "dsa2", "--language", "de"], "--language is for dsa1"),
        (&["--by", "dsa1", "--seed", "1"], "--seed is for dsa2"),
        (&["--by", "dsa1", "--texts", "a.warc"], "dsa1 reads no texts"),
        (&["--by", "dsa4"], "a table has no texts"),
        (&[], "--by"),
    ] {
        let said = error(&env, &[&["exemplars", "all.jsonl"], args].concat());
        assert!(said.contains(sentence), "{args:?}: {said}");
    }
    env.write("urims.txt", b"http://a.example/20140127171200/http://x.org/\n");
    let said = error(&env, &["exemplars", "urims.txt", "--by", "dsa1"]);
    assert!(said.contains("\"status\""), "{said}");
}

#[test]
fn reports_of_metadata_and_pictures() {
    let env = collection();
    let report = |what: &str| {
        let args =
            ["report", "all.jsonl", "--texts", "a.warc", "--what", what, "--format", "jsonl"];
        rows(&env, &args)
    };
    let ships = "from-warc::20190517100003::http://ships.example/1";
    let metadata: Vec<(String, String)> = report("metadata")
        .iter()
        .filter(|row| row["urim"] == ships)
        .map(|row| (row["name"].to_string(), row["content"].to_string()))
        .collect();
    let expected = [
        ("twitter:card", "summary"),
        ("og:title", "Notes"),
        ("og:description", "What was seen"),
        ("og:image", "http://ships.example/card.png"),
        ("article:published_time", "2017-03-01"),
    ];
    let quoted = |text: &str| format!("{text:?}");
    let expected: Vec<_> = expected.iter().map(|(n, v)| (quoted(n), quoted(v))).collect();
    assert_eq!(metadata, expected);
    let images = report("images");
    let of_page: Vec<&Value> = images.iter().filter(|row| row["urim"] == ships).collect();
    assert_eq!(of_page.len(), 2);
    assert_eq!((&of_page[0]["source"], &of_page[1]["source"]), (&"og:image".into(), &"img".into()));
    assert_eq!(of_page[1]["image"], "http://ships.example/1-0.png");
    assert_eq!((&of_page[1]["alt"], &of_page[1]["width"]), (&"x".into(), &Value::Null));
    assert!(error(&env, &["report", "all.jsonl", "--what", "images"]).contains("--texts"));
    assert!(error(&env, &["report", "all.jsonl", "--texts", "a.warc"]).contains("table alone"));
    let top = error(&env, &["report", "a.warc", "--what", "images", "--top", "3"]);
    assert!(top.contains("--what terms"), "{top}");
}

#[test]
fn a_story_for_raintale() {
    let env = collection();
    env.write(
        "urims.txt",
        b"https://web.archive.org/web/20140127171200/http://x.example/a\n\
          https://web.archive.org/web/20150127171200/http://y.example/\n",
    );
    let args = ["memento", "story", "urims.txt", "--title", "The \"harbour\"", "-o", "story.json"];
    let more = [
        "--generated-by",
        "DSA1",
        "--collection-url",
        "http://c.example/",
        "--image",
        "http://c.example/1.png",
        "--metadata",
        "place=the pier",
        "--metadata",
        "empty=",
    ];
    env.expect(0, &[&args[..], &more].concat());
    let text = fs::read_to_string(env.path("story.json")).expect("a story");
    let story: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        story,
        serde_json::json!({
            "title": "The \"harbour\"", "generated_by": "DSA1", "collection_url": "http://c.example/",
            "story image": "http://c.example/1.png",
            "metadata": {"place": "the pier", "empty": ""},
            "elements": [
                {"type": "link", "value": "https://web.archive.org/web/20140127171200/http://x.example/a"},
                {"type": "link", "value": "https://web.archive.org/web/20150127171200/http://y.example/"},
            ],
        })
    );
    // Mementos of an archive of one's own have addresses where a replay system shows them.
    let own = ["story", "all.jsonl", "--title", "Ours"];
    let said = error(&env, &own);
    assert!(said.contains("row 1: from-warc::") && said.contains("--replay"), "{said}");
    let replay = ["--replay", "http://localhost:8080/ours/"];
    let output = env.expect(0, &[&["memento"], &own[..], &replay].concat()).stdout;
    let story: Value = serde_json::from_slice(&output).expect("JSON");
    let first = story["elements"][0]["value"].as_str().expect("an address");
    assert!(
        first.starts_with("http://localhost:8080/ours/20190517100040/http://bread.example/"),
        "{first}"
    );
    for (args, sentence) in [
        (&["--metadata", "place"][..], "NAME=VALUE"),
        (&["--replay", "localhost"], "http://"),
        (&["--format", "tsv"], "one form"),
    ] {
        let said = error(&env, &[&own[..], args].concat());
        assert!(said.contains(sentence), "{args:?}: {said}");
    }
    assert!(error(&env, &["story", "urims.txt"]).contains("--title"));
}

/// Each command of the guide's table of Hypercane is one that the program has.
#[test]
fn the_guides_table_names_commands_that_exist() {
    let guide = fs::read_to_string(root().join("docs/src/toolkit.md")).expect("guide");
    let (_, table) = guide.split_once("## Hypercane").expect("a chapter on Hypercane");
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| `")).collect();
    assert!(rows.len() >= 30, "{}", rows.len());
    let env = Env::new();
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for row in rows {
        let ours = row.trim_matches('|').split(" | ").nth(1).expect("a second cell");
        for command in
            ours.split('`').skip(1).step_by(2).filter(|word| word.starts_with("memento "))
        {
            let words: Vec<&str> = command.split(' ').collect();
            let help = known.entry(words[1].to_owned()).or_insert_with(|| {
                let output = env.expect(0, &["memento", words[1], "--help"]);
                String::from_utf8(output.stdout).expect("UTF-8")
            });
            for option in words[2..].iter().filter(|word| word.starts_with('-')) {
                assert!(help.contains(option), "{command}: no option {option}");
            }
            for value in words[2..].windows(2).filter(|pair| matches!(pair[0], "--by" | "--what")) {
                assert!(help.contains(value[1]), "{command}: no {}", value[1]);
            }
        }
    }
}
