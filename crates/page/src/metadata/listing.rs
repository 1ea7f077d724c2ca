//! Whether a page is surely a list: then visible names and dates belong to its items.

use rustc_hash::FxHashSet;

use crate::structured::jsonld;
use crate::{Page, PageType};

/// Least probability of the page types that are lists.
const SURE: f32 = 0.8;
/// Schema.org types by which pages declare themselves as lists.
const TYPES: &[&str] = &["CollectionPage", "SearchResultsPage"];
/// Path segments before the name of a list: `/tag/fog`.
const FOLDERS: &[&str] = &["tag", "tags", "category", "categories", "kategorie", "schlagwort"];
/// Path segments before the number of a page: `/page/3`.
const PAGES: &[&str] = &["page", "seite"];
/// Names of search pages.
const SEARCHES: &[&str] = &["search", "suche", "recherche"];

/// Whether a page is a list by its look, its declarations or its address.
pub(super) fn is_list(page: &Page) -> bool {
    let typed = page.page_type();
    let list = [PageType::Listing, PageType::Collection];
    list.iter().map(|of| typed.probability(*of)).sum::<f32>() > SURE
        || is_declared(page)
        || page.url().is_some_and(is_named)
}

fn is_declared(page: &Page) -> bool {
    let subjects = jsonld::subjects(page.structured());
    let declared: FxHashSet<&str> = subjects.into_iter().flat_map(jsonld::types).collect();
    TYPES.iter().any(|list| declared.contains(list))
}

/// Whether the path of an address names a list. A fragment names a place on the page.
fn is_named(url: &str) -> bool {
    let place = url.split_once("://").map_or(url, |(_, rest)| rest);
    let asks = place.split('#').next().is_some_and(|place| place.contains("?"));
    let place = place.split(['?', '#']).next().unwrap_or_default().to_lowercase();
    let path = place.split_once('/').map_or("", |(_, path)| path);
    let mut parts = path.split('/').filter(|part| !part.is_empty()).rev();
    let (last, folder) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    // `/page/rules` is a page of its own.
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit());
    let name = last.split('.').next().unwrap_or_default();
    FOLDERS.contains(&folder)
        || PAGES.contains(&folder) && is_number
        // A search page without a query is a form, not a list.
        || asks && SEARCHES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_lists() {
        for (url, expected) in [
            ("https://a.example/tag/fog/", true),
            ("https://a.example/news/page/3?x=1", true),
            ("https://a.example/search.php?q=fog", true),
            ("https://a.example/wiki/Search", false),
            ("https://a.example/recherche/", false),
            ("https://a.example/category/news/the-fog-lifts", false),
            ("https://a.example/forum/page/rules", false),
            ("https://a.example/fog#/tag/fog", false),
            ("https://a.example/fog?back=/tag/fog", false),
            ("https://tag/fog", false),
        ] {
            assert_eq!(is_named(url), expected, "{url}");
        }
    }
}
