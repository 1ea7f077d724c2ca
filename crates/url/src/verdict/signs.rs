//! What a path and its parameters say about the kind of a page.
//!
//! A word of the table counts only where sites put it for that meaning: `/tag/harbour` is a list,
//! `/pages/about.html` is no further page of one, and in `/topics/why-the-ferry-was-late-again` the
//! last segment is the title of an article. The verdict and the type of a URL both ask here.

use super::shape::{is_article, is_number, is_year, stem};
use super::words::{SegmentKind, is_article_word, is_reference_word, segment_kind};
use crate::parse::Url;
use crate::profile::{name_and_value, pairs};

/// Words of a segment from which on it is a title, behind a word like `topics`.
const TITLE_WORDS: usize = 4;
/// The same behind a word like `category`, where names of categories follow.
const LONG_TITLE_WORDS: usize = 6;
/// Most digits of the number of a further page; longer numbers are those of articles.
const PAGE_DIGITS: usize = 3;

/// A sign: what kind of page, by which rule, and what in the URL says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sign<'u> {
    /// Kind of the page.
    pub(super) kind: SegmentKind,
    /// Id of the rule, as types of URLs name it.
    pub(super) rule: &'static str,
    /// The segment or parameter.
    pub(super) what: &'u str,
}

/// The first sign in a URL that it is of one of the kinds.
pub(super) fn sign<'u>(url: &'u Url, kinds: &[SegmentKind]) -> Option<Sign<'u>> {
    in_path(url.path(), kinds)
        .or_else(|| kinds.contains(&SegmentKind::Archive).then(|| date_archive(url.path()))?)
        .or_else(|| in_query(url).filter(|sign| kinds.contains(&sign.kind)))
}

fn in_path<'u>(path: &'u str, kinds: &[SegmentKind]) -> Option<Sign<'u>> {
    let bytes = path.as_bytes();
    let mut before = "";
    let mut start = 1;
    for end in memchr::memchr_iter(b'/', bytes).skip(1).chain([bytes.len()]) {
        let segment = path.get(start..end).unwrap_or_default();
        let (front, behind) = (&path[..start], path.get(end..).unwrap_or_default());
        start = end + 1;
        // Only the last segment has an ending that is none of its words.
        let name = if behind.is_empty() { stem(segment) } else { segment };
        let kind = segment_kind(name).or_else(|| numbered_pager(name));
        if let Some(kind) = kind
            && kinds.contains(&kind)
            && !is_reference_word(before)
            && counts(kind, front, segment, behind)
        {
            return Some(Sign { kind, rule: "listing-word", what: segment });
        }
        before = segment;
    }
    None
}

/// Whether a word of a kind counts at its place.
fn counts(kind: SegmentKind, front: &str, segment: &str, behind: &str) -> bool {
    let behind = Behind::new(behind);
    match kind {
        SegmentKind::Listing => {
            !behind.is_titled_page()
                && (behind.segments <= 1 || !behind.has_title(LONG_TITLE_WORDS))
        }
        SegmentKind::Subject => {
            behind.segments <= 1 && !behind.is_titled_page() && !behind.has_title(TITLE_WORDS + 1)
        }
        SegmentKind::Archive => {
            behind.segments == 0
                || behind.are_dates()
                || behind.segments == 1 && !behind.has_title(TITLE_WORDS) && !is_number(behind.last)
        }
        // Words for searching mean research, too: `/recherche/equipements-et-ressources`.
        SegmentKind::Search => behind.segments <= 2 && !behind.has_title(TITLE_WORDS - 1),
        SegmentKind::Pager => {
            let is_page = match is_number(segment) || numbered_pager(stem(segment)).is_some() {
                true => behind.segments == 0,
                false => behind.segments <= 2 && behind.begins_with_page_number(),
            };
            // The second page of a long article or thread is as much text as the first one.
            is_page && !front.split('/').any(|segment| is_article(segment, TITLE_WORDS))
        }
        SegmentKind::Login | SegmentKind::Overview => behind.segments == 0,
        SegmentKind::Feed
        | SegmentKind::Media
        | SegmentKind::Account
        | SegmentKind::Legal
        | SegmentKind::Contact => !behind.has_title(TITLE_WORDS),
        SegmentKind::System => true,
    }
}

