//! Runs whose jobs are the tasks of an engine, with an engine of a few lines.

use std::collections::BTreeMap;
use std::path::Path;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array as _, RecordBatch};
use scutch_corpus::run::engine::{EngineGather, EngineTask, HIDDEN, Observation, row_id};
use scutch_corpus::run::{derive_share, merge_rows};
use scutch_corpus::{Config, Ended, Extractor, Format, RunError, Share, Unwatched, read_rows};

use crate::archive::{Press, page};
use crate::{crawled, portals, revisits};

/// Part, table, key, share, piece, last, value.
type Row = (i32, String, String, i32, i32, bool, Vec<u8>);

fn rows(batch: &RecordBatch) -> Vec<Row> {
    let text =
        |column: usize, row: usize| batch.column(column).as_string::<i32>().value(row).to_owned();
    let number =
        |column: usize, row: usize| batch.column(column).as_primitive::<Int32Type>().value(row);
    let row = |row| {
        let last = batch.column(5).as_boolean().value(row);
        let value = batch.column(6).as_binary::<i32>().value(row).to_vec();
        (number(0, row), text(1, row), text(2, row), number(3, row), number(4, row), last, value)
    };
    (0..batch.num_rows()).map(row).collect()
}

/// A shuffle: rows by what so many tasks take of them, each sorted.
fn shuffled(all: Vec<Row>, tasks: i32) -> Vec<Vec<Row>> {
    let mut of_task: BTreeMap<i32, Vec<Row>> = BTreeMap::new();
    for row in all {
        of_task.entry(row.0 % tasks).or_default().push(row);
    }
    let sorted = |mut rows: Vec<Row>| {
        rows.sort();
        rows
    };
    of_task.into_values().map(sorted).collect()
}

/// Concludes rows in one task, twice, as an engine does that does not know of the end of the first attempt.
fn concluded(task: &EngineTask, gather: &EngineGather, rows: &[Row], attempt: &str) -> Vec<Row> {
    let mut found = Vec::new();
    for attempt in [format!("{attempt}a"), format!("{attempt}b")] {
        let mut parts = rows.chunks(7);
        let mut next = |take: &mut dyn FnMut(Observation<'_>) -> Result<(), RunError>| {
            let Some(rows) = parts.next() else { return Ok(false) };
            for (part, table, key, share, piece, last, value) in rows {
                let (part, share, piece, last) = (*part, *share, *piece, *last);
                take(Observation { part, table, key, share, piece, last, value })?;
            }
            Ok(true)
        };
        let batches = task.conclude(gather.evidence(), &attempt, &mut next).expect("concluded");
        found = batches.iter().flat_map(self::rows).collect();
    }
    found
}

/// Gathers evidence into a folder, with so many shares.
fn gathered(config: &Config, folder: &Path, shares: u32) -> EngineTask {
    let driver = EngineTask::new(config.clone()).expect("inputs");
    let plan = driver.plan().expect("a plan");
    let open = |task: &EngineTask| EngineGather::open(task, folder, 5, false).expect("opens");
    let mut gather = open(&driver).expect("not complete");
    while let Some((round, conclusions)) = gather.next_round() {
        let mut all = Vec::new();
        for number in 1..=shares {
            let task = EngineTask::of_plan(&plan).expect("the same run");
            let mut take = |batch: RecordBatch| {
                all.extend(rows(&batch));
                true
            };
            let share = Share { number, of: shares };
            let ended = task.observe(round, share, gather.evidence(), &Unwatched, &mut take);
            assert!(ended.expect("observed"), "{round:?} {share}");
        }
        for conclusion in 0..conclusions {
            let tasks = shuffled(std::mem::take(&mut all), 3).into_iter().enumerate();
            all = tasks
                .flat_map(|(number, rows)| {
                    let attempt = format!("{round:?}-{conclusion}-{number}");
                    concluded(&driver, &gather, &rows, &attempt)
                })
                .collect();
        }
        let found: Vec<_> = all.into_iter().map(|row| (row.1, row.2, row.6)).collect();
        // A share that is missing, or there twice, is no evidence.
        let share = found.iter().position(|(table, ..)| table == "share").expect("a share");
        let missing = [&found[..share], &found[share + 1..]].concat();
        let doubled = [&found[..], &found[share..=share]].concat();
        for wrong in [missing, doubled] {
            assert!(gather.take(round, shares, &wrong).is_err());
        }
        gather.take(round, shares, &found).expect("all shares");
    }
    gather.finish().expect("finished");
    assert!(open(&driver).is_none(), "complete");
    driver
}

