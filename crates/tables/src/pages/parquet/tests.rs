//! Large pages: what is streamed is what Parquet's own reader decodes.

use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, RecordBatch, StringArray};
use arrow_schema::{Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::schema::types::ColumnPath;

use super::*;

/// Pages of a table, the longest some kilobytes. Every third is one of three, so that dictionaries have
/// places to go back to; every seventh is missing if any can be.
fn pages(rows: usize, is_optional: bool) -> Vec<Option<String>> {
    let words = |seed: usize| {
        let word = |at: usize| format!("word{} ", (seed * 7919 + at * 104_729) % 997);
        (0..(seed * 37) % 400).map(word).collect::<String>()
    };
    let page = |row: usize| match row % 3 {
        0 => words(1 + row / 3 % 3),
        _ => format!("<p>{row}</p>{}", words(row)),
    };
    (0..rows).map(|row| (!is_optional || row % 7 != 2).then(|| page(row))).collect()
}

struct Table {
    codec: Compression,
    version: WriterVersion,
    has_dictionary: bool,
    is_optional: bool,
    is_text: bool,
    encoding: Option<Encoding>,
}

const PLAIN: Table = Table {
    codec: Compression::SNAPPY,
    version: WriterVersion::PARQUET_1_0,
    has_dictionary: false,
    is_optional: true,
    is_text: true,
    encoding: None,
};

impl Table {
    fn written(&self, pages: &[Option<String>]) -> Vec<u8> {
        let urls = (0..pages.len()).map(|row| Some(format!("http://a.example/{row}")));
        let urls: ArrayRef = Arc::new(urls.collect::<StringArray>());
        let html: ArrayRef = match self.is_text {
            true => Arc::new(pages.iter().cloned().collect::<StringArray>()),
            false => Arc::new(BinaryArray::from_iter(
                pages.iter().map(|page| page.as_ref().map(String::as_bytes)),
            )),
        };
        let fields = vec![
            Field::new("url", urls.data_type().clone(), false),
            Field::new("html", html.data_type().clone(), self.is_optional),
        ];
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), vec![urls, html]);
        let batch = batch.expect("columns");
        let mut properties = WriterProperties::builder()
            .set_compression(self.codec)
            .set_writer_version(self.version)
            .set_dictionary_enabled(self.has_dictionary)
            // Several pages in a group, none of them small.
            .set_data_page_size_limit(20_000)
            .set_dictionary_page_size_limit(60_000)
            .set_write_batch_size(5)
            .set_max_row_group_row_count(Some(70));
        if let Some(encoding) = self.encoding {
            properties = properties.set_column_encoding(ColumnPath::from("html"), encoding);
        }
        let properties = Some(properties.build());
        let mut writer =
            ArrowWriter::try_new(Vec::new(), batch.schema(), properties).expect("memory");
        writer.write(&batch).expect("memory");
        writer.into_inner().expect("memory")
    }
}

fn opened(bytes: &[u8], at: Position, held: u64, limits: &Limits) -> ParquetRows {
    let columns = PageColumns { url: "url".into(), html: "html".into(), date: None };
    let rows = ParquetRows::open(Source::from_bytes(bytes), at, &columns, limits);
    ParquetRows { held, ..rows.expect("a table") }
}

/// Rows as text: where they are, their media type, and their page or what is wrong.
fn told(mut rows: ParquetRows) -> Vec<String> {
    let mut all = Vec::new();
    while let Some(page) = rows.next_page() {
        all.push(match page {
            Ok(Page { url, media_type, bytes, location, .. }) => {
                let text = String::from_utf8(bytes).expect("UTF-8");
                format!("{location:?} {url} {media_type} {text}")
            }
            Err(damage) => format!("{damage:?}"),
        });
    }
    all
}

/// Whether the first group of a table is streamed where so many bytes are held.
fn is_streamed(bytes: &[u8], held: u64) -> bool {
    let rows = opened(bytes, Position::START, held, &Limits::default());
    rows.reading(rows.groups[0]).expect("readable").streamed.is_some()
}

