//! Parquet with zstd.
//!
//! A row group ends after a number of bytes of input, not of memory in use. So the bytes of a file
//! depend only on its rows.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use scutch_folder::digest::{Digesting, FileDigest};

use super::batch::Batching;
use super::provenance::Provenance;
use crate::row::{Column, ColumnKind, OwnedCell, Row};

/// Bytes of strings per row group, before encoding. It bounds the memory of a writer.
const ROW_GROUP_BYTES: usize = 16 << 20;

/// A Parquet file with a digest.
pub(crate) struct ParquetFile<R: 'static = Row>(ParquetPart<Digesting<File>, R>);

impl<R> ParquetFile<R> {
    /// Creates a file with these columns. Its footer tells the provenance, with the archives that rows
    /// name.
    pub(crate) fn create(
        path: &Path,
        columns: Vec<&'static Column<R>>,
        provenance: Provenance,
    ) -> io::Result<Self> {
        let file = Digesting::new(File::create(path)?);
        ParquetPart::new(file, columns, provenance).map(Self)
    }

    /// Adds a row.
    pub(crate) fn write(&mut self, row: &R) -> io::Result<()> {
        self.0.write(row)
    }

    /// Adds a row of which the cells are left, in the order of the columns.
    pub(crate) fn write_cells(&mut self, cells: &[OwnedCell]) -> io::Result<()> {
        // Rows of other columns would be cut or filled up without a word.
        if cells.len() != self.0.rows.width() {
            return Err(io::Error::other("a row has other columns than the table"));
        }
        self.0.rows.append(|number, _| cells[number].cell());
        if self.0.rows.is_full() { self.0.write_batch() } else { Ok(()) }
    }

    /// Completes the file and syncs it to disk.
    pub(crate) fn finish(self) -> io::Result<FileDigest> {
        self.0.finish()?.sync()
    }
}

/// Converts rows to Arrow batches and writes them as row groups.
struct ParquetPart<W: Write + Send, R: 'static> {
    writer: ArrowWriter<W>,
    rows: Batching<R>,
    provenance: Provenance,
    group_bytes: usize,
}

impl<W: Write + Send, R> ParquetPart<W, R> {
    fn new(out: W, columns: Vec<&'static Column<R>>, provenance: Provenance) -> io::Result<Self> {
        let properties = properties(&columns);
        let rows = Batching::new(columns);
        let writer = ArrowWriter::try_new(out, rows.schema(), Some(properties));
        Ok(Self { writer: writer.map_err(io_error)?, rows, provenance, group_bytes: 0 })
    }

    fn write(&mut self, row: &R) -> io::Result<()> {
        self.rows.push(row);
        if self.rows.is_full() { self.write_batch() } else { Ok(()) }
    }

    /// Writes the collected rows. It may end a row group.
    fn write_batch(&mut self) -> io::Result<()> {
        let Some((batch, bytes)) = self.rows.take().map_err(io::Error::other)? else {
            return Ok(());
        };
        self.provenance.add_inputs_of(&batch);
        self.writer.write(&batch).map_err(io_error)?;
        self.group_bytes += bytes;
        if self.group_bytes >= ROW_GROUP_BYTES {
            self.writer.flush().map_err(io_error)?;
            self.group_bytes = 0;
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<W> {
        self.write_batch()?;
        for entry in self.provenance.entries() {
            self.writer.append_key_value_metadata(entry);
        }
        self.writer.into_inner().map_err(io_error)
    }
}

/// Unwraps I/O errors, so that users see "disk full" and not the error around it.
pub(super) fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(io) => *io,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

/// The properties of a file. Dictionaries only for columns with repeated values: for texts they would
/// take memory and save nothing.
pub(super) fn properties<R>(columns: &[&Column<R>]) -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("scutch ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_dictionary_enabled(false)
        // Per chunk, not per page: the indexes of pages would be larger than they help.
        .set_statistics_enabled(EnabledStatistics::Chunk)
        // Row groups end by bytes, in `write_batch`.
        .set_max_row_group_row_count(Some(usize::MAX));
    for column in columns.iter().filter(|c| c.repeats) {
        properties = properties.set_column_dictionary_enabled(path(column), true);
    }
    properties.build()
}

/// The path of a column in the Parquet schema. Lists are nested.
fn path<R>(column: &Column<R>) -> ColumnPath {
    match column.kind {
        ColumnKind::List => ColumnPath::new(vec![column.name.into(), "list".into(), "item".into()]),
        _ => ColumnPath::new(vec![column.name.into()]),
    }
}
