//! Stores an answer while it arrives: in memory, and the remainder of a long one in a temporary
//! file.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write as _};
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use crate::failure::Failure;
use crate::settings::Bounds;

/// Bytes of a long answer that stay in memory.
const IN_MEMORY: usize = 1 << 20;

/// The remainder of an answer in a temporary file, which is deleted with its last reader.
#[derive(Debug, Clone)]
pub struct Spooled {
    file: Arc<File>,
    len: u64,
}

// Equality is identity: comparing files byte by byte would surprise callers.
impl PartialEq for Spooled {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.file, &other.file)
    }
}

impl Eq for Spooled {}

impl Spooled {
    /// Number of bytes.
    pub fn size(&self) -> u64 {
        self.len
    }

    /// A reader from the beginning, independent of other readers.
    pub fn reader(&self) -> impl Read + use<> {
        self.spool_reader()
    }

    pub(crate) fn spool_reader(&self) -> SpoolReader {
        SpoolReader { file: Some(self.file.clone()), at: 0 }
    }
}

/// Reads at its own position, so that one file can have several readers.
#[derive(Debug, Default)]
pub(crate) struct SpoolReader {
    file: Option<Arc<File>>,
    at: u64,
}

impl Read for SpoolReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(file) = &self.file else { return Ok(0) };
        let got = file.read_at(buffer, self.at)?;
        self.at += got as u64;
        Ok(got)
    }
}

/// An answer while it arrives.
#[derive(Debug)]
pub(crate) struct Spool<'a> {
    first: Vec<u8>,
    rest: Option<BufWriter<File>>,
    len: u64,
    bounds: &'a Bounds,
}

impl<'a> Spool<'a> {
    /// Starts with the head of the answer.
    pub(crate) fn new(head: Vec<u8>, bounds: &'a Bounds) -> Self {
        let len = head.len() as u64;
        Self { first: head, rest: None, len, bounds }
    }

    /// Bytes up to the limit.
    fn room(&self) -> u64 {
        (self.bounds.max_bytes as u64).saturating_sub(self.len)
    }

    /// Checks an announced length against the limit.
    pub(crate) fn expect(&self, length: usize) -> Result<(), Failure> {
        let fits = length as u64 <= self.room() || self.bounds.cut;
        fits.then_some(()).ok_or(Failure::TooLarge)
    }

    /// Appends a piece. False if it was cut at the limit.
    pub(crate) fn take(&mut self, piece: &[u8]) -> Result<bool, Failure> {
        let fits = piece.len() as u64 <= self.room();
        if !fits && !self.bounds.cut {
            return Err(Failure::TooLarge);
        }
        let piece = if fits { piece } else { &piece[..self.room() as usize] };
        self.len += piece.len() as u64;
        // Once the file exists, all further bytes go there: the part in memory is a prefix.
        if self.rest.is_none() && self.bounds.spools && self.first.len() + piece.len() > IN_MEMORY {
            // Without a name: the system deletes it even after a kill.
            let file = tempfile::tempfile().map_err(|_| Failure::NoRoom)?;
            self.rest = Some(BufWriter::with_capacity(256 << 10, file));
        }
        match &mut self.rest {
            Some(rest) => rest.write_all(piece).map_err(|_| Failure::NoRoom)?,
            None => self.first.extend_from_slice(piece),
        }
        Ok(fits)
    }

    /// The part in memory, and the remainder in the file.
    pub(crate) fn finish(self) -> Result<(Vec<u8>, Option<Spooled>), Failure> {
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

    fn bounds(max_bytes: usize, cut: bool, spools: bool) -> Bounds {
        Bounds { max_bytes, cut, spools, head_time: Duration::ZERO, time: Duration::ZERO }
    }

    #[test]
    fn long_answers_are_read_back_whole() {
        let piece: Vec<u8> = (0..70_000_u32).map(|n| (n % 251) as u8).collect();
        for (spools, in_memory) in [(true, 15 * 70_000 - 2 + 4), (false, 100 * 70_000 + 2)] {
            let bounds = bounds(usize::MAX, false, spools);
            let mut spool = Spool::new(b"H\n".to_vec(), &bounds);
            for _ in 0..100 {
                assert_eq!(spool.take(&piece), Ok(true));
            }
            let (mut all, rest) = spool.finish().expect("room");
            assert!(all.len() <= in_memory && rest.is_some() == spools);
            if let Some(rest) = rest {
                assert_eq!(rest.size() + all.len() as u64, 2 + 100 * 70_000);
                rest.reader().read_to_end(&mut all).expect("reads");
            }
            assert!(all[2..].chunks(70_000).all(|chunk| chunk == piece) && all.len() == 7_000_002);
        }
    }

    #[test]
    fn answers_beyond_the_limit_are_cut_or_refused() {
        let (cuts, refuses) = (bounds(10, true, false), bounds(10, false, true));
        let mut spool = Spool::new(b"head".to_vec(), &cuts);
        assert_eq!(spool.take(b"1234567"), Ok(false));
        assert_eq!(spool.finish().expect("memory").0, b"head123456");
        let mut spool = Spool::new(b"head".to_vec(), &refuses);
        assert_eq!(spool.expect(7), Err(Failure::TooLarge));
        assert_eq!((spool.expect(6), spool.take(b"123456")), (Ok(()), Ok(true)));
        assert_eq!(spool.take(b"7"), Err(Failure::TooLarge));
    }
}
