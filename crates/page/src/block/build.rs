//! Cuts the tree into blocks in one walk, without recursion.

use super::facts::{Facts, facts};
use super::text::Writer;
use super::{
    Block, BlockKind, CellPlace, Container, ListPlace, Meaning, Meanings, Span, SpanKind, tables,
};
use crate::tree::{Attr, Layout, NodeId, Tag, Tree};
use crate::{Limits, PageFlag};

/// Pictures not larger than this in a direction are counters, not pictures.
const TINY_PIXELS: u32 = 3;
/// Columns that one cell may span.
const SPAN_CAP: u16 = 100;

/// Blocks and their containers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Built {
    pub(crate) blocks: Vec<Block>,
    pub(crate) containers: Vec<Container>,
}

/// Cuts `tree` into blocks.
pub(crate) fn build(tree: &Tree, limits: &Limits, flags: &mut Vec<PageFlag>) -> Built {
    let mut builder = Builder::new(tree, limits);
    let mut at = 1;
    while at < tree.len() as u32 {
        builder.close_until(NodeId(at));
        if builder.built.blocks.len() >= limits.blocks {
            flags.push(PageFlag::BlocksCapped);
            break;
        }
        at = builder.visit(NodeId(at)).0;
    }
    builder.close_until(NodeId(u32::MAX));
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
    Built { blocks, containers: vec![Container { end, ..root }] }
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
    cell: Option<CellPlace>,
    verbatim: bool,
    hidden: bool,
}

/// A block-level element that is open.
struct Frame {
    node: NodeId,
    end: NodeId,
    before: Context,
    /// Number of the next list item, or rows so far.
    next: u32,
    /// Columns so far in a row.
    columns: u16,
}

/// An inline element that is open.
struct Inline {
    end: NodeId,
    node: NodeId,
    kind: Option<SpanKind>,
    start: u32,
    chars: u32,
    meanings: Meanings,
}

struct Builder<'t> {
    tree: &'t Tree,
    built: Built,
    writer: Writer,
    spans: Vec<Span>,
    link_chars: u32,
    meanings: Meanings,
    context: Context,
    frames: Vec<Frame>,
    inlines: Vec<Inline>,
    data_tables: Vec<NodeId>,
    text_before: Vec<u32>,
}

impl<'t> Builder<'t> {
    fn new(tree: &'t Tree, limits: &Limits) -> Self {
        let context = Context {
            kind: BlockKind::Paragraph,
            container: 0,
            list: None,
            item_begun: false,
            quote_depth: 0,
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
            context,
            frames: Vec::with_capacity(limits.depth.min(256)),
            inlines: Vec::new(),
            data_tables: tables::data_tables(tree),
            text_before: text_before(tree),
        };
        builder.open_container(NodeId::DOCUMENT, Tag::Html, Facts::default());
        builder
    }

    /// Handles one node; the node to go on with.
    fn visit(&mut self, id: NodeId) -> NodeId {
        let next = NodeId(id.0 + 1);
        let Some(tag) = self.tree.tag(id) else {
            self.text(self.tree.text(id));
            return next;
        };
        match tag.layout() {
            Layout::Meta => return self.tree.end(id),
            Layout::Replaced => {
                self.replaced(id, tag);
                return self.tree.end(id);
            }
            Layout::Inline if tag == Tag::Br => self.line_break(),
            Layout::Inline if tag == Tag::Wbr => {}
            Layout::Inline if tag == Tag::Other && self.is_unread(id) => return self.tree.end(id),
            Layout::Inline => {
                let facts = facts(self.tree, id, tag);
                if (facts.hidden || facts.unseen) && self.may_hide(id, tag) {
                    return self.tree.end(id);
                }
                self.open_inline(id, tag, facts);
            }
            Layout::Block => {
                let facts = facts(self.tree, id, tag);
                if self.leaves_out(id, tag, facts) {
                    return self.tree.end(id);
                }
                self.open_block(id, tag, facts);
            }
        }
        next
    }

