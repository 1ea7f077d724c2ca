//! Which bytes each part of a URL must escape, as one table, and the escaping.

/// Must be escaped in a path.
pub(super) const PATH: u8 = 1;
/// Must be escaped in the query of an http(s) URL.
pub(super) const QUERY: u8 = 2;
/// Must be escaped in a fragment.
pub(super) const FRAGMENT: u8 = 4;
/// Must be escaped in a user name or password.
pub(super) const USERINFO: u8 = 8;
/// May not stand in a domain.
pub(super) const NOT_DOMAIN: u8 = 16;
/// Cannot stay as it is in a domain: upper case, escapes, outside ASCII, or forbidden.
pub(super) const NOT_PLAIN_DOMAIN: u8 = 32;

/// For every byte the sets it belongs to.
pub(super) static SETS: [u8; 256] = sets();

const fn sets() -> [u8; 256] {
    let mut table = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        let mut set = 0;
        // The C0 control set, and all that is not ASCII, bytes of UTF-8 included.
        if b < 0x20 || b > 0x7e {
            set |= PATH | QUERY | FRAGMENT | USERINFO;
        }
        // Percent-encode sets of the WHATWG URL standard, section 1.3.
        if matches!(b, b' ' | b'"' | b'#' | b'<' | b'>') {
            set |= PATH | QUERY | USERINFO;
        }
        if matches!(b, b' ' | b'"' | b'<' | b'>' | b'`') {
            set |= FRAGMENT;
        }
        // The special-query set has the apostrophe on top.
        if b == b'\'' {
            set |= QUERY;
        }
        if matches!(b, b'?' | b'^' | b'`' | b'{' | b'}') {
            set |= PATH | USERINFO;
        }
        if matches!(b, b'/' | b':' | b';' | b'=' | b'@' | b'[' | b'\\' | b']' | b'|') {
            set |= USERINFO;
        }
        if b <= b' '
            || b == 0x7f
            || matches!(b, b'#' | b'/' | b':' | b'<' | b'>' | b'?' | b'@' | b'[' | b'\\')
            || matches!(b, b']' | b'^' | b'|' | b'%')
        {
            set |= NOT_DOMAIN | NOT_PLAIN_DOMAIN;
        }
        if b >= 0x80 || b.is_ascii_uppercase() {
            set |= NOT_PLAIN_DOMAIN;
        }
        table[i] = set;
        i += 1;
    }
    table
}

/// Appends `text`, escaping the bytes of `set`.
pub(super) fn push_encoded(out: &mut String, text: &str, set: u8) {
    let bytes = text.as_bytes();
    let mut clean = 0;
    for (i, &byte) in bytes.iter().enumerate() {
        if SETS[usize::from(byte)] & set != 0 {
            // Bytes outside ASCII are in all sets, so every clean run is whole characters.
            if clean < i {
                out.push_str(&text[clean..i]);
            }
            push_escape(out, byte);
            clean = i + 1;
        }
    }
    out.push_str(&text[clean..]);
}

/// `%XX` in upper case.
pub(crate) fn escape(byte: u8) -> [u8; 3] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]
}

/// Appends `%XX` in upper case.
pub fn push_escape(out: &mut String, byte: u8) {
    out.extend(escape(byte).map(char::from));
}

/// Value of a hexadecimal digit.
pub(crate) fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// Undoes each well-formed percent escape once.
pub fn percent_decode(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        if let [b'%', high, low, ..] = text[at..]
            && let (Some(high), Some(low)) = (hex(high), hex(low))
        {
            out.push(high << 4 | low);
            at += 3;
        } else {
            out.push(text[at]);
            at += 1;
        }
    }
    out
}
