//! Answers with status 200 that are not the page that was asked for: soft 404s and paywalls.

use scutch_page::extract::names_error;
use scutch_page::{ExtractConfig, Hints, Limits, Method, Page, PageFlag, Selector};

use crate::document::Document;
use crate::verdict::PageVerdict;

/// Longest page, in bytes, that may be an error without a title that names one: the bare answer of a
/// server.
const SHORT: usize = 4096;

/// The name of the property of Schema.org in JSON-LD and microdata.
const FREE: &str = "isAccessibleForFree";

/// Why a page is not what was asked for, if that is so. `paywall`: the pages of a paywall; without
/// any, structured data tell.
pub(crate) fn withheld(page: &Document, paywall: &[Selector]) -> Option<PageVerdict> {
    // Extraction costs more than all rules together: only pages that give a reason are extracted.
    let may_be_error = page.text().len() < SHORT || names_error(page.tree());
    let may_be_paid = paywall.is_empty() && page.text().contains(FREE);
    if paywall.iter().any(|selector| page.has(selector)) {
        return Some(PageVerdict::Paywall);
    }
    if !may_be_error && !may_be_paid {
        return None;
    }
    let hints = Hints { url: Some(page.url().as_str()), ..Hints::default() };
    let page = Page::parse(page.text().as_bytes(), &hints, &Limits::default());
    let extraction = Method::Page.extract(&page, &ExtractConfig::default());
    if may_be_error && extraction.flags.contains(&PageFlag::ErrorPage) {
        return Some(PageVerdict::SoftNotFound);
    }
    let is_paid = may_be_paid && page.metadata(&extraction).accessible_for_free == Some(false);
    is_paid.then_some(PageVerdict::Paywall)
}

#[cfg(test)]
mod tests {
    use scutch_url::Url;

    use super::*;

    const TEXT: &str = "The fog lifted from the harbour this morning, and the ferry left ten minutes \
        late with everybody who had waited for it on the pier, and nobody minded at all.";

    fn verdict(html: &str, paywall: &[&str]) -> Option<PageVerdict> {
        let url = Url::parse("http://a.example/x").expect("a URL");
        let paywall: Vec<_> =
            paywall.iter().map(|text| Selector::parse(text).expect("a selector")).collect();
        withheld(&Document::from_text(url, html.to_owned()), &paywall)
    }

    fn data(json: &str) -> String {
        format!(
            "<title>Fog</title><script type='application/ld+json'>{json}</script>\
             <article><h1>Fog</h1><p>{TEXT}</article>"
        )
    }

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
            assert_eq!(verdict(&html, &[]), expected, "{html}");
        }
    }

    #[test]
    fn structured_data_or_selectors_tell_paywalls() {
        let paid = data(r#"{"@type":"NewsArticle","isAccessibleForFree":false}"#);
        let free = data(r#"{"@type":"NewsArticle","isAccessibleForFree":true}"#);
        let text = data(r#"{"@type":"NewsArticle","isAccessibleForFree":"False"}"#);
        let walled = format!("{}<div class=wall>Subscribe</div>", data("{}"));
        let paywall = Some(PageVerdict::Paywall);
        for (html, selectors, expected) in [
            (&paid, &[][..], paywall),
            (&text, &[], paywall),
            (&free, &[], None),
            (&walled, &[], None),
            (&walled, &[".wall"], paywall),
            // Selectors of the file replace what the page says.
            (&paid, &[".wall"], None),
        ] {
            assert_eq!(verdict(html, selectors), expected, "{html}");
        }
    }
}
