//! `scutch portal`: whole sites by declaration.

mod check;
mod crawl;
mod page;
mod record;
mod suggest;
mod test;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Subcommand;
use scutch_corpus::PortalRules;
use scutch_portal::{FileError, PRESETS, Portal};

use crate::exit::{Exit, UsageError};
use crate::talk::Talk;
use crate::verbs::config::print_schema;
use crate::verbs::network::NOTE;

#[derive(Debug, Subcommand)]
pub(crate) enum PortalVerb {
    /// Crawl a portal: archive pages by all routes, then the articles they list.
    #[command(after_help = NOTE)]
    Crawl(Box<crawl::CrawlArgs>),
    /// Check portal files.
    Check(check::CheckArgs),
    /// Try the rules of portal folders on their stored pages.
    Test(test::TestArgs),
    /// Propose a portal file from archive pages: from what repeats on them.
    #[command(after_help = NOTE)]
    Suggest(Box<suggest::SuggestArgs>),
    /// Fetch a page and add it to a portal folder as a case.
    #[command(after_help = NOTE)]
    Record(Box<record::RecordArgs>),
    /// Print the portal file of a preset, or the names of all.
    Preset(check::PresetArgs),
    /// Print the JSON Schema of portal files.
    Schema,
}

pub(crate) fn run(verb: &PortalVerb, talk: Talk) -> anyhow::Result<Exit> {
    match verb {
        PortalVerb::Crawl(args) => crawl::run(args, talk),
        PortalVerb::Check(args) => check::run(args, talk),
        PortalVerb::Test(args) => test::run(args, talk),
        PortalVerb::Suggest(args) => suggest::run(args),
        PortalVerb::Record(args) => record::run(args, talk),
        PortalVerb::Preset(args) => check::preset(args),
        PortalVerb::Schema => print_schema(&scutch_portal::schema()),
    }
}

/// A portal file that means nothing.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub(crate) struct PortalError {
    path: PathBuf,
    pub(crate) fault: FileError,
}

/// Reads a portal file.
pub(crate) fn read(path: &Path, url: Option<&str>) -> anyhow::Result<Portal> {
    let text = std::fs::read_to_string(path);
    let text = text.with_context(|| format!("{}: cannot be read", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let beside = |name: &str| std::fs::read_to_string(folder.join(name));
    let portal = Portal::load_with(&text, url, &beside);
    portal.map_err(|fault| PortalError { path: path.to_owned(), fault }.into())
}

/// The content rules of a portal file, for the hosts it names.
pub(crate) fn content_rules(path: &Path) -> anyhow::Result<PortalRules> {
    let portal = read(path, None)?;
    if portal.content.is_empty() && portal.article.next.is_empty() {
        let message =
            format!("{}: no content rules; write [[content]] with `root`", path.display());
        return Err(UsageError(message).into());
    }
    let own = portal.url.host().to_owned();
    let hosts = std::iter::once(own).chain(portal.hosts.iter().cloned()).collect();
    let next = portal.article.next.files().to_vec();
    Ok(PortalRules { hosts, content: portal.content.files().to_vec(), next })
}

/// The line of a portal file that is wrong, and what to do about it.
pub(crate) fn pointed(error: &FileError) -> String {
    let pointer = " ".repeat(error.column.saturating_sub(1));
    format!("  {}\n  {pointer}^", error.written)
}
