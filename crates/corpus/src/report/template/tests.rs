use serde_json::json;

use super::super::samples;
use super::render;
use crate::report::template::census::Census;
use crate::row::crosses::{Alone, Characters, Compared, Neighbour};

/// `hosts` hosts with `groups` groups of three captures each.
fn census(hosts: usize, groups: usize) -> Census {
    let mut census = Census::default();
    for (host, group) in (0..hosts).flat_map(|host| (0..groups).map(move |group| (host, group))) {
        for year in 2017..2020 {
            let line = json!({
                "url": format!("http://h{host}.example/{group}"), "timestamp": format!("{year}0101000000"),
                "cross": "11011", "status": "joint", "method": "template/1",
                "group": format!("h{host}.example/{group}"),
            });
            let up = Neighbour { url: "u".into(), timestamp: String::new(), similarity: 0.75 };
            let prev = Neighbour { timestamp: format!("{}0101000000", year - 1), ..up.clone() };
            let characters = Characters { content: 600, boilerplate: 300, invalid: 100 };
            let (up, prev) = (Some(up), Some(prev));
            census.add(&line, &Compared { up, prev, characters, ..Compared::default() });
        }
    }
    census
}

#[test]
fn every_number_of_a_plot_stands_in_a_table() {
    let html = render(&samples::empty(), &census(2, 3));
    for part in
        ["6 template groups", "18 captures", "h1.example", "60.0%", "0.75–0.80", "up, prev, next"]
    {
        assert!(html.contains(part), "{part}");
    }
    // 365 days and 366.
    assert!(html.contains("1 to 2 years"), "{html}");
    assert!(!html.contains("<script") && !html.contains("NaN"));
    assert_eq!(html.matches("<table").count(), html.matches("<caption>").count());
}

#[test]
fn what_is_cut_is_summed() {
    let html = render(&samples::empty(), &census(60, 10));
    assert!(html.contains("And 36 hosts with fewer captures"), "panels");
    assert!(html.contains("2 more: 6 captures"), "bars");
    assert!(html.contains("Further 400 groups, together"), "table");
    assert!(html.len() < 400_000, "{}", html.len());
}

#[test]
fn pages_without_a_cross_have_a_reason() {
    let mut census = census(1, 1);
    let url = "http://\u{202e}evil.example/<script>";
    let line = json!({"url": url, "timestamp": "20190101000000", "status": "no-cross", "reason": "only-copies"});
    let reason = Some(Alone::OnlyCopies);
    census.add(&line, &Compared { reason, ..Compared::default() });
    let html = render(&samples::empty(), &census);
    assert!(html.contains("All similar pages are copies of it"));
    assert!(!html.contains('\u{202e}') && html.contains("&lt;script&gt;"));
}

#[test]
fn nothing_is_said_in_sentences() {
    let html = render(&samples::empty(), &Census::default());
    assert!(html.contains("No template group") && html.contains("No group was found."));
    assert!(!html.contains("NaN"));
}
