//! Adds rows to the counts of a shard.

use crate::folder::tally::Tally;
use crate::row::{PageFacts, Row};

/// Counts a row.
pub(super) fn count_row(tally: &mut Tally, row: &Row, facts: &PageFacts) {
    tally.rows += 1;
    tally.chars += u64::from(row.n_chars);
    tally.words += u64::from(row.n_words);
    tally.languages.add(row.language.as_deref().unwrap_or("und"), 1);
    if let Some(status) = &row.topic_status {
        tally.topics.add(status, 1);
    }
    if let Some(page_type) = &facts.page_type {
        tally.page_types.add(page_type, 1);
    }
    tally.extractors.add(&row.extractor, 1);
    tally.digests.add(&row.digest_status, 1);
    tally.charsets.add(row.charset.as_deref().unwrap_or("?"), 1);
    tally.charset_sources.add(row.charset_source.as_deref().unwrap_or("?"), 1);
    for flag in &row.flags {
        tally.flags.add(flag, 1);
    }
    if let Some(ratio) = row.content_ratio {
        tally.add_ratio(ratio);
    }
    let host = scutch_url::host(&row.url).unwrap_or_else(|| "(none)".to_owned());
    tally.hosts.add(&host, 1);
    let month = row.timestamp.and_then(month).unwrap_or_else(|| "(none)".to_owned());
    tally.months.add(&month, 1);
    tally.host_months.add(&format!("{host} {month}"), 1);
    for (field, agreement) in &facts.agreements {
        tally.agreements.add(&format!("{host} {field} {agreement}"), 1);
    }
    // Only the year: reports show articles by year.
    let year = row.date_published.as_deref().and_then(|date| date.get(..4)).unwrap_or("(none)");
    tally.host_years.add(&format!("{host} {year}"), 1);
    tally.year_words.add(year, u64::from(row.n_words));
}

/// The month of a time, as `2019-05`.
fn month(unix_ms: i64) -> Option<String> {
    let time = jiff::Timestamp::from_millisecond(unix_ms).ok()?;
    Some(time.strftime("%Y-%m").to_string())
}