#[test]
fn streamed_pages_are_those_of_the_reader_of_whole_pages() {
    let gzip = Compression::GZIP(GzipLevel::default());
    let zstd = Compression::ZSTD(ZstdLevel::default());
    let codecs = [Compression::UNCOMPRESSED, Compression::SNAPPY, gzip, zstd, Compression::LZ4_RAW];
    for (nth, codec) in codecs.into_iter().enumerate() {
        for variant in 0..8 {
            let [has_dictionary, is_optional, is_new] = [1, 2, 4].map(|bit| variant & bit != 0);
            let version = match is_new {
                true => WriterVersion::PARQUET_2_0,
                false => WriterVersion::PARQUET_1_0,
            };
            // Version 2 writes deltas unless it is told not to.
            let encoding = Some(Encoding::PLAIN);
            let is_text = nth % 2 == 0;
            let table = Table { codec, version, has_dictionary, is_optional, is_text, encoding };
            let bytes = table.written(&pages(150, is_optional));
            let limits = Limits { block: 2000, ..Limits::default() };
            let expected = told(opened(&bytes, Position::START, HELD, &limits));
            assert_eq!(expected.len(), 150);
            assert!(!is_streamed(&bytes, HELD), "{codec} {variant}");
            // Of the larger one the dictionary is kept.
            for held in [100, 70_000] {
                let found = told(opened(&bytes, Position::START, held, &limits));
                assert_eq!(found, expected, "{codec} {variant} {held}");
            }
            assert!(is_streamed(&bytes, 100), "{codec} {variant}");
            for row in [1, 13, 68] {
                let at = Position {
                    offset: opened(&bytes, Position::START, HELD, &limits).groups[1].offset,
                    inner_offset: row,
                };
                let found = told(opened(&bytes, at, 100, &limits));
                assert_eq!(found, expected[70 + row as usize..], "{codec} {variant} from {row}");
            }
        }
    }
}

#[test]
fn values_over_the_cap_are_named_and_the_rest_goes_on() {
    let mut rows = pages(60, false);
    rows[20] = Some("x".repeat(100_001));
    for has_dictionary in [false, true] {
        let bytes = Table { has_dictionary, ..PLAIN }.written(&rows);
        let limits = Limits { block: 100_000, ..Limits::default() };
        let found = told(opened(&bytes, Position::START, 100, &limits));
        let large: Vec<_> = found.iter().filter(|row| row.contains("RowTooLarge")).collect();
        assert_eq!((found.len(), large.len()), (60, 1));
        assert!(large[0].contains("row 21: `html` has 100001 bytes"), "{}", large[0]);
    }
}

/// An encoding that is not streamed is read a row at a time while its pages are not too large.
#[test]
fn other_encodings_are_read_as_a_whole() {
    for encoding in [Encoding::DELTA_LENGTH_BYTE_ARRAY, Encoding::DELTA_BYTE_ARRAY] {
        let bytes = Table { encoding: Some(encoding), ..PLAIN }.written(&pages(60, true));
        assert!(!is_streamed(&bytes, 100), "{encoding}");
        let limits = Limits::default();
        let whole = told(opened(&bytes, Position::START, HELD, &limits));
        assert_eq!(told(opened(&bytes, Position::START, 100, &limits)), whole, "{encoding}");
    }
}

#[test]
fn text_that_is_no_utf_8_is_no_text() {
    let rows = vec![Some("a".repeat(200)), Some("b".repeat(200)), Some("c".repeat(200))];
    let codec = Compression::UNCOMPRESSED;
    let mut bytes = Table { codec, ..PLAIN }.written(&rows);
    let at = bytes.windows(9).position(|window| window == b"bbbbbbbbb").expect("the row");
    bytes[at] = 0xff;
    let found = told(opened(&bytes, Position::START, 100, &Limits::default()));
    assert!(found[1].contains("row 2: `html` is no text"), "{}", found[1]);
    assert!(found[2].ends_with("ccc") && found.len() == 3);
}

/// Bytes changed anywhere give rows or damage, and never a panic or a row without an end.
#[test]
fn no_byte_of_a_streamed_table_makes_reading_panic() {
    for (codec, has_dictionary) in [
        (Compression::SNAPPY, false),
        (Compression::LZ4_RAW, true),
        (Compression::UNCOMPRESSED, true),
    ] {
        let sound = Table { codec, has_dictionary, ..PLAIN }.written(&pages(8, true));
        for at in (4..sound.len()).step_by(7) {
            let mut bytes = sound.clone();
            bytes[at] ^= 0x5a;
            let columns = PageColumns { url: "url".into(), html: "html".into(), date: None };
            let limits = Limits::default();
            let open = || {
                ParquetRows::open(Source::from_bytes(&bytes), Position::START, &columns, &limits)
            };
            let Ok(rows) = guarded(open) else { continue };
            let mut rows = ParquetRows { held: 10, ..rows };
            let items = (0..1000).take_while(|_| rows.next_page().is_some()).count();
            assert!(items < 1000, "{codec}, byte {at}: no end");
        }
    }
}
