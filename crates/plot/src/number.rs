//! How numbers, shares and sizes are written, the same on every page and in every summary.

/// `1234567` as `1,234,567`.
pub fn thousands(n: impl Into<u128>) -> String {
    let digits = n.into().to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        // Groups are counted from the right; a comma never comes first.
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Ends of nouns whose plural ends in `es`.
const SIBILANTS: [&str; 4] = ["s", "x", "ch", "sh"];

/// A count and its noun: `1 document`, `2,000 documents`, `3 addresses`. Plurals are regular.
pub fn counted(n: impl Into<u128>, noun: &str) -> String {
    let n = n.into();
    let end = match SIBILANTS.iter().any(|end| noun.ends_with(end)) {
        _ if n == 1 => "",
        true => "es",
        false => "s",
    };
    format!("{} {noun}{end}", thousands(n))
}

/// The form of a verb that agrees with `n`.
pub fn plural(n: impl Into<u128>, one: &'static str, many: &'static str) -> &'static str {
    if n.into() == 1 { one } else { many }
}

/// Units of the short form, each a thousand of the one before.
const UNITS: [&str; 6] = ["k", "M", "G", "T", "P", "E"];

/// Short form for axes and key figures: full below 10,000, then `12.5k`, `3.1M`.
pub fn short(n: u128) -> String {
    if n < 10_000 {
        return thousands(n);
    }
    let (mut tenths, mut unit) = (rounded(n, 100), 0);
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        unit += 1;
        // Round the exact number once per unit: rounding a rounded one would turn 9,949 k into 10 M.
        tenths = rounded(n, 100 * 1_000_u128.pow(unit as u32));
    }
    let (whole, unit) = (thousands(tenths / 10), UNITS[unit]);
    match tenths % 10 {
        0 => format!("{whole}{unit}"),
        tenth => format!("{whole}.{tenth}{unit}"),
    }
}

fn rounded(n: u128, by: u128) -> u128 {
    n.saturating_add(by / 2) / by
}

/// Share in per cent with one decimal.
///
/// Rounding never reads as nothing or all: `<0.1%` and `>99.9%` stand for shares that are close to
/// the ends. A part larger than its whole is a wrong account and reads `>100%`; a share of nothing
/// is a dash.
pub fn share(part: impl Into<u128>, whole: impl Into<u128>) -> String {
    let (part, whole) = (part.into(), whole.into());
    if whole == 0 {
        return "–".to_owned();
    }
    // Floating point is exact enough: one decimal is shown, and both ends are compared as integers.
    let percent = part as f64 * 100.0 / whole as f64;
    if part > whole {
        ">100%".to_owned()
    } else if part > 0 && percent < 0.1 {
        "<0.1%".to_owned()
    } else if part < whole && percent > 99.9 {
        ">99.9%".to_owned()
    } else {
        format!("{percent:.1}%")
    }
}

/// Size in decimal units, as disk makers and archives count: `12.3 MB`.
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if bytes < 1_000 {
        return counted(bytes, "byte");
    }
    let mut value = bytes as f64 / 1_000.0;
    let mut unit = 0;
    // 999.95 would be written as 1000.0 of the smaller unit.
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1_000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// Part of a whole as an SVG percentage, at most three decimals.
pub(crate) fn percent(part: f64, whole: f64) -> String {
    let value = if whole > 0.0 { (part / whole * 100.0).clamp(0.0, 100.0) } else { 0.0 };
    let text = format!("{value:.3}");
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A pixel position with at most one decimal.
pub(crate) fn pixels(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (n, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(thousands(n as u64), text);
        }
    }

    #[test]
    fn short_forms_keep_one_decimal() {
        let cases = [
            (9_999, "9,999"),
            (10_000, "10k"),
            (12_500, "12.5k"),
            (20_000, "20k"),
            (3_149_999, "3.1M"),
            (999_949, "999.9k"),
            (999_960, "1M"),
            (u128::from(u64::MAX), "18.4E"),
        ];
        for (n, text) in cases {
            assert_eq!(short(n), text);
        }
    }

    #[test]
    fn nouns_and_verbs_agree_with_their_number() {
        for (n, noun, verb) in [(0_u64, "0 rows", "are"), (1, "1 row", "is"), (2, "2 rows", "are")]
        {
            assert_eq!((counted(n, "row").as_str(), plural(n, "is", "are")), (noun, verb));
            assert_eq!(counted(n, "address").ends_with("addresses"), n != 1);
        }
    }

    #[test]
    fn shares_do_not_round_to_nothing_or_all() {
        let cases = [
            (0_u64, 0_u64, "–"),
            (0, 10, "0.0%"),
            (1, 1_000_000, "<0.1%"),
            (999_999, 1_000_000, ">99.9%"),
            (10, 10, "100.0%"),
            (1, 3, "33.3%"),
            (4, 3, ">100%"),
        ];
        for (part, whole, text) in cases {
            assert_eq!(share(part, whole), text);
        }
    }

    #[test]
    fn sizes_change_their_unit_before_they_round_up() {
        let cases = [
            (1, "1 byte"),
            (999, "999 bytes"),
            (1_500, "1.5 kB"),
            (999_949, "999.9 kB"),
            (999_960, "1.0 MB"),
            (999_960_000, "1.0 GB"),
            (u64::MAX, "18.4 EB"),
        ];
        for (bytes, text) in cases {
            assert_eq!(size(bytes), text);
        }
    }

    #[test]
    fn svg_lengths_are_short() {
        assert_eq!(percent(1.0, 3.0), "33.333%");
        assert_eq!(percent(1.0, 2.0), "50%");
        assert_eq!(percent(5.0, 2.0), "100%");
        assert_eq!(percent(1.0, 0.0), "0%");
        assert_eq!((pixels(3.0), pixels(2.34)), ("3".to_owned(), "2.3".to_owned()));
    }

    proptest! {
        #[test]
        fn grouped_digits_read_back(n: u128) {
            prop_assert_eq!(thousands(n).replace(',', "").parse::<u128>(), Ok(n));
            let longest = thousands(n).split(',').map(str::len).max();
            prop_assert!(longest <= Some(3));
        }

        #[test]
        fn short_forms_are_short(n: u64) {
            prop_assert!(short(u128::from(n)).chars().count() <= 6, "{}", short(u128::from(n)));
        }

        #[test]
        fn only_exact_ends_read_as_ends(part in 0_u64..10_000, rest in 0_u64..10_000) {
            let text = share(part, part + rest);
            prop_assert_eq!(text == "0.0%", part == 0 && rest > 0);
            prop_assert_eq!(text == "100.0%", part > 0 && rest == 0);
        }
    }
}
