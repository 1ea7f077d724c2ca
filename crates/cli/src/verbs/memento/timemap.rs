//! `scutch memento timemap`.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use scutch_crawl::Acquirer;
use scutch_fetch::SystemClock;
use scutch_memento::{Dialect, TimeMap};

use super::acquire::{UNKEPT, Wanted, WhereArgs};
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
    format: Format,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    network: NetworkArgs,
}

/// How a TimeMap is written.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum Format {
    /// The link format of RFC 7089.
    #[default]
    Link,
    /// A JSON object, as aggregators give it.
    Json,
    /// A line per memento: 14 digits and JSON.
    Cdxj,
}

impl From<Format> for Dialect {
    fn from(format: Format) -> Self {
        match format {
            Format::Link => Self::Link,
            Format::Json => Self::Json,
            Format::Cdxj => Self::Cdxj,
        }
    }
}

/// Runs `scutch memento timemap`: one list per original, over all archives that were asked.
pub(super) fn run(args: &TimemapArgs, talk: Talk) -> anyhow::Result<Exit> {
    let mut out = output(args.output.as_deref())?;
    let _heeded = interrupt::heeded();
    let (hosts, clock) = (args.network.hosts(), SystemClock::default());
    let make = || args.network.client_beside(&hosts, clock);
    // Without a store: lists change, and nobody wants last year's from a file.
    let mut acquirer = Acquirer::new(Some(make()), None, args.network.guard());
    let targets = args.places.find(&Wanted::default(), &mut acquirer, &make, talk)?;
    // Half a list looks like a whole one, so nothing is written.
    if interrupt::asked() {
        return Ok(Exit::Interrupted);
    }
    for (original, places) in targets.pages() {
        let timemap = TimeMap { original: original.map(str::to_owned), ..TimeMap::default() };
        let mementos = places.map(|place| targets.memento(place));
        Dialect::from(args.format).write(&timemap, mementos, &mut out).context(UNKEPT)?;
    }
    out.flush()?;
    talk.say(format_args!("{} mementos", targets.len()));
    Ok(if targets.is_empty() { Exit::Nothing } else { Exit::Done })
}
