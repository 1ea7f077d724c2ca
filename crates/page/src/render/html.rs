//! The content as clean HTML: known elements, escaped text, no scripts, no styles.

use super::{ANYWHERE, escape};
use crate::block::BlockKind;
use crate::document::{
    Cell, Document, Frame, Leaf, Mark, NumberStyle, Numbering, PartWriter, Piece,
};

/// A document as the HTML of one article.
pub fn html(document: &Document) -> String {
    let mut writer = Writer::default();
    writer.out.push_str("<article>\n");
    writer.parts(&document.parts);
    if !document.comments.is_empty() {
        writer.out.push_str("<section class=\"comments\">\n");
        writer.parts(&document.comments);
        writer.out.push_str("</section>\n");
    }
    writer.out.push_str("</article>\n");
    writer.out
}

/// Markup around formulas, as Pandoc writes it and MathJax finds it.
const FORMULA: (&str, &str) = ("<span class=\"math inline\">\\(", "\\)</span>");
const DISPLAYED: (&str, &str) = ("<span class=\"math display\">\\[", "\\]</span>");

#[derive(Default)]
/// Writes HTML.
struct Writer {
    out: String,
    /// Frames that are open: a caption is one only in a figure.
    frames: Vec<Frame>,
    /// For each open list: its numbers, and that of its next item.
    numbers: Vec<Option<(Numbering, i32)>>,
}

impl PartWriter for Writer {
    fn open(&mut self, frame: Frame) {
        self.frames.push(frame);
        match frame {
            Frame::Quote => self.out.push_str("<blockquote>\n"),
            Frame::List(numbering) => self.list(numbering),
            Frame::Item(number) => self.item(number),
            Frame::Definitions => self.out.push_str("<dl>\n"),
            Frame::Term => self.out.push_str("<dt>"),
            Frame::Description => self.out.push_str("<dd>"),
            Frame::Figure => self.out.push_str("<figure>\n"),
            Frame::Box => self.out.push_str("<aside>\n"),
            Frame::Note => self.out.push_str("<aside role=\"note\">\n"),
        }
    }

    fn close(&mut self, frame: Frame) {
        self.frames.pop();
        if matches!(frame, Frame::List(_)) {
            self.numbers.pop();
        }
        self.out.push_str(match frame {
            Frame::Quote => "</blockquote>\n",
            Frame::List(None) => "</ul>\n",
            Frame::List(Some(_)) => "</ol>\n",
            Frame::Item(_) => "</li>\n",
            Frame::Definitions => "</dl>\n",
            Frame::Term => "</dt>\n",
            Frame::Description => "</dd>\n",
            Frame::Figure => "</figure>\n",
            Frame::Box | Frame::Note => "</aside>\n",
        });
    }

    fn leaf(&mut self, leaf: &Leaf) {
        match leaf.kind {
            BlockKind::Heading(level) => {
                let name = ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(1, 6)) - 1];
                self.element(name, leaf);
            }
            BlockKind::Code => {
                self.out.push_str("<pre><code");
                if let Some(language) = &leaf.language {
                    self.out.push_str(" class=\"language-");
                    escape(&mut self.out, language, ANYWHERE);
                    self.out.push('"');
                }
                self.out.push('>');
                escape(&mut self.out, &leaf.text, ANYWHERE);
                self.out.push_str("</code></pre>\n");
            }
            BlockKind::Image => {
                self.inline(leaf);
                self.out.push('\n');
            }
            BlockKind::Caption if self.frames.last() == Some(&Frame::Figure) => {
                self.element("figcaption", leaf);
            }
            // Their frame has written the element.
            BlockKind::ListItem | BlockKind::Term | BlockKind::Definition => self.inline(leaf),
            _ => self.element("p", leaf),
        }
    }

    fn table(&mut self, rows: &[Vec<Cell>]) {
        self.out.push_str("<table>\n");
        for row in rows {
            self.out.push_str("<tr>");
            // The others are spanned by cells before or above them.
            for cell in row.iter().filter(|cell| cell.columns > 0) {
                let name = if cell.header { "th" } else { "td" };
                self.out.push_str(&format!("<{name}"));
                for (attribute, span) in [("colspan", cell.columns), ("rowspan", cell.rows)] {
                    if span > 1 {
                        self.out.push_str(&format!(" {attribute}=\"{span}\""));
                    }
                }
                self.out.push('>');
                for (place, leaf) in cell.leaves.iter().enumerate() {
                    if place > 0 {
                        self.out.push_str("<br>");
                    }
                    self.inline(leaf);
                }
                self.out.push_str(&format!("</{name}>"));
            }
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</table>\n");
    }
}

