//! Sorting more lines than memory holds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek as _, Write};

/// Bytes of lines held before they are sorted and put aside in a temporary file.
const HELD: usize = 64 << 20;

/// Takes lines in any order and writes them sorted by bytes.
#[derive(Debug, Default)]
pub struct Sorter {
    lines: Vec<String>,
    bytes: usize,
    aside: Vec<File>,
}

impl Sorter {
    /// Takes a line, without line end.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn add(&mut self, line: String) -> io::Result<()> {
        self.bytes += line.len() + size_of::<String>();
        self.lines.push(line);
        if self.bytes >= HELD {
            self.put_aside()?;
        }
        Ok(())
    }

    fn put_aside(&mut self) -> io::Result<()> {
        self.lines.sort_unstable();
        let mut file = BufWriter::new(tempfile::tempfile()?);
        for line in self.lines.drain(..) {
            writeln!(file, "{line}")?;
        }
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        self.aside.push(file);
        self.bytes = 0;
        Ok(())
    }

    /// Writes all lines.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn write(mut self, out: &mut impl Write) -> io::Result<()> {
        self.lines.sort_unstable();
        let mut runs: Vec<_> = self.aside.into_iter().map(|f| BufReader::new(f).lines()).collect();
        let mut rest = self.lines.into_iter();
        let last = runs.len();
        let mut next = |run: usize| -> io::Result<Option<String>> {
            if run == last { Ok(rest.next()) } else { runs[run].next().transpose() }
        };
        let mut heap = BinaryHeap::new();
        for run in 0..=last {
            heap.extend(next(run)?.map(|line| Reverse((line, run))));
        }
        while let Some(Reverse((line, run))) = heap.pop() {
            writeln!(out, "{line}")?;
            heap.extend(next(run)?.map(|line| Reverse((line, run))));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_put_aside_are_merged() {
        let mut sorter = Sorter::default();
        for (n, line) in ["d", "a", "c", "b", "a"].into_iter().enumerate() {
            sorter.add(line.to_owned()).expect("memory");
            if n % 2 == 1 {
                sorter.put_aside().expect("a temporary file");
            }
        }
        let mut out = Vec::new();
        sorter.write(&mut out).expect("memory");
        assert_eq!(out, b"a\na\nb\nc\nd\n");
    }
}
