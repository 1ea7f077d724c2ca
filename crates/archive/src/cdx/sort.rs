//! Sorting more lines than memory holds.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek as _, Write};
use std::vec;

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
        self.aside.push(put_aside(&mut self.lines).map_err(|error| in_folder(&error))?);
        self.bytes = 0;
        Ok(())
    }

    /// Writes all lines.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn write(self, out: &mut impl Write) -> io::Result<()> {
        for line in self.sorted()? {
            writeln!(out, "{}", line?)?;
        }
        Ok(())
    }

    /// All lines in their order.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub fn sorted(mut self) -> io::Result<Sorted> {
        self.lines.sort_unstable();
        let runs: Vec<_> = self.aside.into_iter().map(|f| BufReader::new(f).lines()).collect();
        let (last, rest) = (runs.len(), self.lines.into_iter());
        let mut sorted = Sorted { runs, rest, heap: BinaryHeap::with_capacity(last + 1) };
        (0..=last).try_for_each(|run| sorted.refill(run))?;
        Ok(sorted)
    }
}

/// Moves lines to a temporary file, which is read where it was written.
fn put_aside(lines: &mut Vec<String>) -> io::Result<File> {
    let mut file = BufWriter::new(tempfile::tempfile()?);
    for line in lines.drain(..) {
        writeln!(file, "{line}")?;
    }
    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file)
}

/// Says where the temporary file is that failed: it has no name of its own.
fn in_folder(source: &io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let sentence = format!("{}: a temporary file cannot be used: {source}", folder.display());
    io::Error::new(source.kind(), sentence)
}

/// Lines in their order, read from where they were put aside.
#[derive(Debug)]
pub struct Sorted {
    runs: Vec<io::Lines<BufReader<File>>>,
    /// The last run, which is in memory.
    rest: vec::IntoIter<String>,
    /// The next line of each run.
    heap: BinaryHeap<Reverse<(String, usize)>>,
}

impl Sorted {
    fn refill(&mut self, run: usize) -> io::Result<()> {
        let line = match self.runs.get_mut(run) {
            // The last run never left memory.
            Some(run) => run.next().transpose().map_err(|error| in_folder(&error))?,
            None => self.rest.next(),
        };
        self.heap.extend(line.map(|line| Reverse((line, run))));
        Ok(())
    }
}

impl Iterator for Sorted {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((line, run)) = self.heap.pop()?;
        Some(self.refill(run).map(|()| line))
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
