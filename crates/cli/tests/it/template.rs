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

fn text(subject: &str) -> String {
    let lines = [
        format!(
            "Nobody had seen the {subject} before the storm, and nobody would see it for a week after it."
        ),
        format!(
            "The keeper wrote of the {subject} in the book that lies in the hall of the pilots to this day."
        ),
        format!(
            "Two boys who fished from the pier said that the {subject} had been there all the morning."
        ),
    ];
    lines.map(|line| format!("<p>{line}</p>")).concat()
}

fn with_magazine() -> Env {
    let env = Env::new();
    let subjects = ["whale", "lantern", "barge", "seal", "anchor", "bell"];
    let mut archive = Vec::new();
    for (number, subject) in (1..).zip(subjects) {
        let uri = format!("http://fair.example/{subject}");
        archive.extend(page(&uri, number, "200 OK", &story(subject, &text(subject))));
    }
    let again = story("whale", &text("whale"));
    archive.extend(page("http://fair.example/whale", 17, "200 OK", &again));
    archive.extend(page("http://alone.example/", 18, "200 OK", &story("fog", &text("fog"))));
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
    for (page, subject) in pages.iter().zip(["whale", "lantern", "barge", "seal", "anchor", "bell"])
    {
        let text = page["text"].as_str().expect("text");
        for line in ["Nobody had seen", "The keeper wrote", "Two boys who fished"] {
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
