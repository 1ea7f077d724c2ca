//! courlan's store of URLs per host, with what it hands out and what it calls known.
//!
//! For comparisons only: `scutch_url::frontier` is the store to use. Time is a number of seconds
//! that the caller passes.
//!
//! Hosts are scheme and host with port; a path is all that follows. Queries are not normalised
//! before a look-up, fragments are part of the path, and asking for an unknown host makes it known:
//! all as in the original.

mod handout;
mod hosts;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::links::{LinkOptions, is_known_link};
use crate::robots::PythonRules;
use crate::settings::{Courlan, Invalid, Options};
pub use handout::ChangedWhileWalking;
use hosts::{Host, Hosts, State};

/// What follows the host in a URL.
#[derive(Debug, Clone)]
struct Path {
    text: String,
    visited: bool,
}

/// courlan's `UrlStore`: hosts with their paths, in the order in which they came.
///
/// Methods have the names of the original where Rust allows. Compression and pickling are left out.
#[derive(Debug, Clone, Default)]
pub struct Store {
    courlan: Courlan,
    language: Option<String>,
    strict: bool,
    trailing_slash: bool,
    hosts: Hosts,
    paths: Vec<Path>,
}

impl Store {
    /// An empty store.
    pub fn new(
        courlan: Courlan,
        language: Option<&str>,
        strict: bool,
        trailing_slash: bool,
    ) -> Store {
        let language = language.map(str::to_owned);
        Store { courlan, language, strict, trailing_slash, ..Store::default() }
    }

