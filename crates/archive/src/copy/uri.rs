//! URIs in the form that fields demand (RFC 3986).

use std::fmt::Write as _;

/// A URI with the characters escaped that none may have: white space, controls, delimiters of text,
/// and what is not ASCII.
pub(super) fn escaped(uri: &str) -> String {
    let mut out = String::with_capacity(uri.len());
    for byte in uri.trim().bytes() {
        let legal = byte.is_ascii_graphic() && !br#"<>"{}|\^`"#.contains(&byte);
        if legal {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// Whether a value is a URI in angle brackets.
pub(super) fn is_bracketed(value: &str) -> bool {
    let inside = value.strip_prefix('<').and_then(|value| value.strip_suffix('>'));
    inside.is_some_and(is_absolute)
}

/// Whether a value has a scheme and nothing that is to be escaped.
pub(super) fn is_absolute(value: &str) -> bool {
    let scheme = value.split_once(':').filter(|(_, rest)| !rest.is_empty()).map(|(name, _)| name);
    let is_scheme = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
    };
    scheme.is_some_and(is_scheme) && escaped(value) == value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn illegal_characters_are_escaped_and_legal_ones_stay() {
        for (uri, expected) in [
            ("http://a.example/?q=1%20#x", "http://a.example/?q=1%20#x"),
            ("http://a.example/b c\té", "http://a.example/b%20c%09%C3%A9"),
            ("  dns:a.example ", "dns:a.example"),
        ] {
            assert_eq!(escaped(uri), expected);
        }
        for (value, bracketed) in [
            ("<urn:uuid:1>", true),
            ("urn:uuid:1", false),
            ("<urn>", false),
            ("<1:2>", false),
            ("<urn:a b>", false),
            ("<>", false),
        ] {
            assert_eq!(is_bracketed(value), bracketed, "{value}");
        }
    }
}
