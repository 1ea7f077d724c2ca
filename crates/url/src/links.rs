//! Links of an HTML page, by a scanner over its text: no tree, one pass, document order.
//!
//! Knows what matters for finding links: tags, quoted and unquoted attributes, comments, raw text
//! (`script`, `style`, `textarea`, `title` ...), `base`. On sound pages it finds what a tree finds.

use std::borrow::Cow;

use crate::entities::unescape_attribute;
use crate::parse::Url;

/// Most links of one page; pages with more are made by machines for machines.
pub const MAX_LINKS: usize = 100_000;

/// Longest URL of a link, in bytes. A longer `base` would be multiplied by all links.
const MAX_URL: usize = 1 << 14;

/// Longest anchor text kept, in bytes.
const MAX_ANCHOR: usize = 2000;

/// What kind of element a link stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkKind {
    /// `a`
    Anchor,
    /// `area`
    Area,
    /// `link`
    Link,
    /// `img`, `source`, `video`, `audio`, `track`, `embed`, `object`, `input`
    Media,
    /// `script`
    Script,
    /// `iframe`, `frame`
    Frame,
    /// `form`
    Form,
    /// `meta http-equiv=refresh`
    Refresh,
    /// `blockquote`, `q`, `ins`, `del`
    Cite,
}

/// One link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Where it leads, completed by the base of the page.
    pub url: Url,
    /// The address as it stands in the page, character references undone.
    pub as_written: String,
    /// The element.
    pub kind: LinkKind,
    /// Text between the tags of an anchor, space collapsed; the `alt` of an image map.
    pub text: String,
    /// `rel`, as written.
    pub rel: Option<String>,
    /// `hreflang`, as written.
    pub hreflang: Option<String>,
    /// Byte offset of the tag in the page.
    pub offset: usize,
}

/// All http(s) links of a page in document order.
pub fn links(html: &str, page: &Url) -> Vec<Link> {
    let mut found = Vec::new();
    if page.as_str().len() > MAX_URL {
        return found;
    }
    let mut base = page.clone();
    let mut has_base = false;
    let mut open: Option<(usize, String)> = None;
    let mut scanner = Scanner { html, at: 0 };
    while let Some(token) = scanner.next() {
        match token {
            Token::Text(text) => {
                if let Some((_, anchor)) = &mut open
                    && anchor.len() < MAX_ANCHOR
                {
                    anchor.push_str(text);
                }
            }
            Token::End(name) if name.eq_ignore_ascii_case("a") => close(&mut found, open.take()),
            Token::End(_) => {}
            Token::Start(tag) => {
                if tag.name.eq_ignore_ascii_case("base") && !has_base {
                    if let Some(url) = tag.value("href").and_then(|href| joined(page, &href)) {
                        base = url;
                        has_base = true;
                    }
                    continue;
                }
                let anchor = tag.name.eq_ignore_ascii_case("a");
                if anchor {
                    close(&mut found, open.take());
                }
                let before = found.len();
                add(&mut found, &tag, &base);
                if anchor && found.len() > before {
                    open = Some((before, String::new()));
                }
                if found.len() >= MAX_LINKS {
                    break;
                }
            }
        }
    }
    close(&mut found, open);
    found
}

