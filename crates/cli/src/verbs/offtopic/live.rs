//! TimeMaps that are named by their addresses: they and their mementos are fetched first, and then
//! judged from the WARC file as any others.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_crawl::{Acquirer, Store};
use scutch_fetch::{Clock as _, SystemClock};
use scutch_memento::{Selection, link};
use tempfile::TempDir;

use super::args::OfftopicArgs;
use super::otmt::is_address;
use super::source::SourceArgs;
use crate::exit::UsageError;
use crate::interrupt;
use crate::talk::Talk;
use crate::verbs::memento::acquire::{tell, wishes};

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
    if source.cdx.is_some() {
        let sentence = "--cdx names captures of archives, and does not go with TimeMaps by address";
        return Err(UsageError(sentence.to_owned()).into());
    }
    let folder = tempfile::tempdir().context("no temporary folder")?;
    let kept = args.fetched.clone();
    let warc = kept.unwrap_or_else(|| folder.path().join("fetched.warc.gz"));
    let now = SystemClock::default().unix_ms();
    let store = Store::open(&warc, &args.network.user_agent(), now)?;
    let guard = args.network.guard();
    let mut acquirer = Acquirer::new(Some(args.network.client()), Some(store), guard);
    let mut lists = Vec::new();
    for (number, path) in source.timemap.iter().enumerate() {
        match path.to_str().filter(|name| is_address(name)) {
            Some(uri_t) => {
                let listed = fetch(uri_t, &mut acquirer, talk)?;
                let none = listed.is_none();
                anyhow::ensure!(!none, "{}: no memento is listed", uri_t.escape_debug());
                lists.extend(write(listed, &folder.path().join(format!("{number}.link")))?);
            }
            None => lists.push(path.clone()),
        }
    }
    for (number, (_, uri_t)) in collections.seeds(&mut acquirer, talk)?.iter().enumerate() {
        if interrupt::asked() {
            break;
        }
        let listed = fetch(uri_t, &mut acquirer, talk)?;
        lists.extend(write(listed, &folder.path().join(format!("seed-{number}.link")))?);
    }
    anyhow::ensure!(!lists.is_empty(), "no memento is listed");
    let mut inputs = source.inputs.clone();
    inputs.push(warc.display().to_string());
    let source = SourceArgs { inputs, timemap: lists, ..SourceArgs::default() };
    Ok(Some(Fetched { source, _folder: folder }))
}

/// Writes a list, if there is one.
fn write(listed: Option<String>, path: &Path) -> anyhow::Result<Option<PathBuf>> {
    let Some(text) = listed else { return Ok(None) };
    fs::write(path, text).context("the temporary folder cannot be written")?;
    Ok(Some(path.to_owned()))
}

/// Fetches the mementos of a TimeMap; the TimeMap with all its pages in link format, `None` where it
/// lists nothing.
fn fetch(uri_t: &str, acquirer: &mut Acquirer, talk: Talk) -> anyhow::Result<Option<String>> {
    let listed = acquirer.timemap(uri_t)?;
    tell(&listed.troubles, talk);
    let mut timemap = listed.timemap;
    timemap.mementos = Selection::default().of(&timemap.mementos);
    timemap.own = Some(uri_t.to_owned());
    let (mut found, wanted) = (0, timemap.mementos.len());
    if wanted == 0 {
        return Ok(None);
    }
    for wish in wishes(&timemap, |_| uri_t.to_owned(), &Selection::default()) {
        if interrupt::asked() {
            break;
        }
        let (row, _) = acquirer.memento(&wish)?;
        match row.reason() {
            None => found += 1,
            Some(reason) => talk.say(format_args!("{}: {reason}", wish.uri_m.escape_debug())),
        }
    }
    talk.say(format_args!("{found} of {wanted} mementos of {}", uri_t.escape_debug()));
    Ok(Some(link(&timemap)))
}
