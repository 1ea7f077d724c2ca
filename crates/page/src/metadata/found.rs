//! Candidates on their way to a choice.

use std::collections::BTreeMap;

use super::candidate::{Candidate, Source};
use super::field::Field;
use crate::additions;

/// Most candidates of a field.
pub(super) const CANDIDATES: usize = 50;
/// Further candidates beyond [`CANDIDATES`], one each of origins that are not among them.
const MORE_ORIGINS: usize = 50;
/// Longest origin that is kept, in bytes.
const DETAIL_BYTES: usize = 100;
/// End of the origin of values that describe another thing than the first on the page.
pub(super) const OF_ANOTHER: &str = " of another";
/// Fields whose values are, or can be, addresses.
const ADDRESSES: &[Field] = &[Field::Canonical, Field::Image, Field::Licence, Field::Site];
/// Longest value that is kept, in characters.
const VALUE_CHARS: usize = 1000;

/// The candidates found so far, each with a rank: the smallest wins.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) fields: BTreeMap<&'static str, Vec<(u8, Candidate)>>,
    /// Implausible candidates: shown, never chosen.
    pub(super) implausible: Vec<(&'static str, Candidate)>,
    /// Whether a declared date could not be read.
    pub(super) has_unreadable_date: bool,
    /// Whether addresses may lead into the web archive from which the page was taken.
    pub(super) replayed: bool,
}

impl Found {
    /// Whether a field accepts no more candidates from an origin. The first origins may fill it
    /// with the dates of a hundred comments; each other origin can still add one.
    pub(super) fn is_full(&self, field: Field, source: Source, detail: &str) -> bool {
        let Some(known) = self.fields.get(field.name()) else { return false };
        let is_here = |(_, c): &(u8, Candidate)| c.source == source && c.detail == detail;
        known.len() >= CANDIDATES + MORE_ORIGINS
            || known.len() >= CANDIDATES && known.iter().any(is_here)
    }

    pub(super) fn push(
        &mut self,
        field: Field,
        rank: u8,
        source: Source,
        detail: &str,
        value: &str,
    ) {
        let detail = &detail[..detail.floor_char_boundary(DETAIL_BYTES)];
        if self.is_full(field, source, detail) {
            return;
        }
        let original = (self.replayed && ADDRESSES.contains(&field))
            .then(|| additions::original(value.trim()))
            .flatten();
        let value = original.as_deref().unwrap_or(value);
        // Line breaks and tabs come from the markup, not from the value.
        let value: String = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut value: String =
            value.chars().filter(|c| !c.is_control()).take(VALUE_CHARS).collect();
        if field == Field::Site {
            value = site_name(value);
        }
        let known = self.fields.entry(field.name()).or_default();
        // What is said of the first thing need not be repeated for another.
        let first = detail.strip_suffix(OF_ANOTHER).unwrap_or(detail);
        let is_known = |c: &Candidate| c.detail == detail || c.detail == first;
        let again = known.iter().any(|(_, c)| c.value == value && is_known(c));
        if value.is_empty() || again {
            return;
        }
        known.push((rank, Candidate::new(value, source, detail)));
    }

    /// Adds what a detector found about the whole page, with its score.
    pub(super) fn detect(
        &mut self,
        field: Field,
        rank: u8,
        detail: &str,
        value: &str,
        score: Option<f32>,
    ) {
        self.push(field, rank, Source::Detector, detail, value);
        let known = self.fields.get_mut(field.name()).into_iter().flatten();
        let found = known.map(|(_, candidate)| candidate).find(|c| c.source == Source::Detector);
        if let Some(found) = found {
            found.confidence = score.map(rounded);
        }
    }

    /// Moves a candidate before all others of its field.
    pub(super) fn put_first(&mut self, field: Field, candidate: &Candidate) {
        let known = self.fields.entry(field.name()).or_default();
        known.retain(|(_, other)| other != candidate);
        known.insert(0, (0, candidate.clone()));
    }

    /// Treats the candidates of one origin as implausible if they disagree.
    pub(super) fn reject_if_contradictory(&mut self, field: Field, detail: &str) {
        let Some(known) = self.fields.get_mut(field.name()) else { return };
        let values = known.iter().filter(|(_, candidate)| candidate.detail == detail).count();
        if values < 2 {
            return;
        }
        // Kept as implausible, so that users see why the field is empty.
        for (_, candidate) in known.extract_if(.., |(_, candidate)| candidate.detail == detail) {
            self.implausible.push((field.name(), candidate));
        }
    }

    /// The candidates of a field, best first; equals in page order.
    pub(super) fn ranked(&self, field: Field) -> Vec<&Candidate> {
        let mut found: Vec<_> = self.fields.get(field.name()).into_iter().flatten().collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, candidate)| candidate).collect()
    }

    pub(super) fn best(&self, field: Field) -> Option<String> {
        self.ranked(field).first().map(|c| c.value.clone())
    }

    /// All values from the origin of the best one.
    pub(super) fn best_list(&self, field: Field, most: usize) -> Vec<String> {
        let ranked = self.ranked(field);
        let Some(first) = ranked.first() else { return Vec::new() };
        let mut values: Vec<String> = Vec::new();
        let same = ranked.iter().filter(|c| c.source == first.source && c.detail == first.detail);
        for candidate in same {
            if !values.contains(&candidate.value) && values.len() < most {
                values.push(candidate.value.clone());
            }
        }
        values
    }
}

