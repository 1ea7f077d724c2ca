//! Articles of several pages: one row for all of them, where a portal file says how pages follow one another.
//!
//! All inputs are read once before the first row. Of the captures of a next page that nearest in time counts. The
//! first page has the row; pages that belong to it are out of scope with a reason, and named in the row.

mod join;

use std::panic::{AssertUnwindSafe, catch_unwind};

use rustc_hash::{FxHashMap, FxHashSet};
use scutch_archive::{Item, Location, Position, Reader, Record, capture};
use scutch_page::CharsetRule;

pub(crate) use join::{evidence, join};

use crate::config::Config;
use crate::derive::{in_scope, open};
use crate::inputs::InputFile;
use crate::rules::Rules;
use crate::run::{Cursor, Fed, RunError, Watch, flow};

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
    /// Later pages of first ones, in order.
    later: FxHashMap<Place, Vec<Place>>,
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
        let (later, taken) = chains(seen);
        Ok(ended.then(|| Self { numbers, files: files.to_vec(), later, taken }))
    }

    fn place(&self, file: &str, location: &Location) -> Option<Place> {
        Some((*self.numbers.get(file)?, location.offset, location.inner_offset))
    }

    /// Whether a capture is in the row of another.
    pub(crate) fn is_later(&self, file: &str, location: &Location) -> bool {
        self.place(file, location).is_some_and(|place| self.taken.contains(&place))
    }

    /// The records of the pages behind a first one, in order, with the names of their files. Those that cannot be
    /// read again are left out.
    pub(crate) fn after(
        &self,
        file: &str,
        location: &Location,
        config: &Config,
    ) -> Vec<(String, Record<'static>)> {
        let later = self.place(file, location).and_then(|place| self.later.get(&place));
        let read = |place: &Place| {
            let file = self.files.get(place.0 as usize)?;
            Some((file.name.clone(), read_at(file, *place, config)?))
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
    let portal = rules.of(capture.url)?;
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

/// Later pages of each first page, and all of them.
fn chains(mut seen: Vec<Seen>) -> (FxHashMap<Place, Vec<Place>>, FxHashSet<Place>) {
    // Where pages lead in a circle, the shortest address is that of the first.
    seen.sort_unstable_by(|a, b| {
        let order = |s: &Seen| (s.key.len(), s.time, s.place);
        order(a).cmp(&order(b)).then_with(|| a.key.cmp(&b.key))
    });
    let mut by_key: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (number, page) in seen.iter().enumerate() {
        by_key.entry(&page.key).or_default().push(number);
    }
    let nearest = |page: &Seen| {
        let captures = by_key.get(page.next.as_deref()?)?;
        let distance = |number: &&usize| (seen[**number].time.abs_diff(page.time), **number);
        captures.iter().min_by_key(distance).copied()
    };
    let next: Vec<Option<usize>> = seen.iter().map(nearest).collect();
    let named: FxHashSet<usize> = next.iter().flatten().copied().collect();
    let (first, rest): (Vec<usize>, Vec<usize>) =
        (0..seen.len()).partition(|number| !named.contains(number));
    let (mut later, mut taken) = (FxHashMap::default(), FxHashSet::default());
    let mut walked: FxHashSet<usize> = FxHashSet::default();
    for start in first.into_iter().chain(rest) {
        // Pages of a circle that no first page leads into are left when all else has been walked.
        if named.contains(&start) && walked.contains(&start) {
            continue;
        }
        let mut own = vec![start];
        while let Some(number) = own.last().and_then(|last| next[*last])
            && !own.contains(&number)
            && own.len() < PAGES
        {
            own.push(number);
        }
        walked.extend(&own);
        let places: Vec<Place> = own[1..].iter().map(|number| seen[*number].place).collect();
        taken.extend(&places);
        if !places.is_empty() {
            later.insert(seen[start].place, places);
        }
    }
    (later, taken)
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
        let (later, taken) = chains(seen);
        let mut rows: Vec<(u64, Vec<u64>)> = all
            .into_iter()
            .filter(|number| !taken.contains(&(0, *number, 0)))
            .map(|number| {
                let later = later.get(&(0, number, 0)).into_iter().flatten();
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
}
