//! The words of short lines, by which blocks are split where partners have a part of them.

use std::ops::Range;

use scutch_page::{Block, BlockKind};

use crate::words::number;

/// Words of a line that is kept. Longer blocks are running text.
const WORDS: Range<usize> = 4..33;
/// Lines that are kept of a page: the first ones.
const LINES: usize = 64;

/// The first short lines of a page, word by word.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Lines(Vec<u32>);

impl Lines {
    /// The lines of blocks, each with the hash of the path to its element.
    pub(super) fn of_blocks<'b>(blocks: impl Iterator<Item = (&'b Block, u64)>) -> Self {
        let mut packed = Vec::new();
        let is_line = |block: &Block| {
            may_split(block)
                && WORDS.contains(&block.text.split_whitespace().take(WORDS.end).count())
        };
        for (block, path) in blocks.filter(|(block, _)| is_line(block)).take(LINES) {
            let words = words(block);
            packed.extend([words.len() as u32, short_path(path)]);
            packed.extend(words);
        }
        packed.shrink_to_fit();
        Self(packed)
    }

    /// As they are stored.
    pub(super) fn into_packed(self) -> Vec<u32> {
        self.0
    }

    /// Lines as they were stored. A damaged file gives other lines.
    pub(super) fn from_packed(packed: Vec<u32>) -> Self {
        Self(packed)
    }

    /// Bytes that they take.
    pub(super) fn memory(&self) -> usize {
        size_of_val(&self.0[..])
    }

    /// Whether a line begins with these words, or ends with them.
    pub(crate) fn have_edge(&self, words: &[u32]) -> bool {
        self.all().any(|(_, line)| line.starts_with(words) || line.ends_with(words))
    }

    /// Half of the path, and the words, of each line.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let mut rest = &self.0[..];
        std::iter::from_fn(move || {
            let [count, path, after @ ..] = rest else { return None };
            let (words, next) = after.split_at_checked(*count as usize)?;
            rest = next;
            Some((*path, words))
        })
    }
}

/// Half of a hash is enough to tell the paths of one page apart.
pub(crate) fn short_path(path: u64) -> u32 {
    path as u32
}

/// Whether a block may be split: code, headings and cells stand or fall as a whole.
pub(crate) fn may_split(block: &Block) -> bool {
    let kinds = [BlockKind::Paragraph, BlockKind::Caption, BlockKind::ListItem];
    kinds.contains(&block.kind) && block.chars > 0
}

/// The words of a block as numbers.
pub(crate) fn words(block: &Block) -> Vec<u32> {
    block.text.split_whitespace().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_pages::summary;

    #[test]
    fn short_lines_are_kept_by_their_path() {
        let long = "word ".repeat(40);
        let html = format!(
            "<h1>A heading of four words</h1><p>Printed in the town</p><p>{long}</p><ul><li>Home<li>Five words on one line</ul>"
        );
        let lines = summary("/", 0, &html).lines;
        let found: Vec<usize> = lines.all().map(|(_, words)| words.len()).collect();
        assert_eq!(found, [4, 5]);
        let words = |text: &str| text.split(' ').map(number).collect::<Vec<u32>>();
        for (edge, has) in [("in the town", true), ("Five words", true), ("words on one", false)] {
            assert_eq!(lines.have_edge(&words(edge)), has, "{edge}");
        }
        assert_eq!(Lines::from_packed(lines.clone().into_packed()), lines);
    }

    #[test]
    fn a_page_keeps_no_more_lines_than_the_first() {
        let html = "<p>One line of a hundred</p>".repeat(100);
        let lines = summary("/", 0, &html).lines;
        assert_eq!(lines.all().count(), LINES);
        assert_eq!(lines.memory(), LINES * (2 + 5) * 4);
    }

    #[test]
    fn damaged_lines_are_read_to_the_damage() {
        let lines = Lines::from_packed(vec![2, 7, 1, 2, 9, 7, 1]);
        assert_eq!(lines.all().collect::<Vec<_>>(), [(7, &[1, 2][..])]);
    }
}
