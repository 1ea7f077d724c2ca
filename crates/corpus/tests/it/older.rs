//! Corpora of older versions: unsigned integers, times in milliseconds, no card.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use scutch_corpus::dedup::{DedupConfig, dedup};
use scutch_corpus::verify::{VerifyRequest, verify};
use scutch_corpus::{Format, Request, RunError, Unwatched, read_manifest, read_rows, run};

use crate::archive::{Press, page};

const PART: &str = "c/docs/part-00000.parquet";

/// A corpus of six pages in Parquet.
fn corpus() -> Press {
    let press = Press::new();
    let bytes: Vec<u8> = (1..7).flat_map(|n| page("a.example", n % 4, n)).collect();
    press.write("in/a.warc", &bytes);
    press.run(&press.config(&["in"], &[Format::Parquet]), "c");
    press
}

fn read(path: &Path) -> Vec<RecordBatch> {
    let file = File::open(path).expect("opens");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet").build();
    reader.expect("reads").collect::<Result<_, _>>().expect("batches")
}

/// A column in the type that it had.
fn aged(name: &str, array: &ArrayRef) -> ArrayRef {
    match array.data_type() {
        DataType::Int32 => {
            Arc::new(array.as_primitive::<Int32Type>().unary::<_, UInt16Type>(|n| n as u16))
        }
        DataType::Int64 if name.starts_with("n_") => {
            Arc::new(array.as_primitive::<Int64Type>().unary::<_, UInt32Type>(|n| n as u32))
        }
        DataType::Int64 => {
            Arc::new(array.as_primitive::<Int64Type>().unary::<_, UInt64Type>(|n| n as u64))
        }
        DataType::Timestamp(..) => {
            let times = array.as_primitive::<TimestampMicrosecondType>();
            let times = times.unary::<_, TimestampMillisecondType>(|time| time / 1000);
            Arc::new(times.with_timezone("UTC"))
        }
        _ => array.clone(),
    }
}

/// Makes a corpus one of an older version.
fn age(press: &Press) {
    let path = press.path(PART);
    let aged = |batch: &RecordBatch| {
        let (schema, columns) = (batch.schema(), batch.columns().iter());
        let columns = schema.fields().iter().zip(columns);
        let columns = columns.map(|(field, array)| (field.name(), aged(field.name(), array)));
        let (fields, arrays): (Vec<_>, Vec<_>) = columns
            .map(|(name, array)| (Field::new(name, array.data_type().clone(), true), array))
            .unzip();
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).expect("a batch")
    };
    let batches: Vec<RecordBatch> = read(&path).iter().map(aged).collect();
    let before = fs::read(&path).expect("reads");
    let file = File::create(&path).expect("creates");
    let mut writer = ArrowWriter::try_new(file, batches[0].schema(), None).expect("a writer");
    batches.iter().for_each(|batch| writer.write(batch).expect("writes"));
    writer.close().expect("closes");
    crate::verify::resign(press, &before, &fs::read(&path).expect("reads"));
    let mut manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(press.path("c/run.json")).expect("reads")).expect("JSON");
    manifest["tool"] = "scutch 0.1.0 (page/17, template/18)".into();
    manifest["outputs"].as_array_mut().expect("files").retain(|file| file["path"] != "README.md");
    fs::write(press.path("c/run.json"), manifest.to_string()).expect("writes");
    fs::remove_file(press.path("c/README.md")).expect("removes");
}

fn type_of(press: &Press, name: &str) -> DataType {
    let batches = read(&press.path(PART));
    batches[0].schema().field_with_name(name).expect("a column").data_type().clone()
}

fn rows(press: &Press) -> Vec<String> {
    let mut rows = Vec::new();
    let names = ["id", "timestamp", "n_words", "http_status", "warc_offset", "title"];
    read_rows(&press.path("c"), &names, |row| rows.push(format!("{row:?}"))).expect("reads");
    rows
}

#[test]
fn an_older_corpus_is_read_verified_and_searched_for_duplicates() {
    let press = corpus();
    let before = rows(&press);
    let offset = type_of(&press, "warc_offset");
    age(&press);
    assert_ne!(type_of(&press, "warc_offset"), offset);
    assert_eq!(rows(&press), before);
    let request = VerifyRequest { folder: press.path("c"), jobs: 1, ..VerifyRequest::default() };
    let sound = || {
        let verified = verify(&request).expect("verifies");
        assert!(verified.sound() && verified.derived == 6, "{verified:?}");
    };
    sound();
    let counts = dedup(&press.path("c"), &DedupConfig::default()).expect("searches");
    assert!(!counts.marked.is_empty(), "{counts:?}");
    assert_eq!(type_of(&press, "warc_offset"), offset, "marked rows have the types of today");
    assert_eq!(rows(&press), before);
    sound();
}

#[test]
fn an_older_corpus_is_another_run_and_keeps_a_card_that_is_not_its_own() {
    let press = corpus();
    age(&press);
    let config = press.config(&["in"], &[Format::Parquet]);
    let mut request = Request::new(config, press.path("c"));
    let again = |request: &Request| run(request, &Unwatched).map(drop);
    assert!(matches!(again(&request), Err(RunError::OtherRun { .. })));
    press.write("c/README.md", b"mine");
    request.overwrite = true;
    assert!(matches!(again(&request), Err(RunError::Taken { name, .. }) if name == "README.md"));
    assert_eq!(fs::read(press.path("c/README.md")).expect("reads"), b"mine");
    fs::remove_file(press.path("c/README.md")).expect("removes");
    again(&request).expect("made anew");
    let manifest = read_manifest(&press.path("c")).expect("a manifest");
    assert!(manifest.outputs.iter().any(|output| output.path == "README.md"));
}
