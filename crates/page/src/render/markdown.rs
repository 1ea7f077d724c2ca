//! The content as CommonMark, with tables and strikethrough as GitHub writes them.

use super::commonmark::{
    closed, code_span, destination, escape, formula, guarded_lines, longest_run,
    without_blank_lines_before,
};
use crate::block::{BOXES, BlockKind};
use crate::document::{Cell, Document, Frame, Leaf, Mark, Marked, PartWriter, Picture, Piece};

/// A document as Markdown; comments stand below a rule.
pub fn markdown(document: &Document) -> String {
    let mut writer = Writer::default();
    writer.parts(&document.parts);
    if !document.comments.is_empty() {
        writer.chunk("---", false);
        writer.parts(&document.comments);
    }
    writer.out
}

/// Quotations and items within one another for which lines are indented.
const DEPTH: usize = 12;
/// The largest number of an item (CommonMark 5.2: nine digits, no sign).
const LARGEST: i32 = 999_999_999;

/// The marker of a description. It is four columns wide, because parsers of such lists want the
/// following lines indented by four.
const DESCRIPTION: &str = ":   ";

#[derive(Default)]
/// Writes Markdown.
struct Writer {
    out: String,
    /// What every line begins with, one part per open quotation or item.
    prefix: Vec<String>,
    /// For each open list of terms: whether a term has come.
    terms: Vec<bool>,
    /// Markers of items and descriptions whose first line is not written yet, each with the index
    /// of the prefix that it replaces.
    markers: Vec<(usize, String)>,
    /// How many of the prefixes were open when the last chunk was written and are open still.
    since: usize,
    /// The last thing written was an item's only line: no empty line before the next item.
    tight: bool,
}

impl PartWriter for Writer {
    fn open(&mut self, frame: Frame) {
        match frame {
            Frame::Quote => self.indent("> ".to_owned()),
            Frame::Item(number) => {
                let numbered = |n: i32| format!("{}. ", n.clamp(0, LARGEST));
                self.mark(&number.map_or("- ".to_owned(), numbered));
            }
            Frame::Definitions => self.terms.push(false),
            Frame::Term => {
                if let Some(term) = self.terms.last_mut() {
                    *term = true;
                }
            }
            // A list without terms only indents a text.
            Frame::Description if self.terms.last() == Some(&true) => self.mark(DESCRIPTION),
            Frame::Description => self.indent(String::new()),
            // Only a list that begins with one may follow a line of text (CommonMark 5.3).
            Frame::List(Some(numbering)) => self.tight &= numbering.start == 1,
            Frame::List(None) | Frame::Figure | Frame::Box | Frame::Note => {}
        }
    }

    fn close(&mut self, frame: Frame) {
        match frame {
            Frame::Quote | Frame::Item(_) | Frame::Description => {
                self.prefix.pop();
                self.markers.retain(|(at, _)| *at < self.prefix.len());
                self.since = self.since.min(self.prefix.len());
            }
            // Lists that follow one another are kept apart; a list in an item ends with its item.
            // Two lists in a row would be read as one.
            Frame::List(_) => self.tight &= !self.prefix.is_empty(),
            Frame::Definitions => {
                self.terms.pop();
            }
            Frame::Term | Frame::Figure | Frame::Box | Frame::Note => {}
        }
    }

    // Only the first block of an item can stay tight.
    fn leaf(&mut self, leaf: &Leaf) {
        let of_list = leaf.kind == BlockKind::ListItem;
        match leaf.kind {
            BlockKind::Heading(level) => {
                let hashes = "#".repeat(usize::from(level.clamp(1, 6)));
                let text = inline(leaf, false).replace("\\\n", " ");
                self.chunk(&format!("{hashes} {}", closed(&text)), of_list);
            }
            BlockKind::Code => self.code(leaf),
            BlockKind::Image | BlockKind::Media => self.chunk(&inline(leaf, false), of_list),
            BlockKind::ListItem => {
                self.chunk(&with_box(&guarded_lines(&inline(leaf, false))), of_list);
            }
            _ => self.chunk(&guarded_lines(&inline(leaf, false)), of_list),
        }
    }

