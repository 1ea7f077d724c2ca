//! The date of publication where sources disagree or are silent.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use super::candidate::{Candidate, Source};
use super::field::Field;
use super::found::Found;

/// Rank of a date that another source confirms: before all others.
const CONFIRMED: u8 = 0;
/// Rank of the date of a change, where there is no date of publication.
const CHANGE_RANK: u8 = 150;
/// From this rank on, a visible date is not sure.
const UNSURE: u8 = 40;
/// Origin of visible dates.
pub(super) const SHOWN: &str = "text";
/// Origin of dates in `time` elements.
pub(super) const MARKED: &str = "time@datetime";

/// Length of a date without time, in characters.
pub(super) const DAY: usize = 10;

/// Origins that do not say of what they are the date.
const VAGUE: &[&str] = &["date", "dc.date", "dcterms.date", MARKED];

/// A declared date this many days after the visible one is that of a move to another system.
const MOVE_DAYS: i32 = 92;

/// Moves a date to the front that a second source confirms. A page with nothing but a date of
/// change is dated by it: the text in its present form is no older.
pub(super) fn settle(found: &mut Found) {
    let first = found.ranked(Field::Published).first().map(|first| (*first).clone());
    let Some(first) = first else { return change_alone(found) };
    // A year or month alone cannot be compared day by day.
    let Some(day) = day_of(&first) else { return complete(found, &first) };
    let Some(known) = found.fields.get_mut(Field::Published.name()) else { return };
    let in_address =
        known.iter().any(|(_, c)| c.source == Source::Url && agrees_with(&first, &c.value));
    let shown = Shown::among(known);
    for (rank, candidate) in known {
        let Some(other) = day_of(candidate) else { continue };
        let later = days(other, day);
        // Day and month exchanged are one date misread, not two sources.
        let is_seen = candidate.detail == SHOWN && swapped(other) != Some(day);
        let is_shown = is_seen && shown.sure;
        // UTC may be a day off, while address, text and other sources use local time.
        let of_the_place = later == 1
            && (candidate.source == Source::Url || is_seen && has_time(&first.value))
            || later.abs() == 1 && same_instant(&first.value, &candidate.value);
        // A difference of one day between declared dates can come from time zones alone.
        let seen_too = later.abs() > 1 && shown.day == Some(other) && is_declared(candidate);
        let before_the_move = is_shown && later > MOVE_DAYS && !in_address;
        // The declared date does not claim to be that of publication.
        let vague = is_shown && other != day && VAGUE.contains(&first.detail.as_str());
        // A text alone does not tell 3 October from 10 March.
        let misread =
            first.detail == SHOWN && candidate.detail != SHOWN && swapped(day) == Some(other);
        // Each of these is a second source for the other day.
        if of_the_place || seen_too || before_the_move || vague || misread {
            *rank = CONFIRMED;
        }
    }
    if is_declared(&first) && shown.day != Some(day) {
        no_later_than_changed(day, found);
    }
}

/// Prefers a visible date of change to a later declared publication: no page is changed before it
/// is published. If machines are told of the same change, the publication was postponed, and stays.
fn no_later_than_changed(day: Date, found: &mut Found) {
    let Some(changes) = found.fields.get(Field::Modified.name()) else { return };
    let is_sure = |(rank, change): &&(u8, Candidate)| *rank < UNSURE && change.detail == SHOWN;
    let Some((_, shown)) = changes.iter().find(is_sure) else { return };
    // If the change is declared, too, then the publication date is what was moved.
    let put_off = changes.iter().any(|(_, c)| is_declared(c) && day_of(c) == day_of(shown));
    if !put_off && day_of(shown).is_some_and(|change| change < day) {
        let shown = shown.clone();
        found.put_first(Field::Published, &shown);
    }
}

/// The visible date.
struct Shown {
    day: Option<Date>,
    /// Whether its place says what it is, or a `time` element repeats it.
    sure: bool,
}

impl Shown {
    fn among(known: &[(u8, Candidate)]) -> Self {
        let shown = known.iter().find(|(_, candidate)| candidate.detail == SHOWN);
        let day = shown.and_then(|(_, candidate)| day_of(candidate));
        let marked = |c: &Candidate| c.detail == MARKED && day_of(c) == day;
        let sure = shown.is_some_and(|(rank, _)| *rank < UNSURE);
        Self { day, sure: sure || day.is_some() && known.iter().any(|(_, c)| marked(c)) }
    }
}

/// Whether a candidate is declared for machines about the page as a whole.
fn is_declared(candidate: &Candidate) -> bool {
    matches!(candidate.source, Source::Jsonld | Source::Meta)
        || (candidate.detail.starts_with("itemprop=") && !candidate.detail.contains(' '))
}

/// Whether a value has a time of day, so that its day may be that of another zone.
fn has_time(value: &str) -> bool {
    value.ends_with('Z') || value.parse::<DateTime>().is_ok_and(|_| value.len() > DAY)
}

/// Whether a time in UTC and a local time are the same instant.
fn same_instant(utc: &str, local: &str) -> bool {
    let instant = |value: &str| value.parse::<Timestamp>().ok();
    utc.ends_with('Z')
        && !local.ends_with('Z')
        && instant(utc).zip(instant(local)).is_some_and(|(a, b)| a == b)
}

/// Whether a date agrees with that of an address, which may lack day or month.
fn agrees_with(candidate: &Candidate, address: &str) -> bool {
    candidate.value.starts_with(address)
}

