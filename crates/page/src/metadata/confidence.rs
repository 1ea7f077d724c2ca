//! Confidence of candidates: the share of their kind that is right on pages with known metadata.
//!
//! A kind is the field, whether the value was chosen, whether other sources agree, the source, and
//! its exact origin. The table holds the shares with their counts. Where it has too few of a kind,
//! the share of the next wider kind applies. Fields without known truth have no confidence.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::agreement::Agreement;
use super::agreement::letters;
use super::candidate::{Candidate, Metadata};
use super::field::Field;
use super::published;

/// Shares by kind: the parts of a kind joined by tabs.
static SHARES: LazyLock<FxHashMap<&'static str, f64>> = LazyLock::new(|| {
    let rows =
        include_str!("../../data/confidence.tsv").lines().filter(|row| !row.starts_with('#'));
    let columns = rows.filter_map(|row| {
        let mut columns = row.splitn(4, '\t');
        let share = columns.next()?.parse().ok()?;
        columns.nth(2).map(|kind| (kind, share))
    });
    columns.collect()
});

/// Sets the confidence of the candidates of a field.
pub(super) fn set_confidence(field: &'static str, metadata: &mut Metadata) {
    if !SHARES.contains_key(field) {
        return;
    }
    let kinds: Vec<Option<String>> = kinds(field, metadata).collect();
    for (candidate, kind) in metadata.candidates.get_mut(field).into_iter().flatten().zip(kinds) {
        candidate.confidence = kind.as_deref().and_then(share);
    }
}

/// The share of a kind, or of the narrowest known kind around it.
fn share(mut kind: &str) -> Option<f64> {
    loop {
        if let Some(share) = SHARES.get(kind) {
            return Some(*share);
        }
        kind = kind.rsplit_once('\t')?.0;
    }
}

impl Metadata {
    /// The candidates of a field with their kinds, by which their confidence is looked up: parts
    /// from the field to the origin, joined by tabs. Implausible candidates are left out.
    pub fn kinds(&self, field: &'static str) -> impl Iterator<Item = (&Candidate, String)> {
        let candidates = self.candidates.get(field).into_iter().flatten();
        candidates.zip(kinds(field, self)).filter_map(|(candidate, kind)| Some((candidate, kind?)))
    }
}

/// The kind of each candidate of a field; `None` for implausible ones.
fn kinds(field: &'static str, metadata: &Metadata) -> impl Iterator<Item = Option<String>> {
    let candidates = metadata.candidates.get(field).map_or(&[][..], Vec::as_slice);
    let keys: Vec<String> = candidates.iter().map(|c| key(field, &c.value)).collect();
    let mut sources: FxHashMap<&str, u8> = FxHashMap::default();
    // One bit per source: agreement needs two different sources, not two candidates.
    for (candidate, key) in candidates.iter().zip(&keys).filter(|(c, _)| !c.implausible) {
        *sources.entry(key).or_default() |= 1 << candidate.source as u8;
    }
    let all = sources.values().fold(0, |all, sources| all | sources);
    let chosen = chosen(field, metadata);
    let kind_of = |(candidate, key): (&Candidate, &String)| {
        let same = sources.get(key.as_str()).copied().unwrap_or_default();
        let agreement = agreement(all, same);
        (!candidate.implausible).then(|| kind(field, candidate, chosen.contains(key), agreement))
    };
    let kinds: Vec<Option<String>> = candidates.iter().zip(&keys).map(kind_of).collect();
    kinds.into_iter()
}

/// Whether other sources give the same value; both sets have one bit per source.
fn agreement(all: u8, same: u8) -> Agreement {
    match (all.count_ones(), same.count_ones()) {
        (..=1, _) => Agreement::Single,
        (_, ..=1) => Agreement::Differ,
        _ => Agreement::Agree,
    }
}

