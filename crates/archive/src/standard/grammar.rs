//! Values as the grammar has them: tokens, media types, numbers, addresses (ISO 28500, section 4).

use std::net::{Ipv4Addr, Ipv6Addr};

pub(super) use crate::media::is_token;

/// One or more digits.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// A text between double quotes, in which a backslash escapes the next character.
fn is_quoted(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return false;
    };
    let mut escaped = false;
    for c in inner.chars() {
        match (escaped, c) {
            (false, '"') => return false,
            (false, '\\') => escaped = true,
            _ => escaped = false,
        }
    }
    !escaped
}

/// Text, or a quoted string where it begins as one.
pub(super) fn is_text_or_quoted(text: &str) -> bool {
    !text.starts_with('"') || is_quoted(text)
}

/// A media type: type, subtype and parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MediaType<'a> {
    kind: &'a str,
    subtype: &'a str,
    parameters: &'a str,
}

impl<'a> MediaType<'a> {
    /// Reads `type/subtype; name=value`. Spaces around semicolons are in the examples of the
    /// standard, though its grammar forgets them (warc-specifications, issue 38).
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let end = text.find(';').unwrap_or(text.len());
        let (kind, subtype) = text[..end].trim().split_once('/')?;
        let parsed = Self { kind, subtype, parameters: &text[end..] };
        let sound = is_token(kind) && is_token(subtype);
        (sound && parsed.parameters().all(|parameter| parameter.is_some())).then_some(parsed)
    }

    /// True for this type and subtype, in any case.
    pub(super) fn is(&self, name: &str) -> bool {
        name.split_once('/').is_some_and(|(kind, subtype)| {
            self.kind.eq_ignore_ascii_case(kind) && self.subtype.eq_ignore_ascii_case(subtype)
        })
    }

    /// Value of a parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&'a str> {
        let mut sound = self.parameters().flatten();
        sound.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Names and values; `None` for one that is malformed.
    fn parameters(&self) -> impl Iterator<Item = Option<(&'a str, &'a str)>> {
        let mut rest = self.parameters;
        std::iter::from_fn(move || {
            let text = rest.strip_prefix(';')?;
            let end = parameter_end(text);
            rest = &text[end..];
            let pair = text[..end].trim().split_once('=');
            Some(
                pair.filter(|(name, value)| {
                    is_token(name) && (is_token(value) || is_quoted(value))
                }),
            )
        })
    }
}

/// The next semicolon that is not within quotes.
fn parameter_end(text: &str) -> usize {
    let (mut quoted, mut escaped) = (false, false);
    for (at, b) in text.bytes().enumerate() {
        match b {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b';' if !quoted => return at,
            _ => {}
        }
    }
    text.len()
}

/// A dotted quad, or an IPv6 address as RFC 4291, section 2.2, writes it.
pub(super) fn is_address(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok() || text.parse::<Ipv6Addr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_numbers() {
        for (text, token, number) in [
            ("WARC-Date", true, false),
            ("12", true, true),
            ("", false, false),
            ("a b", false, false),
            ("a:b", false, false),
            ("+5", true, false),
            ("é", false, false),
            ("a\u{7f}", false, false),
        ] {
            assert_eq!((is_token(text), is_number(text)), (token, number), "{text:?}");
        }
    }

    #[test]
    fn media_types() {
        let sound = [
            ("application/http;msgtype=response", Some("response")),
            ("application/http; msgtype=response", Some("response")),
            ("Application/HTTP ; MsgType=\"response\" ; a=b", Some("\"response\"")),
            ("application/http", None),
            ("application/http; a=\"x;y\\\"z\"; msgtype=request", Some("request")),
        ];
        for (text, expected) in sound {
            let media = MediaType::parse(text).expect(text);
            assert!(media.is("application/http"), "{text}");
            assert_eq!(media.parameter("msgtype"), expected, "{text}");
        }
        for text in [
            "",
            "html",
            "text/",
            "/html",
            "text html",
            "text/html;",
            "text/html; charset",
            "text/html; =x",
            "text/html; a=b c",
            "text/html; a=\"b",
            "text/html, text/plain",
            "text/html;;a=b",
            "a/b/c",
        ] {
            assert_eq!(MediaType::parse(text), None, "{text}");
        }
    }

    #[test]
    fn quoted_strings() {
        for (text, expected) in [
            ("a.warc.gz", true),
            ("my \"own\".warc", true),
            ("\"a b.warc\"", true),
            ("\"a\\\"b.warc\"", true),
            ("\"a", false),
            ("\"a\" b", false),
            ("\"a\\\"", false),
            ("\"", false),
        ] {
            assert_eq!(is_text_or_quoted(text), expected, "{text}");
        }
    }

    #[test]
    fn addresses() {
        for (text, expected) in [
            ("192.0.2.1", true),
            ("2001:db8::1", true),
            ("::ffff:192.0.2.1", true),
            ("300.1.2.3", false),
            ("192.0.2", false),
            ("[2001:db8::1]", false),
            ("192.0.2.1:80", false),
            ("fe80::1%eth0", false),
            ("example.org", false),
            ("", false),
        ] {
            assert_eq!(is_address(text), expected, "{text}");
        }
    }
}
