//! Dates of records in every precision and zone.

use proptest::prelude::*;
use scutch_archive::{Precision, WarcDate};

#[test]
fn forms_of_the_standard_and_of_practice() {
    // Written, 14 digits in UTC, precision.
    let cases = [
        ("2020-02-29T23:59:59Z", "20200229235959", Precision::Second),
        ("2020-02-29t23:59:59z", "20200229235959", Precision::Second),
        ("2020-02-29 23:59:59", "20200229235959", Precision::Second),
        ("2020-02-29T23:59:59", "20200229235959", Precision::Second),
        ("2020-03-01T00:30:00+01:00", "20200229233000", Precision::Second),
        ("2020-03-01T00:30:00+0100", "20200229233000", Precision::Second),
        ("2020-02-29T22:30:00-01", "20200229233000", Precision::Second),
        ("2020-02-29T23:59:59.999999999Z", "20200229235959", Precision::Fraction),
        ("2020-02-29T23:59:60Z", "20200229235959", Precision::Second),
        ("2020-02-29T23:59Z", "20200229235900", Precision::Minute),
        ("2020-02-29", "20200229000000", Precision::Day),
        ("2020-02", "20200201000000", Precision::Month),
        ("2020", "20200101000000", Precision::Year),
        ("202002292359", "20200229235900", Precision::Minute),
        ("20200229235959", "20200229235959", Precision::Second),
        ("20200229235959123", "20200229235959", Precision::Fraction),
        ("  2020-02-29  ", "20200229000000", Precision::Day),
        ("1969-12-31T23:59:59Z", "19691231235959", Precision::Second),
    ];
    for (written, timestamp, precision) in cases {
        let date = WarcDate::parse(written).unwrap_or_else(|| panic!("{written}"));
        assert_eq!((&*date.timestamp(), date.precision), (timestamp, precision), "{written}");
        assert_eq!(date.is_reduced(), precision < Precision::Second, "{written}");
        assert_eq!(date.as_written, written.trim());
    }
}

#[test]
fn what_is_no_date_is_none() {
    for written in [
        "",
        "-",
        "null",
        "2019-02-29",
        "2020-13-01",
        "2020-00-01",
        "2020-01-32",
        "2020-1-1",
        "20-01-01",
        "2020-01-01T24:00:00Z",
        "2020-01-01T10:60:00Z",
        "2020-01-01T10",
        "2020-01T10:00:00Z",
        "2020-01-01T10:00:00ZZ",
        "2020-01-01T10:00:00.x",
        "2020-01-01-01",
        "2020010112",
        "20201301000000",
        "+2020-01-01",
        "２０２０-01-01",
        "Thu, 01 Jan 2020",
    ] {
        assert_eq!(WarcDate::parse(written), None, "{written}");
    }
}

proptest! {
    #[test]
    fn dates_come_back_from_both_forms(seconds in 0..4_102_444_800_i64, millis in 0..1000_i64) {
        let (unix_ms, precision) = (seconds * 1000 + millis, Precision::Fraction);
        let date = WarcDate { as_written: String::new(), unix_ms, precision };
        let again = WarcDate::parse(&date.w3c()).expect("W3C-DTF");
        prop_assert_eq!(again.unix_ms, date.unix_ms);
        let again = WarcDate::parse(&date.timestamp()).expect("14 digits");
        prop_assert_eq!(again.unix_ms, seconds * 1000);
        // Both forms sort as time does.
        let later = WarcDate { unix_ms: date.unix_ms + 1000, ..date.clone() };
        prop_assert!(date.timestamp() < later.timestamp());
    }

    #[test]
    fn zones_move_the_instant_and_nothing_else(minutes in -14 * 60..14 * 60_i64) {
        let sign = if minutes < 0 { '-' } else { '+' };
        let zone = format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60);
        let there = WarcDate::parse(&format!("2020-06-15T12:00:00{zone}")).expect("a date");
        let utc = WarcDate::parse("2020-06-15T12:00:00Z").expect("a date");
        prop_assert_eq!(there.unix_ms + minutes * 60_000, utc.unix_ms);
    }

    #[test]
    fn any_text_may_be_asked(text in "[0-9TZ:.+ -]{0,24}|.{0,12}") {
        if let Some(date) = WarcDate::parse(&text) {
            prop_assert!(date.timestamp().len() >= 14);
        }
    }
}
