//! Documents without personal data.

use super::replaced::{Moves, replaced};
use super::{Found, Masked, Masker};
use crate::Document;
use crate::document::{Editorial, Leaf, Mark, Marked, Part, Picture};

/// The texts of a document.
pub(super) fn texts(document: &Document) -> impl Iterator<Item = &str> {
    let parts = document.parts.iter().chain(&document.comments);
    parts.flat_map(leaves).map(|leaf| leaf.text.as_str())
}

fn leaves(part: &Part) -> Vec<&Leaf> {
    match part {
        Part::Leaf(leaf) => vec![leaf],
        Part::Table(rows) => rows.iter().flatten().flat_map(|cell| &cell.leaves).collect(),
        Part::Open(_) | Part::Close(_) | Part::Source(_) => Vec::new(),
    }
}

impl Masker {
    /// Masks texts and addresses of a document.
    pub fn document(&mut self, document: &mut Document) {
        for part in document.parts.iter_mut().chain(&mut document.comments) {
            match part {
                Part::Leaf(leaf) => self.leaf(leaf, false),
                Part::Table(rows) => {
                    let leaves = rows.iter_mut().flatten().flat_map(|cell| &mut cell.leaves);
                    leaves.for_each(|leaf| self.leaf(leaf, true));
                }
                Part::Source(address) => self.address(address),
                Part::Open(_) | Part::Close(_) => {}
            }
        }
    }

    fn leaf(&mut self, leaf: &mut Leaf, in_cell: bool) {
        // In plain text a row is one line, so what goes on behind a line break is found there.
        let line = in_cell.then(|| leaf.text.replace('\n', " "));
        let found = self.find_beside_notes(line.as_deref().unwrap_or(&leaf.text), &leaf.marks);
        if !found.is_empty() {
            leaf.text = replaced(&leaf.text, &found, Masked::mark);
            let moves = Moves::new(&found);
            leaf.marks.retain_mut(|marked| moved(marked, &moves));
            leaf.editorial.retain_mut(|marked| moved(marked, &moves));
        }
        leaf.language.iter_mut().for_each(|language| self.text(language));
        let marks = leaf.marks.iter_mut().chain(&mut leaf.editorial);
        marks.for_each(|marked| self.mark(&mut marked.mark));
    }

    /// What is to be masked in the text of a leaf. Plain text parts the mark of a note from the word
    /// before it, where here the two are one: `a@b.org<sup>1</sup>`.
    fn find_beside_notes(&mut self, text: &str, marks: &[Marked]) -> Vec<Found> {
        let notes = marks.iter().filter(|marked| matches!(marked.mark, Mark::Sup | Mark::Sub));
        let mut parted = text.to_owned();
        for note in notes.clone() {
            let range = note.start as usize..note.end as usize;
            let spaces = " ".repeat(range.len());
            parted.replace_range(range, &spaces);
        }
        if parted == text {
            return self.find(text, &[]);
        }
        let mut found = self.find(&parted, &[]);
        let within = self.find(text, &[]);
        let is_new = |new: &Found| {
            let before = found.partition_point(|known| known.range.end <= new.range.start);
            found.get(before).is_none_or(|known| known.range.start >= new.range.end)
        };
        let new: Vec<Found> = within.into_iter().filter(is_new).collect();
        found.extend(new);
        found.sort_by_key(|found| found.range.start);
        found
    }

    /// Masks what a mark says.
    fn mark(&mut self, mark: &mut Mark) {
        match mark {
            Mark::Link(address) | Mark::Media { source: address, .. } => self.address(address),
            Mark::Abbreviation(text)
            | Mark::Editorial(
                Editorial::Ruby(text) | Editorial::Time(text) | Editorial::Foreign(text),
            ) => self.text(text),
            Mark::Picture(Picture { source, alt, link }) => {
                self.address(source);
                self.text(alt);
                link.iter_mut().for_each(|link| self.address(link));
            }
            Mark::Strong
            | Mark::Emphasis
            | Mark::Code
            | Mark::Deleted
            | Mark::Sub
            | Mark::Sup
            | Mark::Inserted
            | Mark::Highlighted
            | Mark::Formula { .. }
            | Mark::Editorial(Editorial::Quoted | Editorial::Underlined) => {}
        }
    }
}

/// Moves a mark to its place in the new text. Of what was within a number, nothing is left.
fn moved(marked: &mut Marked, moves: &Moves<'_>) -> bool {
    let is_point = marked.start == marked.end;
    // Marks are shorter than what they stand for, or a few bytes longer: texts stay far below 4 GB.
    let narrow = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
    let start = narrow(moves.start(marked.start as usize));
    let end = if is_point { start } else { narrow(moves.end(marked.end as usize)) };
    (marked.start, marked.end) = (start, end);
    is_point || start < end
}
