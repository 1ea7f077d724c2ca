//! Links to other hosts. A copy of a site links to the host of the original, which may become known
//! only later: such links are kept until then.

use std::collections::HashSet;

use super::candidates::Origin;

/// A link to another host.
#[derive(Debug)]
pub(super) struct ExternalLink {
    pub(super) address: String,
    found_on: String,
    via: usize,
    position: usize,
    depth: u32,
    column: Option<usize>,
}

impl ExternalLink {
    pub(super) fn origin(&self) -> Origin<'_> {
        let Self { via: route, position, depth, column, .. } = *self;
        Origin { route, page: &self.found_on, position, depth, column }
    }
}

/// Links to other hosts, each address once.
#[derive(Debug, Default)]
pub(super) struct ExternalLinks {
    links: Vec<ExternalLink>,
    seen: HashSet<String>,
}

impl ExternalLinks {
    pub(super) fn add(&mut self, address: &str, origin: Origin<'_>) {
        if self.seen.insert(address.to_owned()) {
            let (address, found_on) = (address.to_owned(), origin.page.to_owned());
            let Origin { route: via, position, depth, column, .. } = origin;
            self.links.push(ExternalLink { address, found_on, via, position, depth, column });
        }
    }

    /// Number of distinct addresses.
    pub(super) fn len(&self) -> usize {
        self.seen.len()
    }

    /// Takes out all links, to look at them again.
    pub(super) fn take(&mut self) -> Vec<ExternalLink> {
        std::mem::take(&mut self.links)
    }

    /// Puts a link back that is still external.
    pub(super) fn put_back(&mut self, link: ExternalLink) {
        self.links.push(link);
    }
}
