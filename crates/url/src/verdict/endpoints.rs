//! Addresses that lead to a service and not to a text, by table.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::kinds::kinds;
use super::words::{FileClass, ending, file_class, rows};
use crate::host_scope::{HostScope, is_name_under_any_suffix};
use crate::parse::Url;
use crate::profile::{name_and_value, pairs};

kinds! {
    /// What a service is for.
    pub enum EndpointKind, "endpoint-" {
        /// Forms that share a page or subscribe to it.
        Share = "share",
        /// Forms that answer to a comment or post.
        Reply = "reply",
        /// Editors and histories.
        Edit = "edit",
        /// Hosts of files, counters and advertisements.
        Resource = "resource",
        /// Accounts on platforms: lists of what somebody posted.
        Profile = "profile",
        /// Platforms as a whole: networks, stores, short links.
        Platform = "platform",
    }
}

impl EndpointKind {
    /// Kinds without pages that a corpus could want.
    pub const NO_PAGES: &'static [EndpointKind] =
        &[EndpointKind::Share, EndpointKind::Reply, EndpointKind::Edit, EndpointKind::Resource];
    /// These, and the lists among the others.
    pub const NO_ARTICLES: &'static [EndpointKind] = &[
        EndpointKind::Share,
        EndpointKind::Reply,
        EndpointKind::Edit,
        EndpointKind::Resource,
        EndpointKind::Profile,
    ];
}

/// A row of the table, without its hosts.
struct Endpoint {
    kind: EndpointKind,
    path: PathPattern,
    parameter: Option<Parameter>,
}

/// The first segments of a path.
struct PathPattern {
    segments: Vec<&'static str>,
    /// Whether nothing may follow.
    whole: bool,
}

/// A parameter, and its values if not all count.
struct Parameter {
    name: &'static str,
    values: Vec<&'static str>,
}

/// The table by host: most hosts have no row, and are done after a few lookups.
#[derive(Default)]
struct Endpoints {
    /// Rows for any host.
    anywhere: Vec<Endpoint>,
    /// Rows by host or domain.
    hosts: FxHashMap<Box<str>, Vec<Endpoint>>,
    /// Rows by the label before the public suffix.
    names: FxHashMap<Box<str>, Vec<Endpoint>>,
    /// Rows by the first label, numbers behind it apart; they hold for nothing that ends as pages do.
    first_labels: FxHashMap<Box<str>, Vec<Endpoint>>,
}

/// The first endpoint of one of the kinds that a URL leads to, and what in the URL says so.
pub(super) fn endpoint<'u>(
    url: &'u Url,
    kinds: &[EndpointKind],
) -> Option<(EndpointKind, &'u str)> {
    static TABLE: LazyLock<Endpoints> =
        LazyLock::new(|| Endpoints::from_table(include_str!("../../data/endpoints.tsv")));
    let leads_to = |endpoint: &Endpoint| {
        let what = kinds.contains(&endpoint.kind).then(|| endpoint.matches(url))??;
        Some((endpoint.kind, what))
    };
    let host = url.host_without_root();
    TABLE.of_host(host).chain(TABLE.of_file_host(host, url.path())).find_map(leads_to)
}

impl Endpoints {
    fn from_table(table: &'static str) -> Endpoints {
        let mut endpoints = Endpoints::default();
        for row in rows(table) {
            let [kind, hosts, path, parameter, _] = row[..] else { continue };
            let Some(kind) = EndpointKind::from_word(kind) else { continue };
            let make = || Endpoint {
                kind,
                path: PathPattern::from_column(path),
                parameter: Parameter::from_column(parameter),
            };
            match HostScope::from_column(hosts) {
                HostScope::Any => endpoints.anywhere.push(make()),
                HostScope::These(hosts) => {
                    for host in hosts {
                        let (map, key) = match (host.strip_suffix('.'), host.strip_prefix('^')) {
                            (Some(name), _) => (&mut endpoints.names, name.into()),
                            (None, Some(label)) => (&mut endpoints.first_labels, label.into()),
                            (None, None) => (&mut endpoints.hosts, host),
                        };
                        map.entry(key).or_default().push(make());
                    }
                }
            }
        }
        endpoints
    }

    /// The rows that may hold for a host: those of the host and the domains above it first.
    fn of_host<'t>(&'t self, host: &'t str) -> impl Iterator<Item = &'t Endpoint> {
        let above = host.match_indices('.').map(|(at, _)| &host[at + 1..]);
        let own = std::iter::once(host).chain(above).filter_map(|name| self.hosts.get(name));
        let named = host
            .split('.')
            .filter_map(|label| self.names.get_key_value(label))
            .filter(|(name, _)| is_name_under_any_suffix(host, name))
            .map(|(_, rows)| rows);
        own.chain(named).chain([&self.anywhere]).flatten()
    }

