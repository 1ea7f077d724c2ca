use std::fs::{self, File};
use std::io::Read as _;

use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use arrow_schema::{DataType, TimeUnit};
use proptest::prelude::*;
use scutch_folder::config::Extractor;
use scutch_folder::digest::{bytes_digest, digest_of, file_digest};
use serde_json::Value;

use super::*;
use crate::row::json::{JsonLine, JsonRow};
use crate::row::stored::for_each;
use crate::row::{COLUMNS, Column, ColumnKind};
use crate::table::copy_parquet;

fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

prop_compose! {
    /// Rows with a bit of everything: nothing, empty, signs of all planes, numbers at their ends.
    fn rows()(
        texts in prop::collection::vec("\\PC{0,12}|[\n\t\"\\\\]{1,3}", 4),
        maybe in prop::collection::vec(prop::option::of("\\PC{0,8}"), 4),
        lists in prop::collection::vec(prop::collection::vec("[a-z]{0,4}", 0..3), 3),
        time in prop::option::of(-4_000_000_000_000_i64..4_000_000_000_000),
        shares in prop::collection::vec(prop::option::of(0.0_f32..=1.0), 3),
        numbers in any::<[u32; 3]>(),
        places in any::<[u64; 3]>(),
        status in prop::option::of(any::<u16>()),
    ) -> Row {
        Row {
            id: texts[0].clone(),
            url: texts[1].clone(),
            text: texts[2].clone(),
            extractor: texts[3].clone(),
            title: maybe[0].clone(),
            site: maybe[1].clone(),
            language: maybe[2].clone(),
            pwid: maybe[3].clone(),
            authors: lists[0].clone(),
            keywords: lists[1].clone(),
            flags: lists[2].clone(),
            timestamp: time,
            language_score: shares[0],
            content_ratio: shares[1],
            dup_similarity: shares[2],
            n_chars: numbers[0],
            n_words: numbers[1],
            n_blocks: numbers[2],
            warc_offset: places[0],
            warc_length: places[1],
            inner_offset: places[2],
            http_status: status,
            ..Row::default()
        }
    }
}

/// Writes rows as a part of this format; its digest.
fn write(rows: &[Row], format: Format, config: &Config, path: &Path) -> FileDigest {
    let mut part = PartWriter::create(format, config, path).expect("creates");
    for row in rows {
        let bytes = match format {
            Format::Jsonl => JsonLine::new(row, &columns(config)).bytes().to_vec(),
            _ => Vec::new(),
        };
        part.write(row, &Piece { name: String::new(), bytes }).expect("writes");
    }
    part.finish().expect("finishes")
}

