//! Adds records, damaged ranges and rows to the counts of a shard.

use scutch_folder::tally::Tally;
use scutch_page::kept_agreement;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::item::Dropped;
use crate::row::seen::{Seen, text_key};
use crate::row::{PageFacts, Row};

/// The columns that [`Counted::of_stored`] reads.
#[rustfmt::skip]
pub(crate) const COUNTED: &[&str] = &[
    "url", "timestamp", "text", "language", "topic_status", "metadata_json", "metadata_conflicts", "extractor",
    "content_ratio", "n_chars", "n_words", "charset", "charset_source", "digest_status", "date_published", "flags",
];

/// What is counted of a row: what is left of it where another job makes the shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Counted {
    chars: u32,
    words: u32,
    language: Option<String>,
    topic: Option<String>,
    page_type: Option<String>,
    extractor: String,
    digest: String,
    charset: Option<String>,
    charset_source: Option<String>,
    flags: Vec<String>,
    ratio: Option<f32>,
    host: String,
    month: String,
    agreements: Vec<(String, String)>,
    year: String,
    /// Hash of the text; see [`text_key`].
    pub(super) text: u64,
    has_text: bool,
}

impl Counted {
    /// What is counted of a row.
    pub(super) fn new(row: &Row, facts: &PageFacts) -> Self {
        let none = || "(none)".to_owned();
        let agreements = facts.agreements.iter();
        // Only the year: reports show articles by year.
        let year = row.date_published.as_deref().and_then(|date| date.get(..4));
        Self {
            chars: row.n_chars,
            words: row.n_words,
            language: row.language.clone(),
            topic: row.topic_status.clone(),
            page_type: facts.page_type.clone(),
            extractor: row.extractor.clone(),
            digest: row.digest_status.clone(),
            charset: row.charset.clone(),
            charset_source: row.charset_source.clone(),
            flags: row.flags.clone(),
            ratio: row.content_ratio,
            host: scutch_url::host(&row.url).unwrap_or_else(none),
            month: row.timestamp.and_then(month).unwrap_or_else(none),
            agreements: agreements.map(|(f, a)| ((*f).to_owned(), (*a).to_owned())).collect(),
            year: year.map_or_else(none, str::to_owned),
            text: text_key(&row.text),
            has_text: !row.text.is_empty(),
        }
    }

    /// What was counted of a row that was written and read back.
    pub(crate) fn of_stored(columns: &Map<String, Value>) -> Self {
        let none = || "(none)".to_owned();
        let value = |name: &str| columns.get(name).unwrap_or(&Value::Null);
        let text = |name: &str| value(name).as_str();
        let owned = |name: &str| text(name).map(str::to_owned);
        let number = |name: &str| value(name).as_u64().and_then(|n| n.try_into().ok());
        // Whether sources agree is in no column: it follows from their candidates.
        let kept = text("metadata_json").and_then(|json| serde_json::from_str(json).ok());
        let kept: Map<String, Value> = kept.unwrap_or_default();
        let date = text("timestamp").and_then(|time| time.parse::<jiff::Timestamp>().ok());
        Self {
            chars: number("n_chars").unwrap_or_default(),
            words: number("n_words").unwrap_or_default(),
            language: owned("language"),
            topic: owned("topic_status"),
            page_type: best(&kept, "page_type"),
            extractor: owned("extractor").unwrap_or_default(),
            digest: owned("digest_status").unwrap_or_default(),
            charset: owned("charset"),
            charset_source: owned("charset_source"),
            flags: texts(value("flags")).map(str::to_owned).collect(),
            ratio: value("content_ratio").as_f64().map(|ratio| ratio as f32),
            host: text("url").and_then(scutch_url::host).unwrap_or_else(none),
            month: date.and_then(|date| month(date.as_millisecond())).unwrap_or_else(none),
            agreements: agreements(&kept, value("metadata_conflicts")),
            year: text("date_published")
                .and_then(|date| date.get(..4))
                .map_or_else(none, str::to_owned),
            text: text_key(text("text").unwrap_or_default()),
            has_text: text("text").is_some_and(|text| !text.is_empty()),
        }
    }

    /// Counts the row, and its text where an earlier row has the same.
    pub(crate) fn count(&self, tally: &mut Tally, seen: &mut Seen) {
        tally.repeated_texts += u64::from(self.has_text && seen.text_again(self.text));
        self.add_to(tally);
    }

    /// Counts the row as if no other had its text.
    pub(crate) fn add_to(&self, tally: &mut Tally) {
        tally.rows += 1;
        tally.chars += u64::from(self.chars);
        tally.words += u64::from(self.words);
        tally.languages.add(self.language.as_deref().unwrap_or("und"), 1);
        if let Some(status) = &self.topic {
            tally.topics.add(status, 1);
        }
        if let Some(page_type) = &self.page_type {
            tally.page_types.add(page_type, 1);
        }
        tally.extractors.add(&self.extractor, 1);
        tally.digests.add(&self.digest, 1);
        tally.charsets.add(self.charset.as_deref().unwrap_or("?"), 1);
        tally.charset_sources.add(self.charset_source.as_deref().unwrap_or("?"), 1);
        for flag in &self.flags {
            tally.flags.add(flag, 1);
        }
        if let Some(ratio) = self.ratio {
            tally.add_ratio(ratio);
        }
        let Self { host, month, year, .. } = self;
        tally.hosts.add(host, 1);
        tally.months.add(month, 1);
        tally.host_months.add(&format!("{host} {month}"), 1);
        for (field, agreement) in &self.agreements {
            tally.agreements.add(&format!("{host} {field} {agreement}"), 1);
        }
        tally.host_years.add(&format!("{host} {year}"), 1);
        tally.year_words.add(year, u64::from(self.words));
    }
}

