//! Mementos: asked for one by one or concurrently, and stored.

use std::collections::VecDeque;

use scutch_memento::{cdx_timestamp, without_modifier};

use super::{Acquirer, Row};
use crate::concurrent::{Lookahead, MakeClient, Workers, concurrently};
use crate::reason::Reason;
use crate::resolve::{Resolution, Verdict, resolve};
use crate::store::{Facts, Group, GroupKind, StoreError, first_facts};
use crate::target::{Target, Targets};

/// A question in flight: its target, and its number if it is asked.
type Pending = (Target, Option<usize>);

impl Acquirer {
    /// Fetches one memento unless it is stored. Returns its row, and whether it was asked for.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn memento(&mut self, target: &Target) -> Result<(Row, bool), StoreError> {
        let is_stored = self.is_stored(&target.uri_m);
        let resolution = match &mut self.client {
            Some(client) if !is_stored => Some(resolve(client, target)),
            _ => None,
        };
        let was_asked = resolution.is_some();
        Ok((self.finish(target, resolution)?, was_asked))
    }

    /// Fetches mementos, several hosts concurrently. `take` gets each row in the order of the
    /// targets, and whether it was asked for; false ends the run.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn mementos<E>(
        &mut self,
        targets: &Targets,
        make: MakeClient<'_>,
        mut take: impl FnMut(Row, bool) -> Result<bool, E>,
    ) -> Result<Result<(), E>, StoreError> {
        concurrently(make, &resolve, |workers| {
            let mut ahead: VecDeque<Pending> = VecDeque::new();
            let mut indices = 0..targets.len();
            let mut lookahead = Lookahead::default();
            loop {
                while ahead.len() < lookahead.limit()
                    && let Some(index) = indices.next()
                {
                    let target = targets.get(index).map_err(StoreError::Frontier)?;
                    // A memento that two lists name is asked for once.
                    let is_ahead = ahead.iter().any(|(other, _)| is_same(other, &target));
                    let number = (!is_ahead).then(|| self.submit(&target, workers)).flatten();
                    ahead.push_back((target, number));
                }
                let Some((target, number)) = ahead.pop_front() else { return Ok(Ok(())) };
                // If the first of two names brought nothing, the second is asked for itself.
                let number = number.or_else(|| self.submit(&target, workers));
                let resolution = number.and_then(|number| workers.answer(number));
                lookahead.record(resolution.as_ref().map_or(0, Resolution::bytes));
                let was_asked = resolution.is_some();
                let row = self.finish(&target, resolution)?;
                match take(row, was_asked) {
                    Ok(true) => {}
                    Ok(false) => return Ok(Ok(())),
                    Err(error) => return Ok(Err(error)),
                }
            }
        })
    }

    /// Submits a target, unless it is stored or there is no network.
    fn submit(
        &self,
        target: &Target,
        workers: &mut Workers<'_, '_, Target, Resolution>,
    ) -> Option<usize> {
        let is_needed = self.client.is_some() && !self.is_stored(&target.uri_m);
        is_needed.then(|| workers.submit(&target.uri_m, target.clone()))
    }

    /// The row of a memento, stored before or now.
    fn finish(
        &mut self,
        target: &Target,
        resolution: Option<Resolution>,
    ) -> Result<Row, StoreError> {
        if let Some(row) = self.stored_row(&target.uri_m)? {
            return Ok(row);
        }
        let Some(resolution) = resolution else {
            return Ok(Row::failed(target, Reason::NotStored.id()));
        };
        let (time, reason) = match resolution.verdict {
            Verdict::Failed(failure) => return Ok(Row::failed(target, failure.id())),
            Verdict::Other(reason) => return Ok(Row::failed(target, reason.id())),
            Verdict::Memento(time) => (time, None),
            Verdict::Gone => (target.unix_ms, Some(Reason::Gone.id())),
        };
        let facts = memento_facts(target, &resolution, time, reason);
        let (kind, key) = (GroupKind::Memento, target.uri_m.as_str());
        let (hops, joined) = (resolution.hops.as_slice(), resolution.joined.as_ref());
        self.put(&Group { kind, key, hops, joined, now: 0, facts: &facts })?;
        // From the store where there is one, which knows the offset of the answer.
        let unstored = || Row::new(facts.iter().map(|(n, v)| (*n, v.as_str())), None);
        Ok(self.stored_row(&target.uri_m)?.unwrap_or_else(unstored))
    }

    fn is_stored(&self, uri_m: &str) -> bool {
        self.store.as_ref().is_some_and(|store| store.get(GroupKind::Memento, uri_m).is_some())
    }

    fn stored_row(&self, uri_m: &str) -> Result<Option<Row>, StoreError> {
        let Some(store) = &self.store else { return Ok(None) };
        let Some(location) = store.get(GroupKind::Memento, uri_m) else { return Ok(None) };
        let place = Some((store.file(), location.answer));
        Ok(Some(Row::new(store.facts(location)?.facts(), place)))
    }
}

/// Whether two targets are one memento, in one spelling or two.
fn is_same(one: &Target, other: &Target) -> bool {
    let is_other_spelling = || {
        one.unix_ms == other.unix_ms
            && without_modifier(&one.uri_m) == without_modifier(&other.uri_m)
    };
    one.uri_m == other.uri_m || is_other_spelling()
}

/// The facts of a memento: the columns of its row, and its position.
fn memento_facts(
    target: &Target,
    resolution: &Resolution,
    time: i64,
    reason: Option<&'static str>,
) -> Facts {
    let mut facts = first_facts(GroupKind::Memento, &target.uri_m);
    // An index of Common Crawl may list a whole site, so the record's own URI is the original.
    let captured = resolution.hops.last().and_then(|hop| hop.capture.as_ref());
    let original = captured.map(|(uri_r, _)| uri_r).filter(|_| resolution.form == "record");
    let frameset = resolution.joined.as_ref().and_then(|j| resolution.hops.get(j.frameset));
    let status = frameset.or(resolution.hops.last()).map(|hop| hop.exchange.status);
    facts.extend([
        ("urim", target.uri_m.clone()),
        ("urit", target.via.clone()),
        ("url", original.unwrap_or(&target.uri_r).clone()),
        ("timestamp", cdx_timestamp(time)),
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
