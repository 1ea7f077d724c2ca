//! Segments documents of any language into paragraphs, sentences and tokens.
//!
//! By the rules of Unicode (UAX 29), with dictionaries for Chinese and Japanese and models for
//! Thai, Lao, Khmer and Burmese, which write no spaces between words. Languages that have tables of
//! rules ([`language`]) are cut as treebanks of Universal Dependencies cut them: [`words`] makes
//! their
//! tokens, and [`sentences`] says which ends of sentences hold. A page is segmented once for all
//! formats, in time that grows with its text alone; four bytes are kept of each token.

mod abbreviations;
mod language;
mod placed;
mod rules;
mod sentences;
mod unspaced;
mod view;
mod words;

use std::cell::OnceCell;
use std::sync::LazyLock;

use icu_segmenter::options::{SentenceBreakInvariantOptions, WordBreakInvariantOptions};
use icu_segmenter::{
    SentenceSegmenter, SentenceSegmenterBorrowed, WordSegmenter, WordSegmenterBorrowed,
};
use scutch_page::document::{Document, Leaf};

use abbreviations::is_abbreviated;
use language::Language;
pub(crate) use placed::Placed;
pub(crate) use unspaced::is_long;
use view::Paragraph;
pub(crate) use view::{Sentence, shown};

/// Loaded once: the models take some milliseconds.
static WORDS: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_auto(WordBreakInvariantOptions::default()));
/// Loaded once, as above.
static DICTIONARIES: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));
/// Loaded once, as above.
static SENTENCES: LazyLock<SentenceSegmenterBorrowed<'static>> =
    LazyLock::new(|| SentenceSegmenter::new(SentenceBreakInvariantOptions::default()));

/// A document that is segmented when a format first needs it.
#[derive(Debug)]
pub(crate) struct Segmented<'d> {
    document: &'d Document,
    /// The rules of its language, if there are any.
    language: Option<&'static Language>,
    segments: OnceCell<Segments>,
}

impl<'d> Segmented<'d> {
    /// A document that is not segmented yet, with the tag of its language if that is known.
    pub(crate) fn new(document: &'d Document, language: Option<&str>) -> Self {
        let language = language.and_then(Language::from_tag);
        Self { document, language, segments: OnceCell::new() }
    }

    /// A paragraph for each block, in reading order. Table cells are blocks too.
    pub(super) fn every_paragraph(&self) -> impl Iterator<Item = Paragraph<'_>> {
        let segments = self.segments.get_or_init(|| Segments::new(self.document, self.language));
        let (mut sentence, mut token) = (0, 0);
        placed::placed(self.document).zip(&segments.leaves).map(move |(placed, end)| {
            let sentences = &segments.sentences[sentence..*end as usize];
            let paragraph = Paragraph { placed, sentences, segments, token };
            sentence = *end as usize;
            token = sentences.last().map_or(token, |last| *last as usize);
            paragraph
        })
    }

    /// Where the second word of a token begins, if it is a contraction of two: `do|n't`.
    pub(super) fn second_word(&self, form: &str) -> Option<usize> {
        words::second_word(form, self.language?)
    }

    /// The paragraphs with words.
    pub(super) fn paragraphs(&self) -> impl Iterator<Item = Paragraph<'_>> {
        self.every_paragraph().filter(|paragraph| !paragraph.is_empty())
    }
}

/// Where sentences and tokens of a document end. White space alone lies between tokens, so ends say
/// it all.
#[derive(Debug, Default)]
struct Segments {
    /// For each block, the number of sentences up to its end.
    leaves: Vec<u32>,
    /// For each sentence, the number of tokens up to its end.
    sentences: Vec<u32>,
    /// For each token, the offset of its end in the text of its block.
    tokens: Vec<u32>,
}

