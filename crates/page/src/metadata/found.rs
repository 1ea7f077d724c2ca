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
