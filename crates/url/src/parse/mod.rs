//! Parsing http and https URLs as browsers do (the WHATWG URL Standard).
//!
//! Our own parser over bytes: one pass, one buffer, offsets instead of parts. It knows the schemes
//! a web archive is made of; any other scheme is an error that says so.

pub(crate) mod encode;
mod host;
mod parser;

use std::fmt;

pub use encode::{percent_decode, push_escape};
pub(crate) use host::push_host;

/// Longest URL, in bytes, as it is given and as it is written anew. Browsers stop at two million
/// characters; nothing found in an archive above this was a URL.
pub const MAX_LENGTH: usize = 1 << 20;

/// Stands for "no such part" among the offsets.
const NONE: u32 = u32::MAX;

/// An http or https URL in its serialised form, with the places of its parts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Url {
    href: String,
    scheme_end: u32,
    username_end: u32,
    host_start: u32,
    host_end: u32,
    path_start: u32,
    query_start: u32,
    fragment_start: u32,
}

crate::reasons! {
    /// Why a text is not an http(s) URL.
    pub enum ParseError {
        Relative = "url-relative", "The URL has no scheme and there is no base to complete it.";
        Scheme = "url-scheme", "The scheme is neither http nor https.";
        EmptyHost = "url-host-empty", "The URL has no host.";
        /// It cannot be looked up: forbidden characters, or not encodable in ASCII.
        Domain = "url-host-invalid", "The host is not a valid domain name.";
        Ipv4 = "url-ipv4-invalid", "The host ends in a number but is not an IPv4 address.";
        Ipv6 = "url-ipv6-invalid", "The host in brackets is not an IPv6 address.";
        Port = "url-port-invalid", "The port is not a number below 65536.";
        /// It has more than [`MAX_LENGTH`] bytes.
        TooLong = "url-too-long-to-parse", "The text is too long to be a URL.";
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence())
    }
}

impl std::error::Error for ParseError {}

impl Url {
    /// Parses an absolute URL.
    ///
    /// # Errors
    /// When it is none of http(s), or too long, with the kind.
    pub fn parse(input: &str) -> Result<Url, ParseError> {
        let mut url = Url::empty();
        url.assign(input, None)?;
        Ok(url)
    }

    /// Parses a reference found in a document whose base URL is `self`.
    ///
    /// # Errors
    /// When what comes out is no http(s) URL, or too long, with the kind.
    pub fn join(&self, reference: &str) -> Result<Url, ParseError> {
        let mut url = Url::empty();
        url.assign(reference, Some(self))?;
        Ok(url)
    }

    /// A URL to be filled by [`Url::assign`]; empty until then.
    pub fn empty() -> Url {
        Url {
            href: String::new(),
            scheme_end: 0,
            username_end: 0,
            host_start: 0,
            host_end: 0,
            path_start: 0,
            query_start: NONE,
            fragment_start: NONE,
        }
    }

    /// Parses into the buffer that is there already: for loops over many URLs.
    ///
    /// After an error the URL is empty.
    ///
    /// # Errors
    /// As [`Url::parse`] without a base, as [`Url::join`] with one.
    pub fn assign(&mut self, input: &str, base: Option<&Url>) -> Result<(), ParseError> {
        let parsed = parser::parse_into(self, input, base);
        // Escaping makes longer; what cannot be parsed again is no normal form.
        let parsed = parsed.and(if self.href.len() > MAX_LENGTH {
            Err(ParseError::TooLong)
        } else {
            Ok(())
        });
        // A URL that is half written must not be taken for the one before.
        if parsed.is_err() {
            self.clear();
        }
        parsed
    }

    /// Empties it and keeps the buffer.
    pub(crate) fn clear(&mut self) {
        let mut href = std::mem::take(&mut self.href);
        href.clear();
        *self = Url { href, ..Url::empty() };
    }

    /// The whole URL, serialised.
    pub fn as_str(&self) -> &str {
        &self.href
    }

    /// The whole URL, serialised.
    pub fn into_string(self) -> String {
        self.href
    }

