//! What a run tells, in the order of its pages and their mementos.

use super::super::Row;
use super::page::{OpenPage, Place};
use super::{Event, Run, State, Threads};
use crate::reason::Reason;
use crate::store::{StoreError, memento_key};
use crate::target::{Target, Targets};

impl Run<'_> {
    /// Tells what is complete, in order. False if the run ends here.
    pub(super) fn tell<E>(
        &mut self,
        workers: Threads<'_, '_, '_>,
        take: &mut dyn FnMut(Event<'_>) -> Result<bool, E>,
    ) -> Result<Result<bool, E>, StoreError> {
        while let Some(page) = self.pages.front_mut()
            && page.targets.is_some()
            // Half a list looks like a whole one.
            && !self.is_interrupted
        {
            let told = match page.is_told {
                true => Ok(true),
                false => tell_page(page, &mut self.left, take),
            };
            if !matches!(told, Ok(true)) {
                return Ok(told);
            }
            let count = page.targets.as_ref().map_or(0, Targets::len);
            if page.told >= count || self.options.only_lists {
                if !self.drop_first() {
                    return Ok(Ok(false));
                }
                continue;
            }
            let place = Place::Target(page.told);
            let Some(target) = page.target(place)? else { return Ok(Ok(false)) };
            let Some((row, was_asked)) = self.outcome(&target)? else {
                self.enqueue_next(workers)?;
                return Ok(Ok(true));
            };
            if let Some(page) = self.pages.front_mut() {
                page.told += 1;
            }
            let told = take(Event::Row(row, was_asked));
            if !matches!(told, Ok(true)) {
                return Ok(told);
            }
        }
        Ok(Ok(!self.is_interrupted))
    }

    /// Drops the first page, which is told. False if no further memento is wanted.
    fn drop_first(&mut self) -> bool {
        self.pages.pop_front();
        self.first += 1;
        self.left != Some(0)
    }

    /// What came of a target, and whether it was asked for; `None` if that is open.
    fn outcome(&mut self, target: &Target) -> Result<Option<(Row, bool)>, StoreError> {
        let key = memento_key(&target.uri_m);
        match self.states.get(&key) {
            Some(State::Waiting) => return Ok(None),
            // If the first of two names brought nothing, the second is asked for itself.
            Some(State::Done(_)) => {
                if let Some(State::Done(Some(row))) = self.states.remove(&key) {
                    return Ok(Some((row, true)));
                }
                return Ok(self.acquirer.stored_row(target)?.map(|row| (row, true)));
            }
            None => {}
        }
        if let Some(row) = self.acquirer.stored_row(target)? {
            return Ok(Some((row, false)));
        }
        let is_offline = self.acquirer.client.is_none();
        Ok(is_offline.then(|| (Row::failed(target, Reason::NotStored.id()), false)))
    }

    /// Puts the next mementos to be told in line, where they are not: those within a limit, and
    /// second names of what the first brought nothing for.
    fn enqueue_next(&mut self, workers: Threads<'_, '_, '_>) -> Result<(), StoreError> {
        let Some(page) = self.pages.front_mut() else { return Ok(()) };
        let count = page.targets.as_ref().map_or(0, Targets::len);
        let next = count.min(page.told + 1);
        let end = if self.options.limit.is_some() { count } else { next };
        // The next one again, of which the first name may have brought nothing.
        let rest = page.queued.max(next)..end;
        page.queued = end;
        let places: Vec<Place> = (page.told..next).chain(rest).map(Place::Target).collect();
        self.enqueue(self.first, &places, workers)
    }
}

/// Tells a page, with as many of its mementos as are still wanted.
fn tell_page<E>(
    page: &mut OpenPage,
    left: &mut Option<usize>,
    take: &mut dyn FnMut(Event<'_>) -> Result<bool, E>,
) -> Result<bool, E> {
    page.is_told = true;
    let problems = page.problems();
    let Some(targets) = &mut page.targets else { return Ok(true) };
    if let Some(left) = left {
        targets.truncate(*left);
        *left -= targets.len();
    }
    take(Event::Page(targets, problems))
}
