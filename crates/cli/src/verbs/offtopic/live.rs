//! What is named by address: TimeMaps with their mementos, and archives. It is fetched first, and
//! then judged from files as anything else.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_archive::WholeFile;
use scutch_crawl::{Acquirer, Event, Row, RunOptions, Store, Subject, Targets};
use scutch_fetch::{Client, Clock as _, Hosts, SystemClock};
use scutch_memento::{Dialect, TimeMap};
use scutch_plot::number::counted;
use scutch_topic::import::is_working_folder;
use tempfile::TempDir;

use super::args::OfftopicArgs;
use super::download;
use super::otmt::is_address;
use super::source::SourceArgs;
use crate::exit::UsageError;
use crate::interrupt;
use crate::output::temporary_folder;
use crate::talk::Talk;
use crate::verbs::memento::acquire::{archive_settings, tell};

/// What was fetched, in place of what was named.
pub(super) struct Fetched {
    pub(super) source: SourceArgs,
    /// Whether every TimeMap that was named lists a memento.
    pub(super) is_whole: bool,
    /// Deleted with this value.
    _folder: Option<TempDir>,
}

/// What is read in place of what was named: what is fetched of it, or a working folder. `None` where
/// everything is read as it was named.
pub(super) fn fetched(args: &OfftopicArgs, talk: Talk) -> anyhow::Result<Option<Fetched>> {
    if let Some(folder) = args.directory.as_deref().filter(|folder| is_working_folder(folder)) {
        // As the toolkit does: what is there is used in place of the inputs.
        let inputs = vec![folder.display().to_string()];
        let source = SourceArgs { inputs, ..SourceArgs::default() };
        return Ok(Some(Fetched { source, is_whole: true, _folder: None }));
    }
    let mut source = args.source.clone();
    let has_archives = source.inputs.iter().any(|name| is_address(name));
    let has_lists = source.timemap.iter().any(|path| names_address(path))
        || !args.collections.archiveit.is_empty();
    if !has_archives && !has_lists {
        return Ok(None);
    }
    let _heeded = interrupt::heeded();
    let folder = temporary_folder()?;
    let kept = kept_folder(args, folder.path())?;
    if has_archives {
        source.inputs = download::archives(&source.inputs, kept, &args.network, talk)?;
    }
    let mut is_whole = true;
    if has_lists {
        refuse_archive_options(&source)?;
        let mut lists =
            Lists { folder: folder.path(), talk, made: Vec::new(), open: None, nothing: 0 };
        // Without `--fetched` and `--directory` the file goes away with the folder.
        let warc = args.fetched.clone().unwrap_or_else(|| kept.join("fetched.warc.gz"));
        fetch_lists(args, &warc, &mut lists)?;
        is_whole = lists.nothing == 0;
        anyhow::ensure!(!lists.made.is_empty() || interrupt::asked(), "no memento is listed");
        source.timemap.retain(|path| !names_address(path));
        source.timemap.splice(0..0, lists.made);
        source.inputs.push(warc.display().to_string());
    }
    Ok(Some(Fetched { source, is_whole, _folder: Some(folder) }))
}

/// Whether a list is named by its address.
fn names_address(path: &Path) -> bool {
    path.to_str().is_some_and(is_address)
}

/// The folder of what is fetched: that of `--directory`, which is made, or else a temporary one.
fn kept_folder<'f>(args: &'f OfftopicArgs, temporary: &'f Path) -> anyhow::Result<&'f Path> {
    let Some(folder) = args.directory.as_deref() else { return Ok(temporary) };
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    Ok(folder)
}

/// Fetches the TimeMaps that are named by address into lists, and their mementos into a WARC file.
fn fetch_lists(args: &OfftopicArgs, warc: &Path, lists: &mut Lists<'_>) -> anyhow::Result<()> {
    let clock = SystemClock::default();
    let places = args.source.timemap.iter().filter_map(|path| path.to_str());
    let places = places.chain(args.collections.place());
    let settings = archive_settings(args.network.settings(places)?);
    let hosts = Hosts::new(&settings);
    let make = || args.network.client_beside(&settings, &hosts, clock);
    let store = Store::open(warc, &args.network.user_agent(), clock.unix_ms())?;
    let mut acquirer = Acquirer::new(Some(make()), Some(store), args.network.guard());
    let named = named(args, &mut acquirer, lists.talk)?;
    lists.fetch(named, &mut acquirer, &make)
}

/// Refuses options that select captures of archives.
fn refuse_archive_options(source: &SourceArgs) -> anyhow::Result<()> {
    // An index points into archives that exist, and fetched mementos lie in a file of their own. What
    // is fetched is listed, and a list of originals would select among archives alone.
    for (option, is_named) in
        [("--cdx", source.cdx.is_some()), ("--seed-list", source.seed_list.is_some())]
    {
        if is_named {
            let sentence = format!(
                "{option} names captures of archives, and does not go with what is fetched"
            );
            return Err(UsageError(sentence).into());
        }
    }
    Ok(())
}

