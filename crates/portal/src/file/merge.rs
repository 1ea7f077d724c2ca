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
            paywall: self.paywall.or(preset.paywall),
            keep: or(self.keep, preset.keep),
            drop: or(self.drop, preset.drop),
            late: or(self.late, preset.late),
            elsewhere: self.elsewhere.or(preset.elsewhere),
            id: self.id.or(preset.id),
            alias: self.alias.or(preset.alias),
            next: self.next.or(preset.next),
            max_pages: self.max_pages.or(preset.max_pages),
            neighbours: self.neighbours.or(preset.neighbours),
            max_neighbours: self.max_neighbours.or(preset.max_neighbours),
        }
    }
}

/// An empty list cannot be told from a missing one, so it takes the preset's too.
fn or<T>(own: Vec<T>, preset: Vec<T>) -> Vec<T> {
    if own.is_empty() { preset } else { own }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file, its preset, and the one over the other.
    const CASES: &[(&str, &str, &str)] = &[
        ("name = 'own'", "name = 'preset'", "name = 'own'"),
        ("", "name = 'preset'", "name = 'preset'"),
        ("learn_hosts = false", "learn_hosts = true", "learn_hosts = false"),
        // A preset of a preset is read before.
        ("preset = 'a'", "preset = 'b'", "preset = 'a'"),
        ("", "preset = 'b'", ""),
        ("hosts = ['a']", "hosts = ['b']", "hosts = ['a', 'b']"),
        ("skip = ['/a']", "skip = ['/b', '/a']", "skip = ['/a', '/b', '/a']"),
        ("columns = ['a']", "columns = ['b']", "columns = ['a']"),
        ("columns = []", "columns = ['b']", "columns = ['b']"),
        // Routes by name, and field by field within one.
        ("archive.a.url = '/a'", "archive.b.url = '/b'", "archive = {a.url = '/a', b.url = '/b'}"),
        (
            "archive.a = {off = true, page_is = ['.own']}",
            "archive.a = {url = '/a', kind = 'feed', page_is = ['.preset'], pages = ['^/a']}",
            "archive.a = {off = true, page_is = ['.own'], url = '/a', kind = 'feed', pages = ['^/a']}",
        ),
        (
            "archive.a = {from = 2019-05-01, order = 'new-first'}",
            "archive.a = {from = 2001-01-01, to = 2020-01-01, order = 'old-first'}",
            "archive.a = {from = 2019-05-01, to = 2020-01-01, order = 'new-first'}",
        ),
        // Rules, page numbers and conditions to stop are taken whole: parts of two fit badly.
        ("links = {link = 'a'}", "links = {link = 'b', attr = 'c'}", "links = {link = 'a'}"),
        ("next = [{link = 'a'}]", "next = {link = 'b'}", "next = {link = 'a'}"),
        (
            "archive.a.page.max = 3",
            "archive.a.page = {first = 2, max = 9}",
            "archive.a.page = {max = 3}",
        ),
        ("archive.a.stop.stale = 1", "archive.a.stop.pages = 9", "archive.a.stop.stale = 1"),
        ("content = [{root = ['a']}]", "content = [{root = ['b']}]", "content = [{root = ['a']}]"),
        (
            "article = {is = ['.a'], elsewhere = false}",
            "article = {is = ['.b'], is_not = ['.c'], elsewhere = true, late = ['x']}",
            "article = {is = ['.a'], is_not = ['.c'], elsewhere = false, late = ['x']}",
        ),
        (
            "article.paywall = ['.a']",
            "article = {is = ['.b'], paywall = ['.c']}",
            "article = {is = ['.b'], paywall = ['.a']}",
        ),
        ("article.paywall = false", "article.paywall = ['.c']", "article.paywall = false"),
        ("article.paywall = []", "article.paywall = true", "article.paywall = []"),
        (
            "article.elsewhere = true",
            "article.paywall = ['.c']",
            "article = {elsewhere = true, paywall = ['.c']}",
        ),
    ];

    fn file(text: &str) -> PortalFile {
        PortalFile::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn what_a_file_sets_goes_before_its_preset() {
        for (own, preset, expected) in CASES {
            assert_eq!(file(own).over(file(preset)), file(expected), "{own}\nover\n{preset}");
        }
    }

    #[test]
    fn a_file_without_a_preset_stays_as_it_is() {
        for (own, preset, expected) in CASES {
            for text in [own, preset, expected] {
                assert_eq!(file(text).over(PortalFile::default()), file(text), "{text}");
            }
        }
    }
}
