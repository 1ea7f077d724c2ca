//! Values of attributes: those that fit as they are, those that can be made to fit, and the others.

use std::borrow::Cow;

use jiff::civil::{Date, Time};

use super::schema::Value;

/// The value as it may stand in an attribute; `None` where nothing of it may.
pub(crate) fn fitting(kind: Value, value: &str) -> Option<Cow<'_, str>> {
    let whole = |fits: bool| fits.then_some(Cow::Borrowed(value));
    match kind {
        Value::Id => whole(is_name(value)),
        Value::Language => whole(is_language(value)),
        Value::Word => whole(is_word(value)),
        // White space alone says nothing, and control characters are not XML.
        Value::Plain => whole(value.contains(|c: char| !c.is_whitespace() && !c.is_control())),
        Value::Pointer => pointer(value).map(Cow::Owned),
        Value::Date => date(value).map(Cow::Owned),
        Value::Time => time(value).map(Cow::Owned),
        Value::Count => whole(!value.is_empty() && value.bytes().all(|b| b.is_ascii_digit())),
        Value::Version => whole(is_version(value)),
        Value::OneOf(known) => whole(known.contains(&value)),
    }
}

/// Whether a value is an XML name without a colon (`NCName`).
fn is_name(value: &str) -> bool {
    let good = |b: u8| b.is_ascii_alphanumeric() || b"-._".contains(&b);
    value.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && value.bytes().all(good)
}

/// Whether a value is a language tag as XML Schema has it: `[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*`.
fn is_language(value: &str) -> bool {
    value.split('-').enumerate().all(|(place, part)| {
        let good = |b: u8| b.is_ascii_alphabetic() || (place > 0 && b.is_ascii_digit());
        (1..=8).contains(&part.len()) && part.bytes().all(good)
    })
}

/// Whether a value has no space, no control or format characters, and none that are not assigned: the latter
/// change with Unicode, so that only letters, digits and what ASCII has are taken.
fn is_word(value: &str) -> bool {
    !value.is_empty() && value.chars().all(|c| c.is_alphanumeric() || c.is_ascii_graphic())
}

/// Whether a value is a version number.
fn is_version(value: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    (1..=4).contains(&value.split('.').count()) && value.split('.').all(number)
}

/// An address with everything encoded that RFC 3986 does not let stand; a percent sign that encodes
/// nothing is encoded itself. `None` for what is empty, or has a scheme that is none.
fn pointer(value: &str) -> Option<String> {
    let value = value.trim();
    let before = value.split(['/', '?', '#']).next().unwrap_or_default();
    // A colon after the first slash belongs to the path, not to a scheme (RFC 3986, section 4.2).
    let scheme = before.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
    };
    // A scheme or slashes with nothing behind them lead nowhere.
    let rest = scheme.map_or(value, |scheme| &value[scheme.len() + 1..]);
    let empty = |rest: &str| rest.is_empty() || rest.starts_with('#');
    let nowhere = (scheme.is_some() && empty(rest))
        || rest.strip_prefix("//").is_some_and(|rest| empty(rest) || rest.starts_with('?'));
    if value.is_empty() || nowhere || scheme.is_some_and(|scheme| !is_scheme(scheme)) {
        return None;
    }
    let mut out = String::with_capacity(value.len());
    let bytes = value.as_bytes();
    let mut in_fragment = false;
    let authority = authority_end(value);
    for (at, b) in bytes.iter().copied().enumerate() {
        let hex = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
        let stands = match b {
            b'%' => hex(at + 1) && hex(at + 2),
            b'#' => !std::mem::replace(&mut in_fragment, true),
            // Brackets belong to IPv6 addresses.
            b'[' | b']' => at < authority,
            _ => b.is_ascii_alphanumeric() || b"-._~:/?@!$&'()*+,;=".contains(&b),
        };
        if stands {
            out.push(char::from(b));
        } else {
            out.push_str(&format!("%{b:02X}"));
        }
    }
    Some(out)
}

/// The end of an IPv6 address in brackets that is the host; 0 where the host is none.
fn authority_end(value: &str) -> usize {
    let Some(start) = value.find("//").map(|at| at + 2) else { return 0 };
    let end = value[start..].find(['/', '?', '#']).map_or(value.len(), |end| start + end);
    let host = value[start..end].rfind('@').map_or(start, |at| start + at + 1);
    let inside = value[host..end].strip_prefix('[').and_then(|rest| rest.split_once(']'));
    // Dots occur in IPv6 addresses that end in an IPv4 address.
    let good = |c: char| c.is_ascii_hexdigit() || matches!(c, ':' | '.');
    let is_address = |(address, port): (&str, &str)| {
        let digits = |port: &str| port.bytes().all(|b| b.is_ascii_digit());
        address.contains(':')
            && address.chars().all(good)
            && (port.is_empty() || port.strip_prefix(':').is_some_and(digits))
    };
    if inside.is_some_and(is_address) { end } else { 0 }
}

