//! The time of day beside a declared date, as precise as it is written.

use std::fmt;

/// Last second of a minute: a leap second is written as this one.
const LAST_SECOND: u8 = 59;
/// Greatest offset from UTC, in hours.
const FURTHEST_ZONE: u8 = 14;
/// Words for the halves of the day: the first one, then the second.
const HALVES: [&[&str]; 2] =
    [&["am", "a.m", "오전", "上午", "午前"], &["pm", "p.m", "오후", "下午", "午後"]];

/// A time of day with what is known of seconds and zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clock {
    hour: u8,
    minute: u8,
    second: Option<u8>,
    zone: Option<Zone>,
}

/// Offset from UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Zone {
    is_west: bool,
    hour: u8,
    minute: u8,
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)?;
        if let Some(second) = self.second {
            write!(f, ":{second:02}")?;
        }
        match self.zone {
            None => Ok(()),
            Some(Zone { hour: 0, minute: 0, .. }) => f.write_str("Z"),
            Some(Zone { is_west, hour, minute }) => {
                write!(f, "{}{hour:02}:{minute:02}", if is_west { '-' } else { '+' })
            }
        }
    }
}

impl Clock {
    fn new(hour: u8, minute: u8, second: Option<u8>, zone: Option<Zone>) -> Option<Self> {
        // 61 and more are no seconds: the rest of the time may be right.
        let second = second.filter(|second| *second <= LAST_SECOND + 1);
        let second = second.map(|second| second.min(LAST_SECOND));
        (hour <= 23 && minute <= 59).then_some(Self { hour, minute, second, zone })
    }

    /// `1000`, `100000`, with a fraction and a zone (ISO 8601, basic format).
    pub(super) fn basic(text: &str) -> Option<Self> {
        let count = text.bytes().take_while(u8::is_ascii_digit).count();
        let number = |from: usize| text.get(from..from + 2)?.parse::<u8>().ok();
        let second = match count {
            4 => None,
            6 => Some(number(4)?),
            _ => return None,
        };
        let rest = text[count..].trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
        Self::new(number(0)?, number(2)?, second, zone(rest).0)
    }

    /// The time in twelve hours, in the first or second half of the day.
    fn in_half(self, half: usize) -> Self {
        match (half, self.hour) {
            (0, 12) => Self { hour: 0, ..self },
            (1, 1..=11) => Self { hour: self.hour + 12, ..self },
            _ => self,
        }
    }
}

/// The only time of day in a text, and the text without times. There is no such time if two differ.
pub(super) fn split(text: &str) -> (Option<Clock>, String) {
    let (mut times, mut left, mut rest) = (Vec::new(), String::with_capacity(text.len()), text);
    while let Some(colon) = rest.find(':') {
        let start = rest[..colon].trim_end_matches(|c: char| c.is_ascii_digit()).len();
        // The hour has two digits at most: `17/May/2019:10:20`.
        if start == colon || colon - start > 2 {
            left.push_str(&rest[..colon]);
            left.push_str(if start == colon { ":" } else { " " });
            rest = &rest[colon + 1..];
            continue;
        }
        left.push_str(&rest[..start]);
        // What looks like a time and is none must not be read as part of the date.
        let Some((clock, behind)) = extended(&left, &rest[start..]) else { return (None, left) };
        left.push(' ');
        times.push(clock);
        rest = behind;
    }
    left.push_str(rest);
    let only = times.first().copied().filter(|first| times.iter().all(|time| time == first));
    (only, left)
}

