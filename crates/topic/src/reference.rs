//! What revisits refer to, as numbers: the id of a record, its address and date, its digest.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use scutch_archive::{Record, WarcDate};

/// What a record may be referred to by: its id, its address and date, its digest.
pub(crate) fn names(record: &Record<'_>) -> [Option<u64>; 3] {
    let at = record.target_uri().zip(record.date().map(WarcDate::timestamp));
    [
        record.record_id().map(|id| name(&["id", id])),
        at.map(|(uri, date)| name(&["at", uri, &date])),
        record.header("WARC-Payload-Digest").map(|digest| name(&["digest", &folded(digest)])),
    ]
}

/// What a revisit refers to, in the same order.
pub(crate) fn references(revisit: &Record<'_>) -> [Option<u64>; 3] {
    let bare = |header: &str| {
        Some(revisit.header(header)?.trim().trim_start_matches('<').trim_end_matches('>'))
    };
    let date = revisit.header("WARC-Refers-To-Date").and_then(WarcDate::parse);
    let at = bare("WARC-Refers-To-Target-URI").zip(date);
    [
        bare("WARC-Refers-To").map(|id| name(&["id", id])),
        at.map(|(uri, date)| name(&["at", uri, &date.timestamp()])),
        revisit.header("WARC-Payload-Digest").map(|digest| name(&["digest", &folded(digest)])),
    ]
}

fn name(parts: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

fn folded(digest: &str) -> String {
    digest.trim().to_ascii_lowercase()
}
