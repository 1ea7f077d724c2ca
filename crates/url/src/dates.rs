//! Dates that sites write into their paths.

/// First and last year that a date in a path is believed to mean.
const YEARS: std::ops::RangeInclusive<u16> = 1990..=2049;

/// A date as precise as the path states it: year, month, day.
pub type PathDate = (i16, Option<u8>, Option<u8>);

/// The date a URL's path states: year, and month and day where given.
///
/// Understands `/2019/05/17/`, `/2019/05/`, `/2019/5/7/` and `2019-05-17` (also with `_` and `.`),
/// the first form that is plausible: years 1990 to 2049, real months and days. A year alone, eight
/// or more digits in a row, and what stands in the host or the query are no dates.
pub fn date_in_path(url: &str) -> Option<PathDate> {
    let path = path_of(url).as_bytes();
    (0..path.len())
        // A number is read from its first digit: `12019/05` is no year.
        .filter(|&at| at == 0 || !path[at - 1].is_ascii_digit())
        .find_map(|at| date_at(&path[at..], at > 0 && path[at - 1] == b'/'))
}

/// From the first slash behind the authority up to query or fragment.
fn path_of(url: &str) -> &str {
    // Paths of relative addresses have no authority in front.
    let start = url.find("://").map_or(0, |at| at + 3);
    let rest = &url[start..];
    let rest = &rest[..rest.find(['?', '#']).unwrap_or(rest.len())];
    &rest[rest.find('/').unwrap_or(rest.len())..]
}

fn date_at(text: &[u8], after_slash: bool) -> Option<PathDate> {
    let (year, 4) = number(text)? else { return None };
    if !YEARS.contains(&year) {
        return None;
    }
    // Eight digits in a row are article numbers as often as dates, so a separator is required.
    let mark = *text.get(4).filter(|b| b"/-_.".contains(b))?;
    let (month, length) = number(&text[5..]).filter(|(m, n)| *n <= 2 && (1..=12).contains(m))?;
    let rest = &text[5 + length..];
    let day = match rest.first() {
        Some(b) if *b == mark => number(&rest[1..])
            .filter(|(d, n)| *n <= 2 && *d >= 1 && *d <= month_length(year, month))
            .map(|(d, _)| d as u8),
        _ => None,
    };
    // Folders may leave out the day; with other separators `2019-05` may be a range of seasons.
    let folder = mark == b'/' && after_slash && matches!(rest.first(), Some(b'/') | None);
    (folder || (mark != b'/' && day.is_some() && length == 2)).then_some((
        year as i16,
        Some(month as u8),
        day,
    ))
}

/// A run of digits: its value and length. Longer than four is no part of a date.
fn number(text: &[u8]) -> Option<(u16, usize)> {
    let length = text.iter().take_while(|b| b.is_ascii_digit()).count();
    if !(1..=4).contains(&length) {
        return None;
    }
    Some((text[..length].iter().fold(0, |n, b| n * 10 + u16::from(b - b'0')), length))
}

fn month_length(year: u16, month: u16) -> u16 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::date_in_path;

    #[test]
    fn dates() {
        let cases = [
            ("https://a.de/2019/05/17/title.html", Some((2019, Some(5), Some(17)))),
            ("https://a.de/2019/5/7/", Some((2019, Some(5), Some(7)))),
            ("https://a.de/2019/05/title", Some((2019, Some(5), None))),
            ("https://a.de/x/2019-05-17-title", Some((2019, Some(5), Some(17)))),
            ("https://a.de/x_2019_02_28.html", Some((2019, Some(2), Some(28)))),
            ("https://a.de/2019-02-30/", None),
            ("https://a.de/2019/13/01/", None),
            ("https://a.de/1019/05/17/", None),
            ("https://a.de/x?d=2019-05-17", None),
            ("https://2019-05-17.de/", None),
            ("https://a.de/12019/05/17/", None),
            ("https://a.de/2019/", None),
            ("https://web.archive.org/web/20190517000000/http://a.de/", None),
        ];
        for (url, date) in cases {
            assert_eq!(date_in_path(url), date, "{url}");
        }
    }
}
