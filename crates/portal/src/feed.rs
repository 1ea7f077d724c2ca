//! Addresses in sitemaps, indexes of sitemaps, RSS and Atom. These are read as what they mostly are,
//! not as XML, because many a site's are not well-formed.

use scutch_url::unescape_closed;

/// What a sitemap or feed lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Addresses of pages, in order.
    pub pages: Vec<String>,
    /// Addresses of further sitemaps.
    pub sitemaps: Vec<String>,
    /// Addresses the document gives for its site.
    pub own: Vec<String>,
}

/// Addresses one document may list; the protocol of sitemaps allows 50,000.
const MOST: usize = 100_000;

impl Listing {
    /// Reads a sitemap, an index or a feed, whichever it is.
    pub fn read(text: &str) -> Self {
        let mut listing = Self::default();
        let mut open: Vec<&str> = Vec::new();
        let mut at = 0;
        while let Some(tag) = next_tag(text, at) {
            at = tag.end;
            match tag.kind {
                TagKind::Close => {
                    if let Some(place) = open.iter().rposition(|name| *name == tag.name) {
                        open.truncate(place);
                    }
                }
                TagKind::Open | TagKind::Empty => {
                    listing.take(&tag, text, &open);
                    if tag.kind == TagKind::Open && open.len() < DEPTH {
                        open.push(tag.name);
                    }
                }
            }
            if listing.pages.len() + listing.sitemaps.len() >= MOST {
                break;
            }
        }
        listing
    }

    fn take(&mut self, tag: &Tag<'_>, text: &str, open: &[&str]) {
        let within = |names: &[&str]| open.iter().any(|name| names.contains(name));
        let target = match tag.name {
            "loc" if within(&["sitemap"]) => &mut self.sitemaps,
            "loc" if open.last() == Some(&"url") => &mut self.pages,
            "link" if within(&["item", "entry"]) => &mut self.pages,
            "link" if within(&["channel", "feed"]) => &mut self.own,
            _ => return,
        };
        let address = match attribute(tag.inside, "href") {
            // Atom has links of several kinds; the one without a kind is the page.
            Some(_) if !is_alternate(tag.inside) => return,
            Some(href) => href,
            None if tag.kind == TagKind::Open => content(&text[tag.end..]),
            None => return,
        };
        let address = unescape_closed(address.trim());
        if !address.is_empty() {
            target.push(address.into_owned());
        }
    }
}

/// Elements within elements that are kept in mind.
const DEPTH: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TagKind {
    Open,
    Close,
    Empty,
}

struct Tag<'t> {
    name: &'t str,
    /// Between the name and the bracket.
    inside: &'t str,
    kind: TagKind,
    end: usize,
}

/// The next tag at or behind a place; comments, declarations and CDATA sections passed over.
fn next_tag(text: &str, mut at: usize) -> Option<Tag<'_>> {
    loop {
        let start = at + text[at..].find('<')?;
        let rest = &text[start..];
        let skip = |end: &str| rest.find(end).map(|place| start + place + end.len());
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
            // Names have prefixes where the namespace is not the default one.
            let local = name.rsplit(':').next().unwrap_or(name);
            let foreign = name.len() > local.len() && !name.starts_with("sm:");
            let name = if foreign { name } else { local };
            return Some(Tag { name, inside, kind, end });
        }
    }
}

/// Text up to the next tag, or what is in a CDATA section.
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
    fn sitemaps_and_feeds_list_pages() {
        let sitemap = "<?xml version='1.0'?><urlset xmlns:image='x'><!-- <loc>no</loc> --><url>\
            <loc> https://x.org/?a=1&amp;b=2 </loc><image:image><image:loc>no</image:loc></image:image>\
            </url><url><loc><![CDATA[https://x.org/2]]></loc></url></urlset>";
        let listing = Listing::read(sitemap);
        assert_eq!(listing.pages, ["https://x.org/?a=1&b=2", "https://x.org/2"]);
        let index = "<sitemapindex><sitemap><loc>/a.xml</loc></sitemap></sitemapindex>";
        assert_eq!(Listing::read(index).sitemaps, ["/a.xml"]);
        let rss = "<rss><channel><link>https://x.org/</link><atom:link href='no'/><item><title>T</title>\
            <link>https://x.org/1</link></item><item><link>https://x.org/2</link></item></channel>";
        let listing = Listing::read(rss);
        assert_eq!(listing.pages, ["https://x.org/1", "https://x.org/2"]);
        assert_eq!(listing.own, ["https://x.org/"]);
        let atom = "<feed><link href='https://x.org/'/><link rel=\"self\" href='no'/><entry>\
            <link rel='alternate' href='https://x.org/&#x31;'/><link rel='edit' href='no'/></entry></feed>";
        let listing = Listing::read(atom);
        assert_eq!(listing.pages, ["https://x.org/1"]);
        assert_eq!(listing.own, ["https://x.org/"]);
        let written = "<urlset><url><loc>https://x.org/caf&eacute;?a&#150;b&c</loc></url></urlset>";
        assert_eq!(Listing::read(written).pages, ["https://x.org/caf\u{e9}?a\u{2013}b&c"]);
    }

    #[test]
    fn references_end_soon_or_are_none() {
        let signs = "&".repeat(4_000_000);
        let feed = format!("<urlset><url><loc>{signs}</loc></url></urlset>");
        assert_eq!(Listing::read(&feed).pages, [signs]);
    }

    proptest! {
        #[test]
        fn nothing_breaks_the_reader(text in "[<>a-z/!\\[\\]\"'= &;#-]{0,80}") {
            Listing::read(&text);
        }
    }
}
