//! Text that a page repeats: in its metadata, or sentence by sentence in other blocks.

use rustc_hash::FxHashSet;

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
    /// The sentences that occur more than once on the page.
    repeated: FxHashSet<&'p str>,
}

impl<'p> Duplicates<'p> {
    pub(super) fn new(page: &'p Page) -> Self {
        let declared = DeclaredText::from_page(page);
        let shares = page.blocks().iter().map(|block| declared.share_of(&block.text)).collect();
        let (mut seen, mut repeated) = (FxHashSet::default(), FxHashSet::default());
        for sentence in page.blocks().iter().flat_map(|block| sentences(&block.text)) {
            if !seen.insert(sentence) {
                repeated.insert(sentence);
            }
        }
        Self { page, declared: shares, body_declared: declared.has_body(), repeated }
    }

    /// Whether every sentence of a block occurs elsewhere, as in pull quotes.
    pub(super) fn is_repeated(&self, index: usize) -> bool {
        // Most pages repeat nothing, and their blocks need not be split again.
        if self.repeated.is_empty() {
            return false;
        }
        let mut sentences = sentences(&self.page.blocks()[index].text).peekable();
        sentences.peek().is_some() && sentences.all(|sentence| self.repeated.contains(sentence))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn long_sentences_are_cut_at_their_ends() {
        for (text, expected) in [
            (
                "The ferry left ten minutes late. It came back!",
                &["The ferry left ten minutes late"][..],
            ),
            (
                "The ferry left ten minutes late\nNobody knew the reason for it?",
                &["The ferry left ten minutes late", "Nobody knew the reason for it"],
            ),
            (
                "渡し船は十分遅れて出発した。誰も理由を知らなかった。",
                &["渡し船は十分遅れて出発した", "誰も理由を知らなかった"],
            ),
            ("Too short. All of it.", &[]),
            ("", &[]),
        ] {
            assert_eq!(sentences(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn pull_quotes_repeat_every_sentence() {
        let quote = "Nobody on the pier had seen it leave.";
        let html = format!(
            "<p>The ferry left ten minutes late. {quote}<blockquote><p>{quote}</blockquote>\
             <p>{quote} But somebody heard the bell of it.<p>Short."
        );
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let duplicates = Duplicates::new(&page);
        let repeated: Vec<bool> = (0..4).map(|at| duplicates.is_repeated(at)).collect();
        assert_eq!(repeated, [false, true, false, false]);
    }
}
