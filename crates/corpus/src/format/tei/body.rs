//! The text of a document as TEI: headings open divisions, everything else keeps its order.

use std::slice::Iter;

use scutch_page::BlockKind;
use scutch_page::document::{Frame, Leaf, Mark, NumberStyle, Part};

use super::schema::El;
use super::table::Table;
use super::values::is_pointer;
use super::xml::Xml;
use crate::format::annotations::Sentence;

/// Writes the divisions and blocks of `parts` into the open element; `id` is that of the document, `number` that of the
/// last block before, `tagged` the annotations of its leaves. The answer is the number of the last block.
pub(super) fn body(
    xml: &mut Xml,
    id: &str,
    parts: &[Part],
    number: usize,
    tagged: &mut Iter<'_, Vec<Sentence>>,
) -> usize {
    let depth = xml.depth();
    let mut writer = Writer { xml, id, number, divisions: Vec::new(), frames: Vec::new(), tagged };
    let mut rest = parts;
    while let [part, after @ ..] = rest {
        rest = after;
        match part {
            Part::Open(frame) => writer.open(*frame),
            Part::Close(_) => writer.close(),
            // Only a quotation, opened right before, has one.
            Part::Source(address) => writer.xml.attribute("source", address),
            Part::Leaf(leaf) => match writer.captioned(leaf, after) {
                Some((table, behind)) => {
                    writer.table(&table);
                    rest = behind;
                }
                None => writer.leaf(leaf),
            },
            Part::Table(rows) => writer.table(&Table { captions: Vec::new(), rows }),
        }
    }
    let last = writer.number;
    // The divisions of the last headings are still open.
    while xml.depth() > depth {
        xml.close();
    }
    last
}

/// Writes blocks and keeps track of open elements.
pub(super) struct Writer<'x, 't> {
    pub(super) xml: &'x mut Xml,
    id: &'x str,
    /// Number of the last block that has an id.
    number: usize,
    /// Levels of the headings whose divisions are open.
    divisions: Vec<u8>,
    frames: Vec<Open>,
    /// Annotations of the leaves that follow.
    pub(super) tagged: &'x mut Iter<'t, Vec<Sentence>>,
}

/// An open frame; lists may have an item open that the page did not, and in those of terms it may have its description.
struct Open {
    frame: Frame,
    item: bool,
    described: bool,
}

impl Writer<'_, '_> {
    /// Opens a frame as the element that fits its place.
    fn open(&mut self, frame: Frame) {
        if matches!(frame, Frame::Term | Frame::Description) {
            self.entry(frame);
        }
        if !matches!(frame, Frame::Item(_)) {
            self.block();
        }
        match frame {
            Frame::Quote => self.xml.open(El::Quote),
            Frame::Figure => self.xml.open(El::Figure),
            Frame::Note => self.xml.open(El::Note),
            Frame::Box => {
                // `floatingText` holds a text of its own, and a text needs a body with a division.
                self.xml.open(El::FloatingText);
                self.xml.attribute("type", "box");
                self.xml.open(El::Body);
                self.xml.open(El::Div);
            }
            Frame::List(numbering) => {
                self.xml.open(El::List);
                let rend = numbering.map_or("bulleted".to_owned(), |n| numbered(n.style));
                self.xml.attribute("rend", &rend);
            }
            Frame::Definitions => {
                self.xml.open(El::List);
                self.xml.attribute("type", "gloss");
            }
            Frame::Item(number) => {
                self.end_item();
                self.xml.open(El::Item);
                if let Some(number) = number {
                    self.xml.attribute("n", &number.to_string());
                }
                self.identify();
            }
            Frame::Term | Frame::Description => {}
        }
        self.frames.push(Open { frame, item: false, described: false });
    }

    /// Terms and their description are one item; a further description is another.
    fn entry(&mut self, frame: Frame) {
        if self.frames.last().is_some_and(|list| list.described) {
            self.end_item();
        }
        if let Some(list) = self.frames.last_mut() {
            list.described = frame == Frame::Description;
        }
    }

    /// Closes the innermost frame.
    fn close(&mut self) {
        self.end_item();
        let elements = match self.frames.pop().map(|open| open.frame) {
            // `floatingText`, `body` and `div`.
            Some(Frame::Box) => 3,
            Some(Frame::Term | Frame::Description) => 0,
            _ => 1,
        };
        (0..elements).for_each(|_| self.xml.close());
    }

