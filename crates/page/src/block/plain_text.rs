//! Blocks of a plain text document.

use super::built::Built;
use super::text::Writer;
use super::{Block, BlockKind, Container, Meanings};
use crate::tree::{NodeId, Tag};
use crate::{Limits, PageFlag};

/// Cuts plain text into paragraphs at blank lines.
pub(crate) fn from_plain_text(text: &str, limits: &Limits, flags: &mut Vec<PageFlag>) -> Built {
    let mut writer = Writer::default();
    let mut blocks = Vec::new();
    let node = NodeId::DOCUMENT;
    // The blank line at the end closes the last paragraph.
    for line in text.lines().chain([""]) {
        if blocks.len() >= limits.blocks {
            flags.push(PageFlag::BlocksCapped);
            break;
        }
        if !line.trim().is_empty() {
            writer.flow(line);
            writer.space();
        } else if !writer.is_empty() {
            let chars = writer.chars();
            let text = writer.take();
            blocks.push(Block { chars, text, ..Block::empty(BlockKind::Paragraph, node) });
        }
    }
    let root = Container {
        node,
        tag: Tag::Body,
        parent: 0,
        first: 0,
        end: blocks.len() as u32,
        meanings: Meanings::default(),
        declared: false,
    };
    Built { blocks, containers: vec![root], ..Built::default() }
}
