//! `scutch offtopic`: which mementos no longer show what the first one showed.

pub(crate) mod args;
mod download;
mod lists;
mod live;
pub(crate) mod otmt;
mod rule;
pub(crate) mod source;
mod sweep;
mod uri_lists;

use std::io;
use std::path::Path;

use clap::Subcommand;
use rustc_hash::{FxHashMap, FxHashSet};
use scutch_archive::copy::With;
use scutch_folder::inputs;
use scutch_plot::number::{counted, plural};
use scutch_topic::report::Report;
use scutch_topic::{
    CapturePlace, Collection, Judged, LeftAside, Loss, Profile, Status, Tally, TimeMap, Writer,
    judge_all,
};

pub(crate) use args::OfftopicArgs;

use self::args::FormName;
use self::source::{Collected, SourceArgs};
use self::uri_lists::UriLists;
use super::archive::subset::{Wanted, copied};
use super::archive::walk::Inputs;
use super::examples;
use crate::exit::{Exit, UsageError};
use crate::interrupt;
use crate::output::{self, Output, TOOL, apart, guarded, output};
use crate::talk::{self, Talk};
use scutch_corpus::threads;

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum OfftopicVerb {
    /// Try thresholds against labels: the best of each measure, pairs, profiles.
    #[command(after_help = examples::SWEEP)]
    Sweep(Box<sweep::SweepArgs>),
}

/// Runs `scutch offtopic`: fetches what is named by address, gathers TimeMaps, judges and writes.
/// Exits with 5 when no capture is a page, and with 3 when a TimeMap that was named lists nothing.
pub(crate) fn run(args: &OfftopicArgs, talk: Talk) -> anyhow::Result<Exit> {
    if let Some(OfftopicVerb::Sweep(args)) = &args.verb {
        return sweep::run(args, talk);
    }
    check_paths(args)?;
    // Into archives first: what is fetched is judged exactly as what was given.
    let fetched = live::fetched(args, talk)?;
    if interrupt::asked() {
        return Ok(Exit::Interrupted);
    }
    let source = fetched.as_ref().map_or(&args.source, |fetched| &fetched.source);
    if args.write_ontopic.is_some() {
        can_copy(source)?;
    }
    let profile = args.profile()?;
    let jobs = threads(args.jobs);
    let Collected { collection, archives } =
        source.collect(&profile, args.judging.grouping(), jobs)?;
    let mut results = Results::new(args, &profile)?;
    let tally = judge_all(&collection, &profile, jobs, |timemap, judged| {
        results.add(timemap, judged, &collection)?;
        results.writer()?.timemap(timemap, judged, &collection, &profile)
    })?;
    let Results { writer, off, report, lists, .. } = results;
    let Some(writer) = writer else {
        return Ok(nothing(&tally, &collection, talk));
    };
    writer.end()?;
    lists.publish()?;
    tell(&tally, &collection, &profile, talk);
    if let (Some(path), Some(report)) = (&args.report, &report) {
        output::write(path, report.page(TOOL))?;
    }
    if let (Some(path), Some(archives)) = (&args.write_ontopic, &archives) {
        write_ontopic(archives, path, &collection, &off, talk)?;
    }
    // A TimeMap that was named and is not among the verdicts must not look like success.
    Ok(if fetched.is_none_or(|fetched| fetched.is_whole) { Exit::Done } else { Exit::Losses })
}

/// Says that there is no page.
fn nothing(tally: &Tally, collection: &Collection, talk: Talk) -> Exit {
    let captures = counted(tally.left_aside.not_pages, "capture");
    talk.say(format_args!("no page among {captures}: nothing to judge"));
    tell_losses(tally, collection, talk);
    Exit::Nothing
}

/// Fails if an output would replace an input or another output.
fn check_paths(args: &OfftopicArgs) -> anyhow::Result<()> {
    let outputs = [&args.output, &args.report, &args.ontopic_file, &args.offtopic_file];
    for path in outputs {
        guarded(path.as_deref(), args.source.files().chain(args.fetched.as_deref()))?;
    }
    let all = outputs.into_iter().chain([&args.write_ontopic]);
    apart(all.map(Option::as_deref))?;
    // The copy is made at the end, but an archive in its place is no reason to judge all first.
    args.write_ontopic.as_deref().map(output::new_output).transpose()?;
    Ok(())
}

/// What is kept of the verdicts until all TimeMaps are judged.
struct Results<'a> {
    args: &'a OfftopicArgs,
    /// None until the first TimeMap is judged.
    writer: Option<Writer<Output>>,
    /// Captures off topic. Places instead of URLs: one URL has captures on and off topic.
    off: FxHashSet<CapturePlace>,
    /// None unless asked for.
    report: Option<Report>,
    lists: UriLists,
}

impl<'a> Results<'a> {
    /// Nothing yet. A report is kept only if it is asked for, because it grows with the TimeMaps.
    fn new(args: &'a OfftopicArgs, profile: &Profile) -> io::Result<Self> {
        let replay = args.replay.as_deref();
        let report = args.report.as_ref().map(|_| Report::new(profile, replay));
        let lists = UriLists::new(args.ontopic_file.as_deref(), args.offtopic_file.as_deref())?;
        Ok(Self { args, writer: None, off: FxHashSet::default(), report, lists })
    }

