//! Segments documents of any language into paragraphs, sentences and tokens.
//!
//! Languages with tables of rules (`data/conventions.tsv`) are cut as treebanks of Universal
//! Dependencies (<https://universaldependencies.org>) cut them. All others are cut by the rules of
//! Unicode (UAX 29), with dictionaries for Chinese and Japanese and models for Thai, Lao, Khmer
//! and Burmese, which write no spaces between words.
//!
//! A document is segmented when it is first asked for, in time that grows with its text alone.
//! Four bytes are kept of each token.
//!
//! ```
//! use scutch_page::{Document, ExtractConfig, Hints, Limits, Page, extract};
//! use scutch_segment::Segmented;
//!
//! let html = "<h1>Flood</h1><p>The river doesn't rest. Dr. Gull saw it rise again on Tuesday.</p>";
//! let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
//! let document = Document::new(&page, &extract(&page, &ExtractConfig::default()));
//!
//! let segmented = Segmented::new(&document, Some("en"));
//! let paragraph = segmented.paragraphs().last().expect("a paragraph");
//! let sentences: Vec<_> = paragraph.sentences().collect();
//! assert_eq!(sentences.len(), 2);
//! assert_eq!(sentences[0].text(), "The river doesn't rest.");
//! let forms: Vec<&str> = sentences[0].tokens().map(|token| token.form).collect();
//! assert_eq!(forms, ["The", "river", "doesn't", "rest", "."]);
//! ```

#![forbid(unsafe_code)]

mod abbreviations;
mod language;
mod placed;
mod rules;
mod segments;
mod sentences;
mod unspaced;
mod view;
mod words;

use std::cell::OnceCell;

use scutch_page::document::Document;

use language::Language;
pub use placed::Placed;
use segments::Segments;
pub use unspaced::is_long;
pub use view::{Paragraph, Sentence, Token, shown};

/// A document that is segmented when it is first asked for.
#[derive(Debug)]
pub struct Segmented<'d> {
    document: &'d Document,
    /// The rules of its language, if there are any.
    language: Option<&'static Language>,
    segments: OnceCell<Segments>,
}

impl<'d> Segmented<'d> {
    /// A document that is not segmented yet, with the tag of its language (BCP 47) if that is
    /// known.
    pub fn new(document: &'d Document, language: Option<&str>) -> Self {
        let language = language.and_then(Language::from_tag);
        Self { document, language, segments: OnceCell::new() }
    }

    /// A paragraph for each block, in reading order. Table cells are blocks too.
    pub fn every_paragraph(&self) -> impl Iterator<Item = Paragraph<'_>> {
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

    /// The offset in bytes at which the second word of a token begins, if the token is a
    /// contraction of two: `do|n't`.
    pub fn second_word(&self, form: &str) -> Option<usize> {
        words::second_word(form, self.language?)
    }

    /// The paragraphs with words, in reading order.
    pub fn paragraphs(&self) -> impl Iterator<Item = Paragraph<'_>> {
        self.every_paragraph().filter(|paragraph| !paragraph.is_empty())
    }
}

#[cfg(test)]
mod cases;
#[cfg(test)]
mod tests {
    use scutch_page::BlockKind;
    use scutch_page::document::{Leaf, Part};

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
