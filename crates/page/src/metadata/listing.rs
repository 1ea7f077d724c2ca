//! Whether a page is surely a list of other texts or things: what is seen on it is said of these.

use rustc_hash::FxHashSet;

use crate::structured::jsonld;
use crate::{Page, PageType};

/// How sure the look of a page has to be.
const SURE: f32 = 0.8;
/// Types of Schema.org by which pages say so themselves.
const TYPES: &[&str] = &["CollectionPage", "SearchResultsPage"];
/// Folders of an address whose only entry is what the list is of: `/tag/fog`.
const FOLDERS: &[&str] = &["tag", "tags", "category", "categories", "kategorie", "schlagwort"];
/// Folders whose only entry is a number, that of a page of several: `/page/3`.
const PAGES: &[&str] = &["page", "seite"];
/// What searches are called that are asked for something.
const SEARCHES: &[&str] = &["search", "suche", "recherche"];

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

/// Whether the path of an address names a list; what is behind it tells a place on the page.
fn is_named(url: &str) -> bool {
    let place = url.split_once("://").map_or(url, |(_, rest)| rest);
    let asks = place.split('#').next().is_some_and(|place| place.contains("?"));
    let place = place.split(['?', '#']).next().unwrap_or_default().to_lowercase();
    let path = place.split_once('/').map_or("", |(_, path)| path);
    let mut parts = path.split('/').filter(|part| !part.is_empty()).rev();
    let (last, folder) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit());
    let name = last.split('.').next().unwrap_or_default();
    FOLDERS.contains(&folder)
        || PAGES.contains(&folder) && is_number
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
