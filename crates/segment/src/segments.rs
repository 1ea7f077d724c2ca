//! Where the sentences and tokens of a document end.

use std::sync::LazyLock;

use icu_segmenter::options::{SentenceBreakInvariantOptions, WordBreakInvariantOptions};
use icu_segmenter::{
    SentenceSegmenter, SentenceSegmenterBorrowed, WordSegmenter, WordSegmenterBorrowed,
};
use scutch_page::document::{Document, Leaf};

use super::abbreviations::is_abbreviated;
use super::language::Language;
use super::placed;
use super::unspaced::is_long;

/// Loaded once: the models take some milliseconds.
static WORDS: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_auto(WordBreakInvariantOptions::default()));
/// Loaded once, as above.
static DICTIONARIES: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));
/// Loaded once, as above.
pub(super) static SENTENCES: LazyLock<SentenceSegmenterBorrowed<'static>> =
    LazyLock::new(|| SentenceSegmenter::new(SentenceBreakInvariantOptions::default()));

/// Where sentences and tokens of a document end. White space alone lies between tokens, so ends say
/// it all.
#[derive(Debug, Default)]
pub(super) struct Segments {
    /// For each block, the number of sentences up to its end.
    pub(super) leaves: Vec<u32>,
    /// For each sentence, the number of tokens up to its end.
    pub(super) sentences: Vec<u32>,
    /// For each token, the offset of its end in the text of its block.
    pub(super) tokens: Vec<u32>,
}

impl Segments {
    /// Segments all blocks of a document.
    pub(super) fn new(document: &Document, language: Option<&Language>) -> Self {
        let texts: Vec<&str> = leaves(document).map(|leaf| leaf.text.as_str()).collect();
        let words: &WordSegmenterBorrowed<'static> =
            if is_long(&texts) { &DICTIONARIES } else { &WORDS };
        let mut segments = Self::default();
        for leaf in leaves(document) {
            let mut offset = 0;
            // Line by line: the author broke the line here, so no sentence continues behind it.
            for line in leaf.text.split_inclusive('\n') {
                let text = line.trim_end_matches(['\n', '\r']);
                match language {
                    Some(language) => segments.add_line_by_rules(text, offset, (language, words)),
                    None => segments.add_line(text, offset, words),
                }
                offset += line.len();
            }
            segments.leaves.push(segments.sentences.len() as u32);
        }
        segments
    }

    /// Adds the sentences of a line. UAX 29 breaks at every full stop before a capital letter.
    /// Breaks after abbreviations and initials are undone.
    fn add_line(&mut self, line: &str, offset: usize, words: &WordSegmenterBorrowed<'_>) {
        let mut start = 0;
        for end in SENTENCES.segment_str(line).filter(|end| *end > 0) {
            // At the end of a line a sentence ends in any case.
            if end < line.len() && is_abbreviated(&line[start..end]) {
                continue;
            }
            let before = self.tokens.len();
            self.add_tokens(&line[start..end], offset + start, words);
            start = end;
            if self.tokens.len() > before {
                self.sentences.push(self.tokens.len() as u32);
            }
        }
    }

    /// Adds the tokens of a sentence that begins at `offset`.
    pub(super) fn add_tokens(
        &mut self,
        text: &str,
        offset: usize,
        words: &WordSegmenterBorrowed<'_>,
    ) {
        // White space at its ends has no part in how a sentence is cut.
        let offset = offset + (text.len() - text.trim_start().len());
        let text = text.trim();
        // The mark that the last token consists of.
        let mut repeated = None;
        let mut is_spaced = false;
        let mut start = 0;
        for end in words.segment_str(text).filter(|end| *end > 0) {
            // The segmenter returns a space and a combining mark after it as one piece.
            let piece = &text[start..end];
            let (behind, word) = (piece.trim_start().len(), piece.trim());
            is_spaced |= behind < piece.len();
            if !word.is_empty() {
                let token = (offset + end - behind + word.len()) as u32;
                match self.tokens.last_mut() {
                    // A space between two equal marks separates them: `. .` stays two tokens.
                    Some(last) if !is_spaced && is_again(repeated, word) => *last = token,
                    _ => {
                        repeated = only_sign(word);
                        self.tokens.push(token);
                    }
                }
                is_spaced = word.len() < behind;
            }
            start = end;
        }
    }
}

/// All blocks, in reading order.
fn leaves(document: &Document) -> impl Iterator<Item = &Leaf> {
    placed::placed(document).map(|placed| placed.leaf)
}

/// Whether a piece continues the token before it. Repeated marks such as `...`, `!!!` and `--` are
/// one token.
fn is_again(repeated: Option<char>, piece: &str) -> bool {
    let mut signs = piece.chars();
    let sign = signs.next().filter(|_| signs.next().is_none());
    sign.is_some() && sign == repeated
}

/// The mark that a piece consists of, one or more times.
fn only_sign(piece: &str) -> Option<char> {
    // Letters and digits never merge: the segmenter has found their words already.
    let sign = piece.chars().next().filter(|c| !c.is_alphanumeric())?;
    piece.chars().all(|c| c == sign).then_some(sign)
}