/// Gives an anchor its text.
fn close(found: &mut [Link], open: Option<(usize, String)>) {
    if let Some((place, text)) = open
        && let Some(link) = found.get_mut(place)
    {
        let text = crate::entities::unescape(&text);
        link.text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
}

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

fn add(found: &mut Vec<Link>, tag: &Tag<'_>, base: &Url) {
    let here = ATTRIBUTES.iter().filter(|(name, _, _)| tag.name.eq_ignore_ascii_case(name));
    for (_, attribute, kind) in here {
        if let Some(value) = tag.value(attribute) {
            push(found, tag, base, &value, *kind);
        }
    }
    let srcset = ["img", "source"].iter().any(|name| tag.name.eq_ignore_ascii_case(name));
    if srcset && let Some(value) = tag.value("srcset") {
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
fn joined(base: &Url, address: &str) -> Option<Url> {
    base.join(address).ok().filter(|url| url.as_str().len() <= MAX_URL)
}

enum Token<'h> {
    Text(&'h str),
    Start(Tag<'h>),
    End(&'h str),
}

/// A start tag: its name and the text of its attributes.
struct Tag<'h> {
    name: &'h str,
    attributes: &'h str,
    offset: usize,
}

impl<'h> Tag<'h> {
    /// The first attribute of a name, character references undone.
    fn value(&self, wanted: &str) -> Option<Cow<'h, str>> {
        let mut rest = self.attributes;
        loop {
            let (name, value, behind) = attribute(rest)?;
            if name.eq_ignore_ascii_case(wanted) {
                return Some(unescape_attribute(value));
            }
            rest = behind;
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// Name, value and rest of the next attribute.
fn attribute(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.trim_start_matches(|c: char| c == '/' || (c.is_ascii() && is_space(c as u8)));
    if text.is_empty() {
        return None;
    }
    let bytes = text.as_bytes();
    // A name may begin with an equals sign.
    let name_end = (1..bytes.len())
        .find(|&i| is_space(bytes[i]) || matches!(bytes[i], b'=' | b'/'))
        .unwrap_or(bytes.len());
    let name_end = (name_end..=text.len()).find(|&i| text.is_char_boundary(i))?;
    let (name, rest) = text.split_at(name_end);
    let after = rest.trim_start_matches(|c: char| c.is_ascii() && is_space(c as u8));
    let Some(value) = after.strip_prefix('=') else { return Some((name, "", rest)) };
    let value = value.trim_start_matches(|c: char| c.is_ascii() && is_space(c as u8));
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote) {
            return Some(inner.split_once(quote).map_or((name, inner, ""), |(v, r)| (name, v, r)));
        }
    }
    let end = value.bytes().position(is_space).unwrap_or(value.len());
    Some((name, &value[..end], &value[end..]))
}

/// Cuts a page into text and tags.
struct Scanner<'h> {
    html: &'h str,
    at: usize,
}

/// Elements whose content is no markup.
const RAW: [&str; 8] =
    ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"];

impl<'h> Scanner<'h> {
    fn next(&mut self) -> Option<Token<'h>> {
        loop {
            let rest = self.html.get(self.at..).filter(|rest| !rest.is_empty())?;
            if !rest.starts_with('<') {
                let end = memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
                self.at += end;
                return Some(Token::Text(&rest[..end]));
            }
            match rest.as_bytes().get(1) {
                Some(b) if b.is_ascii_alphabetic() => return self.start_tag(rest),
                Some(b'/') if rest.as_bytes().get(2).is_some_and(u8::is_ascii_alphabetic) => {
                    let name = tag_name(&rest[2..]);
                    self.at += tag_end(rest)?;
                    return Some(Token::End(name));
                }
                Some(b'!' | b'?' | b'/') => self.at += skip_length(rest),
                _ => {
                    self.at += 1;
                    return Some(Token::Text("<"));
                }
            }
        }
    }

    fn start_tag(&mut self, rest: &'h str) -> Option<Token<'h>> {
        let name = tag_name(&rest[1..]);
        let end = tag_end(rest)?;
        let offset = self.at;
        self.at += end;
        if RAW.iter().any(|raw| name.eq_ignore_ascii_case(raw)) {
            self.at += raw_length(&self.html[self.at..], name);
        }
        let attributes = &rest[1 + name.len()..end - 1];
        Some(Token::Start(Tag { name, attributes, offset }))
    }
}

fn tag_name(text: &str) -> &str {
    let end = text.bytes().position(|b| is_space(b) || matches!(b, b'/' | b'>'));
    &text[..end.unwrap_or(text.len())]
}

/// Length of a tag with its `>`, which does not count inside quotes. `None`: the page ends in it.
fn tag_end(tag: &str) -> Option<usize> {
    let bytes = tag.as_bytes();
    let mut at = 1;
    let mut before_value = false;
    loop {
        match *bytes.get(at)? {
            b'>' => return Some(at + 1),
            quote @ (b'"' | b'\'') if before_value => {
                at += 1 + memchr::memchr(quote, &bytes[at + 1..])?;
                before_value = false;
            }
            b'=' => before_value = true,
            b if is_space(b) => {}
            _ => before_value = false,
        }
        at += 1;
    }
}

/// Length of a comment, declaration or other construct to skip.
fn skip_length(rest: &str) -> usize {
    let end = |from: usize, mark: &str| {
        let found = memchr::memmem::find(&rest.as_bytes()[from..], mark.as_bytes());
        found.map_or(rest.len(), |at| from + at + mark.len())
    };
    match rest.as_bytes() {
        [b'<', b'!', b'-', b'-', b'>', ..] => 5,
        [b'<', b'!', b'-', b'-', b'-', b'>', ..] => 6,
        [b'<', b'!', b'-', b'-', ..] => comment_end(rest),
        _ => end(2.min(rest.len()), ">"),
    }
}

/// A comment ends with `-->` or `--!>`.
fn comment_end(rest: &str) -> usize {
    let mut at = 4;
    while let Some(found) = memchr::memmem::find(&rest.as_bytes()[at..], b"--") {
        let behind = &rest.as_bytes()[at + found + 2..];
        if behind.first() == Some(&b'>') {
            return at + found + 3;
        }
        if behind.starts_with(b"!>") {
            return at + found + 4;
        }
        at += found + 1;
    }
    rest.len()
}

/// Length of raw text up to its end tag.
fn raw_length(rest: &str, name: &str) -> usize {
    let bytes = rest.as_bytes();
    memchr::memmem::find_iter(bytes, b"</")
        .find(|&at| {
            let end = at + 2 + name.len();
            bytes.get(at + 2..end).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
                && bytes.get(end).is_none_or(|b| is_space(*b) || matches!(b, b'/' | b'>'))
        })
        .unwrap_or(rest.len())
}

/// Links split by where they lead, each target once, in document order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outlinks {
    /// To other sites.
    pub external: Vec<Url>,
    /// Within the site.
    pub internal: Vec<Url>,
    /// Within the site to lists of pages, which lead to more.
    pub priority: Vec<Url>,
}

/// Score from which a URL counts as one of a list of pages.
const LISTING_SCORE: f32 = 0.7;

fn is_listing(url: &Url) -> bool {
    let kind = crate::verdict::url_type(url);
    kind.kind == crate::verdict::PageKind::Listing && kind.score >= LISTING_SCORE
}

/// The anchors of a page that a checker accepts, split by site and rank; one of several spellings.
/// Those with `rel=nofollow` are among them.
pub fn outlinks(found: &[Link], page: &Url, checker: &mut crate::verdict::Checker<'_>) -> Outlinks {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut split = Outlinks::default();
    for link in found.iter().filter(|l| matches!(l.kind, LinkKind::Anchor | LinkKind::Area)) {
        let Ok(url) = checker.check(link.url.as_str()).cloned() else { continue };
        let key = crate::Profile::Dedup.apply(url.as_str()).unwrap_or_default();
        if !seen.insert(key) {
            continue;
        }
        let list = if crate::is_external(&url, page, false) {
            &mut split.external
        } else if is_listing(&url) {
            &mut split.priority
        } else {
            &mut split.internal
        };
        list.push(url);
    }
    split
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LinkKind, links, outlinks};
    use crate::Url;
    use crate::verdict::{Checker, Filters};

    fn found(html: &str) -> Vec<String> {
        let page = Url::parse("http://e.org/d/p").unwrap();
        links(html, &page).into_iter().map(|link| link.url.into_string()).collect()
    }

    #[test]
    fn a_long_base_is_not_multiplied() {
        let long = "x".repeat(100_000);
        let page = format!("<base href=/{long}/><a href=a>a</a><a href=/{long}>b</a>");
        assert_eq!(found(&page), ["http://e.org/d/a"]);
    }

    #[test]
    fn quirks_of_courlan_done_right() {
        // 37: base, line ends, `>` in values, data-href, comments, scripts, quotes and blanks
        assert_eq!(found(r#"<base href="/x/"><a href=y>"#), ["http://e.org/x/y"]);
        assert_eq!(found("<a\nhref='y'>"), ["http://e.org/d/y"]);
        assert_eq!(found(r#"<a class="a>b" href="y">"#), ["http://e.org/d/y"]);
        assert_eq!(found(r#"<a data-href="y">"#), [""; 0]);
        assert_eq!(found(r#"<!-- <a href="y"> --><script>'<a href="y">'</script>"#), [""; 0]);
        assert_eq!(
            found(r#"<a href="/it's"><a href="/a b">"#),
            ["http://e.org/it's", "http://e.org/a%20b"]
        );
        // 39: http(s) only, an empty address is the page itself
        assert_eq!(
            found(r#"<a href="mailto:x@y"><a href="javascript:x"><a href="">"#),
            ["http://e.org/d/p"]
        );
        // 8: character references as in attributes
        assert_eq!(
            found("<a href='?a=1&amp;b=2&copy=3&section'>"),
            ["http://e.org/d/p?a=1&b=2&copy=3&section"]
        );
        // 36: document order
        assert_eq!(
            found("<a href=b><a href=a><img src=c>"),
            ["http://e.org/d/b", "http://e.org/d/a", "http://e.org/d/c"]
        );
    }

    #[test]
    fn what_stands_around_a_link() {
        let page = Url::parse("http://e.org/").unwrap();
        let html = r#"<a rel="nofollow x" hreflang=de href="/y">two <b>words</b>
            &amp; more</a> none <link rel=alternate href="/f"><meta http-equiv=Refresh content="0; URL='/r'">"#;
        let all = links(html, &page);
        assert_eq!(all[0].text, "two words & more");
        // 38: nofollow is kept and told
        assert_eq!(all[0].rel.as_deref(), Some("nofollow x"));
        assert_eq!(all[0].hreflang.as_deref(), Some("de"));
        assert_eq!((all[1].kind, all[2].kind), (LinkKind::Link, LinkKind::Refresh));
        assert_eq!(all[2].url.as_str(), "http://e.org/r");
    }

    #[test]
    fn one_of_several_spellings() {
        let page = Url::parse("https://e.org/").unwrap();
        let html = "<a href=http://e.org/a-b/><a href=https://e.org/a-b#x><a href=//f.org/><a href=/tag/x>";
        let mut checker = Checker::new(Filters::relaxed().with_listings());
        let split = outlinks(&links(html, &page), &page, &mut checker);
        assert_eq!(split.internal.len() + split.external.len() + split.priority.len(), 3);
        assert_eq!(split.external[0].as_str(), "https://f.org/");
        assert_eq!(split.priority[0].as_str(), "https://e.org/tag/x");
    }

    proptest! {
        #[test]
        fn never_panics(html in "(<[a-z!/?]{0,3}|[ a-zé='\"/<>&;-]{0,6}|href=|<a |<!--|-->|<script>|</script>){0,20}") {
            let _ = found(&html);
        }
    }
}
