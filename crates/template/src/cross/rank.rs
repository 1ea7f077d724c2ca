//! Which pages are partners before others: pages in the language of the page, then pages of its type.

use scutch_page::PageType;

use super::path;
use crate::summary::{Spoken, Summary};

/// Pages are of one type if their probabilities of types have this much in common.
const SAME_TYPE: f32 = 0.5;
/// Words in addresses that say that a language follows.
const LANGUAGE_WORDS: [&str; 5] = ["lang", "language", "locale", "hl", "l"];

/// Removes the translations of a page from `others` and returns them.
pub(crate) fn take_translations<'p>(
    page: &Summary,
    others: &mut Vec<(&'p Summary, f32)>,
) -> Vec<(&'p Summary, f32)> {
    let foreign = Foreign::to(page, others);
    let is_translation =
        |other: &Summary| foreign.has(other.spoken) && is_same_address(page, other);
    others.extract_if(.., |(other, _)| is_translation(other)).collect()
}

/// Puts pages of another type behind those of the page's type, and these behind pages of no known
/// language. Pages in another language are left out if there is one in the page's own. `others` are the most similar first, and stay so.
pub(crate) fn prefer_own_kind(page: &Summary, others: &mut Vec<(&Summary, f32)>) {
    let foreign = Foreign::to(page, others);
    let is_own = |(other, _): &(&Summary, f32)| !foreign.has(other.spoken);
    if others.iter().any(is_own) {
        others.retain(|(other, _)| !foreign.has(other.spoken));
    }
    // Among pages of one kind the most similar stay first.
    let mut kinds: [Vec<(&Summary, f32)>; 4] = Default::default();
    for (other, alike) in others.drain(..) {
        let is_unknown = page.spoken.is_known() && !other.spoken.is_known();
        let kind = 2 * usize::from(is_unknown) + usize::from(!is_same_type(page, other));
        kinds[kind].push((other, alike));
    }
    kinds.into_iter().for_each(|kind| others.extend(kind));
}

/// The languages of other pages that are not the page's. A host has few languages, and to compare
/// two of them costs more than to compare two structures.
struct Foreign(Vec<Spoken>);

impl Foreign {
    fn to(page: &Summary, others: &[(&Summary, f32)]) -> Self {
        let mut known = Vec::new();
        for (other, _) in others {
            if !known.contains(&other.spoken) {
                known.push(other.spoken);
            }
        }
        known.retain(|spoken| spoken.is_other(page.spoken));
        Self(known)
    }

    fn has(&self, spoken: Spoken) -> bool {
        self.0.contains(&spoken)
    }
}

/// Whether two pages are of one type, as far as one can tell. Of pages of no known type all others
/// are of the same.
fn is_same_type(page: &Summary, other: &Summary) -> bool {
    let both =
        |page_type| page.typed.probability(page_type).min(other.typed.probability(page_type));
    let mass = |page: &Summary| PageType::LEARNED.map(|t| page.typed.probability(t)).iter().sum();
    let least: f32 = f32::min(mass(page), mass(other));
    PageType::LEARNED.map(both).iter().sum::<f32>() >= SAME_TYPE * least
}

/// Whether the addresses of two pages in two languages differ in nothing but the codes of these.
fn is_same_address(page: &Summary, other: &Summary) -> bool {
    let codes = [page.spoken.code(), other.spoken.code()];
    let [own, mut others] = [page, other].map(|page| words(&page.key.url, codes));
    // Side by side, without lists: a host in several languages has very many such pairs.
    for word in own {
        if !others.next().is_some_and(|other| other.eq_ignore_ascii_case(word)) {
            return false;
        }
    }
    others.next().is_none() && path(&page.key.url) != "/"
}

