//! The address that a page gives as its own, if it can be one.

use url::Url;

use super::field::Field;
use super::found::Found;
use super::rights::absolute;
use super::trail;
use crate::page::runs;

/// Values of templates that were filled in with nothing.
const NOWHERE: &[&str] = &["#", "undefined", "null", "none", "false"];
/// Characters of templates that were not filled in, and of no address.
const TEMPLATE: &[char] = &['{', '}', '<', '>'];

/// The page's own address, and whether an address had to be rejected.
///
/// It is the first candidate that can be one: some pages have their title there, some the address
/// of their front page, of a developer's machine, or two addresses glued together. `url` is where
/// the page was found.
pub(super) fn choose(
    found: &Found,
    base: Option<&Url>,
    url: Option<&str>,
) -> (Option<String>, bool) {
    let page = url.and_then(|url| Url::parse(url).ok());
    let mut is_rejected = false;
    let address = found.ranked(Field::Canonical).iter().find_map(|candidate| {
        let address = own_address(&candidate.value, base).filter(|address| !runs(address));
        let address = address.filter(|address| is_usable(address, page.as_ref()));
        is_rejected |= address.is_none();
        address
    });
    (address, is_rejected)
}

/// Whether an address can be that of the page found at `page`.
fn is_usable(address: &str, page: Option<&Url>) -> bool {
    if address.starts_with("//") || address.contains(TEMPLATE) {
        return false;
    }
    // What is misspelt is no address to judge, and stays as written.
    let Ok(url) = Url::parse(address) else { return !is_glued(address) };
    let last = url.path().rsplit('/').next().unwrap_or_default();
    if !matches!(url.scheme(), "http" | "https") || NOWHERE.contains(&last) {
        return false;
    }
    let is_front = page.is_some_and(|page| is_front(&url) && !is_front(page));
    // An intranet's pages may name its hosts, and a proxy's pages hold addresses in theirs.
    let is_private = is_private(address) && page.is_none_or(|page| page.host() != url.host());
    let is_glued = is_glued(url.path()) && page.is_none_or(|page| !is_glued(page.path()));
    !is_front && !is_private && !is_glued
}

/// Whether an address is that of the front page; a lone question mark asks for nothing.
fn is_front(url: &Url) -> bool {
    let mut url = url.clone();
    if url.query() == Some("") {
        url.set_query(None);
    }
    trail::is_front(&url)
}

/// Whether a path or relative address holds the beginning of another address.
fn is_glued(path: &str) -> bool {
    path.split_once("http").is_some_and(|(before, rest)| {
        !before.is_empty() && rest.trim_start_matches('s').starts_with(":/")
    })
}

/// Whether the host of an address can be reached from its own network only, if at all.
fn is_private(address: &str) -> bool {
    let url = scutch_url::Url::parse(address);
    url.is_ok_and(|url| scutch_url::verdict::unreachable_host(&url, address).is_some())
}

/// The absolute form of an address. Addresses with a scheme, even a misspelt one, stay as written.
fn own_address(value: &str, base: Option<&Url>) -> Option<String> {
    if NOWHERE.contains(&value) {
        return None;
    }
    let scheme = value.split_once("://").map(|(scheme, _)| scheme);
    let meant = value.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("http"));
    if meant || scheme.is_some_and(|scheme| scheme.chars().all(char::is_alphanumeric)) {
        return Some(value.to_owned());
    }
    if value.contains(' ') && !value.starts_with(['/', '?']) {
        return None;
    }
    let slashes = if value.starts_with("www.") { "//" } else { "" };
    Some(absolute(&format!("{slashes}{value}"), base))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::candidate::Source;

    #[test]
    fn addresses_are_made_absolute_unless_they_are() {
        let base = Url::parse("https://a.example/news/fog").ok();
        for (value, expected) in [
            ("https://b.example/x", Some("https://b.example/x")),
            ("http:/b.example", Some("http:/b.example")),
            ("/fog", Some("https://a.example/fog")),
            ("fog?x=1", Some("https://a.example/news/fog?x=1")),
            ("www.b.example", Some("https://www.b.example/")),
            ("The fog lifts", None),
            ("#", None),
            ("undefined", None),
        ] {
            assert_eq!(own_address(value, base.as_ref()).as_deref(), expected, "{value}");
        }
        assert_eq!(absolute("fog", None), "fog");
    }

    fn chosen(page: &str, value: &str) -> Option<String> {
        let mut found = Found::default();
        found.push(Field::Canonical, 10, Source::Html, "link@rel=canonical", value);
        let base = Url::parse(page).ok();
        let (address, is_rejected) = choose(&found, base.as_ref(), Some(page));
        assert_eq!(address.is_none(), is_rejected, "{value}");
        address
    }

    #[test]
    fn addresses_that_lead_elsewhere_are_rejected() {
        for (value, is_usable) in [
            ("https://a.example/fog", true),
            ("https://b.example/fog", true),
            ("https://b.example/", false),
            ("/", false),
            ("http://localhost:3000/fog", false),
            ("http://fog.localhost/fog", false),
            ("http://intranet/fog", false),
            ("http://10.1.2.3/fog", false),
            ("http://[::1]/fog", false),
            ("http://193.0.0.1/fog", true),
            ("https://a.example/https://a.example/fog", false),
            ("https://a.example/https:/a.example/fog", false),
            ("../..http://b.example/fog", false),
            ("https://a.example/https-and-fog", true),
            ("https://a.example/fog?from=https://b.example/", true),
            ("http:/b.example/fog", true),
            ("javascript:fog()", false),
            ("about:blank", false),
            ("file:///var/www/fog", false),
            ("https://b.example/?", false),
            ("https://a.example/undefined", false),
            ("https://a.example/{{ path }}", false),
            ("//", false),
        ] {
            assert_eq!(chosen("https://a.example/news/fog", value).is_some(), is_usable, "{value}");
        }
    }

    #[test]
    fn a_page_may_be_on_a_private_host_or_on_a_proxy() {
        for page in ["http://localhost:3000/fog", "https://p.example/https://a.example/fog"] {
            assert_eq!(chosen(page, page).as_deref(), Some(page));
        }
        assert!(chosen("https://a.example/", "https://a.example/").is_some());
    }
}
