//! Records that wait on disk until all are there, and come back sorted: memory holds one partition at a time.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// Files the records of one spill are spread over.
const PARTITIONS: usize = 64;

/// Records of `N` bytes, sorted as bytes; the first decide the partition.
pub(super) struct Spill<const N: usize> {
    folder: PathBuf,
    files: Vec<BufWriter<File>>,
}

impl<const N: usize> Spill<N> {
    pub(super) fn create(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let create = |n| Ok(BufWriter::new(File::create(folder.join(format!("{n:02}")))?));
        let files = (0..PARTITIONS).map(create).collect::<io::Result<_>>()?;
        Ok(Self { folder: folder.to_owned(), files })
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
        self.files[partition].write_all(record)
    }

    /// Hands out the records of one partition after the other, sorted.
    pub(super) fn drain(
        self,
        mut take: impl FnMut(&[[u8; N]]) -> io::Result<()>,
    ) -> io::Result<()> {
        let Self { folder, files } = self;
        for file in files {
            file.into_inner().map_err(io::IntoInnerError::into_error)?;
        }
        for n in 0..PARTITIONS {
            let path = folder.join(format!("{n:02}"));
            let mut records = read(&path)?;
            fs::remove_file(&path)?;
            records.sort_unstable();
            take(&records)?;
        }
        fs::remove_dir(&folder)
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