    fn table(&mut self, rows: &[Vec<Cell>]) {
        let mut lines = Vec::with_capacity(rows.len() + 1);
        // Rows are as long as the first, or what is beyond it is not shown.
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        for (place, row) in rows.iter().enumerate() {
            let mut cells: Vec<String> = row.iter().map(cell).collect();
            // A table without a header row would not be a table (GitHub Flavored Markdown 4.10).
            if place == 0 {
                cells.resize(width, String::new());
            }
            lines.push(format!("| {} |", cells.join(" | ")));
            if place == 0 {
                lines.push(format!("|{}", " --- |".repeat(width)));
            }
        }
        self.chunk(&lines.join("\n"), false);
    }
}

impl Writer {
    /// Begins an item or a description; its lines stand under the first.
    fn mark(&mut self, marker: &str) {
        // An item whose marker is still unwritten holds nothing but this list.
        // `- - a` would be one item in a list of one item.
        if self.markers.last().is_some_and(|(_, last)| last != DESCRIPTION) {
            self.chunk("", true);
        }
        self.markers.push((self.prefix.len(), marker.to_owned()));
        self.indent(" ".repeat(marker.len()));
    }

    /// Adds to the prefix of lines, up to a depth: every line begins with all prefixes.
    fn indent(&mut self, prefix: String) {
        self.prefix.push(if self.prefix.len() < DEPTH { prefix } else { String::new() });
    }

    /// Writes a chunk of lines after an empty line, or after a line break between tight items.
    fn chunk(&mut self, lines: &str, of_list: bool) {
        let markers = std::mem::take(&mut self.markers);
        let begins_item = markers.last().is_some_and(|(_, marker)| marker != DESCRIPTION);
        // Lines after the first repeat the prefix without markers.
        let all: String = self.prefix.concat();
        if !self.out.is_empty() {
            self.out.push('\n');
            if !(self.tight && of_list && begins_item) {
                let shared: String = self.prefix[..self.since].concat();
                self.out.push_str(shared.trim_end());
                self.out.push('\n');
            }
        }
        self.since = self.prefix.len();
        let mut first = self.prefix.clone();
        for (at, marker) in markers {
            first[at] = marker;
        }
        let mut first = first.concat();
        for (place, line) in lines.split('\n').enumerate() {
            if place > 0 {
                self.out.push('\n');
                first.clone_from(&all);
            }
            self.out.push_str(if line.is_empty() { first.trim_end() } else { &first });
            self.out.push_str(line);
        }
        self.tight = begins_item;
    }

    /// Writes a fenced block of code.
    fn code(&mut self, leaf: &Leaf) {
        // One backtick more than any run in the code, so that none can end it.
        let fence = "`".repeat(longest_run(&leaf.text, '`').max(2) + 1);
        let language = leaf.language.as_deref().unwrap_or_default();
        let text = without_blank_lines_before(&leaf.text);
        self.chunk(&format!("{fence}{language}\n{text}\n{fence}"), false);
    }
}

/// The text of an item. The box of a task is written as GitHub does (GitHub Flavored Markdown 5.3).
fn with_box(text: &str) -> String {
    let boxes = BOXES.into_iter().zip(["[x] ", "[ ] "]);
    let mut boxes = boxes.filter_map(|(sign, written)| Some((text.strip_prefix(sign)?, written)));
    match boxes.next() {
        Some((task, written)) => format!("{written}{}", task.trim_start()),
        None => text.to_owned(),
    }
}

/// The text of a cell. Blocks in a cell are joined by line breaks of HTML: a row is one line.
fn cell(cell: &Cell) -> String {
    let texts = cell.leaves.iter().map(|leaf| match leaf.kind {
        BlockKind::Code => {
            let mut out = String::new();
            code_span(&mut out, &leaf.text);
            out.replace('|', "\\|")
        }
        _ => inline(leaf, true),
    });
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("<br>")
}

