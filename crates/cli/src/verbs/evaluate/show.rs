//! Tables as text, and the page around tables.

use std::fmt::Write as _;

use maud::{Markup, html};

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem}\
    table{border-collapse:collapse;margin:1rem 0}th,td{padding:.2rem .7rem;text-align:right;\
    border-bottom:1px solid #8884}th:first-child,td:first-child{text-align:left}\
    th.text,td.text{text-align:left}td.address{min-width:16rem;overflow-wrap:anywhere}small{opacity:.7;display:block}\
    .sure{font-weight:bold}";
/// A page of tables.
pub(super) fn document(title: &str, body: &Markup) -> String {
    crate::html::document(title, STYLE, &html! { h1 { (title) } (body) })
}

/// Rows as lines with aligned columns.
pub(crate) fn lines(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
