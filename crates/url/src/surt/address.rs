//! Hosts of SURT keys: names in any script, and numbers that are IPv4 addresses in disguise.

use crate::idna2003;

use super::escape::{escape_once, unescape_repeatedly};

/// The host with escapes undone, in ASCII and lower case, numbers as dotted IPv4 addresses.
pub(super) fn canonical_host(host: &[u8]) -> Vec<u8> {
    let mut host = unescape_repeatedly(host);
    if !host.is_ascii()
        && let Some(ascii) = name_in_ascii(&host)
    {
        host = ascii;
    }
    let host = dots_folded(&host);
    match ipv4(&host) {
        Some(address) => address,
        None => {
            let mut host = escape_once(&host.to_ascii_lowercase());
            host.make_ascii_lowercase();
            host
        }
    }
}

/// Each pair of dots becomes one, then dots go from both ends.
fn dots_folded(host: &[u8]) -> Vec<u8> {
    let mut folded = Vec::with_capacity(host.len());
    let mut at = 0;
    while at < host.len() {
        folded.push(host[at]);
        // The package replaces pairs once and does not look at the result again.
        at += if host[at..].starts_with(b"..") { 2 } else { 1 };
    }
    let start = folded.iter().take_while(|&&b| b == b'.').count();
    let end = folded.iter().rev().take_while(|&&b| b == b'.').count();
    folded.get(start..folded.len() - end).unwrap_or_default().to_vec()
}

/// Internationalised names by the rules of 2003; bytes that are not UTF-8 are skipped.
///
/// `None` when a label cannot be encoded; the host then stays as it is and gets escaped.
fn name_in_ascii(host: &[u8]) -> Option<Vec<u8>> {
    let name: String = host.utf8_chunks().map(|chunk| chunk.valid()).collect();
    idna2003::name_to_ascii(&name).map(String::into_bytes)
}

/// Reads all-digit hosts and dotted numbers as the C library does: up to four parts, octal with a
/// leading zero, the last part filling what is left.
fn ipv4(host: &[u8]) -> Option<Vec<u8>> {
    if !host.first()?.is_ascii_digit() {
        return None;
    }
    let number = if host.iter().all(u8::is_ascii_digit) {
        // Longer numbers keep their lowest 32 bits.
        host.iter().fold(0u32, |n, b| n.wrapping_mul(10).wrapping_add(u32::from(b - b'0')))
    } else {
        dotted(host)?
    };
    let [a, b, c, d] = number.to_be_bytes();
    Some(format!("{a}.{b}.{c}.{d}").into_bytes())
}

fn dotted(host: &[u8]) -> Option<u32> {
    let parts: Vec<&[u8]> = host.split(|&b| b == b'.').collect();
    if parts.len() > 4 {
        return None;
    }
    let (last, front) = parts.split_last()?;
    let mut number = 0u32;
    for part in front {
        let value = part_value(part).filter(|&v| v < 256)?;
        number = number << 8 | value;
    }
    let room = 8 * (4 - front.len() as u32);
    let value = u64::from(part_value(last)?);
    if value >> room != 0 {
        return None;
    }
    let high = if front.is_empty() { 0 } else { u64::from(number) << room };
    u32::try_from(high | value).ok()
}

fn part_value(part: &[u8]) -> Option<u32> {
    // As `inet_aton` of the C library reads it.
    let radix = if part.len() > 1 && part[0] == b'0' { 8 } else { 10 };
    u32::from_str_radix(std::str::from_utf8(part).ok()?, radix).ok()
}
