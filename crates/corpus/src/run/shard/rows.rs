//! Writes rows: those derived here, and those that another job made.

use std::io;

use scutch_folder::merkle::row_leaf;
use scutch_folder::{RunError, at};

use super::ShardWriter;
use crate::format::Written;
use crate::format::article::Piece;
use crate::row::seen::Seen;
use crate::run::count::Counted;
use crate::run::item::RowItem;
use crate::stages::opened::Draft;
use crate::write::PartWriter;

impl ShardWriter<'_> {
    /// Writes and counts a row.
    pub(super) fn push_row(
        &mut self,
        mut draft: Draft,
        mut written: Written,
        ordinal: Option<u32>,
        seen: &mut Seen,
    ) -> Result<(), RunError> {
        match ordinal.unwrap_or_else(|| self.ordinal(draft.identity.key(), seen)) {
            0 => {}
            ordinal => {
                // Workers cannot know that the capture is a repetition, so the id changes here.
                draft.row.id = draft.identity.row_id(ordinal);
                // Formats contain the id. A document valid with one id is valid with any.
                written = Written::new(&draft, self.config, self.annotations).unwrap_or(written);
            }
        }
        let Draft { row, facts, .. } = draft;
        self.leaves.push(row_leaf(&written.digest, &row.id));
        self.count_row(&Counted::new(&row, &facts), seen);
        match written.annotated {
            Some(Ok(())) => self.tally.annotated += 1,
            Some(Err(why)) => self.tally.not_annotated.add(why.id(), 1),
            None => {}
        }
        self.write_parts(&written.pieces, |part, piece| part.write(&row, piece))
    }

    /// Writes and counts a row that another job made.
    pub(super) fn push_row_item(
        &mut self,
        mut row: RowItem,
        ordinal: Option<u32>,
        seen: &mut Seen,
    ) -> Result<(), RunError> {
        match ordinal.unwrap_or_else(|| self.ordinal(row.identity.key(), seen)) {
            0 => {}
            // The other job cannot know that the capture is a repetition.
            ordinal => row.rename(ordinal),
        }
        self.leaves.push(row_leaf(&row.digest, &row.id));
        self.count_row(&row.counted, seen);
        self.write_parts(&row.pieces, |part, piece| part.write_cells(&row.cells, piece))
    }

    fn count_row(&mut self, counted: &Counted, seen: &mut Seen) {
        self.texts.push(counted.text);
        counted.count(&mut self.tally, seen);
    }

    /// Writes the pieces of a row, each to the part of its format.
    fn write_parts(
        &mut self,
        pieces: &[Piece],
        mut write: impl FnMut(&mut PartWriter, &Piece) -> io::Result<()>,
    ) -> Result<(), RunError> {
        for ((format, part), piece) in self.parts.iter_mut().zip(pieces) {
            let path = self.folder.unfinished_part(self.shard, self.config, *format);
            write(part, piece).map_err(at(&path))?;
        }
        Ok(())
    }
}
