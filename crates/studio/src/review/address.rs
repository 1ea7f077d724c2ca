//! Values in the query of an address (WHATWG URL, application/x-www-form-urlencoded).

use scutch_url::percent_decode;

/// The pairs of a query. `None` if one is no UTF-8.
pub fn decoded(query: &str) -> Option<Vec<(String, String)>> {
    let text = |part: &str| String::from_utf8(percent_decode(part.replace('+', " ").as_bytes()));
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Some((text(name).ok()?, text(value).ok()?))
        })
        .collect()
}

/// A value as it stands in a query.
pub fn encoded(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for byte in value.bytes() {
        match byte {
            // Forms write a space like this, and a plus sign as `%2B`.
            b' ' => out.push('+'),
            _ if byte.is_ascii_alphanumeric() || b"*-._,:".contains(&byte) => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded_again() {
        for value in ["", "a b+c", "50 % & more = ?", "Fähre\n#", "\u{10FFFF}"] {
            let query = format!("x={}&&y", encoded(value));
            let expected = [("x", value), ("y", "")].map(|(a, b)| (a.to_owned(), b.to_owned()));
            assert_eq!(decoded(&query), Some(expected.to_vec()), "{query}");
        }
        assert_eq!(decoded("x=%FF"), None);
    }
}