/// `page2`, `seite-3`: a word for pages with its number in one segment.
fn numbered_pager(segment: &str) -> Option<SegmentKind> {
    let digits = segment.bytes().rev().take_while(u8::is_ascii_digit).count();
    if !(1..=PAGE_DIGITS).contains(&digits) {
        return None;
    }
    let word = segment[..segment.len() - digits].trim_end_matches(['-', '_']);
    // `p7` is a name as often as a page.
    (word.len() > 1).then(|| segment_kind(word))?.filter(|kind| *kind == SegmentKind::Pager)
}

/// What stands behind a segment, index pages apart.
struct Behind<'u> {
    path: &'u str,
    segments: usize,
    /// The last segment, without the ending of a page.
    last: &'u str,
    /// Whether the last segment has the ending of a page.
    is_page: bool,
}

impl<'u> Behind<'u> {
    fn new(path: &'u str) -> Behind<'u> {
        let is_index = |segment: &&str| ["index", "default"].contains(&stem(segment));
        let given = || path.split('/').filter(|s| !s.is_empty()).filter(|s| !is_index(s));
        let last = given().next_back().unwrap_or_default();
        let is_page = stem(last).len() < last.len();
        Behind { path, segments: given().count(), last: stem(last), is_page }
    }

    /// Whether the last segment is the title or number of an article.
    fn has_title(&self, least: usize) -> bool {
        is_article(self.last, least)
    }

    /// Whether the last segment is a file with a title: lists are folders more often.
    fn is_titled_page(&self) -> bool {
        self.is_page && self.has_title(TITLE_WORDS)
    }

    /// Whether only years, months and days follow.
    fn are_dates(&self) -> bool {
        let mut given = self.path.split(['/', '-']).filter(|segment| !segment.is_empty());
        given.next().is_some_and(is_year) && given.all(|part| is_number(part) && part.len() <= 2)
    }

    fn begins_with_page_number(&self) -> bool {
        let first = self.path.split('/').find(|segment| !segment.is_empty()).map(stem);
        first.is_some_and(|first| is_number(first) && first.len() <= PAGE_DIGITS)
    }
}

/// A path that ends in a year, month or day: what appeared then.
fn date_archive(path: &str) -> Option<Sign<'_>> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut parts = path.rsplit('/');
    let last = parts.next()?;
    let before = [parts.next().unwrap_or_default(), parts.next().unwrap_or_default()];
    let part = |text: &str, most: u8| {
        (1..=2).contains(&text.len())
            && is_number(text)
            && text.parse().is_ok_and(|number: u8| (1..=most).contains(&number))
    };
    let is_archive = match before {
        // A year alone is the name of a page as often, unless a word like `news` stands before it.
        _ if is_year(last) => before[0].is_empty() || is_article_word(before[0]),
        [year, _] if is_year(year) => part(last, 12),
        [month, year] => is_year(year) && part(month, 12) && part(last, 31),
    };
    is_archive.then_some(Sign { kind: SegmentKind::Archive, rule: "date-archive", what: last })
}

/// Parameters of lists, where the path is that of no article and no other parameter selects.
fn in_query(url: &Url) -> Option<Sign<'_>> {
    let query = url.query().filter(|query| !query.is_empty())?;
    let path = url.path();
    if path.split('/').any(|segment| is_article(stem(segment), TITLE_WORDS)) {
        return None;
    }
    let mut found = None;
    for pair in pairs(query) {
        let (name, value) = name_and_value(pair);
        match parameter_kind(name, value, path) {
            Parameter::Says(kind) => {
                found = found.or(Some(Sign { kind, rule: "listing-parameter", what: pair }));
            }
            Parameter::Orders => {}
            Parameter::Selects => return None,
        }
    }
    found
}

/// What a parameter does to a list.
enum Parameter {
    /// It makes the page one of a kind.
    Says(SegmentKind),
    /// It changes the order or length of a list.
    Orders,
    /// It may select a text.
    Selects,
}

/// Parameters with the number of a further page.
const PAGE_NAMES: [&str; 8] =
    ["page", "paged", "pg", "seite", "pagina", "offset", "start", "currentpage"];
/// Parameters with words to search for.
const SEARCH_NAMES: [&str; 6] = ["q", "s", "query", "search", "searchterm", "suche"];
/// Parameters of WordPress that select a list on its front page.
const LIST_NAMES: [&str; 6] = ["cat", "tag", "author", "m", "monthnum", "year"];
/// Parameters that order and cut lists.
const ORDER_NAMES: [&str; 8] =
    ["sort", "order", "orderby", "order_by", "sort_by", "limit", "per_page", "dir"];

