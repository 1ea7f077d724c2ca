//! The cookies of a run, or of one chain of redirects.

use std::collections::BTreeMap;

use scutch_url::Url;

use super::cookie::Cookie;

/// Cookies that one domain may set; then the one goes that was not set or sent for longest.
const MAX_OF_DOMAIN: usize = 50;

/// Cookies that all domains may set. A crawl of very many hosts takes no more.
const MAX_ALL: usize = 20_000;

/// Cookies by domain, each list in the order in which they were set. Those that the user gives make
/// room for none: they may hold a login.
#[derive(Debug, Clone, Default)]
pub(crate) struct Jar {
    domains: BTreeMap<String, Vec<Kept>>,
    /// Cookies that hosts have set.
    len: usize,
    /// Counts what happens to the jar.
    tick: u64,
}

/// A cookie in a jar.
#[derive(Debug, Clone)]
struct Kept {
    cookie: Cookie,
    /// Whether the user gave it.
    is_given: bool,
    /// When it was set or sent last, by the jar's count.
    last: u64,
}

impl Jar {
    /// A jar with the cookies that the user gives.
    pub(crate) fn with(given: &[Cookie]) -> Self {
        let mut jar = Self::default();
        // Expired ones are left out when they are sent.
        given.iter().for_each(|cookie| jar.insert(cookie.clone(), true, i64::MIN));
        jar
    }

