//! Articles of several pages: one row for all of them, where a portal file says how pages follow one another.
//!
//! A stage by host. Of the captures of a next page the nearest in time counts. The first page has the row; pages that
//! belong to it are out of scope with a reason, and named in the row.

use rustc_hash::{FxHashMap, FxHashSet};
use scutch_folder::config::Config;
use scutch_folder::config::rules::Rules;
use scutch_folder::inputs::RecordPlace;
use scutch_page::CharsetRule;
use scutch_shuffle::{Evidence, Group};
use serde::{Deserialize, Serialize};

use super::hosts::host_of;
use super::opened::in_scope;
use super::stage::Stage;
use super::visit::Visit;

/// Pages of one article at most: beyond, links lead in circles that only look like new addresses.
const PAGES: usize = 1000;

/// Finds which pages follow which.
pub(crate) struct Continuations<'a> {
    pub(crate) config: &'a Config,
    pub(crate) rules: &'a Rules,
}

/// A capture whose page may be one of several.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct PageCapture {
    /// SURT key of its address.
    key: String,
    time: i64,
    /// Hash of the document: captures of one moment are ordered by it, not by where they stand.
    document: u64,
    place: RecordPlace,
    /// SURT key of the address of the next page.
    next: Option<String>,
}

/// The captures of a host.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct PageCaptures {
    captures: Vec<PageCapture>,
    memory: usize,
}

impl PageCaptures {
    fn add(&mut self, capture: PageCapture) {
        let letters = capture.key.len() + capture.next.as_ref().map_or(0, String::len);
        self.memory += size_of::<PageCapture>() + letters;
        self.captures.push(capture);
    }
}

impl Group for PageCaptures {
    fn merge(&mut self, other: Self) {
        other.captures.into_iter().for_each(|capture| self.add(capture));
    }

    fn memory(&self) -> usize {
        self.memory
    }
}

impl Stage for Continuations<'_> {
    type Observation = PageCapture;
    type Group = PageCaptures;
    type Evidence = Chains;
    const NAME: &'static str = "chains";

    fn observe(&self, visit: &Visit<'_>) -> Vec<(String, PageCapture)> {
        self.page_capture(visit).into_iter().collect()
    }

    fn fold(group: &mut PageCaptures, observation: PageCapture) {
        group.add(observation);
    }

    fn conclude(&self, group: PageCaptures) -> Chains {
        Chains::of_group(group)
    }
}

impl Continuations<'_> {
    fn page_capture(&self, visit: &Visit<'_>) -> Option<(String, PageCapture)> {
        let capture = visit.capture()?;
        let portal = self.rules.for_url(capture.url)?;
        // What is quarantined for its charset has no row that others could be part of.
        match self.config.charset_rule {
            CharsetRule::Strict => visit.opened().map(|_| ())?,
            CharsetRule::Weighed => in_scope(capture, self.config).map(|_| ()).ok()?,
        }
        let key = scutch_url::surt(capture.url);
        let next = portal.next(capture).map(|next| scutch_url::surt(&next));
        let page = PageCapture {
            // A page that links to itself as the next one ends the article.
            next: next.filter(|next| *next != key),
            key,
            time: capture.date.map_or(0, |date| date.unix_ms),
            document: visit.key()?.record,
            place: visit.place,
        };
        Some((host_of(capture.url), page))
    }
}

/// Which captures of a host follow which.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Chains {
    /// The next page of each that names one. Articles are not spelled out: of very many captures of a first page, each
    /// would have all later pages again.
    next: FxHashMap<RecordPlace, RecordPlace>,
    /// All later pages.
    taken: FxHashSet<RecordPlace>,
}

impl Evidence for Chains {
    fn memory(&self) -> usize {
        // Tables are filled to seven eighths at most; both have a byte of control an entry.
        let places = 2 * self.next.len() + self.taken.len();
        2 * places * size_of::<RecordPlace>()
    }
}

impl Chains {
    /// Whether a capture is in the row of another.
    pub(crate) fn is_later(&self, place: RecordPlace) -> bool {
        self.taken.contains(&place)
    }

    /// What follows from the captures of a host.
    pub(crate) fn of_group(group: PageCaptures) -> Self {
        Self::from_captures(group.captures)
    }

    fn from_captures(mut captures: Vec<PageCapture>) -> Self {
        // Where pages lead in a circle, the shortest address is that of the first.
        captures.sort_unstable_by(|a, b| {
            let order = |page: &PageCapture| (page.key.len(), page.time, page.document);
            order(a).cmp(&order(b)).then_with(|| a.cmp(b))
        });
        let next = nearest(&captures);
        let place = |number: usize| captures[number].place;
        let pairs = next.iter().enumerate();
        let pairs = pairs.filter_map(|(from, to)| Some((place(from), place((*to)?))));
        Self { next: pairs.collect(), taken: later(&next).into_iter().map(place).collect() }
    }

