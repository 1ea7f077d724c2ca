//! Addresses as IRIs: what an IRI may not hold is percent-encoded, and what is no address has none.

use scutch_url::{Url, push_escape};

/// The IRI of an address, by RFC 3987. `None` for what names nothing: a relative reference, or an address of the
/// web that cannot be parsed.
pub(super) fn iri(address: &str) -> Option<String> {
    let address = address.trim();
    let (scheme, rest) = address.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    let is_web = ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
    if !is_scheme || rest.is_empty() || (is_web && Url::parse(address).is_err()) {
        return None;
    }
    let (main, fragment) = match rest.split_once('#') {
        Some((main, fragment)) => (main, Some(fragment)),
        None => (rest, None),
    };
    let authority = authority_length(main);
    let mut out = format!("{scheme}:");
    push(&mut out, &main[..authority], "[]");
    push(&mut out, &main[authority..], "");
    if let Some(fragment) = fragment {
        out.push('#');
        push(&mut out, fragment, "");
    }
    Some(out)
}

/// Bytes of the authority with its slashes: the only part with brackets, those of an IPv6 address.
fn authority_length(main: &str) -> usize {
    let Some(host) = main.strip_prefix("//") else { return 0 };
    2 + host.find(['/', '?']).unwrap_or(host.len())
}

/// Adds a part. Characters that are not allowed and not in `also` are encoded as their bytes in UTF-8.
fn push(out: &mut String, part: &str, also: &str) {
    for (at, c) in part.char_indices() {
        if c == '%' && !starts_with_hex(&part[at + 1..]) {
            out.push_str("%25");
        } else if c == '%' || is_allowed(c) || also.contains(c) {
            out.push(c);
        } else {
            c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| push_escape(out, byte));
        }
    }
}

fn starts_with_hex(text: &str) -> bool {
    text.as_bytes().get(..2).is_some_and(|pair| pair.iter().all(u8::is_ascii_hexdigit))
}

/// Whether a character may stand in any part of an IRI: `iunreserved`, `sub-delims` and the delimiters `:@/?` of
/// RFC 3987, without characters that turn the direction of writing (section 4.1 there).
fn is_allowed(c: char) -> bool {
    match c {
        c if c.is_ascii() => c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@/?".contains(c),
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' => false,
        '\u{a0}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{ffef}' => true,
        // Each plane ends with two noncharacters; the last planes are for private use.
        '\u{10000}'..='\u{efffd}' => u32::from(c) & 0xfffe != 0xfffe,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn addresses_become_iris() {
        for (address, expected) in [
            ("http://a.example/b", Some("http://a.example/b")),
            (" HTTPS://a.example/ ", Some("HTTPS://a.example/")),
            ("http://a.example/a b?c=\"<d>\"", Some("http://a.example/a%20b?c=%22%3Cd%3E%22")),
            ("http://a.example/{x}|^`\\", Some("http://a.example/%7Bx%7D%7C%5E%60%5C")),
            ("http://a.example/ö/%c3%b6/100%/%zz", Some("http://a.example/ö/%c3%b6/100%25/%25zz")),
            ("http://[::1]:80/[a]", Some("http://[::1]:80/%5Ba%5D")),
            ("http://a.example/#b#c", Some("http://a.example/#b%23c")),
            (
                "urn:pwid:a.example:2018:part:http://b/",
                Some("urn:pwid:a.example:2018:part:http://b/"),
            ),
            ("http://a.example/\u{202e}x\u{e000}", Some("http://a.example/%E2%80%AEx%EE%80%80")),
            ("/relative", None),
            ("http://", None),
            ("no address: of anything", None),
            ("1a:b", None),
            ("urn:", None),
            ("", None),
        ] {
            assert_eq!(iri(address).as_deref(), expected, "{address:?}");
        }
    }

    proptest! {
        #[test]
        fn an_iri_holds_nothing_that_n_quads_forbid_and_stays_itself(address in "[a-z]{1,5}:.{0,40}") {
            if let Some(first) = iri(&address) {
                let forbidden = |c: char| c <= ' ' || "<>\"{}|^`\\".contains(c);
                prop_assert_eq!(first.find(forbidden), None);
                prop_assert_eq!(iri(&first), Some(first));
            }
        }
    }
}
