//! Views that show what a corpus knows of its rows: report, compared pages, template groups, time lines.

use super::devtools::Browser;
use super::served::{Served, archive};
use crate::browser::browser;
use crate::harness::{Env, page};
use crate::template::story;

/// The part of a page between two marks, the first time that they come.
fn between<'p>(page: &'p str, before: &str, behind: &str) -> &'p str {
    let (_, rest) = page.split_once(before).unwrap_or_else(|| panic!("{before}: {page}"));
    rest.split_once(behind).unwrap_or_else(|| panic!("{behind}: {page}")).0
}

/// Twelve pages of three hosts, labelled jointly.
fn joint(more: &[&str]) -> (Env, Served) {
    let env = Env::new();
    env.write("a.warc", &archive());
    env.write("c.toml", b"[template]\ncrosses = true\n");
    let run = ["corpus", "a.warc", "-o", "corpus", "--extractor", "template", "-q"];
    env.expect(0, &[&run[..], more].concat());
    let served = Served::start(&env, &["corpus"]);
    (env, served)
}

#[test]
fn figures_of_the_report_lead_to_their_rows() {
    let (_env, served) = joint(&[]);
    let (head, report) = served.get("report");
    assert!(head.starts_with("HTTP/1.1 200"), "{head} {report}");
    for (part, rows) in [
        ("rows?where=language:is:en", 12),
        ("rows?where=url:has::%2F%2Ftower.example", 4),
        ("rows?where=timestamp:from:2019&amp;where=timestamp:to:2019", 12),
        ("rows?where=digest_status:is:absent", 12),
    ] {
        assert!(report.contains(&format!("href=\"{part}\"")), "{part}: {report}");
        let (_, table) = served.get(&part.replace("&amp;", "&"));
        assert_eq!(table.matches("<tr data-id=").count(), rows, "{part}: {table}");
    }
    // Types of pages are in no column: they are read out of the metadata of the rows.
    let types = report.split("href=\"rows?where=page_type:is:").skip(1);
    let rows = types.map(|behind| {
        let (name, _) = behind.split_once('"').expect("an address");
        let (_, table) = served.get(&format!("rows?where=page_type:is:{name}"));
        table.matches("<tr data-id=").count()
    });
    assert_eq!(rows.sum::<usize>(), 12, "{report}");
    let (head, timing) = served.get("written/timing.html");
    assert!(head.contains("sandbox") && timing.contains("<h1>"), "{head}");
    let (head, _) = served.get("written/run.json");
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
}

#[test]
fn compared_pages_stand_side_by_side() {
    // As the corpus names them, and found again.
    for (keep, said) in [
        (&["--config", "c.toml"][..], "The corpus names the pages"),
        (&[], "found again among its 4 rows of the host."),
    ] {
        let (_env, served) = joint(keep);
        let (_, table) = served.get("rows?where=url:is:http://tower.example/2");
        let id = between(&table, "<tr data-id=\"", "\"");
        let (_, row) = served.get(&format!("row/{id}"));
        assert!(row.contains(&format!("href=\"../cross/{id}\"")), "{row}");
        let (head, cross) = served.get(&format!("cross/{id}"));
        assert!(head.starts_with("HTTP/1.1 200") && cross.contains(said), "{head} {cross}");
        // What it says alone is marked; what both partners have is not.
        assert!(cross.contains("up: the most similar page of the host"), "{cross}");
        assert!(cross.contains("down: the second most similar page"), "{cross}");
        let current = between(&cross, "id=\"cross-cur\"", "</section>");
        assert!(current.contains("<mark>2</mark>"), "{current}");
        assert!(current.contains("up · down") && !current.contains("Seen by nobody"), "{current}");
        let up = between(&cross, "id=\"cross-up\"", "</section>");
        let partner = between(up, "href=\"../row/", "\"");
        let (_, row) = served.get(&format!("row/{partner}"));
        assert!(row.contains("http://tower.example/") && partner != id, "{row}");
    }
}

