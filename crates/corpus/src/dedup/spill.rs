//! External sorting of fixed-size records. Memory holds one partition at a time.

use std::fs::{self, File};
use std::io::{self, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};

use scutch_archive::uninterrupted;

/// Number of partitions: files that the records are distributed over.
const PARTITIONS: usize = 64;

/// Bytes per partition that are buffered in memory.
const MOST_WAITING: usize = 32 << 10;

/// Records of `N` bytes, sorted as byte strings. The first byte selects the partition.
pub(super) struct Spill<const N: usize> {
    folder: PathBuf,
    /// Buffers of the partitions. Files are opened for each write: several spills together have more
    /// partitions than some systems allow open files.
    waiting: Vec<Vec<u8>>,
}

impl<const N: usize> Spill<N> {
    /// Creates the folder of a spill.
    pub(super) fn create(folder: &Path) -> io::Result<Self> {
        uninterrupted(|| fs::create_dir_all(folder))?;
        Ok(Self { folder: folder.to_owned(), waiting: vec![Vec::new(); PARTITIONS] })
    }

    /// Adds a record.
    pub(super) fn push(&mut self, record: &[u8; N]) -> io::Result<()> {
        self.push_to(usize::from(record[0]) * PARTITIONS / 256, record)
    }

    /// Adds a record whose partition is given by `place` out of `of`. For keys that are row numbers: their
    /// first byte is nearly always 0.
    pub(super) fn push_ranked(&mut self, place: u32, of: u32, record: &[u8; N]) -> io::Result<()> {
        let partition = u64::from(place) * PARTITIONS as u64 / u64::from(of.max(1));
        self.push_to((partition as usize).min(PARTITIONS - 1), record)
    }

    /// Buffers a record and flushes a full buffer.
    fn push_to(&mut self, partition: usize, record: &[u8; N]) -> io::Result<()> {
        let waiting = &mut self.waiting[partition];
        waiting.extend_from_slice(record);
        // Large writes: a record of 13 bytes at a time would be all system calls.
        if waiting.len() >= MOST_WAITING { self.put_out(partition) } else { Ok(()) }
    }

    /// Appends the buffer of a partition to its file.
    fn put_out(&mut self, partition: usize) -> io::Result<()> {
        let path = self.path(partition);
        File::options()
            .create(true)
            .append(true)
            .open(path)?
            .write_all(&self.waiting[partition])?;
        self.waiting[partition].clear();
        Ok(())
    }

    /// The file of a partition.
    fn path(&self, partition: usize) -> PathBuf {
        self.folder.join(format!("{partition:02}"))
    }

    /// Calls `take` with the sorted records of each partition, in order.
    pub(super) fn drain(
        mut self,
        mut take: impl FnMut(&[[u8; N]]) -> io::Result<()>,
    ) -> io::Result<()> {
        (0..PARTITIONS).try_for_each(|partition| self.put_out(partition))?;
        self.waiting = Vec::new();
        for partition in 0..PARTITIONS {
            let path = self.path(partition);
            let mut records = read(&path)?;
            // Removed as soon as read, so that disk space is needed once, not twice.
            uninterrupted(|| fs::remove_file(&path))?;
            // Stability does not matter: equal records are identical.
            records.sort_unstable();
            take(&records)?;
        }
        uninterrupted(|| fs::remove_dir(&self.folder))
    }
}

/// Reads all records of a partition.
fn read<const N: usize>(path: &Path) -> io::Result<Vec<[u8; N]>> {
    let file = File::open(path)?;
    let count = uninterrupted(|| file.metadata())?.len() as usize / N;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut records = vec![[0; N]; count];
    records.iter_mut().try_for_each(|record| reader.read_exact(record))?;
    Ok(records)
}

/// Groups of records with the same first `key` bytes.
pub(super) fn runs<const N: usize>(
    records: &[[u8; N]],
    key: usize,
) -> impl Iterator<Item = &[[u8; N]]> {
    records.chunk_by(move |a, b| a[..key] == b[..key])
}

/// A big-endian number in a record. Big-endian numbers sort as bytes.
pub(super) fn number(record: &[u8], at: usize) -> u32 {
    let bytes = record.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u32::from_be_bytes)
}
