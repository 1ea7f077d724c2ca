//! Articles of several pages: one row for all of them, where a portal file says how pages follow one another.
//!
//! All inputs are read once before the first row. Of the captures of a next page that nearest in time counts. The
//! first page has the row; pages that belong to it are out of scope with a reason, and named in the row.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rustc_hash::{FxHashMap, FxHashSet};
use scutch_archive::{Item, Location, Position, Reader, Record, capture};
use scutch_page::CharsetRule;

use crate::config::Config;
use crate::config::rules::Rules;
use crate::flow::{Cursor, Fed, Watch, flow};
use crate::folder::RunError;
use crate::inputs::InputFile;
use crate::stages::opened::{in_scope, open};

/// Pages of one article at most: beyond, links lead in circles that only look like new addresses.
const PAGES: usize = 1000;

/// Where a capture stands: number of the file, offset, offset in the member.
type Place = (u32, u64, u64);

/// How the pages of articles follow one another.
#[derive(Debug, Default)]
pub(crate) struct Continued {
    /// Names of files to their numbers.
    numbers: FxHashMap<String, u32>,
    files: Vec<InputFile>,
    chains: Chains,
}

/// Which captures follow which.
#[derive(Debug, Default)]
struct Chains {
    /// The next page of each that names one. Articles are not spelled out: of very many captures of a first page, each
    /// would have all later pages again.
    next: FxHashMap<Place, Place>,
    /// All later pages.
    taken: FxHashSet<Place>,
}

/// What is known of a capture from the first reading.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    key: String,
    time: i64,
    place: Place,
    next: Option<String>,
}

impl Continued {
    /// Reads the inputs, where a portal says how pages follow one another. `None` when interrupted.
    pub(crate) fn gather(
        files: &[InputFile],
        config: &Config,
        rules: &Rules,
        jobs: usize,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, RunError> {
        if !rules.continue_articles() {
            return Ok(Some(Self::default()));
        }
        let mut seen = Vec::new();
        // What fails here fails again when its row is derived, and is named there.
        let look = |fed| {
            let page = || see(fed, config, rules);
            catch_unwind(AssertUnwindSafe(page)).ok().flatten()
        };
        watch.begins("later pages of articles");
        let ended = flow(files, config, Cursor::START, jobs, watch, look, |delivered| {
            seen.extend(delivered.items.into_iter().flatten());
            Ok(())
        })?;
        let numbers = files.iter().map(|file| file.name.clone()).zip(0..).collect();
        let chains = Chains::of(seen);
        Ok(ended.then(|| Self { numbers, files: files.to_vec(), chains }))
    }

    fn place(&self, file: &str, location: &Location) -> Option<Place> {
        Some((*self.numbers.get(file)?, location.offset, location.inner_offset))
    }

    /// Whether a capture is in the row of another.
    pub(crate) fn is_later(&self, file: &str, location: &Location) -> bool {
        self.place(file, location).is_some_and(|place| self.chains.taken.contains(&place))
    }

    /// The records of the pages behind a first one, in order, with the names of their files. Those that cannot be
    /// read again are left out.
    pub(crate) fn after(
        &self,
        file: &str,
        location: &Location,
        config: &Config,
    ) -> Vec<(String, Record<'static>)> {
        let later = self.place(file, location).map(|place| self.chains.behind(place));
        let read = |place: Place| {
            let file = self.files.get(place.0 as usize)?;
            Some((file.name.clone(), read_at(file, place, config)?))
        };
        later.into_iter().flatten().filter_map(read).collect()
    }
}

fn read_at(
    file: &InputFile,
    (_, offset, inner_offset): Place,
    config: &Config,
) -> Option<Record<'static>> {
    let position = Position { offset, inner_offset };
    let mut reader = Reader::open_at(&file.path, position, &config.archive).ok()?;
    while let Some(item) = reader.next() {
        if let Item::Record(record) = item {
            let location = record.location();
            let here = (location.offset, location.inner_offset) == (offset, inner_offset);
            return here.then(|| record.into_owned());
        }
    }
    None
}

fn see(fed: Fed, config: &Config, rules: &Rules) -> Option<Seen> {
    let Fed::Record { input, record } = fed else { return None };
    let capture = capture(&record, &config.archive).ok()?;
    let portal = rules.for_url(capture.url)?;
    // What is quarantined for its charset has no row that others could be part of.
    match config.charset_rule {
        CharsetRule::Strict => open(&capture, config).map(|_| ()),
        CharsetRule::Weighed => in_scope(&capture, config).map(|_| ()),
    }
    .ok()?;
    let location = record.location();
    let key = scutch_url::surt(capture.url);
    let next = portal.next(&capture).map(|next| scutch_url::surt(&next));
    Some(Seen {
        next: next.filter(|next| *next != key),
        key,
        time: capture.date.map_or(0, |date| date.unix_ms),
        place: (u32::try_from(input).ok()?, location.offset, location.inner_offset),
    })
}

impl Chains {
    fn of(mut seen: Vec<Seen>) -> Self {
        // Where pages lead in a circle, the shortest address is that of the first.
        seen.sort_unstable_by(|a, b| {
            let order = |s: &Seen| (s.key.len(), s.time, s.place);
            order(a).cmp(&order(b)).then_with(|| a.key.cmp(&b.key))
        });
        let next = nearest(&seen);
        let place = |number: usize| seen[number].place;
        let pairs = next.iter().enumerate();
        let pairs = pairs.filter_map(|(from, to)| Some((place(from), place((*to)?))));
        Self { next: pairs.collect(), taken: later(&next).into_iter().map(place).collect() }
    }

