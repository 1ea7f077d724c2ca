//! Counts of a run: one [`Tally`] per shard, merged in shard order.
//!
//! The counts prove that no record is lost silently: `records` = `rows` + sum of `quarantined` + sum
//! of `out_of_scope`. Damaged byte ranges are no records and are counted separately.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Maximum number of keys of a counter. Later keys are counted under [`OTHER`], so that millions of
/// hosts do not fill memory and manifest.
// Ten thousand lines of a manifest, and a table of a report, are the most that people look through.
pub const DISTINCT: usize = 10_000;
/// The key for all keys beyond [`DISTINCT`].
pub const OTHER: &str = "(other)";
/// Bins of the extraction-ratio histogram: 0 to 1 in steps of 0.05.
pub const RATIO_BINS: usize = 20;

/// Occurrences per key, in key order, with a bounded number of keys.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counter(pub BTreeMap<String, u64>);

impl Counter {
    /// Adds `n` occurrences of `key`.
    pub fn add(&mut self, key: &str, n: u64) {
        if let Some(count) = self.0.get_mut(key) {
            *count += n;
        // Known keys are counted for ever, new ones only while there is room.
        } else if self.0.len() < DISTINCT {
            self.0.insert(key.to_owned(), n);
        } else {
            *self.0.entry(OTHER.to_owned()).or_default() += n;
        }
    }

    /// Sum over all keys.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Takes away `n` occurrences of `key`, which were counted before.
    fn take(&mut self, key: &str, n: u64) {
        // A key that is not there was counted when there was no room for it.
        let key = if self.0.contains_key(key) { key } else { OTHER };
        if let Some(count) = self.0.get_mut(key) {
            *count = count.saturating_sub(n);
            if *count == 0 {
                self.0.remove(key);
            }
        }
    }

    /// Keys and counts, largest count first, then by key.
    pub fn ranked(&self) -> Vec<(&str, u64)> {
        let mut pairs: Vec<_> = self.0.iter().map(|(k, n)| (k.as_str(), *n)).collect();
        // Ties are ordered by key, so that reports are reproducible.
        pairs.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        pairs
    }

    /// Adds the counts of another counter, in key order, so that merging is deterministic at the
    /// limit.
    fn merge(&mut self, other: &Self) {
        for (key, n) in &other.0 {
            self.add(key, *n);
        }
    }
}

/// Damaged byte ranges with one cause.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranges {
    /// Number of ranges.
    pub ranges: u64,
    /// Their total size in bytes.
    pub bytes: u64,
}

/// Counts over consecutive records.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Records the archives delivered.
    pub records: u64,
    /// Rows written.
    pub rows: u64,
    /// Records per record type.
    pub record_types: Counter,
    /// Dropped records per scope filter.
    pub out_of_scope: Counter,
    /// Records quarantined, per reason id.
    pub quarantined: Counter,
    /// Damaged byte ranges, per cause.
    pub damage: BTreeMap<String, Ranges>,
    /// Captures per HTTP status, dropped ones included.
    pub statuses: Counter,
    /// Captures per media type, dropped ones included.
    pub mimes: Counter,
    /// Rows per flag.
    pub flags: Counter,
    /// Rows per encoding.
    pub charsets: Counter,
    /// Rows per evidence for the encoding.
    pub charset_sources: Counter,
    /// Rows per language.
    pub languages: Counter,
    /// Rows per type of page.
    #[serde(default)]
    pub page_types: Counter,
    /// Rows per topic status, if a profile is configured.
    #[serde(default)]
    pub topics: Counter,
    /// Rows with merged annotations.
    #[serde(default)]
    pub annotated: u64,
    /// Rows without their annotations, per reason id.
    #[serde(default)]
    pub not_annotated: Counter,
    /// Rows per extractor.
    pub extractors: Counter,
    /// Rows per verdict on the declared digest.
    pub digests: Counter,
    /// Rows per host.
    pub hosts: Counter,
    /// Rows per capture month (`2019-05`).
    pub months: Counter,
    /// Rows per host, metadata field and agreement of its sources, as
    /// `HOST FIELD single|agree|differ`.
    #[serde(default)]
    pub agreements: Counter,
    /// Rows per host and year of publication, as `HOST YEAR`.
    #[serde(default)]
    pub host_years: Counter,
    /// Words per year of publication.
    #[serde(default)]
    pub year_words: Counter,
    /// Rows per host and capture month, as `HOST MONTH`.
    pub host_months: Counter,
    /// Rows per extraction ratio, [`RATIO_BINS`] bins.
    pub ratios: Vec<u64>,
    /// Characters of text.
    pub chars: u64,
    /// Words of text.
    pub words: u64,
    /// Rows whose text equals that of an earlier row.
    pub repeated_texts: u64,
}

impl Tally {
    /// Whether every record is accounted for.
    pub fn adds_up(&self) -> bool {
        self.records == self.rows + self.quarantined.total() + self.out_of_scope.total()
    }

