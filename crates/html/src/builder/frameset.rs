//! Framesets and what follows the body (WHATWG HTML, insertion modes "in frameset" and "after body" and those after them).

use super::{Builder, Flow, Mode, TreeSink};
use crate::{Name, Source, Tag};

impl<T: TreeSink> Builder<T> {
    /// A start tag behind the body, or behind the whole document.
    pub(super) fn start_after_body(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        if tag.name == Name::HTML {
            return self.start_in_body(source, tag);
        }
        // Markup behind the body is read as if it were in it.
        self.mode = Mode::InBody;
        Flow::Again
    }

    /// An end tag behind the body: only `</html>` leaves it closed.
    pub(super) fn end_after_body(&mut self, name: Name) -> Flow {
        if name == Name::HTML && self.mode == Mode::AfterBody {
            // A fragment has no end of its document.
            if self.context.is_none() {
                self.mode = Mode::AfterAfterBody;
            }
            return Flow::Done;
        }
        self.mode = Mode::InBody;
        Flow::Again
    }

    pub(super) fn start_in_frameset(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match tag.name {
            Name::HTML => return self.start_in_body(source, tag),
            Name::FRAMESET => drop(self.insert(source, tag)),
            Name::FRAME => drop(self.insert_empty(source, tag)),
            // Its content is raw text, as in the head: browsers with frames do not show it.
            Name::NOFRAMES => return self.start_in_head(source, tag),
            _ => {}
        }
        Flow::Done
    }

    pub(super) fn end_in_frameset(&mut self, name: Name) -> Flow {
        // In a fragment the root element is no frameset that could be closed.
        if name == Name::FRAMESET && self.open.len() > 1 {
            self.pop();
            if self.context.is_none() && !self.is_current(Name::FRAMESET) {
                self.mode = Mode::AfterFrameset;
            }
        }
        Flow::Done
    }

    pub(super) fn start_after_frameset(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match tag.name {
            Name::HTML => self.start_in_body(source, tag),
            Name::NOFRAMES => self.start_in_head(source, tag),
            _ => Flow::Done,
        }
    }

    /// An end tag behind the outermost frameset: all but `</html>` are dropped.
    pub(super) fn end_after_frameset(&mut self, name: Name) -> Flow {
        if name == Name::HTML {
            self.mode = Mode::AfterAfterFrameset;
        }
        Flow::Done
    }
}
