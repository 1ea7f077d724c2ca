//! Sentences and tokens by the rules of a language.

use icu_segmenter::WordSegmenterBorrowed;

use super::language::Language;
use super::segments::{SENTENCES, Segments};
use super::sentences;
use super::words::Words;

/// A language, and what cuts scripts without spaces in its texts.
type Rules<'r> = (&'r Language, &'r WordSegmenterBorrowed<'static>);

impl Segments {
    /// Adds the sentences of a line.
    pub(super) fn add_line_by_rules(&mut self, line: &str, offset: usize, rules: Rules<'_>) {
        let mut start = 0;
        for end in SENTENCES.segment_str(line).filter(|end| *end > 0) {
            // A mark that closes a quotation may have moved the last end behind this one.
            let confirmed = |end| sentences::confirmed(line, start, end, rules.0);
            let Some(end) = Some(end).filter(|end| *end > start).and_then(confirmed) else {
                continue;
            };
            let ends = sentences::further(&line[start..end], rules.0).chain([end - start]);
            let mut begin = start;
            for inner in ends.map(|inner| start + inner) {
                self.add_sentence_by_rules(&line[begin..inner], offset + begin, rules);
                begin = inner;
            }
            start = end;
        }
    }

    /// Adds a sentence that begins at `offset`.
    fn add_sentence_by_rules(
        &mut self,
        sentence: &str,
        offset: usize,
        (language, words): Rules<'_>,
    ) {
        let mut ends = std::mem::take(&mut self.tokens);
        let before = ends.len();
        let mut unspaced = |piece: &str, offset: usize, ends: &mut Vec<u32>| {
            std::mem::swap(&mut self.tokens, ends);
            self.add_tokens(piece, offset, words);
            std::mem::swap(&mut self.tokens, ends);
        };
        Words::new(language).add(sentence, offset, &mut ends, &mut unspaced);
        self.tokens = ends;
        if self.tokens.len() > before {
            self.sentences.push(self.tokens.len() as u32);
        }
    }
}
