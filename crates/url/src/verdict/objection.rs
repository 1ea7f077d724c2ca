//! The first filter that objects to a URL, in the order host, path, rest.

use super::filters::Filters;
use super::language::{self, LanguageEvidence, language_evidence};
use super::reason::Reason;
use super::traps::trap;
use super::words::{self, FileClass, file_class};
use crate::parse::Url;
use crate::suffix_list::registrable;

/// The first objection to a URL: the reason, and what in the URL gives rise to it.
pub(super) fn object<'u>(filters: &Filters, url: &'u Url) -> Option<(Reason, &'u str)> {
    if url.as_str().len() > filters.max_length {
        return Some((Reason::TooLong, ""));
    }
    about_host(filters, url)
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
    // Only a host that begins or ends with a digit or bracket can be an address.
    let maybe_ip = host.starts_with(|c: char| c == '[' || c.is_ascii_digit());
    if maybe_ip && url.host_is_ip() {
        if filters.no_ip {
            return Some((Reason::IpHost, host));
        }
    } else if filters.registrable && !is_registrable(host) {
        return Some((Reason::Host, host));
    }
    if filters.deny.contains(host) {
        return Some((Reason::Denied, host));
    }
    (!filters.allow.is_empty() && !filters.allow.contains(host))
        .then_some((Reason::NotAllowed, host))
}

/// A plausible name below a public suffix.
fn is_registrable(host: &str) -> bool {
    let fine = |label: &[u8]| {
        (1..=63).contains(&label.len())
            && label.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    host.len() <= 253
        && host.as_bytes().split(|b| *b == b'.').all(fine)
        && registrable(host).is_some()
}

fn about_path<'u>(filters: &Filters, url: &'u Url) -> Option<(Reason, &'u str)> {
    let path = url.path();
    // The front page has no segments to judge.
    if path.len() <= 1 {
        return None;
    }
    if let Some(ending) = words::ending(path)
        && let Some(class) = file_class(ending)
        && !filters.files.contains(&class)
    {
        return Some((Reason::FileType(class), ending));
    }
    let bytes = path.as_bytes();
    let mut start = 1;
    for end in memchr::memchr_iter(b'/', &bytes[1..]).map(|at| at + 1).chain([bytes.len()]) {
        let segment = &path[start..end];
        start = end + 1;
        // Only the last segment has an ending that is none of its words.
        let stem = if end == bytes.len() { stem(segment) } else { segment };
        if let Some(kind) = words::segment_kind(stem)
            && filters.segments.contains(&kind)
        {
            return Some((Reason::Segment(kind), segment));
        }
    }
    if !filters.no_index || url.query().is_some() {
        return None;
    }
    let last = path.strip_suffix('/').unwrap_or(path);
    let last = &last[last.rfind('/').map_or(0, |at| at + 1)..];
    let index = ["index", "default", "home"].iter().any(|w| stem(last).eq_ignore_ascii_case(w));
    index.then_some((Reason::IndexPage, last))
}

/// A segment without the ending of a page.
fn stem(segment: &str) -> &str {
    match segment.rsplit_once('.') {
        Some((stem, ending)) if file_class(ending) == Some(FileClass::Page) => stem,
        _ => segment,
    }
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
