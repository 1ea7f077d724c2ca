//! Which addresses belong to a site, and how they are spelled there.

use std::collections::{BTreeMap, BTreeSet};

use scutch_url::{Url, bare_host, registrable_domain};

/// A site: one origin, and hosts that stand for it in links. A copy of a site that is served elsewhere
/// still names the original's host in its links.
#[derive(Debug, Clone)]
pub struct Site {
    /// Scheme, host and port.
    origin: String,
    host: String,
    /// Path of the first page, up to its last slash.
    folder: String,
    /// Hosts that stand for the site, with `www.` and without.
    hosts: BTreeSet<String>,
    /// Registrable domains all of whose hosts stand for the site.
    domains: BTreeSet<String>,
}

/// Fewer links to a host than these say nothing.
const MANY: usize = 5;

impl Site {
    /// The site of a first page, with other hosts that stand for it; names that are none stand for nothing.
    pub fn new(start: &Url, hosts: &[String]) -> Self {
        let folder = start.path().rsplit_once('/').map_or("", |(folder, _)| folder);
        let hosts = std::iter::once(start.host()).chain(hosts.iter().map(String::as_str));
        Self {
            origin: start.origin(),
            host: start.host_and_port().to_owned(),
            folder: format!("{folder}/"),
            hosts: hosts.filter_map(bare_host).collect(),
            domains: BTreeSet::new(),
        }
    }

    /// Learns that the site calls itself by the host of an address. Where that is the host of another
    /// domain, this is a copy, and the whole domain stands for the site.
    pub fn learn(&mut self, address: &str) {
        let Ok(url) = Url::parse(address) else { return };
        if !matches!(url.scheme(), "http" | "https") || url.host().is_empty() {
            return;
        }
        let host = url.host();
        self.hosts.extend(bare_host(host));
        let own = registrable_domain(&self.host);
        if let Some(domain) = registrable_domain(host).filter(|domain| Some(domain) != own.as_ref())
        {
            self.domains.insert(domain);
        }
    }

    /// Whether the server has no name of its own, so that a site on it is a copy.
    pub fn is_nameless(&self) -> bool {
        let bare = self.host.split(':').next().unwrap_or_default();
        bare == "localhost" || bare.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    }

    /// Learns from a page of a copy that gives itself the same address on another host; whether that is
    /// new.
    pub fn learn_by_twin(&mut self, alias: &str, own: &str) -> bool {
        let Ok(url) = Url::parse(alias) else { return false };
        if !self.is_nameless() || self.localized(&url).is_some() {
            return false;
        }
        let path = Self::target(own).strip_prefix(&self.folder).unwrap_or_default();
        let same = !path.is_empty() && url.path_and_rest().strip_prefix('/') == Some(path);
        if same {
            self.learn(alias);
        }
        same
    }

    /// Learns from where the links of the first page lead: a copy on a server without a name of its own,
    /// most of whose links lead to one other host, is a copy of that host's site.
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
        if let Some((host, _)) = most.filter(|(_, count)| *count > own.max(MANY)) {
            self.learn(&format!("http://{host}/"));
        }
    }

    /// The address on this site that an address stands for, without its fragment; `None` where it
    /// leads elsewhere.
    pub fn localized(&self, url: &Url) -> Option<String> {
        let target = url.path_and_query();
        if url.host_and_port() == self.host {
            return Some(format!("{}{target}", self.origin));
        }
        let host = url.host();
        // Another port of the same host is another server; another scheme is not.
        let own = self.host.split(':').next() == Some(host);
        if own && (url.port().is_some() || self.host != host) {
            return None;
        }
        let stands = bare_host(host).is_some_and(|bare| self.hosts.contains(&bare))
            || registrable_domain(host).is_some_and(|domain| self.domains.contains(&domain));
        // The root of the original is the folder of the copy.
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
    fn links_to_the_original_lead_to_the_copy() {
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
    fn a_copy_that_says_nothing_is_known_by_its_links() {
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
    fn a_copy_is_known_by_a_page_that_names_the_original() {
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
    fn hosts_of_the_same_domain_are_other_sites() {
        let start = Url::parse("https://news.example/").expect("an address");
        let mut site = Site::new(&start, &[]);
        site.learn("https://news.example/feed");
        let www = localized(&site, "http://www.news.example/a");
        assert_eq!(www.as_deref(), Some("https://news.example/a"));
        assert_eq!(localized(&site, "https://shop.news.example/a"), None);
    }
}