    /// The most frequent languages of rows as ISO 639 codes, sorted. Tags in other forms are left out:
    /// records for libraries and loaders may not be valid with them.
    pub fn language_codes(&self, most: usize) -> Vec<&str> {
        let is_code = |code: &&str| {
            let lower = code.bytes().all(|b| b.is_ascii_lowercase());
            (2..=3).contains(&code.len()) && lower && *code != "und"
        };
        let ranked = self.languages.ranked().into_iter();
        let codes = ranked.map(|(tag, _)| tag.split('-').next().unwrap_or_default());
        let mut codes: Vec<&str> = codes.filter(is_code).take(most).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    /// Counts an extraction ratio.
    pub fn add_ratio(&mut self, ratio: f32) {
        // An empty tally, and one of an older version, has no bins yet.
        self.ratios.resize(RATIO_BINS, 0);
        // A ratio of exactly 1 belongs into the last bin.
        let bin = (ratio.clamp(0.0, 1.0) * RATIO_BINS as f32) as usize;
        self.ratios[bin.min(RATIO_BINS - 1)] += 1;
    }

    /// Adds the counts of the following records.
    pub fn merge(&mut self, next: &Self) {
        self.records += next.records;
        self.rows += next.rows;
        self.annotated += next.annotated;
        self.chars += next.chars;
        self.words += next.words;
        self.repeated_texts += next.repeated_texts;
        // Both lists have the same order, which a test checks.
        for (mine, theirs) in self.counters_mut().into_iter().zip(next.counters()) {
            mine.merge(theirs);
        }
        for (cause, ranges) in &next.damage {
            let sum = self.damage.entry(cause.clone()).or_default();
            sum.ranges += ranges.ranges;
            sum.bytes += ranges.bytes;
        }
        // A shard without rows has no bins, and neither has an empty sum.
        self.ratios.resize(RATIO_BINS, 0);
        for (bin, n) in next.ratios.iter().enumerate().take(RATIO_BINS) {
            self.ratios[bin] += n;
        }
    }

    /// Takes away the counts of rows that were counted before.
    pub fn take_rows(&mut self, gone: &Self) {
        self.rows = self.rows.saturating_sub(gone.rows);
        self.chars = self.chars.saturating_sub(gone.chars);
        self.words = self.words.saturating_sub(gone.words);
        for (mine, theirs) in self.counters_mut().into_iter().zip(gone.counters()) {
            theirs.0.iter().for_each(|(key, n)| mine.take(key, *n));
        }
        for (mine, theirs) in self.ratios.iter_mut().zip(&gone.ratios) {
            *mine = mine.saturating_sub(*theirs);
        }
        // Which rows had annotations is not kept: most have.
        self.annotated = self.annotated.min(self.rows);
    }

    /// All counters. New ones are added here and below, in the same order.
    fn counters(&self) -> [&Counter; 20] {
        [
            &self.record_types,
            &self.out_of_scope,
            &self.quarantined,
            &self.statuses,
            &self.mimes,
            &self.flags,
            &self.charsets,
            &self.charset_sources,
            &self.languages,
            &self.page_types,
            &self.topics,
            &self.not_annotated,
            &self.extractors,
            &self.digests,
            &self.hosts,
            &self.months,
            &self.host_months,
            &self.agreements,
            &self.host_years,
            &self.year_words,
        ]
    }

    /// All counters, in the order of [`counters`](Self::counters).
    fn counters_mut(&mut self) -> [&mut Counter; 20] {
        [
            &mut self.record_types,
            &mut self.out_of_scope,
            &mut self.quarantined,
            &mut self.statuses,
            &mut self.mimes,
            &mut self.flags,
            &mut self.charsets,
            &mut self.charset_sources,
            &mut self.languages,
            &mut self.page_types,
            &mut self.topics,
            &mut self.not_annotated,
            &mut self.extractors,
            &mut self.digests,
            &mut self.hosts,
            &mut self.months,
            &mut self.host_months,
            &mut self.agreements,
            &mut self.host_years,
            &mut self.year_words,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_tallies_add_up() {
        let mut a = Tally { records: 3, rows: 1, ..Tally::default() };
        a.out_of_scope.add("mime", 2);
        let mut b = Tally { records: 2, rows: 1, ..Tally::default() };
        b.quarantined.add("truncated", 1);
        b.add_ratio(1.0);
        b.damage.insert("crc".into(), Ranges { ranges: 1, bytes: 7 });
        a.merge(&b);
        assert!(a.adds_up());
        assert_eq!(a.ratios[RATIO_BINS - 1], 1);
        assert_eq!(a.damage["crc"].bytes, 7);
    }

    #[test]
    fn rows_that_are_taken_away_leave_the_counts_of_the_others() {
        let row = |host: &str, ratio| {
            let mut tally = Tally { rows: 1, words: 7, chars: 40, ..Tally::default() };
            tally.hosts.add(host, 1);
            tally.add_ratio(ratio);
            tally
        };
        let mut both = row("a.example", 0.5);
        both.merge(&row("b.example", 1.0));
        both.take_rows(&row("a.example", 0.5));
        assert_eq!(both, row("b.example", 1.0));
        // A key beyond the room of a counter is one of the others.
        both.hosts.0.insert(OTHER.to_owned(), 2);
        both.take_rows(&row("c.example", 1.0));
        assert_eq!((both.hosts.0[OTHER], both.rows), (1, 0));
    }
}
