//! Where the answer for an address comes from: the store, an archive of others, or its host.

use scutch_memento::parse_date;
use scutch_url::Url;
use scutch_url::frontier::Handout;

use super::{PageRow, Pages, page_facts};
use crate::holdings::{HeldPage, Holdings};
use crate::store::{Group, GroupKind, StoreError};

/// Where the answer for an address comes from.
pub(super) enum Origin {
    /// The store has it.
    Stored,
    /// An archive of others holds it.
    Held(HeldPage),
    /// It is asked for; the number of the question.
    Asked(usize),
}

impl Pages {
    /// Copies what these archives hold, instead of asking for it.
    #[must_use]
    pub fn held_by(self, holdings: Option<Holdings>) -> Self {
        Self { holdings, ..self }
    }

    /// Where an address needs no request.
    pub(super) fn local(&self, uri: &str) -> Result<Option<Origin>, StoreError> {
        match &self.client {
            Some(client) => {
                let now = client.clock().unix_ms();
                let is_due = self.is_due(uri, now)?;
                // Holdings may have been named since an error was stored.
                if (is_due || self.is_error(uri)?)
                    && let Some(held) = self.held(uri, now)?
                {
                    return Ok(Some(Origin::Held(held)));
                }
                Ok((!is_due).then_some(Origin::Stored))
            }
            None => Ok(Some(Origin::Stored)),
        }
    }

    /// Whether an address has to be asked for at `now`: it is not stored, or was stored too long ago.
    fn is_due(&self, uri: &str, now: i64) -> Result<bool, StoreError> {
        let Some(location) = self.store.get(GroupKind::Page, uri) else { return Ok(true) };
        if self.bounds.repeat.is_none() {
            return Ok(false);
        }
        let facts = self.store.facts(location)?;
        let stored = facts.fact("timestamp").and_then(|time| Some(parse_date(time)?.unix_ms));
        Ok(stored.is_some_and(|stored| self.is_old(now, stored)))
    }

    /// Whether something else than a page is stored of an address, for which holdings are looked at.
    fn is_error(&self, uri: &str) -> Result<bool, StoreError> {
        let location = self.holdings.as_ref().and(self.store.get(GroupKind::Page, uri));
        let Some(location) = location else { return Ok(false) };
        let facts = self.store.facts(location)?;
        let status = facts.fact("http_status").and_then(|status| status.parse::<u16>().ok());
        Ok(!status.is_some_and(|status| matches!(status, 200..=299)))
    }

    /// Whether a run at `now`, in milliseconds since 1970 UTC, asks for an address: it is neither
    /// stored nor held, or has been for too long.
    ///
    /// # Errors
    /// When the store or a holding cannot be read.
    pub fn is_asked_at(&self, uri: &str, now: i64) -> Result<bool, StoreError> {
        let url = Url::parse(uri);
        // Pages are stored under the spelling that the frontier hands out.
        let uri = url.as_ref().map_or(uri, Url::as_str);
        Ok(self.is_due(uri, now)? && self.held(uri, now)?.is_none())
    }

    /// What the holdings have of an address, unless it is too old.
    fn held(&self, uri: &str, now: i64) -> Result<Option<HeldPage>, StoreError> {
        let Some(holdings) = &self.holdings else { return Ok(None) };
        Ok(holdings.page(uri)?.filter(|held| !self.is_old(now, held.unix_ms)))
    }

    /// Whether an answer is so old that the page is asked for again.
    fn is_old(&self, now: i64, unix_ms: i64) -> bool {
        let due = self.bounds.repeat.and_then(|period| period.after(unix_ms));
        due.is_some_and(|due| due <= now)
    }

    /// Stores a copy of what a holding has, and returns its row.
    pub(super) fn copy(
        &mut self,
        handout: &Handout,
        held: HeldPage,
    ) -> Result<PageRow, StoreError> {
        let (uri, now) = (handout.url.as_str(), held.unix_ms);
        let mut facts = page_facts(handout, (Some(200), 1), now);
        facts.extend(held.facts());
        let (kind, hops) = (GroupKind::Page, [held.into_hop(uri)]);
        self.store.put(&Group { kind, key: uri, hops: &hops, joined: None, now, facts: &facts })?;
        self.read_stored(handout)
    }
}
