//! Memory of reading a table whose pages inflate to hundreds of megabytes. A test of its own, because the peak
//! is that of the process.
#![cfg(target_os = "linux")]

use std::fs;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use scutch_archive::{Item, Limits, Position, Reader, Source};
use scutch_tables::{TableColumns, sniff_table};

/// Pages of the table, and bytes of each: below the cap on records, but for the last.
const ROWS: usize = 12;
const BYTES: usize = 20 << 20;
const LAST: usize = 40 << 20;
/// Kilobytes that reading may take: a value, as a cell and as a record, and the buffers of a page.
const MOST: u64 = 150 << 10;

/// A table with all pages of its column in one, which takes some kilobytes on disk.
fn table() -> Vec<u8> {
    let codec = Compression::ZSTD(ZstdLevel::default());
    let properties = WriterProperties::builder()
        .set_compression(codec)
        .set_dictionary_enabled(false)
        .set_data_page_size_limit(usize::MAX)
        .build();
    let batch = |bytes: usize, row: usize| {
        let url: ArrayRef = Arc::new(StringArray::from(vec![format!("http://a.example/{row}")]));
        let html: ArrayRef = Arc::new(StringArray::from(vec!["tide ".repeat(bytes / 5)]));
        RecordBatch::try_from_iter([("url", url), ("html", html)]).expect("columns")
    };
    let schema = batch(0, 0).schema();
    let mut writer = ArrowWriter::try_new(Vec::new(), schema, Some(properties)).expect("memory");
    for row in 0..ROWS {
        let bytes = if row + 1 == ROWS { LAST } else { BYTES };
        writer.write(&batch(bytes, row)).expect("memory");
    }
    writer.into_inner().expect("memory")
}

/// Kilobytes of memory by a line of the status.
fn memory(line: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the status");
    let found = status.lines().find_map(|text| text.strip_prefix(line)).expect("the line");
    let number = found.trim().trim_end_matches(" kB");
    number.parse().expect("a number")
}

#[test]
fn large_pages_do_not_stand_in_memory_as_a_whole() {
    let table = table();
    assert!(table.len() < 100_000, "{}", table.len());
    // From here on the peak is that of reading. Some containers refuse it.
    if fs::write("/proc/self/clear_refs", "5").is_err() {
        eprintln!("SKIPPED: the peak of memory cannot be reset here");
        return;
    }
    let before = memory("VmRSS:");
    let (source, limits) = (Source::from_bytes(&table), Limits::default());
    let sniffed = sniff_table(&source, &TableColumns::default()).expect("memory");
    let rows = sniffed.expect("a table").expect("its columns");
    let rows = rows.open(source.clone(), Position::START, &limits).expect("opens");
    let mut reader = Reader::from_table(source, rows, &limits);
    let mut lengths = Vec::new();
    let mut damage = Vec::new();
    while let Some(item) = reader.next() {
        match item {
            Item::Record(record) => lengths.push(record.block().len()),
            Item::Damage(found) => damage.push(found.detail),
        }
    }
    assert_eq!(lengths, [BYTES / 5 * 5; ROWS - 1]);
    assert_eq!(damage, [format!("row {ROWS}: `html` has {} bytes", LAST / 5 * 5)]);
    let grown = memory("VmHWM:").saturating_sub(before);
    assert!(grown < MOST, "{grown} kB");
}
