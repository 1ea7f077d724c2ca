//! Extracted pages as text, Markdown, HTML, and as an explanation.

mod commonmark;
mod explain;
mod html;
mod markdown;

pub use explain::explain;
pub use html::html;
pub use markdown::markdown;

use crate::block::{Block, BlockKind};
use crate::{Extraction, Page};

/// What stands between the cells of a table row in plain text.
const CELLS: &str = " | ";

/// The content as plain text: one paragraph, heading, item or table row per line.
///
/// White space is normalised and the text composed (NFC); there are no empty lines and no control
/// characters but line breaks.
pub fn text(page: &Page, extraction: &Extraction) -> String {
    let kept = page.blocks().iter().zip(&extraction.labels).filter(|(_, label)| label.content);
    let mut out = lines(kept.map(|(block, _)| block));
    if let Some(unshown) = extraction.taken_unshown(page) {
        out.push_str(if out.is_empty() { "" } else { "\n" });
        out.push_str(&lines(unshown.blocks().iter()));
    }
    out
}

fn lines<'p>(blocks: impl Iterator<Item = &'p Block>) -> String {
    let mut out = String::new();
    let mut row = None;
    for block in blocks.filter(|block| block.chars > 0) {
        let this = block.cell.map(|cell| (cell.table, cell.row));
        if !out.is_empty() {
            out.push_str(if this.is_some() && this == row { CELLS } else { "\n" });
        }
        row = this;
        if block.kind == BlockKind::Code {
            push_code(&mut out, &block.text);
        } else if this.is_some() {
            out.push_str(&block.text.replace('\n', " "));
        } else {
            out.push_str(&block.text);
        }
    }
    out
}

/// Code without its empty lines, and with spaces for tabs.
fn push_code(out: &mut String, code: &str) {
    let lines = code.lines().map(str::trim_end).filter(|line| !line.is_empty());
    for (place, line) in lines.enumerate() {
        if place > 0 {
            out.push('\n');
        }
        out.push_str(&line.replace('\t', "    "));
    }
}

#[cfg(test)]
mod tests;
