//! The first filter that objects to a URL, in the order host, path, rest.

use scutch_suffix::{Type, public_suffix};

use super::endpoints::endpoint;
use super::filters::Filters;
use super::language::{self, LanguageEvidence, language_evidence};
use super::reason::Reason;
use super::shape::stem;
use super::signs::sign;
use super::traps::trap;
use super::words::{self, file_class};
use crate::parse::Url;

/// The first objection to a URL: the reason, and what in the URL gives rise to it.
pub(super) fn object<'u>(filters: &Filters, url: &'u Url) -> Option<(Reason, &'u str)> {
    if url.as_str().len() > filters.max_length {
        return Some((Reason::TooLong, ""));
    }
    about_host(filters, url)
        .or_else(|| about_kind(filters, url))
        .or_else(|| about_path(filters, url))
        .or_else(|| about_rest(filters, url))
}

fn about_host<'u>(filters: &Filters, url: &'u Url) -> Option<(Reason, &'u str)> {
    let host = url.host_without_root();
    if filters.no_userinfo && url.has_userinfo() {
        return Some((Reason::UserInfo, url.username()));
    }
    if filters.no_port && url.port().is_some() {
        return Some((Reason::Port, url.host_and_port()));
    }
    if filters.no_ip && url.host_is_ip() {
        return Some((Reason::IpHost, host));
    }
    if filters.deny.contains(host) {
        return Some((Reason::Denied, host));
    }
    (!filters.allow.is_empty() && !filters.allow.contains(host))
        .then_some((Reason::NotAllowed, host))
}

/// Why nobody can reach the host of a URL, if so; `text` is the URL as it was written.
pub fn unreachable_host<'u>(url: &'u Url, text: &str) -> Option<(Reason, &'u str)> {
    let host = url.host_without_root();
    if !url.host_is_ip() {
        return (!is_public_name(host)).then_some((Reason::Host, host));
    }
    // Browsers read `http://1234` as 0.0.4.210; who writes that did not mean an address.
    if !host.starts_with('[') && !text.contains(host) {
        return Some((Reason::NumberHost, host));
    }
    (!is_public_address(host)).then_some((Reason::PrivateHost, host))
}

/// Whether an address is one of the public internet (RFC 6890, special-purpose registries).
fn is_public_address(host: &str) -> bool {
    if let Some(inner) = host.strip_prefix('[') {
        let address = inner.trim_end_matches(']').parse::<std::net::Ipv6Addr>();
        return address.is_ok_and(|address| {
            let mapped = address.to_ipv4_mapped();
            // Global unicast is 2000::/3; fc00::/7 and fe80::/10 are local.
            mapped.map_or(address.segments()[0] >> 13 == 1, is_public_v4)
        });
    }
    host.parse().is_ok_and(is_public_v4)
}

fn is_public_v4(address: std::net::Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    let shared = first == 100 && (64..128).contains(&second);
    !(first == 0
        || first >= 224
        || shared
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local())
}

/// A plausible name below a public suffix.
fn is_public_name(host: &str) -> bool {
    let fine = |label: &[u8]| {
        (1..=63).contains(&label.len())
            && label.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    host.len() <= 253 && host.as_bytes().split(|b| *b == b'.').all(fine) && is_below_known(host)
}

/// Whether a host in lower case, without root dot, is a name below a known public suffix.
///
/// Hosts that are suffixes of the private section themselves count (`github.io`): they have pages.
/// So do names below `example` and `test`, which RFC 2606 reserves for documentation.
fn is_below_known(host: &str) -> bool {
    let Some(suffix) = public_suffix(host.as_bytes()) else { return false };
    let is_bare = suffix.as_bytes().len() == host.len();
    match suffix.typ() {
        Some(Type::Private) => true,
        Some(Type::Icann) => !is_bare,
        None => !is_bare && matches!(suffix.as_bytes(), b"example" | b"test"),
    }
}

/// What the tables of endpoints and words say, which is also what the type of a URL rests on.
fn about_kind<'u>(filters: &Filters, url: &'u Url) -> Option<(Reason, &'u str)> {
    if let Some((kind, what)) = endpoint(url, filters.endpoints) {
        return Some((Reason::Endpoint(kind), what));
    }
    // A file is what its ending says, whatever folder it is in.
    if let Some(ending) = words::ending(url.path())
        && let Some(class) = file_class(ending)
        && !filters.files.contains(&class)
    {
        return Some((Reason::FileType(class), ending));
    }
    let sign = sign(url, filters.segments)?;
    Some((Reason::Segment(sign.kind), sign.what))
}

fn about_path<'u>(filters: &Filters, url: &'u Url) -> Option<(Reason, &'u str)> {
    let path = url.path();
    // The front page has no segments to judge.
    if path.len() <= 1 {
        return None;
    }
    if filters.no_script
        && let Some(text) = words::script_mark(path).or_else(|| without_letters(path))
    {
        return Some((Reason::ScriptText, text));
    }
    if !filters.no_index || url.query().is_some() {
        return None;
    }
    let last = path.strip_suffix('/').unwrap_or(path);
    let last = &last[last.rfind('/').map_or(0, |at| at + 1)..];
    let index = ["index", "default", "home"].iter().any(|w| stem(last).eq_ignore_ascii_case(w));
    index.then_some((Reason::IndexPage, last))
}

/// The last segment, where it has neither letter nor digit: `/2017/05/"`, `/story/(`.
fn without_letters(path: &str) -> Option<&str> {
    let last = &path[path.rfind('/')? + 1..];
    let bytes = last.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            // Escapes beyond ASCII are letters of some script.
            b'%' if bytes.get(at + 1).is_some_and(|digit| (b'2'..=b'7').contains(digit)) => at += 3,
            byte if byte.is_ascii_alphanumeric() || byte == b'%' => return None,
            _ => at += 1,
        }
    }
    (!last.is_empty()).then_some(last)
}

fn about_rest<'u>(filters: &Filters, url: &'u Url) -> Option<(Reason, &'u str)> {
    if filters.no_unwanted
        && let Some(word) =
            words::unwanted_word(url.host()).or_else(|| words::unwanted_word(url.path()))
    {
        return Some((Reason::Unwanted, word));
    }
    if filters.no_traps
        && let Some(trap) = trap(url)
    {
        return Some((Reason::Trap(trap), ""));
    }
    let wanted = filters.language.as_deref()?;
    let evidence = language_evidence(url);
    let is_wanted = |e: &LanguageEvidence| language::primary(&e.tag) == wanted;
    let other = evidence.iter().any(|e| !is_wanted(e) && e.score >= filters.language_score);
    (other && !evidence.iter().any(is_wanted)).then_some((Reason::Language, ""))
}
