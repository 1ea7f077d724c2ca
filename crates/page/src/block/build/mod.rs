//! Cuts the tree into blocks in one walk, without recursion.

mod frames;
mod inline;
mod sight;

pub(crate) use frames::is_reversed;

use std::cell::OnceCell;

use super::facts::{Facts, facts};
use super::formula;
use super::line_numbers::{self, LineNumber};
use super::listing;
use super::text::Writer;
use super::{
    Block, BlockKind, CellPlace, Container, ListPlace, Meaning, Meanings, Span, SpanKind, tables,
};
use crate::tree::{Attr, Layout, NodeId, Tag, Tree};
use crate::{Limits, PageFlag};

/// Bytes of text that screen readers are not to tell: more than a mark.
const MARK_BYTES: u32 = 40;
/// What manuals show beside a heading to link to it.
pub(crate) const MARKS: &[char] = &['¶', '§', '#', '\u{1f517}', '\u{221e}', '\u{2693}', '\u{fe0f}'];
/// Letters and numbers of an address within the page that words are compared with.
const FRAGMENT: usize = 80;
/// Classes of links in headings to themselves, which some show as words ("Permalink", "AnchorLink"): GitHub, Sphinx,
/// VuePress, Docusaurus, Asciidoctor and others.
const PERMALINKS: &[&str] = &[
    "anchor",
    "headerlink",
    "header-anchor",
    "header-link",
    "heading-anchor",
    "heading-link",
    "headline-anchor",
    "permalink",
    "hash-link",
    "anchor-link",
    "anchorjs-link",
];
/// Classes of "[edit]", by themselves (MediaWiki; the second until 2013).
const EDIT_LINKS: &[&str] = &["mw-editsection", "editsection"];

/// Blocks and their containers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Built {
    pub(crate) blocks: Vec<Block>,
    pub(crate) containers: Vec<Container>,
    /// The numbers of the items of ordered lists, by node.
    pub(crate) numbers: Vec<(NodeId, i32)>,
    /// The text nodes that are read, in document order, each with the block in which it begins.
    pub(crate) texts: Vec<(NodeId, u32)>,
}

impl Built {
    /// The number of an item of an ordered list.
    pub(crate) fn item_number(&self, item: NodeId) -> Option<i32> {
        let at = self.numbers.binary_search_by_key(&item, |(node, _)| *node).ok()?;
        Some(self.numbers[at].1)
    }

    /// The block in which a text node begins; none for text that is not read.
    pub(crate) fn block_of(&self, text: NodeId) -> Option<usize> {
        let at = self.texts.binary_search_by_key(&text, |(node, _)| *node).ok()?;
        Some(self.texts[at].1 as usize)
    }

    /// Bytes that they take in memory, nearly.
    pub(crate) fn memory(&self) -> usize {
        let own = |block: &Block| {
            block.text.capacity()
                + block.spans.capacity() * size_of::<Span>()
                + size_of_val(&*block.line_numbers)
        };
        self.blocks.capacity() * size_of::<Block>()
            + self.containers.capacity() * size_of::<Container>()
            + self.numbers.capacity() * size_of::<(NodeId, i32)>()
            + self.texts.capacity() * size_of::<(NodeId, u32)>()
            + self.blocks.iter().map(own).sum::<usize>()
    }
}

/// Cuts `tree` into blocks.
pub(crate) fn build(tree: &Tree, limits: &Limits, flags: &mut Vec<PageFlag>) -> Built {
    let mut builder = Builder::new(tree, limits);
    let mut at = 1;
    while at < tree.len() as u32 {
        builder.close_until(NodeId(at));
        if builder.is_full() {
            builder.is_cut = true;
            break;
        }
        at = builder.visit(NodeId(at)).0;
    }
    builder.close_until(NodeId(u32::MAX));
    if builder.is_cut {
        flags.push(PageFlag::BlocksCapped);
    }
    builder.built
}

/// Cuts plain text at blank lines.
pub(crate) fn from_plain_text(text: &str, limits: &Limits, flags: &mut Vec<PageFlag>) -> Built {
    let mut writer = Writer::default();
    let mut blocks = Vec::new();
    let node = NodeId::DOCUMENT;
    let root = Container {
        node,
        tag: Tag::Body,
        parent: 0,
        first: 0,
        end: 0,
        meanings: Meanings::default(),
        declared: false,
    };
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
            blocks.push(Block { chars, text, ..blank(BlockKind::Paragraph, node) });
        }
    }
    let end = blocks.len() as u32;
    Built { blocks, containers: vec![Container { end, ..root }], ..Built::default() }
}