    /// Foreign elements whose text repeats in another notation what is shown.
    fn is_unread(&self, id: NodeId) -> bool {
        matches!(self.tree.name(id), "annotation" | "annotation-xml")
    }

    /// What is not read: numbers of lines (yet `brush: js; gutter: false` is an option of code), and
    /// what nobody is meant to see.
    fn leaves_out(&self, id: NodeId, tag: Tag, facts: Facts) -> bool {
        let gutter = facts.meanings.has(Meaning::Gutter)
            && matches!(tag, Tag::Td | Tag::Pre)
            && !self.tree.attr(id, Attr::CLASS).is_some_and(|class| class.contains("brush:"));
        gutter || tag == Tag::Noframes || (facts.unseen && self.may_hide(id, tag))
    }

    /// Pages hide their text until a script shows it: what holds most of the text is not hidden.
    fn may_hide(&self, id: NodeId, tag: Tag) -> bool {
        if matches!(tag, Tag::Html | Tag::Body | Tag::Main) {
            return false;
        }
        let inside =
            self.text_before[self.tree.end(id).0 as usize] - self.text_before[id.0 as usize];
        let all = self.text_before.last().copied().unwrap_or(0);
        inside <= all / 2
    }

    fn text(&mut self, text: &str) {
        if self.context.verbatim {
            self.writer.verbatim(text);
        } else {
            self.writer.flow(text);
        }
        if !self.writer.is_empty() {
            for inline in &self.inlines {
                self.meanings = self.meanings.or(inline.meanings);
            }
        }
    }

    fn line_break(&mut self) {
        if self.context.verbatim {
            self.writer.verbatim("\n");
        } else if self.writer.line_break() {
            self.flush();
        }
    }

    fn space(&mut self) {
        if self.context.verbatim {
            self.writer.verbatim(" ");
        } else {
            self.writer.space();
        }
    }

    fn open_inline(&mut self, node: NodeId, tag: Tag, facts: Facts) {
        let end = self.tree.end(node);
        let kind = match tag {
            Tag::A => self.tree.attr(node, Attr::HREF).map(|_| SpanKind::Link),
            Tag::B | Tag::Strong => Some(SpanKind::Strong),
            Tag::I | Tag::Em | Tag::Cite | Tag::Dfn | Tag::Var => Some(SpanKind::Emphasis),
            Tag::Code | Tag::Kbd | Tag::Samp | Tag::Tt => Some(SpanKind::Code),
            Tag::Del | Tag::S | Tag::Strike => Some(SpanKind::Deleted),
            Tag::Sub => Some(SpanKind::Sub),
            Tag::Sup => Some(SpanKind::Sup),
            _ => None,
        };
        if kind.is_some() || facts.meanings != Meanings::default() {
            let (start, chars) = (self.writer.position(), self.writer.chars());
            let meanings = facts.meanings;
            self.inlines.push(Inline { end, node, kind, start, chars, meanings });
        }
    }

    fn close_inline(&mut self, inline: &Inline) {
        let end = self.writer.len();
        if let Some(kind) = inline.kind
            && inline.start < end
        {
            self.spans.push(Span { start: inline.start, end, kind, node: inline.node });
            if kind == SpanKind::Link {
                self.link_chars += self.writer.chars().saturating_sub(inline.chars);
            }
        }
    }

    fn replaced(&mut self, id: NodeId, tag: Tag) {
        match tag {
            Tag::Img if !is_picture(self.tree, id) => {}
            Tag::Img if self.writer.is_empty() && !self.context.verbatim => {
                self.place(BlockKind::Image, id);
            }
            Tag::Img => {
                self.space();
                let at = self.writer.len();
                self.spans.push(Span { start: at, end: at, kind: SpanKind::Image, node: id });
            }
            Tag::Video | Tag::Audio | Tag::Iframe | Tag::Embed | Tag::Object => {
                let facts = facts(self.tree, id, tag);
                if !facts.hidden && self.tree.attr(id, Attr::SRC).is_some() {
                    self.flush();
                    self.place(BlockKind::Media, id);
                }
            }
            Tag::Select | Tag::Input | Tag::Textarea => self.space(),
            _ => {}
        }
    }

