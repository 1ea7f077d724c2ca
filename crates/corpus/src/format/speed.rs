//! How many documents a second each format writes from their trees: a measurement, asked for by name.

use std::time::{Duration, Instant};

use scutch_page::Document;

use crate::config::{Config, Format};
use crate::derive::derive;
use crate::flow::{Cursor, Fed, Unwatched, flow};
use crate::format::article::Article;
use crate::format::piece;
use crate::inputs;
use crate::row::Row;
use crate::stages::Groups;
use crate::stages::opened::Outcome;

/// Times each document is written; the fastest counts.
const ROUNDS: usize = 5;

fn documents(config: &Config) -> Vec<(Row, Document)> {
    let files = inputs::list(&config.inputs, None).expect("inputs").files;
    let mut found = Vec::new();
    let row = |fed| {
        let Fed::Record { record, .. } = fed else { return None };
        match derive(&record, "a.warc", config, &Groups::default()).outcome {
            Outcome::Row(draft) => Some((draft.row, draft.document)),
            _ => None,
        }
    };
    let ended = flow(&files, config, Cursor::START, 1, &Unwatched, row, |delivered| {
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
        let article = Article { row, document, tagged: None };
        let mut fastest = Duration::MAX;
        let mut written = None;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let piece = piece(format, &article, config).expect("a valid document");
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
