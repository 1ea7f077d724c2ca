//! What verdicts change of the readings of tags and of a verification, and of the section of a row.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use scutch_corpus::Watch;

use super::*;

/// Counts the batches of the first reading: until the next one begins.
#[derive(Default)]
struct FirstReading {
    batches: AtomicUsize,
    is_over: AtomicBool,
}

impl Watch for FirstReading {
    fn begins(&self, what: &'static str) {
        assert_eq!(what, "what crawls decided");
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn reading(&self, _: usize, _: u64) {
        self.batches
            .fetch_add(usize::from(!self.is_over.load(Ordering::Relaxed)), Ordering::Relaxed);
    }
}

#[test]
fn tags_are_counted_anew_from_the_first_verdict_on_and_not_after_the_last_record() {
    let press = Press::new();
    // 64 records are a batch, and a few batches are ahead of the one that is looked at.
    let records = [verdict(1, PageVerdict::Article, 1)];
    let records = records.into_iter().chain((1..=64 * 40).map(|number| response(number, true)));
    press.write("in/a.warc", &records.flatten().collect::<Vec<_>>());
    let watch = FirstReading::default();
    let config = press.config(&["in"], &[Format::Jsonl]);
    let counted = inventory(&config, false, 1, &watch).expect("counted").expect("to its end");
    assert_eq!(counted.pages, 64 * 40);
    let batches = watch.batches.into_inner();
    assert!(batches < 20, "{batches} of 41 batches were read in vain");
}

#[test]
fn rows_are_verified_by_the_verdicts_that_made_them() {
    let press = Press::new();
    // An article by the word of the crawl, and none by that of the file: no page was left out, so
    // that no count tells that there were verdicts.
    let records = [response(1, true), verdict(1, PageVerdict::Article, 1)];
    press.write("in/a.warc", &records.concat());
    let portal = "hosts = [\"a.example\"]\n[article]\ndrop = [\"^/1$\"]";
    let portals = vec![toml::from_str(portal).expect("rules")];
    let [config, _] = configs(&press, "in");
    let manifest = press.run(&Config { portals, ..config }, "c");
    assert_eq!((manifest.counts.rows, count(&manifest, "not-an-article")), (1, 0));
    assert_eq!(manifest.crawled, Some(true));
    let verified = verify(&request(&press, "c")).expect("verifies");
    assert!(verified.sound(), "{:?}", verified.differences);
}

#[test]
fn corpora_that_do_not_say_whether_verdicts_were_obeyed_are_verified_by_their_counts() {
    let press = Press::new();
    press.write("in/a.warc", &records().concat());
    let [config, _] = configs(&press, "in");
    press.run(&config, "c");
    let path = press.path("c").join("run.json");
    let text = std::fs::read_to_string(&path).expect("a manifest");
    let mut manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(manifest.as_object_mut().and_then(|keys| keys.remove("crawled")), Some(true.into()));
    std::fs::write(&path, manifest.to_string()).expect("written");
    assert!(verify(&request(&press, "c")).expect("verifies").sound());
}

#[test]
fn the_section_of_a_page_that_names_none_is_the_column_that_listed_it() {
    let press = Press::new();
    let listed = |number: u32, batch, column: &str| {
        let (page, digest) = (PageVerdict::Article, sha1(&block(number)));
        let column = Some(column.to_owned());
        let verdict = Verdict { column, ..Verdict::bare(page, batch, digest) };
        verdict_on(&url(number), number, &verdict)
    };
    let records = [
        response(1, true),
        response(2, true),
        response(3, true),
        listed(1, 1, "world"),
        // The word that counts is that of the last batch.
        listed(2, 1, "world"),
        listed(2, 2, "sport"),
        verdict(3, PageVerdict::Article, 1),
    ];
    press.write("in/a.warc", &records.concat());
    let sections = |corpus: &str| -> Vec<serde_json::Value> {
        press.rows(corpus).iter().map(|row| row["section"].clone()).collect()
    };
    for (nth, config) in configs(&press, "in").into_iter().enumerate() {
        let corpus = format!("c{nth}");
        press.run(&config, &corpus);
        assert_eq!(sections(&corpus), ["world".into(), "sport".into(), serde_json::Value::Null]);
        assert!(verify(&request(&press, &corpus)).expect("verifies").sound());
        // What a rule of the portal file says goes before the column.
        let rules = "hosts = ['a.example']\n[[content]]\nroot = ['body']\n\
                     meta = {section = {value = 'News'}}";
        let portals = vec![toml::from_str(rules).expect("rules")];
        press.run(&Config { portals, ..config }, &format!("{corpus}-ruled"));
        assert_eq!(sections(&format!("{corpus}-ruled")), ["News"; 3]);
    }
}
