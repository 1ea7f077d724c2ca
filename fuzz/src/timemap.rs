//! Any bytes as a TimeMap, whole and in pieces of any size: the same is read.

use std::io::Read;

use scutch_memento::{Guard, Memento, read};

/// Gives so many bytes at a time.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let got = self.1.min(self.0.len()).min(buffer.len());
        buffer[..got].copy_from_slice(&self.0[..got]);
        self.0 = &self.0[got..];
        Ok(got)
    }
}

fn all(text: &[u8], size: usize) -> (Vec<Memento>, bool) {
    let mut all = Vec::new();
    let list = "http://archive.example/web/cdx?url=x&page=1";
    let read = read(list, Pieces(text, size), &Guard::default(), &mut |memento| {
        all.push(memento);
        Ok(true)
    });
    (all, read.is_ok())
}

/// One execution.
pub fn run(data: &[u8]) {
    let Some((size, text)) = data.split_first() else { return };
    assert_eq!(all(text, usize::from(*size) + 1), all(text, usize::MAX));
}
