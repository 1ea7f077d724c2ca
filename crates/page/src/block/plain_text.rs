//! Blocks of a plain text document.

use super::built::Built;
use super::class_names::ClassNames;
use super::class_words::Meanings;
use super::parts::{Block, BlockKind, Container};
use super::text::Writer;
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
        names: ClassNames::default(),
        declared: false,
    };
    Built { blocks, containers: vec![root], ..Built::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_end_at_blank_lines() {
        for (text, expected) in [
            ("a\nb\n\nc", vec!["a b", "c"]),
            ("a\n \t\n\n\nb", vec!["a", "b"]),
            ("  a  b  ", vec!["a b"]),
            ("a\r\n\r\nb", vec!["a", "b"]),
            ("", vec![]),
            ("\n\n", vec![]),
        ] {
            let built = from_plain_text(text, &Limits::default(), &mut Vec::new());
            let texts: Vec<&str> = built.blocks.iter().map(|block| block.text.as_str()).collect();
            assert_eq!(texts, expected, "{text:?}");
            assert_eq!(built.containers[0].end as usize, texts.len());
        }
    }

    #[test]
    fn paragraphs_beyond_the_cap_are_left_out_with_a_flag() {
        let (limits, mut flags) = (Limits { blocks: 1, ..Limits::default() }, Vec::new());
        let built = from_plain_text("a\n\nb\n\nc", &limits, &mut flags);
        assert_eq!((built.blocks.len(), flags), (1, vec![PageFlag::BlocksCapped]));
    }
}
