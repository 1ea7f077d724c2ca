//! Verifies a corpus against its archives, then marks its duplicates.
//!
//! `cargo run -p scutch-corpus --example check_corpus -- /tmp/corpus`

use std::error::Error;
use std::path::PathBuf;

use scutch_corpus::dedup::{DedupConfig, dedup};
use scutch_corpus::verify::{VerifyRequest, verify};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("usage: check_corpus FOLDER")?);
    let request = VerifyRequest { folder: folder.clone(), jobs: 2, ..VerifyRequest::default() };
    let verified = verify(&request)?;
    println!("{} of {} rows derived again", verified.derived, verified.rows);
    for difference in &verified.differences {
        println!("{}: {} differs", difference.subject, difference.what);
    }
    let counts = dedup(&folder, &DedupConfig::default())?;
    for (kind, rows) in &counts.marked {
        println!("{rows} duplicates by {kind}");
    }
    Ok(())
}
