//! Which pace and which count of failures a request belongs to.

use std::time::Duration;

use scutch_url::Url;

use crate::settings::Settings;

/// The name that failures of the proxy itself are counted under. The name of no host has a space.
pub(crate) const PROXY: &str = "the proxy";

/// What a request shares with others: pace, failures, and one request at a time.
pub(crate) struct Lane {
    /// The URI that is asked for.
    pub(crate) uri: String,
    /// Host and port.
    pub(crate) host: String,
    /// The name that pace is kept under: a service of an archive, or else the host.
    pub(crate) pace: String,
    /// The name that failures are counted under. Lists count apart: an archive that gives none may
    /// still give mementos.
    pub(crate) failures: String,
    /// Least time between two requests; zero if none is known.
    pub(crate) delay: Duration,
    /// Least wait after status 429 without Retry-After.
    pub(crate) after_429: Duration,
    /// Tries without a byte of an answer after which the host is given up.
    pub(crate) silent_tries: u32,
}

impl Lane {
    /// The lane of a request.
    pub(crate) fn new(url: &Url, uri: &str, is_list: bool, settings: &Settings) -> Self {
        let host = url.host_and_port().to_owned();
        let rate = settings.sources.rate(uri);
        let pace = rate.map_or_else(|| host.clone(), |rate| rate.name.clone());
        Self {
            uri: uri.to_owned(),
            failures: if is_list { format!("{host} lists") } else { host.clone() },
            delay: rate.map_or(Duration::ZERO, |rate| rate.delay),
            after_429: rate.map_or(settings.after_429, |rate| rate.after_429),
            silent_tries: settings.silent_tries(is_list),
            host,
            pace,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_services_have_lanes_of_their_own() {
        let settings = Settings { silent_tries: Some(9), ..Settings::default() };
        let lane = |uri: &str, is_list| {
            let url = Url::parse(uri).expect("an address");
            let lane = Lane::new(&url, uri, is_list, &settings);
            (lane.pace, lane.failures, lane.delay.as_millis(), lane.silent_tries)
        };
        let expected = |pace: &str, failures: &str, delay, silent| {
            (pace.to_owned(), failures.to_owned(), delay, silent)
        };
        let wayback = "https://web.archive.org/web/";
        assert_eq!(
            lane(&format!("{wayback}timemap/link/http://x.org/"), true),
            expected("wayback lists", "web.archive.org lists", 2500, 3)
        );
        assert_eq!(
            lane(&format!("{wayback}2014id_/http://x.org/"), false),
            expected("wayback mementos", "web.archive.org", 0, 9)
        );
        // Hosts have no case: another spelling would be asked beside the first.
        assert_eq!(
            lane("https://Web.Archive.org:443/web/2014id_/http://x.org/", false),
            expected("wayback mementos", "web.archive.org", 0, 9)
        );
        assert_eq!(
            lane("http://a.example:81/list", true),
            expected("a.example:81", "a.example:81 lists", 0, 3)
        );
    }
}