/// The rows of all shares by id, as the tables of a corpus have them.
fn derived(task: &EngineTask, folder: &Path, shares: u32) -> Vec<String> {
    let evidence = task.evidence(folder).expect("evidence of this run");
    let mut all: Vec<(i64, i64, Vec<u8>, String, String)> = Vec::new();
    for number in 1..=shares {
        let mut take = |batch: RecordBatch| {
            let hidden = batch.num_columns() - HIDDEN.len();
            let column =
                |name: &str| batch.column_by_name(name).expect("a column").as_string::<i32>();
            for row in 0..batch.num_rows() {
                let number = |at: usize| batch.column(at).as_primitive::<Int64Type>().value(row);
                let identity = batch.column(hidden + 2).as_binary::<i32>().value(row).to_vec();
                let text = ["url", "text", "cross", "topic_status"].map(|name| {
                    let column = column(name);
                    if column.is_null(row) { String::new() } else { column.value(row).to_owned() }
                });
                let id = column("id").value(row).to_owned();
                all.push((number(hidden), number(hidden + 1), identity, id, text.join("\t")));
            }
            true
        };
        let share = Share { number, of: shares };
        assert!(task.derive(share, &evidence, &Unwatched, &mut take).expect("derived"));
    }
    all.sort();
    let mut lines = Vec::new();
    for copies in all.chunk_by(|a, b| a.0 == b.0) {
        for (ordinal, (_, _, identity, id, text)) in copies.iter().enumerate() {
            let renamed = row_id(identity, ordinal as u32).expect("an identity");
            assert!(ordinal > 0 || renamed == *id);
            lines.push(format!("{renamed}\t{text}"));
        }
    }
    lines.sort();
    lines
}

/// Asserts that an engine makes the rows of one run, and with the same evidence its corpus.
fn same(press: &Press, config: &Config, name: &str) {
    let config = &Config { formats: vec![Format::Parquet, Format::Jsonl], ..config.clone() };
    let whole = format!("{name}-whole");
    let counts = press.run(config, &whole).counts;
    let mut expected = Vec::new();
    read_rows(&press.path(&whole), &["id", "url", "text", "cross", "topic_status"], |row| {
        let cell = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        expected.push(["id", "url", "text", "cross", "topic_status"].map(cell).join("\t"));
    })
    .expect("rows");
    expected.sort();
    assert_eq!(expected.len() as u64, counts.rows);
    for shares in [1, 4] {
        let folder = press.path(&format!("{name}-e{shares}"));
        let task = gathered(config, &folder, shares);
        assert_eq!(derived(&task, &folder, shares), expected, "{name} in {shares}");
        let parts = [1, 2].map(|number| {
            let request = press.request(config, &format!("{name}-e{shares}-p{number}"));
            derive_share(&request, &folder, Share { number, of: 2 }, &Unwatched).expect("derived");
            request.output
        });
        let output = format!("{name}-m{shares}");
        let ended = merge_rows(&parts, &press.request(config, &output), &Unwatched);
        assert!(matches!(ended, Ok(Ended::Complete(_))), "{ended:?}");
        for file in ["docs/part-00000.parquet", "quarantine.jsonl", "run.json"] {
            let read = |folder: &str| std::fs::read(press.path(folder).join(file)).expect("read");
            assert!(read(&output) == read(&whole), "{output}: {file}");
        }
    }
}

