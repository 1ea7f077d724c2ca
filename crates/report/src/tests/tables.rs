//! Tables and plots of a rendered page, read back as text.

use scutch_folder::manifest::Manifest;

use crate::report::Report;

/// One section of the report of a manifest.
pub(crate) fn section(manifest: &Manifest, body: fn(&Report<'_>) -> maud::Markup) -> String {
    body(&Report::new(manifest)).into_string()
}

/// The cells of all tables with this caption, row by row and without heads. Several tables have one
/// caption where a part of the rows is folded away.
pub(crate) fn rows(html: &str, caption: &str) -> Vec<Vec<String>> {
    let tables = html.split("<table").skip(1).filter_map(|rest| rest.split_once("</table>"));
    let own = tables.map(|(table, _)| table).filter(|table| {
        let found = between(table, "<caption>", "</caption>").map(text);
        found.as_deref() == Some(caption)
    });
    own.filter_map(|table| table.split_once("</thead>"))
        .flat_map(|(_, body)| body.split("<tr").skip(1))
        .map(|row| row.replace("<td", "<th").split("<th").skip(1).map(cell).collect())
        .collect()
}

/// The text of a cell, without that of drawings in it.
fn cell(html: &str) -> String {
    let content = html.split_once('>').map_or("", |(_, content)| content);
    let mut kept = String::new();
    let mut rest = content;
    while let Some((before, drawing)) = rest.split_once("<svg") {
        kept.push_str(before);
        rest = drawing.split_once("</svg>").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    text(&kept)
}

/// Text without tags, with entities as the characters they stand for.
pub(crate) fn text(html: &str) -> String {
    let mut out = String::new();
    let mut in_tag = false;
    for c in html.chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            _ if !in_tag => out.push(c),
            _ => {}
        }
    }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    let out = entities.iter().fold(out, |out, (from, to)| out.replace(from, to));
    out.trim().to_owned()
}

/// What stands between two marks, the first time.
pub(crate) fn between<'a>(html: &'a str, from: &str, to: &str) -> Option<&'a str> {
    Some(html.split_once(from)?.1.split_once(to)?.0)
}

/// A number with its thousands separated; `None` for another text.
pub(crate) fn number(cell: &str) -> Option<u128> {
    cell.replace(',', "").parse().ok()
}

/// The row of a table whose first cell is a name, alone or before its gloss.
pub(crate) fn row_of<'a>(rows: &'a [Vec<String>], name: &str) -> &'a [String] {
    let found = rows.iter().find(|row| {
        row[0] == name || row[0].strip_prefix(name).is_some_and(|rest| rest.starts_with(' '))
    });
    found.unwrap_or_else(|| panic!("no row {name:?} in {rows:?}"))
}

/// Tooltips of the columns of a plot, from left to right.
pub(crate) fn tooltips(html: &str, plot: &str) -> Vec<String> {
    let field = between(html, &format!("aria-labelledby=\"{plot}-title"), "</svg>");
    let columns = field.unwrap_or_else(|| panic!("no plot {plot}")).split("<g>").skip(1);
    columns.filter_map(|column| between(column, "<title>", "</title>").map(text)).collect()
}

#[test]
fn cells_are_read_as_a_reader_sees_them() {
    let html = "<table class=\"a\"><caption><span>C</span></caption><thead><tr><th>K</th></tr></thead>\
                <tbody><tr class=\"x\"><th>a &amp; b</th><td><svg><title>T</title></svg></td><td>1,234</td></tr>\
                </tbody></table><table><caption>D</caption><thead></thead><tr><td>2</td></tr></table>";
    assert_eq!(rows(html, "C"), [["a & b", "", "1,234"]]);
    assert_eq!(rows(html, "D"), [["2"]]);
    assert!(rows(html, "K").is_empty());
    assert_eq!(number("1,234"), Some(1234));
    assert_eq!(number("33.3%"), None);
}
