//! The content as CommonMark, with tables and strikethrough as GitHub writes them.

use super::address::Addresses;
use super::inline::{Piece, pieces};
use super::outline::{Cell, Event, Frame, outline};
use crate::block::{Block, BlockKind, Span, SpanKind};
use crate::tree::{Attr, Tag};
use crate::{Extraction, Page};

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
                self.chunk(&format!("{hashes} {text}"), of_list);
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
        self.chunk(&format!("{fence}{language}\n{}\n{fence}", block.text), false);
    }

    /// The language of code, where a class of it or of what is in it says so.
    fn language(&self, block: &Block) -> String {
        let tree = self.page.tree();
        let nodes = std::iter::once(block.node).chain(tree.children(block.node));
        let classes = nodes.filter_map(|id| tree.attr(id, Attr::CLASS));
        let mut names = classes.flat_map(str::split_ascii_whitespace).filter_map(|class| {
            let prefixes = ["language-", "lang-", "highlight-source-", "brush:"];
            prefixes.iter().find_map(|prefix| class.strip_prefix(prefix))
        });
        let plain =
            |name: &&str| name.bytes().all(|b| b.is_ascii_alphanumeric() || b"+#-".contains(&b));
        names.find(plain).unwrap_or_default().to_owned()
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
        let texts = cell.blocks.iter().map(|block| self.inline(block, true));
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("<br>")
    }

    fn inline(&self, block: &Block, in_table: bool) -> String {
        let mut out = String::with_capacity(block.text.len() + block.text.len() / 8);
        let mut in_code = false;
        for piece in pieces(block) {
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
                    out.push_str(self.opening(span));
                }
                Piece::Close(span) => {
                    in_code &= span.kind != SpanKind::Code;
                    self.close_span(&mut out, span);
                }
            }
        }
        if in_table { out.replace("\\\n", "<br>").replace('|', "\\|") } else { out }
    }

    fn opening(&self, span: &Span) -> &'static str {
        match span.kind {
            SpanKind::Link if self.shown_link(span).is_some() => "[",
            SpanKind::Strong => "**",
            SpanKind::Emphasis => "*",
            SpanKind::Deleted => "~~",
            SpanKind::Sub => "<sub>",
            SpanKind::Sup => "<sup>",
            SpanKind::Link | SpanKind::Code | SpanKind::Image => "",
        }
    }

    fn close_span(&self, out: &mut String, span: &Span) {
        match span.kind {
            SpanKind::Link => {
                if let Some(link) = self.shown_link(span) {
                    out.push_str(&format!("]({})", destination(&link)));
                }
            }
            SpanKind::Sub => out.push_str("</sub>"),
            SpanKind::Sup => out.push_str("</sup>"),
            _ => out.push_str(self.opening(span)),
        }
    }

    fn shown_link(&self, span: &Span) -> Option<String> {
        self.addresses.link(span.node).filter(|_| self.links)
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

/// A link destination; in angle brackets where it would otherwise end early.
fn destination(address: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && !"()<>\\".contains(c);
    if address.chars().all(plain) {
        return address.to_owned();
    }
    let mut out = String::with_capacity(address.len() + 2);
    out.push('<');
    for c in address.chars() {
        if "<>\\".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('>');
    out
}

fn longest_run(text: &str, wanted: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

fn code_span(out: &mut String, text: &str) {
    let fence = "`".repeat(longest_run(text, '`') + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    let text = text.replace('\n', " ");
    out.push_str(&format!("{fence}{pad}{text}{pad}{fence}"));
}

/// Text with everything escaped that Markdown would take for markup within a line.
fn escape(out: &mut String, text: &str) {
    let mut previous = out.chars().next_back().unwrap_or(' ');
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied().unwrap_or(' ');
        let special = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' => true,
            // Within words an underscore is only an underscore.
            '_' => !(previous.is_alphanumeric() && next.is_alphanumeric()),
            '~' => next == '~' || previous == '~',
            '&' => next.is_ascii_alphabetic() || next == '#',
            '!' => next == '[',
            _ => false,
        };
        if c == '\n' {
            out.push_str("\\\n");
        } else {
            if special {
                out.push('\\');
            }
            out.push(c);
        }
        previous = c;
    }
}

/// Lines that would begin a heading, list, quotation or rule are guarded by a backslash.
fn guarded_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(guarded).collect();
    lines.join("\n")
}

fn guarded(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let ends_marker = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    let numbered = (1..=9).contains(&digits)
        && line[digits..].strip_prefix(['.', ')']).is_some_and(ends_marker);
    if numbered {
        return format!("{}\\{}", &line[..digits], &line[digits..]);
    }
    let marker = line.strip_prefix(['-', '+']).is_some_and(ends_marker);
    let heading = line.starts_with('#') && ends_marker(line.trim_start_matches('#'));
    let rule = line.len() >= 3 && line.bytes().all(|b| matches!(b, b'-' | b'=' | b' '));
    let colon = line.starts_with(": ");
    if marker || heading || rule || colon || line.starts_with('>') || line.starts_with('=') {
        return format!("\\{line}");
    }
    line.to_owned()
}
