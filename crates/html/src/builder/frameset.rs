//! Framesets and what follows the body (WHATWG HTML, 13.2.6.4.17 to 13.2.6.4.23).

use super::{Builder, Flow, Mode, TreeSink};
use crate::{Name, Source, Tag};

impl<T: TreeSink> Builder<T> {
    pub(super) fn start_after_body(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        if tag.name == Name::HTML {
            return self.start_in_body(source, tag);
        }
        self.mode = Mode::InBody;
        Flow::Again
    }

    pub(super) fn end_after_body(&mut self, name: Name) -> Flow {
        if name == Name::HTML && self.mode == Mode::AfterBody {
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
            Name::NOFRAMES => return self.start_in_head(source, tag),
            _ => {}
        }
        Flow::Done
    }

    pub(super) fn end_in_frameset(&mut self, name: Name) -> Flow {
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

    pub(super) fn end_after_frameset(&mut self, name: Name) -> Flow {
        if name == Name::HTML {
            self.mode = Mode::AfterAfterFrameset;
        }
        Flow::Done
    }
}
