//! Marks of a block beside its tokens: which of them reach into a sentence, how they nest with
//! names, and what TEI calls them.

use std::cmp::Reverse;
use std::ops::Range;

use scutch_page::document::{Leaf, Mark, Marked};

/// The marks of a leaf in the order of their starts: those of a range are found by bisection.
#[derive(Default)]
pub(super) struct Marks<'a>(Vec<&'a Marked>);

impl<'a> Marks<'a> {
    /// The marks of a leaf.
    pub(super) fn of_leaf(leaf: &'a Leaf) -> Self {
        let mut marks: Vec<&Marked> = leaf.marks.iter().collect();
        // A picture at the edge of a mark may be listed behind it. The sort is stable: outer marks
        // stay before inner ones.
        marks.sort_by_key(|marked| marked.start);
        Self(marks)
    }

    /// Those that start in a range.
    pub(super) fn starting(&self, range: &Range<usize>) -> &[&'a Marked] {
        let before = |at| self.0.partition_point(|marked| (marked.start as usize) < at);
        &self.0[before(range.start)..before(range.end)]
    }

    /// Those without text in a range.
    pub(super) fn points(&self, range: &Range<usize>) -> impl Iterator<Item = &'a Marked> {
        self.starting(range).iter().copied().filter(|marked| marked.start == marked.end)
    }

    /// Those that reach into one sentence after the other.
    pub(super) fn reaching(&self) -> Reaching<'_, 'a> {
        Reaching { ahead: &self.0, open: Vec::new() }
    }
}

/// The marks of the sentences of a leaf, asked for in reading order.
pub(super) struct Reaching<'m, 'a> {
    ahead: &'m [&'a Marked],
    /// Marks that began in an earlier sentence and have not ended: a link can span sentences.
    open: Vec<&'a Marked>,
}

impl<'a> Reaching<'_, 'a> {
    /// Those that reach into the next sentence, a range of bytes.
    pub(super) fn in_sentence(&mut self, sentence: &Range<usize>) -> &[&'a Marked] {
        let behind = self.ahead.partition_point(|marked| (marked.start as usize) < sentence.end);
        let (starting, ahead) = self.ahead.split_at(behind);
        self.ahead = ahead;
        self.open.extend(starting);
        self.open.retain(|marked| marked.end as usize > sentence.start);
        &self.open
    }
}

/// An element around a range of bytes or tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span<T> {
    pub(super) range: Range<usize>,
    pub(super) around: T,
}

/// Marks and names, outer before inner. Marks that cross a name are cut at its end; names are
/// disjoint.
pub(super) fn nested<T: Copy>(
    marks: impl Iterator<Item = Span<T>>,
    names: &[Span<T>],
) -> Vec<Span<T>> {
    let mut spans = Vec::new();
    for Span { mut range, around } in marks {
        for name in near(&range, names) {
            if let Some(cut) = crossing(&range, &name.range) {
                spans.push(Span { range: range.start..cut, around });
                range.start = cut;
            }
        }
        spans.push(Span { range, around });
    }
    spans.extend(names.iter().cloned());
    // Longer ones first at equal starts, so that outer elements open before inner ones.
    spans.sort_by_key(|span| (span.range.start, Reverse(span.range.end)));
    spans
}

/// Whether a mark crosses a name, so that it would be cut.
pub(super) fn crosses<T>(mark: &Range<usize>, names: &[Span<T>]) -> bool {
    near(mark, names).iter().any(|name| crossing(mark, &name.range).is_some())
}

/// The names that a mark touches: only those at its ends can cross it.
fn near<'n, T>(mark: &Range<usize>, names: &'n [Span<T>]) -> &'n [Span<T>] {
    let first = names.partition_point(|name| name.range.end <= mark.start);
    let behind = names.partition_point(|name| name.range.start < mark.end);
    names.get(first..behind).unwrap_or_default()
}

/// Where a mark is cut: it covers a part of a name, and text outside of it.
fn crossing(mark: &Range<usize>, name: &Range<usize>) -> Option<usize> {
    if mark.start < name.start && name.start < mark.end && mark.end < name.end {
        Some(name.start)
    } else if name.start < mark.start && mark.start < name.end && name.end < mark.end {
        Some(name.end)
    } else {
        None
    }
}

/// The value of `rend` for a mark that TEI has `hi` for.
pub(super) fn rend(mark: &Mark) -> Option<&'static str> {
    match mark {
        Mark::Strong => Some("bold"),
        Mark::Highlighted => Some("highlight"),
        Mark::Emphasis => Some("italic"),
        Mark::Sub => Some("sub"),
        Mark::Sup => Some("sup"),
        Mark::Link(_) | Mark::Code | Mark::Formula { .. } => None,
        Mark::Deleted | Mark::Inserted | Mark::Abbreviation(_) | Mark::Editorial(_) => None,
        Mark::Picture(_) | Mark::Media { .. } => None,
    }
}