fn blank(kind: BlockKind, node: NodeId) -> Block {
    Block {
        kind,
        text: String::new(),
        node,
        chars: 0,
        link_chars: 0,
        spans: Vec::new(),
        list: None,
        quote_depth: 0,
        cell: None,
        hidden: false,
        container: 0,
        inline: Meanings::default(),
        line_numbers: Box::default(),
    }
}

/// What a block-level element gives the blocks in it.
#[derive(Clone, Copy)]
struct Context {
    kind: BlockKind,
    container: u32,
    list: Option<ListPlace>,
    /// The item's first block has been written.
    item_begun: bool,
    quote_depth: u8,
    /// The data table and its row.
    row: Option<(NodeId, u32)>,
    cell: Option<CellPlace>,
    verbatim: bool,
    hidden: bool,
}

/// A block-level element that is open.
struct Frame {
    node: NodeId,
    end: NodeId,
    before: Context,
    /// Number of the next item of an ordered list, and what lies between two.
    next: i32,
    step: i32,
    /// Rows so far.
    rows: u32,
    /// Of a table: the first row of the group of rows that is open.
    group: u32,
    /// Columns so far in a row.
    columns: u16,
    /// Of a table, for each column: the row from which on no cell of a row above reaches into it.
    held: Vec<u32>,
}

/// An inline element that is open.
struct Inline {
    end: NodeId,
    node: NodeId,
    kind: Option<SpanKind>,
    start: u32,
    chars: u32,
    meanings: Meanings,
    /// The mark at the end of a quotation.
    quote: Option<&'static str>,
}

struct Builder<'t> {
    tree: &'t Tree,
    built: Built,
    writer: Writer,
    spans: Vec<Span>,
    link_chars: u32,
    meanings: Meanings,
    /// Numbers of lines of the code that comes next, or that is being written.
    line_numbers: Vec<LineNumber>,
    /// How many of them stand before what is being written, and before the cell of a table that it is in.
    numbers_before: usize,
    numbers_column: usize,
    /// How many text nodes stand before what is being written.
    texts_before: usize,
    /// The last node was a place where a word may be broken.
    breakable: bool,
    context: Context,
    frames: Vec<Frame>,
    inlines: Vec<Inline>,
    /// The formula read last.
    formula: Option<NodeId>,
    data_tables: Vec<NodeId>,
    text_before: Vec<u32>,
    told_before: OnceCell<Vec<u32>>,
    /// The text node that was read last.
    last_text: NodeId,
    most_blocks: usize,
    /// Something was left out because there are as many blocks as there may be.
    is_cut: bool,
    /// End of the elements in which lines of the source are lines.
    lines_end: NodeId,
}

impl<'t> Builder<'t> {
    fn new(tree: &'t Tree, limits: &Limits) -> Self {
        let context = Context {
            kind: BlockKind::Paragraph,
            container: 0,
            list: None,
            item_begun: false,
            quote_depth: 0,
            row: None,
            cell: None,
            verbatim: false,
            hidden: false,
        };
        let mut builder = Self {
            tree,
            built: Built::default(),
            writer: Writer::default(),
            spans: Vec::new(),
            link_chars: 0,
            meanings: Meanings::default(),
            line_numbers: Vec::new(),
            numbers_before: 0,
            numbers_column: 0,
            texts_before: 0,
            breakable: false,
            context,
            frames: Vec::with_capacity(limits.depth.min(256)),
            inlines: Vec::new(),
            formula: None,
            data_tables: tables::data_tables(tree),
            text_before: sight::text_before(tree),
            told_before: OnceCell::new(),
            last_text: NodeId::DOCUMENT,
            most_blocks: limits.blocks,
            is_cut: false,
            lines_end: NodeId::DOCUMENT,
        };
        builder.open_container(NodeId::DOCUMENT, Tag::Html, Facts::default());
        builder
    }

    fn is_full(&self) -> bool {
        self.built.blocks.len() >= self.most_blocks
    }

