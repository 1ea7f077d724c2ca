//! Templates (WHATWG HTML, "in template" insertion mode).

use super::{Builder, Flow, Mode, TreeSink};
use crate::{Name, Source, Tag};

impl<T: TreeSink> Builder<T> {
    pub(super) fn start_in_template(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        let mode = match tag.name {
            Name::BASE
            | Name::BASEFONT
            | Name::BGSOUND
            | Name::LINK
            | Name::META
            | Name::NOFRAMES
            | Name::SCRIPT
            | Name::STYLE
            | Name::TEMPLATE
            | Name::TITLE => return self.start_in_head(source, tag),
            Name::CAPTION | Name::COLGROUP | Name::TBODY | Name::TFOOT | Name::THEAD => {
                Mode::InTable
            }
            Name::COL => Mode::InColumnGroup,
            Name::TR => Mode::InTableBody,
            Name::TD | Name::TH => Mode::InRow,
            _ => Mode::InBody,
        };
        // The first element says what the template is a part of.
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Flow::Again
    }

    pub(super) fn end_in_template(&mut self, name: Name) -> Flow {
        if name == Name::TEMPLATE { self.end_template() } else { Flow::Done }
    }

    /// Closes a template that the document leaves open.
    pub(super) fn end_of_template(&mut self) -> Flow {
        // A fragment within a template has a mode for it, but no open element to close.
        if self.templates == 0 {
            return Flow::Done;
        }
        self.pop_until(Name::TEMPLATE);
        self.clear_to_marker();
        self.template_modes.pop();
        self.mode = self.mode_by_stack();
        Flow::Again
    }
}
