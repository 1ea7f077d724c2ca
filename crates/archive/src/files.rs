//! Archives that are written over time: several files of limited size, continued after a crash.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::interrupted::path_kind;
use crate::limits::Limits;
use crate::place::Location;
use crate::reader::{Item, OpenError, Reader};
use crate::writer::{Members, WarcWriter};

/// How records are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// One gzip member per record: what every tool reads.
    Gzip,
    /// One zstd frame per record: smaller and faster, read by fewer tools.
    Zstd,
    /// As they are.
    None,
}

impl Compression {
    /// How the ending of a file's name says that its records are stored; `None` where it says
    /// nothing.
    pub fn from_name(path: &Path) -> Option<Self> {
        const ENDINGS: [(&str, Compression); 4] = [
            (".gz", Compression::Gzip),
            (".zst", Compression::Zstd),
            (".warc", Compression::None),
            (".wat", Compression::None),
        ];
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, stored)| *stored)
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Gzip => "warc.gz",
            Self::Zstd => "warc.zst",
            Self::None => "warc",
        }
    }
}

/// A record that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Name of the file in its folder.
    pub file: String,
    /// Where in it.
    pub location: Location,
}

/// Files `PREFIX-00000.warc.gz`, `PREFIX-00001.warc.gz`, ... in a folder. A record goes to disk in
/// one write; a process that is killed leaves at most one incomplete record, at the end, and
/// opening the files again cuts it off.
#[derive(Debug)]
pub struct WarcFiles {
    naming: Naming,
    compression: Compression,
    members: Members,
    /// Size from which the next file is begun.
    limit: u64,
    file: File,
    size: u64,
    /// Bytes of an incomplete record that were cut off on opening.
    cut: u64,
}

/// How the files are called.
#[derive(Debug)]
enum Naming {
    /// With a number behind a prefix.
    Numbered { folder: PathBuf, prefix: String, number: u32 },
    /// There is only this one.
    One(PathBuf),
}

/// Fields and block of a record that is to be written.
pub type Unwritten<'a> = (Vec<(&'a str, &'a str)>, &'a [u8]);

impl WarcFiles {
    /// Writes into one file, behind byte `end` of it; what stands there is cut off. The file is
    /// made where it is not there; its name says how records are stored.
    ///
    /// # Errors
    /// When the file cannot be read or written; `WouldBlock` when another process is writing it.
    pub fn one(path: &Path, end: u64) -> io::Result<Self> {
        let compression = Compression::from_name(path).unwrap_or(Compression::None);
        let file = open(path)?;
        // Two writers of one file would cut off each other's records.
        file.try_lock()?;
        let length = file.metadata()?.len();
        if length > end {
            file.set_len(end)?;
        }
        let (naming, size) = (Naming::One(path.to_owned()), length.min(end));
        let members = Members::default();
        Ok(Self { naming, compression, members, limit: u64::MAX, file, size, cut: length - size })
    }

    /// Opens the files of a prefix to write behind their last sound record; begins the first one
    /// where there is none. `limit` is the size from which the next file is begun, in bytes.
    ///
    /// # Errors
    /// When the folder or a file cannot be read or written.
    pub fn open(
        folder: &Path,
        prefix: &str,
        compression: Compression,
        limit: u64,
    ) -> Result<Self, OpenError> {
        let error = |path: &Path| {
            let path = path.to_owned();
            move |source| OpenError::Io { path, source }
        };
        fs::create_dir_all(folder).map_err(error(folder))?;
        let mut number = 0;
        // Only the last file can be incomplete: the others were left behind whole.
        let is_there = |path: &Path| path_kind(path).map(|k| k.is_some()).map_err(error(path));
        while is_there(&path(folder, prefix, number + 1, compression))? {
            number += 1;
        }
        let last = path(folder, prefix, number, compression);
        let sound = if is_there(&last)? { sound_length(&last)? } else { 0 };
        let file = open(&last).map_err(error(&last))?;
        let length = file.metadata().map_err(error(&last))?.len();
        file.set_len(sound).map_err(error(&last))?;
        let naming =
            Naming::Numbered { folder: folder.to_owned(), prefix: prefix.to_owned(), number };
        let members = Members::default();
        Ok(Self { naming, compression, members, limit, file, size: sound, cut: length - sound })
    }

