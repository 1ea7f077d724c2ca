//! Content rules: what of an article's page is the article, by declaration.
//!
//! A *rule set* names the elements that hold the text (*roots*), what to remove from them, and what
//! elements become. The design of a portal changes over the years: each set says which pages it is
//! for, and the first one that fits a page and finds a root counts.

mod meta;
mod rule_set;

use scutch_page::{ExtractConfig, Extraction, Metadata, NodeId, Page};

use self::rule_set::RuleSet;
use crate::document::Document;
use crate::file::{ContentFile, Fault};

/// Content rule sets in order.
#[derive(Debug, Clone, Default)]
pub struct Content {
    sets: Vec<RuleSet>,
    files: Vec<ContentFile>,
}

/// A page whose article was found by rules.
#[derive(Debug, Clone)]
pub struct RuledPage {
    /// The page after the edits of the rules.
    pub page: Page,
    /// Its blocks with labels.
    pub extraction: Extraction,
    /// Number of the rule set, from 0.
    set: usize,
}

impl Content {
    /// Compiles rule sets as they are written.
    pub(crate) fn compile(sets: &[ContentFile]) -> Result<Self, Fault> {
        let set = |(number, file)| RuleSet::compile(file).map_err(|fault| fault.number(number));
        let compiled = sets.iter().enumerate().map(set).collect::<Result<_, _>>()?;
        Ok(Self { sets: compiled, files: sets.to_vec() })
    }

    /// Compiles rule sets that come from a valid portal file.
    ///
    /// # Errors
    /// With the fault as a sentence.
    pub fn new(sets: &[ContentFile]) -> Result<Self, String> {
        Self::compile(sets).map_err(|fault| fault.message)
    }

    /// The rule sets as they are written, for the manifest of a run.
    pub fn files(&self) -> &[ContentFile] {
        &self.files
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The article of a page; `None` if no rule set fits it. `with_scripts` gives the page with its
    /// scripts, which [`Page`] drops, for rule sets that look into them.
    pub fn extract(
        &self,
        page: &Page,
        with_scripts: &dyn Fn() -> Option<Document>,
        config: &ExtractConfig,
    ) -> Option<RuledPage> {
        let mut sets = self.sets.iter().enumerate().filter(|(_, set)| set.fits(page));
        sets.find_map(|(number, set)| {
            let unfolded = set.unfold_scripts(page, with_scripts);
            let (page, extraction) = set.extract(unfolded.as_ref().unwrap_or(page), config)?;
            Some(RuledPage { page, extraction, set: number })
        })
    }

    /// The elements that hold the article of a page, by the first rule set that fits.
    pub fn roots(&self, page: &Page) -> Vec<NodeId> {
        let mut sets = self.sets.iter().filter(|set| set.fits(page));
        sets.find_map(|set| set.roots(page.tree())).unwrap_or_default()
    }

    /// Overrides metadata with what the rules find. `page` is the page before the edits.
    pub fn describe(&self, ruled: &RuledPage, page: &Page, metadata: &mut Metadata) {
        if let Some(set) = self.sets.get(ruled.set) {
            set.describe(page, metadata);
        }
    }
}

#[cfg(test)]
mod tests;
