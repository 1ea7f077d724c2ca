//! Answers with status 200 that are not the page that was asked for: soft 404s and paywalls.

use scutch_page::extract::names_error;
use scutch_page::{BlockKind, ExtractConfig, Extraction, Method, Page, PageFlag, Selector};

use crate::document::Document;
use crate::file::{Fault, PaywallFile};
use crate::rule::selectors;
use crate::verdict::PageVerdict;

/// Longest page, in bytes, that may be an error without a title that names one: the bare answer of a
/// server.
const SHORT: usize = 4096;

/// With fewer characters besides its headings, a page that is marked as paid gives no article: one
/// sentence. Teasers are longer, but so are short articles, and what is left out is lost.
const NEXT_TO_NO_TEXT: u32 = 100;

/// The name of the property of Schema.org in JSON-LD and microdata.
const FREE: &str = "isAccessibleForFree";

/// Which pages are behind a paywall.
#[derive(Debug, Clone)]
pub(crate) enum Paywall {
    /// No page.
    None,
    /// Pages that are marked as paid and have next to no text.
    Empty,
    /// Pages that are marked as paid, whatever text they have.
    Marked,
    /// Pages that one of these selectors matches.
    Selectors(Vec<Selector>),
}

impl Paywall {
    /// Compiles what a portal file says; `None` if it says nothing.
    pub(crate) fn compile(file: Option<&PaywallFile>) -> Result<Self, Fault> {
        Ok(match file {
            None => Self::Empty,
            Some(PaywallFile::Marked(false)) => Self::None,
            Some(PaywallFile::Marked(true)) => Self::Marked,
            Some(PaywallFile::Selectors(texts)) => Self::Selectors(selectors(texts, "paywall")?),
        })
    }

    /// Whether selectors find a page behind the paywall.
    fn is_at(&self, page: &Document) -> bool {
        match self {
            Self::Selectors(all) => all.iter().any(|selector| page.has(selector)),
            _ => false,
        }
    }

    /// Whether a page that is marked as paid is behind the paywall.
    fn hides(&self, page: &Page, extraction: &Extraction) -> bool {
        match self {
            Self::Marked => true,
            Self::Empty => text_chars(page, extraction) < NEXT_TO_NO_TEXT,
            Self::None | Self::Selectors(_) => false,
        }
    }
}

/// Characters of the extracted text besides headings. The text for scripts counts: many paid pages
/// have the whole article there, and show its beginning.
fn text_chars(page: &Page, extraction: &Extraction) -> u32 {
    let is_heading = |kind: &BlockKind| matches!(kind, BlockKind::Heading(_));
    let text = extraction.kept(page).filter(|block| !is_heading(&block.kind));
    text.map(|block| block.chars).sum()
}

/// What a page with status 200 gives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Access {
    /// Why the page is not what was asked for: a soft 404, or a paywall.
    pub refusal: Option<PageVerdict>,
    /// Whether the structured data of the page say that it is not free to read. Sites mark all
    /// articles so, and yet give their text to subscribers, or to the first visits of a month.
    pub is_marked_paid: bool,
}

/// What a page gives.
pub(crate) fn access(page: &Document, paywall: &Paywall) -> Access {
    let refused = |verdict| Access { refusal: Some(verdict), is_marked_paid: false };
    if paywall.is_at(page) {
        return refused(PageVerdict::Paywall);
    }
    // Extraction costs more than all rules together: only pages that give a reason are extracted.
    let may_be_error = page.text().len() < SHORT || names_error(page.tree());
    let may_be_paid = page.text().contains(FREE);
    if !may_be_error && !may_be_paid {
        return Access::default();
    }
    let page = page.page();
    let extraction = Method::Page.extract(&page, &ExtractConfig::default());
    if may_be_error && extraction.flags.contains(&PageFlag::ErrorPage) {
        return refused(PageVerdict::SoftNotFound);
    }
    let is_marked_paid =
        may_be_paid && page.metadata(&extraction).accessible_for_free == Some(false);
    let is_hidden = is_marked_paid && paywall.hides(&page, &extraction);
    Access { refusal: is_hidden.then_some(PageVerdict::Paywall), is_marked_paid }
}

#[cfg(test)]
mod tests {
    use scutch_url::Url;

    use super::*;
    use crate::Portal;

    const TEXT: &str = "The fog lifted from the harbour this morning, and the ferry left ten minutes \
        late with everybody who had waited for it on the pier, and nobody minded at all.";

    /// What a page gives where `[article]` of the portal file has a line.
    fn given(html: &str, line: &str) -> Access {
        let url = Url::parse("http://a.example/x").expect("a URL");
        let portal = Portal::load(&format!("[article]\n{line}"), Some("http://a.example/"));
        let portal = portal.unwrap_or_else(|error| panic!("{line}: {error}"));
        portal.article.access(&Document::from_text(url, html.to_owned()))
    }

    fn with_text(json: &str, text: &str) -> String {
        format!(
            "<title>Fog</title><script type='application/ld+json'>{json}</script>\
             <article><h1>Fog</h1><p>{text}</article>"
        )
    }

    fn data(json: &str) -> String {
        with_text(json, TEXT)
    }

    const OPEN: &str = r#"{"@type":"NewsArticle","isAccessibleForFree":true}"#;
    const PAID: &str = r#"{"@type":"NewsArticle","isAccessibleForFree":false}"#;

