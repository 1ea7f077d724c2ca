//! Spans of time between two bounds, each as precise as it is written.

use crate::date::is_time;

/// A span of capture times. What has no bound goes on without end.
///
/// Bounds and times are compared as digits (`YYYYMMDDhhmmss`), so that a year lasts to its end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DateBounds {
    from: Option<String>,
    to: Option<String>,
}

/// What is wrong with bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadBound {
    /// The first bound is no date.
    From,
    /// The last bound is no date.
    To,
    /// The last bound is before the first.
    Reversed,
}

/// Numbers of digits that a date can have: to the year, month, day, hour, minute or second.
const PRECISIONS: [usize; 6] = [4, 6, 8, 10, 12, 14];

/// The digits of a date of any precision: `2019`, `2019-05`, `2019-05-17T10:00Z`,
/// `20190517100000`. `None` for what is no such date, and for days and times that there are not.
pub fn date_digits(written: &str) -> Option<String> {
    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
    let is_plain = written.chars().all(|c| c.is_ascii_digit() || "-:TZ ".contains(c));
    (is_plain && PRECISIONS.contains(&digits.len()) && is_time(&digits)).then_some(digits)
}

impl DateBounds {
    /// Reads two bounds in the forms of [`date_digits`].
    ///
    /// # Errors
    /// When a bound is no date, or no time lies between them.
    pub fn new(from: Option<&str>, to: Option<&str>) -> Result<Self, BadBound> {
        let read =
            |bound: Option<&str>, bad| bound.map(|bound| date_digits(bound).ok_or(bad)).transpose();
        let (from, to) = (read(from, BadBound::From)?, read(to, BadBound::To)?);
        if let (Some(early), Some(late)) = (&from, &to)
            && early > late
            // From a day to its year is a sound span: the year lasts until December.
            && !early.starts_with(late.as_str())
        {
            return Err(BadBound::Reversed);
        }
        Ok(Self { from, to })
    }

    /// Whether every time lies within.
    pub fn is_all(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }

    /// Whether a time of 14 digits lies within.
    pub fn contains(&self, stamp: &str) -> bool {
        let is_early = self.from.as_deref().is_some_and(|from| stamp < from);
        // Cut to the digits of the bound, which includes all of its last month or day.
        let is_late = |to: &str| stamp.get(..to.len()).is_none_or(|start| start > to);
        !is_early && !self.to.as_deref().is_some_and(is_late)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dates_are_read_in_any_precision_and_nothing_else() {
        for (written, expected) in [
            ("2019", Some("2019")),
            ("2019-05", Some("201905")),
            ("2019-05-17T10:20:30Z", Some("20190517102030")),
            ("2019-05-17 10:20", Some("201905171020")),
            ("20190517102030", Some("20190517102030")),
            ("2004-02-29", Some("20040229")),
            ("2005-13", None),
            ("200500", None),
            ("2005-99-99", None),
            ("2005-02-29", None),
            ("2005063024", None),
            ("2005-06-30T10:60", None),
            ("2005-06-30T10:20:61Z", None),
            // Five digits would be compared as if the month ended there.
            ("2019-5", None),
            ("201", None),
            ("201905171020300", None),
            ("May 2019", None),
            ("2019/05", None),
            ("", None),
        ] {
            assert_eq!(date_digits(written).as_deref(), expected, "{written}");
        }
    }

    #[test]
    fn spans_have_the_precision_of_their_bounds() {
        for (from, to, stamp, is_in) in [
            (Some("2019"), Some("2019"), "20191231235959", true),
            (Some("2019-05-17"), None, "20190516235959", false),
            (Some("2019-05-17"), Some("2019"), "20190601000000", true),
            (None, Some("2019-05"), "20190531235959", true),
            (None, Some("2019-05"), "20190601000000", false),
            (Some("20190517100000"), Some("20190517100000"), "20190517100000", true),
            (None, None, "20190517100000", true),
            // No time at all.
            (None, Some("2019"), "", false),
            (Some("2019"), None, "", false),
        ] {
            let bounds = DateBounds::new(from, to).expect("sound");
            assert_eq!(bounds.contains(stamp), is_in, "{from:?} {to:?} {stamp}");
            assert_eq!(bounds.is_all(), from.is_none() && to.is_none());
        }
    }

    #[test]
    fn bounds_without_sense_are_told_apart() {
        for (from, to, expected) in [
            ("soon", "2019", BadBound::From),
            ("2019", "soon", BadBound::To),
            ("2020", "2019", BadBound::Reversed),
            ("2019-05", "2019-04-30", BadBound::Reversed),
        ] {
            assert_eq!(DateBounds::new(Some(from), Some(to)), Err(expected), "{from} {to}");
        }
    }

    proptest! {
        #[test]
        fn a_time_lies_between_itself_cut_anywhere(
            stamp in "[12][0-9]{3}(0[1-9]|1[0-2])(0[1-9]|1[0-9]|2[0-8])([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]",
            from in 0_usize..6,
            to in 0_usize..6,
        ) {
            let cut = |at: usize| Some(&stamp[..PRECISIONS[at]]);
            let bounds = DateBounds::new(cut(from), cut(to)).expect("sound");
            prop_assert!(bounds.contains(&stamp));
        }
    }
}
