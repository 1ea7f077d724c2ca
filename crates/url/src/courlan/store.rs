//! courlan's store of URLs per host, with what it hands out and what it calls known.
//!
//! For comparisons only: the room `frontier` is the store to use. Time is a number of seconds that
//! the caller passes.

use rustc_hash::{FxHashMap, FxHashSet};

use super::links::{LinkOptions, is_known_link};
use super::robots::PythonRules;
use super::{Courlan, Invalid, Options, with_split};

/// Where a host stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Open,
    AllVisited,
    Discarded,
}

#[derive(Debug, Clone, Default)]
struct Host {
    handed_out: usize,
    rules: Option<PythonRules>,
    state: State,
    last: Option<f64>,
    total: usize,
    /// Places in `Store::paths`, in order; hosts that were merged share them.
    paths: Vec<usize>,
}

#[derive(Debug, Clone)]
struct Path {
    text: String,
    visited: bool,
}

/// A set of hosts that keeps the order of first insertion.
#[derive(Debug, Clone, Default)]
struct Hosts {
    order: Vec<Option<(String, Host)>>,
    place: FxHashMap<String, usize>,
}

impl Hosts {
    fn get(&self, name: &str) -> Option<&Host> {
        self.order[*self.place.get(name)?].as_ref().map(|(_, host)| host)
    }

    fn entry(&mut self, name: &str) -> &mut Host {
        let place = match self.place.get(name) {
            Some(place) => *place,
            None => {
                self.place.insert(name.to_owned(), self.order.len());
                self.order.push(None);
                self.order.len() - 1
            }
        };
        &mut self.order[place].get_or_insert_with(|| (name.to_owned(), Host::default())).1
    }

    fn remove(&mut self, name: &str) -> Option<Host> {
        let place = self.place.remove(name)?;
        self.order[place].take().map(|(_, host)| host)
    }

    fn iter(&self) -> impl Iterator<Item = (&str, &Host)> {
        self.order.iter().flatten().map(|(name, host)| (name.as_str(), host))
    }
}

/// courlan's `UrlStore`.
#[derive(Debug, Clone, Default)]
pub struct Store {
    courlan: Courlan,
    language: Option<String>,
    strict: bool,
    trailing_slash: bool,
    hosts: Hosts,
    paths: Vec<Path>,
}

/// The store changed while it was walked through, which Python refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedWhileWalking;

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

    fn options(&self) -> Options<'_> {
        Options {
            strict: self.strict,
            language: self.language.as_deref(),
            trailing_slash: self.trailing_slash,
            with_nav: false,
        }
    }

    fn normal_parts(&self, url: &str) -> Result<(String, String), Invalid> {
        let options = self.options();
        let normal = with_split(url, |parts| {
            let wanted = self.courlan.is_valid(parts)
                && self.courlan.lang_filter(
                    url,
                    options.language,
                    options.strict,
                    options.trailing_slash,
                );
            if wanted { self.courlan.normalize_split(parts, &options) } else { Err(Invalid) }
        })??;
        self.courlan.get_host_and_path(&normal)
    }

    /// Adds URLs behind those of their hosts, or in front of them.
    pub fn add_urls(&mut self, urls: &[String], visited: bool, in_front: bool) {
        let mut seen = FxHashSet::default();
        let mut order: Vec<String> = Vec::new();
        let mut per_host: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for url in urls.iter().filter(|url| seen.insert(url.as_str())) {
            let Ok((host, text)) = self.normal_parts(url) else { continue };
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

    fn store(&mut self, host: &str, new: &[usize], in_front: bool, now: Option<f64>) {
        let mut host = host.to_owned();
        if let Some(rest) = host.strip_prefix("http://") {
            let secure = format!("https://{rest}");
            if self.hosts.get(&secure).is_some() {
                host = secure;
            }
        } else if let Some(rest) = host.strip_prefix("https://")
            && let Some(plain) = self.hosts.remove(&format!("http://{rest}"))
        {
            *self.hosts.entry(&host) = plain;
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
            added.reverse();
            added.into_iter().chain(old.iter().copied()).collect()
        } else {
            old.iter().copied().chain(added).collect()
        };
        let done = all.iter().all(|&p| self.paths[p].visited);
        let entry = self.hosts.entry(&host);
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
            *self.hosts.entry(host) = Host { state: State::Discarded, ..Host::default() };
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

    /// The next URL of a host.
    pub fn get_url(&mut self, domain: &str, as_visited: bool, now: f64) -> Option<String> {
        if !self.is_exhausted_domain(domain) {
            let paths = self.paths_of(domain).to_vec();
            if let Some(&next) = paths.iter().find(|&&p| !self.paths[p].visited) {
                if as_visited {
                    self.paths[next].visited = true;
                    self.hosts.entry(domain).handed_out += 1;
                    self.store(domain, &paths, false, Some(now));
                }
                return Some(format!("{domain}{}", self.paths[next].text));
            }
        }
        self.hosts.entry(domain).state = State::AllVisited;
        None
    }

    /// URLs of hosts that were not asked for `time_limit` seconds.
    pub fn get_download_urls(
        &mut self,
        time_limit: f64,
        max_urls: usize,
        now: f64,
    ) -> Result<Vec<String>, ChangedWhileWalking> {
        let mut urls = Vec::new();
        let before = self.hosts.place.len();
        for name in self.known_domains() {
            if self.hosts.place.len() != before {
                return Err(ChangedWhileWalking);
            }
            let Some(host) = self.hosts.get(&name) else { continue };
            let free = host.last.is_none_or(|last| now - last > time_limit);
            if host.state == State::Open && free {
                urls.extend(self.get_url(&name, true, now));
                if urls.len() >= max_urls {
                    return Ok(urls);
                }
            }
        }
        if self.hosts.place.len() == before { Ok(urls) } else { Err(ChangedWhileWalking) }
    }

    /// Keeps the robots rules of a host.
    pub fn store_rules(&mut self, website: &str, rules: PythonRules) {
        self.hosts.entry(website).rules = Some(rules);
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
