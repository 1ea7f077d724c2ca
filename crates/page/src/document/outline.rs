//! The kept blocks as nested structure: quotations, lists, tables, figures opened and closed.

use super::leaves::Leaves;
use super::nesting::Nesting;
use super::parts::{Cell, Part};
use super::table::Rows;
use crate::block::{Block, BlockKind};
use crate::{Extraction, Label, Page, Reason};

/// The kept blocks of a page as parts: the readers' comments, or all others.
pub(super) fn outline(page: &Page, extraction: &Extraction, comments: bool) -> Vec<Part> {
    let kept = kept_blocks(page, extraction, comments);
    let (Some(first), Some(last)) = (kept.first(), kept.last()) else { return Vec::new() };
    let leaves = Leaves::new(page, &extraction.config);
    let mut nesting = Nesting::new(page, (first.node, last.node));
    let mut rest = kept.as_slice();
    while let Some((block, after)) = rest.split_first() {
        let Some(cell) = block.in_row() else {
            nesting.nest(block.node);
            if let Some(leaf) = leaves.leaf(block) {
                nesting.push(Part::Leaf(leaf));
            }
            rest = after;
            continue;
        };
        let table = cell.table;
        nesting.nest(table);
        // Blocks of one table are neighbours; tables within cells are no data tables.
        let is_of_table = |block: &&&Block| block.in_row().is_some_and(|cell| cell.table == table);
        let (cells, behind) = rest.split_at(rest.iter().take_while(is_of_table).count());
        nesting.push(Part::Table(rows(&leaves, cells)));
        rest = behind;
    }
    nesting.finish()
}

/// The blocks that are shown.
fn kept_blocks<'p>(page: &'p Page, extraction: &'p Extraction, comments: bool) -> Vec<&'p Block> {
    let config = &extraction.config;
    let is_shown = |block: &Block| match block.kind {
        BlockKind::Image => config.images,
        // Of a player nothing is shown but where it leads.
        BlockKind::Media => config.links,
        _ => true,
    };
    let is_wanted = |label: &Label| label.content && (label.reason == Reason::Comment) == comments;
    let blocks = extraction.labelled(page);
    blocks.filter(|(block, label)| is_wanted(label) && is_shown(block)).map(|(b, _)| b).collect()
}

/// The cells of one table as rows.
fn rows(leaves: &Leaves<'_>, blocks: &[&Block]) -> Vec<Vec<Cell>> {
    let mut rows = Rows::default();
    for block in blocks {
        let Some(place) = block.in_row() else { continue };
        rows.cell(place).extend(leaves.leaf(block));
    }
    rows.fitted()
}
