//! Addresses in sitemaps, sitemap indexes, RSS and Atom. They are scanned for tags instead of
//! parsed as XML, because many of them are not well-formed.

use scutch_url::unescape_closed;

/// The addresses in a sitemap or feed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Addresses of pages, in order.
    pub pages: Vec<String>,
    /// Addresses of further sitemaps.
    pub sitemaps: Vec<String>,
    /// Addresses that the document gives for its own site.
    pub own: Vec<String>,
    /// Number of addresses beyond the limit, which are in none of the lists.
    pub left: usize,
}

impl Listing {
    /// Reads a document of any of these kinds, up to `max` addresses in each list.
    pub fn read(text: &str, max: usize) -> Self {
        let mut listing = Self::default();
        let mut open: Vec<&str> = Vec::new();
        let mut at = 0;
        while let Some(tag) = next_tag(text, at) {
            at = tag.end;
            match tag.kind {
                TagKind::Close => {
                    // Elements that were never closed end with the one around them.
                    if let Some(place) = open.iter().rposition(|name| *name == tag.name) {
                        open.truncate(place);
                    }
                }
                TagKind::Open | TagKind::Empty => {
                    listing.add(&tag, text, &open, max);
                    if tag.kind == TagKind::Open && open.len() < MAX_DEPTH {
                        open.push(tag.name);
                    }
                }
            }
        }
        listing
    }

    /// Adds the address in or after a tag, if it is one of a listing.
    fn add(&mut self, tag: &Tag<'_>, text: &str, open: &[&str], max: usize) {
        let within = |names: &[&str]| open.iter().any(|name| names.contains(name));
        let target = match tag.name {
            "loc" if within(&["sitemap"]) => &mut self.sitemaps,
            // Directly in `url`: images and videos below it have locations of their own.
            "loc" if open.last() == Some(&"url") => &mut self.pages,
            "link" if within(&["item", "entry"]) => &mut self.pages,
            "link" if within(&["channel", "feed"]) => &mut self.own,
            _ => return,
        };
        let address = match attribute(tag.inside, "href") {
            // Atom links have kinds such as `self` and `edit`; the page is the alternate.
            Some(_) if !is_alternate(tag.inside) => return,
            Some(href) => href,
            None if tag.kind == TagKind::Open => content(&text[tag.end..]),
            None => return,
        };
        let address = address.trim();
        if address.is_empty() {
            return;
        }
        if target.len() < max {
            target.push(unescape_closed(address).into_owned());
        } else {
            self.left += 1;
        }
    }
}

/// Nested elements that are remembered.
// A listing needs four; beyond, a malformed document only opens elements.
const MAX_DEPTH: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TagKind {
    Open,
    Close,
    Empty,
}

struct Tag<'t> {
    name: &'t str,
    /// The text between the name and the closing bracket.
    inside: &'t str,
    kind: TagKind,
    end: usize,
}

/// The next tag at or after a position. Comments, declarations and CDATA sections are skipped.
fn next_tag(text: &str, mut at: usize) -> Option<Tag<'_>> {
    loop {
        let start = at + text[at..].find('<')?;
        let rest = &text[start..];
        let skip = |end: &str| rest.find(end).map(|place| start + place + end.len());
        // Comments often contain tags that were switched off.
        if rest.starts_with("<!--") {
            at = skip("-->")?;
        } else if rest.starts_with("<![CDATA[") {
            at = skip("]]>")?;
        } else if rest.starts_with("<!") || rest.starts_with("<?") {
            at = skip(">")?;
        } else {
            let end = skip(">")?;
            let inside = text[start + 1..end - 1].trim();
            let (kind, inside) = match (inside.strip_prefix('/'), inside.strip_suffix('/')) {
                (Some(inside), _) => (TagKind::Close, inside),
                (None, Some(inside)) => (TagKind::Empty, inside),
                (None, None) => (TagKind::Open, inside),
            };
            let (name, inside) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
            // `sm:loc` is a page, but `image:loc` and `atom:link` are something else.
            let local = name.rsplit(':').next().unwrap_or(name);
            let is_foreign = name.len() > local.len() && !name.starts_with("sm:");
            let name = if is_foreign { name } else { local };
            return Some(Tag { name, inside, kind, end });
        }
    }
}

/// The text up to the next tag, or the content of a CDATA section.
fn content(text: &str) -> &str {
    let trimmed = text.trim_start();
    match trimmed.strip_prefix("<![CDATA[") {
        Some(data) => data.split("]]>").next().unwrap_or_default(),
        None => text.split('<').next().unwrap_or_default(),
    }
}

fn attribute<'t>(inside: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = inside;
    while let Some(place) = rest.find(name) {
        let before = rest[..place].chars().next_back();
        let behind = rest[place + name.len()..].trim_start();
        if before.is_none_or(char::is_whitespace)
            && let Some(value) = behind.strip_prefix('=')
        {
            let value = value.trim_start();
            // XML has no values without quotes.
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            return value[1..].split(quote).next();
        }
        rest = &rest[place + name.len()..];
    }
    None
}

fn is_alternate(inside: &str) -> bool {
    attribute(inside, "rel").is_none_or(|rel| rel == "alternate")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sitemaps_and_feeds_list_their_pages() {
        let sitemap = "<?xml version='1.0'?><urlset xmlns:image='x'><!-- <loc>no</loc> --><url>\
            <loc> https://x.org/?a=1&amp;b=2 </loc><image:image><image:loc>no</image:loc></image:image>\
            </url><url><loc><![CDATA[https://x.org/2]]></loc></url></urlset>";
        let listing = Listing::read(sitemap, 100);
        assert_eq!(listing.pages, ["https://x.org/?a=1&b=2", "https://x.org/2"]);
        let index = "<sitemapindex><sitemap><loc>/a.xml</loc></sitemap></sitemapindex>";
        assert_eq!(Listing::read(index, 100).sitemaps, ["/a.xml"]);
        let rss = "<rss><channel><link>https://x.org/</link><atom:link href='no'/><item><title>T</title>\
            <link>https://x.org/1</link></item><item><link>https://x.org/2</link></item></channel>";
        let listing = Listing::read(rss, 100);
        assert_eq!(listing.pages, ["https://x.org/1", "https://x.org/2"]);
        assert_eq!(listing.own, ["https://x.org/"]);
        let atom = "<feed><link href='https://x.org/'/><link rel=\"self\" href='no'/><entry>\
            <link rel='alternate' href='https://x.org/&#x31;'/><link rel='edit' href='no'/></entry></feed>";
        let listing = Listing::read(atom, 100);
        assert_eq!(listing.pages, ["https://x.org/1"]);
        assert_eq!(listing.own, ["https://x.org/"]);
        let written = "<urlset><url><loc>https://x.org/caf&eacute;?a&#150;b&c</loc></url></urlset>";
        assert_eq!(Listing::read(written, 100).pages, ["https://x.org/caf\u{e9}?a\u{2013}b&c"]);
    }

    #[test]
    fn long_runs_of_ampersands_take_linear_time() {
        let signs = "&".repeat(4_000_000);
        let feed = format!("<urlset><url><loc>{signs}</loc></url></urlset>");
        assert_eq!(Listing::read(&feed, 100).pages, [signs]);
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in "[<>a-z/!\\[\\]\"'= &;#-]{0,80}") {
            Listing::read(&text, 100);
        }
    }
}
