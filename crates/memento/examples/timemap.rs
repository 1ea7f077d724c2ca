//! Converts a TimeMap of any dialect to CDXJ: `cargo run --example timemap < list > list.cdxj`.

use std::io::{self, Read as _};

use scutch_memento::{Dialect, Guard, parse};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    // A list from a file is not asked for, so its hosts may be any.
    let timemap = parse(&bytes, &Guard::offline())?;
    for (fault, entry) in &timemap.faults {
        eprintln!("{} ({entry})", fault.sentence());
    }
    let mementos = timemap.mementos.iter().cloned().map(Ok);
    let mementos = mementos.collect::<Vec<_>>().into_iter();
    Dialect::Cdxj.write(&timemap, mementos, &mut io::stdout().lock())?;
    Ok(())
}
