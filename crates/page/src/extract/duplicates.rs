//! Text that a page repeats: in its metadata, or sentence by sentence in other blocks.

use rustc_hash::FxHashMap;

use super::declared_text::{DeclaredShare, DeclaredText};
use crate::Page;

/// Shorter sentences (in bytes) may be equal by chance.
const SENTENCE: usize = 24;

/// Which blocks of a page are repeated, and where.
pub(super) struct Duplicates<'p> {
    page: &'p Page,
    /// Share of each block that is also in the metadata.
    pub(super) declared: Vec<DeclaredShare>,
    /// Whether the metadata hold the whole text.
    pub(super) body_declared: bool,
    /// How often each sentence occurs on the page.
    sentences: FxHashMap<&'p str, u32>,
}

impl<'p> Duplicates<'p> {
    pub(super) fn new(page: &'p Page) -> Self {
        let declared = DeclaredText::from_page(page);
        let shares = page.blocks().iter().map(|block| declared.share_of(&block.text)).collect();
        let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
        for sentence in page.blocks().iter().flat_map(|block| sentences(&block.text)) {
            *counts.entry(sentence).or_default() += 1;
        }
        Self { page, declared: shares, body_declared: declared.has_body(), sentences: counts }
    }

    /// Whether every sentence of a block occurs elsewhere, as in pull quotes.
    pub(super) fn is_repeated(&self, index: usize) -> bool {
        let mut sentences = sentences(&self.page.blocks()[index].text).peekable();
        let repeated = |s: &str| self.sentences.get(s).is_some_and(|count| *count > 1);
        sentences.peek().is_some() && sentences.all(repeated)
    }
}

/// The sentences of a text that are long enough to be compared.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let trim = |c: char| !c.is_alphanumeric();
    // Most blocks are short: they are not even split.
    let long = if text.len() < SENTENCE { "" } else { text };
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '\n' | '\u{2026}' | '\u{3002}');
    let parts = long.split(ends);
    parts.map(move |part| part.trim_matches(trim)).filter(|part| part.len() >= SENTENCE)
}
