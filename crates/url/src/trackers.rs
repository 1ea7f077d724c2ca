//! Query parameters that track: campaigns, clicks, visitors, shares.
//!
//! A list as data, by exact name or by prefix, for any host or for some; never a pattern that could
//! hit a parameter that selects content.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::host_scope::HostScope;

/// Longest parameter name that is looked up; no tracker's name is longer.
const LONGEST_NAME: usize = 40;

/// A list of tracking parameters.
#[derive(Debug, Clone, Default)]
pub struct Trackers {
    exact: FxHashMap<Box<str>, HostScope>,
    prefixes: Vec<(Box<str>, HostScope)>,
    /// First bytes of all names and prefixes, to say no quickly.
    first: [bool; 32],
}

/// What became of the lines of a list that was loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Loaded {
    /// Rules taken over.
    pub rules: usize,
    /// Rules that say more than a name on a host (patterns, exceptions), left out.
    pub skipped: usize,
}

/// Our own list; its head names the version.
pub fn trackers() -> &'static Trackers {
    static OWN: LazyLock<Trackers> =
        LazyLock::new(|| Trackers::from_table(include_str!("../data/trackers.tsv")));
    &OWN
}

impl Trackers {
    /// Reads a table of our own form: how, name, hosts, source, separated by tabs.
    pub fn from_table(table: &str) -> Trackers {
        let mut list = Trackers::default();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let (Some(how), Some(name), Some(hosts)) =
                (columns.next(), columns.next(), columns.next())
            else {
                continue;
            };
            list.add(name, how == "prefix", HostScope::from_column(hosts));
        }
        list
    }

    /// Adds the plain `$removeparam=name` rules of a filter list in AdGuard's form.
    pub fn load_adguard(&mut self, list: &str) -> Loaded {
        let mut loaded = Loaded::default();
        for line in list.lines().map(str::trim) {
            let Some((pattern, options)) = line.split_once('$') else { continue };
            if line.starts_with('!') || !options.contains("removeparam") {
                continue;
            }
            match adguard_rule(pattern, options) {
                Some((name, hosts)) => {
                    self.add(name, false, hosts);
                    loaded.rules += 1;
                }
                None => loaded.skipped += 1,
            }
        }
        loaded
    }

    /// Adds the plain rules of a list of ClearURLs, given as provider, pattern of its URLs and
    /// rule; the caller reads the JSON.
    ///
    /// Taken over are names without pattern characters, and those that end in an open group or
    /// class as prefixes, for the global provider and for those that name one host.
    pub fn load_clearurls<'a>(
        &mut self,
        rules: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>,
    ) -> Loaded {
        let mut loaded = Loaded::default();
        for (_, urls, rule) in rules {
            let hosts = clearurls_hosts(urls);
            let plain = |text: &str| {
                !text.is_empty()
                    && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b))
            };
            // ClearURLs writes an optional escaped question mark in front of many names.
            let rule = rule.replace("(?:%3F)?", "");
            let prefix = ["[a-z_]*", "[a-zA-Z0-9_]*", ".*", "[^=]*", "[a-z]*"]
                .iter()
                .find_map(|end| rule.strip_suffix(end));
            match (hosts, prefix) {
                // A shorter prefix would hit parameters that select content.
                (Some(hosts), Some(prefix)) if plain(prefix) && prefix.len() > 2 => {
                    self.add(prefix, true, hosts);
                    loaded.rules += 1;
                }
                (Some(hosts), None) if plain(&rule) => {
                    self.add(&rule, false, hosts);
                    loaded.rules += 1;
                }
                // Patterns are left out: one that is wrong removes content.
                _ => loaded.skipped += 1,
            }
        }
        loaded
    }

    fn add(&mut self, name: &str, prefix: bool, hosts: HostScope) {
        let name = name.to_ascii_lowercase();
        if let Some(first) = name.bytes().next() {
            self.first[usize::from(first & 31)] = true;
        }
        if prefix {
            self.prefixes.push((name.into(), hosts));
            return;
        }
        // A rule for any host swallows rules for some hosts.
        match self.exact.entry(name.into()).or_insert_with(|| HostScope::These(Vec::new())) {
            HostScope::Any => {}
            known => match (hosts, known) {
                (HostScope::Any, known) => *known = HostScope::Any,
                (HostScope::These(more), HostScope::These(known)) => known.extend(more),
                (HostScope::These(_), HostScope::Any) => {}
            },
        }
    }

    /// Whether the parameter `name` (as it stands in the URL) tracks on `host` (lower case).
    pub fn contains(&self, name: &str, host: &str) -> bool {
        let length = name.len();
        let Some(first) = name.bytes().next() else { return false };
        // Most names are ruled out by their first letter.
        if length > LONGEST_NAME || !self.first[usize::from(first & 31)] {
            return false;
        }
        let mut lower = [0; LONGEST_NAME];
        for (to, from) in lower.iter_mut().zip(name.bytes()) {
            *to = from.to_ascii_lowercase();
        }
        let Ok(lower) = str::from_utf8(&lower[..length]) else { return false };
        self.exact.get(lower).is_some_and(|hosts| hosts.contain(host))
            // Prefixes are few; names are looked up in one step.
            || self
                .prefixes
                .iter()
                .any(|(prefix, hosts)| lower.starts_with(&**prefix) && hosts.contain(host))
    }
}

