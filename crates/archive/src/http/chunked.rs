//! The chunked transfer coding (RFC 9112, section 7.1).

/// Longest line with a chunk's size and extensions.
const LONGEST_LINE: usize = 4096;

/// What came of joining chunks.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// All chunks, up to the last.
    Whole(Vec<u8>),
    /// They are cut off; what was there.
    Truncated(Vec<u8>),
    /// These are no chunks.
    Not,
}

/// Joins the chunks of a body. Claimed sizes allocate nothing.
pub(super) fn join(mut body: &[u8]) -> Joined {
    // The chunks hold less than the body does.
    let mut out = Vec::with_capacity(body.len());
    loop {
        let line = &body[..body.len().min(LONGEST_LINE)];
        let Some(end) = memchr::memchr(b'\n', line) else {
            let cut_off = line.len() < LONGEST_LINE && is_size_so_far(line);
            return if cut_off && !out.is_empty() { Joined::Truncated(out) } else { Joined::Not };
        };
        // Crawlers that undo the coding often keep its label.
        let Some(size) = size(&line[..end]) else { return Joined::Not };
        body = &body[end + 1..];
        // Trailers behind the last chunk are none of the body.
        if size == 0 {
            return Joined::Whole(out);
        }
        if size > body.len() as u64 {
            out.extend_from_slice(body);
            return Joined::Truncated(out);
        }
        let (chunk, rest) = body.split_at(size as usize);
        out.extend_from_slice(chunk);
        body = match rest {
            [b'\r', b'\n', rest @ ..] | [b'\n', rest @ ..] => rest,
            [] | [b'\r'] => return Joined::Truncated(out),
            // The chunk is longer than it says: these are no chunks.
            _ => return Joined::Not,
        };
    }
}

/// `1a3f;name=value`: hexadecimal digits, then perhaps an extension.
fn size(line: &[u8]) -> Option<u64> {
    let size = line.split(|b| *b == b';').next()?.trim_ascii();
    if size.is_empty() {
        return None;
    }
    size.iter().try_fold(0_u64, |n, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        Some(n.saturating_mul(16).saturating_add(u64::from(digit)))
    })
}

fn is_size_so_far(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || size(line).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies() {
        let whole = |text: &str| Joined::Whole(text.into());
        let truncated = |text: &str| Joined::Truncated(text.into());
        let cases = [
            ("5\r\nhello\r\n0\r\n\r\n", whole("hello")),
            ("2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nTrailer: x\r\n\r\n", whole("hello")),
            ("5 \nhello\n0\n\n", whole("hello")),
            ("0\r\n\r\n", whole("")),
            ("ffff\r\nhello", truncated("hello")),
            ("7fffffffffffffffffff\r\nhello", truncated("hello")),
            ("5\r\nhello\r\n", truncated("hello")),
            ("5\r\nhello\r\n1", truncated("hello")),
            ("5\r\nhello", truncated("hello")),
            ("zz\r\nhello\r\n0\r\n\r\n", Joined::Not),
            ("3\r\nhello\r\n0\r\n\r\n", Joined::Not),
            ("<html></html>", Joined::Not),
            ("\r\n<html>", Joined::Not),
            ("", Joined::Not),
        ];
        for (body, expected) in cases {
            assert_eq!(join(body.as_bytes()), expected, "{body:?}");
        }
    }
}
