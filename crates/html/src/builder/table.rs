//! Tables, their captions and column groups (WHATWG HTML, 13.2.6.4.9 to 13.2.6.4.12).

use super::controls::is_hidden;
use super::{Builder, Flow, Mode, TreeSink};
use crate::name::Class;
use crate::{Name, Source, Tag};

/// Start tags that end a caption, a cell or a row.
pub(super) fn is_part(name: Name) -> bool {
    matches!(
        name,
        Name::CAPTION
            | Name::COL
            | Name::COLGROUP
            | Name::TBODY
            | Name::TD
            | Name::TFOOT
            | Name::TH
            | Name::THEAD
            | Name::TR
    )
}

/// End tags that mean nothing in a part of a table.
pub(super) fn is_stray(name: Name) -> bool {
    matches!(name, Name::BODY | Name::CAPTION | Name::COL | Name::COLGROUP | Name::HTML)
}

pub(super) fn is_cell(name: Name) -> bool {
    matches!(name, Name::TD | Name::TH)
}

pub(super) fn is_row_group(name: Name) -> bool {
    matches!(name, Name::TBODY | Name::TFOOT | Name::THEAD)
}

impl<T: TreeSink> Builder<T> {
    pub(super) fn start_in_table(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match tag.name {
            Name::CAPTION => {
                self.clear_back_to(Class::TABLE_SCOPE);
                self.add_marker();
                self.insert(source, tag);
                self.mode = Mode::InCaption;
            }
            Name::COLGROUP => {
                self.clear_back_to(Class::TABLE_SCOPE);
                self.insert(source, tag);
                self.mode = Mode::InColumnGroup;
            }
            Name::COL => {
                self.clear_back_to(Class::TABLE_SCOPE);
                self.insert_implied(source, Name::COLGROUP);
                self.mode = Mode::InColumnGroup;
                return Flow::Again;
            }
            Name::TBODY | Name::TFOOT | Name::THEAD => {
                self.clear_back_to(Class::TABLE_SCOPE);
                self.insert(source, tag);
                self.mode = Mode::InTableBody;
            }
            Name::TD | Name::TH | Name::TR => {
                self.clear_back_to(Class::TABLE_SCOPE);
                // In the tree rows have a group, whether it was written or not.
                self.insert_implied(source, Name::TBODY);
                self.mode = Mode::InTableBody;
                return Flow::Again;
            }
            // A table directly in a table closes that one.
            Name::TABLE => return if self.end_table() { Flow::Again } else { Flow::Done },
            Name::STYLE | Name::SCRIPT | Name::TEMPLATE => return self.start_in_head(source, tag),
            // A hidden field shows nothing, so it may stay in the table.
            Name::INPUT if is_hidden(source, tag.attributes) => {
                self.insert_empty(source, tag);
            }
            Name::FORM => self.start_form_in_table(source, tag),
            _ => return self.start_astray(source, tag),
        }
        Flow::Done
    }

    fn start_form_in_table(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        // It holds nothing: fields in cells belong to it by the form pointer.
        if self.templates == 0 && self.form.is_none() {
            self.form = Some(self.insert_empty(source, tag));
        }
    }

    /// What may not stand in a table goes before it.
    fn start_astray(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        self.foster = true;
        let flow = self.start_in_body(source, tag);
        self.foster = false;
        flow
    }

    /// Closes the table; whether one was open.
    fn end_table(&mut self) -> bool {
        let is_open = self.in_table_scope(Name::TABLE);
        if is_open {
            self.pop_until(Name::TABLE);
            self.mode = self.mode_by_stack();
        }
        is_open
    }

    pub(super) fn end_in_table(&mut self, source: &Source<'_>, name: Name) -> Flow {
        match name {
            Name::TABLE => drop(self.end_table()),
            Name::TEMPLATE => return self.end_template(),
            _ if is_stray(name) || is_row_group(name) || is_cell(name) || name == Name::TR => {}
            _ => {
                self.foster = true;
                let flow = self.end_in_body(source, name);
                self.foster = false;
                return flow;
            }
        }
        Flow::Done
    }

    pub(super) fn start_in_caption(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        if !is_part(tag.name) {
            return self.start_in_body(source, tag);
        }
        if self.end_caption() { Flow::Again } else { Flow::Done }
    }

    pub(super) fn end_in_caption(&mut self, source: &Source<'_>, name: Name) -> Flow {
        match name {
            Name::CAPTION => drop(self.end_caption()),
            Name::TABLE => return if self.end_caption() { Flow::Again } else { Flow::Done },
            _ if is_stray(name) || is_part(name) => {}
            _ => return self.end_in_body(source, name),
        }
        Flow::Done
    }

    /// Closes the caption; whether one was open.
    fn end_caption(&mut self) -> bool {
        let is_open = self.in_table_scope(Name::CAPTION);
        if is_open {
            self.close_implied();
            self.pop_until(Name::CAPTION);
            self.clear_to_marker();
            self.mode = Mode::InTable;
        }
        is_open
    }

    pub(super) fn start_in_column_group(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match tag.name {
            Name::HTML => self.start_in_body(source, tag),
            Name::COL => {
                self.insert_empty(source, tag);
                Flow::Done
            }
            Name::TEMPLATE => self.start_in_head(source, tag),
            _ => self.leave_column_group(),
        }
    }

    pub(super) fn end_in_column_group(&mut self, name: Name) -> Flow {
        match name {
            Name::COLGROUP => {
                self.leave_column_group();
                Flow::Done
            }
            Name::COL => Flow::Done,
            Name::TEMPLATE => self.end_template(),
            _ => self.leave_column_group(),
        }
    }

    /// Closes the column group. `Done` if there is none: then the token is dropped.
    pub(super) fn leave_column_group(&mut self) -> Flow {
        if !self.is_current(Name::COLGROUP) {
            return Flow::Done;
        }
        self.pop();
        self.mode = Mode::InTable;
        Flow::Again
    }
}