    /// Makes sure that a block may come next: in a list only within an item.
    pub(super) fn block(&mut self) {
        let Some(last) = self.frames.last_mut() else { return self.xml.line() };
        let in_list = matches!(last.frame, Frame::List(_) | Frame::Definitions);
        if in_list && !std::mem::replace(&mut last.item, true) {
            self.xml.open(El::Item);
            self.identify();
        }
    }

    /// Ends the item that the page did not open.
    fn end_item(&mut self) {
        if self.frames.last_mut().is_some_and(|last| std::mem::take(&mut last.item)) {
            self.xml.close();
        }
    }

    /// Gives the element the next number as its id.
    fn identify(&mut self) {
        self.number += 1;
        self.xml.id(self.id, self.number);
    }

    /// Whether the innermost open frame is a figure.
    pub(super) fn is_in_figure(&self) -> bool {
        self.frames.last().is_some_and(|open| open.frame == Frame::Figure)
    }

    /// Writes a block.
    fn leaf(&mut self, leaf: &Leaf) {
        self.block();
        let inside = self.frames.last().map(|open| open.frame);
        match leaf.kind {
            // Divisions exist at the top only. A heading in a list or a quotation is a label.
            BlockKind::Heading(level) if inside.is_none() => self.heading(level, leaf),
            BlockKind::Image => self.picture_alone(leaf, inside == Some(Frame::Figure)),
            _ if inside == Some(Frame::Term) => self.typed(El::Label, "term", leaf),
            BlockKind::Heading(_) => self.typed(El::Label, "heading", leaf),
            BlockKind::ListItem if matches!(inside, Some(Frame::Item(_))) => self.inline(leaf),
            BlockKind::Caption if inside == Some(Frame::Figure) => self.block_of(El::Head, leaf),
            // TEI has no element for captions outside of figures.
            BlockKind::Caption => {
                self.xml.open(El::P);
                self.xml.attribute("rend", "caption");
                self.identify();
                self.inline(leaf);
                self.xml.close();
            }
            _ => self.block_of(El::P, leaf),
        }
    }

    /// Writes a heading. It opens a division where the schema allows one.
    fn heading(&mut self, level: u8, leaf: &Leaf) {
        // A heading closes the divisions of its own level and of deeper ones.
        while self.divisions.pop_if(|open| *open >= level).is_some() {
            self.xml.close();
        }
        self.xml.line();
        self.xml.open(El::Div);
        self.divisions.push(level);
        self.block_of(El::Head, leaf);
    }

    /// Writes a block as this element.
    pub(super) fn block_of(&mut self, el: El, leaf: &Leaf) {
        self.xml.open(el);
        self.identify();
        self.inline(leaf);
        self.xml.close();
    }

    /// Writes a block as this element with a type.
    pub(super) fn typed(&mut self, el: El, kind: &str, leaf: &Leaf) {
        self.xml.open(el);
        self.xml.attribute("type", kind);
        self.identify();
        self.inline(leaf);
        self.xml.close();
    }

    /// Writes a picture that is a block of its own.
    fn picture_alone(&mut self, leaf: &Leaf, in_figure: bool) {
        // Pictures have no words, but annotations are listed per block, empty ones included.
        self.tagged.next();
        let pictures = leaf.marks.iter().filter_map(|marked| match &marked.mark {
            Mark::Picture(picture) => Some(picture),
            _ => None,
        });
        if !in_figure {
            self.xml.open(El::Figure);
        }
        for picture in pictures {
            self.graphic(picture, false);
            if !picture.alt.is_empty() {
                self.xml.element(El::FigDesc, &[], &picture.alt);
            }
            if let Some(link) = picture.link.as_deref().filter(|link| is_pointer(link)) {
                self.xml.open(El::P);
                self.pointer(link, "link");
                self.xml.close();
            }
        }
        if !in_figure {
            self.xml.close();
        }
    }
}

/// How a list with such numbers is rendered.
fn numbered(style: NumberStyle) -> String {
    match style {
        NumberStyle::Decimal => "numbered".to_owned(),
        style => format!("numbered {}", style.name()),
    }
}
