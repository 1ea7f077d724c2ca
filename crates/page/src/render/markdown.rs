//! The content as CommonMark, with tables and strikethrough as GitHub writes them.

use super::address::Addresses;
use super::commonmark::{
    closed, code_span, destination, escape, guarded_lines, is_language, language_in_class,
    longest_run, without_blank_lines_before,
};
use super::inline::{Piece, joined, pieces, stars_work};
use super::outline::{Cell, Event, Frame, outline};
use crate::block::{Block, BlockKind, Span, SpanKind};
use crate::tree::{Attr, Tag};
use crate::{Extraction, Page};

/// Attributes that name the language of code.
const LANGUAGE: &[&str] = &["data-lang", "data-language"];
/// The content as Markdown.
pub fn markdown(page: &Page, extraction: &Extraction) -> String {
    let addresses = Addresses::of(page);
    let mut writer = Writer {
        page,
        addresses,
        links: extraction.config.links,
        images: extraction.config.images,
        out: String::new(),
        prefix: Vec::new(),
        marker: None,
        since: 0,
        tight: false,
    };
    for event in outline(page, extraction) {
        match event {
            Event::Open(frame) => writer.open(frame),
            Event::Close(frame) => writer.close(frame),
            Event::Block(block) => writer.block(block),
            Event::Table(rows) => writer.table(&rows),
        }
    }
    writer.out
}

struct Writer<'p> {
    page: &'p Page,
    addresses: Addresses<'p>,
    links: bool,
    images: bool,
    out: String,
    /// What every line begins with, one part per open quotation or item.
    prefix: Vec<String>,
    /// The marker of an item whose first line is still to come; it replaces the last prefix.
    marker: Option<String>,
    /// How many of the prefixes have been open since the last chunk.
    since: usize,
    /// The last thing written was an item's only line: no empty line before the next item.
    tight: bool,
}

