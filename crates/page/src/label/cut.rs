//! Blocks of which only a part is content.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::{Block, SpanKind};

/// The cut blocks of a page, by index.
pub type Cuts = BTreeMap<usize, Cut>;

/// A block whose beginning or end is no content: pages that are compared with it have it, too.
#[derive(Debug, Clone, PartialEq)]
pub struct Cut {
    /// The words that are content. Words are delimited by white space and counted from 0.
    pub words: Range<usize>,
    /// The block with these words alone.
    pub block: Block,
}

impl Cut {
    /// A block of which `words` are content. `None` if it has no such words.
    pub(crate) fn new(block: &Block, words: Range<usize>) -> Option<Self> {
        let text = block.text.as_str();
        let mut ranges = text.split_whitespace().map(|word| {
            // Words are slices of the text, so their distance is their place in it.
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            start..start + word.len()
        });
        let first = ranges.nth(words.start)?;
        let last = words.len().checked_sub(2).map_or(Some(first.clone()), |at| ranges.nth(at))?;
        Some(Self { block: part(block, first.start..last.end), words })
    }
}

/// The block with the bytes `kept` of its text alone.
fn part(block: &Block, kept: Range<usize>) -> Block {
    let text = block.text[kept.clone()].to_owned();
    let moved = |at: u32| (at as usize).clamp(kept.start, kept.end) - kept.start;
    let mut spans = block.spans.clone();
    for span in &mut spans {
        (span.start, span.end) = (moved(span.start) as u32, moved(span.end) as u32);
    }
    // Pictures within the text are empty spans; all others are gone with their text.
    spans.retain(|span| span.start < span.end || span.kind == SpanKind::Image);
    let links = spans.iter().filter(|span| span.kind == SpanKind::Link);
    let chars = |text: &str| text.chars().count() as u32;
    let link_chars = links.map(|link| chars(&text[link.start as usize..link.end as usize])).sum();
    Block { chars: chars(&text), link_chars, spans, text, ..block.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    fn block() -> Block {
        let html = "<p>By <a href=/anna>Anna Berg</a>, in <b>Mole</b> - The Harbour Courier";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        page.blocks()[0].clone()
    }

    #[test]
    fn a_cut_block_has_its_words_and_their_marks() {
        let block = block();
        for (words, text, link_chars, spans) in [
            (0..5, "By Anna Berg, in Mole", 9, 2),
            (3..5, "in Mole", 0, 1),
            (2..3, "Berg,", 4, 1),
            (6..9, "The Harbour Courier", 0, 0),
        ] {
            let cut = Cut::new(&block, words.clone()).expect("words");
            assert_eq!((cut.block.text.as_str(), cut.block.chars as usize), (text, text.len()));
            assert_eq!((cut.block.link_chars, cut.block.spans.len()), (link_chars, spans));
            assert_eq!((cut.words, cut.block.node), (words, block.node));
            let marked = cut.block.spans.iter().map(|s| &text[s.start as usize..s.end as usize]);
            assert!(marked.clone().all(|part| block.text.contains(part)), "{text}");
        }
    }

    #[test]
    fn words_that_are_not_there_cut_nothing() {
        for words in [9..10, 7..12] {
            assert!(Cut::new(&block(), words).is_none());
        }
    }
}
