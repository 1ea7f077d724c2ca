//! Which addresses belong to a site, and how they are spelled there.

use std::collections::{BTreeMap, BTreeSet};

use scutch_url::{Url, bare_host, registrable_domain};

/// A site: one origin, and the hosts that stand for it in links. A copy on another server still
/// links to the host of the original.
#[derive(Debug, Clone)]
pub struct Site {
    /// Scheme, host and port.
    origin: String,
    host: String,
    /// Path of the first page, up to its last slash.
    folder: String,
    /// Hosts that stand for the site, without `www.`.
    hosts: BTreeSet<String>,
    /// Registrable domains whose hosts all stand for the site.
    domains: BTreeSet<String>,
}

/// Links to one host that are needed to take it for the original's.
// Any page has a few links to one other site.
const MIN_LINKS: usize = 5;

impl Site {
    /// The site of a first page, with other hosts that stand for it. Malformed host names are
    /// ignored.
    pub fn new(start: &Url, hosts: &[String]) -> Self {
        let folder = start.path().rsplit_once('/').map_or("", |(folder, _)| folder);
        // The own host is among them, for its variant with `www.`.
        let hosts = std::iter::once(start.host()).chain(hosts.iter().map(String::as_str));
        Self {
            origin: start.origin(),
            host: start.host_and_port().to_owned(),
            folder: format!("{folder}/"),
            hosts: hosts.filter_map(bare_host).collect(),
            domains: BTreeSet::new(),
        }
    }

    /// Learns that the site calls itself by the host of an address. If the host is of another
    /// domain, this is a copy, and the whole domain stands for the site.
    pub fn learn(&mut self, address: &str) {
        let Ok(url) = Url::parse(address) else { return };
        // Pages also give `mailto:` and `javascript:` addresses for themselves.
        if !matches!(url.scheme(), "http" | "https") || url.host().is_empty() {
            return;
        }
        let host = url.host();
        self.hosts.extend(bare_host(host));
        // Other hosts of the own domain are other sites, so that they teach nothing.
        let own = registrable_domain(&self.host);
        if let Some(domain) = registrable_domain(host).filter(|domain| Some(domain) != own.as_ref())
        {
            self.domains.insert(domain);
        }
    }

    /// Whether the server has no name of its own, so that its site must be a copy.
    pub fn is_nameless(&self) -> bool {
        let bare = self.host.split(':').next().unwrap_or_default();
        bare == "localhost" || bare.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    }

    /// Learns the host of an address that a page of a copy gives for itself, if the path is the
    /// same. True if the host is new.
    pub fn learn_by_twin(&mut self, alias: &str, own: &str) -> bool {
        let Ok(url) = Url::parse(alias) else { return false };
        if !self.is_nameless() || self.localized(&url).is_some() {
            return false;
        }
        let path = Self::target(own).strip_prefix(&self.folder).unwrap_or_default();
        // An empty path would make every front page a twin.
        let is_same = !path.is_empty() && url.path_and_rest().strip_prefix('/') == Some(path);
        if is_same {
            self.learn(alias);
        }
        is_same
    }

