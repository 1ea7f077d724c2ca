//! The cookies of a run, or of one chain of redirects.

use std::collections::BTreeMap;

use scutch_url::Url;

use super::cookie::Cookie;

/// Cookies of one domain; the oldest goes first.
const MAX_OF_DOMAIN: usize = 50;

/// Cookies of all domains. A crawl of very many hosts takes no more.
const MAX_ALL: usize = 20_000;

/// Cookies by domain, each list in the order in which they were set.
#[derive(Debug, Clone, Default)]
pub(crate) struct Jar {
    domains: BTreeMap<String, Vec<Cookie>>,
    len: usize,
}

impl Jar {
    /// A jar with the cookies that the user gives.
    pub(crate) fn with(given: &[Cookie]) -> Self {
        let mut jar = Self::default();
        // Expired ones are left out when they are sent.
        given.iter().for_each(|cookie| jar.insert(cookie.clone(), i64::MIN));
        jar
    }

    /// Takes in the cookies that the answer for a URL sets.
    pub(crate) fn take<'f>(&mut self, url: &Url, fields: impl Iterator<Item = &'f str>, now: i64) {
        let cookies = fields.filter_map(|field| Cookie::from_field(field, url, now));
        cookies.for_each(|cookie| self.insert(cookie, now));
    }

    /// Adds a cookie in the place of one with the same name; an expired one takes it away.
    fn insert(&mut self, cookie: Cookie, now: i64) {
        if cookie.is_expired(now) {
            if let Some(known) = self.domains.get_mut(&cookie.domain) {
                let before = known.len();
                known.retain(|known| !cookie.replaces(known));
                self.len -= before - known.len();
            }
            return;
        }
        let known = self.domains.entry(cookie.domain.clone()).or_default();
        if let Some(known) = known.iter_mut().find(|known| cookie.replaces(known)) {
            *known = cookie;
            return;
        }
        if known.len() >= MAX_OF_DOMAIN {
            known.remove(0);
            self.len -= 1;
        }
        if self.len < MAX_ALL {
            known.push(cookie);
            self.len += 1;
        }
    }

    /// The value of the `Cookie` field of a request for a URL, empty if it needs none: longer paths
    /// first, then the older ones (RFC 6265, section 5.4).
    pub(crate) fn field(&self, url: &Url, now: i64) -> String {
        let mut domain = url.host();
        let mut sent: Vec<&Cookie> = Vec::new();
        loop {
            sent.extend(self.domains.get(domain).into_iter().flatten());
            let Some((_, parent)) = domain.split_once('.') else { break };
            domain = parent;
        }
        sent.retain(|cookie| cookie.is_for(url, now));
        sent.sort_by_key(|cookie| std::cmp::Reverse(cookie.path.len()));
        let pairs: Vec<_> = sent.iter().map(|c| format!("{}={}", c.name, c.value)).collect();
        pairs.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).expect("a URL")
    }

    fn field(jar: &Jar, at: &str, now: i64) -> String {
        jar.field(&url(at), now)
    }

    #[test]
    fn cookies_are_replaced_taken_away_and_expire() {
        let (mut jar, at) = (Jar::default(), url("http://paper.hu/x/y"));
        jar.take(&at, ["a=1; Path=/", "b=2", "c=3; Max-Age=5; Path=/"].into_iter(), 0);
        assert_eq!(field(&jar, "http://paper.hu/x/", 0), "b=2; a=1; c=3");
        assert_eq!(field(&jar, "http://paper.hu/", 4999), "a=1; c=3");
        assert_eq!(field(&jar, "http://paper.hu/", 5000), "a=1");
        jar.take(&at, ["a=9; Path=/", "b=; Max-Age=0"].into_iter(), 0);
        assert_eq!(field(&jar, "http://paper.hu/x/", 0), "a=9; c=3");
        assert_eq!(field(&jar, "http://other.hu/x/", 0), "");
    }

    #[test]
    fn domains_and_their_number_are_bounded() {
        let mut jar = Jar::default();
        for number in 0..=MAX_OF_DOMAIN {
            jar.take(&url("http://paper.hu/"), [format!("n{number}=x").as_str()].into_iter(), 0);
        }
        let sent = field(&jar, "http://paper.hu/", 0);
        assert_eq!(sent.split("; ").count(), MAX_OF_DOMAIN);
        assert!(!sent.contains("n0=") && sent.ends_with("n50=x"), "{sent}");
        for number in 0..MAX_ALL {
            jar.take(&url(&format!("http://h{number}.hu/")), ["a=b"].into_iter(), 0);
        }
        assert_eq!(jar.len, MAX_ALL);
        assert_eq!(field(&jar, &format!("http://h{}.hu/", MAX_ALL - 1), 0), "");
    }
}
