//! Blocks of an article set into the fragments of a layout.

use anyhow::Result;

use super::article::Block;
use super::layout::{Layout, Slots, escape};
use super::markup::{Span, spans};

/// The block as HTML.
pub(crate) fn block(layout: &Layout, block: &Block) -> Result<String> {
    let text = |html: String| Slots::default().html("text", html);
    match block {
        Block::Paragraph(line) => layout.fill("paragraph", &text(inline(layout, line)?)),
        Block::Heading(line) => layout.fill("heading", &text(inline(layout, line)?)),
        Block::Quote(line) => layout.fill("quote", &text(inline(layout, line)?)),
        Block::PullQuote(line) => layout.fill("pullquote", &text(inline(layout, line)?)),
        Block::Code(code) => layout.fill("code", &text(escape(code))),
        Block::Image { alt, src, caption } => {
            let slots = Slots::default().text("alt", alt).text("src", src).text("text", caption);
            layout.fill("image", &slots)
        }
        Block::List { ordered, items } => {
            let mut html = String::new();
            for item in items {
                html += &layout.fill("item", &text(inline(layout, item)?))?;
            }
            let fragment = if *ordered { "ordered" } else { "list" };
            layout.fill(fragment, &Slots::default().html("items", html))
        }
        Block::Table(rows) => table(layout, rows),
    }
}

fn table(layout: &Layout, rows: &[Vec<String>]) -> Result<String> {
    let mut html = String::new();
    for (number, row) in rows.iter().enumerate() {
        let fragment = if number == 0 { "head_cell" } else { "cell" };
        let cells: Result<String> = row
            .iter()
            .map(|cell| layout.inline(fragment, &Slots::default().text("text", cell)))
            .collect();
        html += &layout.fill("row", &Slots::default().html("cells", cells?))?;
    }
    layout.fill("table", &Slots::default().html("rows", html))
}

fn inline(layout: &Layout, line: &str) -> Result<String> {
    let mut html = String::new();
    for span in spans(line) {
        let slots = Slots::default().text("text", span.text());
        html += &match span {
            Span::Plain(text) => escape(text),
            Span::Stress(_) => layout.inline("em", &slots)?,
            Span::Strong(_) => layout.inline("strong", &slots)?,
            Span::Code(_) => layout.inline("mono", &slots)?,
            Span::Link { path, .. } => layout.inline("link", &slots.text("href", path))?,
        };
    }
    Ok(html)
}
