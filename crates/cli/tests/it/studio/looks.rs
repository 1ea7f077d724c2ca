//! Views that show what a corpus knows of its rows: report, compared pages, template groups, time lines.

use super::served::{Served, archive};
use crate::harness::Env;

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
        ("rows?where=url:has:%3A//tower.example", 4),
        ("rows?where=timestamp:from:2019&amp;where=timestamp:to:2019", 12),
        ("rows?where=digest_status:is:absent", 12),
    ] {
        // The colon of a scheme may stand as it is.
        let part = part.replace("%3A//", ":%2F%2F");
        assert!(report.contains(&format!("href=\"{part}\"")), "{part}: {report}");
        let (_, table) = served.get(&part.replace("&amp;", "&"));
        assert_eq!(table.matches("<tr data-id=").count(), rows, "{part}: {table}");
    }
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
