//! What kind of page a URL leads to, as far as it shows.

use crate::parse::Url;

use super::words::{
    FileClass, SegmentKind, ending, file_class, is_article_word, language_code, segment_kind,
};

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
    path: &'u str,
    query: &'u str,
    segments: Vec<&'u str>,
    /// Class by the ending of the last segment.
    class: Option<FileClass>,
    /// What the last segment that says something says.
    says: Option<SegmentKind>,
    /// The last segment without its ending.
    last: &'u str,
    /// Words of the last segment.
    words: usize,
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
            path,
            query: url.query().unwrap_or_default(),
            class: ending(path).and_then(file_class),
            says: segments.iter().filter_map(|segment| segment_kind(segment)).next_back(),
            segments,
            last,
            words: last.split(['-', '_']).filter(|word| !word.is_empty()).count(),
            dated: crate::date_in_path(url.as_str()).is_some(),
        }
    }

    fn is_index(&self) -> bool {
        let names = ["index", "default", "home", "start"];
        self.query.is_empty() && names.iter().any(|name| self.last.eq_ignore_ascii_case(name))
    }

    fn has_listing_parameter(&self) -> bool {
        let names = ["page", "paged", "start", "offset", "q", "s", "cat", "tag"];
        self.query.split('&').filter_map(|pair| pair.split('=').next()).any(|n| names.contains(&n))
    }

    /// Up to three segments, all of them digits.
    fn is_date_archive(&self) -> bool {
        let digits = |segment: &&str| segment.bytes().all(|b| b.is_ascii_digit());
        (1..=3).contains(&self.segments.len()) && self.segments.iter().all(digits)
    }

    fn has_title(&self) -> bool {
        // Titles become slugs of several words; names of sections do not.
        self.words >= 4
    }

    fn has_number(&self) -> bool {
        // Years have four digits, numbers of articles more.
        self.last.bytes().filter(u8::is_ascii_digit).count() >= 5
    }

    fn is_below_article_word(&self) -> bool {
        self.segments
            .split_last()
            .is_some_and(|(_, above)| above.iter().any(|s| is_article_word(s)))
    }
}

type Fits = fn(&Seen<'_>) -> bool;

/// The rules in their order: id, kind, score, and when they fit.
const RULES: &[(&str, PageKind, f32, Fits)] = {
    use PageKind::{Article, Home, Listing, Other};
    use SegmentKind::{Account, Contact, Feed, Legal, Pager, Search, System};
    &[
        ("root", Home, 1.0, |seen| seen.segments.is_empty() && seen.query.is_empty()),
        ("file-type", Listing, 0.95, |seen| seen.class == Some(FileClass::Feed)),
        ("file-type", Other, 0.95, |seen| seen.class.is_some_and(|c| c != FileClass::Page)),
        ("index-page", Home, 0.95, |seen| seen.is_index() && seen.segments.len() == 1),
        // Below the root an index page is that of a section.
        ("index-page", Listing, 0.6, |seen| seen.is_index()),
        ("service-page", Other, 0.85, |seen| {
            matches!(seen.says, Some(Account | Legal | Contact | System))
        }),
        ("listing-word", Listing, 0.85, |seen| {
            matches!(seen.says, Some(SegmentKind::Listing | Pager | Search | Feed))
        }),
        ("listing-parameter", Listing, 0.7, |seen| seen.has_listing_parameter()),
        // A date without a title behind it lists what appeared then.
        ("date-archive", Listing, 0.8, |seen| seen.is_date_archive()),
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
            seen.path.ends_with('/') && seen.segments.len() <= 2 && seen.words <= 2
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
