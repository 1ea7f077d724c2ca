//! Numbers of pages in addresses: where lists have no link that leads on.

use std::sync::LazyLock;

use regex::Regex;
use scutch_page::{Attr, Tag};

use crate::document::Document;
use crate::site::Site;

/// An address with a place for the number of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageTemplate {
    before: String,
    after: String,
    /// The number in the address that the template was made of.
    pub(super) number: u32,
}

/// Names of page numbers in addresses, in the languages of the word list for next pages.
static NUMBERED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:[/?&_-])(?:paged?|pg|p|pagenum|seite|oldal|pagina|strana|strona|sida)[=/_-]?(\d{1,5})(?:\D|$)",
    )
    .ok()
});

impl PageTemplate {
    /// The template of an address that says that it has a page number.
    pub(super) fn of_address(address: &str) -> Option<Self> {
        let offset = address.len() - Site::target(address).len();
        let number = NUMBERED.as_ref()?.captures(&address[offset..])?.get(1)?;
        Self::split(address, offset + number.start(), number.as_str())
    }

    /// Templates of links whose text is a number that also stands in their address.
    pub(super) fn of_links(page: &Document) -> Option<Self> {
        let tree = page.tree();
        let anchors = tree.all().filter(|id| tree.tag(*id) == Some(Tag::A));
        let mut found = anchors.filter_map(|id| {
            let text = tree.text_content(id);
            let text = text.trim();
            let is_number = !text.is_empty() && text.len() < 6;
            if !is_number || !text.bytes().all(|b| b.is_ascii_digit()) {
                return None;
            }
            let address = page.resolve(tree.attr(id, Attr::HREF)?)?.into_string();
            let offset = address.len() - Site::target(&address).len();
            let at = offset + address[offset..].rfind(text)?;
            // A part of a longer number is another number.
            let digit = |at: Option<u8>| at.is_some_and(|b| b.is_ascii_digit());
            let bytes = address.as_bytes();
            let is_part = digit(at.checked_sub(1).map(|at| bytes[at]))
                || digit(bytes.get(at + text.len()).copied());
            if is_part { None } else { Self::split(&address, at, text) }
        });
        let first = found.next()?;
        // One number alone is more likely a date or a count.
        found.any(|other| first.is_same(&other) && first.number != other.number).then_some(first)
    }

    fn split(address: &str, at: usize, number: &str) -> Option<Self> {
        let (before, after) = (address[..at].to_owned(), address[at + number.len()..].to_owned());
        // What `{` means in templates cannot be written otherwise.
        let is_plain = !before.contains(['{', '}']) && !after.contains(['{', '}']);
        is_plain.then_some(Self { before, after, number: number.parse().ok()? })
    }

    fn is_same(&self, other: &Self) -> bool {
        self.before == other.before && self.after == other.after
    }

    /// The address of a page.
    pub(super) fn page(&self, number: u32) -> String {
        format!("{}{number}{}", self.before, self.after)
    }

    /// The template as a portal file has it, relative to the site.
    pub(super) fn to_file(&self) -> String {
        let before = Site::target(&self.before);
        format!("{before}{{page}}{}", self.after)
    }

    /// Addresses that the first page may have: without the number, then with it.
    pub(super) fn first_pages(&self) -> Vec<String> {
        let bare =
            self.before.trim_end_matches(|c: char| c.is_ascii_alphabetic() || "=_".contains(c));
        let folder = self.before.trim_end_matches('/');
        let folder = folder.rfind('/').map(|slash| &folder[..=slash]);
        let without = match bare.strip_suffix(['?', '&']) {
            // The number is a parameter, and so is all after it.
            Some(bare) => Some(format!("{bare}{}", self.after)),
            None if self.before.ends_with('/') => folder.map(str::to_owned),
            None => None,
        };
        without.into_iter().chain([self.page(1)]).collect()
    }
}

#[cfg(test)]
mod tests {
    use scutch_url::Url;

    use super::*;

    #[test]
    fn addresses_tell_their_page_number() {
        for (address, template, first) in [
            ("https://a.example/page/2/", "/page/{page}/", "https://a.example/"),
            ("https://a.example/news/page/12", "/news/page/{page}", "https://a.example/news/"),
            ("https://a.example/list?page=3", "/list?page={page}", "https://a.example/list"),
            ("https://a.example/?paged=2", "/?paged={page}", "https://a.example/"),
            (
                "https://a.example/news-p2.html",
                "/news-p{page}.html",
                "https://a.example/news-p1.html",
            ),
        ] {
            let found = PageTemplate::of_address(address).expect(address);
            assert_eq!(found.to_file(), template);
            assert_eq!(found.first_pages()[0], first, "{address}");
            assert_eq!(found.page(found.number), address);
        }
        for address in ["https://a.example/", "https://a.example/2020/05/", "https://p2.example/x"]
        {
            assert_eq!(PageTemplate::of_address(address), None, "{address}");
        }
    }

    #[test]
    fn links_tell_it_by_their_texts() {
        for (html, expected) in [
            ("<a href=/l/2>2</a> <a href=/l/3>3</a>", Some("/l/{page}")),
            ("<a href='?x=2'>2</a> <a href='?x=3'>3</a>", Some("/?x={page}")),
            ("<a href=/l/2>2</a>", None),
            ("<a href=/l/12>2</a> <a href=/l/13>3</a>", None),
            ("<a href=/a/2>2</a> <a href=/b/3>3</a>", None),
        ] {
            let url = Url::parse("https://a.example/").expect("an address");
            let page = Document::from_text(url, html.to_owned());
            let found = PageTemplate::of_links(&page).map(|template| template.to_file());
            assert_eq!(found.as_deref(), expected, "{html}");
        }
    }
}
