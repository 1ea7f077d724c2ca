//! Requests as bytes, and whether an answer is final.

use scutch_url::Url;

use crate::chain::Sent;
use crate::exchange::Exchange;
use crate::header::Header;
use crate::proxy::Proxy;
use crate::settings::Settings;

/// A request.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The URI to ask for.
    pub uri: String,
    /// Header fields besides those of every request.
    pub headers: Vec<(&'static str, String)>,
    /// An answer with this header field is final, whatever its status: an archived "503" says
    /// nothing about the archive.
    pub final_if_header: Option<&'static str>,
    /// Recognises error pages with status 200, which some archives send. They are asked for again.
    pub is_error_page: Option<fn(&Exchange) -> bool>,
    /// Whether a list of mementos is asked for: it may be long and goes to a temporary file, and
    /// [`crate::ListSettings`] hold.
    pub is_list: bool,
    /// Overrides the target of a redirect: archives send archived redirects with their old
    /// `Location`.
    pub redirect_target: Option<fn(&Exchange) -> Option<String>>,
}

impl Request {
    /// The bytes of a request for a URL.
    pub(crate) fn bytes(&self, url: &Url, settings: &Settings, sent: &Sent) -> Vec<u8> {
        let target = url.path_and_query();
        // A proxy reads the host from the request line, unless it only tunnels.
        let forwards = settings.proxy.as_ref().is_some_and(Proxy::forwards);
        let to_proxy = forwards && url.scheme() == "http";
        let origin = if to_proxy { url.origin() } else { String::new() };
        let (host, agent) = (url.host_and_port(), settings.user_agent());
        // The content codings are those that the archive reader decodes.
        let added = settings.headers.iter();
        let added: Vec<&Header> =
            added.filter(|header| sent.with_secrets || !header.is_secret()).collect();
        let accepts = if added.iter().any(|header| header.is("Accept")) { "" } else { ACCEPT };
        let mut text = format!(
            "GET {origin}{target} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {agent}\r\n\
             {accepts}Accept-Encoding: gzip, deflate, br\r\n"
        );
        let own = self.headers.iter().filter(|(name, _)| *name != COOKIE || sent.is_home);
        let own = own.map(|(name, value)| (*name, value.as_str()));
        let added = added.into_iter().map(|header| (header.name.as_str(), header.value.as_str()));
        // A request has one Cookie field (RFC 6265, section 5.4).
        let mut cookies = vec![sent.cookies.as_str()];
        for (name, value) in own.chain(added) {
            if name.eq_ignore_ascii_case(COOKIE) {
                cookies.push(value);
            } else {
                push_field(&mut text, name, value);
            }
        }
        cookies.retain(|cookies| !cookies.is_empty());
        if !cookies.is_empty() {
            push_field(&mut text, COOKIE, &cookies.join("; "));
        }
        text.push_str("\r\n");
        text.into_bytes()
    }

    /// Whether an answer is final, rather than one that means "not now".
    pub(crate) fn is_final(&self, exchange: &Exchange) -> bool {
        let is_error_page = || self.is_error_page.is_some_and(|is| is(exchange));
        self.final_if_header.is_some_and(|name| exchange.header(name).is_some())
            || !(is_unavailable(exchange.status) || is_error_page())
    }
}

const ACCEPT: &str = "Accept: */*\r\n";
const COOKIE: &str = "Cookie";

fn push_field(text: &mut String, name: &str, value: &str) {
    // A value may come from an archive: a line break in it would add fields.
    let value = value.replace(char::is_control, "");
    text.extend([name, ": ", &value, "\r\n"]);
}

/// Whether a status means that the server cannot answer now.
pub(crate) fn is_unavailable(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500 | 502 | 503 | 504)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(request: &Request, uri: &str, settings: &Settings) -> String {
        let url = Url::parse(uri).expect("an address");
        let cookies = "c=d".to_owned();
        let sent = Sent { obeys_robots: false, is_home: true, with_secrets: true, cookies };
        String::from_utf8(request.bytes(&url, settings, &sent)).expect("ASCII")
    }

    #[test]
    fn requests_have_their_fields_and_no_injected_ones() {
        let headers = vec![("Prefer", "a\r\nX-Injected: b".to_owned())];
        let request = Request { headers, ..Request::default() };
        let settings =
            Settings { contact: Some("me@x.example\r\nY: z".into()), ..Settings::default() };
        let text = bytes(&request, "http://a.example:81/x?y#z", &settings);
        let lines: Vec<_> = text.split("\r\n").collect();
        assert_eq!(lines[0], "GET /x?y HTTP/1.1");
        assert_eq!(lines[1], "Host: a.example:81");
        assert!(lines[2].ends_with("(+me@x.exampleY: z)"), "{}", lines[2]);
        assert_eq!(lines[5..], ["Prefer: aX-Injected: b", "Cookie: c=d", "", ""]);
    }

    #[test]
    fn proxies_get_the_whole_address_of_plain_http_only() {
        for (proxy, uri, expected) in [
            ("proxy.example:3128", "http://a.example/x", "GET http://a.example/x HTTP/1.1"),
            ("proxy.example:3128", "https://a.example/x", "GET /x HTTP/1.1"),
            ("socks5://proxy.example:3128", "http://a.example/x", "GET /x HTTP/1.1"),
        ] {
            let settings = Settings { proxy: proxy.parse().ok(), ..Settings::default() };
            let text = bytes(&Request::default(), uri, &settings);
            assert_eq!(text.lines().next(), Some(expected));
        }
    }
}