    /// The pages behind a first one, in order.
    pub(crate) fn behind(&self, first: RecordPlace) -> Vec<RecordPlace> {
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
fn nearest(seen: &[PageCapture]) -> Vec<Option<usize>> {
    let mut by_key: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (number, page) in seen.iter().enumerate() {
        by_key.entry(&page.key).or_default().push(number);
    }
    let nearest = |page: &PageCapture| {
        let captures = by_key.get(page.next.as_deref()?)?;
        let before = |time| captures.partition_point(|number| seen[*number].time < time);
        let after = before(page.time);
        // Of several captures at the nearest earlier time the first one counts.
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
    // Pages that no other page names begin an article. The rest are later pages or circles.
    let (first, rest): (Vec<usize>, Vec<usize>) =
        (0..next.len()).partition(|number| !is_named[*number]);
    let mut is_later = vec![false; next.len()];
    // All chains advance together, so that each page is visited once, however many lead to it.
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
    use proptest::prelude::*;

    use super::*;

    fn at(number: u64) -> RecordPlace {
        RecordPlace { input: 0, offset: number, inner_offset: 0 }
    }

    fn seen(number: u64, key: &str, time: i64, next: &str) -> PageCapture {
        let next = Some(next.to_owned()).filter(|next| !next.is_empty());
        PageCapture { key: key.to_owned(), time, document: number, place: at(number), next }
    }

    fn rows(seen: Vec<PageCapture>) -> Vec<(u64, Vec<u64>)> {
        let all: Vec<u64> = seen.iter().map(|seen| seen.place.offset).collect();
        let chains = Chains::from_captures(seen);
        let mut rows: Vec<(u64, Vec<u64>)> = all
            .into_iter()
            .filter(|number| !chains.is_later(at(*number)))
            .map(|number| {
                let later = chains.behind(at(number)).into_iter();
                (number, later.map(|place| place.offset).collect())
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
        let chains = Chains::from_captures(first.chain(second).chain(rest).collect());
        assert_eq!(chains.taken.len() as u64, MANY + PAGES as u64 - 2);
        let behind = chains.behind(at(7));
        assert_eq!((behind.len(), behind[0].offset), (PAGES - 1, MANY + 7));
    }

    #[test]
    fn copies_of_a_capture_are_ordered_by_their_place_and_others_by_their_document() {
        // Of two captures of one moment, the document decides which continues the article.
        let other = PageCapture { document: 1, ..seen(9, "a/2", 10, "") };
        let pages = vec![seen(1, "a", 10, "a/2"), seen(2, "a/2", 10, ""), other.clone()];
        assert_eq!(rows(pages), [(1, vec![9]), (2, vec![])]);
        // Copies differ in nothing but their place.
        let copy = PageCapture { place: at(3), ..other };
        let pages =
            vec![seen(1, "a", 10, "a/2"), copy.clone(), PageCapture { place: at(9), ..copy }];
        assert_eq!(rows(pages), [(1, vec![3]), (9, vec![])]);
    }

    #[test]
    fn what_is_kept_takes_memory_and_a_group_counts_it() {
        let mut group = PageCaptures::default();
        assert_eq!(group.memory(), 0);
        group.add(seen(1, "a", 10, "a/2"));
        let one = group.memory();
        assert!(one >= size_of::<PageCapture>() + "aa/2".len());
        let mut other = PageCaptures::default();
        other.add(seen(2, "a/2", 10, ""));
        let sum = one + other.memory();
        group.merge(other);
        assert_eq!((group.memory(), group.captures.len()), (sum, 2));
        assert!(Chains::from_captures(group.captures).memory() > Chains::default().memory());
    }

    proptest! {
        /// Each capture is a row or in one, and the order in which captures come decides nothing.
        #[test]
        fn every_capture_is_a_row_or_behind_one(
            captures in prop::collection::vec((0_usize..5, 0_i64..6, 0_usize..7), 1..25),
            turn in any::<prop::sample::Index>(),
        ) {
            let key = |number: usize| ["a", "a/2", "a/3", "a/4", "b", "", "c"][number];
            let pages: Vec<PageCapture> = (0..)
                .zip(&captures)
                .map(|(at, (own, time, next))| {
                    seen(at, key(*own), *time, if next == own { "" } else { key(*next) })
                })
                .collect();
            let expected = rows(pages.clone());
            let mut turned = pages.clone();
            turned.rotate_left(turn.index(pages.len()));
            prop_assert_eq!(&rows(turned), &expected);
            prop_assert_eq!(&rows(pages.iter().rev().cloned().collect()), &expected);
            let behind = |(first, later): &(u64, Vec<u64>)| [&[*first], &later[..]].concat();
            let mut reached: Vec<u64> = expected.iter().flat_map(behind).collect();
            reached.sort_unstable();
            reached.dedup();
            prop_assert_eq!(reached, (0..captures.len() as u64).collect::<Vec<_>>());
        }
    }
}
