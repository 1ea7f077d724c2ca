//! TimeMaps that are named by their addresses: they and their mementos are fetched first, and then
//! judged from the WARC file as any others.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_archive::WholeFile;
use scutch_crawl::{Acquirer, Store, Targets};
use scutch_fetch::{Clock as _, SystemClock};
use scutch_memento::{Dialect, Selection, TimeMap};
use tempfile::TempDir;

use super::args::OfftopicArgs;
use super::otmt::is_address;
use super::source::SourceArgs;
use crate::exit::UsageError;
use crate::interrupt;
use crate::output::temporary_folder;
use crate::talk::Talk;
use crate::verbs::memento::acquire::{UNKEPT, tell};

/// What was fetched, in place of what was named.
pub(super) struct Fetched {
    pub(super) source: SourceArgs,
    /// Deleted with this value.
    _folder: TempDir,
}

/// Fetches what is named by address; `None` where nothing is.
pub(super) fn fetched(args: &OfftopicArgs, talk: Talk) -> anyhow::Result<Option<Fetched>> {
    let source = &args.source;
    let address = |path: &PathBuf| path.to_str().is_some_and(is_address);
    let collections = &args.collections;
    if !source.timemap.iter().any(address) && collections.archiveit.is_empty() {
        return Ok(None);
    }
    // An index points into archives that exist; fetched mementos lie in a file of their own.
    if source.cdx.is_some() {
        let sentence = "--cdx names captures of archives, and does not go with TimeMaps by address";
        return Err(UsageError(sentence.to_owned()).into());
    }
    let _heeded = interrupt::heeded();
    let folder = temporary_folder()?;
    let kept = args.fetched.clone();
    // Without `--fetched` the file goes away with the folder.
    let warc = kept.unwrap_or_else(|| folder.path().join("fetched.warc.gz"));
    let now = SystemClock::default().unix_ms();
    let store = Store::open(&warc, &args.network.user_agent(), now)?;
    let guard = args.network.guard();
    let mut acquirer = Acquirer::new(Some(args.network.client()), Some(store), guard);
    let lists = lists(args, &mut acquirer, folder.path(), talk)?;
    anyhow::ensure!(!lists.is_empty(), "no memento is listed");
    let mut inputs = source.inputs.clone();
    inputs.push(warc.display().to_string());
    let source = SourceArgs { inputs, timemap: lists, ..SourceArgs::default() };
    Ok(Some(Fetched { source, _folder: folder }))
}

/// Fetches every TimeMap that is named by address or stands for a seed. Returns the lists to judge,
/// those that were files already among them.
fn lists(
    args: &OfftopicArgs,
    acquirer: &mut Acquirer,
    folder: &Path,
    talk: Talk,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut lists = Vec::new();
    for (number, path) in args.source.timemap.iter().enumerate() {
        match path.to_str().filter(|name| is_address(name)) {
            Some(uri_t) => {
                let list = folder.join(format!("{number}.link"));
                let found = fetch(uri_t, acquirer, &list, talk)?;
                anyhow::ensure!(found, "{}: no memento is listed", uri_t.escape_debug());
                lists.push(list);
            }
            None => lists.push(path.clone()),
        }
    }
    // A seed without mementos is usual in a collection, unlike a TimeMap that was named.
    for (number, (_, uri_t)) in args.collections.seeds(acquirer, talk)?.iter().enumerate() {
        if interrupt::asked() {
            break;
        }
        let list = folder.join(format!("seed-{number}.link"));
        if fetch(uri_t, acquirer, &list, talk)? {
            lists.push(list);
        }
    }
    Ok(lists)
}

/// Fetches the mementos of a TimeMap, and writes it with all its pages as one list; false where it lists
/// nothing.
fn fetch(uri_t: &str, acquirer: &mut Acquirer, list: &Path, talk: Talk) -> anyhow::Result<bool> {
    let mut targets = Targets::default();
    let listed = acquirer.timemap(uri_t, targets.begin_list(uri_t))?;
    tell(&listed.problems, talk);
    let original = listed.timemap.original.clone();
    targets.end_page(original, "timemap", &Selection::default(), None).context(UNKEPT)?;
    if targets.is_empty() {
        return Ok(false);
    }
    let mut found = 0;
    for place in 0..targets.len() {
        if interrupt::asked() {
            break;
        }
        let target = targets.get(place).context(UNKEPT)?;
        let (row, _) = acquirer.memento(&target)?;
        match row.reason() {
            None => found += 1,
            Some(reason) => talk.say(format_args!("{}: {reason}", target.uri_m.escape_debug())),
        }
    }
    talk.say(format_args!("{found} of {} mementos of {}", targets.len(), uri_t.escape_debug()));
    // The address stays in the list: results are told by TimeMap.
    let timemap = TimeMap { own: Some(uri_t.to_owned()), ..listed.timemap };
    write(&timemap, &targets, list).context("the temporary folder cannot be written")?;
    Ok(true)
}

/// Writes a TimeMap in link format.
fn write(timemap: &TimeMap, targets: &Targets, list: &Path) -> std::io::Result<()> {
    let mut out = WholeFile::create(list)?;
    let mementos = (0..targets.len()).map(|place| targets.memento(place));
    Dialect::Link.write(timemap, mementos, &mut out)?;
    out.publish()
}
