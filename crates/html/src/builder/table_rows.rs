//! Rows of tables: their groups, and their cells (WHATWG HTML, 13.2.6.4.13 to 13.2.6.4.15).

use super::stack::Open;
use super::table::{is_cell, is_part, is_row_group, is_stray};
use super::{Builder, Flow, Mode, TreeSink};
use crate::name::Class;
use crate::{Name, Namespace, Source, Tag};

impl<T: TreeSink> Builder<T> {
    pub(super) fn start_in_table_body(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match tag.name {
            Name::TR => {
                self.clear_back_to(Class::BODY_CONTEXT);
                self.insert(source, tag);
                self.mode = Mode::InRow;
                Flow::Done
            }
            Name::TD | Name::TH => {
                self.clear_back_to(Class::BODY_CONTEXT);
                // In the tree cells have a row, whether it was written or not.
                self.insert_implied(source, Name::TR);
                self.mode = Mode::InRow;
                Flow::Again
            }
            name if is_part(name) => self.leave_table_body(),
            _ => self.start_in_table(source, tag),
        }
    }

    pub(super) fn end_in_table_body(&mut self, source: &Source<'_>, name: Name) -> Flow {
        match name {
            Name::TBODY | Name::TFOOT | Name::THEAD => {
                if self.in_table_scope(name) {
                    self.close_table_body();
                }
                Flow::Done
            }
            Name::TABLE => self.leave_table_body(),
            _ if is_stray(name) || is_cell(name) || name == Name::TR => Flow::Done,
            _ => self.end_in_table(source, name),
        }
    }

    fn close_table_body(&mut self) {
        self.clear_back_to(Class::BODY_CONTEXT);
        self.pop();
        self.mode = Mode::InTable;
    }

    /// Closes the group of rows, if one is open.
    fn leave_table_body(&mut self) -> Flow {
        let is_group = |open: &Open| is_row_group(open.name) && open.namespace == Namespace::Html;
        if self.scope(Class::TABLE_SCOPE, is_group).is_none() {
            return Flow::Done;
        }
        self.close_table_body();
        Flow::Again
    }

    pub(super) fn start_in_row(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        match tag.name {
            Name::TD | Name::TH => {
                self.clear_back_to(Class::ROW_CONTEXT);
                self.insert(source, tag);
                self.mode = Mode::InCell;
                self.add_marker();
                Flow::Done
            }
            name if is_part(name) => self.leave_row(),
            _ => self.start_in_table(source, tag),
        }
    }

    pub(super) fn end_in_row(&mut self, source: &Source<'_>, name: Name) -> Flow {
        match name {
            Name::TR => {
                self.leave_row();
                Flow::Done
            }
            Name::TABLE => self.leave_row(),
            _ if is_row_group(name) && self.in_table_scope(name) => self.leave_row(),
            _ if is_row_group(name) || is_stray(name) || is_cell(name) => Flow::Done,
            _ => self.end_in_table(source, name),
        }
    }

    /// Closes the row, if one is open.
    fn leave_row(&mut self) -> Flow {
        if !self.in_table_scope(Name::TR) {
            return Flow::Done;
        }
        self.clear_back_to(Class::ROW_CONTEXT);
        self.pop();
        self.mode = Mode::InTableBody;
        Flow::Again
    }

    pub(super) fn start_in_cell(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> Flow {
        if !is_part(tag.name) {
            return self.start_in_body(source, tag);
        }
        self.leave_cell()
    }

    pub(super) fn end_in_cell(&mut self, source: &Source<'_>, name: Name) -> Flow {
        match name {
            Name::TD | Name::TH => {
                if self.in_table_scope(name) {
                    self.close_implied();
                    self.pop_until(name);
                    self.clear_to_marker();
                    self.mode = Mode::InRow;
                }
                Flow::Done
            }
            _ if is_stray(name) => Flow::Done,
            Name::TABLE | Name::TBODY | Name::TFOOT | Name::THEAD | Name::TR => {
                if self.in_table_scope(name) { self.leave_cell() } else { Flow::Done }
            }
            _ => self.end_in_body(source, name),
        }
    }

    /// "Closes the cell", if one is open.
    fn leave_cell(&mut self) -> Flow {
        let is_open_cell = |open: &Open| is_cell(open.name) && open.namespace == Namespace::Html;
        let Some(at) = self.scope(Class::TABLE_SCOPE, is_open_cell) else { return Flow::Done };
        self.pop_to(at);
        self.clear_to_marker();
        self.mode = Mode::InRow;
        Flow::Again
    }
}
