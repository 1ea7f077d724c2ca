//! Block-level elements: what they open, what they give the blocks in them, and how they close.

use super::builder::Builder;
use super::context::{Frame, Grid, ItemCounter};
use crate::block::facts::Facts;
use crate::block::{BlockKind, Container, ListPlace, Meanings, listing};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Open elements between a list and its items that are looked through.
const LIST_REACH: usize = 8;

impl Builder<'_> {
    /// Opens a block-level element.
    pub(super) fn open_block(&mut self, id: NodeId, tag: Tag, facts: Facts) {
        // Elements in preformatted text begin lines, not blocks.
        if self.context.verbatim {
            return self.draft.writer.verbatim_line();
        }
        self.flush();
        let before = self.context;
        self.open_container(id, tag, facts);
        self.context.hidden |= (facts.hidden || facts.unspoken) && self.may_hide(id, tag, facts);
        self.keep_lines(id, facts);
        self.enter(id, tag);
        let items = if tag == Tag::Ol { self.count_items(id) } else { ItemCounter::default() };
        let (end, grid) = (self.tree.end(id), Grid::default());
        self.frames.push(Frame { node: id, end, before, items, grid, columns: 0 });
    }

    /// Makes an element the innermost container.
    pub(super) fn open_container(&mut self, node: NodeId, tag: Tag, facts: Facts) {
        let first = self.built.blocks.len() as u32;
        // Class words of the whole page say nothing about a part of it.
        let is_page = matches!(tag, Tag::Html | Tag::Body);
        let meanings = if is_page { Meanings::default() } else { facts.meanings };
        let parent = self.context.container;
        self.context.container = self.built.containers.len() as u32;
        let Facts { names, declared, .. } = facts;
        let container =
            Container { node, tag, parent, first, end: first, meanings, names, declared };
        self.built.containers.push(container);
    }

    /// Sets what the element makes of the blocks in it.
    fn enter(&mut self, id: NodeId, tag: Tag) {
        match tag {
            Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => self.enter_code(),
            Tag::Div | Tag::Table if listing::is_listing(self.tree, id) => self.enter_code(),
            Tag::Blockquote => {
                self.context.quote_depth = self.context.quote_depth.saturating_add(1);
            }
            Tag::Figcaption | Tag::Caption => self.context.kind = BlockKind::Caption,
            Tag::Dt => self.context.kind = BlockKind::Term,
            Tag::Dd => self.context.kind = BlockKind::Definition,
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => self.enter_list(id),
            Tag::Li => self.enter_item(id),
            Tag::Table => self.enter_table(id),
            Tag::Thead | Tag::Tbody | Tag::Tfoot => self.enter_row_group(),
            Tag::Tr => self.enter_row(),
            Tag::Td | Tag::Th => {
                self.numbers.begin_cell();
                self.enter_cell(id, tag);
            }
            _ => {
                if let Some(level) = tag.heading_level() {
                    self.context.kind = BlockKind::Heading(level);
                }
            }
        }
    }

    /// Enters preformatted text.
    fn enter_code(&mut self) {
        self.context.kind = BlockKind::Code;
        self.context.verbatim = true;
    }

    /// Enters a list, one deeper than the list around it.
    fn enter_list(&mut self, list: NodeId) {
        let depth = self.context.list.map_or(0, |outer| outer.depth).saturating_add(1);
        self.context.list = Some(ListPlace { list, depth });
        self.context.kind = BlockKind::Paragraph;
    }

    /// Enters an item, and numbers it if its list is ordered.
    fn enter_item(&mut self, id: NodeId) {
        let value = self.tree.attr(id, Attr::VALUE).and_then(integer);
        // An item outside of any list is a list of one item.
        let list = self.context.list.get_or_insert(ListPlace { list: id, depth: 1 }).list;
        // Pages put other elements between a list and its items, though they may not.
        let mut around = self.frames.iter_mut().rev().take(LIST_REACH);
        if self.tree.tag(list) == Some(Tag::Ol)
            && let Some(frame) = around.find(|frame| frame.node == list)
        {
            let number = value.unwrap_or(frame.items.next);
            frame.items.next = number.saturating_add(frame.items.step);
            self.built.numbers.push((id, number));
        }
        self.context.kind = BlockKind::ListItem;
        self.context.item_begun = false;
    }

    /// How the items of an ordered list are numbered (HTML standard, ordinal value).
    fn count_items(&self, id: NodeId) -> ItemCounter {
        let start = self.tree.attr(id, Attr::START).and_then(integer);
        if !is_reversed(self.tree, id) {
            return ItemCounter { next: start.unwrap_or(1), step: 1 };
        }
        let is_item = |child: &NodeId| self.tree.tag(*child) == Some(Tag::Li);
        let items = || self.tree.children(id).filter(is_item).count() as i32;
        ItemCounter { next: start.unwrap_or_else(items), step: -1 }
    }

    /// Closes the elements that end before `at`, inner before outer.
    pub(super) fn close_until(&mut self, at: NodeId) {
        loop {
            let inline = self.draft.inlines.last().map(|i| i.end).filter(|end| *end <= at);
            let block = self.frames.last().map(|f| f.end).filter(|end| *end <= at);
            match (inline, block) {
                // Of two that end at the same node the inline one is the inner one.
                (Some(inner), outer) if outer.is_none_or(|outer| inner <= outer) => {
                    self.close_inline();
                }
                (_, Some(_)) => self.close_block(),
                _ => return,
            }
        }
    }

    fn close_inline(&mut self) {
        let Some(inline) = self.draft.inlines.pop() else { return };
        if let Some(mark) = inline.quote {
            self.draft.writer.close_quotation(mark);
        }
        self.draft.close(&inline, self.context.verbatim);
    }

    fn close_block(&mut self) {
        self.flush();
        let Some(frame) = self.frames.pop() else { return };
        let end = self.built.blocks.len() as u32;
        self.built.containers[self.context.container as usize].end = end;
        let begun = self.context.item_begun;
        self.context = frame.before;
        // A paragraph in an item has used up the item's mark.
        if self.context.kind == BlockKind::ListItem && begun {
            self.context.item_begun = true;
        }
    }
}

