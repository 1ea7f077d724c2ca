//! Any text as a date: of a record, of a TimeMap, of a range that is asked for.

use scutch_archive::WarcDate;
use scutch_memento::{cdx_timestamp, date_span, http_date, parse_date, warc_date};

/// One execution.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some(date) = WarcDate::parse(text) {
        let again = WarcDate::parse(&date.w3c()).expect("what is written is read");
        assert_eq!(again.unix_ms, date.unix_ms, "{text:?}");
        assert_eq!(date.timestamp().len(), 14, "{text:?}");
    }
    if let Some(moment) = parse_date(text) {
        for written in [cdx_timestamp, http_date, warc_date] {
            let written = written(moment.unix_ms);
            let again = parse_date(&written).expect("what is written is read");
            // These forms have seconds.
            assert_eq!(
                again.unix_ms.div_euclid(1000),
                moment.unix_ms.div_euclid(1000),
                "{written}"
            );
        }
    }
    if let Some((first, last)) = date_span(text) {
        assert!(first <= last, "{text:?}");
    }
}
