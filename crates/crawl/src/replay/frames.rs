//! The frames of a page, joined to one page: what readers saw beside each other.

use scutch_archive::Limits;
use scutch_fetch::Exchange;
use scutch_page::{Hints, charset};

/// One page of a frameset and its frames, in order.
pub(crate) fn joined<'a>(
    frameset: &Exchange,
    frames: impl Iterator<Item = &'a Exchange>,
) -> Vec<u8> {
    let page = text(frameset);
    let title = between(&page, "<title", "</title").unwrap_or_default();
    let mut out = format!(
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>{}</title></head><body>\n",
        title.trim()
    );
    for frame in frames {
        let page = text(frame);
        let body = between(&page, "<body", "</body").unwrap_or(&page);
        out.extend(["<div>\n", body.trim(), "\n</div>\n"]);
    }
    out.push_str("</body></html>\n");
    out.into_bytes()
}

/// The page as text, by what the archive says of its charset and by its own marks.
fn text(hop: &Exchange) -> String {
    let Some(answer) = hop.answer() else { return String::new() };
    let original = ["X-Archive-Orig-Content-Type", "Content-Type"];
    let content_type = original.iter().find_map(|name| answer.headers.get(name));
    let hints = Hints { http_content_type: content_type, url: Some(&hop.uri), ..Hints::default() };
    charset::decode(&answer.payload(&Limits::default()).content, &hints).text.into_owned()
}

/// What stands between a tag and the one that ends it.
fn between<'a>(html: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let lower = html.to_ascii_lowercase();
    let tag = lower.find(open)?;
    let start = tag + lower[tag..].find('>')? + 1;
    let end = lower[start..].find(close).map_or(html.len(), |at| start + at);
    html.get(start..end)
}
