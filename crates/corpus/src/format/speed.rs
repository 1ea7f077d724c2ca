//! How many documents a second each format writes from their trees: a measurement, asked for by name.

use std::time::{Duration, Instant};

use scutch_archive::SourcePool;
use scutch_folder::config::{Config, Format};
use scutch_folder::inputs::{self, Archives, Cursor};
use scutch_page::Document;
use scutch_segment::Segmented;

use crate::derive::Deriving;
use crate::flow::{Fed, Feed, Unwatched, Wanted, Workers, flow};
use crate::format::article::Article;
use crate::format::piece;
use crate::row::json::JsonLine;
use crate::row::{PageFacts, Row, columns};
use crate::stages::Evidence;
use crate::stages::opened::Outcome;

/// Times each document is written; the fastest counts.
const ROUNDS: usize = 5;

/// The rows and documents of archives.
fn documents(config: &Config) -> Vec<(Row, Document)> {
    let pool = SourcePool::default();
    let files = inputs::list(&config.inputs, None).expect("inputs").files;
    let archives = Archives::new(&files, &pool, &config.archive);
    let evidence = Evidence::default();
    let deriving = Deriving { archives, config, evidence: &evidence, decisions: None };
    let mut found = Vec::new();
    let row = |fed| {
        let Fed::Record { input, record } = fed else { return None };
        match deriving.derive(input, &record).expect("no evidence").outcome {
            Outcome::Row(draft) => Some((draft.row, draft.document)),
            _ => None,
        }
    };
    let wanted = Wanted { scope: &config.scope, all_captures: false };
    let feed =
        Feed::Files { archives, start: Cursor::START, wanted, shard_records: 4096, span: None };
    let workers = Workers { jobs: 1, watch: &Unwatched };
    let ended = flow(&feed, workers, row, |delivered| {
        found.extend(delivered.items.into_iter().flatten());
        Ok(())
    });
    assert!(ended.expect("a run"));
    found
}

/// The fastest time of each document, added up, and the bytes that all of them take.
fn time(format: Format, documents: &[(Row, Document)], config: &Config) -> (Duration, usize) {
    let mut bytes = 0;
    let fastest = documents.iter().map(|(row, document)| {
        let mut fastest = Duration::MAX;
        let mut written = None;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let (facts, segmented) =
                (&PageFacts::default(), &Segmented::new(document, row.language.as_deref()));
            let article = Article { row, facts, document, segmented, tagged: None, corpus: None };
            let line = JsonLine::new(row, &columns(config));
            let piece = piece(format, &article, &line, config).expect("a valid document");
            fastest = fastest.min(start.elapsed());
            assert!(written.replace(piece.bytes.len()).is_none_or(|len| len == piece.bytes.len()));
        }
        bytes += written.unwrap_or_default();
        fastest
    });
    (fastest.sum(), bytes)
}

#[test]
#[ignore = "a measurement: name archives in SCUTCH_SPEED, separated by commas"]
fn documents_a_second() {
    let inputs = std::env::var("SCUTCH_SPEED").expect("archives");
    let inputs = inputs.split(',').map(str::to_owned).collect();
    let config = Config { inputs, formats: vec![Format::Tei], ..Config::default() };
    let documents = documents(&config);
    assert!(!documents.is_empty());
    println!("| format | documents a second | MB a second |\n|---|---:|---:|");
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Parquet) {
        let (time, bytes) = time(format, &documents, &config);
        let seconds = time.as_secs_f64();
        let (each, megabytes) = (documents.len() as f64 / seconds, bytes as f64 / 1e6 / seconds);
        println!("| {} | {each:.0} | {megabytes:.0} |", format.name());
    }
}
