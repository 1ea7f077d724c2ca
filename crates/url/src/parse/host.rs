//! Hosts: domain names in any script, IPv4 in all its spellings, IPv6.

use std::fmt::Write;
use std::net::{Ipv4Addr, Ipv6Addr};

use super::ParseError;
use super::encode::{NOT_DOMAIN, NOT_PLAIN_DOMAIN, SETS, percent_decode};

/// Appends the serialised host of an http(s) URL.
pub(crate) fn push_host(out: &mut String, text: &str) -> Result<(), ParseError> {
    if let Some(inner) = text.strip_prefix('[') {
        let address = inner.strip_suffix(']').and_then(parse_ipv6).ok_or(ParseError::Ipv6)?;
        push_ipv6(out, address);
        return Ok(());
    }
    let sets = text.bytes().fold(0, |sets, b| sets | SETS[usize::from(b)]);
    // Most hosts are lower-case ASCII already: one look over their bytes tells.
    if sets & NOT_PLAIN_DOMAIN == 0 {
        return push_domain(out, text);
    }
    let decoded = percent_decode(text.as_bytes());
    let ascii = if decoded.is_ascii() {
        // A plain ASCII name is taken as it is, Punycode that cannot be decoded included.
        decoded.iter().map(|b| char::from(b.to_ascii_lowercase())).collect()
    } else {
        let name = str::from_utf8(&decoded).map_err(|_| ParseError::Domain)?;
        idna::domain_to_ascii(name).map_err(|_| ParseError::Domain)?
    };
    if ascii.is_empty() {
        return Err(ParseError::EmptyHost);
    }
    // After decoding: `%2F` in a host must not become a path.
    if ascii.bytes().any(|b| SETS[usize::from(b)] & NOT_DOMAIN != 0) {
        return Err(ParseError::Domain);
    }
    push_domain(out, &ascii)
}

/// Appends a lower-case ASCII domain, or the IPv4 address it spells.
fn push_domain(out: &mut String, name: &str) -> Result<(), ParseError> {
    if !ends_in_number(name) {
        out.push_str(name);
        return Ok(());
    }
    let address = parse_ipv4(name).ok_or(ParseError::Ipv4)?;
    // Writing to a string cannot fail.
    let _ = write!(out, "{address}");
    Ok(())
}

/// Whether the last label is a number, which makes the whole name an IPv4 address or an error.
fn ends_in_number(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = &name[name.bytes().rposition(|b| b == b'.').map_or(0, |at| at + 1)..];
    match last.as_bytes() {
        [] => false,
        [b'0', b'x' | b'X', rest @ ..] => rest.iter().all(u8::is_ascii_hexdigit),
        // A label with a letter in front is the common case.
        [first, ..] if !first.is_ascii_digit() => false,
        all => all.iter().all(u8::is_ascii_digit),
    }
}

fn parse_ipv4(name: &str) -> Option<Ipv4Addr> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let mut parts = [0u64; 4];
    let mut count = 0;
    for part in name.split('.') {
        *parts.get_mut(count)? = ipv4_number(part)?;
        count += 1;
    }
    // The last part fills all bytes that are left: `127.1` is 127.0.0.1.
    let (front, last) = (&parts[..count - 1], parts[count - 1]);
    if front.iter().any(|&n| n > 255) || last >= 1 << (8 * (5 - count)) {
        return None;
    }
    let high = front.iter().fold(0, |sum, n| sum << 8 | n) << (8 * (5 - count));
    u32::try_from(high | last).ok().map(Ipv4Addr::from)
}

/// A part of an IPv4 address: decimal, octal after `0`, hexadecimal after `0x`.
fn ipv4_number(part: &str) -> Option<u64> {
    let (digits, radix) = match part.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (&part[2..], 16),
        [b'0', _, ..] => (&part[1..], 8),
        _ => (part, 10),
    };
    let mut value = 0u64;
    for digit in digits.chars() {
        // Far beyond 32 bits already: too large, however much follows.
        value = (value * u64::from(radix) + u64::from(digit.to_digit(radix)?)).min(1 << 40);
    }
    Some(value)
}

