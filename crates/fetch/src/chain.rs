//! What is known along the redirects of one request: whom its secrets are for, its cookies, and
//! what was asked already.

use scutch_url::Url;

use crate::cookies::{Cookies, Jar};
use crate::exchange::Exchange;
use crate::hosts::Hosts;
use crate::settings::Settings;

/// The state of a chain of redirects.
pub(crate) struct Chain {
    /// Whether each host's robots.txt is obeyed.
    obeys_robots: bool,
    /// Where the chain begins. Fields with secrets are for this host.
    home: Option<Url>,
    /// Cookies of the chain alone.
    jar: Option<Jar>,
    /// URIs without their fragments and the cookies that were sent with them.
    asked: Vec<(String, String)>,
}

/// What one request sends besides its own fields.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    /// Whether the host's robots.txt is obeyed.
    pub(crate) obeys_robots: bool,
    /// Whether fields with secrets are sent.
    pub(crate) with_secrets: bool,
    /// The cookies that the host has set; empty if there are none.
    pub(crate) cookies: String,
}

impl Chain {
    /// The chain of a request of the user.
    pub(crate) fn new(uri: &str, settings: &Settings) -> Self {
        let hosts = settings.secret_hosts.as_ref();
        let may_have = |url: &Url| hosts.is_none_or(|h| h.iter().any(|host| host == url.host()));
        Self {
            obeys_robots: settings.robots,
            home: Url::parse(uri).ok().filter(may_have),
            jar: (settings.cookies == Cookies::Redirects).then(Jar::default),
            asked: Vec::new(),
        }
    }

    /// The chain of a request for a robots.txt: nobody's secrets are sent for it, because it is
    /// also asked for after redirects to other hosts.
    pub(crate) fn of_robots(settings: &Settings) -> Self {
        let jar = (settings.cookies == Cookies::Redirects).then(Jar::default);
        Self { obeys_robots: false, home: None, jar, asked: Vec::new() }
    }

    /// What is sent with the next request of the chain; `None` if it was asked already.
    pub(crate) fn next(&mut self, uri: &str, hosts: &Hosts, now: i64) -> Option<Sent> {
        let url = Url::parse(uri).ok();
        let cookies = url.as_ref().map_or_else(String::new, |url| match &self.jar {
            Some(jar) => jar.field(url, now),
            None => hosts.lock().jar.as_ref().map_or_else(String::new, |jar| jar.field(url, now)),
        });
        // Fragments are not sent, so that URIs which differ in them alone are one request. With
        // other cookies it is another: hosts set one and redirect to the same page.
        let bare = uri.split('#').next().unwrap_or_default();
        let asked = (bare.to_owned(), cookies.clone());
        if self.asked.contains(&asked) {
            return None;
        }
        self.asked.push(asked);
        let with_secrets = url.is_some_and(|url| self.is_home(&url));
        Some(Sent { obeys_robots: self.obeys_robots, with_secrets, cookies })
    }

    /// Whether a URL is on the host that the chain began at. Another port is another server, and
    /// without TLS others would read along.
    fn is_home(&self, url: &Url) -> bool {
        self.home.as_ref().is_some_and(|home| {
            let is_downgrade = home.scheme() == "https" && url.scheme() != "https";
            home.host() == url.host() && home.port() == url.port() && !is_downgrade
        })
    }

    /// Takes in the cookies of an answer.
    pub(crate) fn take_cookies(&mut self, exchange: &Exchange, hosts: &Hosts, now: i64) {
        let (Ok(url), Some(answer)) = (Url::parse(&exchange.uri), exchange.answer()) else {
            return;
        };
        let is_cookie = |name: &str| name.eq_ignore_ascii_case("Set-Cookie");
        let fields = answer.headers.iter().filter(|(name, _)| is_cookie(name)).map(|(_, v)| v);
        match &mut self.jar {
            Some(jar) => jar.take(&url, fields, now),
            None => {
                if let Some(jar) = &mut hosts.lock().jar {
                    jar.take(&url, fields, now);
                }
            }
        }
    }
}