    /// Adds a block without text.
    fn place(&mut self, kind: BlockKind, node: NodeId) {
        let context = self.context;
        let block = blank(kind, node);
        self.built.blocks.push(Block {
            list: context.list,
            quote_depth: context.quote_depth,
            cell: context.cell,
            hidden: context.hidden,
            container: context.container,
            ..block
        });
    }

    fn open_block(&mut self, id: NodeId, tag: Tag, facts: Facts) {
        if self.context.verbatim {
            return self.writer.verbatim_line();
        }
        self.flush();
        let before = self.context;
        self.open_container(id, tag, facts);
        self.context.hidden |= facts.hidden && self.may_hide(id, tag);
        self.enter(id, tag);
        let end = self.tree.end(id);
        let start = self.tree.attr(id, Attr::START).filter(|_| tag == Tag::Ol);
        let start = start.and_then(|n| n.trim().parse().ok());
        let next = start.unwrap_or(u32::from(tag == Tag::Ol));
        self.frames.push(Frame { node: id, end, before, next, columns: 0 });
    }

    fn open_container(&mut self, node: NodeId, tag: Tag, facts: Facts) {
        let first = self.built.blocks.len() as u32;
        let is_page = matches!(tag, Tag::Html | Tag::Body);
        let meanings = if is_page { Meanings::default() } else { facts.meanings };
        let parent = self.context.container;
        self.context.container = self.built.containers.len() as u32;
        let declared = facts.declared;
        let container = Container { node, tag, parent, first, end: first, meanings, declared };
        self.built.containers.push(container);
    }

    /// What the element makes of the blocks in it.
    fn enter(&mut self, id: NodeId, tag: Tag) {
        let context = &mut self.context;
        match tag {
            Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => {
                context.kind = BlockKind::Code;
                context.verbatim = true;
            }
            Tag::Blockquote => context.quote_depth = context.quote_depth.saturating_add(1),
            Tag::Figcaption | Tag::Caption => context.kind = BlockKind::Caption,
            Tag::Dt => context.kind = BlockKind::Term,
            Tag::Dd => context.kind = BlockKind::Definition,
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => {
                let depth = context.list.map_or(0, |l| l.depth).saturating_add(1);
                let number = (tag == Tag::Ol).then_some(0);
                context.list = Some(ListPlace { list: id, depth, number });
                context.kind = BlockKind::Paragraph;
            }
            Tag::Li => self.enter_item(id),
            Tag::Tr => self.count_row(),
            Tag::Td | Tag::Th => self.enter_cell(id, tag),
            Tag::Table if self.data_tables.binary_search(&id).is_ok() => {
                let (row, column, header) = (0, 0, false);
                context.cell = Some(CellPlace { table: id, row, column, header });
            }
            Tag::Table => context.cell = None,
            _ => {
                if let Some(level) = tag.heading_level() {
                    context.kind = BlockKind::Heading(level);
                }
            }
        }
    }

    fn enter_item(&mut self, id: NodeId) {
        let value = self.tree.attr(id, Attr::VALUE).and_then(|n| n.trim().parse().ok());
        let list = self.context.list.get_or_insert(ListPlace { list: id, depth: 1, number: None });
        if list.number.is_some()
            && let Some(frame) = self.frames.last_mut()
        {
            let number = value.unwrap_or(frame.next);
            frame.next = number.saturating_add(1);
            list.number = Some(number);
        }
        self.context.kind = BlockKind::ListItem;
        self.context.item_begun = false;
    }

    /// Rows may lie in a section of the table; the innermost table counts them.
    fn count_row(&mut self) {
        let Some(cell) = &mut self.context.cell else { return };
        if let Some(frame) = self.frames.iter_mut().rev().find(|f| f.node == cell.table) {
            cell.row = frame.next;
            frame.next = frame.next.saturating_add(1);
        }
    }

