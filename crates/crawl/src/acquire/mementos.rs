//! Mementos: asked for, stored, and told as rows.

use scutch_memento::cdx_timestamp;

use super::{Acquirer, Row};
use crate::reason::Reason;
use crate::resolve::{Resolution, Verdict, resolve};
use crate::store::{Facts, Group, GroupKind, GroupLocation, StoreError, first_facts};
use crate::target::Target;

impl Acquirer {
    /// Fetches one memento unless it is stored. Returns its row, and whether it was asked for.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn memento(&mut self, target: &Target) -> Result<(Row, bool), StoreError> {
        if let Some(row) = self.stored_row(target)? {
            return Ok((row, false));
        }
        let Some(client) = &mut self.client else {
            return Ok((Row::failed(target, Reason::NotStored.id()), false));
        };
        let resolution = resolve(client, target);
        let unstored = self.keep_memento(target, &resolution)?;
        let row = match unstored {
            Some(row) => row,
            None => self.stored_row(target)?.unwrap_or_default(),
        };
        Ok((row, true))
    }

    /// Stores what came of a memento, if it is final. Returns the row of what is not stored.
    pub(super) fn keep_memento(
        &mut self,
        target: &Target,
        resolution: &Resolution,
    ) -> Result<Option<Row>, StoreError> {
        let (time, reason) = match resolution.verdict {
            Verdict::Failed(failure) => return Ok(Some(Row::failed(target, failure.id()))),
            Verdict::Other(reason) => return Ok(Some(Row::failed(target, reason.id()))),
            Verdict::Memento(time) => (Some(time), None),
            Verdict::Final(reason) => (target.unix_ms, Some(reason.id())),
        };
        // A kind of its own, so that with a wider limit the memento is asked for again.
        let is_drifted =
            reason.is_none() && time.is_some_and(|time| self.drift.is_too_far(target, time));
        let kind = if is_drifted { GroupKind::Drifted } else { GroupKind::Memento };
        let facts = memento_facts(kind, target, resolution, (time, reason));
        let (hops, joined) = (resolution.hops.as_slice(), resolution.joined.as_ref());
        self.put(&Group { kind, key: &target.uri_m, hops, joined, now: 0, facts: &facts })?;
        let unstored = || {
            let row = Row::new(facts.iter().map(|(name, value)| (*name, value.as_str())), None);
            self.drift.mark(row, target)
        };
        Ok(self.store.is_none().then(unstored))
    }

    /// Whether a memento is stored, or an answer that says why it cannot be had.
    pub(super) fn is_stored(&self, target: &Target) -> Result<bool, StoreError> {
        Ok(self.location(target)?.is_some())
    }

    /// Where the answer for a memento is stored. One that was too far in time counts while it
    /// still is.
    fn location(&self, target: &Target) -> Result<Option<GroupLocation>, StoreError> {
        let Some(store) = &self.store else { return Ok(None) };
        if let Some(location) = store.get(GroupKind::Memento, &target.uri_m) {
            return Ok(Some(location));
        }
        let Some(location) = store.get(GroupKind::Drifted, &target.uri_m) else {
            return Ok(None);
        };
        let row = Row::new(store.facts(location)?.facts(), None);
        let is_drifted = self.drift.mark(row, target).reason().is_some();
        Ok(is_drifted.then_some(location))
    }

    /// The row of a memento that is stored.
    pub(super) fn stored_row(&self, target: &Target) -> Result<Option<Row>, StoreError> {
        let Some(store) = &self.store else { return Ok(None) };
        let Some(location) = self.location(target)? else { return Ok(None) };
        let place = Some((store.file(), location.answer));
        let row = Row::new(store.facts(location)?.facts(), place);
        Ok(Some(self.drift.mark(row, target)))
    }
}

/// The facts of a memento: the columns of its row, and its position.
fn memento_facts(
    kind: GroupKind,
    target: &Target,
    resolution: &Resolution,
    (time, reason): (Option<i64>, Option<&'static str>),
) -> Facts {
    let mut facts = first_facts(kind, &target.uri_m);
    // An index of Common Crawl may list a whole site, so the record's own URI is the original.
    let captured = resolution.hops.last().and_then(|hop| hop.capture.as_ref());
    let is_known = !target.uri_r.is_empty() && resolution.form != "record";
    let original = captured.map(|(uri_r, _)| uri_r).filter(|_| !is_known);
    let frameset = resolution.joined.as_ref().and_then(|j| resolution.hops.get(j.frameset));
    let status = frameset.or(resolution.hops.last()).map(|hop| hop.exchange.status);
    facts.extend([
        ("urim", target.uri_m.clone()),
        ("urit", target.via.clone()),
        ("url", original.unwrap_or(&target.uri_r).clone()),
        ("timestamp", time.map(cdx_timestamp).unwrap_or_default()),
        ("http_status", status.map(|status| status.to_string()).unwrap_or_default()),
        ("form", resolution.form.to_owned()),
        ("route", target.route.to_owned()),
        ("hops", resolution.hops.len().to_string()),
        ("position", target.position.to_string()),
    ]);
    if !resolution.through.is_empty() {
        facts.push(("through", resolution.through.join(" ")));
    }
    let archive = scutch_url::Memento::split(&target.uri_m).and_then(|memento| memento.archive);
    facts.extend(archive.map(|archive| ("archive", archive.id.to_owned())));
    facts.extend(reason.map(|reason| ("reason", reason.to_owned())));
    facts
}
