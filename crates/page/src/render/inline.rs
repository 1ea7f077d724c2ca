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

/// The pieces without ends at which the same goes on: `<b>a</b><b>b</b>` is one piece of bold text.
pub(super) fn joined(pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let mut kept: Vec<Piece<'_>> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match (kept.last(), piece) {
            (Some(Piece::Close(before)), Piece::Open(span))
                if before.kind == span.kind && span.kind != SpanKind::Link =>
            {
                kept.pop();
            }
            _ => kept.push(piece),
        }
    }
    kept
}

/// Whether stars around a span are read as emphasis: they are not between a letter and punctuation
/// within the span ("left-flanking", "right-flanking" in CommonMark).
pub(super) fn stars_work(text: &str, span: &Span) -> bool {
    let (start, end) = trimmed(text, span);
    let inside = &text[start..end];
    let flanks = |outer: Option<char>, inner: Option<char>| {
        let open = outer.is_none_or(|c| c.is_whitespace() || !c.is_alphanumeric());
        open || inner.is_none_or(char::is_alphanumeric)
    };
    flanks(text[..start].chars().next_back(), inside.chars().next())
        && flanks(text[end..].chars().next(), inside.chars().next_back())
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