/// A year, a month, a day, or a day with a time of at least seconds: what XML Schema knows.
fn date(value: &str) -> Option<String> {
    let (day, clock) = match value.split_once(['T', ' ']) {
        Some((day, clock)) => (day, Some(clock)),
        None => (value, None),
    };
    let digits = |text: &str, n: usize| text.len() == n && text.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = day.split('-').collect();
    let known = match parts.as_slice() {
        // XML Schema 1.0 has no year 0000.
        [year] => digits(year, 4) && *year != "0000",
        [year, month] => {
            let month: u8 = month.parse().ok().filter(|_| digits(month, 2))?;
            digits(year, 4) && *year != "0000" && (1..=12).contains(&month)
        }
        _ => day.parse::<Date>().is_ok_and(|day| day.year() > 0),
    };
    if !known {
        return None;
    }
    match clock.and_then(time) {
        // A time needs a complete day (`xs:dateTime`).
        Some(time) if parts.len() == 3 => Some(format!("{day}T{time}")),
        _ => Some(day.to_owned()),
    }
}

/// `HH:MM:SS` and a zone. XML Schema knows no time without seconds, and none are made up.
fn time(clock: &str) -> Option<String> {
    let zone = clock.find(['Z', 'z', '+', '-']).unwrap_or(clock.len());
    let (time, zone) = clock.split_at(zone);
    let time: Time = time.parse().ok().filter(|_| time.matches(':').count() == 2)?;
    let zone = match zone {
        "" => String::new(),
        "Z" | "z" => "Z".to_owned(),
        _ => {
            // Pages write zones as `+02:00`, `+0200` and `+02`.
            let digits: String = zone[1..].chars().filter(char::is_ascii_digit).collect();
            let (hours, minutes) = digits.split_at_checked(2)?;
            let minutes = if minutes.is_empty() { "00" } else { minutes };
            let (h, m): (u8, u8) = (hours.parse().ok()?, minutes.parse().ok()?);
            if minutes.len() != 2 || h > 13 || m > 59 {
                return None;
            }
            format!("{}{hours}:{minutes}", &zone[..1])
        }
    };
    Some(format!("{:02}:{:02}:{:02}{zone}", time.hour(), time.minute(), time.second()))
}

/// Whether a URL is valid in the data type `anyURI` of the schema.
pub(super) fn is_pointer(address: &str) -> bool {
    fitting(Value::Pointer, address).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_encoded_where_they_must() {
        let cases = [
            ("http://a.example/b c?d=[1]#e#f", Some("http://a.example/b%20c?d=%5B1%5D#e%23f")),
            ("http://[::1]/é%zz%20", Some("http://[::1]/%C3%A9%25zz%20")),
            ("/a:b", Some("/a:b")),
            ("1a:b", None),
            ("mailto:", None),
            ("mailto:#", None),
            ("http://", None),
            ("//", None),
            ("http://a[b]/", Some("http://a%5Bb%5D/")),
            ("http://[a]/", Some("http://%5Ba%5D/")),
            ("http://u@[::1]:80/]", Some("http://u@[::1]:80/%5D")),
            (" ", None),
        ];
        for (value, expected) in cases {
            assert_eq!(pointer(value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn dates_are_those_of_xml_schema() {
        let cases = [
            ("2019", Some("2019")),
            ("2019-05", Some("2019-05")),
            ("2019-02-29", None),
            ("2019-05-17T10:00", Some("2019-05-17")),
            ("2019-05-17T10:00:05+0200", Some("2019-05-17T10:00:05+02:00")),
            ("2019-05-17T10:00:05Z", Some("2019-05-17T10:00:05Z")),
            ("2019-05-17T25:00", Some("2019-05-17")),
            ("0000", None),
            ("May 2019", None),
        ];
        for (value, expected) in cases {
            assert_eq!(date(value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn times_have_seconds() {
        for (value, expected) in
            [("10:00:05", Some("10:00:05")), ("10:00:05Z", Some("10:00:05Z")), ("10:00", None)]
        {
            assert_eq!(time(value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn tags_and_words() {
        assert!(is_language("zh-Hans-CN") && !is_language("x_y") && !is_language("1a"));
        assert!(is_word("a-b") && !is_word("a b") && !is_word(""));
        assert!(is_version("0.1.0") && !is_version("a"));
    }
}