/// The text of a leaf with its marks. In tables bars are escaped and line breaks are elements.
fn inline(leaf: &Leaf, in_table: bool) -> String {
    let mut out = String::with_capacity(leaf.text.len() + leaf.text.len() / 8);
    // Once a leaf has a formula, other dollars would be read as formulas.
    let dollars = leaf.marks.iter().any(|marked| matches!(marked.mark, Mark::Formula { .. }));
    let (mut in_code, mut in_formula) = (false, None);
    for piece in leaf.pieces() {
        match piece {
            Piece::Text(text) if in_code => code_span(&mut out, text),
            Piece::Text(text) if in_formula.is_some() => {
                formula(&mut out, text, in_formula == Some(true));
            }
            Piece::Text(text) if dollars => {
                let mut escaped = String::new();
                escape(&mut escaped, text);
                out.push_str(&escaped.replace('$', "\\$"));
            }
            Piece::Text(text) => escape(&mut out, text),
            Piece::Point(marked) => {
                out.push_str(if out.is_empty() { "" } else { " " });
                out.push_str(&point(&marked.mark));
            }
            Piece::Open(marked) => {
                in_code |= marked.mark == Mark::Code;
                if let Mark::Formula { displayed } = marked.mark {
                    in_formula = Some(displayed);
                }
                out.push_str(ends(leaf, marked).0);
            }
            Piece::Close(marked) => {
                in_code &= marked.mark != Mark::Code;
                in_formula = in_formula.filter(|_| !matches!(marked.mark, Mark::Formula { .. }));
                match &marked.mark {
                    Mark::Link(link) => out.push_str(&format!("]({})", destination(link))),
                    _ => out.push_str(ends(leaf, marked).1),
                }
            }
        }
    }
    if in_table { out.replace("\\\n", "<br>").replace('|', "\\|") } else { out }
}

/// The markup before and after a marked text; the destination of a link is added to it.
fn ends(leaf: &Leaf, marked: &Marked) -> (&'static str, &'static str) {
    let stars = stars_work(&leaf.text, marked);
    match marked.mark {
        Mark::Link(_) => ("[", "]"),
        Mark::Strong if stars => ("**", "**"),
        Mark::Strong => ("<strong>", "</strong>"),
        Mark::Emphasis if stars => ("*", "*"),
        Mark::Emphasis => ("<em>", "</em>"),
        Mark::Deleted if stars => ("~~", "~~"),
        Mark::Deleted => ("<del>", "</del>"),
        Mark::Inserted => ("<ins>", "</ins>"),
        Mark::Highlighted => ("<mark>", "</mark>"),
        Mark::Sub => ("<sub>", "</sub>"),
        Mark::Sup => ("<sup>", "</sup>"),
        Mark::Abbreviation(_)
        | Mark::Code
        | Mark::Formula { .. }
        | Mark::Picture(_)
        | Mark::Media { .. }
        | Mark::Editorial(_) => ("", ""),
    }
}

/// Whether stars around a mark are read as emphasis: they are not between a letter and punctuation
/// within the mark ("left-flanking", "right-flanking" in CommonMark).
fn stars_work(text: &str, marked: &Marked) -> bool {
    let (start, end) = (marked.start as usize, marked.end as usize);
    let inside = &text[start..end];
    let flanks = |outer: Option<char>, inner: Option<char>| {
        let open = outer.is_none_or(|c| c.is_whitespace() || !c.is_alphanumeric());
        open || inner.is_none_or(char::is_alphanumeric)
    };
    flanks(text[..start].chars().next_back(), inside.chars().next())
        && flanks(text[end..].chars().next(), inside.chars().next_back())
}

/// A picture or player.
fn point(mark: &Mark) -> String {
    match mark {
        Mark::Picture(Picture { source, alt, link }) => {
            let mut text = String::new();
            escape(&mut text, alt);
            let picture = format!("![{text}]({})", destination(source));
            match link {
                Some(link) => format!("[{picture}]({})", destination(link)),
                None => picture,
            }
        }
        Mark::Media { name, source } => format!("[{name}]({})", destination(source)),
        _ => String::new(),
    }
}
