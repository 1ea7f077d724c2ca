//! `scutch memento timemap`.

use std::path::PathBuf;

use scutch_crawl::Acquirer;
use scutch_fetch::SystemClock;
use scutch_memento::{Selection, cdxj, json, link};

use super::acquire::WhereArgs;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::output;
use crate::talk::Talk;
use crate::verbs::network::NetworkArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct TimemapArgs {
    #[command(flatten)]
    places: WhereArgs,
    /// Output format.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Dialect,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    network: NetworkArgs,
}

#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum Dialect {
    /// The link format of RFC 7089.
    #[default]
    Link,
    /// A JSON object, as aggregators give it.
    Json,
    /// A line per memento: 14 digits and JSON.
    Cdxj,
}

pub(super) fn run(args: &TimemapArgs, talk: Talk) -> anyhow::Result<Exit> {
    let (hosts, clock) = (args.network.hosts(), SystemClock::default());
    let make = || args.network.client_beside(&hosts, clock);
    let mut acquirer = Acquirer::new(Some(make()), None, args.network.guard());
    let found = args.places.find(&mut acquirer, &make, talk)?;
    if interrupt::asked() {
        return Ok(Exit::Interrupted);
    }
    let mut out = output(args.output.as_deref())?;
    let mut mementos = 0;
    for page in found {
        let mut timemap = page.timemap;
        timemap.mementos = Selection::default().of(&timemap.mementos);
        mementos += timemap.mementos.len();
        let text = match args.format {
            Dialect::Link => link(&timemap),
            Dialect::Json => json(&timemap),
            Dialect::Cdxj => cdxj(&timemap),
        };
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    talk.say(format_args!("{mementos} mementos"));
    Ok(if mementos == 0 { Exit::Nothing } else { Exit::Done })
}
