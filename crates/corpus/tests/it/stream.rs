//! Streams: the rows, losses and counts of a run, without its folder.

use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arrow_array::RecordBatch;
use arrow_select::concat::concat_batches;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use scutch_corpus::run::gather;
use scutch_corpus::{
    Config, Extractor, Format, QuarantineLine, RunError, Share, StreamRequest, StreamShare,
    Streamed, Tally, Unwatched, Watch, stream,
};

use crate::archive::{Press, page, read_lines, record, response};
use crate::{crawled, portals};

/// All that a stream hands out.
fn streamed(request: &StreamRequest) -> (Vec<RecordBatch>, Vec<QuarantineLine>, Tally) {
    let (mut batches, mut losses) = (Vec::new(), Vec::new());
    let counts = stream(request, &Unwatched, &mut |streamed| {
        match streamed {
            Streamed::Rows(batch) => batches.push(batch),
            Streamed::Lost(line) => losses.push(line),
        }
        true
    });
    (batches, losses, counts.expect("streamed").expect("to the end"))
}

/// Asserts that a stream has what a run writes, with any number of threads.
pub(crate) fn same(press: &Press, config: &Config, name: &str) {
    let manifest = press.run(config, name);
    let folder = press.path(name);
    for jobs in [1, 3] {
        let request = StreamRequest { jobs, ..StreamRequest::new(config.clone()) };
        let (batches, losses, counts) = streamed(&request);
        assert_eq!(counts, manifest.counts, "{name}, {jobs} jobs");
        let lines: Vec<_> =
            losses.iter().map(|line| serde_json::to_value(line).expect("JSON")).collect();
        assert_eq!(lines, read_lines(&folder, "quarantine.jsonl"), "{name}, {jobs} jobs");
        let schema = request.schema();
        let made = concat_batches(&schema, &batches).expect("one schema");
        let mut parts: Vec<_> = fs::read_dir(folder.join("docs"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|name| name == "parquet"))
            .collect();
        parts.sort();
        let read = |path| {
            let file = File::open(path).expect("opened");
            let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a table");
            reader.build().expect("a reader").map(|batch| batch.expect("read")).collect::<Vec<_>>()
        };
        let written: Vec<_> = parts.iter().flat_map(read).collect();
        let written = concat_batches(&written[0].schema(), &written).expect("one schema");
        assert!(made.num_rows() > 0, "{name}");
        assert_eq!(made.columns(), written.columns(), "{name}, {jobs} jobs");
        let names = |batch: &RecordBatch| {
            let fields = batch.schema().fields().clone();
            fields.iter().map(|field| field.name().clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&made), names(&written));
    }
}

/// Pages of a host, a repeated capture, a record without its end, and some out of scope.
fn mixed() -> Vec<u8> {
    let pages = (1..=9).flat_map(|n| page("a.example", n, 1));
    let mut bytes: Vec<u8> = pages.collect();
    bytes.extend(page("a.example", 1, 1));
    bytes.extend(page("a.example", 1, 2));
    bytes.extend(record("request", "WARC-Target-URI: http://a.example/1\r\n", "GET /1\r\n\r\n"));
    bytes.extend(response("http://a.example/gone", 3, "404 Not Found", "text/html", "<p>Gone."));
    let cut = page("b.example", 2, 1);
    bytes.extend(&cut[..cut.len() / 2]);
    bytes
}

#[test]
fn a_stream_has_the_rows_losses_and_counts_of_a_run() {
    let press = Press::new();
    press.write("a.warc", &mixed());
    press.write("b.warc", &page("b.example", 3, 1));
    let config = press.config(&["a.warc", "b.warc"], &[Format::Parquet]);
    for (nth, extractor) in
        [Extractor::Auto, Extractor::Template, Extractor::Article].into_iter().enumerate()
    {
        let config = Config {
            extractor,
            also_extract: vec![Extractor::AllText],
            topic: (nth == 0).then(|| "default".to_owned()),
            shard_records: 4,
            ..config.clone()
        };
        same(&press, &config, &format!("c{nth}"));
    }
}

/// Where no stage reads the inputs, a run begins anew at the first verdict. A stream cannot.
#[test]
fn verdicts_of_crawls_are_known_before_the_first_row() {
    let press = Press::new();
    for (number, record) in crawled::records().iter().enumerate() {
        press.write(&format!("in/{number:02}.warc"), record);
    }
    for (nth, mut config) in crawled::configs(&press, "in").into_iter().enumerate() {
        config.formats = vec![Format::Parquet];
        same(&press, &config, &format!("c{nth}"));
    }
}

#[test]
fn articles_of_several_pages_are_one_row() {
    let press = Press::new();
    let parts = (1..=5).map(|n| portals::part("a.example", n, n, (n < 5).then_some(n + 1)));
    let parts: Vec<u8> = parts.flatten().collect();
    press.write("a.warc", &parts);
    let config = Config { formats: vec![Format::Parquet], ..portals::config(&press, &["a.warc"]) };
    same(&press, &config, "c");
}