    /// Handles one node; the node to go on with.
    fn visit(&mut self, id: NodeId) -> NodeId {
        let next = NodeId(id.0 + 1);
        let Some(tag) = self.tree.tag(id) else {
            self.text_node(id);
            return next;
        };
        match tag.layout() {
            Layout::Meta => return self.tree.end(id),
            Layout::Replaced => {
                self.replaced(id, tag);
                return self.tree.end(id);
            }
            Layout::Inline if tag == Tag::Br => self.line_break(),
            Layout::Inline if tag == Tag::Wbr => self.breakable = true,
            Layout::Inline if tag == Tag::Math && self.formula(id, formula::tex) => {
                return self.tree.end(id);
            }
            Layout::Inline if tag == Tag::A && self.is_mark(id) => return self.tree.end(id),
            Layout::Inline if tag == Tag::Other && self.is_unread(id) => return self.tree.end(id),
            Layout::Inline => {
                let facts = facts(self.tree, id, tag);
                let hidden = facts.hidden || self.is_unseen(id, facts);
                let is_left = self.is_edit_link(id)
                    || hidden
                        && !formula::holds_math(self.tree, id)
                        && self.may_hide(id, tag, facts);
                if self.is_beside_code(id, facts) {
                    self.number_lines(id, facts.hidden);
                    return self.tree.end(id);
                }
                if is_left || formula::is_drawn(self.tree, id) {
                    return self.tree.end(id);
                }
                self.read_lines(id, facts);
                self.open_inline(id, tag, facts);
            }
            Layout::Block => {
                let facts = facts(self.tree, id, tag);
                if self.is_gutter(id, tag, facts) || self.is_beside_code(id, facts) {
                    self.number_lines(id, facts.hidden);
                    return self.tree.end(id);
                }
                if self.leaves_out(id, tag, facts) {
                    return self.tree.end(id);
                }
                self.open_block(id, tag, facts);
            }
        }
        next
    }

    /// Whether an element is foreign and its text repeats in another notation what is shown.
    fn is_unread(&self, id: NodeId) -> bool {
        matches!(self.tree.name(id), "annotation" | "annotation-xml")
    }

    /// Whether an element is a sign, or a word, beside a heading or term that links to it.
    fn is_mark(&self, id: NodeId) -> bool {
        let marked = matches!(self.context.kind, BlockKind::Heading(_) | BlockKind::Term);
        let leads = |to: fn(&str) -> bool| self.tree.attr(id, Attr::HREF).is_some_and(to);
        // Where it is all there is, it is the heading.
        let beside =
            || self.tree.parent(id).is_some_and(|around| self.inside(around) > self.inside(id));
        let named = || self.tree.classes(id).any(|word| PERMALINKS.contains(&word));
        // Some name the page, too, in links to its sections.
        let leads_on = || leads(|to| to.contains('#')) || leads(|_| true) && named();
        marked && self.inside(id) <= MARK_BYTES && leads_on() && beside() && {
            let text = self.tree.text_content(id);
            let is_sign = text.contains(MARKS)
                && text.chars().all(|c| c.is_whitespace() || MARKS.contains(&c));
            is_sign
                || leads(|to| to.starts_with('#'))
                    && (named() || self.leads_here(id))
                    && !self.names_section(id, &text)
        }
    }

    /// Whether a link leads to the element it stands in.
    fn leads_here(&self, id: NodeId) -> bool {
        let to = self.tree.attr(id, Attr::HREF).and_then(|to| to.strip_prefix('#'));
        let around = self.tree.parent(id).and_then(|around| self.tree.attr(around, Attr::ID));
        to.is_some() && to == around
    }

    /// Whether a link says the heading itself, whose words its address is made of, or the number of the section (`§ 12`).
    fn names_section(&self, id: NodeId, text: &str) -> bool {
        let letters = |text: &str| -> String {
            let letters = text.chars().filter(|c| c.is_alphanumeric()).take(FRAGMENT);
            letters.flat_map(char::to_lowercase).collect()
        };
        let to = self.tree.attr(id, Attr::HREF).unwrap_or_default();
        let to = &to[..to.floor_char_boundary(FRAGMENT * 6)];
        let to = scutch_url::percent_decode(to.as_bytes());
        // The last character may be cut off.
        let to: String = to.utf8_chunks().map(|chunk| chunk.valid()).collect();
        let words = letters(text);
        words.contains(char::is_numeric) || !words.is_empty() && letters(&to).contains(&words)
    }

    /// Whether an element is what wikis show in a heading, or beside it, to edit its section; more than a few
    /// bytes only in brackets.
    fn is_edit_link(&self, id: NodeId) -> bool {
        let Some(class) = self.tree.attr(id, Attr::CLASS) else { return false };
        let in_brackets = || self.tree.text_content(id).trim_start().starts_with('[');
        EDIT_LINKS.contains(&class)
            && (self.inside(id) <= MARK_BYTES
                || self.inside(id) <= sight::HELP_BYTES && in_brackets())
    }

