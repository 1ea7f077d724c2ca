//! What kind of page a URL leads to, as far as it shows.

use crate::parse::Url;

use super::endpoints::{EndpointKind, endpoint};
use super::shape::{digits, words};
use super::signs::{Sign, sign};
use super::words::{FileClass, SegmentKind, ending, file_class, is_article_word, language_code};

/// Kinds of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PageKind {
    /// One text.
    Article,
    /// A list of pages.
    Listing,
    /// The front page of a site or of a section by language.
    Home,
    /// Something else, or nothing to tell by.
    Other,
}

impl PageKind {
    /// Name of the kind.
    pub fn id(self) -> &'static str {
        match self {
            PageKind::Article => "article",
            PageKind::Listing => "listing",
            PageKind::Home => "home",
            PageKind::Other => "other",
        }
    }
}

/// A kind, with the score and the rule that told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TypeOfUrl {
    /// The kind.
    pub kind: PageKind,
    /// From 0 to 1.
    pub score: f32,
    /// Id of the rule.
    pub rule: &'static str,
}

/// What the rules see of a URL.
struct Seen<'u> {
    url: &'u Url,
    segments: Vec<&'u str>,
    /// Class by the ending of the last segment.
    class: Option<FileClass>,
    /// The sign that the filters of lists would reject it for.
    sign: Option<Sign<'u>>,
    /// The last segment without its ending.
    last: &'u str,
    /// Whether the path states a date.
    dated: bool,
}

impl<'u> Seen<'u> {
    fn new(url: &'u Url) -> Seen<'u> {
        let path = url.path();
        let segments: Vec<&str> = path.split('/').filter(|s| !s.is_empty()).collect();
        let last = segments.last().copied().unwrap_or_default();
        let last = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
        Seen {
            url,
            class: ending(path).and_then(file_class),
            // Signs of lists first, as the filters look for them.
            sign: sign(url, LISTS).or_else(|| sign(url, SegmentKind::ALL)),
            segments,
            last,
            dated: crate::date_in_path(url.as_str()).is_some(),
        }
    }

    fn is_index(&self) -> bool {
        let names = ["index", "default", "home", "start"];
        self.url.query().is_none_or(str::is_empty)
            && names.iter().any(|name| self.last.eq_ignore_ascii_case(name))
    }

    fn leads_to(&self, kinds: &[EndpointKind]) -> bool {
        endpoint(self.url, kinds).is_some()
    }

    /// Whether a rule says that this is a list.
    fn is_list_by(&self, rule: &str) -> bool {
        self.sign.is_some_and(|sign| sign.rule == rule && LISTS.contains(&sign.kind))
    }

    fn has_title(&self) -> bool {
        // Titles become slugs of several words; names of sections do not.
        words(self.last) >= 4
    }

    fn has_number(&self) -> bool {
        // Years have four digits, numbers of articles more.
        digits(self.last) >= 5
    }

    fn is_below_article_word(&self) -> bool {
        self.segments
            .split_last()
            .is_some_and(|(_, above)| above.iter().any(|s| is_article_word(s)))
    }
}

/// Kinds of segments that make a page a list of articles.
pub(super) const LISTS: &[SegmentKind] = &[
    SegmentKind::Listing,
    SegmentKind::Subject,
    SegmentKind::Overview,
    SegmentKind::Pager,
    SegmentKind::Archive,
    SegmentKind::Search,
];

type Fits = fn(&Seen<'_>) -> bool;

/// The rules in their order: id, kind, score, and when they fit.
const RULES: &[(&str, PageKind, f32, Fits)] = {
    use PageKind::{Article, Home, Listing, Other};
    &[
        ("endpoint", Other, 0.95, |seen| seen.leads_to(EndpointKind::NO_PAGES)),
        ("profile", Listing, 0.8, |seen| seen.leads_to(&[EndpointKind::Profile])),
        ("root", Home, 1.0, |seen| seen.segments.is_empty() && seen.url.query().is_none()),
        ("file-type", Listing, 0.95, |seen| seen.class == Some(FileClass::Feed)),
        ("file-type", Other, 0.95, |seen| seen.class.is_some_and(|c| c != FileClass::Page)),
        ("index-page", Home, 0.95, |seen| seen.is_index() && seen.segments.len() == 1),
        ("listing-word", Listing, 0.85, |seen| seen.is_list_by("listing-word")),
        // A date without a title behind it lists what appeared then.
        ("date-archive", Listing, 0.8, |seen| seen.is_list_by("date-archive")),
        ("listing-parameter", Listing, 0.7, |seen| seen.is_list_by("listing-parameter")),
        ("feed", Listing, 0.85, |seen| {
            seen.sign.is_some_and(|sign| sign.kind == SegmentKind::Feed)
        }),
        ("service-page", Other, 0.85, |seen| seen.sign.is_some()),
        // Below the root an index page is that of a section.
        ("index-page", Listing, 0.6, |seen| seen.is_index()),
        ("language-root", Home, 0.7, |seen| {
            seen.segments.len() == 1 && language_code(seen.last).is_some()
        }),
        ("date-and-title", Article, 0.95, |seen| seen.dated && seen.has_title()),
        ("date", Article, 0.75, |seen| seen.dated),
        ("title-and-number", Article, 0.9, |seen| seen.has_title() && seen.has_number()),
        ("title", Article, 0.75, |seen| seen.has_title()),
        ("article-word", Article, 0.65, |seen| seen.is_below_article_word()),
        ("number", Article, 0.6, |seen| seen.has_number()),
        ("short-folder", Listing, 0.5, |seen| {
            let path = seen.url.path();
            path.ends_with('/') && seen.segments.len() <= 2 && words(seen.last) <= 2
        }),
    ]
};

/// The kind of page a URL leads to. The first rule that fits tells.
pub fn url_type(url: &Url) -> TypeOfUrl {
    let seen = Seen::new(url);
    let told = RULES.iter().find(|(_, _, _, fits)| fits(&seen));
    let (rule, kind, score) = told
        .map_or(("nothing-to-tell-by", PageKind::Other, 0.3), |(rule, kind, score, _)| {
            (rule, *kind, *score)
        });
    TypeOfUrl { kind, score, rule }
}

#[cfg(test)]
mod tests {
    use super::{PageKind, url_type};
    use crate::Url;

    #[test]
    fn kinds() {
        for (url, kind) in [
            ("https://e.org/", PageKind::Home),
            ("https://e.org/index.html", PageKind::Home),
            ("https://e.org/de/", PageKind::Home),
            ("https://e.org/2019/05/17/some-title", PageKind::Article),
            ("https://e.org/politik/ein-langer-titel-hier-1234567.html", PageKind::Article),
            ("https://e.org/tag/x", PageKind::Listing),
            ("https://e.org/kategorie/x/page/2/", PageKind::Listing),
            ("https://e.org/2019/05/", PageKind::Listing),
            ("https://e.org/?page=2", PageKind::Listing),
            ("https://e.org/impressum", PageKind::Other),
            ("https://e.org/a.pdf", PageKind::Other),
        ] {
            assert_eq!(url_type(&Url::parse(url).unwrap()).kind, kind, "{url}");
        }
    }
}
