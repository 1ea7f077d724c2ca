//! Rows in Parquet, of which only the columns in question are read.

use std::fmt;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Date32Type, Float64Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder, RowSelection, RowSelector,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use scutch_archive::{Cause, Damage, Limits, Location, Page, Position, Source, TableRecords};

use crate::cell::{date_of_float, date_of_nanoseconds, date_of_number, date_of_text};
use crate::chunks::Chunks;
use crate::columns::PageColumns;
use crate::error::TableError;
use crate::guarded::guarded;

/// Rows decoded at a time at most.
const BATCH_ROWS: u64 = 16;
/// Bytes of pages decoded at a time, unless one has more.
const BATCH_BYTES: u64 = 64 << 20;

/// The names of the columns.
pub(super) fn names(file: &Chunks) -> Result<Vec<String>, TableError> {
    let metadata = guarded(|| metadata(file)).map_err(TableError::Parquet)?;
    Ok(metadata.schema().fields().iter().map(|field| field.name().clone()).collect())
}

fn metadata(file: &Chunks) -> Result<ArrowReaderMetadata, ParquetError> {
    // The types of Parquet itself: the writer's own, such as dictionaries, are many.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    ArrowReaderMetadata::load(file, options)
}

/// A row group that has rows.
#[derive(Debug, Clone, Copy)]
struct Group {
    /// Its number in the file.
    number: usize,
    /// Where its first byte is, and how many it has.
    offset: u64,
    length: u64,
    rows: u64,
    /// Rows of the table before it.
    before: u64,
}

/// Reads the rows of a file.
pub(super) struct ParquetRows {
    file: Chunks,
    metadata: ArrowReaderMetadata,
    columns: PageColumns,
    /// Cap on the bytes of a page.
    most: u64,
    groups: Vec<Group>,
    /// The current group, and the next row in it.
    group: usize,
    row: u64,
    open: Option<ParquetRecordBatchReader>,
    batch: Option<(RecordBatch, usize)>,
}

impl fmt::Debug for ParquetRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { group, row, .. } = self;
        f.debug_struct("ParquetRows")
            .field("group", group)
            .field("row", row)
            .finish_non_exhaustive()
    }
}

impl ParquetRows {
    pub(super) fn open(
        source: Source,
        at: Position,
        columns: &PageColumns,
        limits: &Limits,
    ) -> Result<Self, ParquetError> {
        let file = Chunks(source);
        let metadata = metadata(&file)?;
        let groups = groups(&metadata);
        // A place of another file leads to the group behind it.
        let group = groups.iter().position(|group| group.offset >= at.offset);
        let group = group.unwrap_or(groups.len());
        let exact = groups.get(group).is_some_and(|group| group.offset == at.offset);
        let row = if exact { at.inner_offset } else { 0 };
        let (columns, most) = (columns.clone(), limits.block);
        Ok(Self { file, metadata, columns, most, groups, group, row, open: None, batch: None })
    }

