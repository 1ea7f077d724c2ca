//! The page as a whole.

mod account;
mod counts;
mod files;
mod hosts;
mod months;
mod pages;
pub(super) mod tables;
mod texts;

use proptest::prelude::*;
use scutch_folder::manifest::Manifest;
use scutch_folder::tally::{Counter, DISTINCT, OTHER, Tally};

use super::{render, samples};

/// A name and what makes the manifest.
type Sample = (&'static str, fn() -> Manifest);

const SAMPLES: &[Sample] = &[
    ("newspapers", samples::newspapers),
    ("empty", samples::empty),
    ("one-month", samples::one_month),
    ("some-months", samples::some_months),
    ("many-hosts", samples::many_hosts),
    ("millennia", samples::millennia),
    ("hostile", samples::hostile),
    ("overflowing", samples::overflowing),
];

#[test]
fn the_same_manifest_gives_the_same_bytes() {
    for (name, sample) in SAMPLES {
        assert_eq!(render(&sample()), render(&sample()), "{name}");
    }
}

#[test]
fn every_page_is_whole_bounded_and_without_nonsense() {
    for (name, sample) in SAMPLES {
        let html = render(&sample());
        assert!(html.ends_with("</html>"), "{name}");
        assert!(html.len() < 700_000, "{name}: {} bytes", html.len());
        for nonsense in ["NaN", "inf%", "-0%", "width=\"-", "height=\"-", "y=\"-"] {
            assert!(!html.contains(nonsense), "{name}: {nonsense}");
        }
    }
}

#[test]
fn nothing_is_loaded_and_nothing_runs() {
    for (name, sample) in SAMPLES {
        let html = render(&sample()).to_lowercase();
        for forbidden in
            ["<script", "<img", "<link", "<iframe", "http://", "https://", "@import", " src="]
        {
            let outside_text = html.contains(forbidden) && !html.contains("&lt;");
            assert!(!outside_text || *name == "hostile", "{name}: {forbidden}");
        }
        assert!(!html.contains("<script") && !html.contains("<img"), "{name}");
    }
}

#[test]
fn ids_stand_once() {
    for (name, sample) in SAMPLES {
        let html = render(&sample());
        let mut ids: Vec<_> =
            html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{name}");
    }
}

#[test]
fn tags_are_balanced() {
    for (name, sample) in SAMPLES {
        let html = render(&sample());
        for tag in ["section", "table", "tr", "td", "th", "svg", "details", "div", "p", "ol"] {
            let opened = html.matches(&format!("<{tag}>")).count()
                + html.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, html.matches(&format!("</{tag}>")).count(), "{name}: {tag}");
        }
    }
}

/// The start tags of a page, without their angle brackets.
fn tags(html: &str) -> impl Iterator<Item = &str> {
    let after_style = html.split_once("</style>").map_or(html, |(_, rest)| rest);
    after_style.split('<').skip(1).filter_map(|tag| tag.split('>').next())
}

#[test]
fn no_attribute_stands_twice() {
    for (name, sample) in SAMPLES {
        for tag in tags(&render(&sample())) {
            for attribute in [" class=\"", " id=\"", " role=\"", " title=\""] {
                assert!(tag.matches(attribute).count() <= 1, "{name}: {tag}");
            }
        }
    }
}

#[test]
fn tables_have_captions_and_images_have_names() {
    for (name, sample) in SAMPLES {
        let html = render(&sample());
        assert_eq!(html.matches("<table").count(), html.matches("<caption>").count(), "{name}");
        for image in html.split("role=\"img\"").skip(1) {
            assert!(image.starts_with(" aria-label"), "{name}: {}", &image[..40]);
        }
    }
}

#[test]
fn a_sum_that_is_wrong_is_told() {
    let mut manifest = samples::one_month();
    assert!(!render(&manifest).contains("does not add up"));
    manifest.counts.records += 1_000;
    let html = render(&manifest);
    assert!(html.contains("The account does not add up."), "missing");
    assert!(html.contains("1,000 records"), "missing");
    manifest.counts.records = 1;
    assert!(render(&manifest).contains("more than were delivered"), "missing");
}