    #[test]
    fn errors_with_status_200_are_soft_404s() {
        let frame = "<nav><a href=/>Home</a></nav>".repeat(200);
        for (html, is_error) in [
            ("<title>Page not found</title><h1>Oops!</h1>".to_owned(), true),
            ("<title>Az oldal nem található</title><p>Sajnos.".to_owned(), true),
            ("<h1>404 Not Found</h1>".to_owned(), true),
            (format!("<title>Page not found | Site</title>{frame}<h1>Page not found</h1>"), true),
            // Articles about errors, and short ones.
            (
                format!(
                    "<title>Page not found</title><h1>Fog</h1>{}",
                    format!("<p>{TEXT}").repeat(9)
                ),
                false,
            ),
            (format!("<title>Fog</title><p>{TEXT}"), false),
            (format!("<title>Fog</title>{frame}<p>{TEXT}"), false),
        ] {
            let expected = is_error.then_some(PageVerdict::SoftNotFound);
            assert_eq!(given(&html, "").refusal, expected, "{html}");
        }
    }

    #[test]
    fn pages_marked_as_paid_stay_articles_where_they_give_their_text() {
        let said = r#"{"@type":"NewsArticle","isAccessibleForFree":"False"}"#;
        let metered = r#"{"@type":"NewsArticle","isAccessibleForFree":"metered"}"#;
        let page = r#"{"@type":"WebPage","isAccessibleForFree":false}"#;
        for (json, is_marked) in [
            (PAID, true),
            (said, true),
            (page, true),
            (OPEN, false),
            (metered, false),
            ("{}", false),
            // Marks of another object: a teaser, a video, a section.
            (&format!(r#"[{{"@type":"NewsArticle"}},{PAID}]"#), false),
            (&format!("[{OPEN},{PAID}]"), false),
            (r#"{"@type":"VideoObject","isAccessibleForFree":false}"#, false),
            (r#"{"@type":"NewsArticle","hasPart":{"isAccessibleForFree":false}}"#, false),
        ] {
            let whole = given(&data(json), "");
            assert_eq!(whole, Access { refusal: None, is_marked_paid: is_marked }, "{json}");
            let hidden = given(&with_text(json, "The fog lifted from ..."), "");
            let refusal = is_marked.then_some(PageVerdict::Paywall);
            assert_eq!(hidden, Access { refusal, is_marked_paid: is_marked }, "{json}");
        }
    }

    #[test]
    fn pages_with_their_text_in_the_structured_data_are_no_paywalls() {
        let whole = |body: &str| {
            format!(
                r#"{{"@type":"NewsArticle","isAccessibleForFree":false,"articleBody":"{body}"}}"#
            )
        };
        let rest = "The keeper of the light counted forty people, two dogs and a cart of nets. \
            By noon the water was as clear as it had been all summer, and the ferry was on time.";
        let body = format!("{TEXT} {rest}");
        for (body, shown, is_hidden) in [
            (&*body, TEXT, false),
            (&*body, "The fog lifted from the harbour this morning, and the ferry ...", false),
            // One sentence, there as well.
            ("The fog lifted.", "The fog lifted.", true),
        ] {
            let refusal = is_hidden.then_some(PageVerdict::Paywall);
            let expected = Access { refusal, is_marked_paid: true };
            assert_eq!(given(&with_text(&whole(body), shown), ""), expected, "{body}");
        }
    }

    #[test]
    fn marks_of_pages_in_xhtml_are_read() {
        // In HTML the title would hold all that follows.
        let markup = format!(
            "<html xmlns='http://www.w3.org/1999/xhtml'><head><title/><script \
             type='application/ld+json'>{PAID}</script></head><body><p>Fog.</p></body></html>"
        );
        let url = Url::parse("http://a.example/x").expect("a URL");
        let portal = Portal::load("", Some("http://a.example/")).expect("a portal");
        let xhtml = Some("application/xhtml+xml".to_owned());
        let access = portal.article.access(&Document::new(url, markup.into_bytes(), xhtml));
        assert!(access.is_marked_paid);
    }

    #[test]
    fn microdata_of_a_teaser_say_nothing_of_the_page() {
        let scope = "<div itemscope itemtype='http://schema.org/NewsArticle'>";
        let mark = "<meta itemprop=isAccessibleForFree content=false>";
        let own = format!("{scope}{mark}<h1>Fog</h1><p>{TEXT}</div>");
        let teaser = format!(
            "{scope}<h1 itemprop=headline>Fog</h1><p>{TEXT}</div>{scope}{mark}<p>Tide</div>"
        );
        assert!(given(&own, "").is_marked_paid);
        assert!(!given(&teaser, "").is_marked_paid);
    }

    #[test]
    fn the_portal_file_says_which_pages_are_behind_a_paywall() {
        let walled = |json: &str| format!("{}<div class=wall>Subscribe</div>", data(json));
        let (marked, walled, bare) = (data(PAID), walled("{}"), with_text(PAID, ""));
        let paywall = Some(PageVerdict::Paywall);
        for (line, expected) in [
            ("", [None, None, paywall]),
            ("paywall = false", [None, None, None]),
            ("paywall = []", [None, None, None]),
            ("paywall = true", [paywall, None, paywall]),
            ("paywall = ['.wall']", [None, paywall, None]),
        ] {
            let found = [&marked, &walled, &bare].map(|html| given(html, line).refusal);
            assert_eq!(found, expected, "{line}");
        }
        // Whatever is refused, the mark is told.
        assert!(given(&marked, "paywall = false").is_marked_paid);
    }
}