impl Writer<'_> {
    fn open(&mut self, frame: Frame) {
        match frame {
            Frame::Quote => self.prefix.push("> ".to_owned()),
            Frame::Item(number) => {
                let marker = number.map_or("- ".to_owned(), |n| format!("{n}. "));
                // An item whose marker is still unwritten holds nothing but this list.
                self.flush_marker();
                self.prefix.push(" ".repeat(marker.len()));
                self.marker = Some(marker);
            }
            Frame::List(_) | Frame::Definitions | Frame::Figure => {}
        }
    }

    fn close(&mut self, frame: Frame) {
        match frame {
            Frame::Quote | Frame::Item(_) => {
                self.marker = None;
                self.prefix.pop();
                self.since = self.since.min(self.prefix.len());
            }
            // Lists that follow one another are kept apart; a list in an item ends with its item.
            Frame::List(_) => self.tight &= !self.prefix.is_empty(),
            Frame::Definitions | Frame::Figure => {}
        }
    }

    fn flush_marker(&mut self) {
        if self.marker.is_some() {
            self.chunk("", true);
        }
    }

    /// Writes a chunk of lines after an empty line, or after a line break between tight items.
    fn chunk(&mut self, lines: &str, of_list: bool) {
        let marker = self.marker.take();
        let all: String = self.prefix.concat();
        if !self.out.is_empty() {
            self.out.push('\n');
            if !(self.tight && of_list && marker.is_some()) {
                let shared: String = self.prefix[..self.since].concat();
                self.out.push_str(shared.trim_end());
                self.out.push('\n');
            }
        }
        self.since = self.prefix.len();
        let mut first = match &marker {
            Some(marker) => {
                let outer: String = self.prefix[..self.prefix.len() - 1].concat();
                outer + marker
            }
            None => all.clone(),
        };
        for (place, line) in lines.split('\n').enumerate() {
            if place > 0 {
                self.out.push('\n');
                first.clone_from(&all);
            }
            self.out.push_str(if line.is_empty() { first.trim_end() } else { &first });
            self.out.push_str(line);
        }
        self.tight = marker.is_some();
    }

    fn block(&mut self, block: &Block) {
        let of_list = block.kind == BlockKind::ListItem;
        match block.kind {
            BlockKind::Heading(level) => {
                let hashes = "#".repeat(usize::from(level.clamp(1, 6)));
                let text = self.inline(block, false).replace("\\\n", " ");
                self.chunk(&format!("{hashes} {}", closed(&text)), of_list);
            }
            BlockKind::Code => self.code(block),
            BlockKind::Image => {
                if let Some(picture) = self.picture(block.node) {
                    self.chunk(&picture, of_list);
                }
            }
            BlockKind::Media => {
                if let Some(source) = self.addresses.source(block.node) {
                    let name = self.page.tree().name(block.node);
                    self.chunk(&format!("[{name}]({})", destination(&source)), of_list);
                }
            }
            BlockKind::Definition => {
                let text = self.inline(block, false).replace('\n', "\n  ");
                self.chunk(&format!(": {text}"), of_list);
            }
            _ => {
                let text = self.inline(block, false);
                self.chunk(&guarded_lines(&text), of_list);
            }
        }
    }

    fn code(&mut self, block: &Block) {
        let fence = "`".repeat(longest_run(&block.text, '`').max(2) + 1);
        let language = self.language(block);
        let text = without_blank_lines_before(&block.text);
        self.chunk(&format!("{fence}{language}\n{text}\n{fence}"), false);
    }

    /// The language of code, where it, what is in it or what is right around it says so.
    fn language(&self, block: &Block) -> String {
        let tree = self.page.tree();
        let around = tree.ancestors(block.node).take(2);
        let nodes = std::iter::once(block.node).chain(tree.children(block.node)).chain(around);
        let mut named = nodes.filter_map(|id| {
            let mut attrs = tree.attrs(id);
            let told = attrs.find(|(attr, _)| LANGUAGE.contains(&tree.attr_name(*attr)));
            let class = || tree.attr(id, Attr::CLASS).and_then(language_in_class);
            told.map(|(_, value)| value).filter(|name| is_language(name)).or_else(class)
        });
        named.next().unwrap_or_default().to_owned()
    }

    fn table(&mut self, rows: &[Vec<Cell<'_>>]) {
        let mut lines = Vec::with_capacity(rows.len() + 1);
        for (place, row) in rows.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|cell| self.cell(cell)).collect();
            lines.push(format!("| {} |", cells.join(" | ")));
            if place == 0 {
                lines.push(format!("|{}", " --- |".repeat(row.len())));
            }
        }
        self.chunk(&lines.join("\n"), false);
    }

    fn cell(&self, cell: &Cell<'_>) -> String {
        let texts = cell.blocks.iter().map(|block| match block.kind {
            BlockKind::Image => self.picture(block.node).unwrap_or_default().replace('|', "\\|"),
            _ => self.inline(block, true),
        });
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("<br>")
    }

    fn inline(&self, block: &Block, in_table: bool) -> String {
        let mut out = String::with_capacity(block.text.len() + block.text.len() / 8);
        let mut in_code = false;
        for piece in joined(pieces(block)) {
            match piece {
                Piece::Text(text) if in_code => code_span(&mut out, text),
                Piece::Text(text) => escape(&mut out, text),
                Piece::Picture(span) => {
                    if let Some(picture) = self.picture(span.node) {
                        out.push_str(if out.is_empty() { "" } else { " " });
                        out.push_str(&picture);
                    }
                }
                Piece::Open(span) => {
                    in_code |= span.kind == SpanKind::Code;
                    out.push_str(self.marks(block, span).0);
                }
                Piece::Close(span) => {
                    in_code &= span.kind != SpanKind::Code;
                    match self.shown_link(span) {
                        Some(link) => out.push_str(&format!("]({})", destination(&link))),
                        None => out.push_str(self.marks(block, span).1),
                    }
                }
            }
        }
        if in_table { out.replace("\\\n", "<br>").replace('|', "\\|") } else { out }
    }

    /// What stands before and after a span; after a link comes its destination.
    fn marks(&self, block: &Block, span: &Span) -> (&'static str, &'static str) {
        let stars = stars_work(&block.text, span);
        match span.kind {
            SpanKind::Link if self.shown_link(span).is_some() => ("[", "]"),
            SpanKind::Strong if stars => ("**", "**"),
            SpanKind::Strong => ("<strong>", "</strong>"),
            SpanKind::Emphasis if stars => ("*", "*"),
            SpanKind::Emphasis => ("<em>", "</em>"),
            SpanKind::Deleted if stars => ("~~", "~~"),
            SpanKind::Deleted => ("<del>", "</del>"),
            SpanKind::Sub => ("<sub>", "</sub>"),
            SpanKind::Sup => ("<sup>", "</sup>"),
            SpanKind::Link | SpanKind::Code | SpanKind::Image => ("", ""),
        }
    }

    fn shown_link(&self, span: &Span) -> Option<String> {
        let link = || self.addresses.link(span.node);
        if self.links && span.kind == SpanKind::Link { link() } else { None }
    }

    fn picture(&self, node: crate::NodeId) -> Option<String> {
        let source = self.addresses.source(node).filter(|_| self.images)?;
        let tree = self.page.tree();
        let is_image = tree.tag(node) == Some(Tag::Img);
        let alt = tree.attr(node, Attr::ALT).filter(|_| is_image).unwrap_or_default();
        let mut text = String::new();
        escape(&mut text, &crate::block::text::normalised(alt));
        Some(format!("![{text}]({})", destination(&source)))
    }
}
