//! Formats for reading: Markdown, plain text, HTML.

use scutch_page::{render, runs};

use crate::format::article::{Article, Invalid};

/// Markdown with metadata as YAML front matter.
pub(super) fn markdown(article: &Article<'_>) -> Result<String, Invalid> {
    let row = article.row;
    let mut out = String::from("---\n");
    let texts = [
        ("id", Some(&row.id)),
        ("url", Some(&row.url)),
        ("title", row.title.as_ref()),
        ("date", row.date_published.as_ref()),
        ("modified", row.date_modified.as_ref()),
        ("captured", row.warc_date.as_ref()),
        ("language", row.language.as_ref()),
        ("site", row.site.as_ref()),
        ("section", row.section.as_ref()),
        ("licence", row.licence.as_ref()),
    ];
    for (name, value) in texts {
        if let Some(value) = value {
            out.push_str(&format!("{name}: {}\n", quoted(value)));
        }
    }
    for (name, values) in [("authors", &row.authors), ("keywords", &row.keywords)] {
        if !values.is_empty() {
            let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
            out.push_str(&format!("{name}: [{}]\n", values.join(", ")));
        }
    }
    out.push_str("---\n\n");
    // Exactly one line break at the end, whatever the last block is.
    out.push_str(render::markdown(article.document).trim_end_matches('\n'));
    out.push('\n');
    Ok(out)
}

/// A quoted string. JSON strings are valid YAML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The column `text`.
pub(super) fn text(article: &Article<'_>) -> Result<String, Invalid> {
    Ok(format!("{}\n", article.row.text))
}

/// A complete HTML page with its metadata.
pub(super) fn html(article: &Article<'_>) -> Result<String, Invalid> {
    let row = article.row;
    let language = article.language().map(|tag| format!(" lang=\"{tag}\"")).unwrap_or_default();
    let mut out = format!("<!doctype html>\n<html{language}>\n<head>\n<meta charset=\"utf-8\">\n");
    // HTML requires a title with text (the `title` element), so the URL stands in.
    let title = row.title.as_deref().unwrap_or(&row.url);
    out.push_str(&format!("<title>{}</title>\n", escaped(title)));
    // Search engines then attribute the copy to the original.
    let canonical = row.canonical_url.as_deref().unwrap_or(&row.url);
    // Archives also hold captures of addresses that run something.
    if !runs(canonical) {
        out.push_str(&format!("<link rel=\"canonical\" href=\"{}\">\n", escaped(canonical)));
    }
    let metas = [
        ("dcterms.identifier", Some(&row.id)),
        ("dcterms.source", Some(&row.url)),
        ("dcterms.issued", row.date_published.as_ref()),
        ("dcterms.modified", row.date_modified.as_ref()),
    ];
    let metas = metas.into_iter().filter_map(|(name, value)| Some((name, value?)));
    for (name, value) in metas.chain(row.authors.iter().map(|author| ("author", author))) {
        out.push_str(&format!("<meta name=\"{name}\" content=\"{}\">\n", escaped(value)));
    }
    out.push_str("</head>\n<body>\n");
    out.push_str(&render::html(article.document));
    out.push_str("</body>\n</html>\n");
    Ok(out)
}

/// Text for HTML, also within quotes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    render::escape(&mut out, text, render::IN_QUOTES);
    out
}
