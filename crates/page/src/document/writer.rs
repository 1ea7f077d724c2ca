//! The walk over the parts of a document that all formats share.

use super::parts::{Cell, Frame, Leaf, Part};

/// Writes a document in one format, part by part.
pub trait PartWriter {
    /// Opens a frame.
    fn open(&mut self, frame: Frame);

    /// Closes the innermost open frame, which is this one.
    fn close(&mut self, frame: Frame);

    /// Writes a block of text, a picture or a player.
    fn leaf(&mut self, leaf: &Leaf);

    /// Writes a table.
    fn table(&mut self, rows: &[Vec<Cell>]);

    /// Writes parts in their order.
    fn parts(&mut self, parts: &[Part]) {
        for part in parts {
            match part {
                Part::Open(frame) => self.open(*frame),
                Part::Close(frame) => self.close(*frame),
                Part::Source(_) => {}
                Part::Leaf(leaf) => self.leaf(leaf),
                Part::Table(rows) => self.table(rows),
            }
        }
    }
}
