//! `scutch template` and `--extractor template` as a user meets them.

use std::fs;

use insta::assert_snapshot;

use crate::harness::{Env, assert_same, bytes_of, page};

/// A page of a shop's magazine: menu, teaser and closing line are the same on all pages; the teaser looks like an
/// article's paragraph, so that one page alone does not tell what it is.
pub(crate) fn story(title: &str, text: &str) -> String {
    format!(
        "<html lang=en><head><title>{title}</title></head><body>\
         <div class=menu><a href=/>Home</a> <a href=/sea>Sea</a> <a href=/land>Land</a></div>\
         <div class=main><h1>{title}</h1>\
         <p>The winter fair opens on Saturday at nine, and whoever brings a lantern of his own gets a cup of \
         cider at the gate, as long as there is any left in the barrels that the brewers gave.</p>\
         {text}</div><div class=foot>Printed and sold at the harbour since 1931</div></body></html>"
    )
}

/// What each story says; no two say anything alike.
pub(crate) const STORIES: [(&str, [&str; 2]); 6] = [
    (
        "whale",
        [
            "Nobody on the quay had seen so large an animal this close to the mole, and the pilots rowed out to it at dusk.",
            "By midnight the tide carried it back over the bar, where three trawlers lit its way with their lamps.",
        ],
    ),
    (
        "lantern",
        [
            "Its glass was blown in a valley far inland, which explains why every pane is green at the rim.",
            "After forty winters the burner leaks, so a plumber climbs all those stairs each Thursday with a new washer.",
        ],
    ),
    (
        "barge",
        [
            "Loaded with gravel until water washed across her deck, she needed eleven hours for nine miles.",
            "Her skipper sleeps badly when rain drums upon steel, yet he would not trade his bunk for any bed ashore.",
        ],
    ),
    (
        "seal",
        [
            "Children named him Oskar because of an uncle whose moustache looked just like those whiskers.",
            "He steals herring from open crates, preferably while auctioneers argue about weight.",
        ],
    ),
    (
        "anchor",
        [
            "Divers found iron flukes under two metres of silt, wrapped in rope that crumbled when touched.",
            "A museum wants to show this relic beside drawings made by shipwrights who forged similar ones.",
        ],
    ),
    (
        "bell",
        [
            "Cast from melted cannon, it rings half a tone too low, as organists never tire of pointing out.",
            "During fog a boy strikes it twice every minute, counting aloud so that he does not fall asleep.",
        ],
    ),
];

pub(crate) fn text(lines: [&str; 2]) -> String {
    lines.map(|line| format!("<p>{line}</p>")).concat()
}

pub(crate) fn with_magazine() -> Env {
    let env = Env::new();
    let mut archive = Vec::new();
    for (number, (subject, lines)) in (1..).zip(STORIES) {
        let uri = format!("http://fair.example/{subject}");
        archive.extend(page(&uri, number, "200 OK", &story(subject, &text(lines))));
    }
    let whale = story("whale", &text(STORIES[0].1));
    archive.extend(page("http://fair.example/whale", 17, "200 OK", &whale));
    archive.extend(page("http://alone.example/", 18, "200 OK", &whale));
    env.write("in/magazine.warc", &archive);
    env
}

/// Pages of three hosts in more records than two batches hold: with fewer, one worker would do all the work.
fn with_shelf_of_magazines() -> Env {
    let env = Env::new();
    let mut archive = Vec::new();
    for number in 0..150 {
        let ([first, _], [_, second]) = (STORIES[number % 6].1, STORIES[number / 6 % 6].1);
        let lines = format!("<p>{first}</p><p>Issue {number} adds: {second}</p>");
        let (host, id) = (number % 3, number as u32 + 1);
        // Two captures of each address.
        let uri = format!("http://fair{host}.example/{}", number / 6);
        archive.extend(page(&uri, id, "200 OK", &story(&format!("Issue {number}"), &lines)));
    }
    env.write("in/magazines.warc", &archive);
    env
}

/// Labels by one worker and by three are the same bytes in all files.
fn assert_same_by_jobs(env: &Env, how: &[&str]) {
    for jobs in ["1", "3"] {
        let fixed = ["template", "in", "-o", jobs, "--jobs", jobs, "--overwrite", "-q"];
        env.expect(0, &[&fixed[..], &["--nodes", "--markup", "span"], how].concat());
    }
    assert!(env.path("1/markup").is_dir() && env.path("1/nodes.jsonl").is_file());
    assert_same(&env.path("1"), &env.path("3"));
}

