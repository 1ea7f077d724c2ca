//! Tables: a caption, columns of text or numbers, and a scrolling frame where they are wide.

use maud::{Markup, Render, html};

/// From this number of columns on a table may be wider than a phone, and gets a scrolling frame.
const WIDE: usize = 4;

/// A table that is built row by row. The first cell of each row is its heading.
#[derive(Debug)]
pub struct Table {
    caption: String,
    columns: Vec<(ColumnKind, String)>,
    rows: Vec<(&'static str, Vec<Markup>)>,
    classes: &'static str,
}

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnKind {
    Text,
    Number,
}

impl ColumnKind {
    fn class(self) -> Option<&'static str> {
        (self == Self::Number).then_some("n")
    }
}

impl Table {
    /// A table without columns and rows.
    pub fn new(caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), columns: Vec::new(), rows: Vec::new(), classes: "" }
    }

    /// Adds a column of text, flush left.
    #[must_use]
    pub fn text(mut self, name: impl Into<String>) -> Self {
        self.columns.push((ColumnKind::Text, name.into()));
        self
    }

    /// Adds columns of numbers, flush right.
    #[must_use]
    pub fn numbers<S: AsRef<str>>(mut self, names: &[S]) -> Self {
        self.columns
            .extend(names.iter().map(|name| (ColumnKind::Number, name.as_ref().to_owned())));
        self
    }

    /// Sets classes of a page's own style sheet.
    #[must_use]
    pub fn classes(mut self, classes: &'static str) -> Self {
        self.classes = classes;
        self
    }

    /// Adds a row.
    pub fn row<C: Render>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.push("", cells.into_iter().map(|cell| cell.render()).collect());
    }

    /// Adds a row whose heading is of another type than its cells.
    pub fn keyed<C: Render>(&mut self, key: impl Render, cells: impl IntoIterator<Item = C>) {
        let cells = cells.into_iter().map(|cell| cell.render());
        self.push("", std::iter::once(key.render()).chain(cells).collect());
    }

    /// Adds a row for all that is not listed.
    pub fn rest<C: Render>(&mut self, key: impl Render, cells: impl IntoIterator<Item = C>) {
        self.keyed(key, cells);
        self.mark("rest");
    }

    /// Adds a row with the sum of the others.
    pub fn sum<C: Render>(&mut self, key: impl Render, cells: impl IntoIterator<Item = C>) {
        self.keyed(key, cells);
        self.mark("sum");
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True without rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn push(&mut self, class: &'static str, mut cells: Vec<Markup>) {
        // Browsers draw the border of a row only under the cells it has.
        cells.resize_with(self.columns.len().max(cells.len()), Markup::default);
        self.rows.push((class, cells));
    }

    fn mark(&mut self, class: &'static str) {
        if let Some((last, _)) = self.rows.last_mut() {
            *last = class;
        }
    }

    fn head(&self) -> Markup {
        html! {
            thead {
                tr {
                    @for (kind, name) in &self.columns {
                        th class=[kind.class()] scope="col" { (name) }
                    }
                }
            }
        }
    }

    fn cells(&self, cells: &[Markup]) -> Markup {
        // Cells beyond the declared columns are text, as in a row that is longer than the head.
        let kinds =
            self.columns.iter().map(|(kind, _)| *kind).chain(std::iter::repeat(ColumnKind::Text));
        html! {
            @for (at, (cell, kind)) in cells.iter().zip(kinds).enumerate() {
                @if at == 0 { th scope="row" { (cell) } }
                @else { td class=[kind.class()] { (cell) } }
            }
        }
    }

    fn table(&self) -> Markup {
        let classes = (!self.classes.is_empty()).then_some(self.classes);
        html! {
            table class=[classes] {
                caption { (self.caption) }
                (self.head())
                tbody {
                    @for (class, cells) in &self.rows {
                        tr class=[(!class.is_empty()).then_some(class)] { (self.cells(cells)) }
                    }
                }
            }
        }
    }
}

impl Render for Table {
    fn render(&self) -> Markup {
        html! {
            // Narrow tables need no frame: one that cannot scroll would only be a further tab stop.
            @if self.columns.len() < WIDE {
                (self.table())
            } @else {
                // The frame takes the focus, so that arrow keys scroll it without a mouse.
                div.scroll tabindex="0" role="region" aria-label=(self.caption) { (self.table()) }
            }
        }
    }
}

/// Content behind a line of text that opens it.
pub fn fold(summary: &str, content: &Markup) -> Markup {
    html! { details { summary { (summary) } (content) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::new("Requests").text("Host").numbers(&["Requests", "Failed"])
    }

    #[test]
    fn headings_and_numbers_are_marked_as_such() {
        let mut table = table();
        table.row(["a.example", "3", "1"]);
        let html = table.render().into_string();
        for part in [
            "<caption>Requests</caption>",
            "<th scope=\"col\">Host</th>",
            "<th class=\"n\" scope=\"col\">Failed</th>",
            "<th scope=\"row\">a.example</th><td class=\"n\">3</td><td class=\"n\">1</td>",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
    }

    #[test]
    fn rows_of_rest_and_sum_have_their_class() {
        let mut table = table();
        assert!(table.is_empty());
        table.keyed(html! { bdi { "a" } }, [1_u32, 2]);
        table.rest("3 more hosts", ["9"]);
        table.sum("All", ["10", "2"]);
        assert_eq!(table.len(), 3);
        let html = table.render().into_string();
        assert!(html.contains("<tr><th scope=\"row\"><bdi>a</bdi></th>"), "{html}");
        assert!(
            html.contains("<tr class=\"rest\">") && html.contains("<tr class=\"sum\">"),
            "{html}"
        );
    }

    #[test]
    fn short_rows_are_filled_up() {
        let mut table = table();
        table.row(["a.example"]);
        assert_eq!(table.render().into_string().matches("<td").count(), 2);
    }

    #[test]
    fn wide_tables_scroll_in_a_named_region() {
        let narrow = table().render().into_string();
        assert!(!narrow.contains("scroll"), "{narrow}");
        let wide = table().text("Reasons").classes("hosts").render().into_string();
        assert!(wide.contains("role=\"region\" aria-label=\"Requests\""), "{wide}");
        assert!(wide.contains("<table class=\"hosts\">"), "{wide}");
    }

    #[test]
    fn cells_of_text_are_escaped() {
        let mut table = table();
        table.row(["<script>", "1", "2"]);
        let html = fold("More <b>", &table.render()).into_string();
        assert!(html.contains("&lt;script&gt;") && html.contains("More &lt;b&gt;"), "{html}");
    }
}
