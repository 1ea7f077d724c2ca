//! Bodies as queries, by their media type.

use data_encoding::BASE64;

use super::{json, multipart};

/// Names and values of a body, percent-encoded as needed, or what else stands for it.
pub(super) fn from_body(media_type: &str, body: &[u8]) -> String {
    // Spelled as here, as the indexers want it.
    let is = |name| media_type.starts_with(name);
    if is("application/x-www-form-urlencoded") {
        std::str::from_utf8(body).map_or_else(|_| binary(body), unquoted)
    } else if is("multipart/") {
        multipart::fields(media_type, body).map_or_else(|| binary(body), |fields| joined(&fields))
    } else if is("application/json") {
        json::fields(body).map(|fields| joined(&fields)).unwrap_or_default()
    } else if is("text/plain") {
        json::fields(body).map_or_else(|| binary(body), |fields| joined(&fields))
    } else {
        binary(body)
    }
}

/// Bytes that are no names and values.
fn binary(body: &[u8]) -> String {
    format!("__wb_post_data={}", BASE64.encode(body))
}

/// A query with its escapes undone, as the indexers write forms.
fn unquoted(query: &str) -> String {
    let mut bytes = Vec::with_capacity(query.len());
    let mut rest = query.as_bytes();
    while let [first, behind @ ..] = rest {
        let digit = |at: usize| behind.get(at).and_then(|b| char::from(*b).to_digit(16));
        rest = match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                &behind[2..]
            }
            (b'+', ..) => {
                bytes.push(b' ');
                behind
            }
            _ => {
                bytes.push(*first);
                behind
            }
        };
    }
    // The indexers put the replacement character for what is no UTF-8.
    bytes.utf8_chunks().fold(String::new(), |text, chunk| {
        let bad = if chunk.invalid().is_empty() { "" } else { "\u{fffd}" };
        text + chunk.valid() + bad
    })
}

/// `name=value` with `&` between, escaped as forms are.
fn joined(fields: &[(Vec<u8>, Vec<u8>)]) -> String {
    let field = |(name, value): &(Vec<u8>, Vec<u8>)| format!("{}={}", quoted(name), quoted(value));
    fields.iter().map(field).collect::<Vec<_>>().join("&")
}

fn quoted(bytes: &[u8]) -> String {
    let escaped = |b: &u8| match b {
        b' ' => "+".to_owned(),
        b if b.is_ascii_alphanumeric() || b"_.-~".contains(b) => char::from(*b).to_string(),
        b => format!("%{b:02X}"),
    };
    bytes.iter().map(escaped).collect()
}
