//! Modes up to the body (WHATWG HTML, 13.2.6.4.1 to 13.2.6.4.6).

use super::{Builder, Flow, Mode, Quirks, TreeSink};
use crate::name::Class;
use crate::{Name, Source, Tag, TextMode};

impl<T: TreeSink> Builder<T> {
    /// What is no document type begins a document without one.
    pub(super) fn leave_initial(&mut self) -> Flow {
        // Browsers read a document without a type in quirks mode.
        self.quirks = Quirks::Yes;
        self.mode = Mode::BeforeHtml;
        Flow::Again
    }

    pub(super) fn start_before_html(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        if tag.name != Name::HTML {
            return self.leave_before_html(source);
        }
        self.insert(source, tag);
        self.mode = Mode::BeforeHead;
        Flow::Done
    }

    pub(super) fn end_before_html(&mut self, source: &Source<'_>, name: Name) -> Flow {
        if ends_head(name) { self.leave_before_html(source) } else { Flow::Done }
    }

    /// Makes the root element that no tag began.
    pub(super) fn leave_before_html(&mut self, source: &Source<'_>) -> Flow {
        self.insert_implied(source, Name::HTML);
        self.mode = Mode::BeforeHead;
        Flow::Again
    }

    pub(super) fn start_before_head(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match tag.name {
            Name::HTML => self.start_in_body(source, tag),
            Name::HEAD => {
                self.head = Some(self.insert(source, tag));
                self.mode = Mode::InHead;
                Flow::Done
            }
            _ => self.leave_before_head(source),
        }
    }

    pub(super) fn end_before_head(&mut self, source: &Source<'_>, name: Name) -> Flow {
        if ends_head(name) { self.leave_before_head(source) } else { Flow::Done }
    }

    /// Makes the head that no tag began.
    pub(super) fn leave_before_head(&mut self, source: &Source<'_>) -> Flow {
        self.head = Some(self.insert_implied(source, Name::HEAD));
        self.mode = Mode::InHead;
        Flow::Again
    }

    pub(super) fn start_in_head(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match tag.name {
            Name::HTML => return self.start_in_body(source, tag),
            Name::BASE | Name::BASEFONT | Name::BGSOUND | Name::LINK | Name::META => {
                self.insert_empty(source, tag);
            }
            Name::TITLE => self.insert_raw(source, tag, TextMode::Rcdata),
            Name::NOFRAMES | Name::STYLE => self.insert_raw(source, tag, TextMode::Rawtext),
            // With scripts, browsers do not show what is in it: it is not parsed.
            Name::NOSCRIPT if self.scripting => self.insert_raw(source, tag, TextMode::Rawtext),
            Name::NOSCRIPT => {
                self.insert(source, tag);
                self.mode = Mode::InHeadNoscript;
            }
            Name::SCRIPT => self.insert_raw(source, tag, TextMode::Script),
            Name::TEMPLATE => {
                self.insert(source, tag);
                self.add_marker();
                self.frameset_ok = false;
                self.mode = Mode::InTemplate;
                // Templates nest: each has a mode of its own.
                self.template_modes.push(Mode::InTemplate);
            }
            Name::HEAD => {}
            _ => return self.leave_head(),
        }
        Flow::Done
    }

    /// Inserts an element whose text is read in a mode of its own.
    pub(super) fn insert_raw(&mut self, source: &Source<'_>, tag: &Tag<'_>, mode: TextMode) {
        self.insert(source, tag);
        self.next = mode;
        self.original = self.mode;
        self.mode = Mode::Text;
    }

    pub(super) fn end_in_head(&mut self, name: Name) -> Flow {
        match name {
            Name::HEAD => {
                self.pop();
                self.mode = Mode::AfterHead;
                Flow::Done
            }
            Name::TEMPLATE => self.end_template(),
            Name::BODY | Name::HTML | Name::BR => self.leave_head(),
            _ => Flow::Done,
        }
    }

    /// Closes the head, whose end tag may be left out.
    pub(super) fn leave_head(&mut self) -> Flow {
        self.pop();
        self.mode = Mode::AfterHead;
        Flow::Again
    }

    /// The end tag of a template.
    pub(super) fn end_template(&mut self) -> Flow {
        if self.templates > 0 {
            // A template may end in the middle of a table row.
            while self.current_is(Class::THOROUGH) {
                self.pop();
            }
            self.pop_until(Name::TEMPLATE);
            self.clear_to_marker();
            self.template_modes.pop();
            self.mode = self.mode_by_stack();
        }
        Flow::Done
    }

    pub(super) fn start_in_head_noscript(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match tag.name {
            Name::HTML => self.start_in_body(source, tag),
            Name::BASEFONT
            | Name::BGSOUND
            | Name::LINK
            | Name::META
            | Name::NOFRAMES
            | Name::STYLE => self.start_in_head(source, tag),
            Name::HEAD | Name::NOSCRIPT => Flow::Done,
            _ => self.leave_head_noscript(),
        }
    }

    pub(super) fn end_in_head_noscript(&mut self, name: Name) -> Flow {
        match name {
            Name::NOSCRIPT => {
                self.pop();
                self.mode = Mode::InHead;
                Flow::Done
            }
            Name::BR => self.leave_head_noscript(),
            _ => Flow::Done,
        }
    }

    /// Closes `noscript` at what may not stand in a head.
    pub(super) fn leave_head_noscript(&mut self) -> Flow {
        self.pop();
        self.mode = Mode::InHead;
        Flow::Again
    }

    pub(super) fn start_after_head(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match tag.name {
            Name::HTML => return self.start_in_body(source, tag),
            Name::BODY => {
                self.insert(source, tag);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
            }
            Name::FRAMESET => {
                self.insert(source, tag);
                self.mode = Mode::InFrameset;
            }
            Name::BASE
            | Name::BASEFONT
            | Name::BGSOUND
            | Name::LINK
            | Name::META
            | Name::NOFRAMES
            | Name::SCRIPT
            | Name::STYLE
            | Name::TEMPLATE
            | Name::TITLE => return self.start_in_closed_head(source, tag),
            Name::HEAD => {}
            _ => return self.leave_after_head(source),
        }
        Flow::Done
    }

    /// What belongs into the head goes there even behind its end.
    fn start_in_closed_head(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        let Some(head) = self.head else { return Flow::Done };
        // The head is opened again for this one tag.
        self.push(super::place::html(head, Name::HEAD));
        let flow = self.start_in_head(source, tag);
        self.close_node(head);
        flow
    }

    pub(super) fn end_after_head(&mut self, source: &Source<'_>, name: Name) -> Flow {
        match name {
            Name::TEMPLATE => self.end_template(),
            Name::BODY | Name::HTML | Name::BR => self.leave_after_head(source),
            _ => Flow::Done,
        }
    }

    /// Makes the body that no tag began.
    pub(super) fn leave_after_head(&mut self, source: &Source<'_>) -> Flow {
        self.insert_implied(source, Name::BODY);
        self.mode = Mode::InBody;
        Flow::Again
    }
}

/// Whether this end tag, before or in the head, means that the head is over.
fn ends_head(name: Name) -> bool {
    matches!(name, Name::HEAD | Name::BODY | Name::HTML | Name::BR)
}
