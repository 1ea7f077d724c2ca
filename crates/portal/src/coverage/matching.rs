//! Own and archived articles side by side.

use std::collections::BTreeMap;

use scutch_url::date_in_path;
use serde::Serialize;

use super::slug;

/// An article, own or archived, and what it was matched with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Match {
    /// `address` and `slug` for articles of both, `own` and `archive` for those of one.
    pub by: &'static str,
    /// Spelling of the own one.
    pub own: Option<String>,
    /// Spelling of the archived one.
    pub archive: Option<String>,
}

/// A slug that does not tell articles apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ambiguous {
    /// The slug.
    pub slug: String,
    /// Own articles with it that no address matched.
    pub own: Vec<String>,
    /// Archived ones.
    pub archive: Vec<String>,
}

/// Articles with a year in their address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Year {
    /// The year; none for addresses without a date.
    pub year: Option<i16>,
    /// Articles of both.
    pub both: usize,
    /// Only own ones.
    pub only_own: usize,
    /// Only archived ones.
    pub only_archive: usize,
}

/// Everything matched.
#[derive(Debug, Default)]
pub(super) struct Matched {
    pub(super) matches: Vec<Match>,
    pub(super) ambiguous: Vec<Ambiguous>,
    pub(super) years: Vec<Year>,
}

impl Matched {
    pub(super) fn count(&self, by: &str) -> usize {
        self.matches.iter().filter(|m| m.by == by).count()
    }
}

/// Addresses in their one spelling, each with those that were written.
type Merged = BTreeMap<String, Vec<String>>;

pub(super) fn run(own: &Merged, archive: &Merged) -> Matched {
    let mut matched = Matched::default();
    let mut slugs: BTreeMap<&str, (Vec<&String>, Vec<&String>)> = BTreeMap::new();
    let mut rest = Vec::new();
    for one in own.keys() {
        if archive.contains_key(one) {
            matched.add("address", Some(one), Some(one));
        } else if let Some(slug) = slug(one) {
            slugs.entry(slug).or_default().0.push(one);
        } else {
            rest.push(("own", one));
        }
    }
    for one in archive.keys().filter(|one| !own.contains_key(*one)) {
        match slug(one) {
            Some(slug) => slugs.entry(slug).or_default().1.push(one),
            None => rest.push(("archive", one)),
        }
    }
    for (slug, (ours, theirs)) in slugs {
        if let ([own], [archive]) = (ours.as_slice(), theirs.as_slice()) {
            matched.add("slug", Some(own), Some(archive));
            continue;
        }
        if !ours.is_empty() && !theirs.is_empty() {
            let names = |all: &[&String]| all.iter().map(|one| (*one).clone()).collect();
            let (own, archive) = (names(&ours), names(&theirs));
            matched.ambiguous.push(Ambiguous { slug: slug.to_owned(), own, archive });
        }
        rest.extend(ours.into_iter().map(|one| ("own", one)));
        rest.extend(theirs.into_iter().map(|one| ("archive", one)));
    }
    for (side, one) in rest {
        match side {
            "own" => matched.add("own", Some(one), None),
            _ => matched.add("archive", None, Some(one)),
        }
    }
    matched.matches.sort_by(|a, b| (a.by, &a.own, &a.archive).cmp(&(b.by, &b.own, &b.archive)));
    matched.years = years(&matched.matches);
    matched
}

impl Matched {
    fn add(&mut self, by: &'static str, own: Option<&String>, archive: Option<&String>) {
        self.matches.push(Match { by, own: own.cloned(), archive: archive.cloned() });
    }
}

/// The own address says the year, where there is one.
fn years(matches: &[Match]) -> Vec<Year> {
    let mut years: BTreeMap<Option<i16>, Year> = BTreeMap::new();
    for one in matches {
        let address = one.own.as_ref().or(one.archive.as_ref());
        let year = address.and_then(|address| date_in_path(address)).map(|(year, ..)| year);
        let counts = years.entry(year).or_insert(Year { year, ..Year::default() });
        match one.by {
            "own" => counts.only_own += 1,
            "archive" => counts.only_archive += 1,
            _ => counts.both += 1,
        }
    }
    years.into_values().collect()
}