    /// Opens the current group at the next row.
    fn open_group(&self, group: Group) -> Result<ParquetRecordBatchReader, ParquetError> {
        let (file, metadata) = (self.file.clone(), self.metadata.clone());
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata);
        let PageColumns { url, html, date } = &self.columns;
        let names =
            [Some(url), Some(html), date.as_ref()].into_iter().flatten().map(String::as_str);
        let mask = ProjectionMask::columns(builder.parquet_schema(), names);
        let builder = builder
            .with_projection(mask)
            .with_row_groups(vec![group.number])
            .with_batch_size(self.batch_rows(group));
        let left = group.rows.saturating_sub(self.row);
        let rows = [(self.row, true), (left, false)].map(|(rows, skip)| RowSelector {
            row_count: usize::try_from(rows).unwrap_or(usize::MAX),
            skip,
        });
        builder.with_row_selection(RowSelection::from(rows.to_vec())).build()
    }

    /// Rows of a group that are decoded at a time. Each page may be as large as all of its column: where pages
    /// repeat, the column has their bytes once.
    fn batch_rows(&self, group: Group) -> usize {
        let columns = self.metadata.metadata().row_group(group.number).columns();
        let is_html = |column: &&ColumnChunkMetaData| {
            column.column_path().parts().first() == Some(&self.columns.html)
        };
        let bytes = columns.iter().filter(is_html).map(ColumnChunkMetaData::uncompressed_size);
        let bytes = u64::try_from(bytes.max().unwrap_or_default()).unwrap_or_default().max(1);
        usize::try_from((BATCH_BYTES / bytes).clamp(1, BATCH_ROWS)).unwrap_or(1)
    }

    /// The next batch of the current group; `None` at its end.
    fn next_batch(&mut self, group: Group) -> Result<Option<RecordBatch>, String> {
        if self.open.is_none() {
            self.open = Some(guarded(|| self.open_group(group))?);
        }
        let Some(open) = &mut self.open else { return Ok(None) };
        guarded(|| open.next().transpose())
    }

    /// Goes on with the next group.
    fn leave_group(&mut self) {
        self.group += 1;
        (self.row, self.open, self.batch) = (0, None, None);
    }

    /// The page in a row of a batch, which is row `row` of the group.
    fn page(&self, group: Group, row: u64, batch: &RecordBatch, at: usize) -> Result<Page, Damage> {
        let failed = |cause, why: &str| group.damage(cause, group.before + row + 1, why);
        let cell = |name: &str| batch.column_by_name(name).and_then(|array| bytes(array, at));
        let no_text = |name: &str| failed(Cause::RowUnreadable, &format!("`{name}` is no text"));
        let url = cell(&self.columns.url).and_then(|(url, _)| std::str::from_utf8(url).ok());
        let url = url.filter(|url| !url.trim().is_empty());
        let url = url.ok_or_else(|| no_text(&self.columns.url))?.to_owned();
        let (html, is_text) =
            cell(&self.columns.html).ok_or_else(|| no_text(&self.columns.html))?;
        if html.len() as u64 > self.most {
            let why = format!("`{}` has {} bytes", self.columns.html, html.len());
            return Err(failed(Cause::RowTooLarge, &why));
        }
        // Bytes have the charset that they had on the web, text has none of its own.
        let media_type = if is_text { "text/html; charset=utf-8" } else { "text/html" };
        let array = self.columns.date.as_ref().and_then(|name| batch.column_by_name(name));
        Ok(Page {
            url,
            date: array.and_then(|array| time(array, at)),
            media_type: media_type.to_owned(),
            bytes: html.to_vec(),
            location: Location { offset: group.offset, length: group.length, inner_offset: row },
        })
    }
}

impl TableRecords for ParquetRows {
    fn position(&self) -> Position {
        match self.groups.get(self.group) {
            Some(group) => Position { offset: group.offset, inner_offset: self.row },
            None => Position { offset: self.file.0.len(), inner_offset: 0 },
        }
    }

    fn next_page(&mut self) -> Option<Result<Page, Damage>> {
        loop {
            let group = *self.groups.get(self.group)?;
            let row = self.row;
            if let Some((batch, at)) = self.batch.take()
                && at < batch.num_rows()
            {
                let page = self.page(group, row, &batch, at);
                self.row += 1;
                self.batch = Some((batch, at + 1));
                // The place behind the last row of a group is the next group.
                if self.row >= group.rows {
                    self.leave_group();
                }
                return Some(page);
            }
            match self.next_batch(group) {
                Ok(Some(batch)) => self.batch = Some((batch, 0)),
                Ok(None) => self.leave_group(),
                Err(why) => {
                    let (first, last) = (group.before + row + 1, group.before + group.rows);
                    self.leave_group();
                    let why = format!("rows {first} to {last}: {why}");
                    let Group { offset, length, .. } = group;
                    let cause = Cause::RowUnreadable;
                    return Some(Err(Damage { offset, length, cause, detail: why }));
                }
            }
        }
    }

    fn next_start(&mut self, from: u64) -> u64 {
        if from == 0 {
            return 0;
        }
        let next = self.groups.iter().map(|group| group.offset).find(|offset| *offset >= from);
        next.unwrap_or_else(|| self.file.0.len())
    }

