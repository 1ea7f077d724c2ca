//! The cross of the thesis.

use super::{CrossPages, NoPartner, nearest, path};
use crate::gap::Gaps;
use crate::summary::Summary;

/// The cross of the thesis, and why it has no partner if it has none. All four pages come from the
/// captures that reach the threshold. Of the page's own URL only the nearest captures before and
/// after it need to be among `captures`.
pub(crate) fn thesis<'p>(
    captures: impl Iterator<Item = &'p Summary>,
    summary: &Summary,
    threshold: f32,
    gaps: Gaps,
) -> (CrossPages<'p>, NoPartner) {
    let own = path(&summary.key.url);
    // Captures of one address come one after another, so its path is computed once for all of them.
    let mut last = ("", path(""));
    let (mut same, mut other, mut no_partner) = (Vec::new(), Vec::new(), NoPartner::NoOther);
    for page in captures.filter(|page| page.key != summary.key) {
        let is_other = page.url_key != summary.url_key;
        let alike = page.signature.similarity(&summary.signature);
        if alike < threshold {
            if is_other && no_partner == NoPartner::NoOther {
                no_partner = NoPartner::NoneAlike;
            }
            continue;
        }
        if page.key.url != last.0 {
            last = (&page.key.url, path(&page.key.url));
        }
        if last.1 == own {
            // A query makes another URL, but no other page in the thesis.
            if is_other {
                no_partner = NoPartner::SamePath;
            }
            same.push(page);
        } else {
            other.push((page, alike, last.1));
        }
    }
    let [prev, next] = nearest(same.into_iter(), &summary.key, gaps);
    let up = most_similar(other.iter());
    // Down must differ from up in its path; otherwise it would be a snapshot of up.
    let down = up.and_then(|up| most_similar(other.iter().filter(|page| page.2 != up.2)));
    let [up, down] = [up, down].map(|found| found.map(|(page, ..)| *page));
    ([up, down, prev, next], no_partner)
}

/// A capture with its similarity and its path.
type Ranked<'p> = (&'p Summary, f32, &'p str);

/// The most similar of captures; of equals the first by key.
fn most_similar<'a, 'p>(captures: impl Iterator<Item = &'a Ranked<'p>>) -> Option<&'a Ranked<'p>> {
    captures.min_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.key.cmp(&b.0.key)))
}