    /// Takes in the cookies that the answer for a URL sets.
    pub(crate) fn take<'f>(&mut self, url: &Url, fields: impl Iterator<Item = &'f str>, now: i64) {
        let cookies = fields.filter_map(|field| Cookie::from_field(field, url, now));
        cookies.for_each(|cookie| self.insert(cookie, false, now));
    }

    /// Adds a cookie in the place of one with the same name; an expired one takes it away.
    fn insert(&mut self, cookie: Cookie, is_given: bool, now: i64) {
        if cookie.is_expired(now) {
            self.retain(&cookie.domain, |known| !cookie.replaces(&known.cookie));
            return;
        }
        self.tick += 1;
        let mut known = self.domains.get_mut(&cookie.domain).into_iter().flatten();
        if let Some(known) = known.find(|known| cookie.replaces(&known.cookie)) {
            (known.cookie, known.last) = (cookie, self.tick);
            return;
        }
        if is_given || self.has_room(&cookie.domain, now) {
            let kept = Kept { is_given, last: self.tick, cookie };
            self.len += usize::from(!is_given);
            self.domains.entry(kept.cookie.domain.clone()).or_default().push(kept);
        }
    }

    /// Makes room for one more cookie of a domain, if there can be: first those go that have
    /// expired. Oldest first would take a login, which is set before all others.
    fn has_room(&mut self, domain: &str, now: i64) -> bool {
        if self.set_by(domain).count() >= MAX_OF_DOMAIN {
            self.retain(domain, |known| !known.cookie.is_expired(now));
        }
        if self.set_by(domain).count() >= MAX_OF_DOMAIN
            && let Some(known) = self.domains.get_mut(domain)
        {
            // Of those sent together, the one that was set first.
            let set = known.iter().enumerate().filter(|(_, known)| !known.is_given);
            if let Some((at, _)) = set.min_by_key(|(_, known)| known.last) {
                known.remove(at);
                self.len -= 1;
            }
        }
        self.len < MAX_ALL
    }

    /// The cookies of a domain that were not given.
    fn set_by(&self, domain: &str) -> impl Iterator<Item = &Kept> {
        self.domains.get(domain).into_iter().flatten().filter(|known| !known.is_given)
    }

    /// Keeps only some of a domain's cookies.
    fn retain(&mut self, domain: &str, keep: impl Fn(&Kept) -> bool) {
        let before = self.set_by(domain).count();
        if let Some(known) = self.domains.get_mut(domain) {
            known.retain(keep);
        }
        self.len -= before - self.set_by(domain).count();
    }

    /// The value of the `Cookie` field of a request for a URL, empty if it needs none: longer paths
    /// first, then the older ones (RFC 6265, section 5.4).
    pub(crate) fn field(&mut self, url: &Url, now: i64) -> String {
        self.tick += 1;
        let mut sent: Vec<(usize, String)> = Vec::new();
        let mut domain = url.host();
        loop {
            for known in self.domains.get_mut(domain).into_iter().flatten() {
                let Cookie { name, value, path, .. } = &known.cookie;
                if known.cookie.is_for(url, now) {
                    // All that go together keep their order by when they were set.
                    known.last = self.tick;
                    sent.push((path.len(), format!("{name}={value}")));
                }
            }
            let Some((_, parent)) = domain.split_once('.') else { break };
            domain = parent;
        }
        sent.sort_by_key(|(path, _)| std::cmp::Reverse(*path));
        let pairs: Vec<_> = sent.into_iter().map(|(_, pair)| pair).collect();
        pairs.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).expect("a URL")
    }

    fn field(jar: &mut Jar, at: &str, now: i64) -> String {
        jar.field(&url(at), now)
    }

    #[test]
    fn cookies_are_replaced_taken_away_and_expire() {
        let (mut jar, at) = (Jar::default(), url("http://paper.hu/x/y"));
        jar.take(&at, ["a=1; Path=/", "b=2", "c=3; Max-Age=5; Path=/"].into_iter(), 0);
        assert_eq!(field(&mut jar, "http://paper.hu/x/", 0), "b=2; a=1; c=3");
        assert_eq!(field(&mut jar, "http://paper.hu/", 4999), "a=1; c=3");
        assert_eq!(field(&mut jar, "http://paper.hu/", 5000), "a=1");
        jar.take(&at, ["a=9; Path=/", "b=; Max-Age=0"].into_iter(), 0);
        assert_eq!(field(&mut jar, "http://paper.hu/x/", 0), "a=9; c=3");
        assert_eq!(field(&mut jar, "http://other.hu/x/", 0), "");
    }

    fn given(name: &str) -> Cookie {
        let line = format!("paper.hu\tTRUE\t/\tFALSE\t0\t{name}\tx");
        Cookie::parse_file(&line).expect("a file").remove(0)
    }

    #[test]
    fn given_cookies_stay_however_many_a_site_sets() {
        let logins: Vec<_> = (0..60).map(|n| given(&format!("login{n}"))).collect();
        let (mut jar, at) = (Jar::with(&logins), url("http://paper.hu/"));
        // Set anew by the site, with a time that ends.
        jar.take(&at, ["login7=y; Domain=paper.hu; Path=/; Max-Age=9"].into_iter(), 0);
        for number in 0..200 {
            jar.take(&at, [format!("n{number}=x; Domain=paper.hu").as_str()].into_iter(), 0);
        }
        let sent = field(&mut jar, "http://paper.hu/", 0);
        assert_eq!(sent.matches("login").count(), 60);
        assert_eq!(sent.matches("; n").count(), MAX_OF_DOMAIN);
        assert!(sent.contains("login7=y") && jar.len == MAX_OF_DOMAIN, "{sent}");
        // Only the site itself takes one away, as when it ends the session.
        jar.take(&at, ["login8=; Domain=paper.hu; Path=/; Max-Age=0"].into_iter(), 0);
        assert!(!field(&mut jar, "http://paper.hu/", 0).contains("login8="));
        assert_eq!(jar.len, MAX_OF_DOMAIN);
    }

    #[test]
    fn expired_cookies_make_room_first_and_then_those_not_sent_for_longest() {
        let (mut jar, at) = (Jar::default(), url("http://paper.hu/"));
        jar.take(&at, ["session=1; Path=/", "brief=1; Path=/; Max-Age=5"].into_iter(), 0);
        for number in 2..MAX_OF_DOMAIN {
            let field = format!("n{number}=x; Path=/{number}");
            jar.take(&at, [field.as_str()].into_iter(), 0);
        }
        jar.take(&at, ["late=1; Path=/a"].into_iter(), 6000);
        assert_eq!(jar.set_by("paper.hu").count(), MAX_OF_DOMAIN);
        assert_eq!(field(&mut jar, "http://paper.hu/2", 6000), "n2=x; session=1");
        jar.take(&at, ["later=1; Path=/a"].into_iter(), 6000);
        assert_eq!(field(&mut jar, "http://paper.hu/2", 6000), "n2=x; session=1");
        assert_eq!(field(&mut jar, "http://paper.hu/3", 6000), "session=1", "the oldest is gone");
    }

    #[test]
    fn a_cookie_that_is_set_anew_is_not_the_oldest() {
        let (mut jar, at) = (Jar::default(), url("http://paper.hu/"));
        for number in 0..MAX_OF_DOMAIN {
            jar.take(&at, [format!("n{number}=x; Path=/{number}").as_str()].into_iter(), 0);
        }
        jar.take(&at, ["n0=anew; Path=/0", "late=1; Path=/a"].into_iter(), 0);
        assert_eq!(field(&mut jar, "http://paper.hu/0", 0), "n0=anew");
        assert_eq!(field(&mut jar, "http://paper.hu/1", 0), "");
    }

    #[test]
    fn domains_and_their_number_are_bounded() {
        let mut jar = Jar::default();
        for number in 0..=MAX_OF_DOMAIN {
            jar.take(&url("http://paper.hu/"), [format!("n{number}=x").as_str()].into_iter(), 0);
        }
        let sent = field(&mut jar, "http://paper.hu/", 0);
        assert_eq!(sent.split("; ").count(), MAX_OF_DOMAIN);
        assert!(!sent.contains("n0=") && sent.ends_with("n50=x"), "{sent}");
        for number in 0..MAX_ALL {
            jar.take(&url(&format!("http://h{number}.hu/")), ["a=b"].into_iter(), 0);
        }
        assert_eq!(jar.len, MAX_ALL);
        assert_eq!(field(&mut jar, &format!("http://h{}.hu/", MAX_ALL - 1), 0), "");
    }
}
