//! Which rows of an index are wanted.

use super::entry::Cells;

/// Which rows of an index are wanted, and what is read of them. What is empty does not select.
#[derive(Clone, Copy, Default)]
pub struct IndexFilter<'a> {
    /// URLs that start so.
    pub url_prefix: Option<&'a str>,
    /// Hosts, with all hosts below them.
    pub hosts: Option<HostFilter<'a>>,
    /// Whether a language is wanted, by a code as the index has it. A row passes that names a wanted one, or
    /// none at all.
    pub languages: Option<&'a dyn Fn(&str) -> bool>,
    /// Entries have their URLs, where the index has them.
    pub with_urls: bool,
}

/// The hosts that are wanted.
#[derive(Clone, Copy)]
pub struct HostFilter<'a> {
    /// Whether a URL is on one of them.
    pub takes: &'a dyn Fn(&str) -> bool,
    /// Their names. Row groups of Parquet that cannot hold them or what is below them are passed over.
    pub names: &'a [String],
}

impl IndexFilter<'_> {
    /// Whether rows are chosen by their URLs.
    pub(super) fn needs_urls(&self) -> bool {
        self.url_prefix.is_some() || self.hosts.is_some()
    }

    /// Whether a row is wanted.
    pub(super) fn takes(&self, cells: &Cells<'_>) -> bool {
        let url = cells.url.unwrap_or_default();
        let languages = cells.languages.unwrap_or_default();
        self.url_prefix.is_none_or(|prefix| url.starts_with(prefix))
            && self.hosts.is_none_or(|hosts| (hosts.takes)(url))
            && self.languages.is_none_or(|takes| {
                // A row without a language may be in the wanted one: perhaps none was detected.
                let mut codes = languages.split([',', ' ', ';']).filter(|code| !code.is_empty());
                codes.clone().next().is_none() || codes.any(takes)
            })
    }

    /// What the SURT keys of all wanted URLs begin with: one beginning for each host.
    pub(super) fn key_prefixes(&self) -> Option<Vec<String>> {
        let of_prefix = self.url_prefix.and_then(whole_host);
        let hosts: Vec<&str> = match (of_prefix, self.hosts) {
            // The prefix alone: hosts can only narrow what it selects.
            (Some(host), _) => vec![host],
            (None, None) => return None,
            (None, Some(hosts)) => hosts.names.iter().map(String::as_str).collect(),
        };
        Some(hosts.into_iter().map(key_prefix).collect())
    }
}

/// The host of the beginning of a URL, if the beginning has all of it.
fn whole_host(prefix: &str) -> Option<&str> {
    let (_, rest) = prefix.split_once("://")?;
    // A prefix without a slash may go on: `http://example.or` is no host yet.
    let end = rest.find(['/', '?', '#'])?;
    // Keys begin with the labels of the host. User and port are not among them.
    let authority = rest[..end].rsplit('@').next()?;
    Some(authority.split(':').next().unwrap_or_default())
}

/// What the key of a host begins with. A `www` in front is no part of a key.
fn key_prefix(host: &str) -> String {
    // Keys have the spelling that names are looked up by: lower case, and Punycode.
    let bare = scutch_url::bare_host(host).unwrap_or_else(|| host.to_ascii_lowercase());
    let mut labels: Vec<&str> = bare.trim_matches('.').split('.').collect();
    let is_www = |label: &&str| {
        label.strip_prefix("www").is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
    };
    if labels.first().is_some_and(is_www) {
        labels.remove(0);
    }
    labels.reverse();
    labels.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_taken_by_url_host_and_language() {
        let url = "https://www.Example.org:443/news/1";
        let is_there = |asked: &str| asked == url;
        let is_german = |code: &str| code == "ger" || code == "deu";
        let names = [];
        let hosts: [Option<HostFilter<'_>>; 3] = [
            None,
            Some(HostFilter { takes: &is_there, names: &names }),
            Some(HostFilter { takes: &|_| false, names: &names }),
        ];
        for (prefix, host, german, languages, expected) in [
            ("", 0, false, None, true),
            ("https://www.Example.org", 0, false, None, true),
            ("http://www", 0, false, None, false),
            ("", 1, false, None, true),
            ("", 2, false, None, false),
            ("", 0, true, Some("eng,deu"), true),
            ("", 0, true, Some("eng"), false),
            ("", 0, true, Some("eng; ger"), true),
            ("", 0, true, Some(" "), true),
            ("", 0, true, None, true),
            ("https://", 1, true, Some("deu"), true),
            ("ftp://", 1, true, Some("deu"), false),
        ] {
            let filter = IndexFilter {
                url_prefix: (!prefix.is_empty()).then_some(prefix),
                hosts: hosts[host],
                languages: german.then_some(&is_german),
                with_urls: false,
            };
            let cells = Cells { url: Some(url), languages, ..Cells::default() };
            assert_eq!(filter.takes(&cells), expected, "{prefix} {host} {languages:?}");
        }
    }

    #[test]
    fn keys_of_wanted_urls_begin_with_their_hosts() {
        let keys = |prefix: Option<&str>, hosts: &[&str]| {
            let names: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
            let hosts = HostFilter { takes: &|_| true, names: &names };
            let hosts = (!names.is_empty()).then_some(hosts);
            IndexFilter { url_prefix: prefix, hosts, ..IndexFilter::default() }.key_prefixes()
        };
        let one = |key: &str| Some(vec![key.to_owned()]);
        assert_eq!(keys(None, &[]), None);
        assert_eq!(keys(None, &["WWW2.example.org"]), one("org,example"));
        assert_eq!(keys(None, &["www.M\u{dc}NCHEN.de."]), one("de,xn--mnchen-3ya"));
        assert_eq!(keys(Some("https://u@News.example.org:80/a"), &[]), one("org,example,news"));
        // A host that goes on is every host that begins so.
        assert_eq!(keys(Some("https://news.exam"), &[]), None);
        assert_eq!(keys(Some("https://x"), &["a.b"]), one("b,a"));
        for url in
            ["http://news.example.org/a", "http://www.example.org/", "http://example.org:8080/"]
        {
            let host = scutch_url::host(url).expect("a host");
            assert!(scutch_url::surt(url).starts_with(&key_prefix(&host)), "{url}");
        }
    }
}