pub(crate) fn pages(env: &Env, folder: &str) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(env.path(folder).join("pages.jsonl")).expect("pages");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn partners_show_what_is_boilerplate() {
    let env = with_magazine();
    assert_snapshot!(env.shot(&["template", "in", "-o", "out"]));
    let pages = pages(&env, "out");
    assert_eq!(pages.len(), 8);
    for (page, (subject, lines)) in pages.iter().zip(STORIES) {
        let text = page["text"].as_str().expect("text");
        for line in lines {
            assert!(text.contains(line), "{subject}: {text}");
        }
        for line in ["winter fair", "Printed and sold", "Sea"] {
            assert!(!text.contains(line), "{subject}: {text}");
        }
        assert_eq!(page["status"], "joint");
        assert_eq!(page["group"], "fair.example/0");
    }
    assert_eq!(pages[0]["cross"], "11101");
    assert_eq!(pages[6]["cross"], "11110");
    assert_eq!((&pages[7]["cross"], &pages[7]["status"]), (&"10000".into(), &"no-cross".into()));
}

#[test]
fn groups_and_crosses_are_written_down_and_shown() {
    let env = with_magazine();
    env.expect(0, &["template", "in", "-o", "out", "-q"]);
    let lines = |name: &str| fs::read_to_string(env.path("out").join(name)).expect("lines");
    assert_snapshot!(lines("groups.jsonl"));
    let crosses = lines("crosses.jsonl");
    let crosses: Vec<&str> = crosses.lines().collect();
    assert_eq!(crosses.len(), 8);
    // A page with a snapshot after it, and one with nothing beside it.
    assert_snapshot!([crosses[0], crosses[7]].join("\n"));
    let page = lines("template.html");
    for part in
        ["2 template groups", "fair.example", "no-other-page", "up, down, next", "below a day"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script"));
    let json: serde_json::Value = serde_json::from_str(crosses[6]).expect("JSON");
    assert_eq!(json["prev"]["url"], "http://fair.example/whale");
    assert_eq!(
        (&json["next"], &json["reason"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
    let timing: serde_json::Value = serde_json::from_str(&lines("timing.json")).expect("json");
    let steps: Vec<_> = timing["steps"].as_array().expect("steps").iter().collect();
    let named: Vec<_> = steps.iter().map(|step| step["step"].as_str()).collect();
    assert_eq!(named, ["parse", "summarise", "group", "cross", "label"].map(Some));
    let pages = steps[4]["sizes"].as_array().expect("sizes").iter();
    assert_eq!(pages.filter_map(|size| size["pages"].as_u64()).sum::<u64>(), 8);
    assert!(lines("timing.html").contains("label: microseconds of a page"));
}

#[test]
fn the_reading_that_teaches_takes_its_time_too() {
    let env = with_magazine();
    env.expect(0, &["template", "in", "-o", "out", "--method", "t005", "-q"]);
    let timing = fs::read_to_string(env.path("out/timing.json")).expect("timing");
    let timing: serde_json::Value = serde_json::from_str(&timing).expect("JSON");
    let steps: Vec<_> = timing["steps"].as_array().expect("steps").iter().collect();
    let named: Vec<_> = steps.iter().map(|step| step["step"].as_str()).collect();
    let all = ["parse", "summarise", "group", "lesson", "learn", "cross", "label"];
    assert_eq!(named, all.map(Some));
    let html = fs::read_to_string(env.path("out/timing.html")).expect("page");
    assert!(html.contains("lesson: microseconds of a page"));
}

#[test]
fn any_number_of_jobs_gives_the_same_labels() {
    let env = with_shelf_of_magazines();
    for method in ["learned", "t001", "occurrence"] {
        assert_same_by_jobs(&env, &["--method", method]);
    }
}

#[test]
fn what_is_made_of_the_rows_is_verified_and_not_overwritten() {
    let env = with_magazine();
    let template = ["template", "in", "-o", "out", "--nodes", "--markup", "span", "-q"];
    let template = [&template[..], &["--format", "parquet,jsonl"]].concat();
    env.expect(0, &template);
    let whole = bytes_of(&env.path("out"));
    env.expect(0, &["verify", "out"]);
    env.expect(2, &["template", "gold", "out", "-o", "out/nodes.jsonl"]);
    let labels = ["pages.jsonl", "pages.parquet", "nodes.jsonl", "nodes.parquet"];
    for name in labels.into_iter().chain(["groups.jsonl", "crosses.jsonl", "template.html"]) {
        let bytes = fs::read(env.path("out").join(name)).expect(name);
        env.write(&format!("out/{name}"), &[&bytes[..], b" "].concat());
        let told = env.expect(4, &["verify", "out"]);
        assert!(
            env.shown(&told).contains(&format!("{name}: changed since it was written")),
            "{name}"
        );
        fs::remove_file(env.path("out").join(name)).expect(name);
        let told = env.expect(4, &["verify", "out"]);
        assert!(env.shown(&told).contains(&format!("{name}: cannot be read")), "{name}");
        env.write(&format!("out/{name}"), &bytes);
    }
    env.write("out/markup/more.html", b"");
    assert!(
        env.shown(&env.expect(4, &["verify", "out"]))
            .contains("markup: changed since it was written")
    );
    // The same command makes all of it again, to the byte.
    env.expect(0, &template);
    assert!(whole == bytes_of(&env.path("out")));
}

#[test]
fn rows_with_joint_evidence_can_be_derived_again() {
    let env = with_magazine();
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    assert_snapshot!(env.shot(&["verify", "out"]));
}

/// Of each row who made its text, and which pages were beside the page.
fn evidence(env: &Env, more: &[&str]) -> Vec<(String, Option<String>)> {
    let args = ["corpus", "in", "-o", "out", "--format", "jsonl", "--overwrite", "-q"];
    env.expect(0, &[&args, more].concat());
    let part = fs::File::open(env.path("out/docs/part-00000.jsonl.zst")).expect("part");
    let text = String::from_utf8(zstd::decode_all(part).expect("zstd")).expect("UTF-8");
    let said = |row: &serde_json::Value, key: &str| row[key].as_str().map(str::to_owned);
    let rows = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    rows.map(|row| (said(&row, "extractor").expect("a name"), said(&row, "cross"))).collect()
}

#[test]
fn a_corpus_compares_pages_where_there_are_any_unless_told_not_to() {
    let env = with_magazine();
    let found = evidence(&env, &[]);
    let (without, beside): (Vec<_>, Vec<_>) =
        found.iter().partition(|(_, cross)| cross.as_deref() == Some("10000"));
    assert!(without.iter().all(|(made, _)| made.starts_with("page/")), "{found:?}");
    assert!(beside.iter().all(|(made, _)| made.starts_with("template/")), "{found:?}");
    assert_eq!((without.len(), beside.len()), (1, 7));
    assert_eq!(found, evidence(&env, &["--extractor", "template", "--fast"]));
    for alone in [&["--extractor", "page"][..], &["--fast"]] {
        let found = evidence(&env, alone);
        let by_itself =
            |(made, cross): &(String, Option<String>)| made.starts_with("page/") && cross.is_none();
        assert!(found.iter().all(by_itself), "{alone:?}: {found:?}");
    }
}

/// Whatever a method makes of the headline, `--heading` decides.
#[test]
fn all_methods_obey_the_rule_for_the_own_headline() {
    let env = with_magazine();
    for method in ["learned", "occurrence", "t001", "t004", "context", "keep-invalid"] {
        for (rule, is_kept) in [("keep", true), ("drop", false)] {
            let fixed = ["template", "in", "-o", "out", "--overwrite", "-q"];
            env.expect(0, &[&fixed[..], &["--method", method, "--heading", rule]].concat());
            for (page, (subject, _)) in pages(&env, "out").iter().zip(STORIES) {
                let text = page["text"].as_str().expect("text");
                let has_headline = text.lines().any(|line| line == subject);
                assert_eq!(has_headline, is_kept, "{method} {rule}: {text}");
            }
        }
    }
}

#[test]
fn the_methods_of_the_thesis_label_by_bit_pattern() {
    let env = with_magazine();
    let methods = ["t001", "t002", "context", "keep-invalid", "occurrence"];
    for (number, method) in methods.iter().enumerate() {
        for compare in ["star", "chain"] {
            let out = format!("{number}{compare}");
            let how = ["--compare", compare, "--diff", "difflib"];
            // It compares no words.
            let how = if *method == "occurrence" { &[][..] } else { &how };
            let named = ["template", "in", "-o", &out, "--method", method, "-q"];
            env.expect(0, &[&named, how].concat());
            let page = &pages(&env, &out)[1];
            let text = page["text"].as_str().expect("text");
            assert!(
                STORIES[1].1.iter().all(|line| text.contains(line)),
                "{method} {compare}: {text}"
            );
            assert!(!text.contains("winter fair"), "{method} {compare}: {text}");
            assert_eq!(page["method"], format!("template-{method}/6"));
        }
    }
}

#[test]
fn methods_that_learn_give_the_same_labels_with_any_number_of_jobs() {
    let env = with_shelf_of_magazines();
    for (method, lesson, balance) in [
        ("t003", "host", "none"),
        ("t004", "page", "over"),
        ("t005", "host", "under"),
        ("t006", "host", "none"),
    ] {
        let how = ["--method", method, "--lesson", lesson, "--balance", balance];
        assert_same_by_jobs(&env, &how);
    }
}

#[test]
fn methods_that_learn_label_pages_with_a_cross() {
    let env = with_magazine();
    for method in ["t003", "t004", "t005", "t006"] {
        for (lesson, balance) in [("host", "none"), ("page", "over")] {
            let out = format!("{method}-{lesson}");
            let how = ["--method", method, "--lesson", lesson, "--balance", balance];
            env.expect(0, &[&["template", "in", "-o", &out, "-q"], how.as_slice()].concat());
            let pages = pages(&env, &out);
            assert_eq!(pages[1]["method"], format!("template-{method}/6"));
            assert_eq!(pages[7]["status"], "no-cross");
            let text = pages[1]["text"].as_str().expect("text");
            assert!(STORIES[1].1.iter().any(|line| text.contains(line)), "{method}: {text}");
        }
    }
}

#[test]
fn rows_of_methods_that_learn_can_be_derived_again() {
    let env = with_magazine();
    env.expect(0, &["template", "in", "-o", "out", "--method", "t006", "-q"]);
    env.expect(0, &["verify", "out"]);
}

#[test]
fn the_preset_of_the_thesis() {
    let env = with_magazine();
    // What is typed wins over the preset.
    env.expect(
        0,
        &[
            "template",
            "in",
            "--method",
            "t002",
            "--preset",
            "thesis",
            "--compare",
            "star",
            "-q",
            "-o",
            "out",
        ]
        .iter()
        .chain(&["--threshold", "0.7", "--threshold", "Fair.example=0.3"])
        .copied()
        .collect::<Vec<_>>(),
    );
    let run = fs::read_to_string(env.path("out/run.json")).expect("run");
    let run: serde_json::Value = serde_json::from_str(&run).expect("JSON");
    assert_snapshot!(serde_json::to_string_pretty(&run["config"]["template"]).expect("JSON"));
    assert_snapshot!(env.shot(&["template", "in", "-o", "x", "--threshold", "fair.example=2"]));
    // By default no words are compared and no structures: what would do nothing is refused.
    assert_snapshot!(env.shot(&["template", "in", "-o", "x", "--threshold", "0.3"]));
    let how = ["--method", "occurrence", "--diff", "difflib"];
    assert_snapshot!(env.shot(&[&["template", "in", "-o", "x"], &how[..]].concat()));
}

#[test]
fn labels_of_nodes_and_pages_with_them() {
    let env = with_magazine();
    env.expect(0, &["template", "in", "-o", "out", "--nodes", "--markup", "content", "-q"]);
    let lines = fs::read_to_string(env.path("out/nodes.jsonl")).expect("nodes");
    let nodes: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_snapshot!(serde_json::to_string_pretty(&nodes[6]).expect("JSON"));
    // A node each of three links, heading, teaser, two paragraphs and closing line, on eight pages.
    assert_eq!(nodes.len(), 8 * 8);
    let files = bytes_of(&env.path("out/markup"));
    assert_eq!(files.len(), 8);
    let marked = files.iter().filter(|(_, bytes)| {
        let html = std::str::from_utf8(bytes).expect("UTF-8");
        html.contains("<boilerplate>Printed and sold at the harbour since 1931</boilerplate>")
            && html.contains("Content-Security-Policy")
    });
    // By its class words alone in the page without partners.
    assert_eq!(marked.count(), 8);
    // Complete folders are left as they are, and the lines written again.
    env.expect(0, &["template", "in", "-o", "out", "--nodes", "--markup", "content", "-q"]);
    assert_eq!(fs::read_to_string(env.path("out/nodes.jsonl")).expect("nodes"), lines);
}

/// What a colour says must not depend on the page it is seen on.
#[test]
fn classes_have_one_palette_and_icons_the_size_of_letters() {
    let env = with_magazine();
    for method in ["t001", "t002"] {
        let how = ["--method", method, "--nodes", "--markup", "span", "-q"];
        env.expect(0, &[&["template", "in", "-o", method], &how[..]].concat());
    }
    env.expect(0, &["template", "compare", "t001", "t002", "-o", "compared.html", "-q"]);
    let compared = fs::read_to_string(env.path("compared.html")).expect("page");
    let files = bytes_of(&env.path("t001/markup"));
    let marked = files.into_iter().find(|(name, _)| name != "index.html").expect("a page").1;
    let marked = String::from_utf8(marked).expect("UTF-8");
    let colours = |html: &str| -> Vec<String> {
        let lines = html.lines().filter(|line| line.contains("--scutch-boilerplate: "));
        lines.map(|line| line[line.find(":root").unwrap_or(0)..].to_owned()).collect()
    };
    // Around the frame and within it.
    assert_eq!(colours(&marked).len(), 4);
    for of_page in colours(&marked).chunks(2) {
        assert_eq!(of_page, colours(&compared));
    }
    assert!(marked.contains("svg:not([width]) { width: 1em; height: 1em }"));
}

#[test]
fn snapshots_too_near_or_too_far_are_not_compared() {
    let env = with_magazine();
    // The whale's two captures are 16 seconds apart.
    let cases = [("0", "16", "11101"), ("17s", "1d", "11100"), ("1s", "15", "11100")];
    for (number, (min, max, cross)) in cases.into_iter().enumerate() {
        for method in ["learned", "t001"] {
            let out = format!("{method}{number}");
            let gaps = ["--min-gap", min, "--max-gap", max, "--method", method, "-q"];
            env.expect(0, &[&["template", "in", "-o", &out], gaps.as_slice()].concat());
            assert_eq!(pages(&env, &out)[0]["cross"], cross, "{method} {min} {max}");
        }
    }
    let wrong = [["--min-gap", "2d", "--max-gap", "1d"], ["--min-gap", "2w", "--max-gap", "3"]];
    let wrong = wrong.map(|gaps| env.shot(&[&["template", "in", "-o", "x"], &gaps[..]].concat()));
    assert_snapshot!(wrong.concat());
}

/// Chapters of a book, each under the name of the book, which alone is a heading of first level.
#[test]
fn what_titles_of_a_host_share_is_the_name_of_the_site() {
    let env = Env::new();
    let chapter = |(number, (subject, lines)): (u32, (&str, [&str; 2]))| {
        let html = format!(
            "<title>{subject} | The Pilot's Book</title><body><h1>The Pilot's Book</h1><h2>{subject}</h2>{}",
            text(lines)
        );
        page(&format!("http://book.example/{number}"), number, "200 OK", &html)
    };
    env.write("in/book.warc", &(1..).zip(STORIES).flat_map(chapter).collect::<Vec<u8>>());
    let named = |extractor: &str| -> Vec<(String, Option<String>)> {
        let how = ["--format", "jsonl", "--extractor", extractor, "-q"];
        env.expect(0, &[&["corpus", "in", "-o", extractor][..], &how].concat());
        let part = env.path(extractor).join("docs/part-00000.jsonl.zst");
        let lines = zstd::decode_all(fs::File::open(part).expect("part")).expect("zstd");
        let rows = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let rows = rows.map(|line| serde_json::from_slice(line).expect("JSON"));
        let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
        rows.map(|row: serde_json::Value| {
            (text(&row["title"]).unwrap_or_default(), text(&row["site"]))
        })
        .collect()
    };
    let site = Some("The Pilot's Book".to_owned());
    let expected: Vec<_> =
        STORIES.iter().map(|(subject, _)| ((*subject).to_owned(), site.clone())).collect();
    assert_eq!(named("auto"), expected);
    assert!(named("page").iter().all(|(_, site)| site.is_none()));
    env.expect(0, &["verify", "auto"]);
}
