//! Times of day and zones, as ISO 8601 has them.

/// Last second of a minute: a leap second is written as this one.
const LAST_SECOND: &str = "59";
/// Greatest offset from UTC, in hours.
const FURTHEST_ZONE: &str = "14";

/// The time of day as precise as written: hours and minutes, seconds, zone. Fractions are dropped.
pub(super) fn clock(text: &str) -> Option<String> {
    let (hour, minute) = (text.get(..2)?, text.get(3..5)?);
    if !up_to(hour, "23") || text.get(2..3)? != ":" || !up_to(minute, "59") {
        return None;
    }
    let mut out = format!("{hour}:{minute}");
    let mut rest = &text[5..];
    if let Some(second) = rest.strip_prefix(':').and_then(|r| r.get(..2)).filter(|s| up_to(s, "99"))
    {
        if up_to(second, "60") {
            out.push(':');
            out.push_str(second.min(LAST_SECOND));
        }
        rest = rest[3..].trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
    }
    out.push_str(&zone(rest.trim()).unwrap_or_default());
    Some(out)
}

/// Whether a part of a time has two digits and is at most `last`.
fn up_to(part: &str, last: &str) -> bool {
    part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit()) && part <= last
}

/// Whether a time is given with "am" or "pm".
pub(super) fn of_half_a_day(text: &str) -> bool {
    let marks = ["am", "pm", "a.m.", "p.m."];
    let mut words = text.split(|c: char| c.is_whitespace() || c.is_ascii_digit() || c == ':');
    words.any(|word| marks.iter().any(|mark| word.eq_ignore_ascii_case(mark)))
}

fn zone(text: &str) -> Option<String> {
    if matches!(text, "Z" | "z" | "UTC" | "GMT" | "+0000" | "+00:00") {
        return Some("Z".to_owned());
    }
    let sign = text.get(..1).filter(|s| matches!(*s, "+" | "-"))?;
    let digits: String = text[1..].chars().filter(char::is_ascii_digit).take(4).collect();
    let (hour, minute) = match digits.len() {
        2 => (&digits[..], "00"),
        4 => digits.split_at(2),
        _ => return None,
    };
    let is_zone = up_to(hour, FURTHEST_ZONE) && up_to(minute, "59");
    is_zone.then(|| format!("{sign}{hour}:{minute}"))
}

/// The only time of day in a text, with seconds and zone as they are written. `None` without a
/// time, or with several.
pub(super) fn only_time(text: &str) -> Option<String> {
    let (mut found, mut rest) = (None, text);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        rest = &rest[start..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Some((time, after)) = time_of_day(rest, digits) else {
            rest = &rest[digits..];
            continue;
        };
        if found.as_ref().is_some_and(|found| *found != time) {
            return None;
        }
        (found, rest) = (Some(time), after);
    }
    found
}

/// The time that a text begins with whose hour has so many digits, and what follows it.
fn time_of_day(text: &str, digits: usize) -> Option<(String, &str)> {
    let (hour, rest) = text.split_at(digits);
    let hour = hour.parse::<u8>().ok().filter(|hour| digits <= 2 && *hour < 24)?;
    let (minute, mut rest) = two_digits(rest.strip_prefix(':')?, "59")?;
    let mut seconds = String::new();
    if let Some((second, after)) = rest.strip_prefix(':').and_then(|rest| two_digits(rest, "60")) {
        seconds = format!(":{}", second.min(LAST_SECOND));
        rest = after.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
    }
    let word = rest.trim_start().trim_start_matches('(');
    let end = word.find(|c: char| c.is_whitespace() || ",;)".contains(c)).unwrap_or(word.len());
    let (word, after) = word.split_at(end);
    let half = HALVES.iter().find(|(marks, _)| marks.iter().any(|m| word.eq_ignore_ascii_case(m)));
    let (hour, zone, rest) = match (half, zone(word)) {
        (Some((_, noon)), _) if (1..=12).contains(&hour) => (hour % 12 + noon, None, after),
        (Some(_), _) => return None,
        (None, Some(zone)) => (hour, Some(zone), after),
        (None, None) => (hour, None, rest),
    };
    let zone = zone.unwrap_or_default();
    Some((format!("{hour:02}:{minute}{seconds}{zone}"), rest))
}

/// How the halves of a day are marked, and the hour that they begin with.
const HALVES: [(&[&str], u8); 2] = [(&["am", "a.m."], 0), (&["pm", "p.m."], 12)];

/// Two digits that a text begins with, if they are at most `last` and no third one follows.
fn two_digits<'t>(text: &'t str, last: &str) -> Option<(&'t str, &'t str)> {
    let (part, rest) = (text.get(..2)?, text.get(2..)?);
    (up_to(part, last) && !rest.starts_with(|c: char| c.is_ascii_digit())).then_some((part, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_end_where_the_earth_does() {
        for (text, expected) in [
            ("Z", Some("Z")),
            ("+00:00", Some("Z")),
            ("+02:00", Some("+02:00")),
            ("-0930", Some("-09:30")),
            ("+14", Some("+14:00")),
            ("+15:00", None),
            ("+02:99", None),
            ("CET", None),
            ("", None),
        ] {
            assert_eq!(zone(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn the_only_time_of_a_text_is_found_wherever_it_stands() {
        for (text, expected) in [
            ("17.05.2019 14:30", Some("14:30")),
            ("2019. m\u{e1}jus 17., 9:05", Some("09:05")),
            ("Freitag, 17. Mai 2019, 14:30 Uhr", Some("14:30")),
            ("Updated 2019-05-17T14:30:07.25+02:00 by us", Some("14:30:07+02:00")),
            ("17 May 2019 14:30 (UTC)", Some("14:30Z")),
            ("May 17, 2019, 2:30 pm", Some("14:30")),
            ("May 17, 2019, 12:05 a.m. EST", Some("00:05")),
            ("14:30, in short 14:30", Some("14:30")),
            // Which of two it is nobody knows.
            ("10:00, updated 12:00", None),
            ("24:10", None),
            ("14:30 pm", None),
            ("score 3:2", None),
            ("ratio 10:305", None),
            ("17/May/2019:14:30:00 +0000", Some("14:30:00Z")),
            ("2019:05:17 14:30:00", None),
            ("17 May 2019", None),
            ("", None),
        ] {
            assert_eq!(only_time(text).as_deref(), expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_no_time_or_one_that_is_read_again(text in "[0-9:.,+Za-m \u{e9}-]{0,24}") {
            if let Some(time) = only_time(&text) {
                let day = format!("2019-05-17T{time}");
                proptest::prop_assert_eq!(super::super::dates::parse(&day), Some(day.clone()));
            }
        }
    }
}
