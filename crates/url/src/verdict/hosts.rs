//! Lists of hosts, each with all hosts below it.

use rustc_hash::FxHashSet;

/// Hosts and domains; a host is on the list if it or a domain above it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HostList {
    hosts: FxHashSet<Box<str>>,
}

impl HostList {
    /// Reads one host a line; empty lines and what follows `#` do not count. URLs give their host.
    pub fn from_lines(text: &str) -> HostList {
        let entries = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        entries.filter(|entry| !entry.is_empty()).collect()
    }

    /// Whether nothing is on the list.
    pub fn is_empty(&self) -> bool {
        self.hosts.is_empty()
    }

    /// Whether a host (lower-case ASCII, without root dot) or a domain above it is on the list.
    pub fn contains(&self, host: &str) -> bool {
        if self.hosts.is_empty() {
            return false;
        }
        let above = host.match_indices('.').map(|(at, _)| &host[at + 1..]);
        std::iter::once(host).chain(above).any(|name| self.hosts.contains(name))
    }
}

impl<'a> FromIterator<&'a str> for HostList {
    fn from_iter<I: IntoIterator<Item = &'a str>>(entries: I) -> Self {
        let host = |entry: &'a str| {
            // Lists of ad blockers and of proxies write wildcards and leading dots.
            let entry = entry.trim_start_matches("*.").trim_start_matches('.');
            let url =
                if entry.contains("://") { entry.to_owned() } else { format!("http://{entry}") };
            crate::Url::parse(&url).map(|url| url.host_without_root().into()).ok()
        };
        HostList { hosts: entries.into_iter().filter_map(host).collect() }
    }
}