    /// The rows for hosts of files, where the path does not end as those of pages do.
    fn of_file_host<'t>(&'t self, host: &str, path: &str) -> impl Iterator<Item = &'t Endpoint> {
        let is_number = |c: char| c.is_ascii_digit() || c == '-';
        let label = host.split_once('.').map(|(label, _)| label.trim_end_matches(is_number));
        let rows = label.and_then(|label| self.first_labels.get(label));
        let is_page = || ending(path).and_then(file_class) == Some(FileClass::Page);
        rows.filter(|_| !is_page()).into_iter().flatten()
    }
}

impl Endpoint {
    /// What in a URL of its host says that it leads here.
    fn matches<'u>(&self, url: &'u Url) -> Option<&'u str> {
        let path = url.path();
        if !self.path.fits(path) {
            return None;
        }
        match &self.parameter {
            Some(parameter) => pairs(url.query()?).find(|pair| parameter.is(pair)),
            None if self.path.segments.is_empty() => Some(url.host()),
            None => Some(path),
        }
    }
}

impl PathPattern {
    fn from_column(column: &'static str) -> PathPattern {
        let (path, whole) = match column.strip_suffix('$') {
            Some(path) => (path, true),
            None => (column, false),
        };
        let segments = match path.strip_prefix('/') {
            Some(path) => path.split('/').collect(),
            // A lone star is no segment: it stands for any path.
            None => Vec::new(),
        };
        PathPattern { segments, whole }
    }

    fn fits(&self, path: &str) -> bool {
        let mut given = path.split('/').filter(|segment| !segment.is_empty());
        let begins = self.segments.iter().all(|expected| {
            given.next().is_some_and(|segment| match expected.strip_suffix('*') {
                Some(front) => segment.starts_with(front),
                None => segment.eq_ignore_ascii_case(expected),
            })
        });
        begins && (!self.whole || given.next().is_none())
    }
}

impl Parameter {
    fn from_column(column: &'static str) -> Option<Parameter> {
        if column == "-" {
            return None;
        }
        let (name, values) = match column.split_once('=') {
            Some((name, values)) => (name, values.split('|').collect()),
            None => (column, Vec::new()),
        };
        Some(Parameter { name, values })
    }

    fn is(&self, pair: &str) -> bool {
        let (name, value) = name_and_value(pair);
        name == self.name && (self.values.is_empty() || self.values.contains(&value))
    }
}

#[cfg(test)]
mod tests {
    use super::{EndpointKind, endpoint};
    use crate::Url;
    use crate::verdict::words::rows;

    #[test]
    fn every_line_is_whole() {
        for row in rows(include_str!("../../data/endpoints.tsv")) {
            assert!(row.len() == 5 && EndpointKind::from_word(row[0]).is_some(), "{row:?}");
            assert!(row[2] == "*" || row[2].starts_with('/'), "{row:?}");
        }
    }

    #[test]
    fn services_are_told_from_pages() {
        for (url, expected) in [
            ("https://www.facebook.com/sharer/sharer.php?u=x", Some("share")),
            ("https://www.facebook.com/v2.9/dialog/share?u=x", Some("share")),
            ("https://facebook.com/harbour", Some("profile")),
            ("https://facebook.com/harbour/posts/1", Some("platform")),
            ("https://notfacebook.com/sharer", None),
            ("https://twitter.com/intent/tweet?text=x", Some("share")),
            ("https://pinterest.co.uk/pin/create/button/?url=x", Some("share")),
            ("https://pinterest.example.org/pin/create/button/?url=x", None),
            ("https://e.org/story?share=twitter", Some("share")),
            ("https://e.org/story?share=7", None),
            ("https://e.org/story?replytocom=44157", Some("reply")),
            ("https://e.org/forum/posting.php?mode=reply&t=7", Some("reply")),
            ("https://e.org/forum/posting.php?mode=view", None),
            ("https://e.org/w/index.php?title=Harbour&action=edit", Some("edit")),
            ("https://e.org/w/index.php?title=Harbour&action=view", None),
            ("https://github.com/a/b/edit/main/readme.md", Some("edit")),
            ("https://s0.wp.com/_static/x", Some("resource")),
            ("https://youtube.com/@harbour", Some("profile")),
            ("https://t.co/x", Some("platform")),
            ("https://cdn3.e.org/a/b", Some("resource")),
            ("https://static.e.org/story.html", None),
            ("https://statics.e.org/a", None),
            ("https://www.amazon.co.jp/dp/1", Some("platform")),
        ] {
            let url = Url::parse(url).unwrap();
            let found = endpoint(&url, EndpointKind::ALL).map(|(kind, _)| kind.id());
            assert_eq!(found, expected, "{url}");
        }
    }
}
