//! Which rows of an index are wanted.

use super::entry::Cells;

/// Which rows of an index are wanted. What is empty does not select.
#[derive(Debug, Clone)]
pub struct IndexFilter {
    /// URLs that start so.
    pub url_prefix: Option<String>,
    /// Hosts, with all hosts below them.
    pub hosts: Vec<String>,
    /// Codes of languages. A row passes that names one of them, or none at all.
    pub languages: Vec<String>,
    /// What a code in the index is in `languages`: indexes have codes of three letters.
    pub tag: fn(&str) -> &str,
}

impl Default for IndexFilter {
    fn default() -> Self {
        Self { url_prefix: None, hosts: Vec::new(), languages: Vec::new(), tag: |code| code }
    }
}

impl IndexFilter {
    /// Whether rows are chosen by their URLs.
    pub(super) fn needs_urls(&self) -> bool {
        self.url_prefix.is_some() || !self.hosts.is_empty()
    }

    /// Whether rows are chosen by their languages.
    pub(super) fn needs_languages(&self) -> bool {
        !self.languages.is_empty()
    }

    /// Whether a row is wanted.
    pub(super) fn takes(&self, cells: &Cells<'_>) -> bool {
        let url = cells.url.unwrap_or_default();
        let languages = cells.languages.unwrap_or_default();
        self.url_prefix.as_deref().is_none_or(|prefix| url.starts_with(prefix))
            && (self.hosts.is_empty() || self.hosts.iter().any(|host| is_on(url, host)))
            && (self.languages.is_empty() || languages.is_empty() || self.names(languages))
    }

    /// Whether one of the languages in a cell is wanted.
    fn names(&self, languages: &str) -> bool {
        let mut tags = languages.split([',', ' ', ';']).map(self.tag);
        tags.any(|tag| self.languages.iter().any(|wanted| wanted == tag))
    }

    /// What the SURT keys of all wanted URLs begin with: one beginning for each host.
    pub(super) fn key_prefixes(&self) -> Option<Vec<String>> {
        let of_prefix = self.url_prefix.as_deref().and_then(whole_host);
        let hosts: Vec<&str> = match of_prefix {
            Some(host) => vec![host],
            None if self.hosts.is_empty() => return None,
            None => self.hosts.iter().map(String::as_str).collect(),
        };
        Some(hosts.into_iter().map(key_prefix).collect())
    }
}

/// Whether a URL is on a host, or on one below it.
fn is_on(url: &str, wanted: &str) -> bool {
    let Some(host) = scutch_url::host(url) else { return false };
    let wanted = wanted.trim_matches('.');
    let Some(at) = host.len().checked_sub(wanted.len()) else { return false };
    host.is_char_boundary(at)
        && host[at..].eq_ignore_ascii_case(wanted)
        && (at == 0 || host[..at].ends_with('.'))
}

/// The host of the beginning of a URL, if the beginning has all of it.
fn whole_host(prefix: &str) -> Option<&str> {
    let (_, rest) = prefix.split_once("://")?;
    let end = rest.find(['/', '?', '#'])?;
    let authority = rest[..end].rsplit('@').next()?;
    Some(authority.split(':').next().unwrap_or_default())
}

/// What the key of a host begins with. A `www` in front is no part of a key.
fn key_prefix(host: &str) -> String {
    let host = host.trim_matches('.').to_ascii_lowercase();
    let mut labels: Vec<&str> = host.split('.').collect();
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
        let filter = |prefix: &str, hosts: &str, languages: &str| IndexFilter {
            url_prefix: (!prefix.is_empty()).then(|| prefix.to_owned()),
            hosts: hosts.split_whitespace().map(str::to_owned).collect(),
            languages: languages.split_whitespace().map(str::to_owned).collect(),
            tag: |code| if code == "ger" { "deu" } else { code },
        };
        let url = "https://www.Example.org:443/news/1";
        for (filter, languages, expected) in [
            (filter("", "", ""), None, true),
            (filter("https://www.Example.org", "", ""), None, true),
            (filter("http://www", "", ""), None, false),
            (filter("", "a.example EXAMPLE.org", ""), None, true),
            (filter("", "ample.org", ""), None, false),
            (filter("", "www.example.org.", ""), None, true),
            (filter("", "x.www.example.org", ""), None, false),
            (filter("", "", "deu"), Some("eng,deu"), true),
            (filter("", "", "deu"), Some("eng"), false),
            (filter("", "", "deu"), Some("eng ger"), true),
            (filter("", "", "deu"), None, true),
            (filter("https://", "example.org", "deu"), Some("deu"), true),
            (filter("ftp://", "example.org", "deu"), Some("deu"), false),
        ] {
            let cells = Cells { url: Some(url), languages, ..Cells::default() };
            assert_eq!(filter.takes(&cells), expected, "{filter:?} {languages:?}");
        }
    }

    #[test]
    fn keys_of_wanted_urls_begin_with_their_hosts() {
        let keys = |prefix: Option<&str>, hosts: &[&str]| {
            let hosts = hosts.iter().map(|host| (*host).to_owned()).collect();
            let url_prefix = prefix.map(str::to_owned);
            IndexFilter { url_prefix, hosts, ..IndexFilter::default() }.key_prefixes()
        };
        let one = |key: &str| Some(vec![key.to_owned()]);
        assert_eq!(keys(None, &[]), None);
        assert_eq!(keys(None, &["WWW2.example.org"]), one("org,example"));
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
