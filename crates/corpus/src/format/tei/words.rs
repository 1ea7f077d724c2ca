//! Annotated text: sentences, words with their tags, names. Marks of the page nest with them: at names and sentences they
//! are cut, at words that they cover in part they move, and within a word they stay.

use std::ops::Range;

use scutch_page::document::{Leaf, Mark, Marked};

use super::body::Writer;
use super::editorial::{is_whole, stays_in_words};
use super::schema::El;
use crate::format::annotations::{Sentence, Token};
use crate::format::marks::{Marks, Span, crosses, nested};

/// What an element around tokens is written for.
#[derive(Debug, Clone, Copy)]
enum Around<'a> {
    Mark(&'a Mark),
    Name(&'a str),
}

impl Writer<'_, '_> {
    /// Writes the annotated sentences of a leaf.
    pub(super) fn sentences(&mut self, leaf: &Leaf, sentences: &[Sentence]) {
        let marks = Marks::of_leaf(leaf);
        let mut reaching = marks.reaching();
        let mut at = 0;
        for sentence in sentences {
            self.between(leaf, &marks, at..sentence.start);
            let reaching = reaching.in_sentence(&(sentence.start..sentence.end));
            self.xml.open(El::S);
            self.sentence(leaf, sentence, &marks, &spans(reaching, sentence));
            self.xml.close();
            at = sentence.end;
        }
        self.between(leaf, &marks, at..leaf.text.len());
        // Pictures behind the last word lie in no range above.
        self.points(&marks, &(leaf.text.len()..leaf.text.len() + 1));
    }

    /// White space, and pictures in their places in it.
    fn between(&mut self, leaf: &Leaf, marks: &Marks<'_>, range: Range<usize>) {
        let mut at = range.start;
        for marked in marks.points(&range) {
            self.text(&leaf.text[at..marked.start as usize]);
            self.point(&marked.mark);
            at = marked.start as usize;
        }
        self.text(&leaf.text[at..range.end]);
    }

    fn points(&mut self, marks: &Marks<'_>, range: &Range<usize>) {
        for marked in marks.points(range) {
            self.point(&marked.mark);
        }
    }

    /// Writes a sentence with its words and names.
    fn sentence(
        &mut self,
        leaf: &Leaf,
        sentence: &Sentence,
        marks: &Marks<'_>,
        spans: &[Span<Around<'_>>],
    ) {
        let mut spans = spans.iter().peekable();
        let mut open: Vec<&Span<Around<'_>>> = Vec::new();
        let mut at = sentence.start;
        for token in &sentence.tokens {
            // The space before a token, then the token.
            for range in [at..token.start, token.start..token.end] {
                while let Some(span) = open.pop_if(|span| span.range.end <= range.start) {
                    self.end_around(span.around);
                }
                if range.is_empty() {
                    continue;
                }
                while let Some(span) = spans.next_if(|span| span.range.start <= range.start) {
                    self.around(span.around);
                    open.push(span);
                }
                if open.last().is_some_and(|span| span.around.is_code()) {
                    self.xml.text(&leaf.text[range]);
                    continue;
                }
                if range.end == token.end {
                    self.points(marks, &range);
                    self.word(leaf, marks, token);
                } else {
                    self.between(leaf, marks, range);
                }
            }
            at = token.end;
        }
        open.iter().rev().for_each(|span| self.end_around(span.around));
    }

    /// Writes what surrounds the words: spaces and marks that open or close.
    fn around(&mut self, around: Around<'_>) {
        match around {
            Around::Mark(mark) => self.mark(mark),
            Around::Name(kind) => {
                self.xml.open(El::Name);
                self.xml.attribute("type", kind);
            }
        }
    }

    fn end_around(&mut self, around: Around<'_>) {
        match around {
            Around::Mark(mark) => self.end_mark(mark),
            Around::Name(_) => self.xml.close(),
        }
    }

    /// Writes a word with its annotations.
    fn word(&mut self, leaf: &Leaf, marks: &Marks<'_>, token: &Token) {
        let text = &leaf.text[token.start..token.end];
        let is_sign = token.upos == "_" && !text.contains(char::is_alphanumeric);
        let annotated_value =
            |value: &str| if value == "_" { String::new() } else { value.to_owned() };
        if is_sign || token.upos == "PUNCT" {
            self.xml.open(El::Pc);
        } else {
            self.xml.open(El::W);
            // `_` means no value in CoNLL-U, except where the word itself is an underscore.
            let lemma =
                if text == "_" { token.lemma.clone() } else { annotated_value(&token.lemma) };
            self.xml.attribute("lemma", &lemma);
        }
        self.xml.attribute("pos", &annotated_value(&token.upos));
        let xpos = annotated_value(&token.xpos);
        // TEI has one attribute for both, so the tag of the treebank becomes a feature.
        let xpos = if xpos.is_empty() { xpos } else { format!("XPOS={xpos}") };
        let known =
            [xpos, annotated_value(&token.feats)].into_iter().filter(|value| !value.is_empty());
        self.xml.attribute("msd", &known.collect::<Vec<_>>().join("|"));
        self.marks_in_word(leaf, marks, token);
        self.xml.close();
    }

    /// The text of a token, with what is set off within it.
    fn marks_in_word(&mut self, leaf: &Leaf, marks: &Marks<'_>, token: &Token) {
        let mut at = token.start;
        let mut open: Vec<usize> = Vec::new();
        let inner = marks.starting(&(token.start..token.end)).iter().filter(|m| {
            let range = m.start as usize..m.end as usize;
            is_within(&range, token) && stays_in_words(&m.mark)
        });
        for marked in inner {
            while let Some(end) = open.pop_if(|end| *end <= marked.start as usize) {
                self.xml.text(&leaf.text[at..end]);
                self.xml.close();
                at = end;
            }
            self.xml.text(&leaf.text[at..marked.start as usize]);
            at = marked.start as usize;
            self.mark(&marked.mark);
            // Marks of bad markup may cross.
            let outer = open.last().copied().unwrap_or(token.end);
            open.push(outer.min(marked.end as usize));
        }
        while let Some(end) = open.pop() {
            self.xml.text(&leaf.text[at..end]);
            self.xml.close();
            at = end;
        }
        self.xml.text(&leaf.text[at..token.end]);
    }
}

impl Around<'_> {
    /// Whether it is source code, whose spaces count.
    fn is_code(&self) -> bool {
        matches!(self, Around::Mark(mark) if mark.is_verbatim())
    }
}

/// Whether something covers a part of a token and nothing else.
fn is_within(range: &Range<usize>, token: &Token) -> bool {
    let token = token.start..token.end;
    !range.is_empty() && range.start >= token.start && range.end <= token.end && *range != token
}

/// Marks and names of a sentence, outer before inner; `marks` are those that may reach into it.
fn spans<'a>(marks: &[&'a Marked], sentence: &'a Sentence) -> Vec<Span<Around<'a>>> {
    let names = sentence.names.iter().map(|name| {
        let range = sentence.tokens[name.first].start..sentence.tokens[name.end - 1].end;
        Span { range, around: Around::Name(&name.kind) }
    });
    let names: Vec<Span<Around<'_>>> = names.collect();
    let marks = marks.iter().filter_map(|marked| {
        let own = marked.start as usize..marked.end as usize;
        let range = moved(own.clone(), &marked.mark, sentence)?;
        let stays = !is_whole(&marked.mark) || (range == own && !crosses(&range, &names));
        stays.then_some(Span { range, around: Around::Mark(&marked.mark) })
    });
    let mut spans = nested(marks, &names);
    // Code and formulas hold text alone.
    let mut code_end = 0;
    spans.retain(|span| {
        let keep = span.range.start >= code_end;
        if keep && span.around.is_code() {
            code_end = span.range.end;
        }
        keep
    });
    spans
}

/// The part of a mark in a sentence, with whole tokens; none where it has none, or stays in a word.
fn moved(mark: Range<usize>, kind: &Mark, sentence: &Sentence) -> Option<Range<usize>> {
    let behind = sentence.tokens.partition_point(|token| token.start <= mark.start);
    let token = sentence.tokens[..behind].last();
    if let Some(token) = token.filter(|token| is_within(&mark, token)) {
        return (!stays_in_words(kind)).then_some(token.start..token.end);
    }
    let start = back(mark.start.max(sentence.start), sentence);
    let end = back(mark.end.min(sentence.end), sentence);
    (start < end).then_some(start..end)
}

/// The last start or end of a token that is not behind `at`.
fn back(at: usize, sentence: &Sentence) -> usize {
    let behind = sentence.tokens.partition_point(|token| token.start <= at);
    match sentence.tokens[..behind].last() {
        Some(token) if at < token.end => token.start,
        Some(token) => token.end,
        None => sentence.start,
    }
}
