use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::Duration;

use proptest::prelude::*;

use scutch_archive::SourcePool;
use scutch_folder::config::Config;
use scutch_folder::config::scope::Filter;
use scutch_folder::inputs::{Archives, Cursor, InputFile};

use super::feed::Batch;
use super::gate::Gate;
use super::*;
use crate::fixture::{input, record, response};

/// Archives in a folder: each of so many records, every third of a type that is not asked for.
fn archives(counts: &[usize]) -> (tempfile::TempDir, Vec<InputFile>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut files = Vec::new();
    for (number, count) in counts.iter().enumerate() {
        let mut bytes = record("warcinfo", "", b"software: test");
        for at in 0..*count {
            let url = format!("http://a.example/{number}/{at}");
            bytes.extend(match at % 3 {
                2 => record(
                    "request",
                    &format!("WARC-Target-URI: {url}\r\n"),
                    b"GET / HTTP/1.1\r\n\r\n",
                ),
                _ => response(&url, (at % 60) as u32, "<p>fog"),
            });
        }
        let path = folder.path().join(format!("{number}.warc"));
        fs::write(&path, bytes).expect("writes");
        files.push(input(&path));
    }
    (folder, files)
}

/// What one thing is, in a word.
fn name(fed: &Fed) -> String {
    match fed {
        Fed::Record { input, record } => format!("{input} {}", record.target_uri().unwrap_or("-")),
        Fed::OutOfScope { input, record_type, filter } => {
            format!("{input} {record_type} {}", filter.id())
        }
        Fed::Damage { input, damage } => format!("{input} {}", damage.cause.id()),
    }
}

/// What is read of some files, from a place on.
struct Input<'a> {
    files: &'a [InputFile],
    pool: SourcePool,
    config: &'a Config,
    start: Cursor,
}

impl<'a> Input<'a> {
    fn new(files: &'a [InputFile], config: &'a Config) -> Self {
        Self { files, pool: SourcePool::default(), config, start: Cursor::START }
    }

    fn feed(&self) -> Feed<'_> {
        let limits = &self.config.archive;
        Feed::Files {
            archives: Archives::new(self.files, &self.pool, limits),
            start: self.start,
            wanted: Wanted { scope: &self.config.scope, all_captures: false },
            shard_records: self.config.shard_records,
            span: None,
        }
    }

    fn flow<T: Send>(
        &self,
        workers: Workers<'_>,
        process: impl Fn(Fed) -> T + Sync,
        write: impl FnMut(Delivered<T>) -> Result<(), RunError>,
    ) -> Result<bool, RunError> {
        flow(&self.feed(), workers, process, write)
    }
}

/// Everything from a place on: the names, and the places where shards start.
fn read_from(files: &[InputFile], config: &Config, start: Cursor) -> (Vec<String>, Vec<Cursor>) {
    let (mut names, mut starts) = (Vec::new(), Vec::new());
    let ended = Input { start, ..Input::new(files, config) }.feed().run(|batch: Batch, _| {
        names.extend(batch.items.iter().map(name));
        starts.extend(batch.close.and_then(|close| close.next));
        true
    });
    assert!(ended);
    (names, starts)
}

#[test]
fn records_come_in_order_and_those_of_other_types_without_their_blocks() {
    let (_folder, files) = archives(&[3, 1]);
    let (names, starts) = read_from(&files, &Config::default(), Cursor::START);
    let out = |kind: &str| format!("{kind} {}", Filter::RecordType.id());
    let expected = [
        format!("0 {}", out("warcinfo")),
        "0 http://a.example/0/0".into(),
        "0 http://a.example/0/1".into(),
        format!("0 {}", out("request")),
        format!("1 {}", out("warcinfo")),
        "1 http://a.example/1/0".into(),
    ];
    assert_eq!(names, expected);
    assert_eq!(starts, [], "one shard takes them all");
}

