//! How numbers, shares and sizes are written on the page.

/// `1234567` as `1,234,567`.
pub fn thousands(n: impl Into<u128>) -> String {
    let digits = n.into().to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count and its noun: `1 document`, `2,000 documents`. Plurals are regular.
pub(super) fn counted(n: impl Into<u128>, noun: &str) -> String {
    let n = n.into();
    format!("{} {noun}{}", thousands(n), if n == 1 { "" } else { "s" })
}

/// The form of a verb that agrees with `n`.
pub(super) fn plural(n: u128, one: &'static str, many: &'static str) -> &'static str {
    if n == 1 { one } else { many }
}

/// Units of the short form, each a thousand of the one before.
const UNITS: [&str; 6] = ["k", "M", "G", "T", "P", "E"];

/// Short form for axes and key figures: full below 10,000, then `12.5k`, `3.1M`.
pub(super) fn short(n: u128) -> String {
    if n < 10_000 {
        return thousands(n);
    }
    let (mut tenths, mut unit) = (rounded(n, 100), 0);
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        unit += 1;
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

/// Share in per cent with one decimal; what is not nothing never reads as `0.0%`, what is not all
/// never as `100.0%`; more than all (a wrong account) is `>100%`, a share of nothing a dash.
pub(super) fn share(part: u128, whole: u128) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
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
pub(super) fn size(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if bytes < 1_000 {
        return counted(bytes, "byte");
    }
    let mut value = bytes as f64 / 1_000.0;
    let mut unit = 0;
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1_000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// Part of a whole as an SVG percentage, at most three decimals.
pub(super) fn percent(part: f64, whole: f64) -> String {
    let value = if whole > 0.0 { (part / whole * 100.0).clamp(0.0, 100.0) } else { 0.0 };
    let text = format!("{value:.3}");
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Axis ticks from 0 to a round number at or above `max`: at most six, all whole.
pub(super) fn ticks(max: u128) -> Vec<u128> {
    let max = max.max(1);
    let mut power = 1;
    loop {
        for step in [power, 2 * power, 5 * power] {
            let steps = max.div_ceil(step);
            if steps <= 4 {
                return (0..=steps).map(|i| i * step).collect();
            }
        }
        power *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        for (n, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(thousands(n as u64), text);
        }
        let cases = [
            (9_999, "9,999"),
            (12_500, "12.5k"),
            (20_000, "20k"),
            (3_149_999, "3.1M"),
            (999_960, "1M"),
        ];
        for (n, text) in cases {
            assert_eq!(short(n), text);
        }
        assert_eq!(short(u128::from(u64::MAX)), "18.4E");
        assert_eq!(counted(1_u64, "row"), "1 row");
        assert_eq!(counted(0_u64, "row"), "0 rows");
    }

    #[test]
    fn shares_never_lie_at_the_ends() {
        let cases = [
            (0, 0, "–"),
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
    fn sizes() {
        let cases = [(1, "1 byte"), (999, "999 bytes"), (1_500, "1.5 kB"), (999_960_000, "1.0 GB")];
        for (bytes, text) in cases {
            assert_eq!(size(bytes), text);
        }
        assert_eq!(size(u64::MAX), "18.4 EB");
    }

    #[test]
    fn ticks_are_few_whole_and_reach_the_maximum() {
        for max in [0, 1, 2, 3, 7, 10, 99, 12_345, u128::from(u64::MAX)] {
            let ticks = ticks(max);
            assert!((2..=6).contains(&ticks.len()), "{max}: {ticks:?}");
            assert!(ticks[ticks.len() - 1] >= max, "{max}: {ticks:?}");
        }
        assert_eq!(ticks(7), [0, 2, 4, 6, 8]);
    }

    #[test]
    fn percentages_are_short() {
        assert_eq!(percent(1.0, 3.0), "33.333%");
        assert_eq!(percent(1.0, 2.0), "50%");
        assert_eq!(percent(1.0, 0.0), "0%");
    }
}
