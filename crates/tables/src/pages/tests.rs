//! Tables of all forms through a reader of records.

use std::io::Write as _;
use std::sync::Arc;

use ::parquet::arrow::ArrowWriter;
use ::parquet::basic::{Compression as Codec, GzipLevel};
use ::parquet::file::properties::WriterProperties;
use arrow_array::{
    ArrayRef, BinaryArray, LargeStringArray, RecordBatch, StringArray, TimestampMicrosecondArray,
};
use scutch_archive::{Item, Limits, Location, Position, Reader, Source};

use super::*;

/// A row as a sentence: its place, and what it holds or why it holds nothing.
fn told(item: Item<'_>) -> String {
    match item {
        Item::Record(record) => {
            let Location { offset, length, inner_offset } = record.location();
            let field = |name| record.header(name).unwrap_or("-");
            format!(
                "{offset}+{length}/{inner_offset} {} {} {} {}",
                field("WARC-Target-URI"),
                field("WARC-Date"),
                field("Content-Type"),
                std::str::from_utf8(record.block()).expect("UTF-8")
            )
        }
        Item::Damage(d) => {
            format!("{}+{} {}: {}", d.offset, d.length, d.cause.id(), d.detail)
        }
    }
}

fn reader(bytes: &[u8], at: Position, limits: &Limits) -> Reader {
    let source = Source::from_bytes(bytes);
    let table = sniff_table(&source, &TableColumns::default()).expect("memory");
    let table = table.expect("a table").expect("its columns");
    let rows = table.open(source.clone(), at, limits).expect("opens");
    Reader::from_table(source, rows, limits)
}

/// All rows, and the place before each.
fn rows(bytes: &[u8], limits: &Limits) -> Vec<(Position, String)> {
    let mut reader = reader(bytes, Position::START, limits);
    let mut rows = Vec::new();
    loop {
        let at = reader.position();
        let Some(item) = reader.next() else { return rows };
        rows.push((at, told(item)));
    }
}

fn sentences(bytes: &[u8], limits: &Limits) -> Vec<String> {
    rows(bytes, limits).into_iter().map(|row| row.1).collect()
}

/// Reading goes on at every place as if it had never stopped.
fn assert_resumes(bytes: &[u8]) {
    let limits = Limits::default();
    let whole = rows(bytes, &limits);
    for (n, (at, _)) in whole.iter().enumerate() {
        let mut reader = reader(bytes, *at, &limits);
        let rest: Vec<String> = std::iter::from_fn(|| reader.next().map(told)).collect();
        let expected: Vec<&str> = whole[n..].iter().map(|row| &*row.1).collect();
        assert_eq!(rest, expected, "from {at:?}");
    }
}

