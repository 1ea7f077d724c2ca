//! Crawler traps: addresses that a site makes up without end.

use crate::parse::Url;
use crate::profile::{name_and_value, pairs};

/// A path segment may stand so often in a row, or in a repeated group.
const MAX_REPEATS: usize = 2;
/// Deepest path.
const MAX_DEPTH: usize = 24;
/// Most parameters.
const MAX_PARAMETERS: usize = 20;
/// Years that a calendar page may be about.
const YEARS: std::ops::RangeInclusive<u16> = 1990..=2049;

/// Kinds of traps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Trap {
    /// `/a/b/a/b/a/b`: a relative link that leads into itself.
    RepeatingSegments,
    /// More segments than any site needs.
    Depth,
    /// A calendar far from now.
    Calendar,
    /// Filters on filters.
    Parameters,
}

impl Trap {
    /// Id of the rule.
    pub fn id(self) -> &'static str {
        match self {
            Trap::RepeatingSegments => "repeating-segments",
            Trap::Depth => "depth",
            Trap::Calendar => "calendar",
            Trap::Parameters => "parameters",
        }
    }
}

/// The trap a URL is part of, if it looks like one.
pub fn trap(url: &Url) -> Option<Trap> {
    let path = url.path();
    let slashes = memchr::memchr_iter(b'/', path.as_bytes()).count();
    if slashes > MAX_DEPTH {
        return Some(Trap::Depth);
    }
    if slashes > MAX_REPEATS && repeats(path) {
        return Some(Trap::RepeatingSegments);
    }
    let query = url.query()?;
    let count = memchr::memchr_iter(b'&', query.as_bytes()).count();
    // Faceted search links every combination of its filters.
    if count >= MAX_PARAMETERS || (count >= 3 && doubled_parameters(query)) {
        return Some(Trap::Parameters);
    }
    calendar(path, query).then_some(Trap::Calendar)
}

/// A group of one to four segments three times in a row.
fn repeats(path: &str) -> bool {
    // The depth is capped, so this is bounded work.
    let mut segments = [""; MAX_DEPTH + 1];
    let mut count = 0;
    for segment in path.split('/').skip(1) {
        if let Some(place) = segments.get_mut(count) {
            *place = segment;
            count += 1;
        }
    }
    let segments = &segments[..count];
    (1..=4).any(|length| {
        let mut same = 0;
        (length..segments.len()).any(|at| {
            let equal = segments[at] == segments[at - length] && !segments[at].is_empty();
            same = if equal { same + 1 } else { 0 };
            same >= length * MAX_REPEATS
        })
    })
}

/// One name with four or more values.
fn doubled_parameters(query: &str) -> bool {
    // The number of parameters is capped.
    let mut names = [""; MAX_PARAMETERS];
    let mut count = 0;
    for (place, pair) in names.iter_mut().zip(pairs(query)) {
        *place = name_and_value(pair).0;
        count += 1;
    }
    let names = &mut names[..count];
    names.sort_unstable();
    names.windows(4).any(|w| w[0] == w[3] && !w[0].ends_with("[]") && !w[0].ends_with("%5B%5D"))
}

/// A calendar page of a year that nobody writes about.
fn calendar(path: &str, query: &str) -> bool {
    let is_calendar = |text: &str| {
        ["calendar", "kalender", "calendrier", "calendario", "events", "termine"]
            .iter()
            .any(|word| text.contains(word))
    };
    let year_of = |value: &str| {
        let digits = value.get(..4)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u16>().ok())?
    };
    let named = |name: &str| {
        matches!(name, "year" | "jahr" | "date" | "month" | "tribe-bar-date" | "cal_date")
    };
    pairs(query).map(name_and_value).any(|(name, value)| {
        // The rarest condition first: this runs for every parameter.
        (4..=10).contains(&value.len())
            && year_of(value).is_some_and(|year| !YEARS.contains(&year))
            && (named(name) || is_calendar(path) || is_calendar(name))
    })
}

#[cfg(test)]
mod tests {
    use super::{Trap, trap};
    use crate::Url;

    #[test]
    fn traps() {
        for (url, expected) in [
            ("http://e.org/a/b/a/b/a/b/", Some(Trap::RepeatingSegments)),
            ("http://e.org/a/a/a", Some(Trap::RepeatingSegments)),
            ("http://e.org/a/a/b", None),
            ("http://e.org/2012/12/12/", None),
            ("http://e.org/calendar?year=2150&month=1", Some(Trap::Calendar)),
            ("http://e.org/calendar?year=2015", None),
            ("http://e.org/?f=1&f=2&f=3&f=4", Some(Trap::Parameters)),
            ("http://e.org/?id=1&page=2", None),
        ] {
            assert_eq!(trap(&Url::parse(url).unwrap()), expected, "{url}");
        }
    }
}