/// Whether a date is the day of the capture in some time zone.
pub(super) fn is_near_capture(capture_ms: Option<i64>, date: Date) -> bool {
    let capture = capture_ms.and_then(|ms| Timestamp::from_millisecond(ms).ok());
    let day = capture.map(|capture| capture.to_zoned(TimeZone::UTC).date());
    day.is_some_and(|day| days(day, date).abs() <= 1)
}

/// Days from one date to another.
fn days(from: Date, to: Date) -> i32 {
    (to - from).get_days()
}

fn day_of(candidate: &Candidate) -> Option<Date> {
    candidate.value.get(..DAY)?.parse().ok()
}

/// The date with day and month exchanged, if it exists.
fn swapped(date: Date) -> Option<Date> {
    Date::new(date.year(), date.day(), date.month()).ok()
}

/// Completes a date without a day by the first candidate in the same month or year.
fn complete(found: &mut Found, first: &Candidate) {
    let whole = |candidate: &&Candidate| {
        candidate.value.len() > first.value.len() && candidate.value.starts_with(&first.value)
    };
    let published = found.ranked(Field::Published);
    let known = published.into_iter().chain(found.ranked(Field::Modified)).find(whole).cloned();
    if let Some(candidate) = known {
        found.put_first(Field::Published, &candidate);
    }
}

fn change_alone(found: &mut Found) {
    let change = found.ranked(Field::Modified).first().map(|change| (*change).clone());
    let Some(Candidate { value, source, detail, .. }) = change else { return };
    found.push(Field::Published, CHANGE_RANK, source, &detail, &value);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The date that is chosen among dates with rank, source, origin and value.
    fn settled(
        published: &[(u8, Source, &str, &str)],
        modified: &[(u8, &str, &str)],
    ) -> Option<String> {
        let mut found = Found::default();
        for (rank, source, detail, value) in published {
            found.push(Field::Published, *rank, *source, detail, value);
        }
        for (rank, detail, value) in modified {
            let source = if *detail == SHOWN { Source::Html } else { Source::Meta };
            found.push(Field::Modified, *rank, source, detail, value);
        }
        settle(&mut found);
        found.best(Field::Published)
    }

    #[test]
    fn a_second_source_decides_between_dates() {
        let (meta, html, url) = (Source::Meta, Source::Html, Source::Url);
        for (dates, expected) in [
            // The day in UTC is a day ahead: address and text have the day of the place.
            (
                vec![(15, meta, "a", "2019-05-18T01:00Z"), (40, url, "path", "2019-05-17")],
                "2019-05-17",
            ),
            (
                vec![(15, meta, "a", "2019-05-18T01:00Z"), (38, html, SHOWN, "2019-05-17")],
                "2019-05-17",
            ),
            // A date without a time has no zone that could be wrong.
            (vec![(15, meta, "a", "2019-05-18"), (38, html, SHOWN, "2019-05-17")], "2019-05-18"),
            // Another declared date is the one that readers see.
            (
                vec![
                    (15, meta, "a", "2019-05-01"),
                    (18, meta, "b", "2019-05-17"),
                    (38, html, SHOWN, "2019-05-17"),
                ],
                "2019-05-17",
            ),
            // A declared date long after the visible one is that of a move.
            (vec![(15, meta, "a", "2019-05-17"), (38, html, SHOWN, "2012-05-17")], "2012-05-17"),
            (vec![(15, meta, "a", "2019-05-17"), (60, html, SHOWN, "2012-05-17")], "2019-05-17"),
            // Some names do not say of what they are the date.
            (vec![(26, meta, "date", "2019-05-17"), (38, html, SHOWN, "2019-05-10")], "2019-05-10"),
            // Day and month exchanged in the text.
            (vec![(38, html, SHOWN, "2019-03-10"), (40, url, "path", "2019-10-03")], "2019-10-03"),
        ] {
            assert_eq!(settled(&dates, &[]).as_deref(), Some(expected), "{dates:?}");
        }
    }

    #[test]
    fn changes_complete_or_correct_the_publication() {
        let meta = Source::Meta;
        for (published, modified, expected) in [
            (vec![], vec![(15, "m", "2019-05-17")], Some("2019-05-17")),
            (vec![(15, meta, "a", "2019-05")], vec![(15, "m", "2019-05-17")], Some("2019-05-17")),
            (vec![(15, meta, "a", "2019-05")], vec![(15, "m", "2019-06-17")], Some("2019-05")),
            // No page is changed before it is published, unless publication was put off.
            (
                vec![(15, meta, "a", "2019-05-17")],
                vec![(38, SHOWN, "2018-01-02")],
                Some("2018-01-02"),
            ),
            (
                vec![(15, meta, "a", "2019-05-17")],
                vec![(38, SHOWN, "2018-01-02"), (15, "m", "2018-01-02")],
                Some("2019-05-17"),
            ),
            (vec![], vec![], None),
        ] {
            assert_eq!(
                settled(&published, &modified).as_deref(),
                expected,
                "{published:?} {modified:?}"
            );
        }
    }

    #[test]
    fn only_times_can_be_those_of_another_zone() {
        for (value, expected) in [
            ("2019-05-17T10:00Z", true),
            ("2019-05-17T10:00", true),
            ("2019-05-17T10:00+02:00", true),
            ("2019-05-17", false),
            ("2019-05", false),
        ] {
            assert_eq!(has_time(value), expected, "{value}");
        }
        assert!(same_instant("2019-05-17T22:30:00Z", "2019-05-18T00:30:00+02:00"));
        assert!(!same_instant("2019-05-17T22:30:00Z", "2019-05-18T00:30:00+01:00"));
        assert!(!same_instant("2019-05-17T22:30:00+00:00", "2019-05-18T00:30:00+02:00"));
    }
}