    /// Learns from the links of the first page. If the server has no name and most links lead to
    /// one other host, this is a copy of that host's site.
    pub fn learn_by_links(&mut self, links: &[String]) {
        if !self.is_nameless() {
            return;
        }
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut own = 0;
        for url in links.iter().filter_map(|link| Url::parse(link).ok()) {
            match self.localized(&url) {
                Some(_) => own += 1,
                None => *counts.entry(url.host().to_owned()).or_default() += 1,
            }
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        if let Some((host, _)) = most.filter(|(_, count)| *count > own.max(MIN_LINKS)) {
            self.learn(&format!("http://{host}/"));
        }
    }

    /// The address on this site that an address stands for, without its fragment; `None` if it
    /// belongs to another site.
    pub fn localized(&self, url: &Url) -> Option<String> {
        let target = url.path_and_query();
        if url.host_and_port() == self.host {
            return Some(format!("{}{target}", self.origin));
        }
        let host = url.host();
        // Another port of the same host is another server, but another scheme is not.
        let is_own_host = self.host.split(':').next() == Some(host);
        if is_own_host && (url.port().is_some() || self.host != host) {
            return None;
        }
        let stands = bare_host(host).is_some_and(|bare| self.hosts.contains(&bare))
            || registrable_domain(host).is_some_and(|domain| self.domains.contains(&domain));
        // The copy may be in a folder, which then is the root of the original.
        let target = target.strip_prefix('/').unwrap_or(target);
        stands.then(|| format!("{}{}{target}", self.origin, self.folder))
    }

    /// Path and query of an address.
    pub fn target(address: &str) -> &str {
        let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
        rest.find('/').map_or("/", |slash| &rest[slash..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn localized(site: &Site, address: &str) -> Option<String> {
        site.localized(&Url::parse(address).expect("an address"))
    }

    #[test]
    fn links_to_the_original_become_links_to_the_copy() {
        let start = Url::parse("http://127.0.0.1:8000/copy/index.html").expect("an address");
        let mut site = Site::new(&start, &["WWW.Old.example".to_owned()]);
        site.learn("https://www.party.example/2020/01/x/");
        site.learn("mailto:a@b.example");
        for (from, to) in [
            ("http://127.0.0.1:8000/a?b#c", Some("http://127.0.0.1:8000/a?b")),
            ("http://127.0.0.1:9000/a", None),
            ("https://www.party.example/x/", Some("http://127.0.0.1:8000/copy/x/")),
            ("http://party.example:80/?p=1", Some("http://127.0.0.1:8000/copy/?p=1")),
            ("http://static.party.example/x", Some("http://127.0.0.1:8000/copy/x")),
            ("http://old.example/", Some("http://127.0.0.1:8000/copy/")),
            ("http://www.old.example/", Some("http://127.0.0.1:8000/copy/")),
            ("https://other.example/x", None),
            ("https://b.example/x", None),
        ] {
            assert_eq!(localized(&site, from).as_deref(), to, "{from}");
        }
    }

    #[test]
    fn a_copy_is_recognised_by_where_its_links_lead() {
        let links: Vec<_> = (0..9).map(|n| format!("https://www.party.example/{n}")).collect();
        for (start, expected) in [
            ("http://127.0.0.1:8000/", Some("http://127.0.0.1:8000/x")),
            ("https://directory.example/", None),
        ] {
            let mut site = Site::new(&Url::parse(start).expect("an address"), &[]);
            site.learn_by_links(&links[..4]);
            assert_eq!(localized(&site, "https://party.example/x"), None);
            site.learn_by_links(&links);
            assert_eq!(localized(&site, "https://party.example/x").as_deref(), expected);
        }
    }

    #[test]
    fn a_copy_is_recognised_by_a_page_that_names_the_original() {
        for (start, alias, expected) in [
            ("http://127.0.0.1:8000/", "https://www.party.example/2020/a/", true),
            ("http://127.0.0.1:8000/copy/", "https://www.party.example/2020/a/", true),
            ("http://127.0.0.1:8000/", "https://www.party.example/2020/b/", false),
            ("http://127.0.0.1:8000/", "https://www.party.example/", false),
            ("https://directory.example/", "https://www.party.example/2020/a/", false),
        ] {
            let mut site = Site::new(&Url::parse(start).expect("an address"), &[]);
            let learned = site.learn_by_twin(alias, &format!("{start}2020/a/"));
            assert_eq!(learned, expected, "{start} {alias}");
            let local = localized(&site, "http://party.example/x");
            assert_eq!(local, learned.then(|| format!("{start}x")), "{start} {alias}");
            assert!(!site.learn_by_twin(alias, &format!("{start}2020/a/")) || !learned, "new once");
        }
    }

    #[test]
    fn other_hosts_of_a_domain_are_other_sites() {
        let start = Url::parse("https://news.example/").expect("an address");
        let mut site = Site::new(&start, &[]);
        site.learn("https://news.example/feed");
        let www = localized(&site, "http://www.news.example/a");
        assert_eq!(www.as_deref(), Some("https://news.example/a"));
        assert_eq!(localized(&site, "https://shop.news.example/a"), None);
    }
}
