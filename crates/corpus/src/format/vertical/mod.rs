//! Vertical text for `encodevert` of NoSketch Engine: one token per line, structures as tags.
//!
//! `<g/>` joins two tokens without a space. Annotations are further columns (lemma, UPOS, XPOS,
//! FEATS); named entities and emphasis are structures.

mod registry;
mod structures;

use scutch_page::{BlockKind, render};
use scutch_segment::{Placed, Sentence};

pub use self::registry::registry;
use self::structures::{ANNOTATIONS, DOC, GLUE, HI, NAME, PARAGRAPH, SENTENCE, Structure};
use super::annotations;
use super::emphasis::{self, Emphasis};
use super::marks::{Span, nested};
use crate::format::article::{Article, Invalid};

/// A structure within a sentence.
#[derive(Debug, Clone, Copy)]
enum Inner<'a> {
    Hi(Emphasis),
    Name(&'a str),
}

/// The structures and tokens of a document.
pub(super) fn vertical(article: &Article<'_>) -> Result<String, Invalid> {
    // Tags and line breaks about double the text, so one allocation holds most documents.
    let mut out = String::with_capacity(article.row.text.len() * 2);
    open_doc(&mut out, article);
    let tagged = article.tagged.iter().flat_map(|tagged| &tagged.leaves);
    let mut tagged = tagged.flatten();
    for paragraph in article.segmented.paragraphs() {
        open_paragraph(&mut out, &paragraph.placed);
        let marks = emphasis::marks(paragraph.placed.leaf);
        let mut marks = marks.reaching();
        for sentence in paragraph.sentences() {
            open(&mut out, &SENTENCE, []);
            let emphasis = emphasis::of_tokens(&mut marks, &sentence);
            tokens(&mut out, &sentence, tagged.next(), &emphasis);
            close(&mut out, SENTENCE.name);
        }
        close(&mut out, PARAGRAPH.name);
    }
    close(&mut out, DOC.name);
    Ok(out)
}

/// Opens a structure with the attributes that have a value.
fn open<const N: usize>(out: &mut String, structure: &Structure<N>, values: [Option<&str>; N]) {
    out.push('<');
    out.push_str(structure.name);
    for (attribute, value) in structure.attributes.iter().zip(values) {
        let Some(value) = value else { continue };
        out.push(' ');
        out.push_str(attribute.name);
        out.push_str("=\"");
        escape(out, value);
        out.push('"');
    }
    out.push_str(">\n");
}

/// Closes a structure.
fn close(out: &mut String, name: &str) {
    out.push_str("</");
    out.push_str(name);
    out.push_str(">\n");
}

/// Writes a structure without tokens.
fn empty(out: &mut String, name: &str) {
    out.push('<');
    out.push_str(name);
    out.push_str("/>\n");
}

/// Opens the structure of the document.
fn open_doc(out: &mut String, article: &Article<'_>) {
    let row = article.row;
    // A year of its own, because corpus queries group by it.
    let year = row.date_published.as_deref().and_then(|date| date.get(..4));
    // An attribute has one value, so the names of several authors are joined.
    let authors = row.authors.join("; ");
    let host = scutch_url::host(&row.url).unwrap_or_default();
    let values = [
        row.id.as_str(),
        &row.url,
        &host,
        row.title.as_deref().unwrap_or_default(),
        &authors,
        row.date_published.as_deref().unwrap_or_default(),
        year.unwrap_or_default(),
        row.section.as_deref().unwrap_or_default(),
        row.language.as_deref().unwrap_or_default(),
    ];
    open(out, &DOC, values.map(Some));
}

/// Opens the structure of a paragraph: what it is, and what sets it off from the text.
fn open_paragraph(out: &mut String, placed: &Placed<'_>) {
    let part = placed.is_comment.then_some("comment");
    open(out, &PARAGRAPH, [Some(kind(placed.leaf.kind)), placed.within, part]);
}

/// Writes the tokens of a sentence.
fn tokens(
    out: &mut String,
    sentence: &Sentence<'_>,
    tagged: Option<&annotations::Sentence>,
    emphasis: &[Emphasis],
) {
    let spans = spans(tagged, emphasis);
    let mut spans = spans.iter().peekable();
    let mut opened: Vec<&Span<Inner<'_>>> = Vec::new();
    let mut glued = false;
    for (at, token) in sentence.tokens().enumerate() {
        if glued {
            empty(out, GLUE.name);
        }
        while let Some(span) = spans.next_if(|span| span.range.start == at) {
            match span.around {
                Inner::Hi(emphasis) => open(out, &HI, [Some(&emphasis.value())]),
                Inner::Name(kind) => open(out, &NAME, [Some(kind)]),
            }
            opened.push(span);
        }
        escape(out, token.form);
        if let Some(tags) = tagged.and_then(|tagged| tagged.tokens.get(at)) {
            let values: [&String; ANNOTATIONS.len()] =
                [&tags.lemma, &tags.upos, &tags.xpos, &tags.feats];
            for value in values {
                out.push('\t');
                escape(out, value);
            }
        }
        out.push('\n');
        while let Some(span) = opened.pop_if(|span| span.range.end == at + 1) {
            close(out, span.around.name());
        }
        // `<g/>` belongs before the next token, so it is written one round later.
        glued = !token.space_after;
    }
}

impl Inner<'_> {
    /// The name of the structure.
    fn name(&self) -> &'static str {
        match self {
            Inner::Hi(_) => HI.name,
            Inner::Name(_) => NAME.name,
        }
    }
}

/// The structures within a sentence, outer before inner, as ranges of token numbers.
fn spans<'a>(
    tagged: Option<&'a annotations::Sentence>,
    emphasis: &[Emphasis],
) -> Vec<Span<Inner<'a>>> {
    // Names come from the tagger only. Documents without annotations have none.
    let names = tagged.into_iter().flat_map(|tagged| &tagged.names);
    let names = names.map(|name| {
        let around = Inner::Name(name.kind.as_str());
        Span { range: name.first..name.end, around }
    });
    let marks = emphasis::runs(emphasis)
        .map(|Span { range, around }| Span { range, around: Inner::Hi(around) });
    nested(marks, &names.collect::<Vec<_>>())
}

/// The value of the attribute `type` of a paragraph.
pub(super) fn kind(kind: BlockKind) -> &'static str {
    match kind {
        BlockKind::Heading(_) => "head",
        BlockKind::ListItem => "item",
        kind => kind.name(),
    }
}

/// Escapes a value. A line break would end the token, so control characters become spaces.
fn escape(out: &mut String, text: &str) {
    render::escape(out, &text.replace(char::is_control, " "), render::IN_QUOTES);
}
