//! Names in the public suffix list that is compiled in.
//!
//! The list tells under which names people register their own: `co.uk`, and `github.io` in its
//! private section. Its code is thousands of generic functions, which are compiled again by whoever
//! calls them. So this crate alone does, and is compiled with little optimisation: a look-up takes
//! well under a microsecond either way.
//!
//! ```
//! assert_eq!(scutch_suffix::registrable("www.example.co.uk"), Some("example.co.uk"));
//! ```

#![forbid(unsafe_code)]

use psl::{List, Psl as _};
pub use psl::{Suffix, Type};

/// The public suffix of a host in lower case, known or assumed (the last label, by the default rule of
/// the list). `None` for an empty name.
#[inline(never)]
pub fn public_suffix(host: &[u8]) -> Option<Suffix<'_>> {
    List.suffix(host)
}

/// The public suffix of a host in lower case, without the dot of the root zone, if the list has it.
///
/// ```
/// assert_eq!(scutch_suffix::listed_suffix("www.example.co.uk"), Some("co.uk"));
/// assert_eq!(scutch_suffix::listed_suffix("harbour.local"), None);
/// ```
pub fn listed_suffix(host: &str) -> Option<&str> {
    let host = host.strip_suffix('.').unwrap_or(host);
    let known = public_suffix(host.as_bytes()).filter(Suffix::is_known)?;
    Some(&host[host.len() - known.as_bytes().len()..])
}

/// The registrable domain of a host in lower case: its public suffix and one label. `None` for a bare
/// suffix.
pub fn registrable(host: &str) -> Option<&str> {
    let host = host.strip_suffix('.').unwrap_or(host);
    let length = public_suffix(host.as_bytes())?.as_bytes().len();
    let front = host[..host.len() - length].strip_suffix('.')?;
    let label = front.rfind('.').map_or(0, |at| at + 1);
    (!front.is_empty()).then(|| &host[label..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_registrable_domain_is_a_suffix_and_one_label() {
        for (host, domain) in [
            ("www.example.co.uk", Some("example.co.uk")),
            ("example.co.uk.", Some("example.co.uk")),
            ("example.unlisted", Some("example.unlisted")),
            ("a.b.github.io", Some("b.github.io")),
            ("co.uk", None),
            ("localhost", None),
            (".com", None),
            ("", None),
        ] {
            assert_eq!(registrable(host), domain, "{host}");
        }
    }

    proptest::proptest! {
        /// The list's own answer, which is compiled in here alone.
        #[test]
        fn domains_are_those_of_the_list(host in r"([a-z]{1,3}\.){0,3}(co\.uk|com|github\.io|jp|kawasaki\.jp|x)\.?") {
            let theirs = psl::domain_str(&host).map(|domain| domain.trim_end_matches('.'));
            assert_eq!(registrable(&host), theirs);
        }
    }
}
