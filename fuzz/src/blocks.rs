//! Any text as a page cut into blocks: spans, containers and counts agree with the text.

use scutch_page::{Block, Hints, Limits, Page};

/// One execution.
pub fn run(data: &[u8]) {
    let limits = Limits::default();
    for page in [
        Page::parse(data, &Hints::default(), &limits),
        Page::plain_text(data, &Hints::default(), &limits),
    ] {
        for (place, block) in page.blocks().iter().enumerate() {
            check(block);
            let container = &page.containers()[block.container as usize];
            let place = place as u32;
            assert!((container.first..container.end).contains(&place));
        }
        for (place, container) in page.containers().iter().enumerate() {
            assert!(container.parent as usize <= place);
            assert!(container.first <= container.end);
            assert!(container.end as usize <= page.blocks().len());
        }
    }
}

/// A block is normalised text with spans at characters, and counts that are true.
fn check(block: &Block) {
    assert_eq!(block.chars as usize, block.text.chars().count());
    assert!(block.link_chars <= block.chars);
    assert!(!block.text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')));
    for span in &block.spans {
        assert!(span.start <= span.end);
        assert!(block.text.get(span.start as usize..span.end as usize).is_some());
    }
    assert!(block.spans.is_sorted_by_key(|span| span.start));
}
