//! IP addresses, version 4 and 6.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use super::ends;

/// Longest address, in bytes: version 6 with version 4 at its end.
const LONGEST: usize = 45;

/// The address that begins at a byte.
pub(super) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    let is_part = |b: &u8| b.is_ascii_hexdigit() || b":.".contains(b);
    let length = text.as_bytes()[at..].iter().take(LONGEST + 1).take_while(|b| is_part(b)).count();
    // A sentence may end behind it.
    let run = text[at..at + length].trim_end_matches(['.', ':']);
    let (run, is_address) = match run.contains(':') {
        true => without_port(run).map_or((run, is_v6(run)), |host| (host, is_v4(host))),
        false => (run, is_v4(run)),
    };
    let range = at..at + run.len();
    let ends = ends(text, range.end) || text[range.end..].starts_with(':');
    (is_address && ends).then_some(range)
}

/// The host of `192.0.2.1:80`.
fn without_port(run: &str) -> Option<&str> {
    let (host, port) = run.split_once(':')?;
    (host.contains('.') && port.bytes().all(|b| b.is_ascii_digit())).then_some(host)
}

/// Whether it is an address of version 4. Numbers of sections and versions look like `1.2.3.4`.
fn is_v4(run: &str) -> bool {
    run.split('.').any(|number| number.len() > 1) && run.parse::<Ipv4Addr>().is_ok()
}

/// Whether it is an address of version 6. Names in programs look like `a::b`, times like `10::30`.
fn is_v6(run: &str) -> bool {
    let digits = run.bytes().filter(u8::is_ascii_hexdigit).count();
    run.contains(|c: char| c.is_ascii_digit()) && digits > 4 && run.parse::<Ipv6Addr>().is_ok()
}
