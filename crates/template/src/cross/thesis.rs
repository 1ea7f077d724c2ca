//! The cross of the thesis.

use super::{CrossPages, NoPartner, nearest, path};
use crate::gap::Gaps;
use crate::structure::Bands;
use crate::summary::Summary;

/// Which captures are alike.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Alike {
    /// Those of this similarity at least.
    Verified(f32),
    /// Those in one of the buckets of the page.
    Buckets(Bands),
    /// Those in the bucket of one band.
    Bucket(Bands, usize),
}

impl Alike {
    pub(crate) fn holds(self, page: &Summary, other: &Summary, similarity: f32) -> bool {
        let shared = |bands| page.signature.shared_bands(&other.signature, bands);
        match self {
            Self::Verified(threshold) => similarity >= threshold,
            Self::Buckets(bands) => shared(bands).next().is_some(),
            Self::Bucket(bands, number) => shared(bands).any(|shared| shared == number),
        }
    }
}

/// The cross of the thesis, and why it has no partner if it has none. All four pages come from the
/// captures that are alike. Of the page's own URL only the nearest captures before and after it
/// need to be among `captures`.
pub(crate) fn thesis<'p>(
    captures: impl Iterator<Item = &'p Summary>,
    summary: &Summary,
    alike: Alike,
    gaps: Gaps,
) -> (CrossPages<'p>, NoPartner) {
    let own = path(&summary.key.url);
    // Captures of one address come one after another, so its path is computed once for all of them.
    let mut last = ("", path(""));
    let (mut same, mut other, mut unlike) = (Vec::new(), Vec::new(), Vec::new());
    let mut no_partner = NoPartner::NoOther;
    for page in captures.filter(|page| page.key != summary.key) {
        let is_other = page.url_key != summary.url_key;
        let similarity = page.signature.similarity(&summary.signature);
        if page.key.url != last.0 {
            last = (&page.key.url, path(&page.key.url));
        }
        if !alike.holds(summary, page, similarity) {
            if is_other && no_partner == NoPartner::NoOther {
                no_partner = NoPartner::NoneAlike;
            }
            unlike.extend((last.1 != own).then_some((page, similarity, last.1)));
        } else if last.1 == own {
            // A query makes another URL, but no other page in the thesis.
            if is_other {
                no_partner = NoPartner::SamePath;
            }
            same.push(page);
        } else {
            other.push((page, similarity, last.1));
        }
    }
    if other.is_empty() && matches!(alike, Alike::Buckets(_)) && is_one_page(&unlike) {
        other = unlike;
    }
    let [prev, next] = nearest(same.into_iter(), &summary.key, gaps);
    let [up, down] = two_most_similar(&other);
    ([up, down, prev, next], no_partner)
}

/// The most similar captures of two pages.
fn two_most_similar<'p>(captures: &[Ranked<'p>]) -> [Option<&'p Summary>; 2] {
    let up = most_similar(captures.iter());
    // Down must differ from up in its path; otherwise it would be a snapshot of up.
    let down = up.and_then(|up| most_similar(captures.iter().filter(|page| page.2 != up.2)));
    [up, down].map(|found| found.map(|(page, ..)| *page))
}

/// Whether captures are of one page. The thesis compares its example of two pages, whose structures
/// share 4 tokens of 11: beside a single page there is nothing to choose.
fn is_one_page(captures: &[Ranked<'_>]) -> bool {
    captures.windows(2).all(|pair| pair[0].2 == pair[1].2)
}

/// A capture with its similarity and its path.
type Ranked<'p> = (&'p Summary, f32, &'p str);

/// The most similar of captures; of equals the first by key.
fn most_similar<'a, 'p>(captures: impl Iterator<Item = &'a Ranked<'p>>) -> Option<&'a Ranked<'p>> {
    captures.min_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.key.cmp(&b.0.key)))
}
