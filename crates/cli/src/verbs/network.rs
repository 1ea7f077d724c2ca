//! How the network is used: shared by all verbs that do.

use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use scutch_crawl::Store;
use scutch_fetch::{
    Client, Clock as _, Cookie, Cookies, Header, Hosts, Proxy, Settings, SystemClock,
    SystemResolver,
};
use scutch_memento::Guard;
use scutch_url::Url;

use crate::exit::UsageError;
use crate::interrupt;
use crate::settings_file;

/// What the help of such verbs ends with.
pub(crate) const NOTE: &str = "Only http and https; a host is asked one request at a time. Private, \
    loopback and link-local addresses are refused, also behind names and redirects, and no proxy of \
    the environment is used.";

// Politeness and limits.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Network")]
pub(crate) struct NetworkArgs {
    /// A page or mailbox that tells archives who asks; part of the user agent.
    #[arg(long, value_name = "URL|MAIL")]
    contact: Option<String>,
    /// User agent in place of scutch's own. Rules of robots.txt for `scutch` hold all the same.
    #[arg(long, value_name = "TEXT", conflicts_with = "contact")]
    user_agent: Option<String>,
    /// A header field of every request; repeatable. All but a few harmless ones (Accept-Language,
    /// Referer ...) are only sent to the sites of addresses on the command line.
    #[arg(long, value_name = "NAME: VALUE")]
    header: Vec<Header>,
    /// Send header fields to the site (scheme, host, port) of this address, too; repeatable.
    #[arg(long, value_name = "URL", requires = "header", value_parser = site)]
    header_to: Vec<Url>,
    /// Begin with the cookies of a file (Netscape format), and keep those that hosts set.
    #[arg(long, value_name = "FILE", value_parser = cookies)]
    cookies: Option<CookieFile>,
    /// Keep the cookies that hosts set until the end of the run.
    #[arg(long)]
    keep_cookies: bool,
    /// Accept certificates that are not to be trusted; what is wrong with them is noted.
    #[arg(long)]
    insecure: bool,
    /// Seconds between two requests to a host.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    delay: Duration,
    /// Seconds for one answer, from connecting to its last byte.
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    timeout: Duration,
    /// Tries of a request, the first included.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    tries: u32,
    /// Largest answer taken in, in bytes as sent; not more than the reader of archives takes.
    #[arg(long, value_name = "BYTES", default_value_t = 32 << 20, value_parser = clap::value_parser!(u32).range(1..=32 << 20))]
    max_bytes: u32,
    /// Requests to a host that may fail one after the other before it is given up.
    #[arg(long, value_name = "N", default_value_t = 20)]
    budget: u32,
    /// A host that may be asked whatever its addresses are; repeatable.
    #[arg(long, value_name = "HOST")]
    allow_private: Vec<String>,
    /// Ask a proxy for everything: http://HOST:PORT, socks5://HOST:PORT, or socks5h. Those but socks5
    /// look names up themselves: what they stand for is not checked then.
    #[arg(long, value_name = "PROXY")]
    proxy: Option<Proxy>,
    /// Address of this machine that connections are to come from.
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<IpAddr>,
    /// Seed of the jitter of waits.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl NetworkArgs {
    /// Refuses private addresses but for the hosts named with `--allow-private`.
    pub(crate) fn guard(&self) -> Guard {
        Guard::allowing(self.allow_private.iter().cloned())
    }

    /// Hosts that may be asked whatever their addresses are.
    pub(crate) fn allowed(&self) -> &[String] {
        &self.allow_private
    }