    /// The options with which URLs are normalised.
    fn options(&self) -> Options<'_> {
        Options {
            strict: self.strict,
            language: self.language.as_deref(),
            trailing_slash: self.trailing_slash,
            with_nav: false,
        }
    }

    /// Adds URLs behind those of their hosts, or in front of them.
    pub fn add_urls(&mut self, urls: &[String], visited: bool, in_front: bool) {
        let mut seen = FxHashSet::default();
        let mut order: Vec<String> = Vec::new();
        let mut per_host: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for url in urls.iter().filter(|url| seen.insert(url.as_str())) {
            let parts = self.courlan.normal_host_and_path(url, &self.options());
            let Ok((host, text)) = parts else { continue };
            self.paths.push(Path { text, visited });
            if !per_host.contains_key(&host) {
                order.push(host.clone());
            }
            per_host.entry(host).or_default().push(self.paths.len() - 1);
        }
        for host in order {
            let paths = per_host.remove(&host).unwrap_or_default();
            self.store(&host, &paths, in_front, None);
        }
    }

    /// Adds paths to a host, or sets its URLs anew; `now` is set when one was handed out.
    fn store(&mut self, host: &str, new: &[usize], in_front: bool, now: Option<f64>) {
        let mut host = host.to_owned();
        if let Some(rest) = host.strip_prefix("http://") {
            let secure = format!("https://{rest}");
            // A host that is known under https takes the URLs of plain http.
            if self.hosts.get(&secure).is_some() {
                host = secure;
            }
        } else if let Some(rest) = host.strip_prefix("https://")
            && let Some(plain) = self.hosts.remove(&format!("http://{rest}"))
        {
            // The first https URL moves all that was known of the host.
            *self.hosts.get_or_insert(&host) = plain;
        }
        if self.hosts.get(&host).is_some_and(|host| host.state == State::Discarded) {
            return;
        }
        let old = self.hosts.get(&host).map(|host| host.paths.clone()).unwrap_or_default();
        let known: FxHashSet<&str> = old.iter().map(|&p| self.paths[p].text.as_str()).collect();
        let added = new
            .iter()
            .copied()
            .filter(|&p| !is_known_link(&self.paths[p].text, |link| known.contains(link)));
        let all: Vec<usize> = if in_front {
            let mut added: Vec<usize> = added.collect();
            // `deque.extendleft` puts them in one by one.
            added.reverse();
            added.into_iter().chain(old.iter().copied()).collect()
        } else {
            old.iter().copied().chain(added).collect()
        };
        let done = all.iter().all(|&p| self.paths[p].visited);
        let entry = self.hosts.get_or_insert(&host);
        entry.total = all.len();
        entry.paths = all;
        entry.last = now.or(entry.last);
        entry.state = if done { State::AllVisited } else { State::Open };
    }

    /// Adds the links of a page.
    pub fn add_from_html(&mut self, html: &str, url: &str, external: bool) -> Result<(), Invalid> {
        let base = self.courlan.get_base_url(url)?;
        let rules = self.hosts.get(&base).and_then(|host| host.rules.as_ref());
        let check = Options {
            strict: self.strict,
            language: self.language.as_deref(),
            with_nav: true,
            ..Options::default()
        };
        let options = LinkOptions { external, check, ..LinkOptions::default() };
        let split = self.courlan.filter_links(html, Some(url), rules, &options)?;
        self.add_urls(&split.links, false, false);
        self.add_urls(&split.priority, false, true);
        Ok(())
    }

    /// Gives hosts up.
    pub fn discard(&mut self, hosts: &[String]) {
        for host in hosts {
            *self.hosts.get_or_insert(host) = Host { state: State::Discarded, ..Host::default() };
        }
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.hosts = Hosts::default();
    }

    /// All hosts.
    pub fn known_domains(&self) -> Vec<String> {
        self.hosts.iter().map(|(name, _)| name.to_owned()).collect()
    }

    /// Hosts with something left.
    pub fn unvisited_domains(&self) -> Vec<String> {
        let open = self.hosts.iter().filter(|(_, host)| host.state == State::Open);
        open.map(|(name, _)| name.to_owned()).collect()
    }

    /// Whether nothing is left of a host that is known.
    pub fn is_exhausted_domain(&self, domain: &str) -> bool {
        self.hosts.get(domain).is_some_and(|host| host.state != State::Open)
    }

    /// Places of the paths of a host, in order.
    fn paths_of(&self, domain: &str) -> &[usize] {
        self.hosts.get(domain).map_or(&[], |host| &host.paths)
    }

    /// All URLs of a host.
    pub fn find_known_urls(&self, domain: &str) -> Vec<String> {
        self.paths_of(domain).iter().map(|&p| format!("{domain}{}", self.paths[p].text)).collect()
    }

    /// The URLs of a host that are left.
    pub fn find_unvisited_urls(&self, domain: &str) -> Vec<String> {
        if self.is_exhausted_domain(domain) {
            return Vec::new();
        }
        let left = self.paths_of(domain).iter().filter(|&&p| !self.paths[p].visited);
        left.map(|&p| format!("{domain}{}", self.paths[p].text)).collect()
    }

    /// Without those known, or without those visited.
    pub fn filter_urls(&self, urls: &[String], only_visited: bool) -> Result<Vec<String>, Invalid> {
        let mut seen = FxHashSet::default();
        let mut left = Vec::new();
        for url in urls.iter().filter(|url| seen.insert(url.as_str())) {
            let (host, path) = self.courlan.get_host_and_path(url)?;
            // Of one path twice, the later one counts.
            let found = self.paths_of(&host).iter().rev().find(|&&p| self.paths[p].text == path);
            if !found.is_some_and(|&p| !only_visited || self.paths[p].visited) {
                left.push(url.clone());
            }
        }
        Ok(left)
    }

    /// Whether a URL was handed out.
    pub fn has_been_visited(&self, url: &str) -> Result<bool, Invalid> {
        Ok(self.filter_urls(&[url.to_owned()], true)?.is_empty())
    }

    /// Whether a URL is in the store, spelled as there.
    pub fn is_known(&self, url: &str) -> Result<bool, Invalid> {
        let (host, path) = self.courlan.get_host_and_path(url)?;
        Ok(self.paths_of(&host).iter().any(|&p| self.paths[p].text == path))
    }

    /// Keeps the robots rules of a host.
    pub fn store_rules(&mut self, website: &str, rules: PythonRules) {
        self.hosts.get_or_insert(website).rules = Some(rules);
    }

    /// Seconds between requests, from the rules of a host or `default`.
    pub fn crawl_delay(&self, website: &str, default: f64) -> f64 {
        let rules = self.hosts.get(website).and_then(|host| host.rules.as_ref());
        let delay = rules.and_then(PythonRules::crawl_delay).filter(|&delay| delay > 0);
        delay.map_or(default, |delay| delay as f64)
    }

    /// URLs handed out per host.
    pub fn all_counts(&self) -> Vec<usize> {
        self.hosts.iter().map(|(_, host)| host.handed_out).collect()
    }

    /// URLs in all.
    pub fn total_url_number(&self) -> usize {
        self.hosts.iter().map(|(_, host)| host.total).sum()
    }

    /// Whether one host had so many URLs handed out.
    pub fn download_threshold_reached(&self, threshold: f64) -> bool {
        self.hosts.iter().any(|(_, host)| host.handed_out as f64 >= threshold)
    }

    /// All URLs.
    pub fn dump_urls(&self) -> Vec<String> {
        self.hosts.iter().flat_map(|(name, _)| self.find_known_urls(name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls(urls: &[&str]) -> Vec<String> {
        urls.iter().map(|url| (*url).to_owned()).collect()
    }

    /// Three URLs on two hosts, one of them handed out.
    fn store() -> Store {
        let mut store = Store::new(Courlan::new(crate::Release::V1_4_0), None, false, true);
        let three = ["http://example.org/1", "http://example.org/2", "https://other.org/x"];
        store.add_urls(&urls(&three), false, false);
        let first = store.get_url("http://example.org", true, 0.0);
        assert_eq!(first.as_deref(), Some("http://example.org/1"));
        store
    }

    // The expectations below are results of courlan 1.4.0 for the same calls.

    #[test]
    fn hosts_keep_their_order_and_count_what_they_hand_out() {
        let store = store();
        assert_eq!(store.known_domains(), ["http://example.org", "https://other.org"]);
        assert_eq!(store.find_unvisited_urls("http://example.org"), ["http://example.org/2"]);
        assert_eq!(store.all_counts(), [1, 0]);
        assert_eq!(store.total_url_number(), 3);
        assert!(store.download_threshold_reached(1.0) && !store.download_threshold_reached(2.0));
    }

    #[test]
    fn a_host_moves_to_https_with_all_it_has() {
        let mut store = store();
        store.add_urls(&urls(&["https://example.org/3"]), false, false);
        assert_eq!(store.known_domains(), ["https://other.org", "https://example.org"]);
        let all = ["https://example.org/1", "https://example.org/2", "https://example.org/3"];
        assert_eq!(store.find_known_urls("https://example.org"), all);
        assert_eq!(store.has_been_visited("https://example.org/1"), Ok(true));
        assert_eq!(store.is_known("https://example.org/1"), Ok(true));
        assert_eq!(store.is_known("http://example.org/1"), Ok(false));
        // A later URL of plain http is one of the https host.
        store.add_urls(&urls(&["http://example.org/4"]), false, false);
        assert_eq!(store.is_known("https://example.org/4"), Ok(true));
    }

    #[test]
    fn urls_put_in_front_come_in_reverse() {
        let mut store = store();
        let new = ["http://example.org/a", "http://example.org/b"];
        store.add_urls(&urls(&new), false, true);
        let order = ["/b", "/a", "/1", "/2"].map(|path| format!("http://example.org{path}"));
        assert_eq!(store.find_known_urls("http://example.org"), order);
    }

    #[test]
    fn lists_are_filtered_by_what_is_known_or_visited() {
        let store = store();
        let asked = urls(&["http://example.org/1", "http://example.org/2", "http://example.org/9"]);
        let unknown = store.filter_urls(&asked, false).expect("URLs");
        assert_eq!(unknown, ["http://example.org/9"]);
        let unvisited = store.filter_urls(&asked, true).expect("URLs");
        assert_eq!(unvisited, ["http://example.org/2", "http://example.org/9"]);
        assert_eq!(store.filter_urls(&urls(&["no url"]), true), Err(Invalid));
    }

    #[test]
    fn a_discarded_host_takes_nothing_more() {
        let mut store = store();
        store.discard(&urls(&["https://other.org"]));
        store.add_urls(&urls(&["https://other.org/y"]), false, false);
        assert_eq!(store.find_known_urls("https://other.org"), [""; 0]);
        assert!(store.is_exhausted_domain("https://other.org"));
        store.reset();
        assert_eq!(store.known_domains(), [""; 0]);
    }

    #[test]
    fn asking_an_unknown_host_makes_it_known() {
        let mut store = store();
        assert_eq!(store.get_url("https://nowhere.org", true, 0.0), None);
        assert!(store.is_exhausted_domain("https://nowhere.org"));
        assert_eq!(store.known_domains().len(), 3);
    }

    #[test]
    fn hosts_that_were_asked_lately_wait() {
        let mut store = store();
        let ready =
            |store: &mut Store, now| store.get_download_urls(10.0, 10, now).expect("no change");
        assert_eq!(ready(&mut store, 5.0), ["https://other.org/x"]);
        assert_eq!(ready(&mut store, 10.0), [""; 0]);
        assert_eq!(ready(&mut store, 10.5), ["http://example.org/2"]);
        assert_eq!(ready(&mut store, 99.0), [""; 0]);
        assert_eq!(store.unvisited_domains(), [""; 0]);
    }

    #[test]
    fn rules_give_delays_and_choose_links() {
        let mut store = store();
        let rules = PythonRules::parse("User-agent: *\nDisallow: /no\nCrawl-delay: 7");
        store.store_rules("http://example.org", rules);
        assert_eq!(store.crawl_delay("http://example.org", 5.0), 7.0);
        assert_eq!(store.crawl_delay("https://other.org", 5.0), 5.0);
        let html = "<a href='/no/x'><a href='/yes-x'><a href='/page/2/'>";
        store.add_from_html(html, "http://example.org/", false).expect("a page");
        let known = store.find_known_urls("http://example.org");
        assert!(!known.iter().any(|url| url.contains("/no/")));
        // Lists of pages go in front.
        assert_eq!(known[0], "http://example.org/page/2/");
        assert_eq!(known.last().map(String::as_str), Some("http://example.org/yes-x"));
    }
}