/// The words of an address behind its host, without codes of languages and what announces them.
fn words<'a>(url: &'a str, codes: [&'a str; 2]) -> impl Iterator<Item = &'a str> {
    let address = url.split_once("://").map_or(url, |(_, rest)| rest);
    let behind_host = address.find('/').map_or("", |at| &address[at..]);
    let is_language = move |word: &str| {
        // Capitals may stand in addresses only.
        let is = |known: &str| known.bytes().eq(word.bytes().map(|b| b.to_ascii_lowercase()));
        codes.into_iter().any(is) || LANGUAGE_WORDS.into_iter().any(is)
    };
    let words = behind_host.split(|c: char| !c.is_alphanumeric());
    words.filter(move |word| !word.is_empty() && !is_language(word))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::test_pages::summary;

    const ENGLISH: &str = "The ferry left the harbour ten minutes late this morning, and nobody on \
        board seemed to mind it at all, as the fog had not lifted.";
    const GERMAN: &str = "Die Fähre hat den Hafen heute Morgen mit zehn Minuten Verspätung \
        verlassen, und niemand an Bord schien sich daran zu stören.";

    fn page(url: &str, text: &str) -> Summary {
        let html = format!("<ul><li>Home<li>Sea</ul><h1>News</h1><p>{text}</p><p>{text}</p>");
        summary(url, 0, &html)
    }

    fn urls(pages: &[(&Summary, f32)]) -> Vec<String> {
        let path = |page: &Summary| path(&page.key.url).to_owned();
        pages.iter().map(|(page, _)| path(page)).collect()
    }

    #[test]
    fn pages_in_the_own_language_are_partners_where_there_are_such() {
        let own = page("/1", ENGLISH);
        assert_eq!(own.spoken.code(), "en");
        let others =
            [page("/a", GERMAN), page("/b", ENGLISH), page("/c", "12"), page("/d", GERMAN)];
        let mut ranked: Vec<(&Summary, f32)> = others.iter().map(|page| (page, 1.0)).collect();
        prefer_own_kind(&own, &mut ranked);
        // A page without a language may be in any.
        assert_eq!(urls(&ranked), ["/b", "/c"]);
        let mut only_others = vec![(&others[0], 1.0), (&others[3], 1.0)];
        prefer_own_kind(&own, &mut only_others);
        assert_eq!(urls(&only_others), ["/a", "/d"]);
    }

    #[test]
    fn translations_are_known_by_their_addresses() {
        let own = page("/en/news/12", ENGLISH);
        for (url, text, is_translation) in [
            ("/de/news/12", GERMAN, true),
            ("/news/12?lang=de", GERMAN, true),
            ("/news/12.de", GERMAN, true),
            ("/de/news/13", GERMAN, false),
            ("/xx/news/12", GERMAN, false),
            ("/de/news/12", ENGLISH, false),
        ] {
            let other = page(url, text);
            let mut others = vec![(&other, 1.0)];
            let taken = take_translations(&own, &mut others);
            assert_eq!(taken.len() == 1, is_translation, "{url}");
            assert_eq!(taken.len() + others.len(), 1);
        }
        // Home pages are translations of each other only if they say the same; nobody can tell.
        let (home, german) = (page("/", ENGLISH), page("/", GERMAN));
        assert!(take_translations(&home, &mut vec![(&german, 1.0)]).is_empty());
    }

    #[test]
    fn pages_of_another_type_come_last() {
        let of_type = |url: &str, likely: [f32; 7]| {
            let typed = json!({"page_type": "other", "score": 0.0, "probabilities": likely});
            let typed = serde_json::from_value(typed).expect("a prediction");
            Summary { typed, ..page(url, ENGLISH) }
        };
        let own = of_type("/1", [0.8, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let shop = of_type("/shop", [0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.9]);
        let near = of_type("/near", [0.4, 0.6, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let unknown = of_type("/unknown", [0.0; 7]);
        let mut ranked = vec![(&shop, 0.9), (&near, 0.8), (&unknown, 0.7)];
        prefer_own_kind(&own, &mut ranked);
        assert_eq!(urls(&ranked), ["/near", "/unknown", "/shop"]);
    }
}
