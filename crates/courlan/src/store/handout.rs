//! What the store hands out: the next URL of a host, and those of all hosts that are ready.

use super::Store;
use super::hosts::State;

/// The store changed while it was walked through, which Python refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedWhileWalking;

impl Store {
    /// The next URL of a host.
    pub fn get_url(&mut self, domain: &str, as_visited: bool, now: f64) -> Option<String> {
        if !self.is_exhausted_domain(domain) {
            let paths = self.paths_of(domain).to_vec();
            if let Some(&next) = paths.iter().find(|&&p| !self.paths[p].visited) {
                if as_visited {
                    self.paths[next].visited = true;
                    self.hosts.get_or_insert(domain).handed_out += 1;
                    self.store(domain, &paths, false, Some(now));
                }
                return Some(format!("{domain}{}", self.paths[next].text));
            }
        }
        // A read that writes: Python's defaultdict makes the host known.
        self.hosts.get_or_insert(domain).state = State::AllVisited;
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
        let before = self.hosts.len();
        for name in self.known_domains() {
            if self.hosts.len() != before {
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
        if self.hosts.len() == before { Ok(urls) } else { Err(ChangedWhileWalking) }
    }
}
