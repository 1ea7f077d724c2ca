//! Blocks with their places in the document.

use scutch_page::document::{Document, Frame, Leaf, Part};

/// A block, and what it stands in.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'d> {
    /// The block.
    pub leaf: &'d Leaf,
    /// It is of a reader's comment, not of the text.
    pub is_comment: bool,
    /// The innermost frame around it: `quote`, `box`, `note` or `figure`.
    pub within: Option<&'static str>,
}

/// The names of frames that set blocks off from the text.
const FRAMES: &[(Frame, &str)] = &[
    (Frame::Quote, "quote"),
    (Frame::Box, "box"),
    (Frame::Note, "note"),
    (Frame::Figure, "figure"),
];

/// All blocks, in reading order. Table cells are blocks too.
pub(super) fn placed(document: &Document) -> impl Iterator<Item = Placed<'_>> {
    let text = document.parts.iter().map(|part| (part, false));
    let comments = document.comments.iter().map(|part| (part, true));
    let mut open: Vec<Frame> = Vec::new();
    text.chain(comments).flat_map(move |(part, is_comment)| {
        match part {
            Part::Open(frame) => open.push(*frame),
            Part::Close(_) => _ = open.pop(),
            Part::Leaf(_) | Part::Table(_) | Part::Source(_) => {}
        }
        let name = |frame: &Frame| FRAMES.iter().find(|(own, _)| own == frame);
        let within = open.iter().rev().find_map(name).map(|(_, name)| *name);
        leaves(part).map(move |leaf| Placed { leaf, is_comment, within })
    })
}

/// The blocks of a part.
fn leaves(part: &Part) -> Box<dyn Iterator<Item = &Leaf> + '_> {
    match part {
        Part::Leaf(leaf) => Box::new(std::iter::once(leaf)),
        Part::Table(rows) => Box::new(rows.iter().flatten().flat_map(|cell| &cell.leaves)),
        Part::Open(_) | Part::Close(_) | Part::Source(_) => Box::new(std::iter::empty()),
    }
}
