//! Marks of a text: from the spans of a block, and as pieces between their ends.

use super::parts::{Leaf, Mark, Marked};
use crate::block::{Span, SpanKind};

/// Marks that are searched backwards for one that goes on. A hostile text has a hundred thousand.
const LOOK_BACK: usize = 256;

/// A piece of a leaf's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'d> {
    /// Text up to the next end of a mark.
    Text(&'d str),
    /// A mark starts here.
    Open(&'d Marked),
    /// The mark opened last that is still open ends here.
    Close(&'d Marked),
    /// A mark without text.
    Point(&'d Marked),
}

impl Leaf {
    /// The text cut at the ends of its marks.
    pub fn pieces(&self) -> Vec<Piece<'_>> {
        pieces(self)
    }
}

/// The marks of a text with these spans. `mark` says what a span is; a span that it does not know
/// leaves no mark. Left out are also spans that overlap another, that repeat the kind of one around
/// them, that hold only white space, or that lie in code or formulas. `<b>a</b><b>b</b>` becomes
/// one mark, because the same mark goes on.
pub(super) fn marks(
    text: &str,
    spans: &[Span],
    mark: impl Fn(&Span) -> Option<Mark>,
) -> Vec<Marked> {
    let mut marks: Vec<Marked> = Vec::with_capacity(spans.len());
    // Open spans: kind, end, and the index of their mark.
    let mut open: Vec<(SpanKind, usize, Option<usize>)> = Vec::new();
    for span in spans.iter().filter(|span| !span.kind.is_editorial()) {
        let (start, end) = trimmed(text, span);
        // Spans are sorted by start: what ended before this one cannot hold it.
        while open.last().is_some_and(|(_, outer_end, _)| *outer_end <= start) {
            open.pop();
        }
        let place = |end: usize, mark| Marked { start: start as u32, end: end as u32, mark };
        if span.kind == SpanKind::Image {
            // A picture in code cannot be written in any format.
            if open.iter().any(|(kind, ..)| is_verbatim(*kind)) {
                continue;
            }
            marks.extend(mark(span).map(|mark| place(start, mark)));
            continue;
        }
        let overlaps = open.last().is_some_and(|(_, outer_end, _)| *outer_end < end);
        let repeats = open.iter().any(|(kind, ..)| *kind == span.kind || is_verbatim(*kind));
        if overlaps || repeats || start >= end {
            continue;
        }
        let index = mark(span).map(|mark| {
            if let Some(before) = continued(&marks, &mark, start, open.last()) {
                marks[before].end = end as u32;
                return before;
            }
            marks.push(place(end, mark));
            marks.len() - 1
        });
        open.push((span.kind, end, index));
    }
    marks
}

pub(super) fn is_verbatim(kind: SpanKind) -> bool {
    matches!(kind, SpanKind::Code | SpanKind::Formula)
}

/// Index of the mark that this one continues: it is equal, ends where this one starts, and lies in
/// the same mark.
fn continued(
    marks: &[Marked],
    mark: &Mark,
    start: usize,
    around: Option<&(SpanKind, usize, Option<usize>)>,
) -> Option<usize> {
    // Two links to one address in a row are two links.
    if matches!(mark, Mark::Link(_) | Mark::Formula { .. }) {
        return None;
    }
    let first = marks.len().saturating_sub(LOOK_BACK);
    let last = first + marks[first..].iter().rposition(|known| known.mark == *mark)?;
    let same = marks[last].end as usize == start;
    // Later marks lie within it; otherwise it would not be the last to end here.
    let inside = marks[last + 1..].iter().all(|m| m.end as usize <= start && m.start < m.end);
    let within = around.and_then(|(.., index)| *index).is_none_or(|outer| outer < last);
    (same && inside && within).then_some(last)
}

/// Cuts the text at its marks.
fn pieces(leaf: &Leaf) -> Vec<Piece<'_>> {
    let text = leaf.text.as_str();
    let mut pieces = Vec::with_capacity(leaf.marks.len() * 3 + 1);
    let mut open: Vec<&Marked> = Vec::new();
    let mut at = 0;
    for marked in &leaf.marks {
        let start = marked.start as usize;
        while let Some(outer) = open.pop_if(|outer| outer.end <= marked.start) {
            push_text(&mut pieces, text, &mut at, outer.end as usize);
            pieces.push(Piece::Close(outer));
        }
        push_text(&mut pieces, text, &mut at, start);
        // A mark without text does not stay open.
        if marked.start == marked.end {
            pieces.push(Piece::Point(marked));
        } else {
            pieces.push(Piece::Open(marked));
            open.push(marked);
        }
    }
    while let Some(marked) = open.pop() {
        push_text(&mut pieces, text, &mut at, marked.end as usize);
        pieces.push(Piece::Close(marked));
    }
    push_text(&mut pieces, text, &mut at, text.len());
    pieces
}

/// A span without the white space at its ends.
pub(super) fn trimmed(text: &str, span: &Span) -> (usize, usize) {
    let (start, end) = (span.start as usize, span.end as usize);
    let inside = &text[start..end];
    let lead = inside.len() - inside.trim_start().len();
    // White space alone: an empty span is left out.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::NodeId;

    #[test]
    fn a_text_of_very_many_links_and_bold_words_costs_no_look_at_all_of_them_for_each() {
        let text = "x".repeat(200_000);
        let span = |(at, kind)| Span { start: at, end: at + 1, kind, node: NodeId::DOCUMENT };
        let kinds = (0..200_000).flat_map(|at| [(at, SpanKind::Strong), (at, SpanKind::Link)]);
        let spans: Vec<Span> = kinds.map(span).collect();
        let found = marks(&text, &spans, |span| match span.kind {
            SpanKind::Link => Some(Mark::Link("http://a.example/".to_owned())),
            _ => Some(Mark::Strong),
        });
        let bold = found.iter().filter(|marked| marked.mark == Mark::Strong).count();
        assert!(found.len() - bold == 200_000 && (1..2000).contains(&bold), "{bold}");
    }

    fn marked(text: &str, spans: &[(u32, u32, SpanKind)]) -> Vec<(u32, u32, Mark)> {
        let node = NodeId::DOCUMENT;
        let span = |(start, end, kind): &(u32, u32, SpanKind)| Span {
            start: *start,
            end: *end,
            kind: *kind,
            node,
        };
        let spans: Vec<Span> = spans.iter().map(span).collect();
        let mark = |span: &Span| match span.kind {
            SpanKind::Strong => Some(Mark::Strong),
            SpanKind::Emphasis => Some(Mark::Emphasis),
            SpanKind::Code => Some(Mark::Code),
            _ => None,
        };
        let marks = marks(text, &spans, mark);
        marks.into_iter().map(|marked| (marked.start, marked.end, marked.mark)).collect()
    }

    #[test]
    fn spans_become_marks_where_they_add_something() {
        use SpanKind::{Code, Emphasis, Link, Strong};
        for (spans, expected) in [
            (vec![(0, 3, Strong)], vec![(0, 3, Mark::Strong)]),
            // White space at the ends is not marked.
            (vec![(3, 8, Strong)], vec![(4, 7, Mark::Strong)]),
            (vec![(3, 4, Strong)], vec![]),
            // Nested: another kind stays, the same kind adds nothing.
            (
                vec![(0, 7, Strong), (4, 7, Emphasis)],
                vec![(0, 7, Mark::Strong), (4, 7, Mark::Emphasis)],
            ),
            (vec![(0, 7, Strong), (4, 7, Strong)], vec![(0, 7, Mark::Strong)]),
            (vec![(0, 7, Code), (4, 7, Strong)], vec![(0, 7, Mark::Code)]),
            // Overlapping: the second is left out.
            (vec![(0, 5, Strong), (4, 7, Emphasis)], vec![(0, 5, Mark::Strong)]),
            // What goes on is one mark.
            (vec![(0, 2, Strong), (2, 3, Strong)], vec![(0, 3, Mark::Strong)]),
            (vec![(0, 3, Link)], vec![]),
        ] {
            assert_eq!(marked("one two three", &spans), expected, "{spans:?}");
        }
    }

    #[test]
    fn pieces_put_together_are_the_text() {
        let mark = |start, end, mark| Marked { start, end, mark };
        let leaf = Leaf {
            kind: crate::BlockKind::Paragraph,
            text: "one two three".to_owned(),
            marks: vec![
                mark(0, 7, Mark::Strong),
                mark(4, 7, Mark::Emphasis),
                mark(8, 8, Mark::Code),
            ],
            editorial: Vec::new(),
            language: None,
        };
        let (mut text, mut open) = (String::new(), Vec::new());
        for piece in leaf.pieces() {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Open(marked) => open.push(marked),
                Piece::Close(marked) => assert_eq!(open.pop(), Some(marked)),
                Piece::Point(marked) => assert_eq!((marked.start, open.len()), (8, 0)),
            }
        }
        assert_eq!((text, open.len()), (leaf.text.clone(), 0));
    }
}