/// A TimeMap to fetch.
struct Named {
    uri_t: String,
    /// Whether it stands for a seed of a collection. A seed without mementos is usual, unlike a
    /// TimeMap that was named.
    is_seed: bool,
}

/// The TimeMaps that are named by address, and those of seeds.
fn named(args: &OfftopicArgs, acquirer: &mut Acquirer, talk: Talk) -> anyhow::Result<Vec<Named>> {
    let typed = args.source.timemap.iter().filter_map(|path| path.to_str());
    let typed = typed.filter(|name| is_address(name)).map(str::to_owned);
    let mut all: Vec<Named> = typed.map(|uri_t| Named { uri_t, is_seed: false }).collect();
    let seeds = args.collections.seeds(acquirer, talk)?.into_iter();
    all.extend(seeds.map(|(_, uri_t)| Named { uri_t, is_seed: true }));
    Ok(all)
}

/// The lists to judge, one for each TimeMap that was fetched.
struct Lists<'a> {
    folder: &'a Path,
    talk: Talk,
    made: Vec<PathBuf>,
    /// The TimeMap whose mementos are being told.
    open: Option<Open>,
    /// Named TimeMaps that list nothing.
    nothing: usize,
}

/// A TimeMap, and how many of its mementos are there.
struct Open {
    uri_t: String,
    found: usize,
    wanted: usize,
}

impl Lists<'_> {
    /// Fetches the TimeMaps and their mementos, from all archives at once.
    fn fetch(
        &mut self,
        named: Vec<Named>,
        acquirer: &mut Acquirer,
        make: &(dyn Fn() -> Client + Sync),
    ) -> anyhow::Result<()> {
        let page =
            |named: &Named| Subject::Page { original: None, lists: vec![named.uri_t.clone()] };
        let subjects: Vec<Subject> = named.iter().map(page).collect();
        let mut next = named.into_iter();
        let mut take = |event: Event<'_>| self.take(event, &mut next);
        let mut subjects = subjects.into_iter();
        acquirer.run(&mut subjects, &RunOptions::default(), make, &mut take)??;
        self.end();
        Ok(())
    }

    /// Takes what is told of a page or a memento. Pages are told in the order of the subjects, so the
    /// TimeMap of a page is the `next` one.
    fn take(
        &mut self,
        event: Event<'_>,
        next: &mut impl Iterator<Item = Named>,
    ) -> anyhow::Result<bool> {
        match event {
            Event::Page(targets, problems) => {
                self.end();
                tell(&problems, self.talk);
                if let Some(named) = next.next() {
                    self.begin(named, targets)?;
                }
            }
            Event::Row(row, _) => self.add(&row),
        }
        Ok(!interrupt::asked())
    }

    /// Begins a TimeMap: writes it with all its pages as one list.
    fn begin(&mut self, named: Named, targets: &Targets) -> anyhow::Result<()> {
        if targets.is_empty() {
            if !named.is_seed {
                self.nothing += 1;
                let uri_t = named.uri_t.escape_debug();
                self.talk.say(format_args!("{uri_t}: no memento is listed"));
            }
            return Ok(());
        }
        let list = self.folder.join(format!("{}.link", self.made.len()));
        write(&named.uri_t, targets, &list).context("the temporary folder cannot be written")?;
        self.made.push(list);
        self.open = Some(Open { uri_t: named.uri_t, found: 0, wanted: targets.len() });
        Ok(())
    }

    /// Counts a memento, or says why it is not there.
    fn add(&mut self, row: &Row) {
        match (row.reason(), &mut self.open) {
            (None, Some(open)) => open.found += 1,
            (Some(reason), _) => {
                self.talk.say(format_args!("{}: {reason}", row.uri_m().escape_debug()));
            }
            (None, None) => {}
        }
    }

    /// Says how many mementos of a TimeMap are there.
    fn end(&mut self) {
        let Some(Open { uri_t, found, wanted }) = self.open.take() else { return };
        let wanted = counted(wanted as u64, "memento");
        self.talk.say(format_args!("{found} of {wanted} of {}", uri_t.escape_debug()));
    }
}

/// Writes a TimeMap in link format. Its address stays in the list: results are told by TimeMap.
fn write(uri_t: &str, targets: &Targets, list: &Path) -> std::io::Result<()> {
    let original = targets.pages().find_map(|(original, _)| original.map(str::to_owned));
    let timemap = TimeMap { own: Some(uri_t.to_owned()), original, ..TimeMap::default() };
    let mut out = WholeFile::create(list)?;
    let mementos = (0..targets.len()).map(|place| targets.memento(place));
    Dialect::Link.write(&timemap, mementos, &mut out)?;
    out.publish()
}