#[test]
fn a_file_that_cannot_be_opened_is_one_damaged_range() {
    let (folder, mut files) = archives(&[1, 1]);
    files[0].unreadable = Some("no permission".into());
    files.push(input(&folder.path().join("gone.warc")));
    let (names, _) = read_from(&files, &Config::default(), Cursor::START);
    let damaged: Vec<_> = names.iter().filter(|name| name.ends_with("read-error")).collect();
    assert_eq!(damaged, ["0 read-error", "2 read-error"], "{names:?}");
    assert_eq!(names.len(), 4);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// A run that goes on from any shard reads what an unbroken run reads from there.
    #[test]
    fn reading_on_from_a_shard_delivers_the_rest(
        counts in prop::collection::vec(0_usize..12, 1..4),
        shard_records in 1_u32..9,
    ) {
        let (_folder, files) = archives(&counts);
        let config = Config { shard_records, ..Config::default() };
        let (all, starts) = read_from(&files, &config, Cursor::START);
        prop_assert_eq!(all.len(), counts.iter().sum::<usize>() + counts.len());
        for (shard, start) in starts.into_iter().enumerate() {
            let before = (shard + 1) * shard_records as usize;
            let (rest, _) = read_from(&files, &config, start);
            prop_assert_eq!(&rest[..], &all[before..], "shard {}", shard);
        }
    }

    /// Batches never span a shard, and every shard but the last is full.
    #[test]
    fn batches_end_where_shards_do(count in 0_usize..200, shard_records in 1_u32..150) {
        let (_folder, files) = archives(&[count]);
        let config = Config { shard_records, ..Config::default() };
        let (mut in_shard, mut shards) = (0, Vec::new());
        Input::new(&files, &config).feed().run(|batch, _| {
            assert!(batch.items.len() <= 64, "a batch is bounded");
            in_shard += batch.items.len();
            if batch.close.is_some() {
                shards.push(std::mem::take(&mut in_shard));
            }
            true
        });
        let last = shards.pop();
        prop_assert!(shards.iter().all(|shard| *shard == shard_records as usize), "{:?}", shards);
        prop_assert!(last.is_some_and(|last| last <= shard_records as usize));
        prop_assert_eq!(shards.iter().sum::<usize>() + last.unwrap_or(0), count + 1);
    }

    /// Whatever the number of workers and however long each takes, results come in input order.
    #[test]
    fn results_come_in_the_order_of_the_inputs(jobs in 1_usize..6, slow in 1_usize..7) {
        let (_folder, files) = archives(&[70, 90, 1]);
        let config = Config { shard_records: 33, ..Config::default() };
        let (expected, starts) = read_from(&files, &config, Cursor::START);
        let (turn, mut found, mut closed) = (AtomicUsize::new(0), Vec::new(), 0);
        let process = |fed: Fed| {
            if turn.fetch_add(1, Relaxed) % slow == 0 {
                thread::sleep(Duration::from_micros(200));
            }
            name(&fed)
        };
        let workers = Workers { jobs, watch: &Unwatched };
        let ended = Input::new(&files, &config).flow(workers, process, |delivered| {
            found.extend(delivered.items);
            closed += usize::from(delivered.close.is_some());
            Ok(())
        });
        prop_assert!(ended.expect("flows"));
        prop_assert_eq!(found, expected);
        prop_assert_eq!(closed, starts.len() + 1);
    }
}

/// Asks for a stop at the first batch.
struct Impatient;

impl Watch for Impatient {
    fn interrupted(&self) -> bool {
        true
    }
}

#[test]
fn a_run_that_is_interrupted_says_so_and_writes_nothing_more() {
    let (_folder, files) = archives(&[5]);
    let mut written = 0;
    let config = Config::default();
    let workers = Workers { jobs: 2, watch: &Impatient };
    let ended = Input::new(&files, &config).flow(
        workers,
        |_| (),
        |delivered| {
            written += delivered.items.len();
            Ok(())
        },
    );
    assert!(matches!(ended, Ok(false)));
    assert_eq!(written, 0);
}

