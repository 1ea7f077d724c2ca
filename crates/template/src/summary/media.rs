//! Pictures, players and frames: elements that show a resource. Two pages share one if both have
//! its address.

use scutch_page::document::Addresses;
use scutch_page::{Attr, NodeId, Page, Tag};

use serde::{Deserialize, Serialize};

use crate::hash::text_hash;
use crate::packed;

const ELEMENTS: &[Tag] = &[Tag::Img, Tag::Video, Tag::Audio, Tag::Iframe, Tag::Embed, Tag::Object];

/// Addresses that are kept of a page: those with the smallest hashes.
const KEPT: usize = 256;

/// The media elements of a page in order, each with a hash of its address. Without an address it is
/// the hash of embedded data or of the description; `None` if there is neither.
pub(crate) fn media(page: &Page) -> Vec<(NodeId, Option<u64>)> {
    let (tree, addresses) = (page.tree(), Addresses::for_page(page));
    let is_media = |node: &NodeId| tree.tag(*node).is_some_and(|tag| ELEMENTS.contains(&tag));
    let hashed = |node| (node, hash(page, node, &addresses));
    tree.all().filter(is_media).map(hashed).collect()
}

fn hash(page: &Page, node: NodeId, addresses: &Addresses<'_>) -> Option<u64> {
    let value = |attr| page.tree().attr(node, attr).filter(|value| !value.trim().is_empty());
    // One picture under `http` and `https` is one; without an address it is known by data in it, or
    // by its description.
    match addresses.source(node) {
        Some(address) => Some(text_hash(&scutch_url::surt(&address))),
        None => value(Attr::SRC).or_else(|| value(Attr::ALT)).map(text_hash),
    }
}

/// The media of a page: sorted hashes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptMedia(#[serde(with = "packed")] Vec<u64>);

impl KeptMedia {
    pub(crate) fn from_page(page: &Page) -> Self {
        let mut hashes: Vec<u64> = media(page).into_iter().filter_map(|(_, hash)| hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        hashes.truncate(KEPT);
        hashes.shrink_to_fit();
        Self(hashes)
    }

    /// Whether the page shows a resource. `None` if the hash is beyond those that are kept.
    pub(crate) fn has(&self, hash: u64) -> Option<bool> {
        let is_known = self.0.len() < KEPT || self.0.last().is_some_and(|last| hash <= *last);
        is_known.then(|| self.0.binary_search(&hash).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;

    fn page(html: &str) -> Page {
        let hints = Hints { url: Some("http://a.example/b/c"), ..Hints::default() };
        Page::parse(html.as_bytes(), &hints, &Limits::default())
    }

    #[test]
    fn addresses_tell_elements_apart_however_they_are_written() {
        let html = "<p>fog<img src=d.png><img src=https://a.example/b/d.png><img srcset='d.png 1x'>\
            <picture><source srcset=e.webp><img src=/b/d.png></picture><object data=d.png></object>";
        let found = media(&page(html));
        assert!(found.len() == 5 && found.iter().all(|(_, hash)| *hash == found[0].1), "{found:?}");
        let html = "<p>fog<img src=d.png><img src=d.png?2><iframe src=d></iframe><img src=data:,x><img alt=x><img>";
        let mut hashes: Vec<Option<u64>> = media(&page(html)).into_iter().map(|(_, h)| h).collect();
        assert_eq!((hashes.len(), hashes[5]), (6, None));
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 6);
    }

    #[test]
    fn what_is_kept_of_a_page_is_bounded_and_says_so() {
        let gallery: String = (0..1000).map(|n| format!("<img src={n}.png>")).collect();
        let kept = KeptMedia::from_page(&page(&gallery));
        assert_eq!(kept.0.len(), KEPT);
        let all = media(&page(&gallery)).into_iter().filter_map(|(_, hash)| hash);
        let told: Vec<bool> = all.filter_map(|hash| kept.has(hash)).collect();
        assert!(told.len() == KEPT && told.iter().all(|has| *has));
        assert_eq!(KeptMedia::from_page(&page("<p>fog")).has(7), Some(false));
    }
}
