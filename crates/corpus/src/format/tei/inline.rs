//! The text of a block: marks, line breaks, pictures and references within it.

use scutch_page::BlockKind;
use scutch_page::document::{Leaf, Mark, Picture, Piece};

use super::body::Writer;
use super::editorial::is_written;
use super::schema::El;
use super::values::is_pointer;
use crate::format::marks::rend;

impl Writer<'_, '_> {
    /// Writes the text of a block with its marks.
    pub(super) fn inline(&mut self, leaf: &Leaf) {
        let sentences = self.tagged.next();
        // Spaces of source code count, and `code` allows no markup in it.
        if leaf.kind == BlockKind::Code {
            self.xml.open(El::Code);
            self.xml.attribute("lang", leaf.language.as_deref().unwrap_or_default());
            self.xml.attribute("xml:space", "preserve");
            self.xml.text(&leaf.text);
            return self.xml.close();
        }
        let edited = leaf.edited(is_written);
        let leaf = &*edited;
        if let Some(sentences) = sentences.filter(|sentences| !sentences.is_empty()) {
            return self.sentences(leaf, sentences);
        }
        let mut in_code = false;
        for piece in leaf.pieces() {
            match piece {
                // Line breaks in code stay characters: `lb` is not allowed there.
                Piece::Text(text) if in_code => self.xml.text(text),
                Piece::Text(text) => self.text(text),
                Piece::Open(marked) => {
                    in_code |= marked.mark.is_verbatim();
                    self.mark(&marked.mark);
                }
                Piece::Close(marked) => {
                    in_code &= !marked.mark.is_verbatim();
                    self.end_mark(&marked.mark);
                }
                Piece::Point(marked) => self.point(&marked.mark),
            }
        }
    }

    /// Text with its line breaks; the space that a break stands for is kept for readers of text alone.
    pub(super) fn text(&mut self, text: &str) {
        for (place, line) in text.split('\n').enumerate() {
            if place > 0 {
                self.xml.open(El::Lb);
                self.xml.close();
                // Programs that read the text alone skip `lb`, and the words must stay apart.
                self.xml.text("\n");
            }
            self.xml.text(line);
        }
    }

    /// Opens the element of a mark.
    pub(super) fn mark(&mut self, mark: &Mark) {
        let rend = match mark {
            Mark::Link(address) => {
                self.xml.open(El::Ref);
                return self.xml.attribute("target", address);
            }
            Mark::Code => return self.xml.open(El::Code),
            Mark::Formula { displayed } => {
                self.xml.open(El::Formula);
                self.xml.attribute("notation", "TeX");
                return self.xml.attribute("rend", if *displayed { "block" } else { "inline" });
            }
            Mark::Deleted => return self.xml.open(El::Del),
            Mark::Inserted => return self.xml.open(El::Add),
            Mark::Abbreviation(title) => {
                self.xml.open(El::Abbr);
                return self.xml.attribute("n", title);
            }
            Mark::Editorial(mark) => return self.editorial(mark),
            mark => rend(mark),
        };
        // Marks without text are written by `point`.
        if let Some(rend) = rend {
            self.xml.open(El::Hi);
            self.xml.attribute("rend", rend);
        }
    }

    /// Writes a mark without text, such as a picture.
    pub(super) fn point(&mut self, mark: &Mark) {
        match mark {
            Mark::Picture(picture) => {
                let link = picture.link.as_deref().filter(|link| is_pointer(link));
                if let Some(link) = link {
                    self.xml.open(El::Ref);
                    self.xml.attribute("target", link);
                }
                self.graphic(picture, true);
                link.into_iter().for_each(|_| self.xml.close());
            }
            Mark::Media { name, source } if is_pointer(source) => self.pointer(source, name),
            _ => {}
        }
    }

    /// Writes a reference, if its target is a valid URL.
    pub(super) fn pointer(&mut self, target: &str, kind: &str) {
        self.xml.open(El::Ptr);
        self.xml.attribute("target", target);
        self.xml.attribute("type", kind);
        self.xml.close();
    }

    /// Writes a picture.
    pub(super) fn graphic(&mut self, picture: &Picture, described: bool) {
        // `graphic` requires a valid URL, so pictures without one are left out.
        if !is_pointer(&picture.source) {
            return;
        }
        self.xml.open(El::Graphic);
        self.xml.attribute("url", &picture.source);
        if described && !picture.alt.is_empty() {
            self.xml.element(El::Desc, &[], &picture.alt);
        }
        self.xml.close();
    }
}
