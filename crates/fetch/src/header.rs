//! Header fields that the user adds to every request.

use std::str::FromStr;

/// A header field that the user adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Its name as written.
    pub(crate) name: String,
    /// Its value.
    pub(crate) value: String,
}

/// Fields that the client sets itself, or whose answers it could not store as the page: parts of a
/// body (RFC 9110, section 14.2) and "not modified" (section 13).
const OWN: &[&str] = &[
    "accept-encoding",
    "connection",
    "content-length",
    "expect",
    "host",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "range",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
];

/// Fields that say what is wanted, not who asks (RFC 9110, sections 10.1 and 12.5; Fetch Metadata;
/// Client Hints). Names of keys are countless, so that every other field counts as secret.
const HARMLESS: &[&str] = &[
    "accept",
    "accept-charset",
    "accept-datetime",
    "accept-language",
    "cache-control",
    "dnt",
    "from",
    "pragma",
    "prefer",
    "priority",
    "referer",
    "save-data",
    "sec-ch-ua",
    "sec-ch-ua-mobile",
    "sec-ch-ua-platform",
    "sec-fetch-dest",
    "sec-fetch-mode",
    "sec-fetch-site",
    "sec-fetch-user",
    "sec-gpc",
    "upgrade-insecure-requests",
    "x-requested-with",
];

impl Header {
    /// Whether the field may say who asks, and is meant for the origins alone that the user names.
    pub fn is_secret(&self) -> bool {
        !HARMLESS.iter().any(|name| self.is(name))
    }

    /// Its name as written.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it has a name, in any case.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

impl FromStr for Header {
    type Err = String;

    /// Parses `Name: value`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once(':').ok_or("a header field is `Name: value`")?;
        // The characters of a token (RFC 9110, section 5.6.2).
        let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
        if name.is_empty() || !name.chars().all(is_token) {
            return Err(format!("`{}` is no name of a header field", name.escape_debug()));
        }
        if OWN.contains(&name.to_ascii_lowercase().as_str()) {
            return Err(format!("{name} is set by scutch itself"));
        }
        let value = value.trim();
        if value.chars().any(char::is_control) {
            return Err(format!("the value of {name} has control characters"));
        }
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_and_secrets_recognised() {
        for (text, name, value, is_secret) in [
            ("Accept-Language: hu, en", "Accept-Language", "hu, en", false),
            ("X-Empty:", "X-Empty", "", true),
            ("authorization:Basic eDp5", "authorization", "Basic eDp5", true),
            ("Cookie: a=b", "Cookie", "a=b", true),
            ("X-Auth-Token: 1:2", "X-Auth-Token", "1:2", true),
            ("X-Auth-Key: k", "X-Auth-Key", "k", true),
            ("apikey: k", "apikey", "k", true),
            ("X-ApiKey: k", "X-ApiKey", "k", true),
            ("Ocp-Apim-Subscription-Key: k", "Ocp-Apim-Subscription-Key", "k", true),
            ("X-Session-Id: k", "X-Session-Id", "k", true),
            ("Referer: http://a.example/", "Referer", "http://a.example/", false),
            ("ACCEPT: text/html", "ACCEPT", "text/html", false),
            ("dnt: 1", "dnt", "1", false),
        ] {
            let header: Header = text.parse().expect(text);
            assert_eq!((header.name.as_str(), header.value.as_str()), (name, value));
            assert_eq!(header.is_secret(), is_secret, "{text}");
        }
    }

    #[test]
    fn fields_of_the_client_and_broken_ones_are_refused() {
        for text in [
            "Host: a.example",
            "content-length: 5",
            "Transfer-Encoding: chunked",
            "Range: bytes=0-1",
            "If-None-Match: x",
            "User-Agent: x",
            "no colon",
            ": empty",
            "Two Words: x",
            "A: b\r\nHost: c",
            "A\r\n: b",
        ] {
            assert!(text.parse::<Header>().is_err(), "{text:?}");
        }
    }
}
