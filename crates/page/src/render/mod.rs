//! Extracted pages as text, Markdown, HTML, and as an explanation.

mod commonmark;
mod escape;
mod explain;
mod html;
mod markdown;
mod raised;
mod single;

pub use escape::{ANYWHERE, IN_QUOTES, IN_TEXT, escape};
pub use explain::explain;
pub use html::html;
pub use markdown::markdown;

use crate::block::{Block, BlockKind, CellPlace};
use crate::tree::NodeId;
use crate::{Extraction, Page};
use single::Single;

/// The separator of cells of a table row in plain text.
const CELLS: &str = " | ";

/// The content as plain text: one paragraph, heading, item or table row per line; what stands in a
/// row is joined by bars, what stands in one cell, or in the short cells of a table of one row, by
/// spaces. Exponents have a `^`, and numbers of notes that are links a space, before them.
///
/// White space is normalised and the text composed (NFC); there are no empty lines and no control
/// characters but line breaks.
pub fn text(page: &Page, extraction: &Extraction) -> String {
    let kept = extraction.labelled(page).filter(|(_, label)| label.content);
    let numbers = extraction.config.line_numbers;
    let mut out = lines(page, numbers, kept.map(|(block, _)| block));
    if let Some(script_text) = extraction.taken_script_text(page) {
        out.push_str(if out.is_empty() { "" } else { "\n" });
        out.push_str(&lines(script_text, numbers, script_text.blocks().iter()));
    }
    out
}

/// `numbers`: whether lines of code have theirs.
fn lines<'p>(page: &'p Page, numbers: bool, blocks: impl Iterator<Item = &'p Block>) -> String {
    let mut out = String::new();
    let mut single = Single::for_tree(page.tree());
    let mut before: (Option<CellPlace>, Option<NodeId>) = (None, None);
    for block in blocks.filter(|block| block.chars > 0) {
        let (this, row) = (block.in_row(), single.row(block));
        if !out.is_empty() {
            // Cells of a layout table in one line are parts of one sentence.
            let goes_on = row.is_some() && row == before.1;
            out.push_str(if goes_on { " " } else { between(before.0, this) });
        }
        before = (this, row);
        let is_code = block.kind == BlockKind::Code;
        let text = if is_code { block.text(numbers) } else { raised::text(block) };
        match this {
            None if is_code => push_code(&mut out, &text),
            None => out.push_str(&text),
            // A row is one line.
            Some(_) => out.push_str(&text.replace('\n', " ")),
        }
    }
    out
}

/// What stands between two blocks.
fn between(before: Option<CellPlace>, this: Option<CellPlace>) -> &'static str {
    match (before, this) {
        (Some(a), Some(b)) if (a.table, a.row, a.column) == (b.table, b.row, b.column) => " ",
        (Some(a), Some(b)) if (a.table, a.row) == (b.table, b.row) => CELLS,
        _ => "\n",
    }
}

/// Plain text has one line per block, so empty lines would look like its paragraphs.
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
