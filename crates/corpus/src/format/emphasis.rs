//! Emphasis of tokens in vertical text and CoNLL-U: bold, italic and other marks of the page.
//!
//! A token has a mark only if all of it is marked: a subscript within a word is none of the word.

use std::ops::Range;

use scutch_page::BlockKind;
use scutch_page::document::{Leaf, Marked};
use scutch_segment::Sentence;

use super::marks::{Marks, Reaching, Span, rend};

/// Stands between the values of one token.
pub(super) const SEPARATOR: &str = ",";

/// All values, sorted.
const VALUES: [&str; 5] = ["bold", "highlight", "italic", "sub", "sup"];

/// The emphasis of a token: a bit for each of [`VALUES`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Emphasis(u8);

impl Emphasis {
    /// That of a mark.
    fn of_mark(marked: &Marked) -> Option<Self> {
        let value = rend(&marked.mark)?;
        VALUES.iter().position(|known| *known == value).map(|bit| Self(1 << bit))
    }

    /// Whether the token is plain.
    pub(super) fn is_none(self) -> bool {
        self == Self::default()
    }

    /// Its values in one text.
    pub(super) fn value(self) -> String {
        let set = (0..VALUES.len()).filter(|bit| self.0 & (1 << bit) != 0);
        set.map(|bit| VALUES[bit]).collect::<Vec<_>>().join(SEPARATOR)
    }
}

/// The marks of a block that can emphasise tokens. Highlighted source code is no emphasis.
pub(super) fn marks(leaf: &Leaf) -> Marks<'_> {
    if leaf.kind == BlockKind::Code { Marks::default() } else { Marks::of_leaf(leaf) }
}

/// The emphasis of each token of the next sentence. Empty if all are plain.
pub(super) fn of_tokens(marks: &mut Reaching<'_, '_>, sentence: &Sentence<'_>) -> Vec<Emphasis> {
    let reaching = marks.in_sentence(&sentence.range()).iter();
    let mut shown = reaching.filter_map(|m| Some((*m, Emphasis::of_mark(m)?))).peekable();
    if shown.peek().is_none() {
        return Vec::new();
    }
    let tokens: Vec<Range<usize>> = sentence.tokens().map(|token| token.range()).collect();
    let mut found = vec![Emphasis::default(); tokens.len()];
    for (marked, emphasis) in shown {
        let first = tokens.partition_point(|token| token.start < marked.start as usize);
        let behind = tokens.partition_point(|token| token.end <= marked.end as usize);
        // Without a whole token in the mark the range is reversed, and there is none.
        let covered = found.get_mut(first..behind).unwrap_or_default();
        covered.iter_mut().for_each(|token| token.0 |= emphasis.0);
    }
    found
}

/// Tokens in a row with the same emphasis, as ranges of token numbers.
pub(super) fn runs(tokens: &[Emphasis]) -> impl Iterator<Item = Span<Emphasis>> {
    let mut at = 0;
    let runs = tokens.chunk_by(|a, b| a == b).map(move |run| {
        let range = at..at + run.len();
        at = range.end;
        Span { range, around: run[0] }
    });
    runs.filter(|run| !run.around.is_none())
}
