//! Body text extraction: the stretch of tokens that leaves most tags outside and has most words
//! inside.

use super::words::words;
use crate::Page;
use crate::tree::NodeKind;

/// To maximise words inside and tags outside is to maximise words minus tags inside. The best such
/// stretch is found in one pass (Kadane's algorithm).
pub(super) fn content(page: &Page) -> Vec<bool> {
    let blocks = page.blocks();
    let mut tags = Tags::new(page);
    let (mut best, mut range) = (0i64, 0..0);
    let (mut sum, mut start) = (0i64, 0);
    for (at, block) in blocks.iter().enumerate() {
        let before = tags.up_to(block.node.0);
        // A stretch that is worth less than nothing is not worth continuing.
        if sum - before <= 0 {
            (sum, start) = (0, at);
        } else {
            sum -= before;
        }
        let tags = block.spans.iter().filter(|span| !span.kind.is_editorial()).count();
        sum += words(&block.text).count() as i64 - tags as i64;
        if sum > best {
            (best, range) = (sum, start..at + 1);
        }
    }
    (0..blocks.len()).map(|at| range.contains(&at) && !blocks[at].hidden).collect()
}

/// Counts elements in document order.
struct Tags<'p> {
    page: &'p Page,
    at: u32,
}

impl<'p> Tags<'p> {
    fn new(page: &'p Page) -> Self {
        Self { page, at: 0 }
    }

    /// Elements since the last call up to a node; each has two tags.
    fn up_to(&mut self, node: u32) -> i64 {
        let mut count = 0;
        while self.at < node {
            self.at += 1;
            let kind = self.page.tree().kind(crate::NodeId(self.at));
            count += i64::from(matches!(kind, NodeKind::Element(_)));
        }
        2 * count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn the_stretch_with_most_words_and_fewest_tags_is_content() {
        let menu = "<ul><li><a href=a>A</a><li><a href=b>B</a><li><a href=c>C</a></ul>";
        let text = format!("<p>{}<p>{}", "word ".repeat(40), "word ".repeat(30));
        let html = format!("{menu}{text}{menu}");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let kept: Vec<&str> = content(&page)
            .into_iter()
            .zip(page.blocks())
            .filter(|(kept, _)| *kept)
            .map(|(_, block)| block.text.as_str())
            .collect();
        assert_eq!(kept.len(), 2, "{kept:?}");
        assert!(kept.iter().all(|text| text.starts_with("word word")));
    }

    #[test]
    fn tags_are_counted_up_to_each_node_once() {
        let page = Page::parse(b"<p>a</p><p>b</p>", &Hints::default(), &Limits::default());
        let mut tags = Tags::new(&page);
        let nodes = page.tree().len() as u32 - 1;
        let (first, rest) = (tags.up_to(2), tags.up_to(nodes));
        // html, head, body and two paragraphs, each with two tags.
        assert_eq!((first + rest, tags.up_to(nodes)), (10, 0));
    }
}
