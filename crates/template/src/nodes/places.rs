//! The block that a text node belongs to.

use rustc_hash::FxHashMap;
use scutch_page::{NodeId, Page};

/// Looks up the block of a text node. Line numbers belong to the block of the code beside them.
pub(crate) struct Places<'p> {
    page: &'p Page,
    /// The block of code for each text node that is a line number.
    numbers: FxHashMap<NodeId, usize>,
}

impl<'p> Places<'p> {
    pub(crate) fn new(page: &'p Page) -> Self {
        let numbers = page.blocks().iter().enumerate();
        let numbers =
            numbers.flat_map(|(at, block)| block.line_numbers.iter().map(move |n| (n.node, at)));
        Self { page, numbers: numbers.collect() }
    }

    /// The block that holds a text node.
    pub(crate) fn block(&self, node: NodeId) -> Option<usize> {
        self.page.block_of(node)
    }

    /// The block of code if a text node is a line number of it.
    pub(crate) fn code_of_line_number(&self, node: NodeId) -> Option<usize> {
        self.numbers.get(&node).copied()
    }

    /// The block that holds a text node, or the code it is a line number of.
    pub(crate) fn block_or_code(&self, node: NodeId) -> Option<usize> {
        self.block(node).or_else(|| self.code_of_line_number(node))
    }
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;

    fn page(html: &str) -> Page {
        Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
    }

    /// Of each text node its text, and the block that it is in.
    fn places(page: &Page) -> Vec<(&str, Option<usize>)> {
        let tree = page.tree();
        let texts = tree.all().filter(|node| !tree.text(*node).trim().is_empty());
        texts.map(|node| (tree.text(node).trim(), page.block_of(node))).collect()
    }

    #[test]
    fn each_text_node_has_its_block() {
        let page = page(
            "<body><div>One<br><br>one <b>two</b><p>one</p>four<span aria-hidden=true>one</span></div>\
            <p>\u{200b}<span>\u{200b}</span><img src=a.png>five<p><math><mi>x</mi><annotation encoding='application/x-tex'>x\
            </annotation></math><pre>a\n<i>b</i></pre>",
        );
        let found = places(&page);
        let texts = [("One", 0), ("one", 1), ("two", 1), ("one", 2), ("four", 3)];
        assert_eq!(found[..5], texts.map(|(text, at)| (text, Some(at))));
        assert_eq!(found[5], ("one", None));
        for (text, at) in
            found.iter().filter(|(text, at)| !text.contains('\u{200b}') && at.is_some())
        {
            let block = &page.blocks()[at.unwrap_or_default()];
            assert!(block.text.contains(text), "{text}: {block:?}");
        }
        let last = page.blocks().len() - 1;
        assert_eq!(found[found.len() - 2..], [("a", Some(last)), ("b", Some(last))]);
        let formula = found.iter().filter(|(text, _)| *text == "x");
        assert!(
            formula.clone().count() == 2 && formula.clone().all(|(_, at)| *at == Some(last - 1)),
            "{found:?}"
        );
    }

    /// Where lines of the source are paragraphs, one text is several.
    #[test]
    fn a_text_of_several_blocks_is_in_the_first_of_them() {
        let page =
            page("<div>\u{200b}<p style='white-space:pre-line'>\n\n\nOne\n\ntwo</p><p>three");
        assert_eq!(page.blocks().len(), 3, "{:?}", page.blocks());
        let found = places(&page);
        assert_eq!(found[found.len() - 2..], [("One\n\ntwo", Some(0)), ("three", Some(2))]);
    }

    #[test]
    fn numbers_beside_code_stand_beside_its_block() {
        let html = "<p>Of tides</p><pre><i class=lineno>1</i>let tide = 1;\n<i class=lineno>2</i>go(2)</pre><p>1</p>";
        let page = page(html);
        let places = Places::new(&page);
        let tree = page.tree();
        let texts = tree.all().filter(|node| !tree.text(*node).trim().is_empty());
        let found: Vec<_> =
            texts.map(|node| (places.block(node), places.block_or_code(node))).collect();
        let code = (Some(1), Some(1));
        let number = (None, Some(1));
        let paragraphs = [0, 2].map(|at| (Some(at), Some(at)));
        assert_eq!(found, [paragraphs[0], number, code, number, code, paragraphs[1]]);
    }
}
