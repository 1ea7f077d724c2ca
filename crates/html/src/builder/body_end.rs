//! End tags in the body (WHATWG HTML, 13.2.6.4.7 "The in body insertion mode").

use super::{Builder, Flow, Mode, TreeSink};
use crate::name::Class;
use crate::{Name, Source, Tag};

impl<T: TreeSink> Builder<T> {
    /// Processes an end tag in the body; `Again` where another mode has to.
    #[rustfmt::skip] // a table reads as a table
    pub(super) fn end_in_body(&mut self, source: &Source<'_>, name: Name) -> Flow {
        match name {
            Name::A | Name::B | Name::BIG | Name::CODE | Name::EM | Name::FONT | Name::I | Name::NOBR | Name::S | Name::SMALL
            | Name::STRIKE | Name::STRONG | Name::TT | Name::U => self.adopt(name),
            Name::ADDRESS | Name::ARTICLE | Name::ASIDE | Name::BLOCKQUOTE | Name::BUTTON | Name::CENTER | Name::DETAILS
            | Name::DIALOG | Name::DIR | Name::DIV | Name::DL | Name::FIELDSET | Name::FIGCAPTION | Name::FIGURE | Name::FOOTER
            | Name::HEADER | Name::HGROUP | Name::LISTING | Name::MAIN | Name::MENU | Name::NAV | Name::OL | Name::PRE
            | Name::SEARCH | Name::SECTION | Name::SELECT | Name::SUMMARY | Name::UL => drop(self.end_block(name)),
            Name::P => self.end_paragraph(source),
            Name::LI => self.end_list_item(),
            Name::DD | Name::DT => {
                if self.in_scope(name) {
                    self.close(name);
                }
            }
            Name::H1 | Name::H2 | Name::H3 | Name::H4 | Name::H5 | Name::H6 => self.end_heading(),
            Name::FORM => self.end_form(),
            Name::APPLET | Name::MARQUEE | Name::OBJECT => {
                if self.end_block(name) {
                    self.clear_to_marker();
                }
            }
            // `</br>` counts as `<br>`, without attributes.
            Name::BR => return self.start_in_body(source, &Tag { name, attributes: &[], self_closing: false }),
            Name::TEMPLATE => return self.end_template(),
            Name::BODY | Name::HTML if self.in_scope(Name::BODY) => {
                self.mode = Mode::AfterBody;
                return if name == Name::HTML { Flow::Again } else { Flow::Done };
            }
            Name::BODY | Name::HTML => {}
            _ => self.end_any(name),
        }
        Flow::Done
    }

    #[inline]
    fn end_paragraph(&mut self, source: &Source<'_>) {
        // A stray `</p>` makes an empty paragraph.
        if self.paragraphs == 0 || !self.has_paragraph() {
            self.insert_implied(source, Name::P);
        }
        self.close(Name::P);
    }

    #[inline]
    fn end_list_item(&mut self) {
        // The item of an outer list stays open.
        let bounds = Class::SCOPE.or(Class::LIST);
        if self.scope(bounds, |open| open.is_html(Name::LI)).is_some() {
            self.close(Name::LI);
        }
    }

    #[inline]
    fn end_heading(&mut self) {
        // An end tag of one rank closes a heading of another: `<h1>…</h2>`.
        if self.scope(Class::SCOPE, |open| open.class.is(Class::HEADING)).is_some() {
            self.close_implied();
            self.pop_until_in(Class::HEADING);
        }
    }

    /// Closes a block with what need not be closed in it; whether it was open.
    fn end_block(&mut self, name: Name) -> bool {
        let is_open = self.in_scope(name);
        if is_open {
            self.close_implied();
            self.pop_until(name);
        }
        is_open
    }

    /// Closes the form that the form pointer names, whatever is open in it.
    fn end_form(&mut self) {
        // Templates do not use the form pointer: their forms close like blocks.
        if self.templates > 0 {
            self.end_block(Name::FORM);
            return;
        }
        let Some(form) = self.form.take() else { return };
        if self.scope(Class::SCOPE, |open| open.node == form).is_some() {
            self.close_implied();
            // Elements still open in the form stay open: only the form leaves the stack.
            self.close_node(form);
        }
    }

    /// "Any other end tag".
    pub(super) fn end_any(&mut self, name: Name) {
        for at in (0..self.open.len()).rev() {
            let open = self.open[at];
            if open.is_html(name) {
                self.close_implied_but(name);
                return self.pop_to(at);
            }
            // A stray end tag must not close a block around it.
            if open.class.is(Class::SPECIAL) {
                return;
            }
        }
    }
}