    /// Bytes of an incomplete record that were cut off on opening.
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// Writes one record, in a new file where the current one has reached its size; says where it
    /// is. `Content-Length` is added to the fields.
    ///
    /// # Errors
    /// When it cannot be written. What part of it was is cut off again.
    pub fn write(&mut self, fields: &[(&str, &str)], block: &[u8]) -> io::Result<Written> {
        let written = self.write_together(&[(fields.to_vec(), block)])?;
        written.into_iter().next().ok_or_else(|| io::ErrorKind::WriteZero.into())
    }

    /// Writes records that belong together, in one write and into one file.
    ///
    /// # Errors
    /// When they cannot be written. What part of them was is cut off again.
    pub fn write_together(&mut self, records: &[Unwritten<'_>]) -> io::Result<Vec<Written>> {
        // A record is never split, so a file may exceed its size by one record.
        if self.size >= self.limit && self.size > 0 {
            if let Naming::Numbered { number, .. } = &mut self.naming {
                *number += 1;
            }
            self.file = open(&self.path())?;
            self.size = 0;
        }
        let (mut bytes, mut lengths) = (Vec::new(), Vec::new());
        for (fields, block) in records {
            let before = bytes.len();
            bytes = self.append(bytes, fields, block)?;
            lengths.push((bytes.len() - before) as u64);
        }
        if let Err(error) = self.file.write_all(&bytes) {
            // Nothing can be done where this fails too: the next opening cuts it off.
            let _ = self.file.set_len(self.size);
            return Err(error);
        }
        let path = self.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let written = lengths.into_iter().map(|length| {
            let offset = self.size;
            self.size += length;
            Written { file: file.clone(), location: Location { offset, length, inner_offset: 0 } }
        });
        Ok(written.collect())
    }

    /// Adds a record to bytes that are to be written.
    fn append(
        &mut self,
        mut out: Vec<u8>,
        fields: &[(&str, &str)],
        block: &[u8],
    ) -> io::Result<Vec<u8>> {
        let record = plain(fields, block)?;
        match self.compression {
            Compression::Gzip => self.members.write(&record, &mut out)?,
            Compression::None => out.extend_from_slice(&record),
            Compression::Zstd => {
                let mut frame = zstd::Encoder::new(out, 3)?;
                frame.write_all(&record)?;
                // A frame per record, so that each can be read alone.
                return frame.finish();
            }
        }
        Ok(out)
    }

    /// Makes sure that what was written survives a failure of the machine.
    ///
    /// # Errors
    /// When the operating system cannot.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn path(&self) -> PathBuf {
        match &self.naming {
            Naming::One(path) => path.clone(),
            Naming::Numbered { folder, prefix, number } => {
                path(folder, prefix, *number, self.compression)
            }
        }
    }
}

fn path(folder: &Path, prefix: &str, number: u32, compression: Compression) -> PathBuf {
    folder.join(format!("{prefix}-{number:05}.{}", compression.ending()))
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

fn plain(fields: &[(&str, &str)], block: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = WarcWriter::plain(Vec::with_capacity(block.len() + 1024));
    writer.write(fields, block)?;
    Ok(writer.into_inner())
}

/// Where the last sound record ends.
fn sound_length(path: &Path) -> Result<u64, OpenError> {
    let mut reader = Reader::open(path, &Limits::default())?;
    let mut sound = 0;
    while let Some(item) = reader.next() {
        if let Item::Record(record) = item
            && record.is_sound()
        {
            let place = record.location();
            sound = place.offset + place.length;
        }
    }
    Ok(sound)
}