/// The kind of one candidate: the parts by which its confidence is looked up.
fn kind(field: &str, candidate: &Candidate, chosen: bool, agreement: Agreement) -> String {
    let place = if chosen { "chosen" } else { "other" };
    let (source, detail) = (candidate.source.name(), &candidate.detail);
    format!("{field}\t{place}\t{}\t{source}\t{detail}", agreement.name())
}

/// The part of a value that is compared: its letters, or the day of a date.
fn key(field: &str, value: &str) -> String {
    if field == Field::Published.name() {
        value.get(..published::DAY).unwrap_or(value).to_owned()
    } else {
        letters(value)
    }
}

/// The chosen values of a field.
fn chosen(field: &str, metadata: &Metadata) -> Vec<String> {
    // Lists have several chosen values; all other fields have the first candidate.
    let lists = [(Field::Author, &metadata.authors), (Field::Keyword, &metadata.keywords)];
    match lists.iter().find(|(of, _)| of.name() == field) {
        Some((_, list)) => list.iter().map(|value| key(field, value)).collect(),
        None => {
            let first = metadata.candidates.get(field).and_then(|found| found.first());
            first.filter(|c| !c.implausible).map(|c| key(field, &c.value)).into_iter().collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExtractConfig, Hints, Limits, Page, Source, extract};

    fn metadata(head: &str) -> Metadata {
        let html = format!(
            "<html lang=en>{head}<h1>The fog lifts</h1><p>The fog lifted from the harbour this morning, and the \
             ferry left ten minutes late with everybody who had waited for it on the pier."
        );
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        page.metadata(&extract(&page, &ExtractConfig::default()))
    }

    #[test]
    fn what_several_sources_say_is_surer_than_what_differs() {
        let metadata = metadata(
            "<meta property=og:title content='The fog lifts'><meta name=dc.title content='Home of fog'>",
        );
        let said = |value: &str| {
            let found = metadata.candidates["title"].iter().find(|c| c.value == value);
            found.and_then(|candidate| candidate.confidence).expect("measured")
        };
        assert!(said("The fog lifts") > 0.7 && said("Home of fog") < 0.3);
        let kinds: Vec<String> = metadata.kinds("title").map(|(_, kind)| kind).collect();
        assert_eq!(kinds[0], "title\tchosen\tagree\thtml\th1 alone");
        assert!(kinds.contains(&"title\tother\tdiffer\tmeta\tdc.title".to_owned()));
    }

    #[test]
    fn what_cannot_be_true_and_what_nobody_measured_has_no_confidence() {
        let metadata = metadata(
            "<meta property=article:published_time content=1970-01-01><meta name=description content=Fog>",
        );
        for field in ["date_published", "description"] {
            let candidates = &metadata.candidates[field];
            assert!(!candidates.is_empty() && candidates.iter().all(|c| c.confidence.is_none()));
        }
    }

    #[test]
    fn what_a_detector_found_has_its_score() {
        let metadata = metadata("<meta property=og:type content=product>");
        for field in ["language", "page_type"] {
            let (detected, declared): (Vec<_>, Vec<_>) =
                metadata.candidates[field].iter().partition(|c| c.source == Source::Detector);
            let [Some(score)] = detected.iter().map(|c| c.confidence).collect::<Vec<_>>()[..]
            else {
                panic!("{field}: {detected:?}");
            };
            assert!((0.3..=1.0).contains(&score), "{field}: {score}");
            assert!(!declared.is_empty() && declared.iter().all(|c| c.confidence.is_none()));
        }
    }

    #[test]
    fn unknown_kinds_have_the_share_of_what_holds_them() {
        assert_eq!(
            share("title\tchosen\tagree\tmeta\tnowhere"),
            share("title\tchosen\tagree\tmeta")
        );
        assert_eq!(share("title\tnever"), share("title"));
        assert_eq!(share("site\tchosen"), None);
        assert!(SHARES.values().all(|share| (0.0..=1.0).contains(share)));
    }
}