/// Shares of a file deliver together what one reader does.
fn assert_shared(bytes: &[u8]) {
    let limits = Limits::default();
    let whole = sentences(bytes, &limits);
    for border in 0..bytes.len() as u64 {
        let mut first = reader(bytes, Position::START, &limits);
        let border = first.next_member(border);
        first.stop_before(border);
        let at = Position { offset: border, inner_offset: 0 };
        let mut second = reader(bytes, at, &limits);
        let mut both: Vec<String> = std::iter::from_fn(|| first.next().map(told)).collect();
        both.extend(std::iter::from_fn(|| second.next().map(told)));
        assert_eq!(both, whole, "border {border}");
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(bytes).expect("memory");
    gzip.finish().expect("memory")
}

const LINES: &str = concat!(
    "{\"url\":\"http://a.example/\",\"timestamp\":\"2020-02-02 02:02:02\",\"html\":\"<p>\\u00e4\"}\n",
    "\n",
    "{\"html\":null,\"url\":\"http://b.example/\"}\n",
    "{\"html\":\"x\"}\n",
    "no json\n",
    "{\"n\":[1,{\"url\":2}],\"html\":\"<p>c\",\"url\":\"http://c.example/\",\"timestamp\":1580608922}\r\n",
    "{\"html\":\"d\",\"url\":\"http://d.example/\"}",
);

#[test]
fn lines_are_rows_with_their_places() {
    let expected = [
        "0+81/0 http://a.example/ 2020-02-02T02:02:02Z text/html; charset=utf-8 <p>ä",
        "82+40 row-unreadable: `html` is no text",
        "122+13 row-unreadable: `url` is no text",
        "135+8 row-unreadable: no JSON object (expected ident at column 2)",
        "143+84/0 http://c.example/ 2020-02-02T02:02:02Z text/html; charset=utf-8 <p>c",
        "227+38/0 http://d.example/ - text/html; charset=utf-8 d",
    ];
    assert_eq!(sentences(LINES.as_bytes(), &Limits::default()), expected);
    assert_resumes(LINES.as_bytes());
    assert_shared(LINES.as_bytes());
}

#[test]
fn compressed_lines_have_the_file_for_a_place() {
    let zstd = zstd::encode_all(LINES.as_bytes(), 1).expect("memory");
    for bytes in [gzip(LINES.as_bytes()), zstd] {
        let all = sentences(&bytes, &Limits::default());
        let length = bytes.len();
        assert_eq!(all.len(), 6);
        assert!(all[0].starts_with(&format!("0+{length}/0 http://a.example/ ")), "{}", all[0]);
        assert_eq!(
            all[2],
            format!(
                "0+0 row-unreadable: the line at byte 122 of the inflated file: `url` is no text"
            )
        );
        assert!(all[4].starts_with(&format!("0+{length}/143 http://c.example/")), "{}", all[4]);
        assert_resumes(&bytes);
        assert_shared(&bytes);
    }
}

#[test]
fn a_cut_file_ends_with_damage() {
    let bytes = gzip(LINES.repeat(500).replace("d\"}{", "d\"}\n{").as_bytes());
    let half = bytes.len() / 2;
    let all = sentences(&bytes[..half], &Limits::default());
    let last = all.last().expect("damage");
    assert!(last.starts_with(&format!("0+{half} member-truncated: the line at byte ")), "{last}");
    assert!(all.len() > 100 && all[0].contains("http://a.example/"), "{}", all.len());
}

#[test]
fn rows_over_the_cap_are_named_and_passed_over() {
    let limits = Limits { block: 10, ..Limits::default() };
    let line = |html: &str| format!("{{\"url\":\"http://a.example/\",\"html\":\"{html}\"}}\n");
    let bytes =
        [line("short"), line(&"x".repeat(11)), line(&"y".repeat(2 << 20)), line("z")].concat();
    let all = sentences(bytes.as_bytes(), &limits);
    assert!(all[0].ends_with(" short") && all[3].ends_with(" z"), "{all:?}");
    assert_eq!(all[1], "43+49 row-too-large: `html` has 11 bytes");
    assert_eq!(all[2], "92+2097190 row-too-large: the line has 2097190 bytes");
    let cells: ArrayRef = Arc::new(StringArray::from(vec!["0123456789", "0123456789a", "z"]));
    let urls: ArrayRef = Arc::new(StringArray::from(vec!["http://a.example/"; 3]));
    let all = sentences(&parquet(&[("url", urls), ("html", cells)], Codec::SNAPPY, 3), &limits);
    assert!(all[0].ends_with("0123456789") && all[2].ends_with(" z"), "{all:?}");
    assert!(all[1].ends_with("row-too-large: row 2: `html` has 11 bytes"), "{}", all[1]);
}

/// A Parquet file of these columns, with so many rows in a group.
fn parquet(columns: &[(&str, ArrayRef)], codec: Codec, group: usize) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns.iter().map(|(name, array)| (*name, Arc::clone(array), true)),
    );
    let batch = batch.expect("columns");
    let properties = WriterProperties::builder()
        .set_compression(codec)
        .set_max_row_group_row_count(Some(group))
        .build();
    let mut writer =
        ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).expect("memory");
    writer.write(&batch).expect("memory");
    writer.into_inner().expect("memory")
}

/// 40 rows in groups of 17; row 4 has no address, row 5 no page.
fn forty(codec: Codec, binary: bool) -> Vec<u8> {
    let urls = (0..40).map(|n| (n != 3).then(|| format!("http://a.example/{n}")));
    let pages = (0..40).map(|n| (n != 4).then(|| format!("<p>page {n}")));
    let html: ArrayRef = if binary {
        let pages: Vec<Option<String>> = pages.collect();
        let bytes = pages.iter().map(|page| page.as_ref().map(String::as_bytes));
        Arc::new(BinaryArray::from_iter(bytes))
    } else {
        Arc::new(pages.collect::<LargeStringArray>())
    };
    let times: TimestampMicrosecondArray =
        (0..40).map(|n| (n != 5).then_some(1_580_608_922_000_000 + n)).collect();
    let columns: [(&str, ArrayRef); 4] = [
        ("n", Arc::new(StringArray::from(vec!["a column that is not read"; 40]))),
        ("url", Arc::new(urls.collect::<StringArray>())),
        ("fetch_time", Arc::new(times)),
        ("content", html),
    ];
    parquet(&columns, codec, 17)
}