impl Segments {
    fn new(document: &Document, language: Option<&Language>) -> Self {
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
    fn add_tokens(&mut self, text: &str, offset: usize, words: &WordSegmenterBorrowed<'_>) {
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

#[cfg(test)]
mod cases;
#[cfg(test)]
mod tests {
    use scutch_page::BlockKind;
    use scutch_page::document::Part;

    use super::unspaced::MODEL_CHARS;
    use super::*;

    fn leaf(text: &str) -> Document {
        let (kind, text) = (BlockKind::Paragraph, text.to_owned());
        let (marks, editorial) = (Vec::new(), Vec::new());
        let leaf = Leaf { kind, text, marks, editorial, language: None };
        Document { parts: vec![Part::Leaf(leaf)], ..Document::default() }
    }

    /// The tokens of each sentence.
    fn sentences(text: &str) -> Vec<Vec<String>> {
        let document = leaf(text);
        let segmented = Segmented::new(&document, None);
        let sentences =
            segmented.paragraphs().flat_map(|paragraph| paragraph.sentences().collect::<Vec<_>>());
        sentences.map(|s| s.tokens().map(|token| token.form.to_owned()).collect()).collect()
    }

    fn forms(text: &str) -> Vec<String> {
        sentences(text).concat()
    }

    #[test]
    fn words_of_languages_with_and_without_spaces() {
        assert_eq!(forms("The ferry's late..."), ["The", "ferry's", "late", "..."]);
        assert_eq!(forms("3,14 (pi)"), ["3,14", "(", "pi", ")"]);
        assert_eq!(forms("今天天气很好。"), ["今天", "天气", "很好", "。"]);
        assert_eq!(forms("東京へ行く。").len(), 4);
        assert_eq!(forms("วันนี้อากาศดี"), ["วัน", "นี้", "อากาศ", "ดี"]);
    }

    #[test]
    fn a_sign_is_one_token_however_often_it_is_repeated() {
        assert_eq!(forms("a--b !!?? ...  ."), ["a", "--", "b", "!!", "??", "...", "."]);
        let rule = "-".repeat(1_000_000);
        assert_eq!(forms(&rule), [rule.as_str()]);
    }

    #[test]
    fn sentences_end_where_readers_see_it() {
        let cases = [
            ("It rained. We left.", 2),
            ("Dr. Gull met J. R. Tern. They talked.", 2),
            ("下雨了。我们走了。", 2),
            ("No end", 1),
            ("A line\r\nand another\n", 2),
            ("  ", 0),
        ];
        for (text, expected) in cases {
            assert_eq!(sentences(text).len(), expected, "{text}");
        }
    }

    #[test]
    fn tokens_and_spaces_give_the_sentence_back() {
        for text in ["A, b — c (d)!", "a \u{200d}b \u{64e}c", "น้ำ ทะเล", "x  y", "One. \tTwo! 3"]
        {
            let document = leaf(text);
            let segmented = Segmented::new(&document, None);
            let mut back = String::new();
            for sentence in segmented.paragraphs().flat_map(|p| p.sentences().collect::<Vec<_>>()) {
                let begin = back.len();
                for token in sentence.tokens() {
                    assert_eq!(&text[token.start..token.start + token.form.len()], token.form);
                    back.push_str(token.form);
                    back.push_str(if token.space_after { " " } else { "" });
                }
                assert_eq!(back[begin..].trim_end(), sentence.text());
                assert_eq!(sentence.tokens().count(), sentence.len());
            }
            let once = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(back.trim_end(), once);
        }
    }

    #[test]
    fn pages_beyond_the_models_are_segmented_by_dictionaries() {
        let words = ["วันนี้", "อากาศ", "ดี", "ประเทศไทย"];
        let ordinary = words.concat().repeat(100);
        let is_long = |text: &str| is_long(&[text]);
        assert!(!is_long(&ordinary));
        assert!(!is_long(&"a".repeat(4 * MODEL_CHARS)));
        let long = words.concat().repeat(MODEL_CHARS / 20);
        assert!(is_long(&long));
        let found = forms(&long);
        assert_eq!(found.concat(), long);
        assert!(found.len() > 3 * MODEL_CHARS / 20, "{} words", found.len());
        let dictionary = &found[..found.len() / 2];
        assert!(dictionary.iter().any(|word| word == "อากาศ"));
    }

    /// Texts that a segmenter with a loop too many would take minutes for.
    #[test]
    fn long_lines_of_any_kind_take_linear_time() {
        for piece in [
            "1.", ".) ", "字.A", "x.A.", "A. ", "? ", "ก", "កខ", "漢", "か", "a\u{301}", "1 ก",
            "\u{200d}",
        ] {
            let text = piece.repeat(200_000 / piece.len());
            let white = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(white(&forms(&text).concat()), white(&text), "{piece}");
        }
    }
}
