//! What is asked for, as bytes, and whether an answer is one.

use scutch_url::Url;

use crate::exchange::Exchange;
use crate::settings::Settings;

/// What to ask for.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The address.
    pub uri: String,
    /// Fields besides those every request has.
    pub headers: Vec<(&'static str, String)>,
    /// An answer with this field is what was asked for, whatever its status: an archived "503" says
    /// nothing about the archive.
    pub settled_by: Option<&'static str>,
    /// An answer of which this is true says nothing, whatever its status, and is asked for again:
    /// some archives say with status 200 that they cannot answer now.
    pub spurned: Option<fn(&Exchange) -> bool>,
    /// The answer may be long, as lists are: what does not go into memory goes into a temporary file.
    pub long: bool,
    /// Where a redirect leads, if not where its `Location` says: archives give archived redirects as
    /// they were.
    pub leads: Option<fn(&Exchange) -> Option<String>>,
}

impl Request {
    /// The bytes of a request to an address.
    pub(crate) fn bytes(&self, url: &Url, settings: &Settings) -> Vec<u8> {
        let target = url.path_and_query();
        // A proxy is told the host in the first line, unless it only connects.
        let to_proxy = settings.proxy.is_some() && url.scheme() == "http";
        let origin = if to_proxy { url.origin() } else { String::new() };
        let (host, agent) = (url.host_and_port(), settings.user_agent());
        let mut text = format!(
            "GET {origin}{target} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {agent}\r\n\
             Accept: */*\r\nAccept-Encoding: gzip, deflate, br\r\n"
        );
        for (name, value) in &self.headers {
            let value = value.replace(char::is_control, "");
            text.extend([name, ": ", &value, "\r\n"]);
        }
        text.push_str("\r\n");
        text.into_bytes()
    }

    /// Whether an answer counts, or says that there is none for now.
    pub(crate) fn settles(&self, exchange: &Exchange) -> bool {
        let spurned = || self.spurned.is_some_and(|spurned| spurned(exchange));
        self.settled_by.is_some_and(|name| exchange.header(name).is_some())
            || !(is_unavailable(exchange.status) || spurned())
    }
}

/// Whether a status says that there is no answer now.
pub(crate) fn is_unavailable(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500 | 502 | 503 | 504)
}