/// The pieces of an IPv6 address as they are read.
#[derive(Default)]
struct Ipv6Pieces {
    pieces: [u16; 8],
    count: usize,
    /// How many pieces stand before the `::`.
    gap: Option<usize>,
}

impl Ipv6Pieces {
    /// Adds four hexadecimal digits at most.
    fn push_hex(&mut self, piece: &str) -> Option<()> {
        if piece.is_empty() || piece.len() > 4 || !piece.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        *self.pieces.get_mut(self.count)? = u16::from_str_radix(piece, 16).ok()?;
        self.count += 1;
        Some(())
    }

    /// Adds a dotted IPv4 address: two pieces.
    fn push_dotted(&mut self, tail: &str) -> Option<()> {
        let [a, b, c, d] = dotted_tail(tail)?;
        let [first, second] = self.pieces.get_mut(self.count..self.count + 2)? else { return None };
        (*first, *second) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
        self.count += 2;
        Some(())
    }

    /// Notes a `::`, of which there is one at most.
    fn push_gap(&mut self) -> Option<()> {
        self.gap.replace(self.count).is_none().then_some(())
    }

    /// The address: zeros fill the gap, or all pieces are there.
    fn address(mut self) -> Option<Ipv6Addr> {
        match self.gap {
            Some(at) if self.count < 8 => self.pieces[at..].rotate_right(8 - self.count),
            None if self.count == 8 => {}
            _ => return None,
        }
        Some(Ipv6Addr::from(self.pieces))
    }
}

fn parse_ipv6(text: &str) -> Option<Ipv6Addr> {
    let mut address = Ipv6Pieces::default();
    let mut rest = text;
    if let Some(behind) = rest.strip_prefix("::") {
        address.push_gap()?;
        rest = behind;
    } else if rest.starts_with(':') {
        return None;
    }
    while !rest.is_empty() {
        let (piece, behind) = rest.split_once(':').map_or((rest, None), |(p, b)| (p, Some(b)));
        if piece.contains('.') {
            // A dotted address ends the whole.
            address.push_dotted(piece)?;
            behind.is_none().then_some(())?;
            break;
        }
        address.push_hex(piece)?;
        let Some(behind) = behind else { break };
        rest = behind;
        if let Some(behind) = rest.strip_prefix(':') {
            address.push_gap()?;
            rest = behind;
        } else if rest.is_empty() {
            return None;
        }
    }
    address.address()
}

/// The dotted end of an IPv6 address: four plain decimal numbers without leading zeros.
fn dotted_tail(text: &str) -> Option<[u8; 4]> {
    let mut tail = [0; 4];
    let mut count = 0;
    for part in text.split('.') {
        if part.is_empty() || part.len() > 3 || (part.len() > 1 && part.starts_with('0')) {
            return None;
        }
        if !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        *tail.get_mut(count)? = part.parse().ok()?;
        count += 1;
    }
    (count == 4).then_some(tail)
}

/// Writes all pieces in hexadecimal, the first longest run of at least two zeros as `::`.
fn push_ipv6(out: &mut String, address: Ipv6Addr) {
    let pieces = address.segments();
    let (mut start, mut length) = (8, 1);
    let mut at = 0;
    while at < 8 {
        let run = pieces[at..].iter().take_while(|&&p| p == 0).count();
        // Of equally long runs the first one is shortened (RFC 5952, section 4.2.3).
        if run > length {
            (start, length) = (at, run);
        }
        at += run.max(1);
    }
    out.push('[');
    let mut at = 0;
    while at < 8 {
        if at == start {
            out.push_str(if at == 0 { "::" } else { ":" });
            at += length;
            continue;
        }
        let _ = write!(out, "{:x}", pieces[at]);
        at += 1;
        if at < 8 {
            out.push(':');
        }
    }
    out.push(']');
}
