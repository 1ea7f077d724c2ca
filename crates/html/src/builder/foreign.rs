//! SVG and MathML (WHATWG HTML, 13.2.6.5 "The rules for parsing tokens in foreign content").

use super::{Builder, Flow, TreeSink};
use crate::name::{Class, adjusted_element};
use crate::{Name, Namespace, Source, Tag};

impl<T: TreeSink> Builder<T> {
    /// A start tag in SVG or MathML: an element of the same namespace, or the way back to HTML.
    pub(super) fn start_in_foreign(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        if is_html(tag) {
            self.leave_foreign();
            return self.start_in_mode(source, tag);
        }
        let namespace = self.adjusted_current().map_or(Namespace::Html, |open| open.namespace);
        let name = match namespace {
            Namespace::Svg => adjusted_element(tag.name),
            _ => tag.name,
        };
        self.insert_foreign(source, &Tag { name, ..*tag }, namespace);
        Flow::Done
    }

    /// Closes foreign elements up to one that may hold HTML.
    fn leave_foreign(&mut self) {
        let points = Class::TEXT_POINT.or(Class::HTML_POINT);
        while self
            .current()
            .is_some_and(|open| open.namespace != Namespace::Html && !open.class.is(points))
        {
            self.pop();
        }
    }

    /// An end tag in SVG or MathML: closes the nearest element of that name.
    pub(super) fn end_in_foreign(&mut self, source: &Source<'_>, name: Name) -> Flow {
        // Both make an element of HTML even as end tags, so they end foreign content.
        if matches!(name, Name::BR | Name::P) {
            self.leave_foreign();
            return self.end_in_mode(source, name);
        }
        // End tags come in lower case; names of SVG have capitals in the tree.
        let adjusted = adjusted_element(name);
        for at in (1..self.open.len()).rev() {
            let open = self.open[at];
            let is_top = at + 1 == self.open.len();
            // From the first element of HTML on, the rules of HTML decide.
            if !is_top && open.namespace == Namespace::Html {
                return self.end_in_mode(source, name);
            }
            if open.name == name || open.name == adjusted {
                self.pop_to(at);
                return Flow::Done;
            }
        }
        Flow::Done
    }
}

/// Whether a start tag ends foreign content.
#[rustfmt::skip] // a table reads as a table
pub(super) fn is_html(tag: &Tag<'_>) -> bool {
    match tag.name {
        Name::B | Name::BIG | Name::BLOCKQUOTE | Name::BODY | Name::BR | Name::CENTER | Name::CODE | Name::DD | Name::DIV
        | Name::DL | Name::DT | Name::EM | Name::EMBED | Name::H1 | Name::H2 | Name::H3 | Name::H4 | Name::H5 | Name::H6
        | Name::HEAD | Name::HR | Name::I | Name::IMG | Name::LI | Name::LISTING | Name::MENU | Name::META | Name::NOBR
        | Name::OL | Name::P | Name::PRE | Name::RUBY | Name::S | Name::SMALL | Name::SPAN | Name::STRONG | Name::STRIKE
        | Name::SUB | Name::SUP | Name::TABLE | Name::TT | Name::U | Name::UL | Name::VAR => true,
        Name::FONT => {
            // SVG has a `font` as well; one with these attributes is that of HTML.
            let is_style = |name| matches!(name, Name::COLOR | Name::FACE | Name::SIZE);
            tag.attributes.iter().any(|attribute| is_style(attribute.name))
        }
        _ => false,
    }
}