    /// Whether an element is not read: what nobody is meant to see.
    fn leaves_out(&self, id: NodeId, tag: Tag, facts: Facts) -> bool {
        let drawn = tag == Tag::Div && formula::is_drawn(self.tree, id);
        drawn
            || tag == Tag::Noframes
            || (self.is_unseen(id, facts) && self.may_hide(id, tag, facts))
    }

    /// Whether an element holds the numbers of lines (yet `brush: js; gutter: false` is an option of code).
    fn is_gutter(&self, id: NodeId, tag: Tag, facts: Facts) -> bool {
        facts.meanings.has(Meaning::Gutter)
            && matches!(tag, Tag::Td | Tag::Pre)
            && !self.tree.attr(id, Attr::CLASS).is_some_and(|class| class.contains("brush:"))
    }

    /// Keeps the numbers of lines that an element shows for the code that they stand in, or that follows.
    fn number_lines(&mut self, id: NodeId, hidden: bool) {
        if hidden {
            return;
        }
        let first = if self.context.verbatim { self.writer.line() } else { 0 };
        self.line_numbers.extend(line_numbers::shown(self.tree, id, first).unwrap_or_default());
    }

    /// The numbers that come are those of another column.
    fn begin_column(&mut self) {
        self.numbers_before = self.line_numbers.len();
        self.numbers_column = self.numbers_before;
    }

    /// The numbers of the lines of a block that has been written.
    fn numbers_of(&mut self, kind: BlockKind) -> Box<[LineNumber]> {
        let mut numbers = std::mem::take(&mut self.line_numbers);
        (self.numbers_before, self.numbers_column) = (0, 0);
        if kind != BlockKind::Code {
            return Box::default();
        }
        // There can be several columns of them.
        numbers.sort_by_key(|number| number.line);
        numbers.into()
    }

    fn is_beside_code(&self, id: NodeId, facts: Facts) -> bool {
        self.context.verbatim && listing::is_beside_code(self.tree, id, facts)
    }

    /// Ends the block that is being written.
    fn flush(&mut self) {
        if self.context.verbatim {
            self.writer.trim_end();
        }
        let is_nothing = self.writer.is_unseen() || !self.context.verbatim && self.is_for_scripts();
        if is_nothing {
            self.writer.take();
            self.built.texts.truncate(self.texts_before);
            if self.context.verbatim {
                // All that was in it: a column of numbers beside the code that follows.
                let first = self.numbers_before - self.numbers_column;
                let numbers = self.line_numbers[self.numbers_before..].iter_mut();
                numbers.zip(first as u32..).for_each(|(number, line)| number.line = line);
            }
            self.numbers_before = self.line_numbers.len();
            self.link_chars = 0;
            self.meanings = Meanings::default();
            self.restart_inlines();
            return;
        }
        let open = std::mem::take(&mut self.inlines);
        open.iter().rev().for_each(|inline| self.close_inline(inline));
        self.inlines = open;
        let chars = self.writer.chars();
        let mut spans = std::mem::take(&mut self.spans);
        let end = self.writer.len();
        spans.iter_mut().for_each(|s| (s.start, s.end) = (s.start.min(end), s.end.min(end)));
        // Of two around the same text the element further up is the outer one.
        spans.sort_by_key(|s| (s.start, std::cmp::Reverse(s.end), s.node));
        let kind = self.kind_of_next();
        let line_numbers = self.numbers_of(kind);
        let container = self.context.container;
        let at = self.built.blocks.len() as u32;
        self.built.texts[self.texts_before..].iter_mut().for_each(|(_, block)| *block = at);
        self.texts_before = self.built.texts.len();
        self.built.blocks.push(Block {
            kind,
            text: self.writer.take(),
            node: self.built.containers[container as usize].node,
            chars,
            link_chars: std::mem::take(&mut self.link_chars).min(chars),
            spans,
            list: self.context.list,
            quote_depth: self.context.quote_depth,
            cell: self.context.cell,
            hidden: self.context.hidden,
            container,
            inline: std::mem::take(&mut self.meanings),
            line_numbers,
        });
        self.restart_inlines();
    }

    fn kind_of_next(&mut self) -> BlockKind {
        match self.context.kind {
            BlockKind::ListItem if self.context.item_begun => BlockKind::Paragraph,
            BlockKind::ListItem => {
                self.context.item_begun = true;
                BlockKind::ListItem
            }
            kind => kind,
        }
    }
}