    /// `http` or `https`.
    pub fn scheme(&self) -> &str {
        self.slice(0, self.scheme_end)
    }

    /// User name, escaped; empty when there is none.
    pub fn username(&self) -> &str {
        let start = self.scheme_end + 3;
        if self.username_end > start { self.slice(start, self.username_end) } else { "" }
    }

    /// Password, escaped; empty when there is none.
    pub fn password(&self) -> &str {
        if self.username_end + 1 < self.host_start {
            self.slice(self.username_end + 1, self.host_start - 1)
        } else {
            ""
        }
    }

    /// Whether a user name or password is part of the URL.
    pub(crate) fn has_userinfo(&self) -> bool {
        self.host_start > self.scheme_end + 3
    }

    /// The host: lower-case ASCII domain, IPv4 address, or IPv6 address in brackets.
    pub fn host(&self) -> &str {
        self.slice(self.host_start, self.host_end)
    }

    /// The host without the dot of the root zone at its end.
    pub(crate) fn host_without_root(&self) -> &str {
        let host = self.host();
        host.strip_suffix('.').unwrap_or(host)
    }

    /// The port, unless it is the default port of the scheme.
    pub fn port(&self) -> Option<u16> {
        self.slice(self.host_end, self.path_start).strip_prefix(':')?.parse().ok()
    }

    /// Host and port as they stand in the URL.
    pub fn host_and_port(&self) -> &str {
        self.slice(self.host_start, self.path_start)
    }

    /// Scheme, host and port: `https://example.org:8080`, without user name and password.
    pub fn origin(&self) -> String {
        format!("{}://{}", self.scheme(), self.host_and_port())
    }

    /// The path; begins with a slash.
    pub fn path(&self) -> &str {
        self.slice(self.path_start, self.path_end())
    }

    /// The query without its question mark; `None` when there is no question mark.
    pub fn query(&self) -> Option<&str> {
        (self.query_start != NONE).then(|| self.slice(self.query_start, self.query_end()))
    }

    /// The fragment without its mark; `None` when there is no mark.
    pub fn fragment(&self) -> Option<&str> {
        (self.fragment_start != NONE)
            .then(|| self.slice(self.fragment_start, self.href.len() as u32))
    }

    /// Path, query and fragment.
    pub fn path_and_rest(&self) -> &str {
        self.slice(self.path_start, self.href.len() as u32)
    }

    /// Path and query: what a server is asked for.
    pub fn path_and_query(&self) -> &str {
        self.slice(self.path_start, self.query_end())
    }

    /// Whether the host is an IP address.
    pub(crate) fn host_is_ip(&self) -> bool {
        let host = self.host();
        host.starts_with('[') || host.parse::<std::net::Ipv4Addr>().is_ok()
    }

    /// Removes the fragment with its mark.
    pub(crate) fn remove_fragment(&mut self) {
        self.href.truncate(self.query_end() as usize);
        self.fragment_start = NONE;
    }

    /// Puts another query, escaped as it should be, in place of the one there is.
    pub(crate) fn set_query(&mut self, query: Option<&str>) {
        // The fragment stands behind the query and has to move.
        let fragment = self.fragment().map(str::to_owned);
        self.href.truncate(self.path_end() as usize);
        (self.query_start, self.fragment_start) = (NONE, NONE);
        if let Some(query) = query {
            self.href.push('?');
            self.query_start = self.href.len() as u32;
            self.href.push_str(query);
        }
        if let Some(fragment) = fragment {
            self.href.push('#');
            self.fragment_start = self.href.len() as u32;
            self.href.push_str(&fragment);
        }
    }

    fn path_end(&self) -> u32 {
        if self.query_start != NONE { self.query_start - 1 } else { self.query_end() }
    }

    fn query_end(&self) -> u32 {
        if self.fragment_start != NONE { self.fragment_start - 1 } else { self.href.len() as u32 }
    }

    fn slice(&self, start: u32, end: u32) -> &str {
        &self.href[start as usize..end as usize]
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.href)
    }
}

impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.href, f)
    }
}
