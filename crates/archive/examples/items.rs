//! Lists what a reader delivers from each file named: one line per record or lost range.
use std::path::Path;

use scutch_archive::{Item, Limits, Reader, Severity, capture};

fn main() {
    let limits = Limits::default();
    for name in std::env::args().skip(1) {
        let mut reader = match Reader::open(Path::new(&name), &limits) {
            Ok(reader) => reader,
            Err(error) => {
                println!("{name}\tERROR {error}");
                continue;
            }
        };
        let (mut good, mut flagged, mut damages) = (0, 0, 0);
        let mut lines = Vec::new();
        while let Some(item) = reader.next() {
            match item {
                Item::Damage(d) => {
                    damages += 1;
                    lines.push(format!(
                        "  damage {}+{} {} {}",
                        d.offset,
                        d.length,
                        d.cause.id(),
                        d.detail
                    ));
                }
                Item::Record(r) => {
                    let lost = r.faults().iter().any(|f| f.severity == Severity::Lost);
                    if lost {
                        flagged += 1;
                    } else if r.kind().name() != "filedesc" {
                        good += 1;
                    }
                    let l = r.location();
                    let faults: Vec<_> = r
                        .faults()
                        .iter()
                        .map(|f| format!("{}:{}({})", f.severity.as_str(), f.cause.id(), f.detail))
                        .collect();
                    let flags: Vec<_> = capture(&r, &limits)
                        .map(|c| c.payload.flags.iter().map(|f| f.id()).collect())
                        .unwrap_or_default();
                    lines.push(format!(
                        "  {}+{}.{} {} {} block={} {} {}",
                        l.offset,
                        l.length,
                        l.inner_offset,
                        r.kind().name(),
                        r.target_uri().unwrap_or("-"),
                        r.block().len(),
                        faults.join(" "),
                        flags.join(",")
                    ));
                }
            }
        }
        println!("{name}\tgood={good} flagged={flagged} damages={damages}");
        if std::env::var_os("LINES").is_some() {
            for line in lines {
                println!("{line}");
            }
        }
    }
}
