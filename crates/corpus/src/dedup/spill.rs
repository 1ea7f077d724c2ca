//! Records that wait on disk until all are there, and come back sorted: memory holds one partition at a time.

use std::fs::{self, File};
use std::io::{self, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// Files the records of one spill are spread over.
const PARTITIONS: usize = 64;

/// Bytes of a partition that wait in memory.
const MOST_WAITING: usize = 32 << 10;

/// Records of `N` bytes, sorted as bytes; the first decide the partition.
pub(super) struct Spill<const N: usize> {
    folder: PathBuf,
    /// What of each partition is not on disk yet. Their files are open only while they are written: there are more
    /// of them than some systems let a program have open.
    waiting: Vec<Vec<u8>>,
}

impl<const N: usize> Spill<N> {
    pub(super) fn create(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), waiting: vec![Vec::new(); PARTITIONS] })
    }

    /// Puts a record into the partition of its first byte.
    pub(super) fn push(&mut self, record: &[u8; N]) -> io::Result<()> {
        self.push_to(usize::from(record[0]) * PARTITIONS / 256, record)
    }

    /// Puts a record among those of its place between 0 and `of`, where the first byte says too little.
    pub(super) fn push_ranked(&mut self, place: u32, of: u32, record: &[u8; N]) -> io::Result<()> {
        let partition = u64::from(place) * PARTITIONS as u64 / u64::from(of.max(1));
        self.push_to((partition as usize).min(PARTITIONS - 1), record)
    }

    fn push_to(&mut self, partition: usize, record: &[u8; N]) -> io::Result<()> {
        let waiting = &mut self.waiting[partition];
        waiting.extend_from_slice(record);
        if waiting.len() >= MOST_WAITING { self.put_out(partition) } else { Ok(()) }
    }

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

    fn path(&self, partition: usize) -> PathBuf {
        self.folder.join(format!("{partition:02}"))
    }

    /// Hands out the records of one partition after the other, sorted.
    pub(super) fn drain(
        mut self,
        mut take: impl FnMut(&[[u8; N]]) -> io::Result<()>,
    ) -> io::Result<()> {
        (0..PARTITIONS).try_for_each(|partition| self.put_out(partition))?;
        self.waiting = Vec::new();
        for partition in 0..PARTITIONS {
            let path = self.path(partition);
            let mut records = read(&path)?;
            fs::remove_file(&path)?;
            records.sort_unstable();
            take(&records)?;
        }
        fs::remove_dir(&self.folder)
    }
}

fn read<const N: usize>(path: &Path) -> io::Result<Vec<[u8; N]>> {
    let file = File::open(path)?;
    let count = file.metadata()?.len() as usize / N;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut records = vec![[0; N]; count];
    records.iter_mut().try_for_each(|record| reader.read_exact(record))?;
    Ok(records)
}

/// Runs of records that begin with the same `key` bytes.
pub(super) fn runs<const N: usize>(
    records: &[[u8; N]],
    key: usize,
) -> impl Iterator<Item = &[[u8; N]]> {
    records.chunk_by(move |a, b| a[..key] == b[..key])
}

/// The number in a record, big-endian, so that records sort as numbers do.
pub(super) fn number(record: &[u8], at: usize) -> u32 {
    let bytes = record.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u32::from_be_bytes)
}