/// Rounds a score to four digits: further ones carry no information and may differ between
/// machines.
fn rounded(score: f32) -> f64 {
    (f64::from(score) * 1e4).round() / 1e4
}

/// A site name that was given as an address becomes the host of that address.
fn site_name(name: String) -> String {
    let is_address = name.starts_with("http://") || name.starts_with("https://");
    let host = if is_address { scutch_url::host(&name) } else { None };
    let host = host.and_then(|host| scutch_url::bare_host(&host));
    host.map_or(name, |host| scutch_url::host_for_display(&host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(found: &Found, field: Field) -> Vec<&str> {
        found.ranked(field).into_iter().map(|candidate| candidate.value.as_str()).collect()
    }

    #[test]
    fn smaller_ranks_come_first_and_equals_in_page_order() {
        let mut found = Found::default();
        for (rank, value) in [(20, "c"), (10, "a"), (20, "d"), (10, "b")] {
            found.push(Field::Title, rank, Source::Meta, value, value);
        }
        assert_eq!(values(&found, Field::Title), ["a", "b", "c", "d"]);
        assert_eq!(found.best(Field::Title).as_deref(), Some("a"));
        assert_eq!(found.best(Field::Site), None);
    }

    #[test]
    fn values_are_cleaned_and_kept_once_per_origin() {
        let mut found = Found::default();
        for (detail, value) in
            [("x", " The\n fog "), ("x", "The fog"), ("y", "The fog"), ("x", ""), ("x", "\u{7}")]
        {
            found.push(Field::Title, 10, Source::Html, detail, value);
        }
        assert_eq!(values(&found, Field::Title), ["The fog", "The fog"]);
        found.push(Field::Title, 10, Source::Html, "x of another", "The fog");
        assert_eq!(values(&found, Field::Title).len(), 2);
        found.push(Field::Description, 10, Source::Html, "x", &"long ".repeat(1000));
        assert_eq!(values(&found, Field::Description)[0].chars().count(), VALUE_CHARS);
    }

    #[test]
    fn a_full_field_still_takes_one_value_of_each_other_origin() {
        let mut found = Found::default();
        for at in 0..2 * CANDIDATES {
            found.push(Field::Published, 10, Source::Html, "time", &format!("20{at:02}"));
        }
        assert_eq!(values(&found, Field::Published).len(), CANDIDATES);
        for at in 0..2 * MORE_ORIGINS {
            let detail = format!("meta{at}");
            found.push(Field::Published, 10, Source::Meta, &detail, "2019");
            found.push(Field::Published, 10, Source::Meta, &detail, "2020");
        }
        assert_eq!(values(&found, Field::Published).len(), CANDIDATES + MORE_ORIGINS);
    }

    #[test]
    fn contradictory_values_of_one_origin_are_rejected() {
        let mut found = Found::default();
        for (detail, value) in [("time", "2019"), ("time", "2020"), ("meta", "2021")] {
            found.push(Field::Published, 10, Source::Html, detail, value);
        }
        found.reject_if_contradictory(Field::Published, "meta");
        assert_eq!(values(&found, Field::Published).len(), 3);
        found.reject_if_contradictory(Field::Published, "time");
        assert_eq!((values(&found, Field::Published), found.implausible.len()), (vec!["2021"], 2));
    }

    #[test]
    fn lists_have_all_values_of_the_best_origin() {
        let mut found = Found::default();
        for (rank, detail, value) in
            [(20, "meta", "Cy"), (10, "json", "Ada"), (10, "json", "Bo"), (10, "json", "Di")]
        {
            found.push(Field::Author, rank, Source::Meta, detail, value);
        }
        assert_eq!(found.best_list(Field::Author, 9), ["Ada", "Bo", "Di"]);
        assert_eq!(found.best_list(Field::Author, 2), ["Ada", "Bo"]);
        assert_eq!(found.best_list(Field::Keyword, 2), [""; 0]);
    }

    #[test]
    fn a_candidate_put_first_is_there_once() {
        let mut found = Found::default();
        found.push(Field::Published, 10, Source::Meta, "a", "2019");
        found.push(Field::Published, 20, Source::Meta, "b", "2020");
        let second = found.ranked(Field::Published)[1].clone();
        found.put_first(Field::Published, &second);
        assert_eq!(values(&found, Field::Published), ["2020", "2019"]);
    }

    #[test]
    fn scores_of_detectors_are_rounded() {
        let mut found = Found::default();
        found.detect(Field::Language, 10, "scutch-language", "en", Some(0.123_456));
        assert_eq!(found.ranked(Field::Language)[0].confidence, Some(0.1235));
    }

    #[test]
    fn sites_named_by_an_address_are_called_by_their_host() {
        for (name, expected) in [
            ("https://www.harbour.example/", "harbour.example"),
            ("http://harbour.example", "harbour.example"),
            ("Harbour Post", "Harbour Post"),
            ("www.harbour.example", "www.harbour.example"),
        ] {
            let mut found = Found::default();
            found.push(Field::Site, 10, Source::Meta, "x", name);
            assert_eq!(found.best(Field::Site).as_deref(), Some(expected), "{name}");
        }
    }
}