fn read(path: &Path, columns: &[&'static Column]) -> Vec<Value> {
    let mut rows = Vec::new();
    for_each(path, columns, |row| rows.push(Value::Object(row.columns))).expect("reads");
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A stored row reads back as what JSON lines say of it, from either format of rows.
    #[test]
    fn rows_read_back_as_they_were_written(rows in prop::collection::vec(rows(), 0..8)) {
        let folder = scratch();
        let also_extract = vec![Extractor::Bte];
        let mut config = Config { also_extract, markdown: true, ..Config::default() };
        (config.template.crosses, config.template.nodes) = (true, true);
        let columns = columns(&config);
        let expected: Vec<Value> =
            rows.iter().map(|row| JsonRow(row, &columns).to_value()).collect();
        for (format, name) in [(Format::Parquet, "a.parquet"), (Format::Jsonl, "a.jsonl.zst")] {
            let path = folder.path().join(name);
            let digest = write(&rows, format, &config, &path);
            prop_assert_eq!(&digest, &file_digest(&path).expect("reads"));
            prop_assert_eq!(&read(&path, &columns), &expected);
            // The bytes of a part depend on its rows alone.
            prop_assert_eq!(digest, write(&rows, format, &config, &path));
        }
    }

    /// A copy without an edit has the same rows; an edit sees all of them in order.
    #[test]
    fn a_copied_part_has_the_rows_of_the_old_one(rows in prop::collection::vec(rows(), 1..6)) {
        let folder = scratch();
        let config = Config::default();
        let columns = columns(&config);
        let (old, new) = (folder.path().join("old.parquet"), folder.path().join("new.parquet"));
        write(&rows, Format::Parquet, &config, &old);
        let mut seen = 0;
        let digest = copy_parquet(&old, &new, &columns, |batch| {
            seen += batch.num_rows();
            Ok(batch)
        });
        prop_assert_eq!(digest.expect("copies"), file_digest(&new).expect("reads"));
        prop_assert_eq!(seen, rows.len());
        prop_assert_eq!(read(&new, &columns), read(&old, &columns));
    }
}

#[test]
fn columns_have_the_types_that_the_guide_promises() {
    let folder = scratch();
    let path = folder.path().join("a.parquet");
    write(&[Row::default()], Format::Parquet, &Config::default(), &path);
    let file = File::open(&path).expect("opens");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet");
    let fields = reader.schema().fields();
    assert_eq!(fields.len(), COLUMNS.len());
    for (field, column) in fields.iter().zip(COLUMNS) {
        assert_eq!((field.name().as_str(), field.is_nullable()), (column.name, true));
        let description = field.metadata().get("description").map(String::as_str);
        assert_eq!(description, Some(column.meaning), "{}", column.name);
        let fits = match (column.kind, field.data_type()) {
            (ColumnKind::Text, DataType::Utf8)
            | (ColumnKind::F32, DataType::Float32)
            | (ColumnKind::I32, DataType::Int32)
            | (ColumnKind::I64, DataType::Int64)
            | (ColumnKind::Bool, DataType::Boolean) => true,
            (ColumnKind::List, DataType::List(item)) => item.data_type() == &DataType::Utf8,
            (ColumnKind::Timestamp, DataType::Timestamp(TimeUnit::Microsecond, zone)) => {
                zone.as_deref() == Some("UTC")
            }
            _ => false,
        };
        assert!(fits, "{}: {:?} as {}", column.name, column.kind, field.data_type());
    }
    let by = reader.metadata().file_metadata().created_by().unwrap_or_default().to_owned();
    assert!(by.starts_with("scutch "), "{by}");
}

/// Row groups close by bytes of text, so that a reader needs memory for one of them only.
#[test]
fn long_texts_fill_several_row_groups() {
    let folder = scratch();
    let path = folder.path().join("a.parquet");
    let text = "The ferry left the harbour. ".repeat(100_000);
    let rows: Vec<Row> = (0..20).map(|_| Row { text: text.clone(), ..Row::default() }).collect();
    write(&rows, Format::Parquet, &Config::default(), &path);
    let file = File::open(&path).expect("opens");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet");
    let groups = reader.metadata().row_groups();
    assert!(groups.len() >= 3, "{} groups", groups.len());
    assert_eq!(groups.iter().fold(0, |rows, group| rows + group.num_rows()), 20);
    assert_eq!(read(&path, &columns(&Config::default())).len(), 20);
}

#[test]
fn a_part_that_is_no_parquet_is_an_error_and_not_a_row() {
    let folder = scratch();
    for (name, bytes) in [("a.parquet", &b"PAR1"[..]), ("a.jsonl.zst", b"{}")] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("writes");
        let read = for_each(&path, &columns(&Config::default()), |_| panic!("a row"));
        assert!(read.is_err(), "{name}");
    }
    let plain = folder.path().join("cut.jsonl.zst");
    fs::write(&plain, zstd::encode_all(&b"{\"id\":"[..], 0).expect("packs")).expect("writes");
    assert!(for_each(&plain, &columns(&Config::default()), |_| panic!("a row")).is_err());
}

#[test]
fn pieces_of_a_shard_stand_between_the_head_and_the_tail_of_their_format() {
    let folder = scratch();
    for (format, compressed) in
        [(Format::Tei, false), (Format::Vertical, false), (Format::Dolma, true)]
    {
        let path = folder.path().join("part");
        let frame = frame(format, &Config::default()).expect("valid");
        let mut part = Joined::create(format, &path, frame.clone()).expect("creates");
        ["one\n", "two\n"].iter().for_each(|piece| part.write(piece.as_bytes()).expect("writes"));
        let digest = part.finish().expect("finishes");
        assert_eq!(digest, file_digest(&path).expect("reads"), "{format:?}");
        let bytes = fs::read(&path).expect("reads");
        let bytes = if compressed { zstd::decode_all(&bytes[..]).expect("zstd") } else { bytes };
        let text = String::from_utf8(bytes).expect("UTF-8");
        let (head, tail) = frame;
        assert_eq!(text, format!("{head}one\ntwo\n{tail}"), "{format:?}");
        assert_eq!(head.is_empty(), format != Format::Tei);
    }
}

#[test]
fn a_folder_of_documents_has_the_digest_of_its_files() {
    let scratch = scratch();
    let path = scratch.path().join("00000");
    fs::create_dir(&path).expect("creates");
    fs::write(path.join("left by a killed run.txt"), "x").expect("writes");
    let config = Config { layout: Some(Layout::Document), ..Config::default() };
    let mut part = PartWriter::create(Format::Text, &config, &path).expect("creates");
    for (name, text) in [("b.txt", "two"), ("a.txt", "one")] {
        let piece = Piece { name: name.into(), bytes: text.into() };
        part.write(&Row::default(), &piece).expect("writes");
    }
    let digest = part.finish().expect("finishes");
    assert_eq!(digest, digest_of(&path).expect("reads"));
    assert_eq!(fs::read_dir(&path).expect("lists").count(), 2);
    assert_eq!(fs::read_to_string(path.join("a.txt")).expect("reads"), "one");
}

