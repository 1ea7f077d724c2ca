//! Laying a portal file over its preset: what the file sets goes first.

use super::{ArticleFile, PortalFile, RouteFile};

impl PortalFile {
    /// This file over a preset.
    pub(crate) fn over(self, preset: Self) -> Self {
        let mut archive = preset.archive;
        for (name, route) in self.archive {
            let below = archive.remove(&name).unwrap_or_default();
            archive.insert(name, route.over(below));
        }
        Self {
            name: self.name.or(preset.name),
            preset: self.preset,
            url: self.url.or(preset.url),
            // Hosts and skipped addresses add up: a preset knows what no site of its program wants.
            hosts: [self.hosts, preset.hosts].concat(),
            learn_hosts: self.learn_hosts.or(preset.learn_hosts),
            columns: or(self.columns, preset.columns),
            archive,
            links: self.links.or(preset.links),
            next: self.next.or(preset.next),
            article: self.article.over(preset.article),
            content: or(self.content, preset.content),
            skip: [self.skip, preset.skip].concat(),
        }
    }
}

impl RouteFile {
    fn over(self, preset: Self) -> Self {
        Self {
            off: self.off.or(preset.off),
            kind: self.kind.or(preset.kind),
            url: self.url.or(preset.url),
            from: self.from.or(preset.from),
            to: self.to.or(preset.to),
            order: self.order.or(preset.order),
            months: or(self.months, preset.months),
            page: self.page.or(preset.page),
            pages: or(self.pages, preset.pages),
            page_is: or(self.page_is, preset.page_is),
            links: self.links.or(preset.links),
            next: self.next.or(preset.next),
            stop: self.stop.or(preset.stop),
        }
    }
}

impl ArticleFile {
    fn over(self, preset: Self) -> Self {
        Self {
            is: or(self.is, preset.is),
            is_not: or(self.is_not, preset.is_not),
            keep: or(self.keep, preset.keep),
            drop: or(self.drop, preset.drop),
            late: or(self.late, preset.late),
            elsewhere: self.elsewhere.or(preset.elsewhere),
            id: self.id.or(preset.id),
            alias: self.alias.or(preset.alias),
            next: self.next.or(preset.next),
            neighbours: self.neighbours.or(preset.neighbours),
        }
    }
}

/// An empty list cannot be told from a missing one, so it takes the preset's too.
fn or<T>(own: Vec<T>, preset: Vec<T>) -> Vec<T> {
    if own.is_empty() { preset } else { own }
}
