//! A window over a file: read ahead into one buffer, never the whole file.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

const SIZE: usize = 256 << 10;

#[derive(Debug)]
pub(crate) struct Window {
    file: File,
    len: u64,
    buffer: Vec<u8>,
    /// Unread part of the buffer.
    at: usize,
    end: usize,
    /// Offset in the file of the buffer's end.
    file_offset: u64,
}

impl Window {
    pub(crate) fn open(path: &Path, offset: u64) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let len = file.metadata()?.len();
        file.seek(SeekFrom::Start(offset))?;
        Ok(Self { file, len, buffer: vec![0; SIZE], at: 0, end: 0, file_offset: offset })
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Offset in the file of the next unread byte.
    pub(crate) fn offset(&self) -> u64 {
        self.file_offset - (self.end - self.at) as u64
    }

    /// Unread bytes, read from the file when there are none; empty at the end of the file.
    pub(crate) fn bytes(&mut self) -> io::Result<&[u8]> {
        if self.at == self.end {
            self.at = 0;
            self.end = self.read_at(0)?;
        }
        Ok(&self.buffer[self.at..self.end])
    }

    /// At least `n` unread bytes, or all there are; `n` is far below the window's size.
    pub(crate) fn at_least(&mut self, n: usize) -> io::Result<&[u8]> {
        while self.end - self.at < n {
            self.buffer.copy_within(self.at..self.end, 0);
            self.end -= self.at;
            self.at = 0;
            match self.read_at(self.end)? {
                0 => break,
                read => self.end += read,
            }
        }
        Ok(&self.buffer[self.at..self.end])
    }

    pub(crate) fn consume(&mut self, n: usize) {
        self.at = (self.at + n).min(self.end);
    }

    pub(crate) fn seek(&mut self, offset: u64) -> io::Result<()> {
        let start = self.file_offset - self.end as u64;
        if (start..=self.file_offset).contains(&offset) {
            self.at = (offset - start) as usize;
            return Ok(());
        }
        self.file_offset = self.file.seek(SeekFrom::Start(offset))?;
        self.at = 0;
        self.end = 0;
        Ok(())
    }

    fn read_at(&mut self, at: usize) -> io::Result<usize> {
        loop {
            match self.file.read(&mut self.buffer[at..]) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
                Ok(n) => {
                    self.file_offset += n as u64;
                    return Ok(n);
                }
            }
        }
    }
}
