//! `scutch evaluate`: scores of small predictions of our own.

use insta::assert_snapshot;

use crate::harness::Env;

const FERRY: &str = "The ferry was late again on Monday.\nNobody on board seemed to mind.";

fn with_gold() -> Env {
    let env = Env::new();
    let news = format!(
        "{}\n{}\n",
        serde_json::json!({
            "id": "ferry", "url": "http://www.harbour.example/ferry", "html_file": "html/ferry.html",
            "text": FERRY, "title": "The ferry, late again", "author": "Ada Quay (Harbour Notes)",
            "date": "2019-05-17", "page_type": "article", "language": "en",
            "with": ["Nobody on board"], "without": ["Imprint"]
        }),
        // As Python writes a missing number.
        "{\"id\": \"tide\", \"url\": \"http://tide.example/\", \"html_file\": \"html/tide.html\", \
         \"text\": \"High water at nine.\", \"date\": NaN, \"page_type\": \"service\"}",
    );
    env.write("gold/news/gold.jsonl", news.as_bytes());
    let segments = serde_json::json!({
        "id": "ferry", "url": "http://river.example/", "html_file": "html/ferry.html",
        "with": ["The river rose", "on Tuesday"], "without": ["Read also"]
    });
    env.write("gold/river/gold.jsonl", format!("{segments}\n").as_bytes());
    env
}

fn predictions(ferry: &str, river: &str) -> String {
    let page_type = if ferry == FERRY { "article" } else { "listing" };
    let rows = [
        serde_json::json!({
            "file": "somewhere/news/html/ferry.html", "text": ferry, "language": "en-GB",
            "title": "The Ferry: late again!", "authors": ["Ada Quay"],
            "date_published": "2019-05-17T08:30:00Z", "page_type": page_type
        }),
        serde_json::json!({"file": "river/ferry.html", "text": river, "language": "en"}),
    ];
    rows.iter().map(|row| format!("{row}\n")).collect()
}

fn with_predictions() -> Env {
    let env = with_gold();
    let good = predictions(FERRY, "The river\n rose on Monday. Read also: more rivers.");
    let poor = predictions("The ferry was late.", "Read also");
    env.write("good.jsonl", good.as_bytes()).write("poor.jsonl", poor.as_bytes());
    env
}

/// A third set of eleven pages whose languages gold does not know. Five of them are in the good predictions, six in the
/// poor ones.
fn with_diary() -> Env {
    let env = with_predictions();
    let day = |n: u32| {
        let mut day =
            serde_json::json!({"id": format!("day{n}"), "html_file": format!("html/day{n}.html")});
        day["url"] = format!("http://diary{}.example/{n}", n % 2).into();
        day["text"] = format!("Rain on day {n}.").into();
        day["page_type"] = "article".into();
        format!("{day}\n")
    };
    let gold: String = (0..11).map(day).collect();
    env.write("gold/diary/gold.jsonl", gold.as_bytes());
    for (name, days) in [("good.jsonl", 0..5), ("poor.jsonl", 0..6)] {
        let row = |n: u32| {
            let text =
                if name == "good.jsonl" { format!("Rain on day {n}.") } else { "Rain".to_owned() };
            let row = serde_json::json!({"file": format!("diary/html/day{n}.html"), "text": text, "language": "de-AT"});
            format!("{row}\n")
        };
        let rows: String = days.map(row).collect();
        let before = std::fs::read_to_string(env.path(name)).expect("predictions");
        env.write(name, (before + &rows).as_bytes());
    }
    env
}

#[test]
fn scores_by_set_type_and_language() {
    let env = with_diary();
    let how = ["evaluate", "extract", "gold", "good.jsonl", "--worst", "0"];
    assert_snapshot!(env.shot(&how));
    // Day 5 is in German, as the other predictions say, and missing.
    assert_snapshot!(env.shot(&[&how[..], &["--against", "poor.jsonl"]].concat()));
}

#[test]
fn one_set_alone() {
    let shot = with_predictions().shot(&["evaluate", "extract", "gold/river", "good.jsonl"]);
    assert_snapshot!(shot);
}

#[test]
fn gained_over_other_predictions() {
    let shot = with_predictions().shot(&[
        "evaluate",
        "extract",
        "gold",
        "good.jsonl",
        "--against",
        "poor.jsonl",
        "--worst",
        "1",
    ]);
    assert_snapshot!(shot);
}