fn parameter_kind(name: &str, value: &str, path: &str) -> Parameter {
    let is = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    // `index.php?page=7` is a page of a small content system as often as a list.
    let is_script = path.ends_with(".php") || path.ends_with(".asp") || path.ends_with(".aspx");
    if is(&PAGE_NAMES) && !is_script && is_number(value) && value.len() <= PAGE_DIGITS + 1 {
        Parameter::Says(SegmentKind::Pager)
    } else if is(&SEARCH_NAMES) && !value.is_empty() && !is_number(value) {
        Parameter::Says(SegmentKind::Search)
    } else if is(&LIST_NAMES) && path == "/" && !value.is_empty() {
        Parameter::Says(SegmentKind::Listing)
    } else if is(&ORDER_NAMES) {
        Parameter::Orders
    } else {
        Parameter::Selects
    }
}

#[cfg(test)]
mod tests {
    use super::sign;
    use crate::Url;
    use crate::verdict::SegmentKind;

    /// URLs below `http://e.org`, and the kind that they say.
    const CASES: &[(&str, Option<&str>)] = &[
        ("/tag/harbour", Some("listing")),
        ("/tag/the-port-of-the-old-town/", Some("listing")),
        ("/category/news/bike-news/", Some("listing")),
        ("/author/jo/index.html", Some("listing")),
        ("/categories/tourism", Some("listing")),
        ("/category/crime/firm-to-test-an-app-on-rush-hour-trains", None),
        ("/category/late-ferry-at-night-12345.html", None),
        ("/user/jo", Some("listing")),
        ("/thema/konzert", Some("subject")),
        ("/themen", Some("overview")),
        ("/themen/armut", None),
        ("/topics/why-the-ferry-was-late-again", None),
        ("/DE/Themen/Firmen/Infos/infos_node.html", None),
        ("/themen/x/in-eigener-sache-neues-layout/13733124.html", None),
        ("/wiki/Archive", None),
        ("/wiki/Login", None),
        ("/page/2", Some("pager")),
        ("/news/page/2/", Some("pager")),
        ("/news/page-2", Some("pager")),
        ("/seite3.html", Some("pager")),
        ("/pages/adrian.html", None),
        ("/p/recipes.html", None),
        ("/p/B5UPB5nI_d9/", None),
        ("/p/806921960/", None),
        ("/pagina.php?id=7", None),
        ("/forum/threads/the-late-ferry-again.1234567/page-2", None),
        ("/2019/05/", Some("archive")),
        ("/mathlog/2013/12/", Some("archive")),
        ("/2019/05/17", Some("archive")),
        ("/2019/", Some("archive")),
        ("/news/2019", Some("archive")),
        ("/films/2012", None),
        ("/2019/05/17/ferry", None),
        ("/2019/13/", None),
        ("/archive/2019/05", Some("archive")),
        ("/archives/12345", None),
        ("/archiv/gesellschaft/", Some("archive")),
        ("/archiv/2015/jahrestagung/", None),
        ("/search?q=x", Some("search")),
        ("/search/late-ferry", Some("search")),
        ("/recherche/ressources-et-equipements", None),
        ("/?s=ferry", Some("search")),
        ("/?page=2", Some("pager")),
        ("/news?page=2&sort=date", Some("pager")),
        ("/news?id=5&page=2", None),
        ("/index.php?page=7", None),
        ("/the-late-ferry-again?page=2", None),
        ("/?cat=5", Some("listing")),
        ("/?p=5", None),
        ("/shop?cat=5", None),
        ("/login", Some("login")),
        ("/login/why", None),
        ("/comments/feed/", Some("feed")),
        ("/_static/x", Some("system")),
        ("/galerie/sommerfest/", Some("media")),
        ("/gallery/best-headphones-under-100/", None),
        ("/xmlrpc.php", Some("system")),
    ];

    #[test]
    fn words_count_at_their_place() {
        for (rest, expected) in CASES {
            let url = Url::parse(&format!("http://e.org{rest}")).unwrap();
            let found = sign(&url, SegmentKind::ALL).map(|sign| sign.kind.id());
            assert_eq!(found, *expected, "{rest}");
        }
    }
}
