//! Tables and their cells.

use super::*;

#[test]
fn cells_without_a_table_stay_apart() {
    for cells in ["<td>Monday</td><td>3.1</td>", "<tr><td>Monday<th>3.1", "<p>Monday<td>3.1<tr>"] {
        assert_eq!(read(cells).0.trim(), "Monday 3.1", "{cells}");
    }
}

#[test]
fn a_cell_that_claims_a_million_columns_costs_nothing() {
    for span in ["1000000", "65000", "99999999999"] {
        let table = format!(
            "<table><tr><th colspan={span}>Day</th><th>Level in metres</th></tr>\
            <tr><td colspan={span}>Monday</td><td>3.1</td></tr>\
            <tr><td colspan={span}>Tuesday</td><td>3.4</td></tr></table>"
        );
        for table in [table.clone(), table.replace("<td>3.4", &format!("<td rowspan={span}>3.4"))] {
            let (text, markdown) = read(&article("", &table));
            holds(&text, &["Monday | 3.1\nTuesday | 3.4"]);
            holds(&markdown, &["| Monday | 3.1 |\n| Tuesday | 3.4 |"]);
        }
    }
}

#[test]
fn cells_that_span_rows_keep_the_columns_of_the_rows_below() {
    let table = "<table><tr><th>Year<th>Month<th>Level\
        <tr><td rowspan=2>2019<td>May<td>3 m<tr><td>June<td>5 m<tr><td>2020<td>May<td>4 m</table>";
    let (text, markdown) = read(&article("", table));
    let groups = "<table><thead><tr><th rowspan=2>Day<th>Level</thead><tbody><tr><td \
        rowspan=0>Monday<td>3 m</tbody>\
        <tbody><tr><td>Tuesday<td>4 m</table>";
    let (_, grouped) = read(&article("", groups));
    holds(&grouped, &["| Day | Level |\n| --- | --- |\n| Monday | 3 m |\n| Tuesday | 4 m |"]);
    holds(&text, &["2019 | May | 3 m\nJune | 5 m\n2020 | May | 4 m"]);
    holds(&markdown, &["| 2019 | May | 3 m |\n|  | June | 5 m |\n| 2020 | May | 4 m |"]);
}

#[test]
fn lists_headings_and_pictures_in_cells_stay_in_their_rows() {
    let table = "<table><caption><img src=/plan.png></caption><tr><th>Day<th>Gauges<th>Note\
        <tr><td><h4>Monday</h4><td><ul><li><a href=/m>Mill</a><li><a \
        href=/w>Weir</a></ul><td><p>high<p>and rising\
        <tr><td>Tuesday<td><img src=/weir.png alt=Weir><td><pre>a|b</pre></table>";
    let (text, markdown) = read(&article("", table));
    holds(&text, &["Day | Gauges | Note\nMonday | Mill Weir | high and rising\nTuesday | a|b"]);
    holds(
        &markdown,
        &["| Day | Gauges | Note |\n| --- | --- | --- |\n\
           | Monday | [Mill](http://harbour.example/m)<br>[Weir](http://harbour.example/w) | \
           high<br>and rising |\n\
           | Tuesday | ![Weir](http://harbour.example/weir.png) | `a\\|b` |"],
    );
}

#[test]
fn a_page_that_is_but_a_table_says_why_it_is_empty_without() {
    let html = "<table><tr><th>Day<th>Level<tr><td>Monday<td>3 m<tr><td>Tuesday<td>4 m</table>";
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let config = ExtractConfig { tables: false, ..ExtractConfig::default() };
    for method in [Method::Page, Method::AllText, Method::Union] {
        let extraction = method.extract(&page, &config);
        assert_eq!(render::text(&page, &extraction), "", "{method:?}");
        assert!(extraction.flags.contains(&PageFlag::NoContent), "{method:?}: {extraction:?}");
    }
}
