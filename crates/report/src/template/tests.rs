use scutch_template::compared::{Alone, Characters, Compared, Neighbour};
use serde_json::json;

use super::super::samples;
use super::render;
use crate::template::census::Census;
use crate::tests::tables::{number, row_of, rows, tooltips};

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

/// A page as a line of the table, compared with pages of this likeness.
#[allow(clippy::needless_pass_by_value)] // lines are written where they are used
fn page(census: &mut Census, line: serde_json::Value, up: Option<f64>) {
    let neighbour =
        |similarity| Neighbour { url: "u".into(), timestamp: String::new(), similarity };
    let characters = Characters { content: 60, boilerplate: 30, invalid: 10 };
    let compared = Compared { up: up.map(neighbour), characters, ..Compared::default() };
    census.add(&line, &compared);
}

#[test]
fn groups_have_their_addresses_captures_and_days() {
    let mut census = census(2, 2);
    page(
        &mut census,
        json!({"url": "http://x.example/", "cross": "10000", "status": "no-cross"}),
        None,
    );
    let html = render(&samples::empty(), &census);
    let table = rows(&html, "Template groups");
    assert_eq!(table.len(), 5);
    for (row, (host, group)) in
        table.iter().zip([("h0", "0"), ("h0", "1"), ("h1", "0"), ("h1", "1")])
    {
        let host = format!("{host}.example");
        let expected = [&host, group, "1", "3", "100.0%", "60.0%", "2017-01-01", "2019-01-01"];
        assert_eq!(*row, expected);
    }
    // A page of no group has neither number nor days.
    assert_eq!(table[4][..6], ["of no group", "–", "1", "1", "0.0%", "60.0%"]);
    let captures: u128 = table.iter().filter_map(|row| number(&row[3])).sum();
    assert_eq!(captures, u128::from(census.all.captures));
}

#[test]
fn crosses_are_counted_by_place_and_by_shape() {
    let mut census = Census::default();
    for (cross, n) in [("11111", 4), ("11000", 3), ("11010", 2), ("10000", 1)] {
        for number in 0..n {
            let status = if cross == "10000" { "no-cross" } else { "joint" };
            let url = format!("http://a.example/{cross}{number}");
            page(&mut census, json!({"url": url, "cross": cross, "status": status}), None);
        }
    }
    let html = render(&samples::empty(), &census);
    let places = rows(&html, "Captures by the pages they have beside them");
    for (place, expected) in [
        ("up", ["9", "90.0%"]),
        ("down", ["4", "40.0%"]),
        ("prev", ["6", "60.0%"]),
        ("next", ["4", "40.0%"]),
    ] {
        assert_eq!(row_of(&places, place)[2..], expected, "{place}");
    }
    let shapes = rows(&html, "Captures by shape of their cross");
    let names: Vec<&str> = shapes.iter().map(|row| row[0].as_str()).collect();
    let expected =
        ["11111 all four", "11000 up only", "11010 up, prev", "10000 the page alone: no cross"];
    assert_eq!(names, expected, "the most frequent first");
    assert_eq!(shapes.iter().filter_map(|row| number(&row[2])).sum::<u128>(), 10);
}

#[test]
fn the_plot_of_similarity_has_the_numbers_of_its_table() {
    let mut census = Census::default();
    for similarity in [0.0, 0.04, 0.5, 0.74, 0.75, 0.999, 1.0] {
        page(&mut census, json!({"url": "a", "status": "joint"}), Some(similarity));
    }
    let html = render(&samples::empty(), &census);
    let table = rows(&html, "Captures by the similarity of “up”");
    let shown: Vec<[&str; 2]> =
        table.iter().map(|row| [row[0].as_str(), row[1].as_str()]).collect();
    let expected = [
        ["0.00–0.05", "2"],
        ["0.50–0.55", "1"],
        ["0.70–0.75", "1"],
        ["0.75–0.80", "1"],
        ["0.95–1.00", "2"],
    ];
    assert_eq!(shown, expected);
    let columns = tooltips(&html, "similarity");
    assert_eq!((columns.len(), columns[19].as_str()), (20, "0.95–1.00: 2 captures"));
    assert_eq!(columns.iter().filter(|column| column.ends_with(": 0 captures")).count(), 15);
}

#[test]
fn times_between_snapshots_are_counted_by_span() {
    let mut census = Census::default();
    for (time, snapshot) in [
        ("20190101000000", "20190101235959"),
        ("20190101000000", "20190102000000"),
        ("20200101000000", "20190101000000"),
        ("20190101000000", "20290101000000"),
        ("", "20190101000000"),
    ] {
        let prev = Neighbour { url: "u".into(), timestamp: snapshot.into(), similarity: 1.0 };
        let line = json!({"url": "a", "timestamp": time, "status": "joint"});
        census.add(&line, &Compared { prev: Some(prev), ..Compared::default() });
    }
    let table = rows(
        &render(&samples::empty(), &census),
        "Snapshots by the time between them and the page",
    );
    let shown: Vec<[&str; 2]> =
        table.iter().map(|row| [row[0].as_str(), row[2].as_str()]).collect();
    // A page without a date has no time to its snapshot.
    let expected = [
        ["below a day", "1"],
        ["1 to 6 days", "1"],
        ["1 to 2 years", "1"],
        ["5 years and more", "1"],
    ];
    assert_eq!(shown, expected);
}

#[test]
fn classes_of_all_hosts_add_up_to_the_last_line() {
    let html = render(&samples::empty(), &census(45, 1));
    let table = rows(&html, "Characters by class and host");
    assert_eq!((table.len(), table[40][0].as_str()), (42, "Further 5 hosts, together"));
    for row in &table {
        assert_eq!(row[2..5], ["60.0%", "30.0%", "10.0%"], "{row:?}");
    }
    let characters: Vec<u128> = table.iter().filter_map(|row| number(&row[5])).collect();
    assert_eq!(characters[..41].iter().sum::<u128>(), characters[41]);
    assert_eq!(characters[41], 45 * 3_000);
}

#[test]
fn what_stays_open_is_called_as_the_configuration_says() {
    let mut manifest = samples::empty();
    assert!(render(&manifest, &census(1, 1)).contains(">Invalid<"));
    manifest.config.template.undecided = 0.1;
    let html = render(&manifest, &census(1, 1));
    assert!(html.contains(">Undecided<") && !html.contains(">Invalid<"));
}

#[test]
fn the_first_fifty_pages_alone_are_named_and_all_are_counted() {
    let mut census = Census::default();
    for number in 0..60 {
        let line = json!({
            "url": format!("http://a.example/{number}"), "timestamp": "20190517100000",
            "status": "no-cross", "reason": if number < 20 { "none-alike" } else { "plain-text" },
        });
        let reason = Some(if number < 20 { Alone::NoneAlike } else { Alone::PlainText });
        census.add(&line, &Compared { reason, ..Compared::default() });
    }
    let html = render(&samples::empty(), &census);
    assert!(html.contains("60 pages labelled by themselves") && html.contains("The first 50"));
    let reasons = rows(&html, "Pages without a cross by reason");
    assert_eq!(row_of(&reasons, "plain-text")[2..], ["40", "66.7%"]);
    assert_eq!(row_of(&reasons, "none-alike")[2..], ["20", "33.3%"]);
    let named = rows(&html, "Pages without a cross");
    assert_eq!(named.len(), 50);
    assert_eq!(named[49], ["http://a.example/49", "plain-text", "2019-05-17"]);
}
