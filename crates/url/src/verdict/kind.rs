//! What kind of page a URL leads to, as far as it shows.

use crate::parse::Url;

use super::words::{FileClass, SegmentKind, ending, file_class, is_article_word, segment_kind};

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

/// The kind of page a URL leads to. The first rule that fits tells.
pub fn url_type(url: &Url) -> TypeOfUrl {
    let told = |kind, score, rule| TypeOfUrl { kind, score, rule };
    let path = url.path();
    let mut segments: Vec<&str> = path.split('/').filter(|s| !s.is_empty()).collect();
    let query = url.query().unwrap_or_default();
    if segments.is_empty() && query.is_empty() {
        return told(PageKind::Home, 1.0, "root");
    }
    if let Some(class) = ending(path).and_then(file_class)
        && class != FileClass::Page
    {
        let kind = if class == FileClass::Feed { PageKind::Listing } else { PageKind::Other };
        return told(kind, 0.95, "file-type");
    }
    let stem =
        |segment: &str| segment.rsplit_once('.').map_or(segment, |(stem, _)| stem).to_owned();
    let last = segments.last().map(|last| stem(last)).unwrap_or_default();
    if matches!(last.to_ascii_lowercase().as_str(), "index" | "default" | "home" | "start")
        && query.is_empty()
    {
        segments.pop();
        let score = if segments.is_empty() { 0.95 } else { 0.6 };
        return told(
            if segments.is_empty() { PageKind::Home } else { PageKind::Listing },
            score,
            "index-page",
        );
    }
    let kinds = segments.iter().map(|segment| segment_kind(segment));
    match kinds.flatten().last() {
        Some(
            SegmentKind::Account | SegmentKind::Legal | SegmentKind::Contact | SegmentKind::System,
        ) => {
            return told(PageKind::Other, 0.85, "service-page");
        }
        Some(
            SegmentKind::Listing | SegmentKind::Pager | SegmentKind::Search | SegmentKind::Feed,
        ) => {
            return told(PageKind::Listing, 0.85, "listing-word");
        }
        _ => {}
    }
    let pager = |pair: &str| {
        matches!(
            pair.split('=').next(),
            Some("page" | "paged" | "start" | "offset" | "q" | "s" | "cat" | "tag")
        )
    };
    if query.split('&').any(pager) {
        return told(PageKind::Listing, 0.7, "listing-parameter");
    }
    if segments.iter().all(|s| s.bytes().all(|b| b.is_ascii_digit()))
        && segments.len() <= 3
        && !segments.is_empty()
    {
        return told(PageKind::Listing, 0.8, "date-archive");
    }
    if segments.len() == 1 && super::words::language_code(&last).is_some() {
        return told(PageKind::Home, 0.7, "language-root");
    }
    let words = last.split(['-', '_']).filter(|w| !w.is_empty()).count();
    let dated = crate::date_in_path(url.as_str()).is_some();
    let number = last.bytes().filter(u8::is_ascii_digit).count() >= 5;
    match (dated, words >= 4, number) {
        (true, true, _) => told(PageKind::Article, 0.95, "date-and-title"),
        (true, false, _) => told(PageKind::Article, 0.75, "date"),
        (_, true, true) => told(PageKind::Article, 0.9, "title-and-number"),
        (_, true, false) => told(PageKind::Article, 0.75, "title"),
        _ if segments.len() > 1
            && segments[..segments.len() - 1].iter().any(|s| is_article_word(s)) =>
        {
            told(PageKind::Article, 0.65, "article-word")
        }
        (_, _, true) => told(PageKind::Article, 0.6, "number"),
        _ if path.ends_with('/') && segments.len() <= 2 && words <= 2 => {
            told(PageKind::Listing, 0.5, "short-folder")
        }
        _ => told(PageKind::Other, 0.3, "nothing-to-tell-by"),
    }
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
