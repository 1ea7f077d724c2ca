//! Labels beside other labels and beside ground truth, as a user meets them.

use std::fs;

use insta::assert_snapshot;

use crate::template::{STORIES, with_magazine};

#[test]
fn two_methods_side_by_side() {
    let env = with_magazine();
    for method in ["t001", "learned"] {
        env.expect(0, &["template", "in", "-o", method, "--method", method, "--nodes", "-q"]);
    }
    env.write(
        "gold/fair/gold.jsonl",
        gold().replace("20191201080000", "20190517100001").as_bytes(),
    );
    assert_snapshot!(env.shot(&[
        "template",
        "compare",
        "t001",
        "learned",
        "--gold",
        "gold",
        "-o",
        "both.html"
    ]));
    assert_snapshot!(env.shot(&["template", "compare", "t001", "t001/nodes.jsonl"]));
    let page = fs::read_to_string(env.path("both.html")).expect("page");
    for part in ["template-t001/6", "http://fair.example/whale", "invalid; truth: content"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script") && page.contains("Content-Security-Policy"));
    let asked = ["--page", "http://fair.example/seal", "-o", "seal.html", "-q"];
    env.expect(0, &[&["template", "compare", "t001", "learned"], asked.as_slice()].concat());
    let page = fs::read_to_string(env.path("seal.html")).expect("page");
    assert!(page.contains("http://fair.example/seal") && !page.contains("fair.example/whale"));
    env.write("broken.jsonl", b"{\"url\": \"u\", \"timestamp\": \"t\"}\n");
    env.write(
        "other/nodes.jsonl",
        b"{\"url\":\"u\",\"timestamp\":\"t\",\"node\":1,\"text\":\"a\",\"class\":\"content\"}\n",
    );
    let wrong = [
        "t001 nowhere",
        "t001 other",
        "broken.jsonl broken.jsonl",
        "t001 learned -o x.html --page u",
    ];
    let shots = wrong.map(|words| {
        let words: Vec<&str> = words.split(' ').collect();
        env.shot(&[&["template", "compare"][..], &words].concat())
    });
    assert_snapshot!(shots.concat());
}

#[test]
fn choices_are_tried_on_sites_with_ground_truth() {
    let env = with_magazine();
    let fair = gold().replace("20191201080000", "20190517100001");
    let alone = gold().lines().next().expect("a line").replace("\"fair\"", "\"alone\"");
    let alone = alone.replace("fair.example/whale", "alone.example/");
    let alone = alone.replace("20191201080000", "20190517100018");
    let absent = fair.replace("\"fair\"", "\"absent\"").replace("fair.example", "absent.example");
    env.write("gold.jsonl", format!("{fair}{alone}\n{absent}").as_bytes());
    let how = ["--gold", "gold.jsonl", "--method", "t001,t005", "--vary", "compare,balance"];
    let tune = [&["template", "tune", "in"], how.as_slice()].concat();
    let all = ["--random", "0", "-o", "best.toml", "--report", "tune.html"];
    assert_snapshot!(env.shot(&[tune.as_slice(), &all].concat()));
    let page = fs::read_to_string(env.path("tune.html")).expect("page");
    for part in
        ["class=\"boxes\"", "<th scope=\"row\">t005</th>", "extractor = &quot;template&quot;"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let same = ["-o", "best.toml", "--report", "best.toml"];
    env.expect(2, &[tune.as_slice(), &same].concat());
    env.expect(2, &[tune.as_slice(), &["--report", "gold.jsonl"]].concat());
    let text = fs::read_to_string(env.path("best.toml")).expect("TOML");
    assert!(text.starts_with("extractor = \"template\""));
    env.expect(0, &["corpus", "in", "-o", "best", "--config", "best.toml", "-q"]);
    let drawn = ["--random", "4", "--seed", "3", "-q"];
    let first = env.shot(&[tune.as_slice(), &drawn].concat());
    assert_eq!(first, env.shot(&[tune.as_slice(), &drawn, &["--jobs", "1"]].concat()));
    assert_snapshot!(first);
    let how = ["--method", "occurrence", "--vary", "threshold,tokens", "--random", "0", "-q"];
    assert_snapshot!(
        env.shot(&[&["template", "tune", "in", "--gold", "gold.jsonl"], &how[..]].concat())
    );
    env.write("none.jsonl", absent.as_bytes());
    let wrong = [
        "in --gold none.jsonl",
        "in --gold gold.jsonl --vary colour",
        "in --gold gold.jsonl --method occurrence --vary tokens,cross",
    ];
    let shots = wrong.map(|words| {
        let words: Vec<&str> = words.split(' ').collect();
        env.shot(&[&["template", "tune"][..], &words].concat())
    });
    assert_snapshot!(shots.concat());
}

/// The nodes of the whale's two pages: its own lines are content, all others boilerplate, the heading is not scored.
pub(crate) fn gold() -> String {
    let node = |text: &str, label: &str| serde_json::json!({"text": text, "label": label});
    let teaser = "The winter fair opens on Saturday at nine, and whoever brings a lantern of his own gets a cup of \
         cider at the gate, as long as there is any left in the barrels that the brewers gave.";
    let [first, second] = STORIES[0].1;
    let nodes = [
        node("Home", "boilerplate"),
        node("Sea", "boilerplate"),
        node("Land", "boilerplate"),
        node("whale", "ignore"),
        node(teaser, "boilerplate"),
        node(first, "content"),
        node(second, "content"),
        node("Printed and sold at the harbour since 1931", "boilerplate"),
    ];
    let page = |url: &str, day: u32| {
        let timestamp = format!("2019120{day}080000");
        format!(
            "{}\n",
            serde_json::json!({"site": "fair", "url": url, "timestamp": timestamp, "text_nodes": nodes})
        )
    };
    page("http://fair.example/whale", 1) + &page("http://fair.example/gone", 2)
}

#[test]
fn labels_are_scored_against_ground_truth() {
    let env = with_magazine();
    for method in ["t001", "t002"] {
        let how = ["template", "in", "-o", method, "--method", method, "--nodes", "-q"];
        env.expect(0, &how);
    }
    let nodes = fs::read_to_string(env.path("t001/nodes.jsonl")).expect("nodes");
    let line: serde_json::Value =
        serde_json::from_str(nodes.lines().next().expect("a line")).expect("JSON");
    let gold = gold().replace("20191201080000", line["timestamp"].as_str().expect("time"));
    env.write("gold/fair/gold.jsonl", gold.as_bytes());
    assert_snapshot!(env.shot(&[
        "evaluate",
        "template",
        "gold",
        "t001",
        "t002",
        "-o",
        "scores.html"
    ]));
    assert_snapshot!(
        env.shot(&["evaluate", "template", "gold", "t001", "t002", "--table", "thesis"])
    );
    let output = env.expect(0, &["evaluate", "template", "gold", "t001", "--json"]);
    let scores: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(scores["methods"][0]["missing"], 1);
    let page = fs::read_to_string(env.path("scores.html")).expect("page");
    assert!(page.contains("template-t002/6") && !page.contains("<script"));
    // Scores of pages by run and by site.
    assert_eq!(page.matches("class=\"boxes\"").count(), 2, "{page}");
    let thesis = ["--table", "thesis", "-o", "thesis.html", "-q"];
    env.expect(0, &[&["evaluate", "template", "gold", "t001", "t002"], &thesis[..]].concat());
    let drawn = fs::read_to_string(env.path("thesis.html")).expect("page");
    for figure in ["figure 4.7", "figure 4.8", "T001: scores of pages (figure D.1)", "(figure D.2)"]
    {
        assert!(drawn.contains(figure), "{figure}");
    }
    // A plot with its numbers for each figure.
    assert_eq!(drawn.matches("class=\"boxes\"").count(), 6);
    assert_eq!(drawn.matches("<summary>The numbers of the plot</summary>").count(), 6);
    // Addresses are read from the left.
    assert!(page.contains("<td>http://fair.example/whale</td>"));
    env.write("bad.jsonl", b"{\"url\": \"http://fair.example/whale\", \"timestamp\": \n");
    env.write("empty.jsonl", b"");
    let shots = ["gold bad.jsonl", "gold empty.jsonl", "t001 t001", "gold t002 --table thesis"];
    let shots = shots.map(|words| {
        let words: Vec<&str> = words.split(' ').collect();
        env.shot(&[&["evaluate", "template"][..], &words].concat())
    });
    assert_snapshot!(shots.concat());
}

/// Pages without a cross have the labels of the single page: they are not what the method made.
#[test]
fn the_tables_of_the_thesis_leave_out_pages_without_a_cross() {
    let env = with_magazine();
    env.expect(0, &["template", "in", "-o", "t001", "--method", "t001", "--nodes", "-q"]);
    let fair = gold().lines().next().expect("a line").replace("20191201080000", "20190517100001");
    let alone = fair.replace("fair.example/whale", "alone.example/");
    let alone = alone.replace("20190517100001", "20190517100018").replace("\"fair\"", "\"still\"");
    env.write("fair.jsonl", fair.as_bytes());
    env.write("both.jsonl", format!("{fair}\n{alone}").as_bytes());
    let tables = |gold: &str| {
        let output = env.expect(0, &["evaluate", "template", gold, "t001", "--table", "thesis"]);
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let (fair, both) = (tables("fair.jsonl"), tables("both.jsonl"));
    let methods = "\nAll methods (table 4.2)\n";
    let after = |tables: &str| tables.split_once(methods).map(|(_, after)| after.to_owned());
    let site = "\nstill (tables D.1 to D.4, figures 4.7 and 4.8)\n";
    let (same, alone) = both.split_once(site).expect("a table of the site");
    assert!(after(&fair).is_some() && after(&fair) == after(same), "{both}");
    // Of nothing there are no shares.
    let empty = ["all", "T001", "0", "0", "0", "0", "-", "-", "-", "-", "-", "-", "-"];
    assert_eq!(
        alone.lines().last().map(|row| row.split_whitespace().collect()),
        Some(empty.to_vec())
    );
    assert!(both.contains("\n1 page without a cross is not counted below.\n"), "{both}");
    assert!(!fair.contains("without a cross"), "{fair}");
}

#[test]
fn the_tables_of_the_thesis_as_text_as_a_page_and_as_json() {
    let env = with_magazine();
    for method in ["t001", "learned"] {
        env.expect(0, &["template", "in", "-o", method, "--method", method, "--nodes", "-q"]);
    }
    env.write("gold.jsonl", gold().replace("20191201080000", "20190517100001").as_bytes());
    let how = ["evaluate", "template", "gold.jsonl", "t001", "learned", "--table", "thesis"];
    let text = env.expect(0, &[&how[..], &["-o", "scores.html"]].concat()).stdout;
    let text = String::from_utf8(text).expect("UTF-8");
    let json = env.expect(0, &[&how[..], &["--json"]].concat()).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    let page = fs::read_to_string(env.path("scores.html")).expect("page");
    let tables = json["tables"].as_array().expect("tables");
    for title in tables.iter().map(|table| table["title"].as_str().expect("a title")) {
        assert!(text.contains(&format!("{title}\n")), "{title}");
        assert!(page.contains(&format!("<caption>{title}</caption>")), "{title}");
    }
    assert_eq!(tables.len(), 5);
    assert_snapshot!(serde_json::to_string_pretty(&tables[2..4]).expect("JSON"));
    // Beside what stands there without the tables.
    assert!(json["methods"].is_array() && page.contains("Nodes by truth (rows)"));
    let json = env.expect(0, &["evaluate", "template", "gold.jsonl", "t001", "--json"]).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    assert!(json.get("tables").is_none());
}

#[test]
fn labels_of_one_method_are_scored_by_threshold() {
    let env = with_magazine();
    for threshold in ["0.9", "0.3"] {
        let how = ["--method", "t001", "--threshold", threshold, "--nodes", "-q"];
        env.expect(0, &[&["template", "in", "-o", threshold][..], &how].concat());
    }
    env.expect(0, &["template", "in", "-o", "learned", "--nodes", "-q"]);
    env.write("gold.jsonl", gold().replace("20191201080000", "20190517100001").as_bytes());
    let how = ["evaluate", "template", "gold.jsonl", "0.9", "learned", "0.3"];
    let text = env.expect(0, &[&how[..], &["-o", "scores.html"]].concat()).stdout;
    let text = String::from_utf8(text).expect("UTF-8");
    let (_, table) = text.split_once("\nby least similarity in crosses\n").expect("a table");
    assert_snapshot!(table);
    let page = fs::read_to_string(env.path("scores.html")).expect("page");
    assert!(page.contains("<h2 id=\"thresholds-heading\">Least similarity in crosses</h2>"));
    let json = env.expect(0, &[&how[..], &["--json"]].concat()).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    let thresholds = [0, 1, 2].map(|at| json["methods"][at]["threshold"].as_f64());
    assert_eq!(thresholds, [Some(0.9), None, Some(0.3)]);
}

/// Where runs differ in more than the threshold, it is not the threshold that makes the difference.
#[test]
fn thresholds_of_different_choices_are_not_compared() {
    let env = with_magazine();
    let run = |folder: &str, how: &[&str]| {
        let common = ["template", "in", "-o", folder, "--method", "t001", "--nodes", "-q"];
        env.expect(0, &[&common[..], how].concat());
    };
    run("a", &[]);
    run("b", &["--preset", "thesis"]);
    run("c", &["--preset", "thesis", "--threshold", "0.3", "--markup", "span"]);
    env.write("gold.jsonl", gold().replace("20191201080000", "20190517100001").as_bytes());
    let rows = |folders: &[&str]| {
        let how = [&["evaluate", "template", "gold.jsonl"][..], folders].concat();
        let text = String::from_utf8(env.expect(0, &how).stdout).expect("UTF-8");
        let table = text.split_once("\nby least similarity in crosses\n");
        let rows = table.map_or("", |(_, table)| table).lines().skip(1);
        let cell = |row: &str| row.split_whitespace().nth(1).map(str::to_owned);
        rows.filter_map(cell).collect::<Vec<_>>()
    };
    assert!(rows(&["a", "b"]).is_empty());
    assert_eq!(rows(&["a", "b", "c"]), ["0.3", "0.6"]);
}

/// The name of a folder does not make its labels those of a method.
#[test]
fn the_tables_of_the_thesis_know_methods_by_their_labels() {
    let env = with_magazine();
    env.expect(0, &["template", "in", "-o", "t001", "--nodes", "-q"]);
    env.write("gold.jsonl", gold().replace("20191201080000", "20190517100001").as_bytes());
    let nodes = fs::read_to_string(env.path("t001/nodes.jsonl")).expect("nodes");
    env.write("t001/nodes.jsonl", nodes.replace("\"method\"", "\"made_by\"").as_bytes());
    let how = ["evaluate", "template", "gold.jsonl", "t001", "--table", "thesis"];
    let output = env.expect(1, &how);
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(error.contains("--table thesis needs the labels of t001"), "{error}");
}

/// Two runs of one method have the setting that differs in their titles, and each run of t001 the nodes that it decides itself.
#[test]
fn runs_of_one_method_stand_beside_each_other() {
    let env = with_magazine();
    for (folder, threshold) in [("near", "0.3"), ("far", "0.9")] {
        let how = ["--method", "t001", "--threshold", threshold, "--nodes", "-q"];
        env.expect(0, &[&["template", "in", "-o", folder][..], &how].concat());
        // So that the runs decide other nodes.
        let nodes = env.path(folder).join("nodes.jsonl");
        let text = fs::read_to_string(&nodes).expect("nodes");
        if folder == "far" {
            fs::write(&nodes, text.replace("\"class\":\"content\"", "\"class\":\"invalid\""))
                .expect("nodes");
        }
    }
    env.write("gold.jsonl", gold().replace("20191201080000", "20190517100001").as_bytes());
    let tables = |folders: &[&str]| {
        let how = [&["evaluate", "template", "gold.jsonl"][..], folders].concat();
        let how = [&how[..], &["--table", "thesis", "--json"]].concat();
        let json = env.expect(0, &how).stdout;
        serde_json::from_slice::<serde_json::Value>(&json).expect("JSON")
    };
    let column = |json: &serde_json::Value, folder: &str| {
        let table = &json["tables"][3];
        let columns = table["columns"].as_array().expect("columns");
        let at = columns.iter().position(|c| c == folder).unwrap_or_else(|| panic!("{columns:?}"));
        let rows = table["rows"].as_array().expect("rows");
        rows.iter().map(|row| row[at].clone()).collect::<Vec<_>>()
    };
    let alone = ["near", "far"].map(|folder| column(&tables(&[folder]), "T001"));
    assert_ne!(alone[0], alone[1]);
    for folders in [["near", "far"], ["far", "near"]] {
        let both = tables(&folders);
        let setting = |folder| if folder == "near" { "threshold 0.3" } else { "threshold 0.9" };
        let name = |folder| format!("T001 ({})", setting(folder));
        let beside = ["near", "far"].map(|folder| column(&both, &name(folder)));
        assert_eq!(beside, alone, "{folders:?}");
        let titles = [0, 1].map(|at| both["methods"][at]["title"].clone());
        assert_eq!(titles, folders.map(|f| format!("template-t001/6 ({})", setting(f))));
    }
}

#[test]
fn a_share_of_nothing_is_no_score() {
    let env = with_magazine();
    env.expect(0, &["template", "in", "-o", "t001", "--method", "t001", "--nodes", "-q"]);
    let nodes = fs::read_to_string(env.path("t001/nodes.jsonl")).expect("nodes");
    let open = nodes.replace("\"class\":\"content\"", "\"class\":\"invalid\"");
    let open = open.replace("\"class\":\"boilerplate\"", "\"class\":\"invalid\"");
    env.write("open.jsonl", open.as_bytes());
    // The page that is missing has labels of none.
    let gold = gold().lines().next().expect("a line").replace("20191201080000", "20190517100001");
    env.write("gold.jsonl", gold.as_bytes());
    let how = ["evaluate", "template", "gold.jsonl", "open.jsonl"];
    let text = String::from_utf8(env.expect(0, &how).stdout).expect("UTF-8");
    let decided = text.split_once("\ndecided\n").expect("a reading").1;
    for row in decided.lines().skip(1).take(3) {
        let numbers: Vec<&str> = row.split_whitespace().rev().take(9).collect();
        assert_eq!(numbers, [&["0.000"][..], &["-"; 8]].concat(), "{row}");
    }
    let json = env.expect(0, &[&how[..], &["--json"]].concat()).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    let reading = &json["methods"][0]["readings"][0];
    for numbers in [&reading["micro"], &reading["macro"], &reading["sites"][0]] {
        assert!(numbers["content_f1"].is_null() && numbers["bag_f1"] == 0.0, "{numbers}");
    }
}
