//! Bodies of several parts (RFC 7578) as names and values.

use memchr::memmem;

use crate::record::header::{self, Oddities};

/// Names and values of the parts. `None` where the body has not the form that its type promises.
pub(super) fn fields(media_type: &str, body: &[u8]) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
    let boundary = parameter(media_type, "boundary").filter(|boundary| !boundary.is_empty())?;
    let delimiter = format!("--{boundary}");
    // The first delimiter begins the body, all others a line.
    let mut rest = body.strip_prefix(delimiter.as_bytes())?;
    let delimiter = format!("\r\n{delimiter}");
    let mut fields = Vec::new();
    while !rest.starts_with(b"--") {
        let part = rest.strip_prefix(b"\r\n")?;
        let end = memmem::find(rest, delimiter.as_bytes())?;
        fields.push(field(&part[..end.checked_sub(2)?])?);
        rest = &rest[end + delimiter.len()..];
    }
    Some(fields)
}

/// Name and value of a part.
fn field(part: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (head, value) = match part.strip_prefix(b"\r\n") {
        Some(value) => (&b""[..], value),
        None => {
            let end = memmem::find(part, b"\r\n\r\n")?;
            (&part[..end], &part[end + 4..])
        }
    };
    let mut odd = Oddities::default();
    let text = header::text(head, &mut odd);
    let mut lines = Vec::new();
    header::fields(&text, &mut lines, &mut odd);
    let disposition = header::get(&text, &lines, "Content-Disposition")?;
    Some((parameter(disposition, "name")?.into_bytes(), value.to_vec()))
}

/// A parameter of a header, without the quotation marks around it and the escapes in these.
fn parameter(value: &str, name: &str) -> Option<String> {
    let mut rest = value;
    loop {
        rest = rest[rest.find(';')? + 1..].trim_start();
        let (found, behind) = rest.split_once('=')?;
        if !found.trim().eq_ignore_ascii_case(name) {
            // A `;` in quotation marks is none that separates.
            rest = match behind.strip_prefix('"') {
                Some(quoted) => &quoted[quoted.find('"')? + 1..],
                None => behind,
            };
            continue;
        }
        return Some(match behind.strip_prefix('"') {
            Some(quoted) => quoted[..quoted.find('"')?].replace('\\', ""),
            None => behind.split(';').next().unwrap_or_default().trim().to_owned(),
        });
    }
}
