//! Dates as the W3C profile of ISO 8601 writes them, in UTC (ISO 28500, section 5.4).

use crate::date::{Precision, WarcDate};

/// The forms, with their precision; a digit stands for any digit.
const FORMS: &[(&str, Precision)] = &[
    ("0000", Precision::Year),
    ("0000-00", Precision::Month),
    ("0000-00-00", Precision::Day),
    ("0000-00-00T00:00Z", Precision::Minute),
    ("0000-00-00T00:00:00Z", Precision::Second),
];

/// Digits that a fraction of a second may have.
const FRACTION: std::ops::RangeInclusive<usize> = 1..=9;

/// How precise a date is; `None` where it is none of the forms, or no day of the calendar.
pub(crate) fn precision(date: &str) -> Option<Precision> {
    let (whole, fraction) = match date.split_once('.') {
        Some((whole, fraction)) => (format!("{whole}Z"), Some(fraction.strip_suffix('Z')?)),
        None => (date.to_owned(), None),
    };
    let (_, precision) = FORMS.iter().find(|(form, _)| has_form(&whole, form))?;
    let precision = match fraction {
        None => *precision,
        Some(digits) => {
            let sound =
                FRACTION.contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
            (sound && *precision == Precision::Second).then_some(Precision::Fraction)?
        }
    };
    // Second 60 has no place in the profile, and none in the clock of `WarcDate`.
    let leap = whole.ends_with(":60Z");
    (!leap && WarcDate::parse(&whole).is_some()).then_some(precision)
}

fn has_form(date: &str, form: &str) -> bool {
    let same = |(have, want): (u8, u8)| match want {
        b'0' => have.is_ascii_digit(),
        other => have == other,
    };
    date.len() == form.len() && date.bytes().zip(form.bytes()).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        use Precision as P;
        for (date, expected) in [
            ("2024-07-15T17:28:00Z", Some(P::Second)),
            ("2024-07-15T17:28:00.1Z", Some(P::Fraction)),
            ("2024-07-15T17:28:00.123456789Z", Some(P::Fraction)),
            ("2024-07-15T17:28Z", Some(P::Minute)),
            ("2024-07-15", Some(P::Day)),
            ("2024-07", Some(P::Month)),
            ("2024", Some(P::Year)),
            ("2024-07-15T17:28:00+02:00", None),
            ("2024-07-15T17:28:00", None),
            ("2024-07-15 17:28:00Z", None),
            ("2024-07-15t17:28:00z", None),
            ("20240715172800", None),
            ("2024-02-30T17:28:00Z", None),
            ("2024-13", None),
            ("2024-07-15T25:00:00Z", None),
            ("2016-12-31T23:59:60Z", None),
            ("2024-07-15T17:28:00.Z", None),
            ("2024-07-15T17:28:00.1234567890Z", None),
            ("2024-07-15T17:28.5Z", None),
            ("2024-07-15T17Z", None),
            ("yesterday", None),
            ("", None),
            (".", None),
            (".Z", None),
        ] {
            assert_eq!(precision(date), expected, "{date}");
        }
    }
}
