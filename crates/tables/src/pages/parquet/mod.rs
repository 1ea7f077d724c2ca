//! Rows in Parquet, of which only the columns in question are read.

mod cells;
mod compact;
mod group;
mod hybrid;
mod inflate;
mod open;
mod page_header;
mod streamed;

use std::fmt;

use arrow_array::RecordBatch;
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::errors::ParquetError;
use scutch_archive::{Cause, Damage, Limits, Location, Page, Position, Source, TableRecords};

use self::cells::{bytes, time};
use self::group::{Group, groups};
use self::open::OpenGroup;
use self::streamed::Cell;
use crate::chunks::Chunks;
use crate::columns::PageColumns;
use crate::error::TableError;
use crate::guarded::guarded;

/// Bytes of a page that Parquet's own reader inflates at once, and of the rows that it decodes at a time.
const HELD: u64 = 32 << 20;

/// The names of the columns.
pub(super) fn names(file: &Chunks) -> Result<Vec<String>, TableError> {
    let metadata = guarded(|| metadata(file)).map_err(TableError::Parquet)?;
    Ok(metadata.schema().fields().iter().map(|field| field.name().clone()).collect())
}

/// The footer of a file: its schema and its row groups.
fn metadata(file: &Chunks) -> Result<ArrowReaderMetadata, ParquetError> {
    // The types of Parquet itself: the writer's own, such as dictionaries, are many.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    ArrowReaderMetadata::load(file, options)
}

/// Reads the rows of a file.
pub(super) struct ParquetRows {
    file: Chunks,
    metadata: ArrowReaderMetadata,
    columns: PageColumns,
    /// Cap on the bytes of a page.
    most: u64,
    /// Bytes of a page that are inflated at once.
    held: u64,
    groups: Vec<Group>,
    /// The current group, and the next row in it.
    group: usize,
    row: u64,
    open: Option<OpenGroup>,
    batch: Option<(RecordBatch, usize)>,
}

/// The HTML of a row, and whether the table calls it text.
struct Html {
    cell: Cell,
    is_text: bool,
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
        let (held, open, batch) = (HELD, None, None);
        Ok(Self { file, metadata, columns, most, held, groups, group, row, open, batch })
    }

    /// The next batch of the current group; `None` at its end.
    fn next_batch(&mut self, group: Group) -> Result<Option<RecordBatch>, String> {
        if self.open.is_none() {
            self.open = Some(guarded(|| self.open_group(group))?);
        }
        let Some(open) = &mut self.open else { return Ok(None) };
        guarded(|| open.rows.next().transpose())
    }

    /// The HTML of a row of a batch.
    fn html(&mut self, batch: &RecordBatch, at: usize) -> Result<Html, String> {
        let (name, most) = (&self.columns.html, self.most);
        if let Some(streamed) = self.open.as_mut().and_then(|open| open.streamed.as_mut()) {
            let field = self.metadata.schema().field_with_name(name);
            let is_text = field.is_ok_and(|field| {
                matches!(
                    field.data_type(),
                    DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
                )
            });
            let cell = match guarded(|| streamed.next())? {
                // The type promises UTF-8. A row that breaks it is reported, and reading goes on.
                Cell::Bytes(bytes) if is_text && std::str::from_utf8(&bytes).is_err() => {
                    Cell::Missing
                }
                cell => cell,
            };
            return Ok(Html { cell, is_text });
        }
        Ok(match batch.column_by_name(name).and_then(|array| bytes(array, at)) {
            None => Html { cell: Cell::Missing, is_text: false },
            Some((html, is_text)) if html.len() as u64 > most => {
                Html { cell: Cell::Large(html.len() as u64), is_text }
            }
            Some((html, is_text)) => Html { cell: Cell::Bytes(html.to_vec()), is_text },
        })
    }

    /// Goes on with the next group.
    fn leave_group(&mut self) {
        self.group += 1;
        (self.row, self.open, self.batch) = (0, None, None);
    }

    /// The page in a row of a batch, which is row `row` of the group.
    fn page(
        &self,
        (group, row): (Group, u64),
        (batch, at): (&RecordBatch, usize),
        Html { cell, is_text }: Html,
    ) -> Result<Page, Damage> {
        let failed = |cause, why: &str| group.damage(cause, group.before + row + 1, why);
        let no_text = |name: &str| failed(Cause::RowUnreadable, &format!("`{name}` is no text"));
        let url = batch.column_by_name(&self.columns.url).and_then(|array| bytes(array, at));
        let url = url.and_then(|(url, _)| std::str::from_utf8(url).ok());
        let url = url.filter(|url| !url.trim().is_empty());
        let url = url.ok_or_else(|| no_text(&self.columns.url))?.to_owned();
        let html = match cell {
            Cell::Missing => return Err(no_text(&self.columns.html)),
            Cell::Large(length) => {
                let why = format!("`{}` has {length} bytes", self.columns.html);
                return Err(failed(Cause::RowTooLarge, &why));
            }
            Cell::Bytes(html) => html,
        };
        // Bytes have the charset that they had on the web, text has none of its own.
        let media_type = if is_text { "text/html; charset=utf-8" } else { "text/html" };
        let array = self.columns.date.as_ref().and_then(|name| batch.column_by_name(name));
        Ok(Page {
            url,
            date: array.and_then(|array| time(array, at)),
            media_type: media_type.to_owned(),
            bytes: html,
            location: Location { offset: group.offset, length: group.length, inner_offset: row },
        })
    }

    /// Leaves a group that cannot be read on, and says so.
    fn unreadable(&mut self, group: Group, why: &str) -> Damage {
        // Taken before the group is left, which resets the row.
        let (first, last) = (group.before + self.row + 1, group.before + group.rows);
        self.leave_group();
        let detail = format!("rows {first} to {last}: {why}");
        let Group { offset, length, .. } = group;
        Damage { offset, length, cause: Cause::RowUnreadable, detail }
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
                let html = match self.html(&batch, at) {
                    Ok(html) => html,
                    Err(why) => return Some(Err(self.unreadable(group, &why))),
                };
                let page = self.page((group, row), (&batch, at), html);
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
                Err(why) => return Some(Err(self.unreadable(group, &why))),
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
                // In 128 bits: the file names both numbers, and their product may overflow.
                let part = u128::from(group.length) * u128::from(self.row.min(group.rows));
                let part = part / u128::from(group.rows.max(1));
                group.offset.saturating_add(u64::try_from(part).unwrap_or(u64::MAX))
            }
            None => self.file.0.len(),
        }
    }
}

#[cfg(test)]
mod tests;
