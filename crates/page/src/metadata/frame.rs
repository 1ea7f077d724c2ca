//! Where title and content are on a page, for everything that is recognised by its place.

use crate::block::Meaning;
use crate::tree::Tag;
use crate::{BlockKind, Extraction, Page};

/// Longest part of a title that is compared with headings, in bytes.
const TITLE_BYTES: usize = 500;

/// Title and content as block indices.
pub(super) struct Frame<'p> {
    pub(super) page: &'p Page,
    /// The block of the title, else the first of the content.
    pub(super) anchor: usize,
    /// The first block of the content.
    pub(super) start: usize,
    /// One past the last block of the content.
    pub(super) end: usize,
    /// Whether the content consists of readers' posts, as in forums.
    by_readers: bool,
    /// Quotation depth of the text itself: old pages indent everything by `blockquote`, and some
    /// forums wrap posts in it.
    quotations: u8,
}

impl<'p> Frame<'p> {
    /// `None` for a page without content.
    pub(super) fn locate(page: &'p Page, extraction: &Extraction) -> Option<Frame<'p>> {
        // Pictures do not mark the beginning or end of a text.
        let content = |at: &usize| extraction.labels[*at].content && page.blocks()[*at].chars > 0;
        let first = (0..page.blocks().len()).find(content)?;
        let last = (0..page.blocks().len()).rfind(content)?;
        // The last main heading at or before the start of the text: pages repeat their title below
        // the menus.
        let kind = |at: &usize| page.blocks()[*at].kind;
        let text = |at: &usize| content(at) && !matches!(kind(at), BlockKind::Heading(_));
        // Headings before the first paragraph may be those of the site.
        let text = (first..=last).find(text).unwrap_or(first);
        let title =
            (0..=text.max(first + 1).min(last)).rfind(|at| kind(at) == BlockKind::Heading(1));
        let title = title.or_else(|| declared_heading(page, last));
        let by_readers = belongs_to_others(page, first);
        Some(Frame {
            page,
            anchor: title.unwrap_or(first),
            start: first,
            end: last + 1,
            by_readers,
            quotations: quotations(page, extraction),
        })
    }

    /// Whether a block stands before the title, at most `behind` blocks after it, or as many after
    /// the start of the content.
    pub(super) fn is_near(&self, block: usize, behind: usize) -> bool {
        block <= self.anchor + behind || (self.start..=self.start + behind).contains(&block)
    }

    /// Whether a block belongs to comments or to teasers.
    pub(super) fn is_foreign(&self, block: usize) -> bool {
        !self.by_readers && belongs_to_others(self.page, block)
    }

    /// Whether a block is quoted within the text, such as a post from a social network.
    pub(super) fn is_quoted(&self, block: usize) -> bool {
        self.page.blocks()[block].quote_depth > self.quotations
    }
}

/// The quotation depth that at least half of the content does not exceed.
fn quotations(page: &Page, extraction: &Extraction) -> u8 {
    let mut chars = [0_u64; u8::MAX as usize + 1];
    for block in extraction.kept(page) {
        chars[usize::from(block.quote_depth)] += u64::from(block.chars);
    }
    let all: u64 = chars.iter().sum();
    let mut so_far = 0;
    // The median depth, weighted by characters.
    let at_most = chars.iter().position(|chars| {
        so_far += chars;
        so_far * 2 >= all
    });
    at_most.and_then(|depth| u8::try_from(depth).ok()).unwrap_or(0)
}

/// The first heading of lower level that is part of the declared title.
fn declared_heading(page: &Page, last: usize) -> Option<usize> {
    let tree = page.tree();
    let title = tree.all().find(|id| tree.tag(*id) == Some(Tag::Title))?;
    let title = tree.text_content(title);
    let title = &title[..title.floor_char_boundary(TITLE_BYTES)];
    let is_part = |at: &usize| {
        let block = &page.blocks()[*at];
        matches!(block.kind, BlockKind::Heading(2..=3))
            && block.text.len() <= title.len()
            && block.text.contains(' ')
            && title.contains(&*block.text)
    };
    (0..=last).find(is_part)
}

fn belongs_to_others(page: &Page, block: usize) -> bool {
    let mut at = page.blocks()[block].container;
    loop {
        let container = &page.containers()[at as usize];
        if container.meanings.has(Meaning::Comment) || container.meanings.has(Meaning::Related) {
            return true;
        }
        // The root is its own parent.
        if container.parent == at {
            return false;
        }
        at = container.parent;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExtractConfig, Hints, Limits, Method};

    #[test]
    fn the_title_that_is_said_again_below_the_menus_counts() {
        let menu = "<li><a href=/>Boards</a>".repeat(30);
        let post =
            "The fog lifted from the harbour this morning, and the ferry left ten minutes late.";
        let html = format!(
            "<h1>The fog</h1><ul>{menu}</ul><h1>The fog</h1><p>Ada<p>{post}<h1>More</h1><p>{post}"
        );
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let mut extraction = Method::AllText.extract(&page, &ExtractConfig::default());
        for (label, block) in extraction.labels.iter_mut().zip(page.blocks()) {
            label.content = block.kind != BlockKind::ListItem && &*block.text != "Ada";
        }
        let frame = Frame::locate(&page, &extraction).expect("content");
        assert_eq!((frame.start, frame.anchor, &*page.blocks()[31].text), (0, 31, "The fog"));
    }

    #[test]
    fn near_is_before_the_title_and_a_little_behind_it() {
        let page = Page::parse(b"<p>x", &Hints::default(), &Limits::default());
        let frame =
            Frame { page: &page, anchor: 10, start: 20, end: 40, by_readers: false, quotations: 0 };
        for (block, expected) in
            [(0, true), (12, true), (13, false), (19, false), (20, true), (22, true), (23, false)]
        {
            assert_eq!(frame.is_near(block, 2), expected, "{block}");
        }
    }

    #[test]
    fn blocks_of_comments_and_teasers_are_foreign() {
        let text =
            "<p>The fog lifted from the harbour this morning, and the ferry left ten minutes late.";
        let html = format!(
            "<h1>Fog</h1>{text}<div class=comments>{text}</div><div class=related>{text}</div>"
        );
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let mut extraction = Method::AllText.extract(&page, &ExtractConfig::default());
        let frame = Frame::locate(&page, &extraction).expect("content");
        let foreign: Vec<bool> = (0..4).map(|at| frame.is_foreign(at)).collect();
        assert_eq!(foreign, [false, false, true, true]);
        // Where comments are the content, nothing in them is foreign.
        extraction.labels.iter_mut().enumerate().for_each(|(at, label)| label.content = at == 2);
        let frame = Frame::locate(&page, &extraction).expect("content");
        assert!(!frame.is_foreign(2));
        extraction.labels.iter_mut().for_each(|label| label.content = false);
        assert!(Frame::locate(&page, &extraction).is_none());
    }

    #[test]
    fn texts_in_quotations_as_a_whole_are_not_quoted() {
        let text =
            "<p>The fog lifted from the harbour this morning, and the ferry left ten minutes late.";
        let quote = format!("<blockquote>{text}</blockquote>");
        for (html, expected) in [
            (format!("{text}{text}{quote}"), vec![false, false, true]),
            (format!("<blockquote>{text}{text}{quote}</blockquote>"), vec![false, false, true]),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let extraction = Method::AllText.extract(&page, &ExtractConfig::default());
            let frame = Frame::locate(&page, &extraction).expect("content");
            let quoted: Vec<bool> = (0..3).map(|at| frame.is_quoted(at)).collect();
            assert_eq!(quoted, expected, "{html}");
        }
    }
}