    /// Takes in the verdicts of one TimeMap.
    fn add(
        &mut self,
        timemap: &TimeMap,
        judged: &Judged,
        collection: &Collection,
    ) -> io::Result<()> {
        let mementos = timemap.mementos.iter().zip(&judged.verdicts);
        let found = mementos.filter(|(_, verdict)| verdict.status == Status::Off);
        self.off.extend(found.map(|(memento, _)| memento.place));
        if let Some(report) = &mut self.report {
            report.add(timemap, judged, collection)?;
        }
        self.lists.add(timemap, judged)
    }

    /// The output, opened when there is something to write.
    fn writer(&mut self) -> io::Result<&mut Writer<Output>> {
        match &mut self.writer {
            Some(writer) => Ok(writer),
            writer => {
                let path = self.args.output.as_deref();
                // Lines of CSV end with a control character, and its cells are harmless.
                let out = match self.args.format {
                    FormName::Csv => output::bytes(path),
                    _ => output(path),
                };
                let out = out.map_err(io::Error::other)?;
                let new = Writer::begin(out, self.args.format.form())?;
                Ok(writer.insert(match self.args.compute_simhashes {
                    true => new.with_simhashes(),
                    false => new,
                }))
            }
        }
    }
}

/// Fails if `--write-ontopic` cannot copy records from what is read.
fn can_copy(source: &SourceArgs) -> Result<(), UsageError> {
    if source.inputs.iter().any(|name| name == inputs::STDIN) {
        let sentence = "--write-ontopic reads the archives a second time, which standard input \
                        does not allow: name files";
        return Err(UsageError(sentence.to_owned()));
    }
    if !source.only_archives() {
        let sentence = "--write-ontopic copies records of archives: name archives";
        return Err(UsageError(sentence.to_owned()));
    }
    Ok(())
}

/// Everything in the archives but the captures found off-topic. They must be the files that were
/// judged: in others, something else may stand at the same place.
fn write_ontopic(
    archives: &Inputs,
    path: &Path,
    collection: &Collection,
    off: &FxHashSet<CapturePlace>,
    talk: Talk,
) -> anyhow::Result<()> {
    let numbers: FxHashMap<&str, u32> =
        collection.files.iter().map(String::as_str).zip(0..).collect();
    // What is off-topic was judged: nothing comes back with what belongs to it.
    let wanted = Wanted { inputs: archives, index: None, with: With::None, all: false };
    let counts = copied(&wanted, path, |file, record| {
        let place = record.location();
        // A file that the collection does not know has no capture in it: all its records are
        // copied.
        let file = numbers.get(file.name.as_str()).copied().unwrap_or(u32::MAX);
        let (offset, inner_offset) = (place.offset, place.inner_offset);
        !off.contains(&CapturePlace { file, offset, inner_offset })
    })?;
    counts.tell(path, talk);
    Ok(())
}

/// Sums up the verdicts on stderr.
fn tell(tally: &Tally, collection: &Collection, profile: &Profile, talk: Talk) {
    let Tally { timemaps, on, off, unknown, .. } = tally;
    let name = profile.title();
    talk.say(format_args!(
        "{}, {} under profile {name}: {on} on-topic, {off} off-topic, {unknown} unknown",
        counted(*timemaps, "TimeMap"),
        counted(tally.mementos(), "memento")
    ));
    tell_losses(tally, collection, talk);
}

/// What is left aside, and faults of the inputs.
pub(crate) fn tell_losses(tally: &Tally, collection: &Collection, talk: Talk) {
    let LeftAside { not_pages, not_listed, losses } = &tally.left_aside;
    if *not_pages > 0 && tally.timemaps > 0 {
        talk.say(format_args!(
            "{} left aside: no capture of their originals is a page",
            counted(*not_pages, "capture")
        ));
    }
    if *not_listed > 0 {
        let captures = counted(*not_listed, "capture");
        talk.say(format_args!(
            "{captures} left aside: the list does not name {}",
            plural(*not_listed, "it", "them")
        ));
    }
    tell_faults(&collection.losses.iter().chain(losses).collect::<Vec<_>>(), talk);
}

/// Faults of the inputs that are named without `-v`.
const NAMED: usize = 3;

/// Faults of the inputs: all of them if asked for, else the first and how many more there are.
fn tell_faults(losses: &[&Loss], talk: Talk) {
    let named = if talk.verbose { losses.len() } else { NAMED };
    for loss in losses.iter().take(named) {
        let (file, offset) = (&loss.file, loss.offset);
        let place = offset.map(|offset| format!(", byte {offset}")).unwrap_or_default();
        let sentence = talk::in_words(&loss.sentence);
        talk.say(format_args!("{file}{place}: {}: {sentence}", loss.reason));
    }
    let more = losses.len().saturating_sub(named);
    if more > 0 {
        let faults = counted(more as u64, "further fault");
        talk.say(format_args!("{faults} in the inputs (-v names them)"));
    }
}
