//! What arrives of an answer: in memory, and of a long one behind its first piece in a temporary file.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write as _};
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use crate::failure::Failure;
use crate::settings::Bounds;

/// Bytes of a long answer that stay in memory.
const IN_MEMORY: usize = 1 << 20;

/// What stands in a temporary file, which goes with the last that reads it.
#[derive(Debug, Clone)]
pub struct Spooled {
    file: Arc<File>,
    len: u64,
}

impl PartialEq for Spooled {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.file, &other.file)
    }
}

impl Eq for Spooled {}

impl Spooled {
    /// Bytes of it.
    pub fn size(&self) -> u64 {
        self.len
    }

    /// Reads it from its beginning.
    pub fn reader(&self) -> impl Read + use<> {
        self.beginning()
    }

    pub(crate) fn beginning(&self) -> Reader {
        Reader { file: Some(self.file.clone()), at: 0 }
    }
}

/// Reads from the beginning.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    file: Option<Arc<File>>,
    at: u64,
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(file) = &self.file else { return Ok(0) };
        let got = file.read_at(buffer, self.at)?;
        self.at += got as u64;
        Ok(got)
    }
}

/// What has arrived.
#[derive(Debug)]
pub(crate) struct Spool<'a> {
    first: Vec<u8>,
    rest: Option<BufWriter<File>>,
    len: u64,
    bounds: &'a Bounds,
}

impl<'a> Spool<'a> {
    /// Begins with a head.
    pub(crate) fn of(head: Vec<u8>, bounds: &'a Bounds) -> Self {
        let len = head.len() as u64;
        Self { first: head, rest: None, len, bounds }
    }

    fn room(&self) -> u64 {
        (self.bounds.most as u64).saturating_sub(self.len)
    }

    /// So many bytes will come.
    pub(crate) fn expect(&self, told: usize) -> Result<(), Failure> {
        let fits = told as u64 <= self.room() || self.bounds.cut;
        fits.then_some(()).ok_or(Failure::TooLarge)
    }

    /// Takes in a piece; false where it was cut.
    pub(crate) fn take(&mut self, piece: &[u8]) -> Result<bool, Failure> {
        let fits = piece.len() as u64 <= self.room();
        if !fits && !self.bounds.cut {
            return Err(Failure::TooLarge);
        }
        let piece = if fits { piece } else { &piece[..self.room() as usize] };
        self.len += piece.len() as u64;
        if self.rest.is_none() && self.bounds.spools && self.first.len() + piece.len() > IN_MEMORY {
            let file = tempfile::tempfile().map_err(|_| Failure::NoRoom)?;
            self.rest = Some(BufWriter::with_capacity(256 << 10, file));
        }
        match &mut self.rest {
            Some(rest) => rest.write_all(piece).map_err(|_| Failure::NoRoom)?,
            None => self.first.extend_from_slice(piece),
        }
        Ok(fits)
    }

    /// What is in memory, and what is not.
    pub(crate) fn end(self) -> Result<(Vec<u8>, Option<Spooled>), Failure> {
        let len = self.len - self.first.len() as u64;
        let file =
            self.rest.map(|rest| rest.into_inner().map_err(|_| Failure::NoRoom)).transpose()?;
        Ok((self.first, file.map(|file| Spooled { file: Arc::new(file), len })))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn bounds(most: usize, cut: bool, spools: bool) -> Bounds {
        Bounds { most, cut, spools, time: Duration::ZERO }
    }

    #[test]
    fn long_answers_come_back_whole() {
        let piece: Vec<u8> = (0..70_000_u32).map(|n| (n % 251) as u8).collect();
        for (spools, in_memory) in [(true, 15 * 70_000 - 2 + 4), (false, 100 * 70_000 + 2)] {
            let bounds = bounds(usize::MAX, false, spools);
            let mut spool = Spool::of(b"H\n".to_vec(), &bounds);
            for _ in 0..100 {
                assert_eq!(spool.take(&piece), Ok(true));
            }
            let (mut all, rest) = spool.end().expect("room");
            assert!(all.len() <= in_memory && rest.is_some() == spools);
            if let Some(rest) = rest {
                assert_eq!(rest.size() + all.len() as u64, 2 + 100 * 70_000);
                rest.reader().read_to_end(&mut all).expect("reads");
            }
            assert!(all[2..].chunks(70_000).all(|chunk| chunk == piece) && all.len() == 7_000_002);
        }
    }

    #[test]
    fn answers_are_cut_or_refused() {
        let (cuts, refuses) = (bounds(10, true, false), bounds(10, false, true));
        let mut spool = Spool::of(b"head".to_vec(), &cuts);
        assert_eq!(spool.take(b"1234567"), Ok(false));
        assert_eq!(spool.end().expect("memory").0, b"head123456");
        let mut spool = Spool::of(b"head".to_vec(), &refuses);
        assert_eq!(spool.expect(7), Err(Failure::TooLarge));
        assert_eq!((spool.expect(6), spool.take(b"123456")), (Ok(()), Ok(true)));
        assert_eq!(spool.take(b"7"), Err(Failure::TooLarge));
    }
}
