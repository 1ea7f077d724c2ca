//! Tables of keys and values as Parquet files: what is known of each key, in the order of keys.
//!
//! Two columns: `key` is UTF-8, `value` the bytes that postcard makes of a value. A row group ends
//! after a number of bytes, so that readers hold one at a time.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{LargeBinaryBuilder, StringBuilder};
use arrow_array::cast::AsArray as _;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use scutch_folder::digest::Digesting;
use scutch_folder::shares::KeyedEntry;
use scutch_folder::{RunError, at};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::parquet::io_error;

/// Bytes of keys and values that end a row group. One larger value is a group of its own.
const GROUP_BYTES: usize = 16 << 20;
/// Rows that end a row group: small values take more memory than their bytes.
const GROUP_ROWS: usize = 1 << 16;

/// Writes a table.
pub(crate) struct KeyedWriter {
    writer: ArrowWriter<Digesting<File>>,
    schema: SchemaRef,
    keys: StringBuilder,
    values: LargeBinaryBuilder,
    bytes: usize,
    waiting: usize,
    rows: u64,
}

impl KeyedWriter {
    /// Creates a file. It replaces an unfinished one.
    pub(crate) fn create(path: &Path) -> Result<Self, RunError> {
        let fields = [("key", DataType::Utf8), ("value", DataType::LargeBinary)];
        let fields = fields.map(|(name, kind)| Field::new(name, kind, false));
        let schema: SchemaRef = Arc::new(Schema::new(fields.to_vec()));
        let properties = WriterProperties::builder()
            .set_created_by(concat!("scutch ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            // Keys stand once, and values hardly repeat.
            .set_dictionary_enabled(false)
            // Of keys and values nobody asks for the smallest and the largest.
            .set_statistics_enabled(EnabledStatistics::None)
            // Groups end where `flush` ends them.
            .set_max_row_group_row_count(Some(usize::MAX))
            .build();
        let file = Digesting::new(File::create(path).map_err(at(path))?);
        let writer = ArrowWriter::try_new(file, schema.clone(), Some(properties));
        let writer = writer.map_err(|error| at(path)(io_error(error)))?;
        let (keys, values) = (StringBuilder::new(), LargeBinaryBuilder::new());
        Ok(Self { writer, schema, keys, values, bytes: 0, waiting: 0, rows: 0 })
    }

    /// Adds the value of a key behind all keys before.
    pub(crate) fn put(&mut self, key: &str, value: &impl Serialize) -> io::Result<()> {
        self.put_bytes(key, &postcard::to_stdvec(value).map_err(io::Error::other)?)
    }

    /// As [`put`](Self::put), for a value that is bytes.
    pub(crate) fn put_bytes(&mut self, key: &str, value: &[u8]) -> io::Result<()> {
        self.keys.append_value(key);
        self.values.append_value(value);
        self.bytes += key.len() + value.len();
        self.waiting += 1;
        self.rows += 1;
        if self.bytes >= GROUP_BYTES || self.waiting >= GROUP_ROWS { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        let arrays: Vec<ArrayRef> =
            vec![Arc::new(self.keys.finish()), Arc::new(self.values.finish())];
        let batch = RecordBatch::try_new(self.schema.clone(), arrays).map_err(io::Error::other)?;
        self.writer.write(&batch).and_then(|()| self.writer.flush()).map_err(io_error)?;
        (self.bytes, self.waiting) = (0, 0);
        Ok(())
    }

    /// Completes the file and syncs it to disk.
    pub(crate) fn finish(mut self) -> io::Result<KeyedEntry> {
        if self.waiting > 0 {
            self.flush()?;
        }
        let digest = self.writer.into_inner().map_err(io_error)?.sync()?;
        Ok(KeyedEntry { rows: self.rows, digest })
    }
}

/// Hands out each value of a table with its key, in the order of the table.
///
/// # Errors
/// Those of `take`; a file that cannot be read, or that is no such table.
pub(crate) fn read_keyed<T: DeserializeOwned>(
    path: &Path,
    mut take: impl FnMut(&str, T) -> Result<(), RunError>,
) -> Result<(), RunError> {
    read_keyed_bytes(path, |key, value| {
        let value = postcard::from_bytes(value);
        take(key, value.map_err(|error| at(path)(io::Error::other(error)))?)
    })
}

/// As [`read_keyed`], for values that are bytes.
pub(crate) fn read_keyed_bytes(
    path: &Path,
    mut take: impl FnMut(&str, &[u8]) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let file = File::open(path).map_err(at(path))?;
    let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::default());
    let metadata = metadata.map_err(|error| at(path)(io_error(error)))?;
    for group in 0..metadata.metadata().num_row_groups() {
        let batches = group_of(&file, &metadata, group).map_err(at(path))?;
        for batch in batches {
            let columns = (batch.num_columns() == 2).then(|| (batch.column(0), batch.column(1)));
            let columns = columns.and_then(|(keys, values)| {
                Some((keys.as_string_opt::<i32>()?, values.as_binary_opt::<i64>()?))
            });
            let Some((keys, values)) = columns else {
                return Err(at(path)(io::Error::other("it is no table of keys and values")));
            };
            for row in 0..batch.num_rows() {
                take(keys.value(row), values.value(row))?;
            }
        }
    }
    Ok(())
}

/// A row group, decoded.
fn group_of(
    file: &File,
    metadata: &ArrowReaderMetadata,
    group: usize,
) -> io::Result<Vec<RecordBatch>> {
    let reader =
        ParquetRecordBatchReaderBuilder::new_with_metadata(file.try_clone()?, metadata.clone());
    let batches = reader.with_row_groups(vec![group]).with_batch_size(GROUP_ROWS).build();
    batches.map_err(io_error)?.collect::<Result<_, _>>().map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(path: &Path, rows: &[(String, Vec<u8>)]) -> KeyedEntry {
        let mut writer = KeyedWriter::create(path).expect("created");
        rows.iter().for_each(|(key, value)| writer.put(key, value).expect("written"));
        writer.finish().expect("finished")
    }

    fn read(path: &Path) -> Result<Vec<(String, Vec<u8>)>, RunError> {
        let mut rows = Vec::new();
        read_keyed(path, |key, value| {
            rows.push((key.to_owned(), value));
            Ok(())
        })?;
        Ok(rows)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn rows_come_back_in_their_order(
            rows in prop::collection::vec((".{0,9}", prop::collection::vec(any::<u8>(), 0..40)), 0..90),
        ) {
            let folder = tempfile::tempdir().expect("folder");
            let path = folder.path().join("table.parquet");
            let entry = written(&path, &rows);
            prop_assert_eq!(entry.rows, rows.len() as u64);
            prop_assert_eq!(read(&path).expect("read"), rows);
        }
    }

    #[test]
    fn large_values_end_row_groups_and_equal_rows_give_equal_bytes() {
        let folder = tempfile::tempdir().expect("folder");
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        let value = |n: usize| (0..n).map(|byte| (byte % 251) as u8).collect::<Vec<u8>>();
        let rows: Vec<_> = (0..5).map(|n| (n.to_string(), value(n * GROUP_BYTES / 3))).collect();
        assert_eq!(written(&paths[0], &rows), written(&paths[1], &rows));
        let file = File::open(&paths[0]).expect("opens");
        let metadata = ArrowReaderMetadata::load(&file, ArrowReaderOptions::default());
        assert_eq!(metadata.expect("a table").metadata().num_row_groups(), 3);
        assert_eq!(read(&paths[0]).expect("read"), rows);
    }

    #[test]
    fn what_is_no_such_table_is_an_error_that_names_the_file() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("table.parquet");
        written(&path, &[("key".to_owned(), b"value".to_vec())]);
        let sound = std::fs::read(&path).expect("read");
        for broken in [&sound[..sound.len() / 2], b"", b"PAR1"] {
            std::fs::write(&path, broken).expect("written");
            let error = read(&path).expect_err("no table");
            assert!(error.to_string().ends_with("table.parquet"), "{error}");
        }
        std::fs::write(&path, &sound).expect("written");
        // A value of another type.
        let other: Result<(), RunError> = read_keyed(&path, |_, _: (String, u64, u64)| Ok(()));
        assert!(other.is_err());
    }
}
