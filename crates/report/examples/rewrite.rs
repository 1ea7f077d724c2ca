//! Writes the report of a corpus folder anew, as `scutch report` does.
//!
//! `cargo run -p scutch-report --example rewrite -- FOLDER`

use std::path::Path;

use scutch_report::rewrite_report;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("name a corpus folder")?;
    println!("{}", rewrite_report(Path::new(&folder))?.display());
    Ok(())
}