#[test]
fn pages_of_hosts_are_compared_across_shares() {
    let press = Press::new();
    for file in 0..5 {
        let pages =
            (0..6).flat_map(|n| page(["a.example", "b.example"][n % 2], file * 6 + n as u32, 1));
        press.write(&format!("in/{file}.warc"), &pages.collect::<Vec<_>>());
    }
    // Copies of captures, which have an ordinal.
    press.write("in/6.warc", &page("a.example", 4, 1));
    press.write("in/7.warc", &[page("a.example", 4, 1), page("only.example", 1, 1)].concat());
    let inputs = vec![press.path("in").display().to_string()];
    for topic in [None, Some("default".to_owned())] {
        let name = topic.clone().unwrap_or_default();
        same(
            &press,
            &Config { inputs: inputs.clone(), topic, ..Config::default() },
            &format!("c{name}"),
        );
    }
    let text = "extractor = \"template\"\n[template]\nmethod = \"t003\"\nlesson = \"host\"\n";
    let config = Config::from_toml(text).expect("a configuration");
    assert_eq!(config.extractor, Extractor::Template);
    same(&press, &Config { inputs, ..config }, "learned");
}

#[test]
fn verdicts_of_crawls_and_articles_of_several_pages_are_brought_together() {
    let press = Press::new();
    for (number, record) in crawled::records().iter().enumerate() {
        press.write(&format!("in/{number:02}.warc"), record);
    }
    for (nth, config) in crawled::configs(&press, "in").into_iter().enumerate() {
        same(&press, &config, &format!("c{nth}"));
    }
    let parts = (1..=5).map(|n| portals::part("a.example", n, n, (n < 5).then_some(n + 1)));
    for (number, part) in parts.enumerate() {
        press.write(&format!("articles/{number}.warc"), &part);
    }
    same(&press, &portals::config(&press, &["articles"]), "articles");
}

#[test]
fn revisits_are_compared_as_the_captures_they_stand_for() {
    let press = Press::new();
    let (originals, revisits) = revisits::archives();
    press.write("in/a.warc", &revisits).write("in/b.warc", &originals);
    let config = revisits::config(&press, &["in"]);
    same(&press, &config, "alone");
    same(&press, &Config { extractor: Extractor::Auto, ..config }, "joint");
}

#[test]
fn evidence_of_another_run_and_executors_with_other_inputs_are_refused() {
    let press = Press::new();
    press.write("in/1.warc", &page("a.example", 1, 1));
    let inputs = vec![press.path("in").display().to_string()];
    let config = Config { inputs, ..Config::default() };
    let folder = press.path("evidence");
    let task = gathered(&config, &folder, 2);
    let plan = task.plan().expect("a plan");
    let other = Config { extractor: Extractor::Page, ..config.clone() };
    let other = EngineTask::new(other).expect("inputs");
    let said = |error: RunError| error.to_string();
    let refused = said(other.evidence(&folder).expect_err("another configuration"));
    assert!(refused.contains("because it was made with another configuration: "), "{refused}");
    let refused = said(EngineGather::open(&other, &folder, 5, false).err().expect("occupied"));
    assert!(refused.contains("another job, made with another configuration: "), "{refused}");
    assert!(EngineGather::open(&other, &folder, 5, true).expect("emptied").is_some());
    let tool = plan.replace(env!("CARGO_PKG_VERSION"), "0.0.0");
    let refused = said(EngineTask::of_plan(&tool).err().expect("another version"));
    assert!(refused.contains("run of the driver, which was made by scutch 0.0.0"), "{refused}");
    press.write("in/2.warc", &page("a.example", 2, 1));
    let refused = said(EngineTask::of_plan(&plan).err().expect("other inputs"));
    assert!(refused.contains("which was made from other inputs: "), "{refused}");
}

