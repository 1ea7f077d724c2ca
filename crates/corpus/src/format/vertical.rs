//! Vertical text for `encodevert` of NoSketch Engine: one token per line, structures as tags.
//!
//! `<g/>` joins two tokens without a space. Annotations are further columns (lemma, UPOS, XPOS,
//! FEATS);
//! named entities are structures.

use scutch_page::{BlockKind, render};

use super::annotations;
use crate::format::article::{Article, Invalid};
use crate::segment::{Placed, Sentence};

/// The structures and tokens of a document.
pub(super) fn vertical(article: &Article<'_>) -> Result<String, Invalid> {
    // Tags and line breaks about double the text, so one allocation holds most documents.
    let mut out = String::with_capacity(article.row.text.len() * 2);
    open_doc(&mut out, article);
    let tagged = article.tagged.iter().flat_map(|tagged| &tagged.leaves);
    let mut tagged = tagged.flatten();
    for paragraph in article.segmented.paragraphs() {
        open_paragraph(&mut out, &paragraph.placed);
        for sentence in paragraph.sentences() {
            out.push_str("<s>\n");
            tokens(&mut out, &sentence, tagged.next());
            out.push_str("</s>\n");
        }
        out.push_str("</p>\n");
    }
    out.push_str("</doc>\n");
    Ok(out)
}

/// Opens the structure of the document.
fn open_doc(out: &mut String, article: &Article<'_>) {
    let row = article.row;
    out.push_str("<doc");
    // A year of its own, because corpus queries group by it.
    let year = row.date_published.as_deref().and_then(|date| date.get(..4));
    // An attribute has one value, so the names of several authors are joined.
    let authors = row.authors.join("; ");
    let host = scutch_url::host(&row.url).unwrap_or_default();
    let attributes = [
        ("id", row.id.as_str()),
        ("url", &row.url),
        ("host", &host),
        ("title", row.title.as_deref().unwrap_or_default()),
        ("author", &authors),
        ("date", row.date_published.as_deref().unwrap_or_default()),
        ("year", year.unwrap_or_default()),
        ("section", row.section.as_deref().unwrap_or_default()),
        ("lang", row.language.as_deref().unwrap_or_default()),
    ];
    for (name, value) in attributes {
        out.push_str(&format!(" {name}=\""));
        escape(out, value);
        out.push('"');
    }
    out.push_str(">\n");
}

/// Opens the structure of a paragraph: what it is, and what sets it off from the text.
fn open_paragraph(out: &mut String, placed: &Placed<'_>) {
    out.push_str(&format!("<p type=\"{}\"", kind(placed.leaf.kind)));
    if let Some(within) = placed.within {
        out.push_str(&format!(" in=\"{within}\""));
    }
    out.push_str(if placed.is_comment { " part=\"comment\">\n" } else { ">\n" });
}

/// Writes the tokens of a sentence.
fn tokens(out: &mut String, sentence: &Sentence<'_>, tagged: Option<&annotations::Sentence>) {
    // Names come from the tagger only. Documents without annotations have none.
    let names = tagged.map_or(&[][..], |tagged| &tagged.names);
    let mut glued = false;
    for (at, token) in sentence.tokens().enumerate() {
        out.push_str(if glued { "<g/>\n" } else { "" });
        if let Some(name) = names.iter().find(|name| name.first == at) {
            out.push_str("<name type=\"");
            escape(out, &name.kind);
            out.push_str("\">\n");
        }
        escape(out, token.form);
        if let Some(tags) = tagged.and_then(|tagged| tagged.tokens.get(at)) {
            for value in [&tags.lemma, &tags.upos, &tags.xpos, &tags.feats] {
                out.push('\t');
                escape(out, value);
            }
        }
        out.push('\n');
        out.push_str(if names.iter().any(|name| name.end == at + 1) { "</name>\n" } else { "" });
        // `<g/>` belongs before the next token, so it is written one round later.
        glued = !token.space_after;
    }
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
