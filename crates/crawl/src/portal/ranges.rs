//! The archive pages whose addresses a portal file gives: routes range by range, each to its end.

use scutch_portal::{ArchiveRange, Route};

use super::bounds::Bound;
use super::days::Place;
use super::walk::Walk;
use crate::store::StoreError;

/// Repetitions of one list after which a server is assumed to give its last page for every number.
const MAX_REPEATED: usize = 2;

/// Lists in a row that are older than the wanted days, after which a route has passed these. One
/// may be: some articles stay on top of the lists.
const MAX_OLD: u32 = 2;

impl Walk<'_> {
    /// Reads the archive pages whose addresses the portal file gives.
    pub(super) fn read_templates(&mut self, today: jiff::civil::Date) -> Result<(), StoreError> {
        let portal = self.portal;
        for (number, route) in portal.routes.iter().enumerate() {
            let ranges = route.ranges(&portal.url, today);
            let newest = self.newest_stored(route, &ranges);
            for (nth, range) in ranges.iter().enumerate() {
                // Past days do not change. The newest stored day may not have been over when it was
                // read.
                let may_change = !route.is_dated() || newest.is_none_or(|newest| nth == newest);
                self.column = range.column;
                self.read_range(number, range, may_change)?;
                if self.is_over() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The newest range that an earlier run stored.
    fn newest_stored(&self, route: &Route, ranges: &[ArchiveRange]) -> Option<usize> {
        let is_stored = |range: &ArchiveRange| {
            let run = range.page(0).and_then(|address| self.asker.first_run(&address));
            run.is_some_and(|run| run < self.asker.run())
        };
        let mut stored = (0..ranges.len()).filter(|nth| is_stored(&ranges[*nth]));
        if route.is_new_first() { stored.next() } else { stored.next_back() }
    }

    /// Reads a range of archive pages from its first page to its end.
    fn read_range(
        &mut self,
        number: usize,
        range: &ArchiveRange,
        may_change: bool,
    ) -> Result<(), StoreError> {
        let route = &self.portal.routes[number];
        let (mut stale, mut repeated, mut old) = (0, 0, None);
        let mut before = Vec::new();
        let mut due = may_change;
        let mut address = range.page(0);
        for page in 1.. {
            let Some(at) = address else { break };
            if page > route.stop.pages {
                // One page is all that the server has said of the rest.
                self.reached.note(number, (Bound::Pages, route.stop.pages), &at, 1);
                break;
            }
            let Some(read) = self.read_archive_page(number, &at, None, due)? else { break };
            if self.visit_if_limited()? {
                break;
            }
            // Newest articles come first: the pages after one without news have not changed.
            due = due && read.new > 0 || !route.stop.known;
            stale = if read.new == 0 { stale + 1 } else { 0 };
            repeated = if read.listed == before { repeated + 1 } else { 0 };
            let is_end = (route.stop.empty && read.listed.is_empty())
                || route.stop.stale.is_some_and(|most| stale >= most)
                || route.stop.last.as_deref() == Some(at.as_str())
                || repeated >= MAX_REPEATED
                || self.is_past(&read.listed, &mut old);
            if is_end {
                break;
            }
            before = read.listed;
            address = self.next_page(route, range, page, read.next);
        }
        Ok(())
    }

    /// The address of the page with a number: by the template of its range, or else by the link on
    /// the page before it.
    fn next_page(
        &self,
        route: &Route,
        range: &ArchiveRange,
        page: u32,
        linked: Option<String>,
    ) -> Option<String> {
        if route.next.is_empty() {
            return range.page(page);
        }
        // Links to the next page may go round in a circle; numbers cannot.
        linked.filter(|next| !self.archive.is_known(next))
    }

    /// Whether a range has come to days before those that are wanted: pages in a row whose addresses
    /// are all older. `old` counts them from the first page on that has any other; before it, the
    /// order may be from old to new.
    fn is_past(&self, listed: &[String], old: &mut Option<u32>) -> bool {
        let is_old = |address: &String| {
            self.days.place_of_address(address).map(|place| place == Place::Before)
        };
        if self.days.from.is_none() || listed.iter().any(|address| is_old(address).is_none()) {
            return false;
        }
        *old = match listed.iter().all(|address| is_old(address) == Some(true)) {
            true => old.map(|old| old + 1),
            false => Some(0),
        };
        old.is_some_and(|old| old >= MAX_OLD)
    }
}
