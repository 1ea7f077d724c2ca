//! Prints what a list names, one a line: `addresses FILE|FOLDER|- [COLUMN]`.

use std::io::Write as _;

use scutch_lists::{Item, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "-".to_owned());
    let column = args.next();
    let mut out = std::io::stdout().lock();
    let form = read(&name, column.as_deref(), &mut |item| match item {
        Item::Entry(entry) => writeln!(out, "{}", entry.subject.uri()),
        Item::Refused { line, why, .. } => {
            writeln!(std::io::stderr(), "line {line}: {why}")
        }
    })?;
    writeln!(std::io::stderr(), "{}", form.name())?;
    Ok(())
}