/// A number as attributes have it. One too large for its type is the largest of its sign.
fn integer(value: &str) -> Option<i32> {
    let number: i64 = value.trim().parse().ok()?;
    i32::try_from(number).ok().or(Some(if number < 0 { i32::MIN } else { i32::MAX }))
}

/// Whether the items of an ordered list count down.
pub(crate) fn is_reversed(tree: &Tree, list: NodeId) -> bool {
    tree.attr_named(list, "reversed").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::block::build;

    fn numbers(html: &str) -> Vec<i32> {
        let (limits, mut flags) = (Limits::default(), Vec::new());
        let tree = Tree::parse(html, &limits, &mut flags);
        let built = build(&tree, &limits, &mut flags);
        let items = tree.all().filter(|id| tree.tag(*id) == Some(Tag::Li));
        items.filter_map(|item| built.item_number(item)).collect()
    }

    #[test]
    fn items_are_numbered_as_browsers_do() {
        for (list, expected) in [
            ("<ol><li>a<li>b", vec![1, 2]),
            ("<ol start=7><li>a<li>b", vec![7, 8]),
            ("<ol reversed><li>a<li>b<li>c", vec![3, 2, 1]),
            ("<ol reversed start=10><li>a<li>b", vec![10, 9]),
            ("<ol><li>a<li value=5>b<li>c", vec![1, 5, 6]),
            ("<ol start=x><li>a", vec![1]),
            ("<ol start=-3><li>a<li>b", vec![-3, -2]),
            ("<ol start=99999999999><li>a<li>b", vec![i32::MAX, i32::MAX]),
            ("<ol><li>a<ol><li>b<li>c</ol><li>d", vec![1, 1, 2, 2]),
            ("<ol><div><li>a</div><li>b", vec![1, 2]),
            ("<ul><li>a", vec![]),
            ("<li>a", vec![]),
        ] {
            assert_eq!(numbers(list), expected, "{list}");
        }
    }
}
