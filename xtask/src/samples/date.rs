//! Dates as they stand in the sources, and the forms in which pages and headers show them.
//!
//! Source dates look like `2003-05-14T05:30:00+02:00`. Order is that of the written form: an hour
//! of time zone never decides anything in the samples.

use anyhow::{Context, Result};

use super::site::Site;

const WEEKDAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Year, month (1 to 12) and day of a source date.
fn civil(date: &str) -> Result<(usize, usize, usize)> {
    let mut numbers = date.get(..10).into_iter().flat_map(|day| day.split('-')).map(str::parse);
    let mut next = || numbers.next().and_then(Result::ok);
    match (next(), next(), next()) {
        (Some(year), Some(month @ 1..=12), Some(day @ 1..=31)) => Ok((year, month, day)),
        _ => anyhow::bail!("expected a date like 2003-05-14T05:30:00Z, found {date:?}"),
    }
}

/// The date as the edition prints it: `14 May 2003`, `2003. május 14.`.
pub(crate) fn printed(date: &str, site: &Site) -> Result<String> {
    let (year, month, day) = civil(date)?;
    let name = site.months.get(month - 1).context("an edition needs twelve months")?;
    let slots =
        [("{year}", year.to_string()), ("{month}", name.clone()), ("{day}", day.to_string())];
    Ok(slots.iter().fold(site.date.clone(), |text, (slot, value)| text.replace(slot, value)))
}

/// The day alone, `2003-05-14`.
pub(crate) fn day(date: &str) -> &str {
    date.get(..10).unwrap_or(date)
}

/// The year alone.
pub(crate) fn year(date: &str) -> &str {
    date.get(..4).unwrap_or(date)
}

/// Whether the first date is not after the second, by day and minute as written.
pub(crate) fn not_after(date: &str, limit: &str) -> bool {
    date.get(..16) <= limit.get(..16)
}

/// The fourteen digits that web archives use for a moment, `20030514061302`.
pub(crate) fn fourteen(date: &str) -> String {
    date.chars().filter(char::is_ascii_digit).take(14).collect()
}

/// The form of HTTP headers, `Wed, 14 May 2003 06:13:02 GMT`.
pub(crate) fn http(date: &str) -> Result<String> {
    let (year, month, day) = civil(date)?;
    let time = date.get(11..19).with_context(|| format!("no time of day in {date:?}"))?;
    let weekday = WEEKDAYS[weekday(year, month, day)];
    Ok(format!("{weekday}, {day:02} {} {year} {time} GMT", MONTHS[month - 1]))
}

/// Day of the week by Sakamoto's method, Sunday being 0.
fn weekday(year: usize, month: usize, day: usize) -> usize {
    const SHIFT: [usize; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    let year = if month < 3 { year - 1 } else { year };
    (year + year / 4 - year / 100 + year / 400 + SHIFT[month - 1] + day) % 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_name_the_right_day_of_the_week() {
        assert_eq!(http("2003-05-14T06:13:02Z").unwrap(), "Wed, 14 May 2003 06:13:02 GMT");
        assert_eq!(http("2020-02-29T00:00:00Z").unwrap(), "Sat, 29 Feb 2020 00:00:00 GMT");
    }

    #[test]
    fn a_date_that_is_none_is_refused() {
        assert!(http("yesterday").is_err());
        assert!(http("2003-13-01T00:00:00Z").is_err());
    }
}