#[test]
fn reasons_have_their_sentences() {
    let html = render(&samples::newspapers());
    assert!(html.contains("The status line names another protocol than HTTP."));
    assert!(html.contains("Extraction found no text on the page."));
}

#[test]
fn foreign_text_is_inert() {
    let html = render(&samples::hostile());
    assert!(html.contains("&lt;script&gt;alert(1)"));
    for raw in ["<script>alert", "onerror=alert(1)>", "\u{202E}", "\0", "\u{1b}"] {
        let inside = html.replace("onerror=alert(1)&gt;", "");
        assert!(!inside.contains(raw), "{raw:?}");
    }
}

#[test]
fn an_empty_corpus_says_so() {
    let html = render(&samples::empty());
    assert!(html.contains("An empty corpus") && html.contains("None of the 120 records"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever a manifest says, a page comes out, and not a large one.
    #[test]
    fn any_counts_give_a_page(
        months in prop::collection::btree_map("[0-9]{4}-(0[1-9]|1[0-2])|.{0,8}", any::<u64>(), 0..40),
        hosts in prop::collection::btree_map(".{0,20}", any::<u64>(), 0..40),
        ratios in prop::collection::vec(any::<u64>(), 0..30),
        totals in any::<[u64; 5]>(),
    ) {
        let [records, rows, words, chars, repeated_texts] = totals;
        let pairs = hosts.iter().zip(months.keys());
        let host_months = pairs.map(|((host, n), month)| (format!("{host} {month}"), *n)).collect();
        let mut manifest = samples::empty();
        manifest.counts = Tally {
            records,
            rows,
            words,
            chars,
            repeated_texts,
            ratios,
            months: Counter(months),
            flags: Counter(hosts.clone()),
            quarantined: Counter(hosts.clone()),
            hosts: Counter(hosts),
            host_months: Counter(host_months),
            ..Tally::default()
        };
        let html = render(&manifest);
        prop_assert!(html.ends_with("</html>") && html.len() < 1_000_000);
        prop_assert!(!html.contains("NaN"));
    }
}

#[test]
fn comparisons_without_room_are_no_host() {
    let mut manifest = samples::newspapers();
    manifest.counts.agreements = Counter::default();
    for host in 0..DISTINCT + 7 {
        manifest.counts.agreements.add(&format!("h{host}.example title agree"), 2);
    }
    let html = render(&manifest);
    assert!(!html.contains(OTHER), "a host of this name");
    assert!(
        html.contains("14 comparisons of hosts met later are not broken down: the first 10,000 ")
    );
    assert!(html.contains("And 9,960 hosts more."));
}

/// What sha256sum would fail at, or wait for.
#[test]
fn digests_to_check_are_those_of_files() {
    let mut manifest = samples::newspapers();
    manifest.inputs.truncate(2);
    (manifest.inputs[0].name, manifest.inputs[0].path) = ("-".to_owned(), "-".to_owned());
    let mut folder = manifest.outputs[0].clone();
    (folder.path, folder.files) = ("tei/00000".to_owned(), Some(1_234));
    manifest.outputs.push(folder);
    let html = render(&manifest);
    let lists: Vec<&str> = html
        .split("<code>sha256sum --check</code>")
        .skip(1)
        .filter_map(|rest| rest.split("</details>").next())
        .collect();
    assert_eq!(lists.len(), 2);
    assert_eq!(lists[0].matches("  ").count(), 1, "{}", lists[0]);
    assert!(!lists[1].contains("tei/00000") && lists[1].contains("docs/part-00000.parquet"));
    assert!(html.contains("4 files and 1 folder of 1,234 files, "));
    assert!(html.contains("<bdi>tei/00000</bdi>, a folder of 1,234 files"));
}
