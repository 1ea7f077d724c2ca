//! Tables of scores, as text for the terminal and as tables of a page. The first row has the names.

use std::fmt::Write as _;

use scutch_plot::Table;

/// Rows as a table with a caption; columns are numbers unless their name is one of text.
pub(crate) fn table(caption: &str, rows: &[Vec<String>]) -> Table {
    let (head, rows) = rows.split_first().map_or((&[][..], rows), |(head, rows)| (&head[..], rows));
    let mut table = Table::new(caption);
    for (at, name) in head.iter().enumerate() {
        // The first column names the row, whatever it is called.
        table = if at == 0 || is_text(name) { table.text(name) } else { table.numbers(&[name]) };
    }
    for row in rows {
        table.row(row);
    }
    table
}

/// Columns that hold text.
const TEXT: [&str; 18] = [
    "site",
    "cross",
    "time",
    "test",
    "method",
    "page",
    "address",
    "thresholds",
    "tier",
    "kind",
    "label",
    "tokens",
    "compare",
    "diff",
    "lesson",
    "balance",
    "skip-hidden",
    "memento",
];

/// Whether a column holds text, by its name.
fn is_text(column: &str) -> bool {
    TEXT.contains(&column)
}

/// A score; a dash where there is nothing that it could be a share of.
pub(crate) fn score(score: Option<f64>) -> String {
    score.map_or_else(|| "-".to_owned(), |score| format!("{score:.3}"))
}

/// Rows as lines with aligned columns.
pub(crate) fn lines(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        // Characters instead of bytes: sites and pages have names in all scripts.
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        // Empty cells at the end would leave blanks that snapshots and `diff` trip over.
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use maud::Render as _;

    use super::*;

    fn rows() -> Vec<Vec<String>> {
        let rows = [["site", "pages", "page"], ["a", "12", "http://a.example/"], ["bee", "3", ""]];
        rows.map(|row| row.map(str::to_owned).to_vec()).to_vec()
    }

    #[test]
    fn columns_line_up_and_lines_end_without_space() {
        assert_eq!(lines(&rows()), "site  pages  page\na     12     http://a.example/\nbee   3\n");
        assert_eq!(lines(&[]), "");
    }

    #[test]
    fn numbers_are_flush_right_on_a_page() {
        let html = table("Scores", &rows()).render().into_string();
        assert!(html.contains("<td class=\"n\">12</td><td>http://a.example/</td>"), "{html}");
        assert_eq!(html.matches("<tr>").count(), 3, "{html}");
        assert!(table("Nothing", &[]).render().into_string().contains("Nothing"));
    }
}
