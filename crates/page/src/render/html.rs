//! The content as clean HTML: known elements, escaped text, no scripts, no styles.

use super::address::Addresses;
use super::inline::{Piece, pieces};
use super::outline::{Cell, Event, Frame, outline};
use crate::block::{Block, BlockKind, Span, SpanKind};
use crate::tree::{Attr, NodeId, Tag};
use crate::{Extraction, Page};

/// The content as the HTML of one article.
pub fn html(page: &Page, extraction: &Extraction) -> String {
    let addresses = Addresses::of(page);
    let (links, images) = (extraction.config.links, extraction.config.images);
    let mut writer =
        Writer { page, addresses, links, images, out: String::new(), frames: Vec::new() };
    writer.out.push_str("<article>\n");
    for event in outline(page, extraction) {
        match event {
            Event::Open(frame) => writer.open(frame),
            Event::Close(frame) => writer.close(frame),
            Event::Block(block) => writer.block(block),
            Event::Table(rows) => writer.table(&rows),
        }
    }
    writer.out.push_str("</article>\n");
    writer.out
}

/// Escapes text for elements and quoted attributes.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
}

struct Writer<'p> {
    page: &'p Page,
    addresses: Addresses<'p>,
    links: bool,
    images: bool,
    out: String,
    frames: Vec<Frame>,
}

impl Writer<'_> {
    fn open(&mut self, frame: Frame) {
        self.frames.push(frame);
        match frame {
            Frame::Quote => self.out.push_str("<blockquote>\n"),
            Frame::List(None) => self.out.push_str("<ul>\n"),
            Frame::List(Some(1)) => self.out.push_str("<ol>\n"),
            Frame::List(Some(start)) => self.out.push_str(&format!("<ol start=\"{start}\">\n")),
            Frame::Item(_) => self.out.push_str("<li>"),
            Frame::Definitions => self.out.push_str("<dl>\n"),
            Frame::Figure => self.out.push_str("<figure>\n"),
        }
    }

    fn close(&mut self, frame: Frame) {
        self.frames.pop();
        self.out.push_str(match frame {
            Frame::Quote => "</blockquote>\n",
            Frame::List(None) => "</ul>\n",
            Frame::List(Some(_)) => "</ol>\n",
            Frame::Item(_) => "</li>\n",
            Frame::Definitions => "</dl>\n",
            Frame::Figure => "</figure>\n",
        });
    }

    fn block(&mut self, block: &Block) {
        let in_definitions = self.frames.last() == Some(&Frame::Definitions);
        if in_definitions && block.kind == BlockKind::Term {
            return self.element("dt", block);
        }
        if in_definitions {
            self.out.push_str("<dd>");
        }
        match block.kind {
            BlockKind::Heading(level) => {
                let name = ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(1, 6)) - 1];
                self.element(name, block);
            }
            BlockKind::Code => {
                self.out.push_str("<pre><code>");
                escape(&mut self.out, &block.text);
                self.out.push_str("</code></pre>\n");
            }
            BlockKind::Image => {
                self.picture(block.node);
                self.out.push('\n');
            }
            BlockKind::Media => self.media(block.node),
            BlockKind::Caption if self.frames.last() == Some(&Frame::Figure) => {
                self.element("figcaption", block);
            }
            BlockKind::ListItem | BlockKind::Definition => self.inline(block),
            _ => self.element("p", block),
        }
        if in_definitions {
            self.out.push_str("</dd>\n");
        }
    }

    fn element(&mut self, name: &str, block: &Block) {
        self.out.push_str(&format!("<{name}>"));
        self.inline(block);
        self.out.push_str(&format!("</{name}>\n"));
    }

    fn table(&mut self, rows: &[Vec<Cell<'_>>]) {
        self.out.push_str("<table>\n");
        for row in rows {
            self.out.push_str("<tr>");
            for cell in row {
                let name = if cell.header { "th" } else { "td" };
                self.out.push_str(&format!("<{name}>"));
                for (place, block) in cell.blocks.iter().enumerate() {
                    if place > 0 {
                        self.out.push_str("<br>");
                    }
                    match block.kind {
                        BlockKind::Image => self.picture(block.node),
                        _ => self.inline(block),
                    }
                }
                self.out.push_str(&format!("</{name}>"));
            }
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</table>\n");
    }

    fn inline(&mut self, block: &Block) {
        for piece in pieces(block) {
            match piece {
                Piece::Text(text) => {
                    for (place, line) in text.split('\n').enumerate() {
                        if place > 0 {
                            self.out.push_str("<br>\n");
                        }
                        escape(&mut self.out, line);
                    }
                }
                Piece::Picture(span) => {
                    self.out.push(' ');
                    self.picture(span.node);
                }
                Piece::Open(span) => self.open_span(span),
                Piece::Close(span) => self.close_span(span),
            }
        }
    }

    fn open_span(&mut self, span: &Span) {
        if span.kind != SpanKind::Link {
            self.out.push_str(&format!("<{}>", element_of(span.kind)));
        } else if let Some(link) = self.shown_link(span) {
            self.out.push_str("<a href=\"");
            escape(&mut self.out, &link);
            self.out.push_str("\">");
        }
    }

    fn close_span(&mut self, span: &Span) {
        if span.kind != SpanKind::Link {
            self.out.push_str(&format!("</{}>", element_of(span.kind)));
        } else if self.shown_link(span).is_some() {
            self.out.push_str("</a>");
        }
    }

    fn shown_link(&self, span: &Span) -> Option<String> {
        self.addresses.link(span.node).filter(|_| self.links)
    }

    fn picture(&mut self, node: NodeId) {
        let Some(source) = self.addresses.source(node).filter(|_| self.images) else { return };
        let tree = self.page.tree();
        let is_image = tree.tag(node) == Some(Tag::Img);
        let alt = tree.attr(node, Attr::ALT).filter(|_| is_image).unwrap_or_default();
        self.out.push_str("<img src=\"");
        escape(&mut self.out, &source);
        self.out.push_str("\" alt=\"");
        escape(&mut self.out, &crate::block::text::normalised(alt));
        self.out.push_str("\">");
    }

    fn media(&mut self, node: NodeId) {
        let Some(source) = self.addresses.source(node).filter(|_| self.links) else { return };
        self.out.push_str("<p><a href=\"");
        escape(&mut self.out, &source);
        self.out.push_str("\">");
        escape(&mut self.out, self.page.tree().name(node));
        self.out.push_str("</a></p>\n");
    }
}

fn element_of(kind: SpanKind) -> &'static str {
    match kind {
        SpanKind::Strong => "strong",
        SpanKind::Emphasis => "em",
        SpanKind::Code => "code",
        SpanKind::Deleted => "del",
        SpanKind::Sub => "sub",
        SpanKind::Sup => "sup",
        SpanKind::Link => "a",
        SpanKind::Image => "img",
    }
}
