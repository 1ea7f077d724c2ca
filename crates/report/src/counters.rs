//! From the counters of a tally to the tables of a page.

use scutch_folder::tally::{Counter, DISTINCT, OTHER};
use scutch_plot::{Shares, Uncounted};

/// All keys of `counter` as shares of its sum, the largest first. `caption` is that of the table,
/// `key` and `unit` are the heads of its columns.
pub(super) fn shares<'a>(
    counter: &'a Counter,
    caption: &'a str,
    key: &'a str,
    unit: &'a str,
) -> Shares<'a> {
    let (ranked, count) = ranked(counter);
    let uncounted = Uncounted { count, limit: DISTINCT };
    Shares { uncounted, whole: total(counter), ..Shares::new(caption, key, unit, ranked) }
}

/// Keys and counts of a counter, largest first, and the count of keys that had no room.
pub(super) fn ranked(counter: &Counter) -> (Vec<(&str, u64)>, u64) {
    let mut ranked = counter.ranked();
    // Many keys together are no key, even if they are the largest count.
    ranked.retain(|(key, n)| *key != OTHER && *n > 0);
    (ranked, counter.0.get(OTHER).copied().unwrap_or(0))
}

/// Sum of a counter that cannot overflow: a manifest is a file, and may hold any numbers.
pub(super) fn total(counter: &Counter) -> u128 {
    counter.0.values().map(|n| u128::from(*n)).sum()
}

#[cfg(test)]
mod tests {
    use maud::Render as _;

    use super::*;

    #[test]
    fn keys_without_room_are_no_key() {
        let counter =
            Counter([(OTHER.to_owned(), 99), ("a".to_owned(), 1), ("b".to_owned(), 0)].into());
        assert_eq!(ranked(&counter), (vec![("a", 1)], 99));
        assert_eq!(total(&counter), 100);
        let html = shares(&counter, "C", "Host", "Documents").render().into_string();
        assert!(
            html.contains("Beyond the first 10,000 counted") && html.contains("99.0%"),
            "{html}"
        );
    }

    #[test]
    fn sums_do_not_overflow() {
        let counter = Counter([("a".to_owned(), u64::MAX), ("b".to_owned(), u64::MAX)].into());
        assert_eq!(total(&counter), u128::from(u64::MAX) * 2);
    }
}