/// A task over one archive, and a folder with its evidence.
fn evidence() -> (Press, EngineTask, std::path::PathBuf) {
    let press = Press::new();
    let pages = (0..9).flat_map(|n| page("a.example", n, 1)).collect::<Vec<_>>();
    press.write("in/1.warc", &pages);
    let inputs = vec![press.path("in").display().to_string()];
    let folder = press.path("evidence");
    let task = gathered(&Config { inputs, ..Config::default() }, &folder, 2);
    (press, task, folder)
}

/// A task of another run on the same inputs, to which a folder may be left.
fn another(task: &EngineTask) -> EngineTask {
    let config = task.request("unused".into()).config;
    EngineTask::new(Config { extractor: Extractor::Page, ..config }).expect("inputs")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("entry"));
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

#[test]
fn no_file_of_a_killed_driver_stays() {
    let (_press, task, folder) = evidence();
    assert_eq!(names(&folder), ["engine.json", "parts"]);
    // Each attempt was made twice, and one file of the two is kept.
    let kept = names(&folder.join("parts"));
    assert!(!kept.is_empty() && kept.iter().all(|name| name.ends_with('b')), "{kept:?}");
    // Killed behind the move and before the mark: another driver begins anew.
    let task = another(&task);
    drop(EngineGather::open(&task, &folder, 5, true).expect("opens").expect("emptied"));
    std::fs::create_dir(folder.join("parts")).expect("a folder");
    std::fs::write(folder.join("parts/hosts-00000-x"), "left").expect("written");
    let gather = EngineGather::open(&task, &folder, 5, false).expect("opens");
    assert!(gather.is_some() && !folder.join("parts").exists());
}

/// Another process wrote `engine.json`: what it names is read and removed in its folder only.
#[test]
fn names_that_lead_out_of_a_folder_of_evidence_are_refused() {
    let (press, task, folder) = evidence();
    let marker = folder.join("engine.json");
    let sound: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&marker).expect("read")).expect("JSON");
    press.write("victim", b"keep");
    let absolute = press.path("victim").display().to_string();
    for name in ["../victim", "../../victim", &absolute, "", ".", "..", "a/b", "a/", "a/."] {
        let mut foreign = sound.clone();
        foreign["files"][0]["name"] = name.into();
        std::fs::write(&marker, foreign.to_string()).expect("written");
        let refused = task.evidence(&folder).expect_err(name).to_string();
        let expected = format!("its list of files names `{name}`, which is no file in it");
        assert!(refused.ends_with(&expected), "{refused}");
    }
    let gather = EngineGather::open(&another(&task), &folder, 5, true).expect("opens");
    assert!(gather.is_some() && press.path("victim").exists());
    let mut gather = gather.expect("emptied");
    let (round, _) = gather.next_round().expect("a reading");
    let file = serde_json::json!({"table": "hosts", "part": 0, "name": "../victim", "bytes": 4});
    let rows = [
        ("share".to_owned(), "1".to_owned(), vec![0]),
        ("file".to_owned(), "../victim".to_owned(), file.to_string().into_bytes()),
    ];
    let refused = gather.take(round, 1, &rows).expect_err("a name").to_string();
    assert!(refused.ends_with("names `../victim`, which is no file in it"), "{refused}");
}

#[test]
fn two_files_of_one_table_and_part_are_an_error() {
    let (_press, task, folder) = evidence();
    let mut evidence = task.evidence(&folder).expect("evidence");
    let doubled = evidence.files[0].clone();
    evidence.files.push(doubled);
    let mut take = |_| true;
    let error = task.derive(Share { number: 1, of: 2 }, &evidence, &Unwatched, &mut take);
    let error = error.expect_err("two files").to_string();
    assert!(error.starts_with("two files have part "), "{error}");
}
