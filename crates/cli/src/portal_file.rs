//! Portal files: reading them, and showing what is wrong with one.

use std::io;
use std::path::{Path, PathBuf};

use scutch_folder::config::rules::PortalRules;
use scutch_portal::{FileError, Portal};

use crate::exit::UsageError;
use crate::settings_file;

/// A portal file that means nothing.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub(crate) struct PortalError {
    path: PathBuf,
    pub(crate) fault: FileError,
}

/// A portal file that no crawl can begin from.
#[derive(Debug, thiserror::Error)]
#[error("{}: no route leads to archive pages", path.display())]
pub(crate) struct NoRoute {
    path: PathBuf,
}

impl NoRoute {
    pub(crate) const HINT: &str = "write [archive.NAME] with `url`, name a `preset`, or begin with \
        what `scutch portal suggest URL` proposes";
}

/// Reads a portal file that has a route.
pub(crate) fn read_routes(path: &Path, url: Option<&str>) -> anyhow::Result<Portal> {
    let portal = read(path, url)?;
    if portal.routes.is_empty() {
        return Err(NoRoute { path: path.to_owned() }.into());
    }
    Ok(portal)
}

/// Reads a portal file.
pub(crate) fn read(path: &Path, url: Option<&str>) -> anyhow::Result<Portal> {
    let text = settings_file::settings(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    // Tables of rules lie in files next to the portal file, wherever the program was started.
    let beside = |name: &str| {
        settings_file::settings(&folder.join(name)).map_err(|e| io::Error::other(format!("{e:#}")))
    };
    let portal = Portal::load_with(&text, url, &beside);
    portal.map_err(|fault| PortalError { path: path.to_owned(), fault }.into())
}

/// The content rules of a portal file, for the hosts it names.
pub(crate) fn content_rules(path: &Path) -> anyhow::Result<PortalRules> {
    let portal = read(path, None)?;
    let article = portal.article.signs().clone();
    // A file without such rules is sound for crawling, but would silently do nothing here.
    if portal.content.is_empty() && portal.article.next.is_empty() && article.is_empty() {
        let message =
            format!("{}: no content rules; write [[content]] with `root`", path.display());
        return Err(UsageError(message).into());
    }
    let own = portal.url.host().to_owned();
    let hosts = std::iter::once(own).chain(portal.hosts.iter().cloned()).collect();
    let next = portal.article.next.files().to_vec();
    let site = Some(portal.name).filter(|name| !name.trim().is_empty());
    Ok(PortalRules { hosts, site, content: portal.content.files().to_vec(), next, article })
}

/// The line of a portal file that is wrong, and what to do about it.
pub(crate) fn pointed(error: &FileError) -> String {
    // Columns count from 1.
    let pointer = " ".repeat(error.column.saturating_sub(1));
    format!("  {}\n  {pointer}^", error.written)
}