    fn bytes_read(&self) -> u64 {
        match self.groups.get(self.group) {
            Some(group) => {
                let part = u128::from(group.length) * u128::from(self.row.min(group.rows));
                let part = part / u128::from(group.rows.max(1));
                group.offset.saturating_add(u64::try_from(part).unwrap_or(u64::MAX))
            }
            None => self.file.0.len(),
        }
    }
}

impl Group {
    /// A row that no page came out of. The bytes of its group hold other rows, too, so none are counted.
    fn damage(&self, cause: Cause, row: u64, why: &str) -> Damage {
        let detail = format!("row {row}: {why}");
        Damage { offset: self.offset, length: 0, cause, detail }
    }
}

/// The row groups by offset, without those that have no rows.
fn groups(metadata: &ArrowReaderMetadata) -> Vec<Group> {
    let mut before = 0;
    let mut groups = Vec::new();
    for (number, group) in metadata.metadata().row_groups().iter().enumerate() {
        let rows = u64::try_from(group.num_rows()).unwrap_or_default();
        let ranges: Vec<(u64, u64)> =
            group.columns().iter().map(ColumnChunkMetaData::byte_range).collect();
        let offset = ranges.iter().map(|range| range.0).min().unwrap_or_default();
        let end = ranges.iter().map(|range| range.0.saturating_add(range.1)).max();
        let length = end.unwrap_or_default().saturating_sub(offset);
        if rows > 0 {
            groups.push(Group { number, offset, length, rows, before });
        }
        before += rows;
    }
    // A place must lead back to its group, whatever the order in the file.
    groups.sort_by_key(|group| group.offset);
    groups.dedup_by_key(|group| group.offset);
    groups
}

/// A cell as bytes, and whether they are text.
fn bytes(array: &ArrayRef, at: usize) -> Option<(&[u8], bool)> {
    if array.is_null(at) {
        return None;
    }
    if let Some(texts) = array.as_string_opt::<i32>() {
        return Some((texts.value(at).as_bytes(), true));
    }
    if let Some(texts) = array.as_string_opt::<i64>() {
        return Some((texts.value(at).as_bytes(), true));
    }
    if let Some(texts) = array.as_string_view_opt() {
        return Some((texts.value(at).as_bytes(), true));
    }
    if let Some(bytes) = array.as_binary_opt::<i32>() {
        return Some((bytes.value(at), false));
    }
    if let Some(bytes) = array.as_binary_opt::<i64>() {
        return Some((bytes.value(at), false));
    }
    array.as_binary_view_opt().map(|bytes| (bytes.value(at), false))
}

/// A cell as a time.
fn time(array: &ArrayRef, at: usize) -> Option<String> {
    if array.is_null(at) {
        return None;
    }
    let of_text = |(bytes, _)| std::str::from_utf8(bytes).ok().and_then(date_of_text);
    if let Some(times) = array.as_primitive_opt::<TimestampMicrosecondType>() {
        date_of_nanoseconds(times.value(at), 1000)
    } else if let Some(times) = array.as_primitive_opt::<TimestampMillisecondType>() {
        date_of_nanoseconds(times.value(at), 1_000_000)
    } else if let Some(times) = array.as_primitive_opt::<TimestampNanosecondType>() {
        date_of_nanoseconds(times.value(at), 1)
    } else if let Some(times) = array.as_primitive_opt::<TimestampSecondType>() {
        date_of_nanoseconds(times.value(at), 1_000_000_000)
    } else if let Some(days) = array.as_primitive_opt::<Date32Type>() {
        let midnight = date_of_nanoseconds(i64::from(days.value(at)), 86_400_000_000_000)?;
        Some(midnight.split('T').next().unwrap_or_default().to_owned())
    } else if let Some(numbers) = array.as_primitive_opt::<Int64Type>() {
        date_of_number(numbers.value(at))
    } else if let Some(numbers) = array.as_primitive_opt::<Float64Type>() {
        date_of_float(numbers.value(at))
    } else {
        bytes(array, at).and_then(of_text)
    }
}
