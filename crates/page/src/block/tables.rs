//! Which tables hold data, and which only lay out the page.

use super::formula;
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Characters of one cell beyond which a table is layout.
const LONG_CELL: usize = 1200;
/// Average characters of a cell beyond which a table without headers is layout.
const WORDY_CELL: usize = 150;

/// The nodes of the data tables, in document order.
pub(super) fn data_tables(tree: &Tree) -> Vec<NodeId> {
    let is_table = |id: &NodeId| tree.tag(*id) == Some(Tag::Table);
    let tables: Vec<NodeId> = tree.all().filter(is_table).collect();
    let mut found = Vec::new();
    for (place, table) in tables.iter().enumerate() {
        // Only innermost tables are examined, so that each node is read once.
        let nests = tables.get(place + 1).is_some_and(|next| tree.contains(*table, *next));
        if !nests && is_data(tree, *table) {
            found.push(*table);
        }
    }
    found
}

/// Characters of a row beside a displayed formula: its number.
const EQUATION_NUMBER: usize = 8;

/// Counts over a table.
#[derive(Default)]
struct Shape {
    rows: usize,
    cells: usize,
    headers: usize,
    widest: usize,
    text: usize,
    longest: usize,
    sections: usize,
    /// Formulas that are displayed on lines of their own.
    formulas: usize,
    /// Text outside of formulas.
    beside_formulas: usize,
}

fn is_data(tree: &Tree, table: NodeId) -> bool {
    if matches!(tree.attr(table, Attr::ROLE), Some("presentation" | "none")) {
        return false;
    }
    let shape = shape(tree, table);
    // A displayed formula with its number, as LaTeXML lays it out.
    if shape.formulas > 0
        && shape.formulas >= shape.rows
        && shape.headers == 0
        && shape.beside_formulas <= EQUATION_NUMBER * shape.rows
    {
        return false;
    }
    if shape.cells < 2 || shape.widest < 2 || shape.longest > LONG_CELL {
        return false;
    }
    // Whoever writes headers means data.
    if shape.headers > 0 {
        return shape.rows >= 2;
    }
    // Headings, lists and forms are parts of a page, not values.
    shape.rows >= 2 && shape.text / shape.cells <= WORDY_CELL && shape.sections * 4 <= shape.cells
}

/// Whether an element is a part of a page rather than of a value.
fn is_section(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::H1
            | Tag::H2
            | Tag::H3
            | Tag::H4
            | Tag::Ul
            | Tag::Ol
            | Tag::Form
            | Tag::Article
            | Tag::Section
            | Tag::Nav
    )
}

/// Counts rows, cells and text of a table.
fn shape(tree: &Tree, table: NodeId) -> Shape {
    let mut shape = Shape::default();
    let mut in_row = 0;
    let mut in_cell = 0;
    let mut formula_end = table;
    for id in tree.descendants(table) {
        match tree.tag(id) {
            Some(Tag::Tr) => {
                shape.rows += 1;
                in_row = 0;
            }
            Some(tag @ (Tag::Td | Tag::Th)) => {
                shape.cells += 1;
                in_row += 1;
                in_cell = 0;
                shape.widest = shape.widest.max(in_row);
                shape.headers += usize::from(tag == Tag::Th);
            }
            Some(Tag::Math) => {
                shape.formulas += usize::from(formula::is_displayed(tree, id));
                formula_end = formula_end.max(tree.end(id));
            }
            Some(Tag::Caption) => shape.headers += 1,
            Some(tag) if is_section(tag) => shape.sections += 1,
            Some(_) => {}
            None => {
                let visible = tree.text(id).bytes().filter(|b| !b.is_ascii_whitespace()).count();
                in_cell += visible;
                shape.text += visible;
                shape.beside_formulas += if id < formula_end { 0 } else { visible };
                shape.longest = shape.longest.max(in_cell);
            }
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn data(html: &str) -> usize {
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        data_tables(&tree).len()
    }

    #[test]
    fn tables_of_short_cells_or_headers_hold_data() {
        let long = "word ".repeat(40);
        let very_long = "word ".repeat(400);
        for (table, expected) in [
            ("<tr><td>a<td>b<tr><td>c<td>d".to_owned(), 1),
            ("<tr><td>a<td>b".to_owned(), 0),
            ("<tr><td>a<tr><td>b".to_owned(), 0),
            ("<tr><th>a<td>b<tr><th>c<td>d".to_owned(), 1),
            (format!("<tr><td>{long}<td>{long}<tr><td>{long}<td>{long}"), 0),
            (format!("<tr><th>a<th>b<tr><td>{long}<td>{long}"), 1),
            (format!("<tr><th>a<th>b<tr><td>{very_long}<td>d"), 0),
            (
                "<tr><td><td><math display=block><mi>r</mi></math><td>(1)<tr><td><td><math display=block>\
                    <mi>s</mi></math><td>(2)"
                    .to_owned(),
                0,
            ),
            ("<tr><td>norm<td>text<tr><td><math><mi>r</mi></math><td>b".to_owned(), 1),
            ("<tr><td><h2>a</h2><td><ul><li>b</ul><tr><td><form>c</form><td>d".to_owned(), 0),
        ] {
            assert_eq!(data(&format!("<table>{table}</table>")), expected, "{table}");
        }
        let told = "<table role=presentation><tr><th>a<th>b<tr><td>c<td>d</table>";
        assert_eq!(data(told), 0);
    }

    #[test]
    fn only_innermost_tables_hold_data() {
        let inner = "<table><tr><td>a<td>b<tr><td>c<td>d</table>";
        assert_eq!(data(&format!("<table><tr><td>x<td>{inner}<tr><td>y<td>{inner}</table>")), 2);
    }
}
