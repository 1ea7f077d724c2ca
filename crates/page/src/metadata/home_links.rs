//! What links to the front page are called: the site, or a place in it.

use url::Url;

use super::parts::plain;
use super::trail;
use crate::Page;
use crate::page::base;
use crate::tree::{Attr, Tag};

/// Links to the front page that are read.
const LINKS: usize = 4;
/// Links that are looked at.
const MOST_LINKS: usize = 500;
/// Longest name of a site, in bytes.
const NAME_BYTES: usize = 80;

/// The texts of the first links to the front page, in plain words. Logos have theirs as `alt`.
pub(super) fn texts(page: &Page) -> Vec<String> {
    let tree = page.tree();
    let base = base(page);
    let is_front = |href: &str| match &base {
        Some(base) => base.join(href).is_ok_and(|url| {
            trail::is_front(&url) && url.host() == base.host() && url.fragment().is_none()
        }),
        None => href == "/" || Url::parse(href).is_ok_and(|url| trail::is_front(&url)),
    };
    let links = tree.all().filter(|id| tree.tag(*id) == Some(Tag::A)).take(MOST_LINKS);
    let is_front = |href: &str| may_be_front(href) && is_front(href);
    let front = links.filter(|id| tree.attr(*id, Attr::HREF).is_some_and(is_front));
    let texts = front.take(LINKS).map(|id| {
        let mut text = tree.text_content(id);
        let pictures = tree.descendants(id).filter(|id| tree.tag(*id) == Some(Tag::Img));
        for alt in pictures.filter_map(|id| tree.attr(id, Attr::ALT)) {
            text.push(' ');
            text.push_str(alt);
        }
        plain(&text[..text.floor_char_boundary(NAME_BYTES)])
    });
    texts.filter(|text| !text.is_empty()).collect()
}

/// Whether an address is short enough for a front page. Resolving each link would take as long as
/// all other metadata.
fn may_be_front(href: &str) -> bool {
    let path = href.split_once("//").map_or(href, |(_, rest)| rest);
    let is_whole = path.len() < href.len();
    href.len() <= NAME_BYTES
        && path.trim_end_matches('/').matches('/').count() <= usize::from(href.starts_with('.')) + 1
        && (is_whole || path == "/" || path.starts_with('.') || path.contains("index"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn links_to_the_front_page_have_the_name_of_the_site() {
        for (html, expected) in [
            ("<a href=/>Harbour Post</a>", &["harbour post"][..]),
            ("<a href=https://a.example/index.html>Harbour <b>Post</b></a>", &["harbour post"]),
            ("<a href=/><img src=l.png alt='Harbour Post'></a>", &["harbour post"]),
            ("<a href=../>Harbour Post</a>", &["harbour post"]),
            ("<a href=//a.example>Harbour Post</a>", &["harbour post"]),
            ("<a href=/index.php>Harbour Post</a>", &["harbour post"]),
            ("<a href=/news/>News</a><a href=../../x/>Other</a>", &[]),
            ("<a href=#>Top</a><a href=/news/>News</a>", &[]),
            ("<a href=https://b.example/>Other</a>", &[]),
            ("<a href=/>&nbsp;</a>", &[]),
        ] {
            let url = "https://a.example/news/fog";
            let hints = Hints { url: Some(url), ..Hints::default() };
            let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
            assert_eq!(texts(&page), expected, "{html}");
        }
    }
}
