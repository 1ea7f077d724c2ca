//! The links of a page that a crawl follows, split by where they lead.

use rustc_hash::FxHashSet;

use super::{Link, LinkKind};
use crate::parse::Url;
use crate::profile::Profile;
use crate::verdict::{Checker, PageKind, url_type};

/// Links split by where they lead, each target once, in document order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outlinks {
    /// To other sites.
    pub external: Vec<Url>,
    /// Within the site.
    pub internal: Vec<Url>,
    /// Within the site to lists of pages, which lead to more.
    pub priority: Vec<Url>,
}

/// Score from which a URL counts as one of a list of pages.
const LISTING_SCORE: f32 = 0.7;

fn is_listing(url: &Url) -> bool {
    let kind = url_type(url);
    kind.kind == PageKind::Listing && kind.score >= LISTING_SCORE
}

/// The anchors of a page that a checker accepts, split by site and rank; one of several spellings.
/// Those with `rel=nofollow` are among them.
pub fn outlinks(found: &[Link], page: &Url, checker: &mut Checker<'_>) -> Outlinks {
    let mut seen = FxHashSet::default();
    let mut split = Outlinks::default();
    for link in found.iter().filter(|l| matches!(l.kind, LinkKind::Anchor | LinkKind::Area)) {
        let Ok(url) = checker.check(link.url.as_str()).cloned() else { continue };
        // http and https, with and without slash: one page.
        let key = Profile::Dedup.apply(url.as_str()).unwrap_or_default();
        if !seen.insert(key) {
            continue;
        }
        let list = if crate::is_external(&url, page, false) {
            &mut split.external
        } else if is_listing(&url) {
            &mut split.priority
        } else {
            &mut split.internal
        };
        list.push(url);
    }
    split
}
