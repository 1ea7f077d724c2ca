//! Tables with their captions and cells that span several places.

use scutch_page::BlockKind;
use scutch_page::document::{Cell, Leaf, Part};

use super::body::Writer;
use super::schema::El;

/// Blocks of a caption that are looked at.
const CAPTIONS: usize = 8;

/// A table and what is written above its rows.
pub(super) struct Table<'d> {
    pub(super) captions: Vec<&'d Leaf>,
    pub(super) rows: &'d [Vec<Cell>],
}

impl Writer<'_, '_> {
    /// The table that begins with this leaf as its caption, and the parts behind it. Captions in
    /// a figure are those of the figure.
    pub(super) fn captioned<'d>(
        &self,
        leaf: &'d Leaf,
        after: &'d [Part],
    ) -> Option<(Table<'d>, &'d [Part])> {
        if leaf.kind != BlockKind::Caption || self.is_in_figure() {
            return None;
        }
        let caption = |part: &'d Part| match part {
            Part::Leaf(leaf) if leaf.kind == BlockKind::Caption => Some(leaf),
            _ => None,
        };
        let further: Vec<&Leaf> = after.iter().take(CAPTIONS).map_while(caption).collect();
        let [Part::Table(rows), behind @ ..] = &after[further.len()..] else { return None };
        let captions = std::iter::once(leaf).chain(further).collect();
        Some((Table { captions, rows }, behind))
    }

    /// Writes a table. TEI allows blocks in cells, but no tables in cells of ours.
    pub(super) fn table(&mut self, table: &Table<'_>) {
        self.block();
        self.xml.open(El::Table);
        table.captions.iter().for_each(|caption| self.block_of(El::Head, caption));
        // A row needs a cell of its own: where one has none, empty cells stand for spanned ones.
        let spans = table.rows.iter().all(|row| row.iter().any(|cell| cell.columns > 0));
        for row in table.rows.iter().filter(|row| !row.is_empty()) {
            self.xml.line();
            self.xml.open(El::Row);
            for cell in row.iter().filter(|cell| !spans || cell.columns > 0) {
                self.cell(cell, spans);
            }
            self.xml.close();
        }
        self.xml.close();
    }

    /// Writes a cell; with `spans`, how many columns and rows it takes.
    fn cell(&mut self, cell: &Cell, spans: bool) {
        self.xml.open(El::Cell);
        self.xml.attribute("role", if cell.header { "label" } else { "data" });
        for (name, count) in [("cols", cell.columns), ("rows", cell.rows)] {
            if spans && count > 1 {
                self.xml.attribute(name, &count.to_string());
            }
        }
        match cell.leaves.as_slice() {
            // Most cells have one block, and a paragraph around it would tell nothing.
            [leaf] => self.inline(leaf),
            leaves => leaves.iter().for_each(|leaf| self.in_cell(leaf)),
        }
        self.xml.close();
    }

    /// Writes a block in a cell.
    fn in_cell(&mut self, leaf: &Leaf) {
        match leaf.kind {
            BlockKind::Image => self.inline(leaf),
            BlockKind::Heading(_) => self.typed(El::Label, "heading", leaf),
            _ => self.block_of(El::P, leaf),
        }
    }
}