fn adguard_rule<'a>(pattern: &str, options: &'a str) -> Option<(&'a str, HostScope)> {
    let mut name = None;
    let mut hosts = match pattern {
        "" | "*" => HostScope::Any,
        _ => {
            let host = pattern.strip_prefix("||")?.trim_end_matches(['^', '/']);
            (!host.is_empty() && !host.contains(['/', '*', '?'])).then_some(())?;
            HostScope::These(vec![host.into()])
        }
    };
    for option in options.split(',') {
        if let Some(value) = option.strip_prefix("removeparam=") {
            name = Some(value).filter(|v| !v.is_empty() && !v.contains(['/', '~', '*', '|']));
        } else if let Some(domains) = option.strip_prefix("domain=") {
            let plain = domains.split('|').all(|d| !d.starts_with('~') && !d.contains(['/', '*']));
            plain.then_some(())?;
            hosts = HostScope::These(domains.split('|').map(Into::into).collect());
        } else if !matches!(option, "important" | "document" | "doc") {
            return None;
        }
    }
    Some((name?, hosts))
}

/// The host a ClearURLs pattern is for: `.*` for any, else one literal domain.
fn clearurls_hosts(urls: &str) -> Option<HostScope> {
    if urls == ".*" {
        return Some(HostScope::Any);
    }
    let rest = urls.strip_prefix(r"^https?:\/\/(?:[a-z0-9-]+\.)*?")?;
    let host = rest.replace(r"\.", ".");
    let plain =
        host.contains('.') && host.bytes().all(|b| b.is_ascii_alphanumeric() || b".-".contains(&b));
    plain.then(|| HostScope::These(vec![host.into()]))
}

#[cfg(test)]
mod tests {
    use super::{Loaded, Trackers, trackers};

    #[test]
    fn every_line_is_whole() {
        let table = include_str!("../data/trackers.tsv");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('\t').collect();
            assert!(columns.len() == 4 && matches!(columns[0], "name" | "prefix"), "{line}");
        }
    }

    #[test]
    fn content_parameters_stay() {
        let names = include_str!("../data/content-parameters.txt");
        for name in names.lines().filter(|l| !l.starts_with('#')).flat_map(str::split_whitespace) {
            assert!(!trackers().contains(name, "example.org"), "{name}");
        }
    }

    #[test]
    fn trackers_by_name_prefix_and_host() {
        let list = trackers();
        assert!(list.contains("fbclid", "example.org"));
        assert!(list.contains("UTM_Source", "example.org"));
        assert!(list.contains("spm", "www.aliexpress.com"));
        assert!(!list.contains("spm", "example.org"));
        assert!(list.contains("ved", "www.google.co.uk"));
        assert!(!list.contains("ved", "google.example.org"));
        assert!(!list.contains("fbclid2", "example.org"));
        assert!(!list.contains("", "example.org"));
    }

    #[test]
    fn lists_of_others() {
        let mut list = Trackers::default();
        let adguard = "! comment\n$removeparam=foo\n||a.org^$removeparam=bar\n\
                       $removeparam=/re/\n@@||b.org^$removeparam=foo\n\
                       $removeparam=baz,domain=c.org|d.org\n";
        assert_eq!(list.load_adguard(adguard), Loaded { rules: 3, skipped: 2 });
        assert!(list.contains("foo", "x.y") && list.contains("bar", "www.a.org"));
        assert!(!list.contains("bar", "x.y") && list.contains("baz", "d.org"));
        let rules = [
            ("global", ".*", "(?:%3F)?zz_id"),
            ("global", ".*", "(?:%3F)?qqq_[a-z_]*"),
            ("a", r"^https?:\/\/(?:[a-z0-9-]+\.)*?e\.org", "w"),
            ("b", ".*", "(?:a|b)+"),
        ];
        assert_eq!(list.load_clearurls(rules), Loaded { rules: 3, skipped: 1 });
        assert!(list.contains("zz_id", "x.y") && list.contains("qqq_a", "x.y"));
        assert!(list.contains("w", "www.e.org") && !list.contains("w", "x.y"));
    }
}
