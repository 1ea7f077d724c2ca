//! Makes a corpus of archives and prints what became of their records.
//!
//! `cargo run -p scutch-corpus --example make_corpus -- samples /tmp/corpus`

use std::error::Error;

use scutch_corpus::{Config, Ended, Format, Request, RunError, Unwatched, run};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(input), Some(output)) = (arguments.next(), arguments.next()) else {
        return Err("usage: make_corpus INPUT OUTPUT".into());
    };
    let formats = vec![Format::Parquet, Format::Text];
    let config = Config { inputs: vec![input], formats, ..Config::default() };
    let request = Request { jobs: 2, ..Request::new(config, output.into()) };
    let manifest = match run(&request, &Unwatched) {
        Ok(Ended::Complete(manifest) | Ended::AlreadyComplete(manifest)) => manifest,
        Ok(Ended::Interrupted { shards }) => return Err(format!("stopped after {shards}").into()),
        Err(error @ RunError::OtherRun { .. }) => {
            return Err(format!("{error}; choose another").into());
        }
        Err(error) => return Err(error.into()),
    };
    let counts = &manifest.counts;
    println!("{} records, {} rows", counts.records, counts.rows);
    for (reason, records) in counts.out_of_scope.ranked() {
        println!("{records:>8} {}", scutch_corpus::reasons::sentence(reason).unwrap_or(reason));
    }
    Ok(())
}