/// `10:00`, `9:05:30.5+02:00`, `10:30 pm` at the beginning of a text, and what stands behind it.
/// `before` may say which half of the day it is.
fn extended<'t>(before: &str, text: &'t str) -> Option<(Clock, &'t str)> {
    let (hour, rest) = number(text)?;
    let (minute, mut rest) = number(rest.strip_prefix(':')?)?;
    let mut second = None;
    if let Some((value, behind)) = rest.strip_prefix(':').and_then(number) {
        second = Some(value);
        let fraction = behind.strip_prefix(['.', ',']);
        rest = fraction
            .map_or(behind, |digits| digits.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    // Words of a half stand behind the time, in East Asia before it.
    let in_front = half(before, |before, word| before.trim_end().strip_suffix(word));
    let behind = half(rest, |rest, word| strip_word(rest.trim_start(), word));
    if let Some((_, left)) = behind {
        rest = left;
    }
    let (zone, rest) = zone(rest);
    let clock = Clock::new(hour, minute, second, zone)?;
    let half = behind.or(in_front).map(|(half, _)| half);
    Some((half.map_or(clock, |half| clock.in_half(half)), rest))
}

/// Which half of the day a text names, by a function that takes a word off it.
fn half<'t>(
    text: &'t str,
    strip: fn(&'t str, &str) -> Option<&'t str>,
) -> Option<(usize, &'t str)> {
    let halves = HALVES.iter().enumerate();
    let mut words = halves.flat_map(|(half, words)| words.iter().map(move |word| (half, *word)));
    words.find_map(|(half, word)| Some((half, strip(text, word)?)))
}

/// The text behind a word at its beginning, in any case.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let is_word = text.get(..word.len())?.eq_ignore_ascii_case(word);
    let rest = text.get(word.len()..)?;
    (is_word && !rest.starts_with(char::is_alphabetic)).then_some(rest)
}

/// A number of one or two digits at the beginning of a text, and what stands behind it.
fn number(text: &str) -> Option<(u8, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let value = text[..digits].parse().ok().filter(|_| digits <= 2)?;
    Some((value, &text[digits..]))
}

/// The zone at the beginning of a text, as offset or as name of UTC, and what stands behind it.
/// Other names of zones are not read: many have several meanings.
fn zone(text: &str) -> (Option<Zone>, &str) {
    let trimmed = text.trim_start();
    let named = ["Z", "UTC", "GMT"].iter().find_map(|name| {
        let is_name = trimmed.get(..name.len())?.eq_ignore_ascii_case(name);
        let rest = &trimmed[name.len()..];
        (is_name && !rest.starts_with(char::is_alphabetic)).then_some(rest)
    });
    let offset = offset(named.unwrap_or(trimmed));
    let utc = named.map(|rest| (Some(Zone { is_west: false, hour: 0, minute: 0 }), rest));
    offset.or(utc).unwrap_or((None, text))
}

/// `+02:00`, `-0930`, `+14`; no zone if there is none so far from UTC.
fn offset(text: &str) -> Option<(Option<Zone>, &str)> {
    let is_west = text.starts_with(['-', '\u{2212}']);
    let rest = text.strip_prefix(['+', '-', '\u{2212}'])?;
    let (hour, rest) = (rest.get(..2)?.parse().ok()?, &rest[2..]);
    let minute = rest.strip_prefix(':').unwrap_or(rest);
    let digits = minute.bytes().take_while(u8::is_ascii_digit).count();
    let (minute, rest) = match digits {
        0 => (0, rest),
        2 => (minute[..2].parse().ok()?, &minute[2..]),
        _ => return None,
    };
    let is_zone = hour <= FURTHEST_ZONE && minute <= 59;
    Some((is_zone.then_some(Zone { is_west, hour, minute }), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_taken_out_of_their_text() {
        for (text, clock, rest) in [
            ("2019-05-17T10:20", Some("10:20"), "2019-05-17T "),
            ("Fri May 17 10:20:30 UTC 2019", Some("10:20:30Z"), "Fri May 17   2019"),
            ("10:20:30.125+02:00", Some("10:20:30+02:00"), " "),
            ("9:05:00+0200", Some("09:05:00+02:00"), " "),
            ("10:20 GMT-0930 (x)", Some("10:20-09:30"), "  (x)"),
            ("10:20 +00:00", Some("10:20Z"), " "),
            ("10:20 CEST", Some("10:20"), "  CEST"),
            ("3:04 pm", Some("15:04"), " "),
            ("12:04 a.m.", Some("00:04"), " ."),
            ("12:04 PM", Some("12:04"), " "),
            ("오후 3:04", Some("15:04"), "오후  "),
            ("10:20:60Z", Some("10:20:59Z"), " "),
            ("10:20:75Z", Some("10:20Z"), " "),
            ("25:20", None, ""),
            ("17 May 25:20", None, "17 May "),
            ("10:2", Some("10:02"), " "),
            ("10:20+15:00", Some("10:20"), " "),
            ("10:20+02:99", Some("10:20"), " "),
            ("no time: none", None, "no time: none"),
            ("17/May/2019:10:20:30 +0000", Some("10:20:30Z"), "17/May/2019  "),
            ("Published: 17 May, 10:20", Some("10:20"), "Published: 17 May,  "),
            ("14:30, in short 14:30", Some("14:30"), " , in short  "),
            ("10:00, updated 12:00", None, " , updated  "),
            ("17 May 2019 14:30 (UTC)", Some("14:30"), "17 May 2019   (UTC)"),
            ("", None, ""),
        ] {
            let (found, left) = split(text);
            assert_eq!(found.map(|clock| clock.to_string()).as_deref(), clock, "{text}");
            assert_eq!(left, rest, "{text}");
        }
    }

    #[test]
    fn times_without_marks_have_four_or_six_digits() {
        for (text, expected) in [
            ("1020", Some("10:20")),
            ("102030Z", Some("10:20:30Z")),
            ("102030.5-0200", Some("10:20:30-02:00")),
            ("10", None),
            ("10203", None),
            ("2520", None),
        ] {
            assert_eq!(
                Clock::basic(text).map(|clock| clock.to_string()).as_deref(),
                expected,
                "{text}"
            );
        }
    }
}