    /// The pages behind a first one, in order.
    fn behind(&self, first: Place) -> Vec<Place> {
        let (mut later, mut own) = (Vec::new(), FxHashSet::from_iter([first]));
        let mut at = first;
        while let Some(next) = self.next.get(&at)
            && own.len() < PAGES
            && own.insert(*next)
        {
            later.push(*next);
            at = *next;
        }
        later
    }
}

/// For each capture that of its next page which is nearest in time, the first of equals. Captures are ordered by time
/// within each address.
fn nearest(seen: &[Seen]) -> Vec<Option<usize>> {
    let mut by_key: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (number, page) in seen.iter().enumerate() {
        by_key.entry(&page.key).or_default().push(number);
    }
    let nearest = |page: &Seen| {
        let captures = by_key.get(page.next.as_deref()?)?;
        let before = |time| captures.partition_point(|number| seen[*number].time < time);
        let after = before(page.time);
        let last = after.checked_sub(1).map(|last| before(seen[captures[last]].time));
        let both = [last, Some(after)].into_iter().flatten().filter_map(|at| captures.get(at));
        both.min_by_key(|number| (seen[**number].time.abs_diff(page.time), **number)).copied()
    };
    seen.iter().map(nearest).collect()
}

/// All pages that are behind a first one.
fn later(next: &[Option<usize>]) -> Vec<usize> {
    let mut is_named = vec![false; next.len()];
    next.iter().flatten().for_each(|number| is_named[*number] = true);
    let (first, rest): (Vec<usize>, Vec<usize>) =
        (0..next.len()).partition(|number| !is_named[*number]);
    let mut is_later = vec![false; next.len()];
    // Side by side, so that a page is looked at once, however many first pages lead to it.
    let mut pages = first;
    for _ in 1..PAGES {
        pages.retain_mut(|page| {
            next[*page].is_some_and(|next| {
                *page = next;
                !std::mem::replace(&mut is_later[next], true)
            })
        });
    }
    let mut walked = is_later.clone();
    let mut own = FxHashSet::default();
    for start in rest {
        // Pages of a circle that no first page leads into are left when all else has been walked.
        if walked[start] {
            continue;
        }
        walked[start] = true;
        own.clear();
        own.insert(start);
        let mut page = start;
        while let Some(next) = next[page]
            && own.len() < PAGES
            && own.insert(next)
        {
            (walked[next], is_later[next]) = (true, true);
            page = next;
        }
    }
    (0..next.len()).filter(|number| is_later[*number]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(number: u64, key: &str, time: i64, next: &str) -> Seen {
        let next = Some(next.to_owned()).filter(|next| !next.is_empty());
        Seen { key: key.to_owned(), time, place: (0, number, 0), next }
    }

    fn rows(seen: Vec<Seen>) -> Vec<(u64, Vec<u64>)> {
        let all: Vec<u64> = seen.iter().map(|seen| seen.place.1).collect();
        let chains = Chains::of(seen);
        let mut rows: Vec<(u64, Vec<u64>)> = all
            .into_iter()
            .filter(|number| !chains.taken.contains(&(0, *number, 0)))
            .map(|number| {
                let later = chains.behind((0, number, 0)).into_iter();
                (number, later.map(|place| place.1).collect())
            })
            .collect();
        rows.sort_unstable();
        rows
    }

    #[test]
    fn pages_follow_one_another_from_the_first() {
        let pages = || {
            vec![
                seen(1, "a", 10, "a/2"),
                seen(2, "a/2", 11, "a/3"),
                seen(3, "a/3", 12, "a/4"),
                seen(4, "b", 10, ""),
                seen(5, "c/2", 10, ""),
            ]
        };
        let expected = vec![(1, vec![2, 3]), (4, vec![]), (5, vec![])];
        assert_eq!(rows(pages()), expected);
        assert_eq!(rows(pages().into_iter().rev().collect()), expected);
    }

    #[test]
    fn of_several_captures_the_nearest_counts() {
        let pages = vec![
            seen(1, "a", 100, "a/2"),
            seen(2, "a", 200, "a/2"),
            seen(3, "a/2", 90, ""),
            seen(4, "a/2", 205, ""),
        ];
        assert_eq!(rows(pages), [(1, vec![3]), (2, vec![4])]);
    }

    #[test]
    fn circles_begin_at_the_shortest_address_and_end() {
        let circle = vec![seen(1, "a/2", 1, "a"), seen(2, "a", 2, "a/2"), seen(3, "b", 3, "b")];
        assert_eq!(rows(circle), [(2, vec![1]), (3, vec![])]);
        let tail = vec![seen(1, "a", 1, "a/2"), seen(2, "a/2", 2, "a/3"), seen(3, "a/3", 3, "a/2")];
        assert_eq!(rows(tail), [(1, vec![2, 3])]);
    }

    /// Each capture of the one is nearest to one of the other, and each of the first leads through all of the rest.
    #[test]
    fn very_many_captures_are_joined_without_looking_at_all_pairs() {
        const MANY: u64 = 200_000;
        let first = (0..MANY).map(|n| seen(n, "a", n as i64, "a/2"));
        let second = (0..MANY).map(|n| seen(MANY + n, "a/2", n as i64, "a/3"));
        let page = |n: u64| seen(2 * MANY + n, &format!("a/{n}"), 0, &format!("a/{}", n + 1));
        let rest = (3..=PAGES as u64).map(page);
        let chains = Chains::of(first.chain(second).chain(rest).collect());
        assert_eq!(chains.taken.len() as u64, MANY + PAGES as u64 - 2);
        let behind = chains.behind((0, 7, 0));
        assert_eq!((behind.len(), behind[0].1), (PAGES - 1, MANY + 7));
    }
}
