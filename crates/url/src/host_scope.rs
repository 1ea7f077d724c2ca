//! The hosts that a row of a table holds for.

use crate::domain::is_host_or_below;
use scutch_suffix::registrable;

/// Hosts that a rule holds for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HostScope {
    /// Every host.
    Any,
    /// `example.org` with all hosts below, or `example.` for that name under any suffix.
    These(Vec<Box<str>>),
}

impl HostScope {
    /// Reads a column: `*`, or names separated by spaces; `google.*` is that name under any suffix.
    pub(crate) fn from_column(column: &str) -> HostScope {
        match column {
            "*" => HostScope::Any,
            names => HostScope::These(
                names.split(' ').map(|name| name.trim_end_matches('*').into()).collect(),
            ),
        }
    }

    /// Whether a host (lower case, without root dot) is one of them.
    pub(crate) fn contain(&self, host: &str) -> bool {
        match self {
            HostScope::Any => true,
            HostScope::These(hosts) => hosts.iter().any(|known| is_in(host, known)),
        }
    }
}

/// Whether a host is the known one, below it, or has its name under any suffix.
fn is_in(host: &str, known: &str) -> bool {
    match known.strip_suffix('.') {
        Some(name) => is_name_under_any_suffix(host, name),
        None => is_host_or_below(host, known),
    }
}

/// Whether the label before the public suffix is `name`: `www.google.co.uk` for `google`.
pub(crate) fn is_name_under_any_suffix(host: &str, name: &str) -> bool {
    // A search for the name is cheaper than one for the suffix.
    host.contains(name)
        && registrable(host).is_some_and(|domain| domain.split('.').next() == Some(name))
}

#[cfg(test)]
mod tests {
    use super::HostScope;

    #[test]
    fn hosts_of_a_column() {
        let cases = [
            ("*", "any.example", true),
            ("e.org", "e.org", true),
            ("e.org", "www.e.org", true),
            ("e.org", "we.org", false),
            ("a.org e.org", "e.org", true),
            ("google.*", "www.google.co.uk", true),
            ("google.*", "google.example.org", false),
            ("google.*", "notgoogle.com", false),
        ];
        for (column, host, expected) in cases {
            assert_eq!(HostScope::from_column(column).contain(host), expected, "{column} {host}");
        }
    }
}
