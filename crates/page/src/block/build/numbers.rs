//! Numbers that the page shows beside lines of code, until their block of code is written.

use crate::block::{BlockKind, LineNumber};

/// Line numbers that belong to the code that is being written, or that comes next.
#[derive(Default)]
pub(super) struct NumberColumn {
    numbers: Vec<LineNumber>,
    /// How many of them stand before the block that is being written.
    before_block: usize,
    /// How many of them stand before the table cell that is being read.
    before_cell: usize,
}

impl NumberColumn {
    pub(super) fn extend(&mut self, numbers: Vec<LineNumber>) {
        self.numbers.extend(numbers);
    }

    /// Begins a cell: numbers to come are those of another column.
    pub(super) fn begin_cell(&mut self) {
        self.before_block = self.numbers.len();
        self.before_cell = self.before_block;
    }

    /// Ends a block of code that showed nothing but numbers: a column of them before the code.
    pub(super) fn end_column(&mut self) {
        // They were counted within their own block; the code counts on from block to block.
        let first = self.before_block - self.before_cell;
        let numbers = self.numbers[self.before_block..].iter_mut();
        numbers.zip(first as u32..).for_each(|(number, line)| number.line = line);
    }

    /// Ends a block without text.
    pub(super) fn end_empty(&mut self) {
        self.before_block = self.numbers.len();
    }

    /// The numbers of the lines of a block that has been written: none unless it is code.
    pub(super) fn take(&mut self, kind: BlockKind) -> Box<[LineNumber]> {
        let mut numbers = std::mem::take(&mut self.numbers);
        (self.before_block, self.before_cell) = (0, 0);
        // A column of digits before prose was no column of line numbers.
        if kind != BlockKind::Code {
            return Box::default();
        }
        // Differences between two versions have two columns of them.
        numbers.sort_by_key(|number| number.line);
        numbers.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::NodeId;

    fn shown(numbers: &[(u32, u32)]) -> Vec<LineNumber> {
        let number = |(line, number): &(u32, u32)| LineNumber {
            node: NodeId::DOCUMENT,
            line: *line,
            number: *number,
            digits: 1,
        };
        numbers.iter().map(number).collect()
    }

    fn taken(column: &mut NumberColumn, kind: BlockKind) -> Vec<(u32, u32)> {
        column.take(kind).iter().map(|number| (number.line, number.number)).collect()
    }

    #[test]
    fn blocks_of_numbers_count_on_until_the_code_follows() {
        let mut column = NumberColumn::default();
        column.begin_cell();
        for number in [7, 8, 9] {
            // Each number in a block of its own begins with line 0.
            column.extend(shown(&[(0, number)]));
            column.end_column();
            column.end_empty();
        }
        assert_eq!(taken(&mut column, BlockKind::Code), [(0, 7), (1, 8), (2, 9)]);
        assert_eq!(taken(&mut column, BlockKind::Code), []);
    }

    #[test]
    fn two_columns_are_merged_by_line() {
        let mut column = NumberColumn::default();
        for numbers in [[(0, 1), (1, 2)], [(0, 5), (1, 6)]] {
            column.begin_cell();
            column.extend(shown(&numbers));
            column.end_column();
            column.end_empty();
        }
        assert_eq!(taken(&mut column, BlockKind::Code), [(0, 1), (0, 5), (1, 2), (1, 6)]);
    }

    #[test]
    fn numbers_before_prose_are_dropped() {
        let mut column = NumberColumn::default();
        column.extend(shown(&[(0, 1)]));
        assert_eq!(taken(&mut column, BlockKind::Paragraph), []);
        assert_eq!(taken(&mut column, BlockKind::Code), []);
    }
}