#[test]
fn scores_as_json_and_as_a_page() {
    let env = with_predictions();
    let arguments =
        ["gold", "good.jsonl", "--json", "-o", "scores.html", "--against", "poor.jsonl"];
    let output = env.expect(0, &[&["evaluate", "extract"][..], &arguments].concat());
    let scores: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(scores["groups"][0]["name"], "news");
    assert_eq!(scores["groups"][0]["scores"]["bag_f1"]["value"], 0.5);
    assert_eq!(scores["groups"][0]["missing"], 1);
    // 1 of 2 segments found, 1 unwanted: precision and recall 1/2.
    assert_eq!(scores["groups"][1]["scores"]["segment_f1"]["value"], 0.5);
    // Of one host there is no interval, and nothing beyond chance.
    let groups = scores["groups"].as_array().expect("groups");
    let single = groups.iter().find(|group| group["name"] == "news, article").expect("a group");
    let single = &single["scores"]["bag_f1"];
    assert!(single["value"].is_number() && single["low"].is_null() && single["high"].is_null());
    assert!(single["gain"]["value"].is_number() && single["gain"]["low"].is_null());
    assert!(scores["groups"][0]["scores"]["bag_f1"]["low"].is_number());
    let ids = |list: &str| {
        let pages = scores[list].as_array().expect("a list").iter();
        pages.map(|page| page["id"].as_str().expect("id").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!((ids("lost").len(), ids("won")), (0, vec!["ferry".to_owned(), "ferry".to_owned()]));
    assert!(scores.get("worst").is_none());
    let page = std::fs::read_to_string(env.path("scores.html")).expect("page");
    for part in ["ferry.html\"", "http://river.example/", "good.jsonl against gold", "poor.jsonl"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script"));
    let (_, worst) = page.rsplit_once("ages that win most").expect("a list");
    assert_eq!(worst.matches(">type</th>").count(), 1, "two columns of one name");
    assert!(page.contains(" of 2</small>"), "how many pages were scored");
}

#[test]
fn what_cannot_be_scored_is_told() {
    let env = with_predictions();
    env.write("broken.jsonl", b"{\"file\": \"a.html\"}\n{\"file\": \n");
    env.write("other.jsonl", b"{\"file\": \"a.html\", \"text\": \"b\"}\n");
    env.write("rows.jsonl", b"{\"text\": \"b\"}\n");
    env.write("packed.jsonl", b"\x28\xb5\x2f\xfd\x04");
    let shots = [
        "gold broken.jsonl",
        "gold other.jsonl",
        "gold rows.jsonl",
        "none good.jsonl",
        "gold packed.jsonl",
        "packed.jsonl good.jsonl",
    ];
    let shots = shots.map(|words| {
        let words: Vec<&str> = words.split(' ').collect();
        env.shot(&[&["evaluate", "extract"][..], &words].concat())
    });
    assert_snapshot!(shots.concat());
}

#[test]
fn what_is_left_out_of_texts_is_told() {
    let env = with_predictions();
    let gold = concat!(
        "{\"id\": \"ferry\", \"text\": \"The ferry was late.\", \"title\": 7, \"with\": \"late\"}\n",
        "{\"id\": \"ferry\", \"text\": \"Another text.\"}\n",
        "{\"id\": 7, \"text\": \"A number.\"}\n{\"text\": \"No name.\"}\n[\"ferry\"]\n",
        "{\"id\": \"tide\", \"text\": [\"High water\"], \"title\": \"Tide\"}\n",
        "{\"id\": \"buoy\", \"wiht\": [\"A buoy\"]}\n",
    );
    let pred = concat!(
        "{\"file\": \"ferry.html\", \"text\": \"The ferry was late.\"}\n",
        "{\"file\": \"ferry.html\", \"text\": \"Something else.\"}\n",
        "{\"file\": \"tide.html\", \"text\": 9}\n",
        "{\"file\": \"river.html\", \"text\": \"A river.\"}\n{\"text\": \"No name.\"}\n[1]\n3\n{\"file\": \n",
    );
    env.write("own/gold.jsonl", gold.as_bytes()).write("pred.jsonl", pred.as_bytes());
    assert_snapshot!(env.shot(&["evaluate", "extract", "own", "pred.jsonl"]));
}

#[test]
fn what_is_left_out_of_labels_is_told() {
    let env = Env::new();
    let page = |label: &str| {
        let nodes = serde_json::json!([
            {"text": "The ferry was late.", "label": label}, {"text": "Home", "label": "boilerplate"}
        ]);
        let (url, timestamp) = ("http://a.example/", "20200101000000");
        serde_json::json!({"site": "a", "url": url, "timestamp": timestamp, "text_nodes": nodes})
    };
    let node = |node: u32, text: &str, class: &str| {
        let (url, timestamp) = ("http://a.example/", "20200101000000");
        serde_json::json!({"url": url, "timestamp": timestamp, "node": node, "text": text,
            "class": class, "cross": "11111", "method": "t001"})
    };
    let mut numbers = node(3, "Home", "content");
    numbers["text"] = 9.into();
    let mut nowhere = node(3, "Home", "content");
    nowhere["url"] = serde_json::Value::Null;
    let text = node(1, "The ferry was late.", "content");
    // A run of a node may have the words of one before: that is no line again.
    let runs = [node(2, "Ho", "content"), node(2, "me", "content"), node(2, "Ho", "boilerplate")];
    let [one, two, three] = &runs;
    let pred = [&text, &text, one, two, three, &numbers, &nowhere, &text, one];
    let pred: String = pred.iter().map(|line| format!("{line}\n")).collect();
    env.write("gold.jsonl", format!("{}\n{}\n", page("content"), page("ignore")).as_bytes());
    env.write("pred.jsonl", format!("{pred}[]\n").as_bytes());
    let output = env.expect(0, &["evaluate", "template", "gold.jsonl", "pred.jsonl", "--json"]);
    assert_snapshot!(String::from_utf8(output.stderr).expect("UTF-8"));
    let scores: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(scores["methods"][0]["pages"], 1);
    // A class that is none ends it, whether the page is scored or not.
    let mut unknown = node(4, "Away", "boiler");
    unknown["url"] = "http://a.example/other".into();
    env.write("pred.jsonl", format!("{text}\n{unknown}\n").as_bytes());
    let output = env.expect(1, &["evaluate", "template", "gold.jsonl", "pred.jsonl"]);
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(told.contains("pred.jsonl, line 2: unknown class \"boiler\""), "{told}");
}