fn number(bytes: &[u8], at: usize, width: usize) -> usize {
    bytes[at..at + width].iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

/// Names and contents of a zip file, by its directory, checked against the heads of the files.
fn unzip(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let end = bytes.len() - 22;
    assert_eq!(&bytes[end..end + 4], b"PK\x05\x06", "the end of the directory");
    let (mut files, mut at) = (number(bytes, end + 10, 2), number(bytes, end + 16, 4));
    if files == usize::from(u16::MAX) {
        let locator = end - 20;
        assert_eq!(&bytes[locator..locator + 4], b"PK\x06\x07", "the place of the 64-bit end");
        let wide = number(bytes, locator + 8, 8);
        assert_eq!(&bytes[wide..wide + 4], b"PK\x06\x06", "the 64-bit end");
        (files, at) = (number(bytes, wide + 32, 8), number(bytes, wide + 48, 8));
    }
    let mut found = Vec::with_capacity(files);
    for _ in 0..files {
        assert_eq!(&bytes[at..at + 4], b"PK\x01\x02");
        let name = number(bytes, at + 28, 2);
        let start = number(bytes, at + 42, 4);
        // Version, flags, method, time, sums, sizes and lengths are those before the file.
        assert_eq!(&bytes[at + 6..at + 32], &bytes[start + 4..start + 30]);
        let text = &bytes[at + 46..at + 46 + name];
        assert_eq!(text, &bytes[start + 30..start + 30 + name]);
        let packed = start + 30 + name;
        let mut content = Vec::new();
        flate2::read::DeflateDecoder::new(&bytes[packed..packed + number(bytes, at + 20, 4)])
            .read_to_end(&mut content)
            .expect("deflate");
        let mut crc = flate2::Crc::new();
        crc.update(&content);
        assert_eq!(crc.sum() as usize, number(bytes, at + 16, 4));
        assert_eq!(content.len(), number(bytes, at + 24, 4));
        found.push((std::str::from_utf8(text).expect("UTF-8").to_owned(), content));
        at += 46 + name;
    }
    found
}

fn zip(path: &Path, files: &[(String, Vec<u8>)]) -> FileDigest {
    let mut zip = Zip::create(path).expect("creates");
    for (name, bytes) in files {
        zip.write(&Piece { name: name.clone(), bytes: bytes.clone() }).expect("writes");
    }
    zip.finish().expect("finishes")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_zip_file_gives_back_what_was_put_in(
        files in prop::collection::vec(("[a-zé漢]{1,12}", prop::collection::vec(any::<u8>(), 0..300)), 0..6),
    ) {
        let folder = scratch();
        let path = folder.path().join("a.zip");
        let digest = zip(&path, &files);
        let bytes = fs::read(&path).expect("reads");
        prop_assert_eq!(digest, bytes_digest(&bytes));
        prop_assert_eq!(unzip(&bytes), files);
    }
}

/// The directory counts files in 16 bits, and those beyond in another record.
#[test]
fn more_files_than_16_bits_count_are_all_found() {
    let folder = scratch();
    let path = folder.path().join("a.zip");
    for count in [65_534, 65_535, 65_536] {
        let files: Vec<_> = (0..count).map(|n: u32| (n.to_string(), Vec::new())).collect();
        zip(&path, &files);
        assert_eq!(unzip(&fs::read(&path).expect("reads")).len(), files.len());
    }
}

#[test]
fn each_format_is_written_by_the_writer_of_its_layout() {
    let folder = scratch();
    let kind = |format, layout| {
        let config = Config { layout, ..Config::default() };
        match PartWriter::create(format, &config, &folder.path().join("part")).expect("creates") {
            PartWriter::Parquet(_) => "table",
            PartWriter::Joined(_) => "file",
            PartWriter::Folder(_) => "folder",
            PartWriter::Zip(_) => "zip",
        }
    };
    assert_eq!(kind(Format::Parquet, Some(Layout::Zip)), "table");
    assert_eq!(kind(Format::Jsonl, Some(Layout::Document)), "file");
    assert_eq!(kind(Format::Tei, Some(Layout::Shard)), "file");
    fs::remove_file(folder.path().join("part")).expect("removes");
    assert_eq!(kind(Format::Tei, None), "folder");
    fs::remove_dir(folder.path().join("part")).expect("removes");
    assert_eq!(kind(Format::Html, Some(Layout::Zip)), "zip");
}
