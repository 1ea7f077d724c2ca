//! Matches own and archived articles.

use std::collections::BTreeMap;

use scutch_url::date_in_path;
use serde::Serialize;

use super::slug;

/// An article, own or archived, and what it was matched with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Match {
    /// `address` and `slug` for matched articles, `own` and `archive` for the others.
    pub by: &'static str,
    /// Spelling of the own article.
    pub own: Option<String>,
    /// Spelling of the archived article.
    pub archive: Option<String>,
}

/// A slug that several articles have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ambiguous {
    /// The slug.
    pub slug: String,
    /// Own articles with it that no address matched.
    pub own: Vec<String>,
    /// Archived articles with it that no address matched.
    pub archive: Vec<String>,
}

/// Articles by the year in their addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Year {
    /// The year; none for addresses without a date.
    pub year: Option<i16>,
    /// Matched articles.
    pub both: usize,
    /// Own articles without a match.
    pub only_own: usize,
    /// Archived articles without a match.
    pub only_archive: usize,
}

/// The result of matching.
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

/// Addresses in normal spelling, each with those that were written.
type Spellings = BTreeMap<String, Vec<String>>;

/// Matches by address first, then by slugs that are unique on both sides.
pub(super) fn match_articles(own: &Spellings, archive: &Spellings) -> Matched {
    let mut matched = Matched::default();
    let mut slugs: BTreeMap<&str, (Vec<&String>, Vec<&String>)> = BTreeMap::new();
    let mut rest = Vec::new();
    for one in own.keys() {
        // Addresses first: they are certain, and leave fewer slugs to confuse.
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
        if matched.add_slug(slug, &ours, &theirs) {
            continue;
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
    /// Matches the articles of one slug; false if they stay without a match.
    fn add_slug(&mut self, slug: &str, ours: &[&String], theirs: &[&String]) -> bool {
        // A slug counts only if it is unique on both sides.
        if let ([own], [archive]) = (ours, theirs) {
            self.add("slug", Some(own), Some(archive));
            return true;
        }
        // Two articles with one slug cannot be told apart, so none of them is matched.
        if !ours.is_empty() && !theirs.is_empty() {
            let names = |all: &[&String]| all.iter().map(|one| (*one).clone()).collect();
            let (own, archive) = (names(ours), names(theirs));
            self.ambiguous.push(Ambiguous { slug: slug.to_owned(), own, archive });
        }
        false
    }

    fn add(&mut self, by: &'static str, own: Option<&String>, archive: Option<&String>) {
        self.matches.push(Match { by, own: own.cloned(), archive: archive.cloned() });
    }
}

/// Counts by year. The own address goes before the archived one.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Few addresses with few slugs, so that both meet often; one has no slug.
    fn articles() -> impl Strategy<Value = Spellings> {
        let address = prop::sample::select(vec![
            "a.example",
            "a.example/x",
            "a.example/2019/05/x",
            "a.example/old/x",
            "a.example/2020/01/y",
            "a.example/old/y",
            "a.example/z",
            "b.example/z",
        ]);
        prop::collection::btree_map(address.prop_map(str::to_owned), Just(Vec::new()), 0..8)
    }

    fn side(matched: &Matched, own: bool) -> Vec<String> {
        let one = |m: &Match| if own { m.own.clone() } else { m.archive.clone() };
        let mut all: Vec<_> = matched.matches.iter().filter_map(one).collect();
        all.sort();
        all
    }

    proptest! {
        #[test]
        fn each_article_is_told_of_once(own in articles(), archive in articles()) {
            let matched = match_articles(&own, &archive);
            prop_assert_eq!(side(&matched, true), own.keys().cloned().collect::<Vec<_>>());
            prop_assert_eq!(side(&matched, false), archive.keys().cloned().collect::<Vec<_>>());
            let counted: usize =
                matched.years.iter().map(|y| y.both + y.only_own + y.only_archive).sum();
            prop_assert_eq!(counted, matched.matches.len());
        }

        #[test]
        fn neither_side_is_preferred(own in articles(), archive in articles()) {
            let (there, back) = (match_articles(&own, &archive), match_articles(&archive, &own));
            for by in ["address", "slug"] {
                prop_assert_eq!(there.count(by), back.count(by));
            }
            prop_assert_eq!(there.count("own"), back.count("archive"));
            prop_assert_eq!(there.ambiguous.len(), back.ambiguous.len());
        }

        #[test]
        fn slugs_match_only_where_they_are_unique(own in articles(), archive in articles()) {
            let matched = match_articles(&own, &archive);
            for one in matched.matches.iter().filter(|m| m.by == "slug") {
                let found = one.own.as_deref().and_then(slug);
                prop_assert_eq!(found, one.archive.as_deref().and_then(slug));
                // Nothing else that no address matched has this slug.
                let rest = |ours: &Spellings, theirs: &Spellings| {
                    let left = ours.keys().filter(|a| !theirs.contains_key(*a));
                    left.filter(|a| slug(a) == found).count()
                };
                prop_assert_eq!((rest(&own, &archive), rest(&archive, &own)), (1, 1));
            }
        }
    }
}
