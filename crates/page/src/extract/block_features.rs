//! Features of a block by itself: its kind, its length, how it is written, its links and marks.

use super::layout::leading_spans;
use super::row::{Feature, Row};
use crate::block::{Block, BlockKind, Wording, has_year};

/// Widest block that can be a date line.
const DATE_LINE: f32 = 120.0;
/// From this width on, a block of links is more than a menu entry: a teaser, a linked sentence.
const LONG_LINK: f32 = 80.0;

/// Sets the features of a block that need nothing but the block.
pub(super) fn fill(row: &mut Row, block: &Block, wording: &Wording) {
    row.set(Feature::Bias, 1.0);
    kind(row, block);
    length(row, wording.width);
    style(row, wording);
    links(row, block, wording.width);
    row.flag(Feature::Dated, wording.width < DATE_LINE && has_year(&block.text));
}

fn kind(row: &mut Row, block: &Block) {
    let kind = match block.kind {
        BlockKind::Heading(1 | 2) => Feature::HeadingHigh,
        BlockKind::Heading(_) => Feature::HeadingLow,
        BlockKind::ListItem => Feature::Item,
        BlockKind::Code => Feature::Code,
        BlockKind::Cell => Feature::Cell,
        BlockKind::Caption => Feature::Caption,
        BlockKind::Term => Feature::Term,
        BlockKind::Definition => Feature::Definition,
        // Blocks without text are never measured, but the match must be complete.
        BlockKind::Paragraph | BlockKind::Image | BlockKind::Media => Feature::Paragraph,
    };
    row.set(kind, 1.0);
    row.flag(Feature::Quote, block.quote_depth > 0);
    row.flag(Feature::LineBreaks, block.text.contains('\n'));
}

/// Exactly one of the length features: a linear score cannot learn a curve from a single number.
fn length(row: &mut Row, width: f32) {
    row.bucket(
        width,
        &[
            (10.0, Feature::Chars10),
            (25.0, Feature::Chars25),
            (50.0, Feature::Chars50),
            (100.0, Feature::Chars100),
            (200.0, Feature::Chars200),
            (400.0, Feature::Chars400),
            (f32::MAX, Feature::CharsMore),
        ],
    );
}

fn style(row: &mut Row, wording: &Wording) {
    row.flag(Feature::Sentence, wording.sentences == 1);
    row.flag(Feature::Sentences, wording.sentences > 1);
    row.flag(Feature::EndsSentence, wording.ends_sentence);
    row.flag(Feature::EndsColon, wording.ends_colon);
    // Commas are the oldest sign of running text (Arc90 Readability), in nearly all scripts.
    row.flag(Feature::Comma, wording.commas >= 1);
    row.flag(Feature::Commas, wording.commas >= 3);
    row.set(Feature::Digits, wording.share(wording.digits));
    row.set(Feature::Upper, wording.share(wording.upper));
    row.set(Feature::Symbols, wording.share(wording.symbols));
}

fn links(row: &mut Row, block: &Block, width: f32) {
    let links = block.link_density();
    row.bucket(
        links,
        &[
            // Not 0: the density of a block is a quotient of rounded counts.
            (0.001, Feature::LinkNone),
            (0.2, Feature::LinkSome),
            (0.5, Feature::LinkHalf),
            (0.9, Feature::LinkMost),
            (f32::MAX, Feature::LinkAll),
        ],
    );
    row.flag(Feature::LinkLong, (0.5..0.9).contains(&links) && width >= LONG_LINK);
    row.flag(Feature::LinkAllLong, links >= 0.9 && width >= LONG_LINK);
    let leading = leading_spans(block);
    row.flag(Feature::Linked, leading.linked);
    row.flag(Feature::LinkedLine, leading.linked_line);
    row.flag(Feature::Strong, leading.strong);
    row.flag(Feature::StrongLine, leading.strong_line);
    row.flag(Feature::Emphasis, leading.emphasis);
}
