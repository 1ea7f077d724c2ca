//! `scutch template` and `--extractor template` as a user meets them.

use std::fs;

use insta::assert_snapshot;

use crate::harness::{Env, assert_same, page};

/// A page of a shop's magazine: menu, teaser and closing line are the same on all pages; the teaser looks like an
/// article's paragraph, so that one page alone does not tell what it is.
fn story(title: &str, text: &str) -> String {
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
const STORIES: [(&str, [&str; 2]); 6] = [
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

fn text(lines: [&str; 2]) -> String {
    lines.map(|line| format!("<p>{line}</p>")).concat()
}

fn with_magazine() -> Env {
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

fn pages(env: &Env, folder: &str) -> Vec<serde_json::Value> {
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
fn any_number_of_jobs_gives_the_same_labels() {
    let env = with_magazine();
    for jobs in ["1", "3"] {
        env.expect(0, &["template", "in", "-o", jobs, "--jobs", jobs, "-q"]);
    }
    assert_same(&env.path("1"), &env.path("3"));
}

#[test]
fn rows_with_joint_evidence_can_be_derived_again() {
    let env = with_magazine();
    env.expect(0, &["corpus", "in", "-o", "out", "--extractor", "template", "-q"]);
    assert_snapshot!(env.shot(&["verify", "out"]));
}

#[test]
fn the_methods_of_the_thesis_label_by_bit_pattern() {
    let env = with_magazine();
    let methods = ["t001", "t002", "context", "keep-invalid", "occurrence"];
    for (number, method) in methods.iter().enumerate() {
        for compare in ["star", "chain"] {
            let out = format!("{number}{compare}");
            let how = ["--method", method, "--compare", compare, "--diff", "difflib", "-q"];
            env.expect(0, &[&["template", "in", "-o", &out], how.as_slice()].concat());
            let page = &pages(&env, &out)[1];
            let text = page["text"].as_str().expect("text");
            assert!(
                STORIES[1].1.iter().all(|line| text.contains(line)),
                "{method} {compare}: {text}"
            );
            assert!(!text.contains("winter fair"), "{method} {compare}: {text}");
            assert_eq!(page["method"], format!("template-{method}/1"));
        }
    }
}

#[test]
fn methods_that_learn_give_the_same_labels_with_any_number_of_jobs() {
    let env = with_magazine();
    for method in ["t003", "t004", "t005", "t006"] {
        for (lesson, balance) in [("host", "none"), ("page", "over")] {
            let out = |jobs: &str| format!("{method}-{lesson}-{jobs}");
            for jobs in ["1", "3"] {
                let how = ["--method", method, "--lesson", lesson, "--balance", balance];
                let rest = ["--jobs", jobs, "-q"];
                env.expect(
                    0,
                    &[&["template", "in", "-o", &out(jobs)], how.as_slice(), &rest].concat(),
                );
            }
            assert_same(&env.path(&out("1")), &env.path(&out("3")));
            let pages = pages(&env, &out("1"));
            assert_eq!(pages[1]["method"], format!("template-{method}/1"));
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
}