#[test]
fn parquet_rows_have_their_group_for_a_place() {
    let gzip = Codec::GZIP(GzipLevel::default());
    let codecs = [Codec::UNCOMPRESSED, Codec::SNAPPY, gzip, Codec::LZ4_RAW];
    for (codec, binary) in codecs.into_iter().zip([false, true, false, true]) {
        let bytes = forty(codec, binary);
        let all = sentences(&bytes, &Limits::default());
        assert_eq!(all.len(), 40);
        let media = if binary { "text/html" } else { "text/html; charset=utf-8" };
        let first = format!("/0 http://a.example/0 2020-02-02T02:02:02Z {media} <p>page 0");
        assert!(all[0].starts_with("4+") && all[0].ends_with(&first), "{}", all[0]);
        assert!(all[3].ends_with("+0 row-unreadable: row 4: `url` is no text"), "{}", all[3]);
        assert!(all[4].ends_with(" row-unreadable: row 5: `content` is no text"), "{}", all[4]);
        assert!(all[5].contains("/5 http://a.example/5 - text/html"), "{}", all[5]);
        assert!(all[18].contains("/1 http://a.example/18 2020-02-02T02:02:02.000018Z "));
        assert_resumes(&bytes);
        assert_shared(&bytes);
    }
}

#[test]
fn a_damaged_group_is_named_and_the_next_one_read() {
    let mut bytes = forty(Codec::SNAPPY, false);
    let mut reader = reader(&bytes, rows(&bytes, &Limits::default())[20].0, &Limits::default());
    let Some(Item::Record(record)) = reader.next() else { panic!("a row") };
    let Location { offset, length, .. } = record.location();
    // The first column is not read: what is wrong with it is no matter.
    let range = (offset + length / 2) as usize..(offset + length) as usize;
    bytes[range].fill(0xff);
    let all = sentences(&bytes, &Limits::default());
    let damaged: Vec<&String> = all.iter().filter(|row| row.contains("rows 18 to 34: ")).collect();
    assert_eq!((all.len(), damaged.len()), (17 + 1 + 6, 1), "{all:?}");
    assert!(damaged[0].contains(" row-unreadable: "));
}

#[test]
fn files_are_known_by_their_bytes() {
    let urls: ArrayRef = Arc::new(StringArray::from(vec!["http://a.example/"]));
    let no_pages = parquet(&[("url", Arc::clone(&urls)), ("text", urls)], Codec::SNAPPY, 1);
    let lines: &[&[u8]] = &[
        LINES.as_bytes(),
        b"\xef\xbb\xbf \n{\"url\":\"x\",\"body\":\"\"}\n",
        b"{\"url\":\"x\",\"text\":\"\"}\n",
        b"{\n\"url\":\"x\"}\n",
        b"[{\"url\":\"x\"}]\n",
        b"{\"url\":\"x\"",
        b"<html>",
        b"",
        b"\n\n",
        b"\x1f\x8b broken",
        b"PAR1 broken",
    ];
    let gzipped = gzip(LINES.as_bytes());
    let expected = [
        "json-lines",
        "json-lines",
        "lacks `html`",
        "-",
        "-",
        "-",
        "-",
        "-",
        "-",
        "-",
        "broken",
        "lacks `html`",
        "json-lines",
        "parquet",
    ];
    let parquet = forty(Codec::SNAPPY, true);
    let all = lines.iter().copied().chain([&*no_pages, &*gzipped, &*parquet]);
    for (bytes, expected) in all.zip(expected) {
        let sniffed = sniff_table(&Source::from_bytes(bytes), &TableColumns::default());
        let found = match sniffed.expect("memory") {
            None => "-",
            Some(Ok(PageTable { form: TableForm::JsonLines, .. })) => "json-lines",
            Some(Ok(_)) => "parquet",
            Some(Err(TableError::NoColumn { wanted, .. })) => {
                assert_eq!(wanted, "`html`, `content` or `body`");
                "lacks `html`"
            }
            Some(Err(_)) => "broken",
        };
        assert_eq!(found, expected, "{:?}", bytes.escape_ascii().to_string());
    }
}

/// Bytes changed anywhere give rows or damage, and never a panic.
#[test]
fn no_byte_of_a_table_makes_reading_panic() {
    let sound = forty(Codec::SNAPPY, false);
    for at in (0..sound.len()).step_by(7) {
        for value in [0, 0x7f, 0xff] {
            let mut bytes = sound.clone();
            bytes[at] = value;
            let source = Source::from_bytes(&bytes);
            let sniffed = sniff_table(&source, &TableColumns::default()).expect("memory");
            let Some(Ok(table)) = sniffed else { continue };
            let limits = Limits::default();
            let Ok(rows) = table.open(source.clone(), Position::START, &limits) else { continue };
            let mut reader = Reader::from_table(source, rows, &limits);
            let items = (0..1000).take_while(|_| reader.next().is_some()).count();
            assert!(items < 1000, "byte {at}: {value}: no end");
        }
    }
}