/// The strings of a list.
fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The best candidate of a field, as `metadata_json` has it.
fn best(kept: &Map<String, Value>, field: &str) -> Option<String> {
    kept.get(field)?.get(0)?.get("value")?.as_str().map(str::to_owned)
}

/// Fields with candidates and whether their sources agree, as `metadata_json` has them.
fn agreements(kept: &Map<String, Value>, conflicts: &Value) -> Vec<(String, String)> {
    let of_field = |(field, candidates): (&String, &Value)| {
        let candidates = candidates.as_array()?.iter();
        let pairs = candidates.filter_map(|c| Some((c["value"].as_str()?, c["source"].as_str()?)));
        let pairs: Vec<_> = pairs.collect();
        let in_conflict = texts(conflicts).any(|other| other == field);
        let (field, agreement) = kept_agreement(field, &pairs, in_conflict)?;
        Some((field.to_owned(), agreement.name().to_owned()))
    };
    kept.iter().filter_map(of_field).collect()
}

/// Counts a record, whatever becomes of it.
pub(super) fn count_record(
    tally: &mut Tally,
    record_type: &str,
    status: Option<u16>,
    mime: Option<&str>,
) {
    tally.records += 1;
    tally.record_types.add(record_type, 1);
    if let Some(status) = status {
        tally.statuses.add(&status.to_string(), 1);
    }
    if let Some(mime) = mime {
        tally.mimes.add(mime, 1);
    }
}

/// Counts a damaged byte range.
pub(super) fn count_range(tally: &mut Tally, range: &Dropped) {
    let sum = tally.damage.entry(range.reason.clone()).or_default();
    sum.ranges += 1;
    sum.bytes += range.place.length;
}

/// The month of a time, as `2019-05`.
fn month(unix_ms: i64) -> Option<String> {
    let time = jiff::Timestamp::from_millisecond(unix_ms).ok()?;
    Some(time.strftime("%Y-%m").to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::run::processed::SourceRange;

    fn counted(row: &Row) -> Tally {
        let mut tally = Tally::default();
        Counted::new(row, &PageFacts::default()).count(&mut tally, &mut Seen::default());
        tally
    }

    /// What a row does not have is counted as such: sums of all tables are the number of rows.
    #[test]
    fn a_row_counts_once_in_every_table() {
        let tally = counted(&Row::default());
        let once = |key: &str| BTreeMap::from([(key.to_owned(), 1)]);
        assert_eq!(tally.languages.0, once("und"));
        assert_eq!((&tally.charsets.0, &tally.charset_sources.0), (&once("?"), &once("?")));
        assert_eq!((&tally.hosts.0, &tally.months.0), (&once("(none)"), &once("(none)")));
        assert_eq!(tally.host_months.0, once("(none) (none)"));
        assert_eq!(tally.host_years.0, once("(none) (none)"));
        assert_eq!((tally.rows, tally.repeated_texts), (1, 0));
        // Verdicts and types are counted only where they were asked for.
        assert!(tally.topics.0.is_empty() && tally.page_types.0.is_empty());
        assert!(tally.ratios.is_empty() && tally.flags.0.is_empty());
    }

    #[test]
    fn months_and_years_are_as_precise_as_the_dates() {
        for (unix_ms, published, month, year) in [
            (Some(1_558_051_200_000), Some("2019-05-17"), "2019-05", "2019"),
            (Some(-1), Some("2019"), "1969-12", "2019"),
            (Some(i64::MAX), Some("201"), "(none)", "(none)"),
            (None, None, "(none)", "(none)"),
            // No date of ours, but rows come from files, too: no letter is cut.
            (None, Some("2\u{e4}\u{e4}9"), "(none)", "(none)"),
        ] {
            let row = Row {
                url: "http://a.example/".to_owned(),
                timestamp: unix_ms,
                date_published: published.map(str::to_owned),
                n_words: 3,
                ..Row::default()
            };
            let tally = counted(&row);
            let key = |n: &str| format!("a.example {n}");
            assert_eq!(tally.host_months.0.keys().collect::<Vec<_>>(), [&key(month)]);
            assert_eq!(tally.host_years.0.keys().collect::<Vec<_>>(), [&key(year)]);
            assert_eq!(tally.year_words.0[year], 3);
        }
    }

    #[test]
    fn texts_repeat_from_their_second_row_on_and_empty_ones_never() {
        let (mut tally, mut seen) = (Tally::default(), Seen::default());
        for text in ["a", "", "b", "a", "", "a"] {
            let row = Row { text: text.to_owned(), ..Row::default() };
            Counted::new(&row, &PageFacts::default()).count(&mut tally, &mut seen);
        }
        assert_eq!((tally.rows, tally.repeated_texts), (6, 2));
    }

    #[test]
    fn records_count_whatever_becomes_of_them_and_ranges_apart() {
        let mut tally = Tally::default();
        count_record(&mut tally, "response", Some(404), Some("text/html"));
        count_record(&mut tally, "warcinfo", None, None);
        assert_eq!((tally.records, tally.record_types.total()), (2, 2));
        assert_eq!((tally.statuses.0["404"], tally.mimes.total()), (1, 1));
        for length in [3, 4] {
            let place = SourceRange { length, ..SourceRange::default() };
            let (reason, sentence) = ("crc".to_owned(), String::new());
            count_range(&mut tally, &Dropped { place, reason, sentence });
        }
        assert_eq!((tally.damage["crc"].ranges, tally.damage["crc"].bytes), (2, 7));
        assert_eq!(tally.records, 2);
    }
}
