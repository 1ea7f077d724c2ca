//! The text of a block as pieces between the ends of its spans.

use crate::block::{Block, Span, SpanKind};

/// A piece of a block's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'p> {
    Text(&'p str),
    Open(&'p Span),
    Close(&'p Span),
    /// A picture within the text.
    Picture(&'p Span),
}

/// Cuts the text at its spans. Spans that would overlap, repeat the kind of one around them, or
/// hold nothing but space are left out; inside code there are no others.
pub(super) fn pieces(block: &Block) -> Vec<Piece<'_>> {
    let text = block.text.as_str();
    let mut pieces = Vec::with_capacity(block.spans.len() * 2 + 1);
    let mut open: Vec<(&Span, usize)> = Vec::new();
    let mut at = 0;
    for span in &block.spans {
        let (start, end) = trimmed(text, span);
        while let Some((outer, outer_end)) =
            open.last().filter(|(_, outer_end)| *outer_end <= start)
        {
            push_text(&mut pieces, text, &mut at, *outer_end);
            pieces.push(Piece::Close(outer));
            open.pop();
        }
        if span.kind == SpanKind::Image {
            push_text(&mut pieces, text, &mut at, start);
            pieces.push(Piece::Picture(span));
            continue;
        }
        let overlaps = open.last().is_some_and(|(_, outer_end)| *outer_end < end);
        let repeats = open.iter().any(|(o, _)| o.kind == span.kind || o.kind == SpanKind::Code);
        if overlaps || repeats || start >= end {
            continue;
        }
        push_text(&mut pieces, text, &mut at, start);
        pieces.push(Piece::Open(span));
        open.push((span, end));
    }
    while let Some((span, end)) = open.pop() {
        push_text(&mut pieces, text, &mut at, end);
        pieces.push(Piece::Close(span));
    }
    push_text(&mut pieces, text, &mut at, text.len());
    pieces
}

/// A span without the white space at its ends.
fn trimmed(text: &str, span: &Span) -> (usize, usize) {
    let (start, end) = (span.start as usize, span.end as usize);
    let inside = &text[start..end];
    let lead = inside.len() - inside.trim_start().len();
    if lead == inside.len() {
        (start, start)
    } else {
        (start + lead, start + inside.trim_end().len())
    }
}

fn push_text<'p>(pieces: &mut Vec<Piece<'p>>, text: &'p str, at: &mut usize, to: usize) {
    if *at < to {
        pieces.push(Piece::Text(&text[*at..to]));
        *at = to;
    }
}
