//! `scutch memento timemap`.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use scutch_crawl::{Acquirer, Event, RunOptions, Targets};
use scutch_fetch::{Hosts, SystemClock};
use scutch_memento::{Collapse, Dialect, Period, Selection, TimeMap};
use scutch_plot::number::counted;

use super::acquire::{UNKEPT, WhereArgs};
use super::fetch::{first, last, period};
use super::found::Found;
use super::plan::plan;
use super::wanted::{Lists, Wanted, Which};
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{Output, guarded, output};
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
    /// Mementos from this time on: 2014, 2014-01-27, 20140127171200.
    #[arg(long, value_name = "DATE", value_parser = first, help_heading = "Selection")]
    from: Option<i64>,
    /// Mementos up to the end of this time.
    #[arg(long, value_name = "DATE", value_parser = last, help_heading = "Selection")]
    to: Option<i64>,
    /// The first memento of each period: 6mo, 1y, 2w, 7d, 12h. Periods are counted from --from, or
    /// from the first memento.
    #[arg(long, value_name = "PERIOD", value_parser = period, help_heading = "Selection")]
    every: Option<Period>,
    /// The first of mementos that count as one.
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        conflicts_with = "every",
        help_heading = "Selection"
    )]
    collapse: Option<CollapseName>,
    /// Ask for the lists of the first N originals alone.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
        help_heading = "Selection")]
    limit: Option<u32>,
    /// Ask nobody, and say what would be asked of whom, and how long it would take.
    #[arg(long)]
    dry_run: bool,
    /// Exit with 3 when a list was cut short.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    network: NetworkArgs,
}

/// What counts as one memento.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum CollapseName {
    /// Neighbours with one digest, where a CDX server gives digests.
    Digest,
    /// Those of a day.
    Day,
    /// Those of a month.
    Month,
    /// Those of a year.
    Year,
}

impl From<CollapseName> for Collapse {
    fn from(name: CollapseName) -> Self {
        match name {
            CollapseName::Digest => Self::Digest,
            CollapseName::Day => Self::Day,
            CollapseName::Month => Self::Month,
            CollapseName::Year => Self::Year,
        }
    }
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
    guarded(args.output.as_deref(), args.places.files())?;
    let wanted = args.wanted(talk)?;
    let sources = args.places.sources()?;
    let services = args.places.services(&sources);
    let settings = args.network.settings(services.iter().map(String::as_str))?;
    let settings = args.places.over(settings, &sources);
    let lists = Lists::new(&args.places, &sources)?;
    let plan = plan(&settings, &wanted, &lists, None).context(UNKEPT)?;
    // Before the output is begun: nothing is made where nothing is asked.
    if args.dry_run {
        plan.write()?;
        return Ok(Exit::Done);
    }
    let out = output(args.output.as_deref())?;
    let _heeded = interrupt::heeded();
    let (hosts, clock) = (Hosts::new(&settings), SystemClock::default());
    let make = || args.network.client_beside(&settings, &hosts, clock);
    // Without a store: lists change, and nobody wants last year's from a file.
    let mut acquirer = Acquirer::new(Some(make()), None, args.network.guard());
    let refused = wanted.refused;
    // Before collections are asked, which takes time of its own.
    plan.tell(talk);
    let seeds = args.places.collections.seeds(&mut acquirer, talk)?;
    let mut subjects = lists.subjects(wanted, seeds)?;
    let mut written = Written { out, found: Found::new(talk), count: 0, needs_comma: false };
    let options =
        RunOptions { selection: args.selection(), only_lists: true, ..RunOptions::default() };
    let mut take = |event: Event<'_>| {
        if let Event::Page(targets, problems) = event {
            written.found.add(targets.listed(), problems);
            written.add(targets, args.format)?;
        }
        // Between pages only: what is written of one is whole.
        Ok::<bool, anyhow::Error>(!interrupt::asked())
    };
    acquirer.run(&mut subjects, &options, &make, &mut take)??;
    written.end(&hosts, args.strict, refused)
}

/// What was written so far.
struct Written {
    out: Output,
    found: Found,
    count: usize,
    /// Whether the last list ended with a memento.
    needs_comma: bool,
}

impl Written {
    /// Writes the mementos of a page as a list.
    fn add(&mut self, targets: &Targets, format: Format) -> anyhow::Result<()> {
        // Links of several pages are one list, with commas between.
        if matches!(format, Format::Link) && self.needs_comma {
            writeln!(self.out, ",")?;
        }
        self.needs_comma = !targets.is_empty();
        self.count += targets.len();
        for (original, places) in targets.pages() {
            let timemap = TimeMap { original: original.map(str::to_owned), ..TimeMap::default() };
            let mementos = places.map(|place| targets.memento(place));
            Dialect::from(format).write(&timemap, mementos, &mut self.out).context(UNKEPT)?;
        }
        Ok(())
    }

    /// Says what was found, and puts the output in its place.
    fn end(mut self, hosts: &Hosts, strict: bool, refused: u64) -> anyhow::Result<Exit> {
        // Half a list looks like a whole one, so nothing is written.
        if interrupt::asked() {
            return Ok(Exit::Interrupted);
        }
        self.found.tell_given_up(&hosts.counts());
        self.found.check()?;
        self.out.flush()?;
        self.found.talk.say(counted(self.count as u64, "memento"));
        let is_whole = !self.found.is_cut_short() && refused == 0;
        Ok(match self.count {
            0 => Exit::Nothing,
            _ if strict && !is_whole => Exit::Losses,
            _ => Exit::Done,
        })
    }
}

impl TimemapArgs {
    /// The originals whose lists are asked for, up to the limit.
    fn wanted(&self, talk: Talk) -> anyhow::Result<Wanted> {
        let which = Which { only_pages: true, ..Which::default() };
        let mut wanted = Wanted::read(&self.places, &which, talk)?;
        // Before the plan: it must not announce requests that the limit saves.
        wanted.pages.truncate(self.limit.map_or(usize::MAX, |limit| limit as usize));
        Ok(wanted)
    }

    fn selection(&self) -> Selection {
        let Self { from, to, every, collapse, .. } = *self;
        Selection { from, to, every, collapse: collapse.map(Collapse::from), nearest: None }
    }
}