#[test]
fn template_groups_are_shown_as_outlines() {
    let (env, served) = joint(&[]);
    let (_, groups) = served.get("groups");
    assert!(groups.contains("3 hosts") && groups.contains("4 rows"), "{groups}");
    let id = between(&groups, "src=\"outline/", "\"");
    let (head, svg) = served.get(&format!("outline/{id}"));
    assert!(head.contains("Content-Type: image/svg+xml"), "{head}");
    // The title and two texts are in the text of the row, menu and footer are not.
    let filled = svg.matches("fill=\"#3f8fc4\"").count();
    assert!(filled >= 2 && svg.matches("stroke-width").count() >= 2, "{svg}");
    std::fs::remove_file(env.path("a.warc")).expect("removed");
    drop(served);
    let served = Served::start(&env, &["corpus"]);
    let (head, svg) = served.get(&format!("outline/{id}"));
    assert!(head.starts_with("HTTP/1.1 200") && svg.contains("<path"), "{head} {svg}");
}

/// Four captures of one page: the same twice, an edition, and another page in its place.
fn captures() -> Vec<u8> {
    let ferry =
        "<p>The ferry left at dawn and nobody was on it but the pilot, who sang of the sea.</p>";
    let edited =
        "<p>The ferry left at dawn and nobody was on it but the pilot, who slept all the way.</p>";
    let parked = "<html><title>Casino</title><body><p>Play poker and win a fortune tonight, dear guest, with our bonus.";
    let pages =
        [story("Ferry", ferry), story("Ferry", ferry), story("Ferry", edited), parked.to_owned()];
    let pages = (1..).zip(pages);
    pages.flat_map(|(id, html)| page("http://ferry.example/", id, "200 OK", &html)).collect()
}

#[test]
fn thresholds_of_a_time_line_show_what_would_change() {
    let Some(program) = browser("thresholds_of_a_time_line_show_what_would_change") else { return };
    let env = Env::new();
    env.write("a.warc", &captures());
    env.expect(0, &["corpus", "a.warc", "-o", "corpus", "-q"]);
    let served = Served::start(&env, &["corpus"]);
    let mut browser = Browser::start(&program, &env, (1280, 900));
    let ready = "document.querySelector('main[data-ready]') !== null";
    browser.open(&served.address("timemap/0?profile=alnoamany"));
    browser.until(&format!("location.search.includes('alnoamany') && {ready}"));
    let moved = "[...document.querySelectorAll('td.moved')].map((cell) => cell.textContent).join()";
    assert_eq!(browser.value(moved), "on-topic,on-topic,on-topic,off-topic");
    let said = "document.getElementById('said').textContent";
    assert_eq!(browser.value(said), "By these thresholds no capture changes.");
    // A threshold that no change passes.
    browser.value("document.getElementById('threshold-jaccard').focus(); true");
    browser.value(
        "const jaccard = document.activeElement; jaccard.value = 0; \
         jaccard.dispatchEvent(new Event('input', { bubbles: true })); true",
    );
    assert_eq!(browser.value(moved), "on-topic,on-topic,off-topic,off-topic");
    assert_eq!(
        browser.value(said),
        "Captures that would change: 1. Off-topic then: 1. On-topic then: 0."
    );
    assert_eq!(browser.value("document.querySelectorAll('svg a.changed').length"), 1);
    // The address keeps it.
    let search = browser.value("location.search");
    assert_eq!(search, "?profile=alnoamany&jaccard=0");
    browser.open(&served.address("timemap/0?profile=alnoamany&jaccard=0"));
    browser.until(&format!("location.search.endsWith('jaccard=0') && {ready}"));
    browser.until(&format!("{moved} === 'on-topic,on-topic,off-topic,off-topic'"));
    browser.value("document.querySelector('#thresholds button').click(); true");
    browser.until(&format!("{moved} === 'on-topic,on-topic,on-topic,off-topic'"));
    // A capture leads to its page and to its row.
    let (head, _) = served.get("capture/2");
    assert!(head.starts_with("HTTP/1.1 303") && head.contains("Location: ../row/"), "{head}");
    let (_, course) = served.get("timemap/0");
    assert!(
        course.contains("href=\"0/3\"") && course.contains("href=\"../capture/3\""),
        "{course}"
    );
    for nowhere in ["timemap/7", "timemap/0?profile=none", "capture/99"] {
        let (head, _) = served.get(nowhere);
        assert!(head.starts_with("HTTP/1.1 404"), "{nowhere}: {head}");
    }
}
