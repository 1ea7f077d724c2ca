//! Opens a row group, by the sizes of its pages.

use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder, RowSelection, RowSelector,
};
use parquet::errors::ParquetError;

use super::ParquetRows;
use super::group::Group;
use super::page_header::{Pages, Sizes, sizes};
use super::streamed::{Streamed, is_readable};
use crate::columns::PageColumns;

/// Rows decoded at a time at most.
const BATCH_ROWS: u64 = 16;
/// The same for pages that are read as a whole only.
const MOST_HELD: u64 = 256 << 20;

/// A row group that is being read.
pub(super) struct OpenGroup {
    /// Its rows as Parquet's own reader decodes them.
    pub(super) rows: ParquetRecordBatchReader,
    /// Their HTML, where its pages are large.
    pub(super) streamed: Option<Streamed>,
}

/// How the columns of a group are read.
pub(super) struct Reading {
    /// Bytes of the largest page that is inflated at once.
    largest: u64,
    pub(super) streamed: Option<Streamed>,
}

impl ParquetRows {
    /// Opens the current group at the next row.
    pub(super) fn open_group(&self, group: Group) -> Result<OpenGroup, String> {
        let said = |error: ParquetError| error.to_string();
        let Reading { largest, mut streamed } = self.reading(group)?;
        let (file, metadata) = (self.file.clone(), self.metadata.clone());
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata);
        let PageColumns { url, html, date } = &self.columns;
        // Large pages are inflated piece by piece beside this reader, which leaves the column out.
        let html_too = streamed.is_none().then_some(html);
        let names = [Some(url), html_too, date.as_ref()].into_iter().flatten().map(String::as_str);
        let mask = ProjectionMask::columns(builder.parquet_schema(), names);
        // As many rows as fit if each had the size of the largest page.
        let at_a_time = (self.held / largest.max(1)).clamp(1, BATCH_ROWS);
        let builder = builder
            .with_projection(mask)
            .with_row_groups(vec![group.number])
            .with_batch_size(usize::try_from(at_a_time).unwrap_or(1));
        let left = group.rows.saturating_sub(self.row);
        let rows = [(self.row, true), (left, false)].map(|(rows, skip)| RowSelector {
            row_count: usize::try_from(rows).unwrap_or(usize::MAX),
            skip,
        });
        let rows = builder.with_row_selection(RowSelection::from(rows.to_vec())).build();
        let rows = rows.map_err(said)?;
        if let Some(streamed) = &mut streamed {
            streamed.skip(self.row).map_err(|error| error.to_string())?;
        }
        Ok(OpenGroup { rows, streamed })
    }

    /// How the columns of a group are read, by the headers of their pages: what a file says of its
    /// columns need not be true.
    pub(super) fn reading(&self, group: Group) -> Result<Reading, String> {
        let PageColumns { url, html, date } = &self.columns;
        let mut reading = Reading { largest: 0, streamed: None };
        for column in self.metadata.metadata().row_group(group.number).columns() {
            let name = column.column_path().parts().first();
            let Some(name) =
                name.filter(|name| [url, html].contains(name) || date.as_ref() == Some(*name))
            else {
                continue;
            };
            let pages = Pages::new(self.file.clone(), column.byte_range());
            let Sizes { largest, is_whole } = sizes(pages);
            // Of addresses and times several are decoded at a time, and none is long.
            let is_html = name == html && name != url && date.as_ref() != Some(name);
            if largest > self.held && is_html && !is_whole && is_readable(column) {
                let streamed = Streamed::open(&self.file, column, self.most, self.held);
                reading.streamed = Some(streamed);
            // Such a page can be inflated as a whole only, and its size is the file's own word.
            } else if largest > MOST_HELD {
                return Err(format!("`{name}` has a page of {largest} bytes"));
            } else {
                reading.largest = reading.largest.max(largest);
            }
        }
        Ok(reading)
    }
}
