//! The part of a shard in one format, without some of its documents.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use scutch_folder::config::{Config, Format, Layout};
use scutch_folder::digest::{FileDigest, digest_of, files_in};

use super::files::{copy_documents, kept};
use super::shard_row::{ShardRow, other_documents};
use super::split::read_joined;
use super::zip::read_zip;
use crate::format::id_of;
use crate::row::columns;
use crate::table::copy_parquet;
use crate::write::{Joined, Zip};

/// What is cut out of a part.
pub(super) struct Cut<'a> {
    pub(super) config: &'a Config,
    pub(super) format: Format,
    /// Ids of the rows to leave out.
    pub(super) gone: &'a BTreeSet<String>,
    /// The rows of the shard.
    pub(super) rows: &'a [ShardRow],
}

impl Cut<'_> {
    /// Copies a part. The number of its files, where it is a folder, and its digest.
    pub(super) fn part(&self, old: &Path, new: &Path) -> io::Result<(Option<u64>, FileDigest)> {
        match self.format.layout(self.config.layout) {
            _ if self.format == Format::Parquet => {
                let columns = columns(self.config);
                let digest = copy_parquet(old, new, &columns, |batch| kept(&batch, self.gone))?;
                Ok((None, digest))
            }
            Layout::Document => {
                copy_documents(old, new, self.rows, |name| self.id_of(name))?;
                Ok((files_in(new)?, digest_of(new)?))
            }
            Layout::Shard => Ok((None, self.joined(old, new)?)),
            Layout::Zip => Ok((None, self.zip(old, new)?)),
        }
    }

    fn joined(&self, old: &Path, new: &Path) -> io::Result<FileDigest> {
        // Head and tail of the file are copied with its documents.
        let mut out = Joined::create(self.format, new, Default::default())?;
        let file = BufReader::new(File::open(old)?);
        let input: Box<dyn BufRead> = match self.format.is_compressed() {
            true => Box::new(BufReader::new(zstd::Decoder::with_buffer(file)?)),
            false => Box::new(file),
        };
        read_joined(self.format, input, self.rows, |bytes| out.write(bytes))?;
        out.finish()
    }

    /// The id of the row that a file is of.
    fn id_of<'n>(&self, name: &'n str) -> Option<&'n str> {
        id_of(name, self.format, self.config.file_names)
    }

    fn zip(&self, old: &Path, new: &Path) -> io::Result<FileDigest> {
        let mut out = Zip::create(new)?;
        let mut rows = self.rows.iter();
        read_zip(BufReader::new(File::open(old)?), |piece| match rows.next() {
            // Entries stand in the order of the rows, and each name is checked.
            Some(row) if self.id_of(&piece.name) == Some(&row.id) => {
                if row.stays {
                    out.write(&piece)?;
                }
                Ok(())
            }
            _ => Err(other_documents()),
        })?;
        match rows.next() {
            None => out.finish(),
            Some(_) => Err(other_documents()),
        }
    }
}
