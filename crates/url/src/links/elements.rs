//! Which elements have addresses, and where in them.

use std::borrow::Cow;

use super::scanner::Tag;
use super::{Link, LinkKind, MAX_URL};
use crate::parse::Url;

/// Elements and the attributes in them that hold addresses.
const ATTRIBUTES: [(&str, &str, LinkKind); 22] = [
    ("a", "href", LinkKind::Anchor),
    ("area", "href", LinkKind::Area),
    ("audio", "src", LinkKind::Media),
    ("blockquote", "cite", LinkKind::Cite),
    ("del", "cite", LinkKind::Cite),
    ("embed", "src", LinkKind::Media),
    ("form", "action", LinkKind::Form),
    ("frame", "src", LinkKind::Frame),
    ("iframe", "src", LinkKind::Frame),
    ("img", "src", LinkKind::Media),
    ("img", "longdesc", LinkKind::Cite),
    ("input", "src", LinkKind::Media),
    ("ins", "cite", LinkKind::Cite),
    ("link", "href", LinkKind::Link),
    ("object", "data", LinkKind::Media),
    ("q", "cite", LinkKind::Cite),
    ("script", "src", LinkKind::Script),
    ("source", "src", LinkKind::Media),
    ("track", "src", LinkKind::Media),
    ("video", "src", LinkKind::Media),
    ("video", "poster", LinkKind::Media),
    ("button", "formaction", LinkKind::Form),
];

/// Adds the links of a tag.
pub(super) fn add(found: &mut Vec<Link>, tag: &Tag<'_>, base: &Url) {
    let here = ATTRIBUTES.iter().filter(|(name, _, _)| tag.name.eq_ignore_ascii_case(name));
    for (_, attribute, kind) in here {
        if let Some(value) = tag.value(attribute) {
            push(found, tag, base, &value, *kind);
        }
    }
    let srcset = ["img", "source"].iter().any(|name| tag.name.eq_ignore_ascii_case(name));
    if srcset && let Some(value) = tag.value("srcset") {
        // Addresses may hold commas, so only a comma with a space separates.
        for candidate in value.split(", ") {
            let address = candidate.split_whitespace().next().unwrap_or_default();
            if !address.is_empty() {
                push(found, tag, base, address.trim_end_matches(','), LinkKind::Media);
            }
        }
    }
    if tag.name.eq_ignore_ascii_case("meta")
        && tag.value("http-equiv").is_some_and(|v| v.eq_ignore_ascii_case("refresh"))
        && let Some(content) = tag.value("content")
        && let Some(address) = refresh_address(&content)
    {
        push(found, tag, base, address, LinkKind::Refresh);
    }
}

/// `5; url='x'`
fn refresh_address(content: &str) -> Option<&str> {
    let at = content.find([';', ','])?;
    let rest = content[at + 1..].trim_start();
    let rest = match rest.get(..3) {
        Some(url) if url.eq_ignore_ascii_case("url") => {
            rest[3..].trim_start().strip_prefix('=')?.trim_start()
        }
        _ => rest,
    };
    // Browsers take what stands in quotes and ignore the rest.
    let quoted = ['"', '\''].into_iter().find_map(|quote| {
        rest.strip_prefix(quote).map(|rest| rest.split(quote).next().unwrap_or(rest))
    });
    Some(quoted.unwrap_or(rest).trim()).filter(|address| !address.is_empty())
}

fn push(found: &mut Vec<Link>, tag: &Tag<'_>, base: &Url, address: &str, kind: LinkKind) {
    // mailto:, javascript: and the like do not join to an http(s) URL.
    let Some(url) = joined(base, address) else { return };
    found.push(Link {
        url,
        as_written: address.to_owned(),
        kind,
        text: tag.value("alt").filter(|_| kind == LinkKind::Area).unwrap_or_default().into_owned(),
        rel: tag.value("rel").map(Cow::into_owned),
        hreflang: tag.value("hreflang").map(Cow::into_owned),
        offset: tag.offset,
    });
}

/// An address completed by a base, unless it is too long to lead anywhere.
pub(super) fn joined(base: &Url, address: &str) -> Option<Url> {
    base.join(address).ok().filter(|url| url.as_str().len() <= MAX_URL)
}