    /// What was typed over the defaults of the client. Header fields with secrets are for the
    /// origins of `named`, addresses that were typed as well, and of `--header-to`.
    ///
    /// # Errors
    /// When there are secrets, and nobody whom they are for.
    pub(crate) fn settings<'n>(
        &self,
        named: impl IntoIterator<Item = &'n str>,
    ) -> Result<Settings, UsageError> {
        let typed = named.into_iter().filter_map(|uri| site(uri).ok());
        let origins: Vec<Url> = self.header_to.iter().cloned().chain(typed).collect();
        if let Some(header) = self.header.iter().find(|header| header.is_secret())
            && origins.is_empty()
        {
            let name = header.name();
            return Err(UsageError(format!(
                "--header {name}: may hold a secret, and no address is named that it is meant for; \
                 name it with --header-to"
            )));
        }
        Ok(Settings { secret_origins: Some(origins), ..self.anonymous() })
    }

    /// What was typed, without the origins that secrets are for.
    fn anonymous(&self) -> Settings {
        Settings {
            contact: self.contact.clone(),
            agent: self.user_agent.clone(),
            headers: self.header.clone(),
            secret_origins: Some(Vec::new()),
            cookies: self.cookies().unwrap_or_default(),
            insecure: self.insecure,
            delay: self.delay,
            total_timeout: self.timeout,
            // A short `--timeout` limits connecting as well; a long one must not make dead hosts
            // slower.
            connect_timeout: self.timeout.min(Settings::default().connect_timeout),
            attempts: self.tries,
            max_response: self.max_bytes as usize,
            budget: self.budget,
            seed: self.seed,
            proxy: self.proxy.clone(),
            bind: self.bind,
            ..Settings::default()
        }
    }

    /// What becomes of cookies, if the user said so.
    fn cookies(&self) -> Option<Cookies> {
        let given = self.cookies.as_ref().map(|file| file.0.clone());
        let kept = given.or_else(|| self.keep_cookies.then(Vec::new));
        kept.map(Cookies::Kept)
    }

    /// The WARC file that a run writes and goes on from; only read where nobody is to be asked.
    pub(crate) fn store(&self, output: &Path, offline: bool) -> anyhow::Result<Store> {
        // A pipe cannot be read back, and what is stored would be asked for again.
        if output == Path::new("-") {
            let sentence = "-o: the WARC file is what a run goes on from, and has to be a file";
            return Err(UsageError(sentence.to_owned()).into());
        }
        let now = SystemClock::default().unix_ms();
        Ok(match offline {
            true => Store::read_only(output)?,
            false => Store::open(output, &self.user_agent(), now)?,
        })
    }

    /// The time between two requests to a host.
    pub(crate) fn delay(&self) -> Duration {
        self.delay
    }

    /// What the client calls itself.
    pub(crate) fn user_agent(&self) -> String {
        self.anonymous().user_agent()
    }

    /// Settings for live sites, with `named` as in [`Self::settings`]; robots.txt is obeyed.
    pub(crate) fn crawler_settings<'n>(
        &self,
        named: impl IntoIterator<Item = &'n str>,
    ) -> Result<Settings, UsageError> {
        // Without cookies along redirects, those that set one for consent would lead in a circle.
        let cookies = self.cookies().unwrap_or(Cookies::Redirects);
        Ok(Settings { robots: true, cookies, ..self.settings(named)? })
    }

    /// A client with these settings.
    pub(crate) fn client(&self, settings: Settings) -> Client {
        Client::new(settings, self.guard(), interrupt::asked)
    }

    /// A client that shares delays and budgets of hosts with others: two of them never ask a host
    /// at once. All need one clock.
    pub(crate) fn client_beside(
        &self,
        settings: &Settings,
        hosts: &Hosts,
        clock: SystemClock,
    ) -> Client {
        let (guard, settings) = (self.guard(), settings.clone());
        let (clock, names) = (Box::new(clock), Box::new(SystemResolver));
        Client::with(settings, guard, interrupt::asked, clock, names).sharing(hosts.clone())
    }
}

/// The cookies of a file.
#[derive(Debug, Clone)]
struct CookieFile(Vec<Cookie>);

/// Reads a file of cookies, while the command line is parsed.
fn cookies(path: &str) -> Result<CookieFile, String> {
    let text = settings_file::settings(Path::new(path)).map_err(|error| format!("{error:#}"))?;
    Cookie::parse_file(&text).map(CookieFile).map_err(|error| error.to_string())
}

/// An address of http or https.
fn site(text: &str) -> Result<Url, &'static str> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    url.ok_or("no address of http or https")
}

/// In seconds; what is longer cannot be added to the time of day.
const A_YEAR: f64 = 366.0 * 86_400.0;

/// Seconds, also with a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    // `inf` and `NaN` parse; the checks below refuse them.
    let number: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if number > A_YEAR {
        return Err("longer than a year".to_owned());
    }
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_are_none() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["-1", "x", "inf", "nan", "1e9", "1e19", "1e30"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
