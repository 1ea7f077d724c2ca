//! The capture of a URL nearest to a time.

use std::path::Path;

use scutch_archive::{Item, Reader, Record, capture};

use super::facts::Facts;
use super::limits;
use super::scheme::same_but_for_scheme;

/// A capture that was chosen.
pub(super) struct Found {
    pub(super) record: Record<'static>,
    /// Its time, 14 digits; empty where it has none.
    stamp: String,
    /// Captures of the URL whose time begins with the date asked for.
    fitting: u64,
}

impl Found {
    /// Which capture it is, where that does not follow from what was asked for.
    pub(super) fn choice(&self, date: &str) -> Option<String> {
        let time = self.record.header("WARC-Date").unwrap_or(&self.stamp);
        match self.fitting {
            _ if !self.stamp.starts_with(date) => {
                Some(format!("capture of {time}, the nearest to {date}"))
            }
            0 | 1 => None,
            many => Some(format!("capture of {time}, the first of {many} that fit")),
        }
    }
}

/// The capture nearest to a date; of those that fit it or are equally near, or without a date, the first
/// with the scheme asked for, else the first.
pub(super) fn nearest(path: &Path, url: &str, date: &str) -> anyhow::Result<Option<Found>> {
    let mut reader = Reader::open(path, &limits())?;
    let mut best: Option<(Rank, Record<'static>, String)> = None;
    // With the scheme asked for, and with the other one.
    let mut fitting = [0; 2];
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { continue };
        let Some(uri) = record.target_uri().filter(|uri| same_but_for_scheme(uri, url)) else {
            continue;
        };
        let is_other = uri != url;
        if capture(&record, &limits()).is_err() {
            continue;
        }
        let stamp = Facts::from_record(&record).timestamp().unwrap_or_default();
        fitting[usize::from(is_other)] += u64::from(stamp.starts_with(date));
        let rank = (rank(&stamp, date), is_other);
        // `<`, so that the first of equally near captures stays.
        if best.as_ref().is_none_or(|(least, ..)| rank < *least) {
            best = Some((rank, record.into_owned(), stamp));
        }
    }
    // Without a date the other scheme is not looked at where there is the one asked for.
    let fitting = match fitting {
        [same, _] if date.is_empty() && same > 0 => same,
        [same, other] => same + other,
    };
    Ok(best.map(|(_, record, stamp)| Found { record, stamp, fitting }))
}

/// The smaller, the better: how near it is, and whether its URL has the other scheme of the web.
type Rank = ((bool, i64), bool);

/// The smaller, the nearer to what was asked for. A minute before an hour is nearer to its beginning than the hour's last
/// ones, and yet not meant: captures that fit come first.
fn rank(stamp: &str, date: &str) -> (bool, i64) {
    let distance = if date.is_empty() { 0 } else { (number(stamp) - number(date)).abs() };
    (!stamp.starts_with(date), distance)
}

/// Digits of a date, filled up to 14 with zeros. Differences only rank captures, so no calendar is
/// needed.
fn number(date: &str) -> i64 {
    let digits: String = date.chars().chain(std::iter::repeat('0')).take(14).collect();
    digits.parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_that_fit_come_before_nearer_ones() {
        for (better, worse, date) in [
            ("20050702104500", "20050702095959", "2005070210"),
            ("20051231235959", "20041231235959", "2005"),
            ("20050702100248", "20050709103000", "2005"),
            ("20050702100248", "20050709103000", "1999"),
        ] {
            assert!(rank(better, date) < rank(worse, date), "{date}");
        }
        assert_eq!(rank("20050702100248", ""), rank("20050709103000", ""));
    }
}
