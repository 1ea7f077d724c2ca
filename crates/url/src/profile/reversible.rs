//! `ssurt`: a SURT that sorts as one and can be turned back into the URL.
//!
//! `https://user@www.example.org:8080/x` becomes `org,example,www,//8080:https:user@/x`: the host
//! turned round, then what sorting does not need, then path and rest untouched.

use crate::parse::{ParseError, Url};

/// The reversible key of a URL.
pub fn ssurt(url: &Url) -> String {
    let mut key = String::with_capacity(url.as_str().len() + 4);
    if url.host_is_ip() {
        key.push_str(url.host());
    } else {
        for label in url.host().rsplit('.') {
            // A comma may stand in a host; a percent sign never does.
            key.push_str(&label.replace(',', "%2C"));
            key.push(',');
        }
    }
    key.push_str("//");
    if let Some(port) = url.port() {
        key.push_str(&port.to_string());
    }
    key.push(':');
    key.push_str(url.scheme());
    key.push(':');
    key.push_str(url.username());
    if !url.password().is_empty() {
        key.push(':');
        key.push_str(url.password());
    }
    if url.has_userinfo() {
        key.push('@');
    }
    key.push_str(url.path_and_rest());
    key
}

/// Turns a key of [`ssurt`] back into its URL.
///
/// # Errors
/// When the key lacks a part, or what comes out is no http(s) URL.
// The way back is exact, so that an index of such keys needs no URLs beside them.
pub fn from_ssurt(key: &str) -> Result<Url, ParseError> {
    let (host, rest) = key.split_once("//").ok_or(ParseError::Domain)?;
    let (port, rest) = rest.split_once(':').ok_or(ParseError::Port)?;
    let (scheme, rest) = rest.split_once(':').ok_or(ParseError::Scheme)?;
    let path_at = rest.find('/').ok_or(ParseError::Relative)?;
    let (userinfo, path) = rest.split_at(path_at);
    let mut url = format!("{scheme}://{userinfo}");
    match host.strip_suffix(',') {
        Some(labels) => {
            let labels: Vec<&str> = labels.rsplit(',').collect();
            url.push_str(&labels.join(".").replace("%2C", ","));
        }
        None => url.push_str(host),
    }
    if !port.is_empty() {
        url.push(':');
        url.push_str(port);
    }
    url.push_str(path);
    Url::parse(&url)
}

#[cfg(test)]
mod tests {
    use super::{from_ssurt, ssurt};
    use crate::Url;

    #[test]
    fn there_and_back() {
        for (url, key) in [
            (
                "https://user:pw@www.example.org:8080/x?y#z",
                "org,example,www,//8080:https:user:pw@/x?y#z",
            ),
            ("http://1.2.3.4/", "1.2.3.4//:http:/"),
            ("http://[::1]:81/a//b", "[::1]//81:http:/a//b"),
            ("http://a.org./", ",org,a,//:http:/"),
        ] {
            let url = Url::parse(url).unwrap();
            assert_eq!(ssurt(&url), key);
            assert_eq!(from_ssurt(key).unwrap(), url);
        }
    }
}
