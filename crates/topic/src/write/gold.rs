//! The table of the gold standard: id of the TimeMap, date, URI-M, label (1 on, 0 off, ERROR).

use std::io::{self, Write};

use scutch_foreign::cell;

use super::JudgedTimeMap;
use crate::judge::verdict::Status;

pub(super) fn timemap(out: &mut impl Write, entry: &JudgedTimeMap<'_>) -> io::Result<()> {
    let uris = entry.timemap.memento_uris();
    let mementos = entry.timemap.mementos.iter().zip(&entry.judged.verdicts);
    for ((memento, verdict), uri) in mementos.zip(&uris) {
        let label = match verdict.status {
            Status::On => "1",
            Status::Off => "0",
            // Neither 1 nor 0, so that no reader takes it for a verdict.
            Status::Unknown => "ERROR",
        };
        writeln!(out, "{}\t{}\t{}\t{label}", entry.number, memento.stamp(), cell(uri))?;
    }
    Ok(())
}
