//! The blocks of a page with their labels, so that content can be compared with content.
//!
//! A *block* is text that a reader sees as one unit. Whether it is content is what extraction says
//! of this page alone. What other pages of the host show in the same words is known only later.

use scutch_page::{ExtractConfig, Method, Mode, Page};
use serde::{Deserialize, Serialize};

use crate::sketch::lexicon;

/// Tokens of the visible text that are kept, and searched for notices. Notices are at the top of
/// short pages.
pub(super) const MOST_TOKENS: usize = 20_000;
/// Fewest tokens of a run.
const RUN: usize = 3;

/// One block of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BlockSketch {
    /// Number of its tokens.
    pub(crate) words: u32,
    /// How many of them are in links.
    pub(crate) linked: u32,
    /// Extraction calls it content.
    pub(crate) content: bool,
    /// Level of a heading, from 1; 0 for other blocks.
    pub(crate) heading: u8,
    /// Share of it that phrases of a notice cover.
    pub(crate) notice: f32,
}

/// The visible blocks of a page that have words, in their order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PageBlocks {
    blocks: Vec<BlockSketch>,
    /// The tokens of all blocks, one block behind the other.
    tokens: Vec<u32>,
}

impl PageBlocks {
    /// Reads the blocks of a page, and gives the token numbers of each for further search.
    pub(super) fn read(
        page: &Page,
        ids_of: impl Fn(&str, usize) -> Vec<u64>,
    ) -> (Self, Vec<Vec<u64>>) {
        // Labels that one page gives, at the least cost: pages are compared with each other here.
        let config = ExtractConfig { mode: Mode::Fast, ..ExtractConfig::default() };
        let extraction = Method::Page.extract(page, &config);
        let (mut found, mut all) = (Self::default(), Vec::new());
        for (block, label) in page.blocks().iter().zip(&extraction.labels) {
            if block.hidden || block.chars == 0 {
                continue;
            }
            // The limit counts over the whole page, so that many short blocks cost no more.
            let ids = ids_of(&block.text, MOST_TOKENS - found.tokens.len());
            if ids.is_empty() {
                continue;
            }
            found.tokens.extend(ids.iter().map(|id| token(*id)));
            found.blocks.push(BlockSketch {
                words: ids.len() as u32,
                linked: (block.link_density() * ids.len() as f32).round() as u32,
                content: label.content,
                heading: match block.kind {
                    scutch_page::BlockKind::Heading(level) => level,
                    _ => 0,
                },
                notice: lexicon::covered(&ids),
            });
            all.push(ids);
        }
        (found, all)
    }

    /// Each block with its tokens.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (BlockSketch, &[u32])> {
        let mut rest = &self.tokens[..];
        self.blocks.iter().map(move |block| {
            let (own, after) = rest.split_at((block.words as usize).min(rest.len()));
            rest = after;
            (*block, own)
        })
    }
}

/// The token number that blocks keep: half of the whole one.
pub(crate) fn token(id: u64) -> u32 {
    (id >> 32) as u32
}

/// The number of a block: equal for equal tokens in the same order.
pub(crate) fn block_number(tokens: &[u32]) -> u64 {
    tokens.iter().fold(0x9e37_79b9_7f4a_7c15, |sum, token| {
        let mixed = (sum ^ u64::from(*token)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 29)
    })
}

/// The runs of a block's tokens as numbers. A shorter block has none.
pub(crate) fn runs(tokens: &[u32]) -> impl Iterator<Item = u32> {
    tokens.windows(RUN).map(|run| token(block_number(run)))
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;
    use crate::text::tokens::{Tokenizer, token_id, tokens};

    fn ids(text: &str, most: usize) -> Vec<u64> {
        let mut ids = Vec::new();
        tokens(text, Tokenizer::Words, |token| ids.push(token_id(token)));
        ids.truncate(most);
        ids
    }

    fn read(html: &str) -> PageBlocks {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        PageBlocks::read(&page, ids).0
    }

    #[test]
    fn each_block_has_its_own_tokens() {
        let blocks = read("<h2>The river</h2><p>It rose <a href=/x>again today</a>.</p><p>…</p>");
        let found: Vec<(u32, u32, u8, usize)> = blocks
            .iter()
            .map(|(block, tokens)| (block.words, block.linked, block.heading, tokens.len()))
            .collect();
        // A block without a word is no block.
        assert_eq!(found, [(2, 0, 2, 2), (4, 2, 0, 4)]);
    }

    #[test]
    fn hidden_blocks_and_what_is_beyond_the_limit_are_left_out() {
        let html =
            format!("<p hidden>one two</p><p>{}</p><p>end of it</p>", "word ".repeat(30_000));
        let blocks = read(&html);
        let words: u32 = blocks.iter().map(|(block, _)| block.words).sum();
        assert_eq!((blocks.iter().count(), words), (1, MOST_TOKENS as u32));
    }

    #[test]
    fn numbers_follow_the_order_of_tokens() {
        assert_eq!(block_number(&[1, 2, 3]), block_number(&[1, 2, 3]));
        assert_ne!(block_number(&[1, 2, 3]), block_number(&[3, 2, 1]));
        assert_eq!(runs(&[1, 2]).count(), 0);
        let (all, part): (Vec<u32>, Vec<u32>) =
            (runs(&[1, 2, 3, 4]).collect(), runs(&[2, 3, 4]).collect());
        assert_eq!((all.len(), all[1]), (2, part[0]));
    }

    #[test]
    fn notices_cover_a_share_of_their_block() {
        let shares: Vec<f32> = read("<p>Page not found</p><p>The ferry left late</p>")
            .iter()
            .map(|(b, _)| b.notice)
            .collect();
        assert_eq!(shares, [1.0, 0.0]);
    }
}
