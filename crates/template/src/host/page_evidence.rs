//! What the other pages of its host show of one page.

use scutch_page::Recurring;

use crate::cross::{CrossPages, NoPartner};
use crate::retrain::Judges;
use crate::summary::Summary;

/// What the other pages of its host show of one page.
#[derive(Debug)]
pub struct Evidence<'p> {
    /// Captures of other URLs with their similarity. Those of the page's type come first, and of
    /// these the most similar ones. All are in its language if any page is.
    pub partners: Vec<(&'p Summary, f32)>,
    /// Similarity from which a partner is of the page's template. 0 for the method `learned`, which
    /// gives partners weights by their similarity instead.
    pub threshold: f32,
    /// Why the page has no partner in its cross, if it has none.
    pub no_partner: Option<NoPartner>,
    /// Similarity of the copy of the page that is most similar to it, if there is one.
    pub copied: Option<f32>,
    /// The capture of the same URL before, and after.
    pub snapshots: [Option<&'p Summary>; 2],
    /// One capture each of up to 64 other URLs that are kept.
    pub host: Vec<&'p Summary>,
    /// The cross of methods that compare words: two partners, the snapshot before and after.
    pub cross: CrossPages<'p>,
    /// The crosses of the buckets of the page where each has its own, that in `cross` first.
    pub bins: Vec<CrossPages<'p>>,
    /// What a method that learns was trained to on the pages of the host.
    pub judges: Option<&'p Judges>,
}

impl<'p> Evidence<'p> {
    /// What recurs in the titles of other pages of the host.
    pub fn recurring_titles(&self) -> Recurring {
        Recurring::among(self.host.iter().map(|page| &page.titles))
    }

    /// The partners of the page's template, in their order.
    pub fn template(&self) -> impl Iterator<Item = &'p Summary> + Clone {
        let alike = self.partners.iter().filter(|(_, alike)| *alike >= self.threshold);
        alike.map(|(page, _)| *page)
    }

    /// The share of partners that have a text. Each partner counts one, however similar it is.
    pub fn share_with_text(&self, text: u64) -> f32 {
        let having = self.partners.iter().filter(|(page, _)| page.has_text(text)).count();
        having as f32 / self.partners.len().max(1) as f32
    }
}
