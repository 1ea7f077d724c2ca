//! Soft 404s that do not say so: pages that are the answer for an address that nobody can have.
//!
//! Such an address is asked for at most once, and only when two articles have the same text, so that
//! most crawls ask nothing more. Two addresses that redirect to one page have one text, too.

use std::collections::HashMap;

use scutch_portal::PageVerdict::{SoftNotFound, Status};
use scutch_portal::{Document, Site};

use super::candidates::text_hash;
use super::verdicts::Standing;
use super::walk::Walk;
use crate::store::StoreError;

/// The path of the address that nobody can have.
const NOWHERE: &str = "/scutch-1f0c7a52e0b94d6c-is-nowhere";

/// What is known of texts.
#[derive(Debug, Default)]
pub(super) struct Missing {
    /// By hashes of texts, the first article with each.
    first: HashMap<u64, usize>,
    /// Hash of the text for the address that nobody can have; zero if it has none. `None` before it
    /// was asked for.
    nowhere: Option<u64>,
}

/// Hash of a page's text without its own address, which many error pages repeat.
fn bare_hash(page: &Document, address: &str) -> u64 {
    text_hash(&page.text().replace(Site::target(address), ""))
}

impl Walk<'_> {
    /// Whether a page is the one that the site gives for any address. Once that page is known, an
    /// earlier article with its text is taken back, whichever text gave the doubt.
    pub(super) fn is_missing(
        &mut self,
        page: &Document,
        address: &str,
    ) -> Result<bool, StoreError> {
        let text = bare_hash(page, address);
        if let Some(nowhere) = self.missing.nowhere {
            return Ok(nowhere == text);
        }
        let number = self.articles.len();
        let first = *self.missing.first.entry(text).or_insert(number);
        if first == number {
            return Ok(false);
        }
        let nowhere = self.ask_nowhere()?;
        self.missing.nowhere = Some(nowhere);
        if let Some(article) = self.missing.first.get(&nowhere).copied() {
            self.take_back(article);
        }
        Ok(nowhere == text)
    }

    fn ask_nowhere(&mut self) -> Result<u64, StoreError> {
        let address = format!("{}{NOWHERE}", self.portal.url.origin());
        // Without an answer nothing is known: both pages stay articles.
        let Ok(answer) = self.asker.latest(&address, false)? else { return Ok(0) };
        let verdict = if answer.is_page() { SoftNotFound } else { Status };
        // A response without a verdict would become a document.
        self.seen.add(answer.response.clone(), Standing::Other(verdict));
        if !answer.is_page() || !answer.is_text() {
            return Ok(0);
        }
        // Behind a redirect the page repeats the address where it stands.
        let last = answer.url.to_string();
        Ok(bare_hash(&answer.into_document(), &last))
    }
}
