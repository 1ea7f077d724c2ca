//! `scutch memento identify`.

use std::io::Write as _;

use scutch_memento::Sources;
use scutch_memento::table::{self, Identified};
use scutch_plot::number::counted;

use super::input::{FormName, TableArgs};
use crate::exit::Exit;
use crate::output::output;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct IdentifyArgs {
    #[command(flatten)]
    table: TableArgs,
    /// What is named.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    what: What,
}

/// What mementos belong to.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum What {
    /// Their originals (URI-R).
    #[default]
    Originals,
    /// Their TimeMaps at the archives that have them (URI-T).
    Timemaps,
    /// Themselves (URI-M), each once.
    Mementos,
}

/// Mementos of which nothing is known that are told one by one.
const MOST_TOLD: usize = 20;

/// Runs `scutch memento identify`: each address once, one a line.
pub(super) fn run(args: &IdentifyArgs, talk: Talk) -> anyhow::Result<Exit> {
    let what = match args.what {
        What::Originals => Identified::Original,
        What::Timemaps => Identified::TimeMap,
        What::Mementos => Identified::Memento,
    };
    let (table, _) = args.table.read(talk)?;
    let (found, unknown) = table::identify(&table, what, &Sources::shipped());
    for uri_m in unknown.iter().take(MOST_TOLD) {
        let uri_m = uri_m.escape_debug();
        talk.say(format_args!("{uri_m}: neither a column nor the address tells it"));
    }
    if let more @ 1.. = unknown.len().saturating_sub(MOST_TOLD) {
        talk.say(format_args!("and {more} more"));
    }
    let (count, all) = (found.len(), table.rows.len());
    let form = match args.table.format {
        Some(FormName::Jsonl) => table::TableFormat::Jsonl,
        Some(FormName::Tsv) | None => table::TableFormat::Tsv,
    };
    let mut out = output(args.table.output.as_deref())?;
    match args.table.format {
        // A list that other verbs and programs read has no head.
        None => found.iter().try_for_each(|uri| writeln!(out, "{}", scutch_foreign::cell(uri)))?,
        Some(_) => table::write(&table::listed(what.column(), found), form, &mut out)?,
    }
    out.flush()?;
    let (found, mementos) = (counted(count as u64, "address"), counted(all as u64, "memento"));
    talk.say(format_args!("{found} from {mementos}"));
    Ok(if count == 0 { Exit::Nothing } else { Exit::Done })
}
