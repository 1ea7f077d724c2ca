//! Row groups: where they are, and how many rows they have.

use parquet::arrow::arrow_reader::ArrowReaderMetadata;
use parquet::file::metadata::ColumnChunkMetaData;
use scutch_archive::{Cause, Damage};

/// A row group that has rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    /// Its number in the file.
    pub(super) number: usize,
    /// Where its first byte is, and how many it has.
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) rows: u64,
    /// Rows of the table before it.
    pub(super) before: u64,
}

impl Group {
    /// A row that no page came out of. The bytes of its group hold other rows, too, so none are counted.
    pub(super) fn damage(&self, cause: Cause, row: u64, why: &str) -> Damage {
        let detail = format!("row {row}: {why}");
        Damage { offset: self.offset, length: 0, cause, detail }
    }
}

/// The row groups by offset, without those that have no rows.
pub(super) fn groups(metadata: &ArrowReaderMetadata) -> Vec<Group> {
    let mut before = 0;
    let mut groups = Vec::new();
    for (number, group) in metadata.metadata().row_groups().iter().enumerate() {
        let rows = u64::try_from(group.num_rows()).unwrap_or_default();
        let ranges: Vec<(u64, u64)> =
            group.columns().iter().map(ColumnChunkMetaData::byte_range).collect();
        // Columns need not be stored in the order of the schema.
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