#[test]
fn the_first_failure_of_the_writer_ends_the_flow() {
    let (_folder, files) = archives(&[500]);
    let config = Config { shard_records: 10, ..Config::default() };
    let mut batches = 0;
    let workers = Workers { jobs: 3, watch: &Unwatched };
    let ended = Input::new(&files, &config).flow(
        workers,
        |_| (),
        |_| {
            batches += 1;
            if batches == 3 {
                Err(RunError::Output(io::ErrorKind::BrokenPipe.into()))
            } else {
                Ok(())
            }
        },
    );
    assert!(ended.is_err_and(|error| error.is_closed_pipe()));
    assert_eq!(batches, 3);
}

/// Notes which inputs the reader passes.
#[derive(Default)]
struct Passed(Mutex<BTreeSet<usize>>);

impl Watch for Passed {
    fn reading(&self, input: usize, _bytes: u64) {
        self.0.lock().expect("no panic").insert(input);
    }
}

#[test]
fn whoever_watches_hears_of_every_input() {
    let (_folder, files) = archives(&[1, 70, 1]);
    let watch = Passed::default();
    let config = Config { shard_records: 2, ..Config::default() };
    let workers = Workers { jobs: 1, watch: &watch };
    Input::new(&files, &config).flow(workers, |_| (), |_| Ok(())).expect("flows");
    assert_eq!(watch.0.into_inner().expect("no panic"), BTreeSet::from([0, 1, 2]));
}

/// Whether a batch of so many bytes gets in while `inside` are in.
fn enters(inside: &[u64], bytes: u64) -> bool {
    let gate = Gate::default();
    inside.iter().for_each(|bytes| assert!(gate.enter(*bytes)));
    let (tell, told) = mpsc::channel();
    thread::scope(|scope| {
        let (gate, tell) = (&gate, tell);
        scope.spawn(move || tell.send(gate.enter(bytes)));
        let entered = told.recv_timeout(Duration::from_millis(50)).is_ok();
        gate.close();
        entered
    })
}

#[test]
fn the_gate_bounds_bytes_and_batches_in_flight() {
    const MIB: u64 = 1 << 20;
    assert!(enters(&[], 100 * MIB), "a batch that is larger than the limit passes alone");
    assert!(!enters(&[1], 32 * MIB), "and waits while another is inside");
    assert!(enters(&[16 * MIB], 16 * MIB));
    assert!(!enters(&[16 * MIB], 16 * MIB + 1));
    assert!(enters(&[0; 63], 0));
    assert!(!enters(&[0; 64], 0));
}

#[test]
fn a_gate_that_is_closed_lets_nothing_in() {
    let gate = Gate::default();
    gate.close();
    assert!(!gate.enter(0));
}

#[test]
fn what_leaves_the_gate_makes_room() {
    let gate = Gate::default();
    for _ in 0..1000 {
        assert!(gate.enter(32 << 20));
        gate.leave(32 << 20);
    }
    // More leaves than came, as a number that must not wrap round.
    gate.leave(u64::MAX);
    assert!(gate.enter(1));
}

/// Records of which so many are more than may be in flight.
fn large_archive(records: usize) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("temporary file");
    let block = [b'x'; 1 << 20];
    for _ in 0..records {
        let head = "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: text/html";
        write!(file, "{head}\r\nContent-Length: {}\r\n\r\n", block.len()).expect("written");
        file.write_all(&block).and_then(|()| file.write_all(b"\r\n\r\n")).expect("written");
    }
    file
}

#[test]
fn a_worker_that_dies_ends_the_run() {
    let archive = large_archive(100);
    let path = archive.path().to_owned();
    let size = archive.as_file().metadata().expect("size").len();
    let files = [InputFile { path, name: "a.warc".into(), size, ..InputFile::default() }];
    let first = std::sync::atomic::AtomicBool::new(true);
    let die = |_| assert!(!first.swap(false, Relaxed), "dies");
    let config = Config::default();
    let workers = Workers { jobs: 2, watch: &Unwatched };
    let ended = Input::new(&files, &config).flow(workers, die, |_| Ok(()));
    assert!(matches!(ended, Err(RunError::Worker)), "{ended:?}");
}
