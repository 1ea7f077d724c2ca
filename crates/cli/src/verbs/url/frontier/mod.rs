//! `scutch url frontier`: a frontier in one file that several programs share, in turn or at once.
//!
//! The file is the log of the frontier. Each command locks it, reads it, appends to it and syncs it
//! before anything is printed: a process that is killed loses at most what it was about to say.

mod args;
mod spool;

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context as _;
use scutch_fetch::{Clock as _, SystemClock};
use scutch_url::Url;
use scutch_url::frontier::{AddError, Added, Entry, Frontier, Settings};
use serde_json::json;

use super::examples;
use super::job::text;
use crate::exit::Exit;
use crate::output::{guarded, output};
use crate::talk::Talk;
use args::{AddArgs, DoneArgs, DumpArgs, NextArgs, State, StatsArgs};

#[derive(Debug, clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum FrontierVerb {
    /// Add URLs; known ones in any spelling stay what they are.
    #[command(after_help = examples::FRONTIER_ADD)]
    Add(AddArgs),
    /// Hand out the URLs that may be fetched now.
    #[command(after_help = examples::FRONTIER_NEXT)]
    Next(NextArgs),
    /// Say that URLs are done, or could not be fetched.
    #[command(after_help = examples::FRONTIER_DONE)]
    Done(DoneArgs),
    /// Count URLs by their state.
    #[command(after_help = examples::FRONTIER_STATS)]
    Stats(StatsArgs),
    /// List all URLs with their state, in order of arrival.
    #[command(after_help = examples::FRONTIER_DUMP)]
    Dump(DumpArgs),
}

/// Seconds as milliseconds.
fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0) as u64
}

/// Milliseconds since 1970.
fn now() -> u64 {
    u64::try_from(SystemClock::default().unix_ms()).unwrap_or(0)
}

/// A frontier whose file no other process changes meanwhile.
struct Locked {
    frontier: Frontier,
    /// Unlocks when it is closed, also by a signal.
    _lock: File,
}

/// Opens a frontier and waits until no other process has it.
fn open(path: &Path, settings: Settings, create: bool) -> anyhow::Result<Locked> {
    // The lock comes first: what is read must not change before it is appended to.
    let lock = lock(path, create)?;
    let frontier = Frontier::open_at(path, settings, now());
    let frontier = frontier.with_context(|| format!("{}: cannot be read", path.display()))?;
    Ok(Locked { frontier, _lock: lock })
}

/// Locks the file of a frontier.
fn lock(path: &Path, create: bool) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    // No truncation: the file is the log of all that happened so far.
    let file = options.read(true).write(true).create(create).open(path);
    let file = file.with_context(|| format!("{}: no frontier can be opened", path.display()))?;
    file.lock().with_context(|| format!("{}: cannot be locked", path.display()))?;
    Ok(file)
}

/// Settings with a lease, which logs handouts.
fn settings(lease: f64) -> Settings {
    Settings { delay: 0, agent: None, lease: Some(milliseconds(lease)), ..Settings::default() }
}

/// Any lease: commands that hand nothing out have to know what was handed out, however long ago.
const FOREVER: f64 = 1e12;

/// Runs a verb of `scutch url frontier`.
pub(crate) fn run(verb: &FrontierVerb, talk: Talk) -> anyhow::Result<Exit> {
    match verb {
        FrontierVerb::Add(args) => add(args, talk),
        FrontierVerb::Next(args) => next(args, talk),
        FrontierVerb::Done(args) => done(args, talk),
        FrontierVerb::Stats(args) => stats(args),
        FrontierVerb::Dump(args) => dump(args),
    }
}

/// Adds URLs. Exits with 5 when none is new.
fn add(args: &AddArgs, talk: Talk) -> anyhow::Result<Exit> {
    // Read before the lock is taken: a slow pipe must not hold up other processes.
    let inputs = spool::whole(&args.input.paths)?;
    let mut locked = open(&args.frontier, settings(FOREVER), true)?;
    let frontier = &mut locked.frontier;
    let (mut new, mut known, mut refused) = (0_u64, 0_u64, 0_u64);
    for given in &inputs {
        args.input.each(given.path(), |number, line| {
            // A line that is refused ends nothing: the ones behind it may be good.
            let added = text(line).map(|line| frontier.add(line.trim(), args.priority, args.depth));
            let reason = match added {
                Ok(Ok(outcome)) => {
                    *(if outcome == Added::New { &mut new } else { &mut known }) += 1;
                    return Ok(());
                }
                Ok(Err(AddError::Url(error))) => error.id(),
                Ok(Err(error)) => {
                    let context = || format!("{}: cannot be written", args.frontier.display());
                    return Err(error).with_context(context);
                }
                Err(reason) => reason,
            };
            refused += 1;
            talk.say(format_args!("{}:{number}: {reason}", given.shown.display()));
            Ok(())
        })?;
    }
    synced(frontier, &args.frontier)?;
    talk.say(format_args!("{new:>12}  new\n{known:>12}  known\n{refused:>12}  refused"));
    Ok(if new == 0 { Exit::Nothing } else { Exit::Done })
}