impl Writer {
    /// Opens a list; attributes are written where they differ from the default.
    fn list(&mut self, numbering: Option<Numbering>) {
        self.numbers.push(numbering.map(|numbering| (numbering, numbering.start)));
        let Some(Numbering { start, style, reversed }) = numbering else {
            return self.out.push_str("<ul>\n");
        };
        self.out.push_str("<ol");
        if style != NumberStyle::Decimal {
            self.out.push_str(&format!(" type=\"{}\"", style.letter()));
        }
        // A reversed list without a start would count its items anew.
        if start != 1 || reversed {
            self.out.push_str(&format!(" start=\"{start}\""));
        }
        self.out.push_str(if reversed { " reversed>\n" } else { ">\n" });
    }

    /// Opens an item. Its number is written if it does not follow the number before.
    fn item(&mut self, number: Option<i32>) {
        let counted = self.numbers.last_mut().and_then(Option::as_mut).zip(number);
        let Some(((numbering, next), number)) = counted else {
            return self.out.push_str("<li>");
        };
        let value = (*next != number).then(|| format!(" value=\"{number}\""));
        *next = numbering.after(number);
        self.out.push_str(&format!("<li{}>", value.unwrap_or_default()));
    }

    /// Writes an element around the text of a leaf.
    fn element(&mut self, name: &str, leaf: &Leaf) {
        self.out.push_str(&format!("<{name}>"));
        self.inline(leaf);
        self.out.push_str(&format!("</{name}>\n"));
    }

    /// Writes the text of a leaf with its marks as elements.
    fn inline(&mut self, leaf: &Leaf) {
        for piece in leaf.pieces() {
            match piece {
                Piece::Text(text) => {
                    for (place, line) in text.split('\n').enumerate() {
                        if place > 0 {
                            self.out.push_str("<br>\n");
                        }
                        escape(&mut self.out, line, ANYWHERE);
                    }
                }
                Piece::Point(marked) => {
                    // A picture between words stood between spaces.
                    self.out.push_str(if leaf.text.is_empty() { "" } else { " " });
                    self.point(&marked.mark);
                }
                Piece::Open(marked) => match &marked.mark {
                    Mark::Link(link) => self.link(link),
                    Mark::Formula { displayed: false } => self.out.push_str(FORMULA.0),
                    Mark::Formula { displayed: true } => self.out.push_str(DISPLAYED.0),
                    Mark::Abbreviation(title) => {
                        self.out.push_str("<abbr title=\"");
                        escape(&mut self.out, title, ANYWHERE);
                        self.out.push_str("\">");
                    }
                    mark => self.out.push_str(&format!("<{}>", element_of(mark))),
                },
                Piece::Close(marked) => match &marked.mark {
                    Mark::Formula { displayed: false } => self.out.push_str(FORMULA.1),
                    Mark::Formula { displayed: true } => self.out.push_str(DISPLAYED.1),
                    mark => self.out.push_str(&format!("</{}>", element_of(mark))),
                },
            }
        }
    }

    /// Writes the start tag of a link.
    fn link(&mut self, address: &str) {
        self.out.push_str("<a href=\"");
        escape(&mut self.out, address, ANYWHERE);
        self.out.push_str("\">");
    }

    /// Writes a picture or player.
    fn point(&mut self, mark: &Mark) {
        match mark {
            Mark::Picture(picture) => {
                if let Some(link) = &picture.link {
                    self.link(link);
                }
                self.out.push_str("<img src=\"");
                escape(&mut self.out, &picture.source, ANYWHERE);
                self.out.push_str("\" alt=\"");
                escape(&mut self.out, &picture.alt, ANYWHERE);
                self.out.push_str(if picture.link.is_some() { "\"></a>" } else { "\">" });
            }
            Mark::Media { name, source } => {
                self.link(source);
                self.out.push_str(name);
                self.out.push_str("</a>");
            }
            _ => {}
        }
    }
}

/// The name of the element for a mark.
fn element_of(mark: &Mark) -> &'static str {
    match mark {
        Mark::Strong => "strong",
        Mark::Emphasis => "em",
        Mark::Code => "code",
        Mark::Deleted => "del",
        Mark::Inserted => "ins",
        Mark::Highlighted => "mark",
        Mark::Abbreviation(_) => "abbr",
        Mark::Sub => "sub",
        Mark::Sup => "sup",
        Mark::Link(_) | Mark::Media { .. } => "a",
        Mark::Picture(_) => "img",
        Mark::Formula { .. } | Mark::Editorial(_) => "span",
    }
}