    fn enter_cell(&mut self, id: NodeId, tag: Tag) {
        let Some(cell) = &mut self.context.cell else { return };
        let span = self.tree.attr(id, Attr::COLSPAN).and_then(|n| n.trim().parse().ok());
        let span: u16 = span.unwrap_or(1);
        if let Some(frame) = self.frames.last_mut() {
            cell.column = frame.columns;
            frame.columns = frame.columns.saturating_add(span.clamp(1, SPAN_CAP));
        }
        cell.header = tag == Tag::Th;
        self.context.kind = BlockKind::Cell;
    }

    /// Closes what ends before `at`.
    fn close_until(&mut self, at: NodeId) {
        loop {
            let inline = self.inlines.last().map(|i| i.end).filter(|end| *end <= at);
            let block = self.frames.last().map(|f| f.end).filter(|end| *end <= at);
            match (inline, block) {
                (Some(inner), outer) if outer.is_none_or(|outer| inner <= outer) => {
                    if let Some(inline) = self.inlines.pop() {
                        self.close_inline(&inline);
                    }
                }
                (_, Some(_)) => self.close_block(),
                _ => return self.close_root(at),
            }
        }
    }

    fn close_root(&mut self, at: NodeId) {
        if at == NodeId(u32::MAX) {
            self.flush();
            let end = self.built.blocks.len() as u32;
            self.built.containers[0].end = end;
        }
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

    /// Ends the block that is being written.
    fn flush(&mut self) {
        if self.context.verbatim {
            self.writer.trim_end();
        }
        if self.writer.is_empty() {
            self.writer.take();
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
        spans.sort_by_key(|s| (s.start, std::cmp::Reverse(s.end)));
        let kind = self.kind_of_next();
        let container = self.context.container;
        self.built.blocks.push(Block {
            kind,
            text: self.writer.take(),
            node: self.built.containers[container as usize].node,
            chars,
            link_chars: std::mem::take(&mut self.link_chars).min(chars),
            spans,
            list: self.context.list,
            quote_depth: self.context.quote_depth,
            cell: self.context.cell.filter(|_| kind == BlockKind::Cell),
            hidden: self.context.hidden,
            container,
            inline: std::mem::take(&mut self.meanings),
        });
        self.restart_inlines();
    }

    /// Inline elements that stay open go on in the next block.
    fn restart_inlines(&mut self) {
        self.spans.clear();
        for inline in &mut self.inlines {
            (inline.start, inline.chars) = (0, 0);
        }
    }

    fn kind_of_next(&mut self) -> BlockKind {
        match self.context.kind {
            BlockKind::ListItem if self.context.item_begun => BlockKind::Paragraph,
            BlockKind::ListItem => {
                self.context.item_begun = true;
                BlockKind::ListItem
            }
            BlockKind::Cell if self.context.cell.is_none() => BlockKind::Paragraph,
            kind => kind,
        }
    }
}

/// Bytes of visible text before each node, and after the last.
fn text_before(tree: &Tree) -> Vec<u32> {
    let mut sums = Vec::with_capacity(tree.len() + 1);
    let mut sum = 0;
    for id in tree.all() {
        sums.push(sum);
        let text = tree.text(id).as_bytes();
        sum += text.trim_ascii().len() as u32;
    }
    sums.push(sum);
    sums
}

/// Whether an image is more than a counter or spacer.
fn is_picture(tree: &Tree, id: NodeId) -> bool {
    let tiny = |name: &str| {
        let mut attrs = tree.attrs(id);
        let value = attrs.find(|(attr, _)| tree.attr_name(*attr) == name).map(|(_, value)| value);
        value.and_then(|v| v.trim().parse::<u32>().ok()).is_some_and(|n| n <= TINY_PIXELS)
    };
    let source = tree.attr(id, Attr::SRC).or(tree.attr(id, Attr::DATA_SRC));
    source.is_some_and(|s| !s.trim().is_empty()) && !tiny("width") && !tiny("height")
}
