//! Segments documents of any language into paragraphs, sentences and tokens.
//!
//! By the rules of Unicode (UAX 29), with dictionaries for Chinese and Japanese and models for Thai,
//! Lao, Khmer and Burmese, which write no spaces between words.

use std::borrow::Cow;
use std::sync::LazyLock;

use icu_segmenter::options::{SentenceBreakInvariantOptions, WordBreakInvariantOptions};
use icu_segmenter::{
    SentenceSegmenter, SentenceSegmenterBorrowed, WordSegmenter, WordSegmenterBorrowed,
};
use scutch_page::BlockKind;
use scutch_page::document::{Document, Leaf, Part};

/// A block of text.
pub(super) struct Paragraph<'d> {
    pub(super) kind: BlockKind,
    pub(super) sentences: Vec<Sentence<'d>>,
}

/// A sentence. The only white space in its text are single spaces between tokens.
pub(super) struct Sentence<'d> {
    pub(super) text: Cow<'d, str>,
    pub(super) tokens: Vec<Token<'d>>,
}

/// A word, a number or a punctuation mark.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Token<'d> {
    pub(super) form: &'d str,
    /// Whether white space follows, or the sentence ends.
    pub(super) space_after: bool,
}

/// Loaded once: the dictionaries take some milliseconds.
static WORDS: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_auto(WordBreakInvariantOptions::default()));
/// Loaded once, as above.
static SENTENCES: LazyLock<SentenceSegmenterBorrowed<'static>> =
    LazyLock::new(|| SentenceSegmenter::new(SentenceBreakInvariantOptions::default()));

/// The blocks with text, in reading order. Table cells are blocks too.
pub(super) fn paragraphs(document: &Document) -> impl Iterator<Item = Paragraph<'_>> {
    leaves(document).filter_map(paragraph)
}

/// A block, if it has words.
pub(super) fn paragraph(leaf: &Leaf) -> Option<Paragraph<'_>> {
    // Line by line: the author broke the line here, so no sentence continues behind it.
    let sentences: Vec<Sentence<'_>> = leaf.text.lines().flat_map(sentences).collect();
    (!sentences.is_empty()).then_some(Paragraph { kind: leaf.kind, sentences })
}

/// All blocks, in reading order.
pub(super) fn leaves(document: &Document) -> impl Iterator<Item = &Leaf> {
    document.parts.iter().chain(&document.comments).flat_map(
        |part| -> Box<dyn Iterator<Item = &Leaf>> {
            match part {
                Part::Leaf(leaf) => Box::new(std::iter::once(leaf)),
                Part::Table(rows) => Box::new(rows.iter().flatten().flat_map(|cell| &cell.leaves)),
                Part::Open(_) | Part::Close(_) => Box::new(std::iter::empty()),
            }
        },
    )
}

/// The sentences of a line. UAX 29 breaks at every full stop before a capital letter. Breaks after
/// abbreviations and initials are undone.
fn sentences(line: &str) -> Vec<Sentence<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    for end in SENTENCES.segment_str(line).filter(|end| *end > 0) {
        // At the end of a line a sentence ends in any case.
        if end < line.len() && is_abbreviated(&line[start..end]) {
            continue;
        }
        let text = line[start..end].trim();
        start = end;
        let tokens = tokens(text);
        if !tokens.is_empty() {
            found.push(Sentence { text: spaced(text), tokens });
        }
    }
    found
}

/// Normalises white space: source code has tabs and several spaces in a row.
fn spaced(text: &str) -> Cow<'_, str> {
    // Most sentences need no change. They are borrowed, and nothing is copied.
    if text.contains("  ") || text.contains(|c: char| c != ' ' && c.is_whitespace()) {
        Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(text)
    }
}

/// Abbreviations before names and numbers in several European languages. After others, as `etc.`, a
/// sentence may end.
const ABBREVIATIONS: &[&str] = &[
    "Abb", "Bd", "Dr", "Fr", "Hr", "Jr", "Mag", "Mme", "Mr", "Mrs", "Ms", "Mt", "No", "Nr", "Prof",
    "Rev", "Sr", "Sra", "St", "Str", "bzw", "ca", "cf", "dr", "dra", "ill", "ld", "nr", "pl",
    "prof", "sr", "ul", "vgl", "vs",
];

/// Whether a sentence ends in an abbreviation or an initial, so that it goes on.
fn is_abbreviated(sentence: &str) -> bool {
    // Only full stops are ambiguous: `?` and `!` end a sentence after any word.
    let Some(before) = sentence.trim_end().strip_suffix('.') else { return false };
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let mut letters = word.rsplit('.').next().unwrap_or_default().chars();
    // A single capital letter: `J. R. Tern` is one name.
    let initial = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    initial || ABBREVIATIONS.contains(&word)
}

/// The tokens of a sentence.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut start = 0;
    let mut begin = 0;
    // The mark that the last token consists of.
    let mut repeated = None;
    for end in WORDS.segment_str(text).filter(|end| *end > 0) {
        // The segmenter returns a space and a combining mark after it as one piece.
        let piece = text[start..end].trim();
        let lead = text[start..end].find(piece).unwrap_or_default();
        if (lead > 0 || piece.is_empty())
            && let Some(last) = tokens.last_mut()
        {
            last.space_after = true;
        }
        start += lead;
        // A space between two equal marks separates them: `. .` stays two tokens.
        let goes_on = |last: &&mut Token<'_>| !last.space_after && is_again(repeated, piece);
        if let Some(last) = tokens.last_mut().filter(goes_on) {
            last.form = &text[begin..start + piece.len()];
        } else if !piece.is_empty() {
            begin = start;
            repeated = only_sign(piece);
            tokens.push(Token { form: piece, space_after: false });
        }
        if start + piece.len() < end
            && let Some(last) = tokens.last_mut()
        {
            last.space_after = true;
        }
        start = end;
    }
    if let Some(last) = tokens.last_mut() {
        last.space_after = true;
    }
    tokens
}

/// Whether a piece continues the token before it. Repeated marks such as `...`, `!!!` and `--` are one
/// token.
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

/// Replaces U+FFFD (undecodable bytes) by a question mark: validators of CoNLL-U reject it.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    if text.contains('\u{fffd}') {
        Cow::Owned(text.replace('\u{fffd}', "?"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|token| token.form).collect()
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
            ("  ", 0),
        ];
        for (text, expected) in cases {
            assert_eq!(sentences(text).len(), expected, "{text}");
        }
    }

    #[test]
    fn tokens_and_spaces_give_the_sentence_back() {
        for text in ["A, b — c (d)!", "a \u{200d}b \u{64e}c", "น้ำ ทะเล", "x  y"] {
            let mut back = String::new();
            for token in tokens(text) {
                back.push_str(token.form);
                back.push_str(if token.space_after { " " } else { "" });
            }
            let once = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(back.trim_end(), once);
        }
    }
}