#[test]
fn formats_of_the_configuration_change_no_row() {
    let press = Press::new();
    press.write("a.warc", &mixed());
    let config = press.config(&["a.warc"], &[Format::Parquet]);
    let rows = |config: Config| streamed(&StreamRequest::new(config)).0;
    let tei = Config { formats: vec![Format::Tei], ..config.clone() };
    assert_eq!(rows(tei), rows(config));
}

#[test]
fn shares_of_a_stream_have_the_rows_and_losses_of_all() {
    let press = Press::new();
    let pages = (1..=40).flat_map(|n| page(["a.example", "b.example"][n as usize % 2], n, 1));
    press.write("a.warc", &pages.collect::<Vec<u8>>());
    press.write("b.warc", &page("b.example", 50, 1));
    let cut = page("c.example", 2, 1);
    press.write("c.warc", &cut[..cut.len() / 2]);
    let config = press.config(&["a.warc", "b.warc", "c.warc"], &[Format::Parquet]);
    let gathering = press.request(&config, "evidence");
    gather(&gathering, None, &Unwatched).expect("gathered");
    let whole = StreamRequest::new(config);
    let (batches, losses, counts) = streamed(&whole);
    let all = concat_batches(&whole.schema(), &batches).expect("one schema");
    let (mut shared, mut lost, mut records) = (Vec::new(), Vec::new(), 0);
    let mut sizes = Vec::new();
    for number in 1..=3 {
        let evidence = gathering.output.clone();
        let (share, named_in) = (Share { number, of: 3 }, PathBuf::new());
        let share = Some(StreamShare { share, evidence, named_in });
        let (batches, losses, counts) =
            streamed(&StreamRequest { share, jobs: 2, ..whole.clone() });
        sizes.push(counts.rows);
        records += counts.records;
        shared.extend(batches);
        lost.extend(losses);
    }
    assert_eq!(concat_batches(&whole.schema(), &shared).expect("one schema"), all);
    let line = |line: &QuarantineLine| serde_json::to_value(line).expect("JSON");
    assert_eq!(
        lost.iter().map(line).collect::<Vec<_>>(),
        losses.iter().map(line).collect::<Vec<_>>()
    );
    assert_eq!(records, counts.records);
    assert!(!losses.is_empty() && sizes.iter().filter(|&&size| size > 0).count() > 1, "{sizes:?}");

    press.write("d.warc", &page("b.example", 51, 1));
    let more = press.config(&["a.warc", "b.warc", "c.warc", "d.warc"], &[Format::Parquet]);
    let (evidence, named_in) = (gathering.output, PathBuf::new());
    let share = Some(StreamShare { share: Share::WHOLE, evidence, named_in });
    let request = StreamRequest { share, ..StreamRequest::new(more) };
    let told = stream(&request, &Unwatched, &mut |_| panic!("a row")).expect_err("other inputs");
    assert!(told.to_string().contains("evidence"), "{told}");
}

#[test]
fn a_stream_ends_where_no_more_is_wanted() {
    let press = Press::new();
    let pages: Vec<u8> = (0..900).flat_map(|n| page("a.example", n, 1)).collect();
    press.write("a.warc", &pages);
    let request = StreamRequest::new(press.config(&["a.warc"], &[Format::Parquet]));
    let mut taken = 0;
    let ended = stream(&request, &Unwatched, &mut |_| {
        taken += 1;
        false
    });
    assert!(ended.expect("no error").is_none());
    assert_eq!(taken, 1);
}

/// Stops at the first question.
struct Stopped(AtomicBool);

impl Watch for Stopped {
    fn interrupted(&self) -> bool {
        self.0.swap(true, Relaxed);
        true
    }
}

#[test]
fn a_watch_ends_a_stream_while_evidence_is_gathered() {
    let press = Press::new();
    press.write("a.warc", &mixed());
    let request = StreamRequest::new(press.config(&["a.warc"], &[Format::Parquet]));
    let watch = Stopped(AtomicBool::new(false));
    let ended = stream(&request, &watch, &mut |_| panic!("a row of half the evidence"));
    assert!(ended.expect("no error").is_none() && watch.0.into_inner());
}

#[test]
fn inputs_that_cannot_be_read_are_errors_before_the_first_row() {
    let press = Press::new();
    let error = |inputs: &[&str]| {
        let inputs = inputs.iter().map(|&name| name.to_owned()).collect();
        let config = Config { inputs, ..Config::default() };
        stream(&StreamRequest::new(config), &Unwatched, &mut |_| panic!("a row"))
    };
    let nowhere = press.path("nowhere.warc").display().to_string();
    let told = error(&[&nowhere]).expect_err("no file").to_string();
    assert!(told.contains("nowhere.warc"), "{told}");
    assert!(matches!(error(&["-"]), Err(RunError::Stdin)));
}
