//! Domains, hosts and references.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::split::{Split, join, tidy, unsplit};
use super::text::shorter_than;
use super::{Courlan, Invalid, Release};
use crate::entities::unescape;

/// Names that strict mode refuses.
static BLOCKED: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    include_str!("../../data/courlan-blocked.txt").lines().filter(|l| !l.starts_with('#')).collect()
});

/// Whether a name or domain is on the list that strict mode refuses.
pub(super) fn is_blocked(name: &str) -> bool {
    BLOCKED.contains(name)
}

/// Name and domain of a URL, as in `example` and `example.org`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DomainInfo {
    pub(super) name: String,
    pub(super) domain: String,
}

impl Courlan {
    /// The domain of a URL, unless it or its name is `refused`.
    pub fn extract_domain(
        &self,
        url: &str,
        fast: bool,
        refused: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let info = domain_info(url, fast)?;
        if info.domain.is_empty() {
            return None;
        }
        (!refused(&info.name) && !refused(&info.domain)).then_some(info.domain)
    }

    /// Whether a URL leads to another site than the reference, by name or by domain.
    pub fn is_external(&self, url: &str, reference: &str, ignore_suffix: bool) -> bool {
        let (url, reference) = (domain_info(url, true), domain_info(reference, true));
        if ignore_suffix {
            url.map(|u| u.name) != reference.map(|r| r.name)
        } else {
            url.map(|u| u.domain) != reference.map(|r| r.domain)
        }
    }

    /// Scheme and host.
    pub fn get_base_url(&self, url: &str) -> Result<String, Invalid> {
        let url = unescape(url);
        let url = tidy(&url);
        Ok(base_of(&Split::of(&url)?))
    }

    /// Scheme and host, and what follows them.
    pub fn get_host_and_path(&self, url: &str) -> Result<(String, String), Invalid> {
        let url = unescape(url);
        let url = tidy(&url);
        let parts = Split::of(&url)?;
        let host = base_of(&parts);
        let mut path = String::new();
        unsplit(&mut path, "", "", parts.path, parts.query, parts.fragment);
        if path.is_empty() {
            path.push('/');
        }
        if host.is_empty() { Err(Invalid) } else { Ok((host, path)) }
    }

    /// Domain, and scheme and host.
    pub fn get_hostinfo(&self, url: &str) -> Result<(Option<String>, String), Invalid> {
        Ok((self.extract_domain(url, true, |_| false), self.get_base_url(url)?))
    }

    /// Completes a reference by the URL of its page.
    pub fn fix_relative_urls(&self, base: &str, url: &str) -> Result<String, Invalid> {
        if url.starts_with('{') {
            return Ok(url.to_owned());
        }
        let (base_text, url_text) = (tidy(base), tidy(url));
        let (base_parts, parts) = (Split::of(&base_text)?, Split::of(&url_text)?);
        if parts.netloc.is_empty() || parts.netloc == base_parts.netloc {
            return join(base, url);
        }
        if !parts.scheme.is_empty() {
            return Ok(url.to_owned());
        }
        let scheme = match base_parts.scheme.as_ref() {
            scheme if !scheme.is_empty() && self.release == Release::Head => scheme,
            _ => "http",
        };
        let mut out = String::with_capacity(url.len() + 6);
        unsplit(&mut out, scheme, parts.netloc, parts.path, parts.query, parts.fragment);
        Ok(out)
    }
}

fn base_of(parts: &Split<'_>) -> String {
    let scheme = parts.scheme.as_ref();
    let mark = if scheme.is_empty() { "" } else { "://" };
    [scheme, mark, parts.netloc].concat()
}

pub(super) fn domain_info(url: &str, fast: bool) -> Option<DomainInfo> {
    if url.is_empty() {
        return None;
    }
    fast.then(|| guess(url)).flatten().or_else(|| look_up(url))
}

/// The quick way: the last part of the host that looks like a name of four letters and a suffix.
fn guess(url: &str) -> Option<DomainInfo> {
    let host =
        ["http://", "https://", "ftp://", "ftps://"].iter().find_map(|s| url.strip_prefix(s))?;
    let end = host.bytes().position(|b| matches!(b, b'/' | b'?' | b'#')).unwrap_or(host.len());
    let (host, rest) = host.split_at(end);
    if !(rest.is_empty() || rest.starts_with('/')) {
        return None;
    }
    let found = candidates(host).find(|part| is_guess(part))?;
    let found = found.rsplit('@').next().unwrap_or_default();
    let domain = without_ports(found);
    let name = domain.split('.').next().filter(|name| !name.is_empty())?.to_owned();
    Some(DomainInfo { name, domain })
}

/// What stands behind each dot among the first 64 characters, the last dot first, then all.
fn candidates(host: &str) -> impl Iterator<Item = &str> {
    let reach = match host.char_indices().nth(64) {
        Some((at, _)) if host.len() > 64 => at,
        _ => host.len(),
    };
    host[..reach].rmatch_indices('.').map(|(at, _)| &host[at + 1..]).chain([host])
}

fn is_guess(part: &str) -> bool {
    let name_and_suffix = part.split_once('.').is_some_and(|(name, suffix)| {
        !shorter_than(name, 4)
            && shorter_than(name, 64)
            && !shorter_than(suffix, 2)
            && shorter_than(suffix, 64)
    });
    name_and_suffix || is_dotted_quad(part) || is_hex_colons(part)
}

fn is_dotted_quad(part: &str) -> bool {
    let mut count = 0;
    part.split('.').all(|number| {
        count += 1;
        (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit())
    }) && count == 4
}

fn is_hex_colons(part: &str) -> bool {
    part.len() >= 16 && part.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f' | b':'))
}

/// Removes `:digits` wherever no digit stands before it.
fn without_ports(host: &str) -> String {
    let mut out = String::with_capacity(host.len());
    let mut rest = host;
    while let Some(at) = rest.find(':') {
        out.push_str(&rest[..at]);
        let digits = rest[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let before = host[..host.len() - rest.len() + at].chars().next_back();
        if digits > 0 && before.is_some_and(|c| !c.is_numeric()) {
            rest = &rest[at + 1 + digits..];
        } else {
            out.push(':');
            rest = &rest[at + 1..];
        }
    }
    out.push_str(rest);
    out
}

/// The thorough way: the public suffix list, private section included. Unknown suffixes fail.
fn look_up(url: &str) -> Option<DomainInfo> {
    let url = tidy(url);
    let host = Split::of(&url).ok()?.hostname()?;
    let host = host.trim_end_matches('.');
    let suffix = psl::suffix(host.as_bytes()).filter(psl::Suffix::is_known)?;
    let suffix = &host[host.len() - suffix.as_bytes().len()..];
    let front = &host[..host.len() - suffix.len()];
    if front.is_empty() {
        return Some(DomainInfo {
            name: suffix.to_owned(),
            domain: without_www(suffix).to_owned(),
        });
    }
    let front = front.strip_suffix('.').unwrap_or(front);
    let name = front.rsplit('.').next().unwrap_or(front);
    let name = if name.is_empty() { suffix } else { name };
    let domain = format!("{name}.{suffix}");
    Some(DomainInfo { name: name.to_owned(), domain: without_www(&domain).to_owned() })
}

fn without_www(domain: &str) -> &str {
    domain
        .strip_prefix("www")
        .and_then(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('.'))
        .unwrap_or(domain)
}
