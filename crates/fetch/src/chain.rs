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
    /// Where the chain begins. Cookies of the request itself are for this origin.
    home: Option<Url>,
    /// Whether fields with secrets are sent to the origins that they are for.
    has_secrets: bool,
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
    /// Whether the request goes to the origin that the chain began at.
    pub(crate) is_home: bool,
    /// Whether fields with secrets are sent.
    pub(crate) with_secrets: bool,
    /// The cookies that the host has set; empty if there are none.
    pub(crate) cookies: String,
}

impl Chain {
    /// The chain of a request of the user.
    pub(crate) fn new(uri: &str, settings: &Settings) -> Self {
        Self {
            obeys_robots: settings.robots,
            home: Url::parse(uri).ok(),
            has_secrets: true,
            jar: (settings.cookies == Cookies::Redirects).then(Jar::default),
            asked: Vec::new(),
        }
    }

    /// The chain of a request for a robots.txt: nobody's secrets are sent for it, because it is
    /// also asked for after redirects to other hosts.
    pub(crate) fn of_robots(settings: &Settings) -> Self {
        let jar = (settings.cookies == Cookies::Redirects).then(Jar::default);
        Self { obeys_robots: false, home: None, has_secrets: false, jar, asked: Vec::new() }
    }

    /// What is sent with the next request of the chain; `None` if it was asked already.
    pub(crate) fn next(
        &mut self,
        uri: &str,
        settings: &Settings,
        hosts: &Hosts,
        now: i64,
    ) -> Option<Sent> {
        let url = Url::parse(uri).ok();
        let cookies = url.as_ref().map_or_else(String::new, |url| match &mut self.jar {
            Some(jar) => jar.field(url, now),
            None => hosts.lock().jar.as_mut().map_or_else(String::new, |jar| jar.field(url, now)),
        });
        // Fragments are not sent, so that URIs which differ in them alone are one request. With
        // other cookies it is another: hosts set one and redirect to the same page.
        let bare = uri.split('#').next().unwrap_or_default();
        let asked = (bare.to_owned(), cookies.clone());
        if self.asked.contains(&asked) {
            return None;
        }
        self.asked.push(asked);
        let leads = |origin: &Url| url.as_ref().is_some_and(|url| leads_home(origin, url));
        let is_home = self.home.as_ref().is_some_and(leads);
        // Only the user can say whom secrets are for: links, lists and redirects lead anywhere.
        let named = settings.secret_origins.as_ref();
        let is_for = named.map_or(is_home, |origins| origins.iter().any(leads));
        let with_secrets = self.has_secrets && is_for;
        Some(Sent { obeys_robots: self.obeys_robots, is_home, with_secrets, cookies })
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

/// Whether a URL is on an origin, or on the same one with https. Another port is another server,
/// and without TLS others would read along.
fn leads_home(home: &Url, url: &Url) -> bool {
    let is_downgrade = home.scheme() == "https" && url.scheme() != "https";
    home.host() == url.host() && home.port() == url.port() && !is_downgrade
}
