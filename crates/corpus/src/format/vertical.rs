//! Vertical text as NoSketch Engine's `encodevert` reads it: a token on each line, structures as tags
//! on lines of their own, `g` where no space stands between two tokens.

use scutch_page::BlockKind;

use super::segment::paragraphs;
use super::{Article, Invalid};

pub(super) fn vertical(article: &Article<'_>) -> Result<String, Invalid> {
    let row = article.row;
    let mut out = String::with_capacity(row.text.len() * 2);
    out.push_str("<doc");
    let year = row.date_published.as_deref().and_then(|date| date.get(..4));
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
        escape(&mut out, value);
        out.push('"');
    }
    out.push_str(">\n");
    for paragraph in paragraphs(article.document) {
        out.push_str(&format!("<p type=\"{}\">\n", kind(paragraph.kind)));
        for sentence in &paragraph.sentences {
            out.push_str("<s>\n");
            let mut glued = false;
            for token in &sentence.tokens {
                out.push_str(if glued { "<g/>\n" } else { "" });
                escape(&mut out, token.form);
                out.push('\n');
                glued = !token.space_after;
            }
            out.push_str("</s>\n");
        }
        out.push_str("</p>\n");
    }
    out.push_str("</doc>\n");
    Ok(out)
}

/// Values of an attribute are words.
fn kind(kind: BlockKind) -> &'static str {
    match kind {
        BlockKind::Heading(_) => "head",
        BlockKind::ListItem => "item",
        kind => kind.name(),
    }
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
}
