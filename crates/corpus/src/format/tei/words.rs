//! Annotated text: sentences, words with their tags, names. Marks of the page nest with them: at names and sentences they
//! are cut, at words that they cover in part they move, and within a word they stay.

use std::cmp::Reverse;
use std::ops::Range;

use scutch_page::document::{Leaf, Mark, Marked};

use super::body::Writer;
use super::editorial::{is_whole, stays_in_words};
use super::schema::El;
use crate::format::annotations::{Sentence, Token};

/// What an element around tokens is written for.
#[derive(Debug, Clone, Copy)]
enum Around<'a> {
    Mark(&'a Mark),
    Name(&'a str),
}

/// An element around tokens: bytes of the text, from one token or space to another.
#[derive(Debug, Clone)]
struct Span<'a> {
    range: Range<usize>,
    around: Around<'a>,
}

/// The marks of a leaf in the order of their starts, so that none of a long text need be looked at for each token.
struct Marks<'a>(Vec<&'a Marked>);

impl<'a> Marks<'a> {
    /// The marks of a leaf.
    fn of_leaf(leaf: &'a Leaf) -> Self {
        let mut marks: Vec<&Marked> = leaf.marks.iter().collect();
        // Stable: outer ones stay before inner ones. A picture in space that a mark leaves out may stand behind it.
        marks.sort_by_key(|marked| marked.start);
        Self(marks)
    }

    /// Those that start in a range.
    fn starting(&self, range: &Range<usize>) -> &[&'a Marked] {
        let before = |at| self.0.partition_point(|marked| (marked.start as usize) < at);
        &self.0[before(range.start)..before(range.end)]
    }

    /// Those without text in a range.
    fn points(&self, range: &Range<usize>) -> impl Iterator<Item = &'a Marked> {
        self.starting(range).iter().copied().filter(|marked| marked.start == marked.end)
    }
}

impl Writer<'_, '_> {
    /// Writes the annotated sentences of a leaf.
    pub(super) fn sentences(&mut self, leaf: &Leaf, sentences: &[Sentence]) {
        let marks = Marks::of_leaf(leaf);
        // Marks that began in an earlier sentence and have not ended: a link can span sentences.
        let mut reaching: Vec<&Marked> = Vec::new();
        let mut at = 0;
        for sentence in sentences {
            self.between(leaf, &marks, at..sentence.start);
            reaching.extend(marks.starting(&(at..sentence.end)));
            reaching.retain(|marked| marked.end as usize > sentence.start);
            self.xml.open(El::S);
            self.sentence(leaf, sentence, &marks, &spans(&reaching, sentence));
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
        spans: &[Span<'_>],
    ) {
        let mut spans = spans.iter().peekable();
        let mut open: Vec<&Span<'_>> = Vec::new();
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
                if open.last().is_some_and(|span| span.is_code()) {
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

impl Span<'_> {
    /// Whether the range is source code, whose spaces count.
    fn is_code(&self) -> bool {
        matches!(self.around, Around::Mark(mark) if mark.is_verbatim())
    }
}

/// Whether something covers a part of a token and nothing else.
fn is_within(range: &Range<usize>, token: &Token) -> bool {
    let token = token.start..token.end;
    !range.is_empty() && range.start >= token.start && range.end <= token.end && *range != token
}

/// Marks and names of a sentence, outer before inner; `marks` are those that may reach into it.
fn spans<'a>(marks: &[&'a Marked], sentence: &'a Sentence) -> Vec<Span<'a>> {
    let names = sentence.names.iter().map(|name| {
        let range = sentence.tokens[name.first].start..sentence.tokens[name.end - 1].end;
        Span { range, around: Around::Name(&name.kind) }
    });
    let names: Vec<Span<'_>> = names.collect();
    let mut spans = Vec::new();
    for marked in marks {
        let Some(mut range) =
            moved(marked.start as usize..marked.end as usize, &marked.mark, sentence)
        else {
            continue;
        };
        let around = Around::Mark(&marked.mark);
        // Names are disjoint, and only those at both ends of a mark can cross it.
        let first = names.partition_point(|name| name.range.end <= range.start);
        let behind = names.partition_point(|name| name.range.start < range.end);
        let near = names.get(first..behind).unwrap_or_default();
        let is_cut = range != (marked.start as usize..marked.end as usize)
            || near.iter().any(|name| crossing(&range, &name.range).is_some());
        if is_cut && is_whole(&marked.mark) {
            continue;
        }
        for name in near {
            if let Some(cut) = crossing(&range, &name.range) {
                spans.push(Span { range: range.start..cut, around });
                range.start = cut;
            }
        }
        spans.push(Span { range, around });
    }
    spans.extend(names);
    // Longer ones first at equal starts, so that outer elements open before inner ones.
    spans.sort_by_key(|span| (span.range.start, Reverse(span.range.end)));
    // Code and formulas hold text alone.
    let mut code_end = 0;
    spans.retain(|span| {
        let keep = span.range.start >= code_end;
        if keep && span.is_code() {
            code_end = span.range.end;
        }
        keep
    });
    spans
}

/// Where a mark is cut that covers a part of a name and more.
fn crossing(mark: &Range<usize>, name: &Range<usize>) -> Option<usize> {
    if mark.start < name.start && name.start < mark.end && mark.end < name.end {
        Some(name.start)
    } else if name.start < mark.start && mark.start < name.end && name.end < mark.end {
        Some(name.end)
    } else {
        None
    }
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