/// Hands out URLs. Exits with 5 when none is ready.
fn next(args: &NextArgs, talk: Talk) -> anyhow::Result<Exit> {
    let settings = Settings { delay: milliseconds(args.delay), ..settings(args.lease.lease) };
    let mut locked = open(&args.frontier, settings, false)?;
    let frontier = &mut locked.frontier;
    let shown = || format!("{}: cannot be read", args.frontier.display());
    // One time for all of them, so that the delay of a host counts from one moment.
    let now = now();
    let mut handouts = Vec::new();
    while handouts.len() < args.count {
        let Some(handout) = frontier.next(now).with_context(shown)? else { break };
        handouts.push(handout);
    }
    // Before they are printed: what somebody has read nobody else may get.
    synced(frontier, &args.frontier)?;
    let mut out = output(None)?;
    for handout in &handouts {
        let (url, depth, tries) = (handout.url.as_str(), handout.depth, handout.tries);
        match args.json {
            true => writeln!(out, "{}", json!({ "url": url, "depth": depth, "tries": tries }))?,
            false => writeln!(out, "{url}")?,
        }
    }
    out.flush()?;
    if handouts.is_empty() {
        let ready = frontier.next_ready().map_or(0, |ready| ready.saturating_sub(now));
        match (frontier.waiting(), frontier.leased()) {
            (0, 0) => talk.say("none waits: all are done"),
            (0, leased) => talk.say(format_args!("none waits: {leased} handed out, and not done")),
            (waiting, _) => {
                talk.say(format_args!("none is ready: {waiting} wait, the next for {ready} ms"));
            }
        }
    }
    Ok(if handouts.is_empty() { Exit::Nothing } else { Exit::Done })
}

/// Says what became of URLs. Exits with 5 when there was none.
fn done(args: &DoneArgs, talk: Talk) -> anyhow::Result<Exit> {
    let settings = Settings { max_tries: args.max_tries, ..settings(FOREVER) };
    let inputs = spool::whole(&args.input.paths)?;
    let mut locked = open(&args.frontier, settings, false)?;
    let frontier = &mut locked.frontier;
    let written = || format!("{}: cannot be written", args.frontier.display());
    let mut told = 0_u64;
    for given in &inputs {
        args.input.each(given.path(), |number, line| {
            let Some(url) = text(line).ok().and_then(|line| normal(line.trim())) else {
                talk.say(format_args!("{}:{number}: no http(s) URL", given.shown.display()));
                return Ok(());
            };
            // What is done needs no handout: it may have been fetched by other means.
            if !args.failed {
                frontier.visited(&url).with_context(written)?;
            } else if frontier.give_back(&url).with_context(written)?.is_none() {
                talk.say(format_args!("{}:{number}: was not handed out", given.shown.display()));
                return Ok(());
            }
            told += 1;
            Ok(())
        })?;
    }
    synced(frontier, &args.frontier)?;
    Ok(if told == 0 { Exit::Nothing } else { Exit::Done })
}

/// The form in which a frontier knows a URL.
fn normal(text: &str) -> Option<Url> {
    scutch_url::Crawl::default().normal_url(text, &mut Vec::new()).ok()
}

/// Counts URLs.
fn stats(args: &StatsArgs) -> anyhow::Result<Exit> {
    let locked = open(&args.frontier, settings(args.lease.lease), false)?;
    let frontier = &locked.frontier;
    let (known, waiting, leased) = (frontier.len(), frontier.waiting(), frontier.leased());
    // Done is what is left: the frontier keeps no count of it.
    let (done, origins) = (known - waiting - leased, frontier.origins().count());
    let mut out = output(None)?;
    if args.json {
        let value = json!({ "known": known, "waiting": waiting, "handed-out": leased,
            "done": done, "origins": origins });
        writeln!(out, "{value}")?;
    } else {
        writeln!(out, "{known:>12}  known\n{waiting:>12}  waiting\n{leased:>12}  handed-out")?;
        writeln!(out, "{done:>12}  done\n{origins:>12}  origins")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Lists URLs. Exits with 5 when there is none.
fn dump(args: &DumpArgs) -> anyhow::Result<Exit> {
    guarded(args.output.as_deref(), [&args.frontier])?;
    // Listing changes nothing, but a line that is being appended would look torn.
    let _lock = lock(&args.frontier, false)?;
    let mut out = output(args.output.as_deref())?;
    let mut listed = 0_u64;
    // The frontier's reader takes no error back, so the first one is kept until it ends.
    let mut failed = Ok(());
    let write = |entry: Entry| {
        let state = State::of(entry.status);
        if failed.is_ok() && args.status.is_none_or(|wanted| wanted == state) {
            listed += 1;
            failed = write_entry(&mut out, &entry, state, args.json);
        }
    };
    Frontier::entries(&args.frontier, settings(args.lease.lease), now(), write)
        .with_context(|| format!("{}: cannot be read", args.frontier.display()))?;
    failed?;
    out.flush()?;
    Ok(if listed == 0 { Exit::Nothing } else { Exit::Done })
}

/// Writes a URL with its state, as an object or in columns.
fn write_entry(out: &mut impl Write, entry: &Entry, state: State, as_json: bool) -> io::Result<()> {
    let (url, priority, depth, tries) = (&entry.url, entry.priority, entry.depth, entry.tries);
    if as_json {
        let value = json!({ "url": url.as_str(), "status": state.id(),
            "priority": priority, "depth": depth, "tries": tries });
        return writeln!(out, "{value}");
    }
    writeln!(out, "{}\t{priority}\t{depth}\t{tries}\t{url}", state.id())
}

/// Writes what happened to disk.
fn synced(frontier: &mut Frontier, path: &Path) -> anyhow::Result<()> {
    frontier.sync().with_context(|| format!("{}: cannot be written", path.display()))
}
