//! Tables that hold data against tables that only place things.

use crate::tree::{Attr, NodeId, Tag, Tree};

/// Text of one cell beyond which a table is rather layout.
const LONG_CELL: usize = 1200;
/// Average text of a cell beyond which a table without headers is rather layout.
const WORDY_CELL: usize = 150;

/// The nodes of the data tables, in document order.
pub(super) fn data_tables(tree: &Tree) -> Vec<NodeId> {
    let is_table = |id: &NodeId| tree.tag(*id) == Some(Tag::Table);
    let tables: Vec<NodeId> = tree.all().filter(is_table).collect();
    let mut found = Vec::new();
    for (place, table) in tables.iter().enumerate() {
        // Only innermost tables are looked into, so that each node is looked at once.
        let nests = tables.get(place + 1).is_some_and(|next| tree.contains(*table, *next));
        if !nests && is_data(tree, *table) {
            found.push(*table);
        }
    }
    found
}

#[derive(Default)]
struct Shape {
    rows: usize,
    cells: usize,
    headers: usize,
    widest: usize,
    text: usize,
    longest: usize,
    sections: usize,
}

fn is_data(tree: &Tree, table: NodeId) -> bool {
    if matches!(tree.attr(table, Attr::ROLE), Some("presentation" | "none")) {
        return false;
    }
    let shape = shape(tree, table);
    if shape.cells < 2 || shape.widest < 2 || shape.longest > LONG_CELL {
        return false;
    }
    if shape.headers > 0 {
        return shape.rows >= 2;
    }
    shape.rows >= 2 && shape.text / shape.cells <= WORDY_CELL && shape.sections * 4 <= shape.cells
}

fn shape(tree: &Tree, table: NodeId) -> Shape {
    let mut shape = Shape::default();
    let mut in_row = 0;
    let mut in_cell = 0;
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
            Some(Tag::Caption) => shape.headers += 1,
            Some(
                Tag::H1
                | Tag::H2
                | Tag::H3
                | Tag::H4
                | Tag::Ul
                | Tag::Ol
                | Tag::Form
                | Tag::Article
                | Tag::Section
                | Tag::Nav,
            ) => shape.sections += 1,
            Some(_) => {}
            None => {
                let visible = tree.text(id).bytes().filter(|b| !b.is_ascii_whitespace()).count();
                in_cell += visible;
                shape.text += visible;
                shape.longest = shape.longest.max(in_cell);
            }
        }
    }
    shape
}
